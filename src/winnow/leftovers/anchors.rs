//! Links in headings that lead to the heading itself, and links to edit its section.

use crate::html::names::{Attribute, Tag};
use crate::page::Page;
use crate::page::class_words::ClassWords;
use crate::page::flags;

static EDIT_LINKS: ClassWords = ClassWords::new(&["editsection"]);

/// Bytes of the longest sign for a link.
const MAX_SIGN: usize = 8;
/// Levels between a run and the link or section around it.
const LEVELS: usize = 4;

/// Whether a run of a heading is not part of its text.
pub fn is_heading_link(page: &Page, run: usize) -> bool {
    let block = page.runs.block[run];
    let Ok(block) = usize::try_from(block) else { return false };
    let heading = page.blocks.node[block] as usize;
    let is_heading = page.tag(heading).heading_level().is_some();
    (is_heading || page.tag(heading) == Tag::DT)
        && (is_sign(page, run) || is_heading && is_edit_link(page, run))
}

/// Whether the run is a sign, such as ¶, that links to a place on the same page.
fn is_sign(page: &Page, run: usize) -> bool {
    let text = page.run_text(run);
    page.runs.flags[run] & flags::LINK != 0
        && text.len() <= MAX_SIGN
        && !text.chars().any(char::is_alphanumeric)
        && around(page, run).any(|node| {
            let href = page.attribute(node, Attribute::HREF);
            page.tag(node) == Tag::A && href.is_some_and(|href| href.starts_with('#'))
        })
}

fn is_edit_link(page: &Page, run: usize) -> bool {
    around(page, run).take_while(|&node| page.tag(node).heading_level().is_none()).any(|node| {
        page.attribute(node, Attribute::CLASS).is_some_and(|class| EDIT_LINKS.find(class).is_some())
    })
}

fn around(page: &Page, run: usize) -> impl Iterator<Item = usize> + '_ {
    page.ancestors(page.runs.node[run] as usize).take(LEVELS)
}
