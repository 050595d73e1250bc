//! The insertion modes inside tables, with foster parenting of misplaced content.

use super::formatting::Formatting;
use super::open::Scope;
use super::{Builder, Input, Insertion, NONE, Step};
use crate::html::names::{Attribute, Tag};

impl Builder<'_> {
    pub(super) fn in_table(&mut self, input: Input) -> Step {
        match input {
            Input::Text(..)
                if matches!(
                    self.open.current_tag(),
                    Some(
                        Tag::TABLE | Tag::TBODY | Tag::TEMPLATE | Tag::TFOOT | Tag::THEAD | Tag::TR
                    )
                ) =>
            {
                self.table_text.clear();
                self.original = self.insertion;
                self.insertion = Insertion::InTableText;
                Step::Again
            }
            Input::Comment(span) => {
                self.insert_comment(span, self.open.current());
                Step::Done
            }
            Input::Doctype => Step::Done,
            Input::Start(tag) => self.start_in_table(tag, input),
            Input::End(tag) => match tag {
                Tag::TABLE => {
                    self.close_table();
                    Step::Done
                }
                Tag::BODY
                | Tag::CAPTION
                | Tag::COL
                | Tag::COLGROUP
                | Tag::HTML
                | Tag::TBODY
                | Tag::TD
                | Tag::TFOOT
                | Tag::TH
                | Tag::THEAD
                | Tag::TR => Step::Done,
                Tag::TEMPLATE => self.in_head(input),
                _ => self.foster_in_body(input),
            },
            Input::Eof => self.in_body(input),
            Input::Text(..) => self.foster_in_body(input),
        }
    }

    fn start_in_table(&mut self, tag: Tag, input: Input) -> Step {
        match tag {
            Tag::CAPTION => {
                self.open.pop_back_to(&[Tag::TABLE]);
                self.formatting.push(Formatting::Marker);
                self.insert(tag);
                self.insertion = Insertion::InCaption;
                Step::Done
            }
            Tag::COLGROUP => {
                self.open.pop_back_to(&[Tag::TABLE]);
                self.insert(tag);
                self.insertion = Insertion::InColumnGroup;
                Step::Done
            }
            Tag::COL => {
                self.open.pop_back_to(&[Tag::TABLE]);
                self.insert_implied(Tag::COLGROUP);
                self.insertion = Insertion::InColumnGroup;
                Step::Again
            }
            Tag::TBODY | Tag::TFOOT | Tag::THEAD => {
                self.open.pop_back_to(&[Tag::TABLE]);
                self.insert(tag);
                self.insertion = Insertion::InTableBody;
                Step::Done
            }
            Tag::TD | Tag::TH | Tag::TR => {
                self.open.pop_back_to(&[Tag::TABLE]);
                self.insert_implied(Tag::TBODY);
                self.insertion = Insertion::InTableBody;
                Step::Again
            }
            Tag::TABLE => {
                if self.close_table() {
                    Step::Again
                } else {
                    Step::Done
                }
            }
            Tag::STYLE | Tag::SCRIPT | Tag::TEMPLATE => self.in_head(input),
            Tag::INPUT if self.is_hidden_input() => {
                self.insert_void(tag);
                Step::Done
            }
            Tag::FORM => {
                if self.form == NONE && !self.open.has(Tag::TEMPLATE) {
                    self.form = self.insert(tag);
                    self.open.pop();
                }
                Step::Done
            }
            _ => self.foster_in_body(input),
        }
    }

    pub(super) fn is_hidden_input(&self) -> bool {
        self.attribute(Attribute::TYPE).is_some_and(|kind| kind.eq_ignore_ascii_case("hidden"))
    }

    fn close_table(&mut self) -> bool {
        if !self.open.in_scope(Tag::TABLE, Scope::Table) {
            return false;
        }
        self.open.pop_until(Tag::TABLE);
        self.reset_insertion();
        true
    }

    fn foster_in_body(&mut self, input: Input) -> Step {
        self.foster = true;
        let step = self.in_body(input);
        self.foster = false;
        step
    }

    pub(super) fn in_table_text(&mut self, input: Input) -> Step {
        if let Input::Text(span, form) = input {
            self.table_text.push((span, form));
            return Step::Done;
        }
        let texts = std::mem::take(&mut self.table_text);
        let blank = texts.iter().all(|(span, _)| self.is_blank(*span));
        for (span, form) in &texts {
            if blank {
                self.insert_text(*span, *form);
            } else {
                self.foster_in_body(Input::Text(*span, *form));
            }
        }
        self.table_text = texts;
        self.table_text.clear();
        self.insertion = self.original;
        Step::Again
    }

    pub(super) fn in_caption(&mut self, input: Input) -> Step {
        match input {
            Input::End(Tag::CAPTION) => {
                self.close_caption();
                Step::Done
            }
            Input::Start(
                Tag::CAPTION
                | Tag::COL
                | Tag::COLGROUP
                | Tag::TBODY
                | Tag::TD
                | Tag::TFOOT
                | Tag::TH
                | Tag::THEAD
                | Tag::TR,
            )
            | Input::End(Tag::TABLE) => {
                if self.close_caption() {
                    Step::Again
                } else {
                    Step::Done
                }
            }
            Input::End(
                Tag::BODY
                | Tag::COL
                | Tag::COLGROUP
                | Tag::HTML
                | Tag::TBODY
                | Tag::TD
                | Tag::TFOOT
                | Tag::TH
                | Tag::THEAD
                | Tag::TR,
            ) => Step::Done,
            _ => self.in_body(input),
        }
    }

    fn close_caption(&mut self) -> bool {
        if !self.open.in_scope(Tag::CAPTION, Scope::Table) {
            return false;
        }
        self.open.pop_implied(None);
        self.open.pop_until(Tag::CAPTION);
        self.clear_formatting_to_marker();
        self.insertion = Insertion::InTable;
        true
    }

    pub(super) fn in_column_group(&mut self, input: Input) -> Step {
        match input {
            Input::Text(span, form) => {
                let (blank, rest) = self.split_blank(span);
                self.insert_text(blank, form);
                if !rest.is_empty() && self.close_column_group() {
                    self.process(Input::Text(rest, form));
                }
                return Step::Done;
            }
            Input::Comment(span) => {
                self.insert_comment(span, self.open.current());
                return Step::Done;
            }
            Input::Doctype | Input::End(Tag::COL) => return Step::Done,
            Input::Start(Tag::HTML) => return self.in_body(input),
            Input::Start(Tag::COL) => {
                self.insert_void(Tag::COL);
                return Step::Done;
            }
            Input::End(Tag::COLGROUP) => {
                self.close_column_group();
                return Step::Done;
            }
            Input::Start(Tag::TEMPLATE) | Input::End(Tag::TEMPLATE) => return self.in_head(input),
            Input::Eof => return self.in_body(input),
            _ => {}
        }
        if self.close_column_group() { Step::Again } else { Step::Done }
    }

    fn close_column_group(&mut self) -> bool {
        if !self.open.current_is(Tag::COLGROUP) {
            return false;
        }
        self.open.pop();
        self.insertion = Insertion::InTable;
        true
    }

    pub(super) fn in_table_body(&mut self, input: Input) -> Step {
        const SECTIONS: &[Tag] = &[Tag::TBODY, Tag::TFOOT, Tag::THEAD];
        match input {
            Input::Start(Tag::TR) => {
                self.open.pop_back_to(SECTIONS);
                self.insert(Tag::TR);
                self.insertion = Insertion::InRow;
                Step::Done
            }
            Input::Start(Tag::TD | Tag::TH) => {
                self.open.pop_back_to(SECTIONS);
                self.insert_implied(Tag::TR);
                self.insertion = Insertion::InRow;
                Step::Again
            }
            Input::End(tag @ (Tag::TBODY | Tag::TFOOT | Tag::THEAD)) => {
                if self.open.in_scope(tag, Scope::Table) {
                    self.open.pop_back_to(SECTIONS);
                    self.open.pop();
                    self.insertion = Insertion::InTable;
                }
                Step::Done
            }
            Input::Start(
                Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::TBODY | Tag::TFOOT | Tag::THEAD,
            )
            | Input::End(Tag::TABLE) => {
                let section = |tag: Tag| SECTIONS.contains(&tag);
                if self.open.scope_index(section, Scope::Table).is_none() {
                    return Step::Done;
                }
                self.open.pop_back_to(SECTIONS);
                self.open.pop();
                self.insertion = Insertion::InTable;
                Step::Again
            }
            Input::End(
                Tag::BODY
                | Tag::CAPTION
                | Tag::COL
                | Tag::COLGROUP
                | Tag::HTML
                | Tag::TD
                | Tag::TH
                | Tag::TR,
            ) => Step::Done,
            _ => self.in_table(input),
        }
    }

    pub(super) fn in_row(&mut self, input: Input) -> Step {
        match input {
            Input::Start(tag @ (Tag::TD | Tag::TH)) => {
                self.open.pop_back_to(&[Tag::TR]);
                self.insert(tag);
                self.insertion = Insertion::InCell;
                self.formatting.push(Formatting::Marker);
                Step::Done
            }
            Input::End(Tag::TR) => {
                self.close_row();
                Step::Done
            }
            Input::Start(
                Tag::CAPTION
                | Tag::COL
                | Tag::COLGROUP
                | Tag::TBODY
                | Tag::TFOOT
                | Tag::THEAD
                | Tag::TR,
            )
            | Input::End(Tag::TABLE) => {
                if self.close_row() {
                    Step::Again
                } else {
                    Step::Done
                }
            }
            Input::End(tag @ (Tag::TBODY | Tag::TFOOT | Tag::THEAD)) => {
                if self.open.in_scope(tag, Scope::Table) && self.close_row() {
                    Step::Again
                } else {
                    Step::Done
                }
            }
            Input::End(
                Tag::BODY | Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::HTML | Tag::TD | Tag::TH,
            ) => Step::Done,
            _ => self.in_table(input),
        }
    }

    fn close_row(&mut self) -> bool {
        if !self.open.in_scope(Tag::TR, Scope::Table) {
            return false;
        }
        self.open.pop_back_to(&[Tag::TR]);
        self.open.pop();
        self.insertion = Insertion::InTableBody;
        true
    }

    pub(super) fn in_cell(&mut self, input: Input) -> Step {
        match input {
            Input::End(tag @ (Tag::TD | Tag::TH)) => {
                if self.open.in_scope(tag, Scope::Table) {
                    self.open.pop_implied(None);
                    self.open.pop_until(tag);
                    self.clear_formatting_to_marker();
                    self.insertion = Insertion::InRow;
                }
                Step::Done
            }
            Input::Start(
                Tag::CAPTION
                | Tag::COL
                | Tag::COLGROUP
                | Tag::TBODY
                | Tag::TD
                | Tag::TFOOT
                | Tag::TH
                | Tag::THEAD
                | Tag::TR,
            ) => {
                if self.close_cell() {
                    Step::Again
                } else {
                    Step::Done
                }
            }
            Input::End(Tag::BODY | Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::HTML) => {
                Step::Done
            }
            Input::End(tag @ (Tag::TABLE | Tag::TBODY | Tag::TFOOT | Tag::THEAD | Tag::TR)) => {
                if self.open.in_scope(tag, Scope::Table) && self.close_cell() {
                    Step::Again
                } else {
                    Step::Done
                }
            }
            _ => self.in_body(input),
        }
    }

    fn close_cell(&mut self) -> bool {
        let is_cell = |tag: Tag| matches!(tag, Tag::TD | Tag::TH);
        if self.open.scope_index(is_cell, Scope::Table).is_none() {
            return false;
        }
        self.open.pop_implied(None);
        self.open.pop_until_one(is_cell);
        self.clear_formatting_to_marker();
        self.insertion = Insertion::InRow;
        true
    }

    /// Resets the insertion mode to match the open elements.
    pub(super) fn reset_insertion(&mut self) {
        for index in (0..self.open.len()).rev() {
            let Some(element) = self.open.element(index) else {
                continue;
            };
            if element.namespace != super::Namespace::Html {
                continue;
            }
            self.insertion = match element.tag {
                Tag::TD | Tag::TH => Insertion::InCell,
                Tag::TR => Insertion::InRow,
                Tag::TBODY | Tag::THEAD | Tag::TFOOT => Insertion::InTableBody,
                Tag::CAPTION => Insertion::InCaption,
                Tag::COLGROUP => Insertion::InColumnGroup,
                Tag::TABLE => Insertion::InTable,
                Tag::TEMPLATE => {
                    self.template_insertions.last().copied().unwrap_or(Insertion::InBody)
                }
                Tag::HEAD => Insertion::InHead,
                Tag::BODY => Insertion::InBody,
                Tag::FRAMESET => Insertion::InFrameset,
                Tag::HTML if self.head == NONE => Insertion::BeforeHead,
                Tag::HTML => Insertion::AfterHead,
                _ => continue,
            };
            return;
        }
        self.insertion = Insertion::InBody;
    }
}
