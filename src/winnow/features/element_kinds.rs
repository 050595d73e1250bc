//! Kinds of elements: bits for what encloses a block, and a rank for the block's own element.

use crate::html::names::Tag;

pub const LIST: u32 = 1 << 0;
pub const TABLE: u32 = 1 << 1;
pub const FORM: u32 = 1 << 2;
pub const NAV: u32 = 1 << 3;
pub const ASIDE: u32 = 1 << 4;
pub const HEADER: u32 = 1 << 5;
pub const FOOTER: u32 = 1 << 6;
pub const MAIN: u32 = 1 << 7;
pub const ARTICLE: u32 = 1 << 8;
pub const FIGURE: u32 = 1 << 9;
pub const DIALOG: u32 = 1 << 10;
pub const CONTROL: u32 = 1 << 11;
pub const QUOTE: u32 = 1 << 12;
pub const SECTION: u32 = 1 << 13;

/// Elements that group related content.
pub const CONTAINER: u32 =
    SECTION | ARTICLE | MAIN | LIST | TABLE | FORM | NAV | ASIDE | HEADER | FOOTER | DIALOG;

pub fn of_tag(tag: Tag) -> u32 {
    match tag {
        Tag::UL | Tag::OL | Tag::DL | Tag::MENU | Tag::DIR => LIST,
        Tag::TABLE => TABLE,
        Tag::FORM | Tag::FIELDSET | Tag::SEARCH => FORM,
        Tag::NAV => NAV,
        Tag::ASIDE => ASIDE,
        Tag::HEADER => HEADER,
        Tag::FOOTER => FOOTER,
        Tag::MAIN => MAIN,
        Tag::ARTICLE => ARTICLE,
        Tag::SECTION => SECTION,
        Tag::FIGURE => FIGURE,
        Tag::DIALOG => DIALOG,
        Tag::BUTTON | Tag::LABEL | Tag::OPTION | Tag::SELECT | Tag::SUMMARY | Tag::LEGEND => {
            CONTROL
        }
        Tag::BLOCKQUOTE => QUOTE,
        _ => 0,
    }
}

/// The tag that an ARIA role stands for.
pub fn tag_of_role(role: &str) -> Option<Tag> {
    match role.trim() {
        "navigation" | "menu" | "menubar" => Some(Tag::NAV),
        "complementary" => Some(Tag::ASIDE),
        "banner" => Some(Tag::HEADER),
        "contentinfo" => Some(Tag::FOOTER),
        "main" => Some(Tag::MAIN),
        "article" => Some(Tag::ARTICLE),
        "region" => Some(Tag::SECTION),
        "search" | "form" => Some(Tag::FORM),
        "dialog" | "alertdialog" => Some(Tag::DIALOG),
        "button" | "tab" | "option" => Some(Tag::BUTTON),
        "list" | "listbox" => Some(Tag::UL),
        "table" | "grid" => Some(Tag::TABLE),
        "figure" => Some(Tag::FIGURE),
        _ => None,
    }
}

/// Rank of a tag, from tags with mostly content to tags with mostly boilerplate, so that one
/// threshold separates well.
pub fn rank(tag: Tag) -> u8 {
    match tag {
        Tag::P => 0,
        Tag::BLOCKQUOTE | Tag::PRE => 1,
        tag if tag.heading_level().is_some() => 2,
        Tag::ARTICLE | Tag::MAIN => 3,
        Tag::FIGURE | Tag::FIGCAPTION | Tag::CAPTION => 4,
        Tag::TD | Tag::TH | Tag::TR | Tag::TABLE | Tag::TBODY => 5,
        Tag::DD | Tag::DT | Tag::DL => 6,
        Tag::LI | Tag::UL | Tag::OL => 7,
        Tag::SECTION => 8,
        Tag::DIV => 9,
        Tag::FORM | Tag::LABEL | Tag::BUTTON | Tag::OPTION | Tag::SELECT => 11,
        Tag::HEADER | Tag::FOOTER | Tag::NAV | Tag::ASIDE => 12,
        _ => 10,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::column;

    #[test]
    fn roles_count_as_their_tags() {
        let html = "<div role=' contentinfo '>a</div><footer>b</footer><div role=x>c</div>";
        assert_eq!(column(html, "in footer"), [1.0, 1.0, 0.0]);
    }
}
