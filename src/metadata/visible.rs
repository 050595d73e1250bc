//! Bylines and dates that only readers are told: found by classes and `<time>`, when fields fail.

use super::candidates::{Candidates, Field};
use super::dates::has_date;
use super::near::{is_elsewhere, short_byline, short_text};
use super::ranks::{CLASS, TIME};
use super::tokens::Tokens;
use crate::html::names::{Attribute, Tag};
use crate::page::Page;
use crate::page::flags::CODE;

static WORDS: Tokens = Tokens::new(&[
    "auteur",
    "author",
    "authorname",
    "authors",
    "autor",
    "byline",
    "username",
    "writer",
    "date",
    "dates",
    "datum",
    "fecha",
    "posted",
    "pubdate",
    "publish",
    "published",
    "timestamp",
]);
/// The words before this one are for authors, the others for dates.
const FIRST_DATE: usize = 8;

/// Nodes looked at on either side of the heading: farther off, others are spoken of.
const BEFORE: usize = 300;
const AFTER: usize = 1500;

const MAX_LOOKS: usize = 64;
const MAX_TEXT: usize = 120;

/// Adds what the classes point to, in the page's order.
pub fn add_visible(page: &Page, heading: Option<usize>, candidates: &mut Candidates<'_>) {
    let mut looks = 0;
    let start = heading.unwrap_or(0).saturating_sub(BEFORE);
    let end = (start + BEFORE + AFTER).min(page.nodes.tag.len());
    for node in start..end {
        let Some((field, rank)) = field_of(page, node) else {
            continue;
        };
        looks += 1;
        if looks > MAX_LOOKS {
            break;
        }
        if !is_elsewhere(page, node) {
            let datetime = page.attribute(node, Attribute::DATETIME).map(str::to_owned);
            let text = datetime.or_else(|| short_text(page, node, MAX_TEXT));
            if let Some(text) = text.filter(|text| field == Field::Published || has_date(text)) {
                candidates.add(Field::Published, rank, text);
            }
            if field == Field::Author
                && let Some(byline) = short_byline(page, node, MAX_TEXT)
            {
                candidates.add(field, rank, byline);
            }
        }
    }
}

fn field_of(page: &Page, node: usize) -> Option<(Field, u8)> {
    if page.nodes.flags[node] & CODE != 0 {
        return None;
    }
    if page.tag(node) == Tag::TIME {
        return Some((Field::Published, TIME));
    }
    let class = page.attribute(node, Attribute::CLASS)?;
    let word = WORDS.find(class)?;
    Some((if word < FIRST_DATE { Field::Author } else { Field::Published }, CLASS))
}
