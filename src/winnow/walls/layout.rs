//! Walls that the place of the few kept words tells, in any language.

use super::Wall;
use crate::html::names::{Attribute, Tag};
use crate::page::Page;
use crate::page::class_words::ClassWords;
use crate::page::flags;
use crate::winnow::features::TextBlock;
use crate::winnow::leftovers::names_cookies;

/// A wall of this kind has at most this many words.
const MAX_WORDS: u32 = 40;
/// Words of the longest heading of a form, and of the longest heading with a status code.
const MAX_HEADING: u32 = 6;
const MAX_CODE_HEADING: u32 = 3;
/// Status codes in headings. Others are more often something else.
const CODES: &[&str] = &["403", "404", "500", "502", "503"];

static DIALOGS: ClassWords = ClassWords::new(&[
    "dialog", "modal", "overlay", "popup", "banner", "consent", "cookie", "cookies", "gdpr", "wall",
]);

/// The wall that these blocks are, by their place on the page.
pub fn find(page: &Page, blocks: &[&TextBlock]) -> Option<Wall> {
    let words: u32 = blocks.iter().map(|block| block.text.words).sum();
    if words == 0 || words > MAX_WORDS {
        return None;
    }
    if blocks.iter().all(|block| page.runs.flags[block.first_run] & flags::NOSCRIPT != 0) {
        Some(Wall::JavaScript)
    } else if blocks.first().is_some_and(|block| is_status_code(page, block)) {
        Some(Wall::Error)
    } else if is_login_form(page, blocks) {
        Some(Wall::Login)
    } else if is_cookie_dialog(page, blocks) {
        Some(Wall::Consent)
    } else {
        None
    }
}

/// Whether the block is a heading with a status code and hardly any other word.
fn is_status_code(page: &Page, block: &TextBlock) -> bool {
    let mut words = block.runs(page).flat_map(|run| {
        page.run_text(run).split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
    });
    block.text.words <= MAX_CODE_HEADING
        && page.tag(block.node).heading_level().is_some()
        && words.any(|word| CODES.contains(&word))
}

/// Whether the blocks are in a form with a password, but for one heading.
fn is_login_form(page: &Page, blocks: &[&TextBlock]) -> bool {
    let form_of = |node: usize| page.ancestors(node).find(|&node| page.tag(node) == Tag::FORM);
    let Some(form) = blocks.iter().find_map(|block| form_of(block.node)) else { return false };
    let mut outside = blocks.iter().filter(|block| form_of(block.node) != Some(form));
    let is_heading = outside.next().is_none_or(|block| block.text.words <= MAX_HEADING);
    is_heading
        && outside.next().is_none()
        && (form..page.subtree_end(form)).any(|node| {
            let kind = page.attribute(node, Attribute::TYPE);
            page.tag(node) == Tag::INPUT
                && kind.is_some_and(|kind| kind.eq_ignore_ascii_case("password"))
        })
}

/// Whether the blocks are in a dialog and name cookies.
fn is_cookie_dialog(page: &Page, blocks: &[&TextBlock]) -> bool {
    let is_dialog = |node: usize| {
        page.node_attributes(node).any(|(name, value)| match name {
            Attribute::CLASS | Attribute::ID => DIALOGS.find(value).is_some(),
            Attribute::ROLE => matches!(value, "dialog" | "alertdialog"),
            _ => false,
        })
    };
    let in_dialog = |block: &&TextBlock| {
        let mut around = page.ancestors(block.node);
        around.any(|node| page.tag(node) != Tag::BODY && is_dialog(node))
    };
    blocks.iter().all(in_dialog)
        && blocks.iter().any(|block| names_cookies(&page.block_text(block.index)))
}
