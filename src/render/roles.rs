//! The role of an element for the renderers.

use crate::html::names::Tag;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    None,
    // Containers of blocks.
    List,
    Item,
    Terms,
    Term,
    Definition,
    Quote,
    Table,
    Row,
    Cell,
    Caption,
    // Elements around whole blocks or parts of a text.
    Heading,
    Pre,
    Math,
    // Inline styles.
    Strong,
    Emphasis,
    Code,
    Sub,
    Sup,
    Link,
}

impl Role {
    pub fn of(tag: Tag) -> Role {
        match tag {
            Tag::UL | Tag::OL | Tag::MENU | Tag::DIR => Role::List,
            Tag::LI => Role::Item,
            Tag::DL => Role::Terms,
            Tag::DT => Role::Term,
            Tag::DD => Role::Definition,
            Tag::BLOCKQUOTE => Role::Quote,
            Tag::TABLE => Role::Table,
            Tag::TR => Role::Row,
            Tag::TD | Tag::TH => Role::Cell,
            Tag::CAPTION => Role::Caption,
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => Role::Heading,
            Tag::PRE | Tag::LISTING | Tag::XMP | Tag::PLAINTEXT | Tag::TEXTAREA => Role::Pre,
            Tag::MATH => Role::Math,
            Tag::B | Tag::STRONG => Role::Strong,
            Tag::I | Tag::EM => Role::Emphasis,
            Tag::CODE | Tag::TT | Tag::SAMP | Tag::KBD => Role::Code,
            Tag::SUB => Role::Sub,
            Tag::SUP => Role::Sup,
            Tag::A => Role::Link,
            _ => Role::None,
        }
    }

    pub fn is_container(self) -> bool {
        (Role::List as u8..=Role::Caption as u8).contains(&(self as u8))
    }

    pub fn is_style(self) -> bool {
        self as u8 >= Role::Strong as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_fall_into_three_groups() {
        assert!(Role::of(Tag::UL).is_container() && Role::of(Tag::CAPTION).is_container());
        assert!(!Role::of(Tag::H1).is_container() && !Role::of(Tag::H1).is_style());
        assert!(Role::of(Tag::B).is_style() && Role::of(Tag::A).is_style());
        assert!(!Role::of(Tag::DIV).is_container() && !Role::of(Tag::SPAN).is_style());
    }
}
