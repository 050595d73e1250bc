//! Bylines and dates that only readers are told: found by classes and `<time>`, when fields fail.

use super::candidates::{Candidates, Field};
use super::near::{has_token, is_elsewhere, short_text};
use super::ranks::{CLASS, TIME};
use crate::flags::CODE;
use crate::names::{Attribute, Tag};
use crate::page::Page;

const AUTHOR: &[&str] =
    &["author", "authors", "byline", "autor", "auteur", "writer", "username", "authorname"];
const DATE: &[&str] =
    &["date", "published", "pubdate", "publish", "posted", "timestamp", "datum", "fecha", "dates"];

const MAX_LOOKS: usize = 64;
const MAX_TEXT: usize = 120;

/// Adds what the classes point to, in the page's order.
pub fn add_visible(page: &Page, candidates: &mut Candidates<'_>) {
    let mut looks = 0;
    for node in 0..page.nodes.tag.len() {
        let Some((field, rank)) = field_of(page, node) else {
            continue;
        };
        looks += 1;
        if looks > MAX_LOOKS {
            break;
        }
        if !is_elsewhere(page, node) {
            let datetime = page.attribute(node, Attribute::DATETIME).map(str::to_owned);
            if let Some(text) = datetime.or_else(|| short_text(page, node, MAX_TEXT)) {
                candidates.add(field, rank, text);
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
    if has_token(class, AUTHOR) {
        Some((Field::Author, CLASS))
    } else {
        has_token(class, DATE).then_some((Field::Published, CLASS))
    }
}
