//! Foreign content: SVG and MathML inside HTML.

use super::{Builder, Input, Kind, Namespace, Step};
use crate::html::names::{Attribute, Tag};

impl Builder<'_> {
    #[inline]
    pub(super) fn in_foreign(&self) -> bool {
        self.open.last().is_some_and(|e| e.namespace != Namespace::Html)
    }

    #[inline]
    pub(super) fn uses_foreign_rules(&self, input: Input) -> bool {
        self.in_foreign() && self.current_rejects_html(input)
    }

    /// Integration points accept HTML although they are foreign elements.
    fn current_rejects_html(&self, input: Input) -> bool {
        let Some(current) = self.open.last() else {
            return false;
        };
        match input {
            Input::Eof => false,
            Input::Start(Tag::SVG) if current.tag == Tag::ANNOTATION_XML => {
                current.namespace != Namespace::MathMl
            }
            Input::Start(tag) if self.is_text_integration(current.tag, current.namespace) => {
                matches!(tag, Tag::MGLYPH | Tag::MALIGNMARK)
            }
            Input::Text(..) if self.is_text_integration(current.tag, current.namespace) => false,
            Input::Start(_) | Input::Text(..) => !self.is_html_integration(current.item),
            _ => true,
        }
    }

    fn is_text_integration(&self, tag: Tag, namespace: Namespace) -> bool {
        namespace == Namespace::MathMl
            && matches!(tag, Tag::MI | Tag::MO | Tag::MN | Tag::MS | Tag::MTEXT)
    }

    fn is_html_integration(&self, item: u32) -> bool {
        let item = self.item(item);
        match item.kind {
            Kind::Element(Namespace::Svg) => {
                matches!(item.tag, Tag::FOREIGNOBJECT | Tag::DESC | Tag::TITLE)
            }
            Kind::Element(Namespace::MathMl) if item.tag == Tag::ANNOTATION_XML => {
                let range = item.span.start as usize..item.span.end as usize;
                range.map(|index| self.tree.attributes.get(index)).any(|(name, value)| {
                    name == Attribute::ENCODING
                        && (value.eq_ignore_ascii_case("text/html")
                            || value.eq_ignore_ascii_case("application/xhtml+xml"))
                })
            }
            _ => false,
        }
    }

    /// The standard's "special" category, including foreign elements.
    pub(super) fn is_special(&self, tag: Tag, namespace: Namespace) -> bool {
        match namespace {
            Namespace::Html => tag.is_special(),
            Namespace::Svg => matches!(tag, Tag::FOREIGNOBJECT | Tag::DESC | Tag::TITLE),
            Namespace::MathMl => {
                self.is_text_integration(tag, namespace) || tag == Tag::ANNOTATION_XML
            }
        }
    }

    pub(super) fn insert_foreign(&mut self, tag: Tag, namespace: Namespace) {
        let item = self.insert_item_here(tag, namespace);
        if !self.tokens.tag.self_closing {
            self.open.push(item, tag, namespace);
        }
    }

    /// Applies the rules of foreign content. `Again` passes the token to the current insertion
    /// mode.
    pub(super) fn foreign_content(&mut self, input: Input) -> Step {
        match input {
            Input::Text(span, form) => {
                if !self.is_blank(span) {
                    self.frameset_ok = false;
                }
                self.insert_text(span, form);
                Step::Done
            }
            Input::Comment(span) => {
                self.insert_comment(span, self.open.current());
                Step::Done
            }
            Input::Doctype => Step::Done,
            Input::Start(tag) if self.breaks_out(tag) => self.break_out(),
            Input::End(Tag::BR | Tag::P) => self.break_out(),
            Input::Start(tag) => {
                let namespace = self.open.last().map_or(Namespace::Svg, |e| e.namespace);
                self.insert_foreign(tag, namespace);
                Step::Done
            }
            Input::End(tag) => self.close_foreign(tag),
            Input::Eof => Step::Again,
        }
    }

    /// HTML tags that close a foreign element.
    fn breaks_out(&self, tag: Tag) -> bool {
        match tag {
            Tag::FONT => self.tokens.tag.attributes.iter().any(|a| {
                matches!(a.known, Some(Attribute::COLOR | Attribute::FACE | Attribute::SIZE))
            }),
            Tag::B
            | Tag::BIG
            | Tag::BLOCKQUOTE
            | Tag::BODY
            | Tag::BR
            | Tag::CENTER
            | Tag::CODE
            | Tag::DD
            | Tag::DIV
            | Tag::DL
            | Tag::DT
            | Tag::EM
            | Tag::EMBED
            | Tag::H1
            | Tag::H2
            | Tag::H3
            | Tag::H4
            | Tag::H5
            | Tag::H6
            | Tag::HEAD
            | Tag::HR
            | Tag::I
            | Tag::IMG
            | Tag::LI
            | Tag::LISTING
            | Tag::MENU
            | Tag::META
            | Tag::NOBR
            | Tag::OL
            | Tag::P
            | Tag::PRE
            | Tag::RUBY
            | Tag::S
            | Tag::SMALL
            | Tag::SPAN
            | Tag::STRONG
            | Tag::STRIKE
            | Tag::SUB
            | Tag::SUP
            | Tag::TABLE
            | Tag::TT
            | Tag::U
            | Tag::UL
            | Tag::VAR => true,
            _ => false,
        }
    }

    fn break_out(&mut self) -> Step {
        while let Some(current) = self.open.last() {
            if current.namespace == Namespace::Html
                || self.is_text_integration(current.tag, current.namespace)
                || self.is_html_integration(current.item)
            {
                break;
            }
            self.open.pop();
        }
        Step::Again
    }

    fn close_foreign(&mut self, tag: Tag) -> Step {
        let mut index = self.open.len();
        while index > 1 {
            index -= 1;
            let Some(element) = self.open.element(index) else {
                return Step::Done;
            };
            if element.namespace == Namespace::Html {
                return Step::Again;
            }
            if element.tag == tag {
                self.open.truncate(index);
                return Step::Done;
            }
        }
        Step::Done
    }
}
