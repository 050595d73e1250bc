//! The insertion mode "in body", which handles most of a page.

use super::formatting::Formatting;
use super::open::Scope;
use super::{Builder, Input, Insertion, NONE, Namespace, Step};
use crate::html::names::Tag;
use crate::html::tokenizer::{Form, Mode, Span};

impl Builder<'_> {
    pub(super) fn in_body(&mut self, input: Input) -> Step {
        match input {
            Input::Text(span, form) => {
                self.text_in_body(span, form);
                Step::Done
            }
            Input::Start(tag) => self.start_in_body(tag),
            Input::End(tag) => self.end_in_body(tag),
            Input::Comment(span) => {
                self.insert_comment(span, self.open.current());
                Step::Done
            }
            Input::Doctype => Step::Done,
            Input::Eof if !self.template_insertions.is_empty() => {
                self.step(Insertion::InTemplate, input)
            }
            Input::Eof => Step::Done,
        }
    }

    pub(super) fn text_in_body(&mut self, span: Span, form: Form) {
        self.reconstruct();
        self.insert_text(span, form);
        if self.frameset_ok && !self.is_blank(span) {
            self.frameset_ok = false;
        }
    }

    pub(super) fn start_in_body(&mut self, tag: Tag) -> Step {
        match tag {
            Tag::DIV
            | Tag::P
            | Tag::UL
            | Tag::OL
            | Tag::SECTION
            | Tag::ARTICLE
            | Tag::ASIDE
            | Tag::HEADER
            | Tag::FOOTER
            | Tag::NAV
            | Tag::MAIN
            | Tag::FIGURE
            | Tag::FIGCAPTION
            | Tag::BLOCKQUOTE
            | Tag::ADDRESS
            | Tag::CENTER
            | Tag::DETAILS
            | Tag::DIALOG
            | Tag::DIR
            | Tag::DL
            | Tag::FIELDSET
            | Tag::HGROUP
            | Tag::MENU
            | Tag::SEARCH
            | Tag::SUMMARY => {
                self.close_p_in_scope();
                self.insert(tag);
            }
            Tag::A => {
                if let Some(item) = self.last_formatting(Tag::A) {
                    self.adopt(Tag::A);
                    self.forget_formatting(item);
                    if let Some(index) = self.open.index_of_item(item) {
                        self.open.remove(index);
                    }
                }
                self.reconstruct();
                self.insert_formatting(tag);
            }
            Tag::LI => {
                self.close_list_item(|found| found == Tag::LI);
                self.insert(tag);
            }
            Tag::DD | Tag::DT => {
                self.close_list_item(|found| matches!(found, Tag::DD | Tag::DT));
                self.insert(tag);
            }
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => {
                self.close_p_in_scope();
                if self.open.current_tag().is_some_and(|t| t.heading_level().is_some()) {
                    self.open.pop();
                }
                self.insert(tag);
            }
            Tag::NOBR => {
                self.reconstruct();
                if self.open.in_scope(Tag::NOBR, Scope::Default) {
                    self.adopt(Tag::NOBR);
                    self.reconstruct();
                }
                self.insert_formatting(tag);
            }
            _ if tag.is_formatting() => {
                self.reconstruct();
                self.insert_formatting(tag);
            }
            Tag::IMG | Tag::IMAGE | Tag::BR | Tag::AREA | Tag::EMBED | Tag::KEYGEN | Tag::WBR => {
                self.reconstruct();
                self.insert_void(if tag == Tag::IMAGE { Tag::IMG } else { tag });
                self.frameset_ok = false;
            }
            Tag::BASE
            | Tag::BASEFONT
            | Tag::BGSOUND
            | Tag::LINK
            | Tag::META
            | Tag::NOFRAMES
            | Tag::SCRIPT
            | Tag::STYLE
            | Tag::TEMPLATE
            | Tag::TITLE => {
                return self.in_head(Input::Start(tag));
            }
            Tag::SVG => {
                self.reconstruct();
                self.insert_foreign(tag, Namespace::Svg);
            }
            Tag::MATH => {
                self.reconstruct();
                self.insert_foreign(tag, Namespace::MathMl);
            }
            Tag::TABLE => {
                if !self.quirks {
                    self.close_p_in_scope();
                }
                self.insert(tag);
                self.frameset_ok = false;
                self.insertion = Insertion::InTable;
            }
            Tag::PRE | Tag::LISTING => {
                self.close_p_in_scope();
                self.insert(tag);
                self.skip_line_break = true;
                self.frameset_ok = false;
            }
            Tag::FORM => {
                let in_template = self.open.has(Tag::TEMPLATE);
                if self.form == NONE || in_template {
                    self.close_p_in_scope();
                    let item = self.insert(tag);
                    if !in_template {
                        self.form = item;
                    }
                }
            }
            Tag::BUTTON => {
                if self.open.in_scope(Tag::BUTTON, Scope::Default) {
                    self.open.pop_implied(None);
                    self.open.pop_until(Tag::BUTTON);
                }
                self.reconstruct();
                self.insert(tag);
                self.frameset_ok = false;
            }
            Tag::APPLET | Tag::MARQUEE | Tag::OBJECT => {
                self.reconstruct();
                self.insert(tag);
                self.formatting.push(Formatting::Marker);
                self.frameset_ok = false;
            }
            Tag::INPUT => {
                if self.open.in_scope(Tag::SELECT, Scope::Default) {
                    self.open.pop_until(Tag::SELECT);
                }
                self.reconstruct();
                self.insert_void(tag);
                self.frameset_ok &= self.is_hidden_input();
            }
            Tag::PARAM | Tag::SOURCE | Tag::TRACK => self.insert_void(tag),
            Tag::HR => {
                self.close_p_in_scope();
                if self.open.in_scope(Tag::SELECT, Scope::Default) {
                    self.open.pop_implied(None);
                }
                self.insert_void(tag);
                self.frameset_ok = false;
            }
            Tag::TEXTAREA => {
                self.insert_raw(tag, Mode::Rcdata);
                self.skip_line_break = true;
                self.frameset_ok = false;
            }
            Tag::XMP => {
                self.close_p_in_scope();
                self.reconstruct();
                self.frameset_ok = false;
                self.insert_raw(tag, Mode::Rawtext);
            }
            Tag::IFRAME => {
                self.frameset_ok = false;
                self.insert_raw(tag, Mode::Rawtext);
            }
            Tag::NOEMBED => self.insert_raw(tag, Mode::Rawtext),
            Tag::PLAINTEXT => {
                self.close_p_in_scope();
                self.insert(tag);
                self.tokens.mode = Mode::Plaintext;
            }
            Tag::SELECT => {
                if self.open.in_scope(Tag::SELECT, Scope::Default) {
                    self.open.pop_until(Tag::SELECT);
                } else {
                    self.reconstruct();
                    self.insert(tag);
                    self.frameset_ok = false;
                }
            }
            Tag::OPTION | Tag::OPTGROUP => {
                if self.open.in_scope(Tag::SELECT, Scope::Default) {
                    self.open.pop_implied((tag == Tag::OPTION).then_some(Tag::OPTGROUP));
                } else if self.open.current_is(Tag::OPTION) {
                    self.open.pop();
                }
                self.reconstruct();
                self.insert(tag);
            }
            Tag::RB | Tag::RTC => {
                if self.open.in_scope(Tag::RUBY, Scope::Default) {
                    self.open.pop_implied(None);
                }
                self.insert(tag);
            }
            Tag::RP | Tag::RT => {
                if self.open.in_scope(Tag::RUBY, Scope::Default) {
                    self.open.pop_implied(Some(Tag::RTC));
                }
                self.insert(tag);
            }
            Tag::HTML => {
                if !self.open.has(Tag::TEMPLATE) {
                    self.add_attributes(self.open.at(0));
                }
            }
            Tag::BODY => {
                if let Some(index) = self.body_index().filter(|_| !self.open.has(Tag::TEMPLATE)) {
                    self.frameset_ok = false;
                    self.add_attributes(self.open.at(index));
                }
            }
            Tag::FRAMESET => self.replace_body_by_frameset(),
            Tag::CAPTION
            | Tag::COL
            | Tag::COLGROUP
            | Tag::FRAME
            | Tag::HEAD
            | Tag::TBODY
            | Tag::TD
            | Tag::TFOOT
            | Tag::TH
            | Tag::THEAD
            | Tag::TR => {}
            _ => {
                self.reconstruct();
                self.insert(tag);
            }
        }
        Step::Done
    }

    fn body_index(&self) -> Option<usize> {
        self.open.element(1).filter(|e| e.tag == Tag::BODY).map(|_| 1)
    }

    fn replace_body_by_frameset(&mut self) {
        if !self.frameset_ok || self.body_index().is_none() {
            return;
        }
        self.detach(self.open.at(1));
        self.open.truncate(1);
        self.insert(Tag::FRAMESET);
        self.insertion = Insertion::InFrameset;
    }

    #[inline]
    fn close_p_in_scope(&mut self) {
        if self.open.in_scope(Tag::P, Scope::Button) {
            self.close_p();
        }
    }

    fn close_p(&mut self) {
        self.open.pop_implied(Some(Tag::P));
        self.open.pop_until(Tag::P);
    }

    /// Closes an open list item, and a paragraph in it, before the next item.
    fn close_list_item(&mut self, same: impl Fn(Tag) -> bool) {
        self.frameset_ok = false;
        for index in (0..self.open.len()).rev() {
            let Some(element) = self.open.element(index) else {
                break;
            };
            let is_html = element.namespace == Namespace::Html;
            if is_html && same(element.tag) {
                self.open.pop_implied(Some(element.tag));
                self.open.truncate(index);
                break;
            }
            let passes = is_html && matches!(element.tag, Tag::ADDRESS | Tag::DIV | Tag::P);
            if self.is_special(element.tag, element.namespace) && !passes {
                break;
            }
        }
        self.close_p_in_scope();
    }

    pub(super) fn end_in_body(&mut self, tag: Tag) -> Step {
        match tag {
            Tag::DIV
            | Tag::UL
            | Tag::OL
            | Tag::SECTION
            | Tag::ARTICLE
            | Tag::ASIDE
            | Tag::HEADER
            | Tag::FOOTER
            | Tag::NAV
            | Tag::MAIN
            | Tag::FIGURE
            | Tag::FIGCAPTION
            | Tag::BLOCKQUOTE
            | Tag::ADDRESS
            | Tag::BUTTON
            | Tag::CENTER
            | Tag::DETAILS
            | Tag::DIALOG
            | Tag::DIR
            | Tag::DL
            | Tag::FIELDSET
            | Tag::HGROUP
            | Tag::LISTING
            | Tag::MENU
            | Tag::PRE
            | Tag::SEARCH
            | Tag::SELECT
            | Tag::SUMMARY => {
                if let Some(index) = self.known_scope_index(tag, Scope::Default) {
                    self.open.truncate(index);
                }
            }
            Tag::P => {
                if !self.open.in_scope(Tag::P, Scope::Button) {
                    self.insert_implied(Tag::P);
                }
                self.close_p();
            }
            Tag::A
            | Tag::B
            | Tag::BIG
            | Tag::CODE
            | Tag::EM
            | Tag::FONT
            | Tag::I
            | Tag::NOBR
            | Tag::S
            | Tag::SMALL
            | Tag::STRIKE
            | Tag::STRONG
            | Tag::TT
            | Tag::U => self.adopt(tag),
            Tag::LI => {
                if let Some(index) = self.known_scope_index(tag, Scope::ListItem) {
                    self.open.truncate(index);
                }
            }
            Tag::DD | Tag::DT => {
                if let Some(index) = self.known_scope_index(tag, Scope::Default) {
                    self.open.truncate(index);
                }
            }
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => {
                let is_heading = |found: Tag| found.heading_level().is_some();
                if let Some(index) = self.open.scope_index(is_heading, Scope::Default) {
                    self.open.truncate(index);
                }
            }
            Tag::FORM => self.close_form(),
            Tag::APPLET | Tag::MARQUEE | Tag::OBJECT => {
                if let Some(index) = self.known_scope_index(tag, Scope::Default) {
                    self.open.truncate(index);
                    self.clear_formatting_to_marker();
                }
            }
            Tag::BR => {
                self.reconstruct();
                self.insert_implied(Tag::BR);
                self.open.pop();
                self.frameset_ok = false;
            }
            Tag::BODY | Tag::HTML => {
                if self.open.in_scope(Tag::BODY, Scope::Default) {
                    self.insertion = Insertion::AfterBody;
                    if tag == Tag::HTML {
                        return Step::Again;
                    }
                }
            }
            Tag::TEMPLATE => return self.in_head(Input::End(tag)),
            _ => self.close_any_other(tag),
        }
        Step::Done
    }

    fn known_scope_index(&self, tag: Tag, scope: Scope) -> Option<usize> {
        if !self.open.has(tag) {
            return None;
        }
        self.open.scope_index(|found| found == tag, scope)
    }

    fn close_form(&mut self) {
        if self.open.has(Tag::TEMPLATE) {
            if let Some(index) = self.known_scope_index(Tag::FORM, Scope::Default) {
                self.open.truncate(index);
            }
            return;
        }
        let form = std::mem::replace(&mut self.form, NONE);
        let Some(index) = self.known_scope_index(Tag::FORM, Scope::Default) else {
            return;
        };
        if self.open.at(index) != form {
            return;
        }
        self.open.pop_implied(None);
        if let Some(index) = self.open.index_of_item(form) {
            self.open.remove(index);
        }
    }

    /// Handles an end tag without a rule of its own: closes the nearest such element, unless a
    /// special element is open inside it.
    pub(super) fn close_any_other(&mut self, tag: Tag) {
        for index in (0..self.open.len()).rev() {
            let Some(element) = self.open.element(index) else {
                return;
            };
            if element.namespace == Namespace::Html && element.tag == tag {
                self.open.truncate(index);
                return;
            }
            if self.is_special(element.tag, element.namespace) {
                return;
            }
        }
    }
}
