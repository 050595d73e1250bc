//! Where a block stands: in the page, in which elements, and what its own element is.

use super::kinds;
use super::shown::ratio;
use crate::page::flags;

/// The one input of blocks without text to choose from.
pub const HIDDEN: &[(&str, &str)] =
    &[("empty", "whether the block has no text to choose from; all other inputs are then 0")];

inputs! {
    (all, i) {
        let node = all.shown[i].node;
        let parent = all.page.parent(node).unwrap_or(node);
        let around = &all.outline.around[node];
        let inside = |kind: u32| around.kinds & kind != 0;
        let hiding = all.shown[i].hiding;
        let flags = all.page.runs.flags[all.shown[i].first_run];
    }
    "index" "blocks before it" = i;
    "place" "share of blocks before it" = ratio(i as u32, all.shown.len() as u32);
    "words before" "share of words before it" =
        ratio(all.running.words[i], all.outline.total().words);
    "depth" "elements around it" = all.page.nodes.depth[node];
    "tag" "kind of its element, from paragraphs over headings and cells to controls and menus" =
        kinds::rank(all.page.tag(node));
    "parent tag" "kind of the element around that" = kinds::rank(all.page.tag(parent));
    "heading" "level of the heading it is in, else 0" = around.heading;
    "in list" "in a list" = inside(kinds::LIST);
    "in table" "in a table" = inside(kinds::TABLE);
    "in form" "in a form" = inside(kinds::FORM);
    "in nav" "in a menu, by tag or role" = inside(kinds::NAV);
    "in aside" "in an aside, by tag or role" = inside(kinds::ASIDE);
    "in header" "in a header, by tag or role" = inside(kinds::HEADER);
    "in footer" "in a footer, by tag or role" = inside(kinds::FOOTER);
    "in main" "in the main part, by tag or role" = inside(kinds::MAIN);
    "in article" "in an article, by tag or role" = inside(kinds::ARTICLE);
    "in figure" "in a figure" = inside(kinds::FIGURE);
    "in dialog" "in a dialog, by tag or role" = inside(kinds::DIALOG);
    "in control" "in a button, label or option" = inside(kinds::CONTROL);
    "in quote" "in a block quotation" = inside(kinds::QUOTE);
    "hidden" "whether the hidden attribute hides it" = hiding & flags::HIDDEN != 0;
    "aria hidden" "whether it is hidden from screen readers" = hiding & flags::ARIA_HIDDEN != 0;
    "not displayed" "whether its style hides it" = hiding & flags::DISPLAY_NONE != 0;
    "in noscript" "in a noscript element" = flags & flags::NOSCRIPT != 0;
    "in pre" "in preformatted text" = flags & flags::PRE != 0;
}
