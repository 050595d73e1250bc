//! Pages of which only a menu is kept.

use crate::html::names::{Attribute, Tag};
use crate::page::Page;
use crate::page::class_words::ClassWords;
use crate::winnow::features::TextBlock;

static MENUS: ClassWords =
    ClassWords::new(&["nav", "navbar", "navigation", "menu", "topnav", "mainmenu", "topmenu"]);

/// Words of the longest entry of a menu.
const MAX_ENTRY: u32 = 4;
/// Levels around an entry where its menu may be.
const LEVELS: usize = 6;

/// Whether all these blocks, of which there must be some, are entries of a menu.
pub fn is_menu<'a>(page: &Page, blocks: impl Iterator<Item = &'a TextBlock>) -> bool {
    let mut blocks = blocks.peekable();
    blocks.peek().is_some() && blocks.all(|block| is_entry(page, block))
}

fn is_entry(page: &Page, block: &TextBlock) -> bool {
    block.text.words <= MAX_ENTRY
        && block.link_share() >= 0.9
        && page.ancestors(block.node).take(LEVELS).any(|node| is_menu_element(page, node))
}

fn is_menu_element(page: &Page, node: usize) -> bool {
    let mut attributes = page.node_attributes(node);
    page.tag(node) == Tag::NAV
        || attributes.any(|(name, value)| match name {
            Attribute::CLASS | Attribute::ID => {
                !matches!(page.tag(node), Tag::BODY | Tag::HTML) && MENUS.find(value).is_some()
            }
            Attribute::ROLE => matches!(value, "navigation" | "menu" | "menubar"),
            _ => false,
        })
}
