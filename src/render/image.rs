//! Images that belong to the kept text.

use super::address::safe;
use crate::flags::INVISIBLE;
use crate::names::{Attribute, Tag};
use crate::page::Page;
use std::borrow::Cow;

pub struct Image<'a> {
    pub source: Cow<'a, str>,
    pub alt: &'a str,
}

/// The node as an image, unless it is something else, hidden, or a pixel that counts visitors.
pub fn image(page: &Page, node: usize) -> Option<Image<'_>> {
    if page.tag(node) != Tag::IMG || page.nodes.flags[node] & INVISIBLE != 0 {
        return None;
    }
    let tiny = |name| matches!(page.attribute(node, name), Some("0" | "1"));
    if tiny(Attribute::WIDTH) || tiny(Attribute::HEIGHT) {
        return None;
    }
    // Lazy loaders put a placeholder into `src`, the image itself beside it.
    let source = [Attribute::DATA_SRC, Attribute::SRC]
        .into_iter()
        .find_map(|name| page.attribute(node, name).and_then(safe))?;
    Some(Image { source, alt: page.attribute(node, Attribute::ALT).unwrap_or("") })
}

/// The figure close around a node.
pub fn figure(page: &Page, node: usize) -> Option<usize> {
    page.ancestors(node).take(5).find(|&around| page.tag(around) == Tag::FIGURE)
}
