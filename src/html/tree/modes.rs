//! The insertion modes outside body and tables: prologue, head, templates, framesets, epilogue.

use super::{Builder, DOCUMENT, Input, Insertion, NONE, Step};
use crate::html::names::Tag;
use crate::html::tokenizer::{Mode, Span};

impl Builder<'_> {
    #[inline]
    pub(super) fn step(&mut self, insertion: Insertion, input: Input) -> Step {
        match insertion {
            Insertion::InBody => self.in_body(input),
            Insertion::Text => self.in_text(input),
            Insertion::InTable => self.in_table(input),
            Insertion::InTableText => self.in_table_text(input),
            Insertion::InCaption => self.in_caption(input),
            Insertion::InColumnGroup => self.in_column_group(input),
            Insertion::InTableBody => self.in_table_body(input),
            Insertion::InRow => self.in_row(input),
            Insertion::InCell => self.in_cell(input),
            Insertion::Initial => self.initial(input),
            Insertion::BeforeHtml => self.before_html(input),
            Insertion::BeforeHead => self.before_head(input),
            Insertion::InHead => self.in_head(input),
            Insertion::InHeadNoscript => self.in_head_noscript(input),
            Insertion::AfterHead => self.after_head(input),
            Insertion::InTemplate => self.in_template(input),
            Insertion::AfterBody | Insertion::AfterAfterBody => self.after_body(input),
            Insertion::InFrameset => self.in_frameset(input),
            Insertion::AfterFrameset | Insertion::AfterAfterFrameset => self.after_frameset(input),
        }
    }

    fn initial(&mut self, input: Input) -> Step {
        match input {
            Input::Text(span, _) if self.is_blank(span) => return Step::Done,
            Input::Comment(span) => {
                self.insert_comment(span, DOCUMENT);
                return Step::Done;
            }
            Input::Doctype => {
                self.read_doctype();
                self.insertion = Insertion::BeforeHtml;
                return Step::Done;
            }
            _ => {}
        }
        self.quirks = true;
        self.insertion = Insertion::BeforeHtml;
        Step::Again
    }

    fn before_html(&mut self, input: Input) -> Step {
        match input {
            Input::Doctype => return Step::Done,
            Input::Comment(span) => {
                self.insert_comment(span, DOCUMENT);
                return Step::Done;
            }
            Input::Text(span, _) if self.is_blank(span) => return Step::Done,
            Input::Start(Tag::HTML) => {
                self.insert(Tag::HTML);
                self.insertion = Insertion::BeforeHead;
                return Step::Done;
            }
            Input::End(tag) if !matches!(tag, Tag::HEAD | Tag::BODY | Tag::HTML | Tag::BR) => {
                return Step::Done;
            }
            _ => {}
        }
        self.insert_implied(Tag::HTML);
        self.insertion = Insertion::BeforeHead;
        Step::Again
    }

    fn before_head(&mut self, input: Input) -> Step {
        match input {
            Input::Doctype => return Step::Done,
            Input::Comment(span) => {
                self.insert_comment(span, self.open.current());
                return Step::Done;
            }
            Input::Text(span, _) if self.is_blank(span) => return Step::Done,
            Input::Start(Tag::HTML) => return self.in_body(input),
            Input::Start(Tag::HEAD) => {
                self.head = self.insert(Tag::HEAD);
                self.insertion = Insertion::InHead;
                return Step::Done;
            }
            Input::End(tag) if !matches!(tag, Tag::HEAD | Tag::BODY | Tag::HTML | Tag::BR) => {
                return Step::Done;
            }
            _ => {}
        }
        self.head = self.insert_implied(Tag::HEAD);
        self.insertion = Insertion::InHead;
        Step::Again
    }

    pub(super) fn in_head(&mut self, input: Input) -> Step {
        match input {
            Input::Text(span, form) => {
                let (blank, rest) = self.split_blank(span);
                self.insert_text(blank, form);
                if rest.is_empty() {
                    return Step::Done;
                }
                // The white space is inserted; only the rest is processed again.
                self.leave_head();
                self.process(Input::Text(rest, form));
                return Step::Done;
            }
            Input::Comment(span) => {
                self.insert_comment(span, self.open.current());
                return Step::Done;
            }
            Input::Doctype => return Step::Done,
            Input::Start(tag) => match tag {
                Tag::HTML => return self.in_body(input),
                Tag::BASE | Tag::BASEFONT | Tag::BGSOUND | Tag::LINK | Tag::META => {
                    self.insert_void(tag);
                    return Step::Done;
                }
                Tag::TITLE => {
                    self.insert_raw(tag, Mode::Rcdata);
                    return Step::Done;
                }
                Tag::NOFRAMES | Tag::STYLE => {
                    self.insert_raw(tag, Mode::Rawtext);
                    return Step::Done;
                }
                Tag::NOSCRIPT => {
                    self.insert(tag);
                    self.insertion = Insertion::InHeadNoscript;
                    return Step::Done;
                }
                Tag::SCRIPT => {
                    self.insert_raw(tag, Mode::Script);
                    return Step::Done;
                }
                Tag::TEMPLATE => {
                    self.open_template();
                    return Step::Done;
                }
                Tag::HEAD => return Step::Done,
                _ => {}
            },
            Input::End(tag) => match tag {
                Tag::HEAD => {
                    self.leave_head();
                    return Step::Done;
                }
                Tag::TEMPLATE => {
                    self.close_template();
                    return Step::Done;
                }
                Tag::BODY | Tag::HTML | Tag::BR => {}
                _ => return Step::Done,
            },
            Input::Eof => {}
        }
        self.leave_head();
        Step::Again
    }

    fn leave_head(&mut self) {
        self.open.pop();
        self.insertion = Insertion::AfterHead;
    }

    fn open_template(&mut self) {
        self.insert(Tag::TEMPLATE);
        self.formatting.push(super::formatting::Formatting::Marker);
        self.frameset_ok = false;
        self.insertion = Insertion::InTemplate;
        self.template_insertions.push(Insertion::InTemplate);
    }

    fn close_template(&mut self) {
        if !self.open.has(Tag::TEMPLATE) {
            return;
        }
        self.open.pop_implied_thoroughly();
        self.open.pop_until(Tag::TEMPLATE);
        self.clear_formatting_to_marker();
        self.template_insertions.pop();
        self.reset_insertion();
    }

    fn in_head_noscript(&mut self, input: Input) -> Step {
        match input {
            Input::Doctype => return Step::Done,
            Input::Start(Tag::HTML) => return self.in_body(input),
            Input::End(Tag::NOSCRIPT) => {
                self.open.pop();
                self.insertion = Insertion::InHead;
                return Step::Done;
            }
            Input::Comment(_)
            | Input::Start(
                Tag::BASEFONT | Tag::BGSOUND | Tag::LINK | Tag::META | Tag::NOFRAMES | Tag::STYLE,
            ) => return self.in_head(input),
            Input::Text(span, _) if self.is_blank(span) => return self.in_head(input),
            Input::Start(Tag::HEAD | Tag::NOSCRIPT) => return Step::Done,
            Input::End(tag) if tag != Tag::BR => return Step::Done,
            _ => {}
        }
        self.open.pop();
        self.insertion = Insertion::InHead;
        Step::Again
    }

    fn after_head(&mut self, input: Input) -> Step {
        match input {
            Input::Text(span, form) => {
                let (blank, rest) = self.split_blank(span);
                self.insert_text(blank, form);
                if rest.is_empty() {
                    return Step::Done;
                }
                self.insert_implied(Tag::BODY);
                self.insertion = Insertion::InBody;
                self.process(Input::Text(rest, form));
                return Step::Done;
            }
            Input::Comment(span) => {
                self.insert_comment(span, self.open.current());
                return Step::Done;
            }
            Input::Doctype => return Step::Done,
            Input::Start(tag) => match tag {
                Tag::HTML => return self.in_body(input),
                Tag::BODY => {
                    self.insert(Tag::BODY);
                    self.frameset_ok = false;
                    self.insertion = Insertion::InBody;
                    return Step::Done;
                }
                Tag::FRAMESET => {
                    self.insert(Tag::FRAMESET);
                    self.insertion = Insertion::InFrameset;
                    return Step::Done;
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
                    return self.back_in_head(input);
                }
                Tag::HEAD => return Step::Done,
                _ => {}
            },
            Input::End(tag) => match tag {
                Tag::TEMPLATE => return self.in_head(input),
                Tag::BODY | Tag::HTML | Tag::BR => {}
                _ => return Step::Done,
            },
            Input::Eof => {}
        }
        self.insert_implied(Tag::BODY);
        self.insertion = Insertion::InBody;
        Step::Again
    }

    /// Inserts head elements after `</head>` into the head.
    fn back_in_head(&mut self, input: Input) -> Step {
        let head = self.head;
        if head == NONE {
            return Step::Done;
        }
        self.open.push(head, Tag::HEAD, super::Namespace::Html);
        let step = self.in_head(input);
        if let Some(index) = self.open.index_of_item(head) {
            self.open.remove(index);
        }
        step
    }

    /// Rules inside an element that contains only text.
    fn in_text(&mut self, input: Input) -> Step {
        match input {
            Input::Text(span, form) => {
                self.insert_text(span, form);
                Step::Done
            }
            Input::End(tag) if self.open.last().is_some_and(|e| e.tag == tag) => {
                self.open.pop();
                self.insertion = self.original;
                Step::Done
            }
            // There is no end tag (`Tokenizer::enter_raw`), or the page ends here.
            _ => {
                self.open.pop();
                self.insertion = self.original;
                Step::Again
            }
        }
    }

    fn in_template(&mut self, input: Input) -> Step {
        match input {
            Input::Text(..) | Input::Comment(_) | Input::Doctype => self.in_body(input),
            Input::Start(tag) => {
                let insertion = match tag {
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
                        return self.in_head(input);
                    }
                    Tag::CAPTION | Tag::COLGROUP | Tag::TBODY | Tag::TFOOT | Tag::THEAD => {
                        Insertion::InTable
                    }
                    Tag::COL => Insertion::InColumnGroup,
                    Tag::TR => Insertion::InTableBody,
                    Tag::TD | Tag::TH => Insertion::InRow,
                    _ => Insertion::InBody,
                };
                self.template_insertions.pop();
                self.template_insertions.push(insertion);
                self.insertion = insertion;
                Step::Again
            }
            Input::End(Tag::TEMPLATE) => self.in_head(input),
            Input::End(_) => Step::Done,
            Input::Eof => {
                if !self.open.has(Tag::TEMPLATE) {
                    return Step::Done;
                }
                self.open.pop_until(Tag::TEMPLATE);
                self.clear_formatting_to_marker();
                self.template_insertions.pop();
                self.reset_insertion();
                Step::Again
            }
        }
    }

    /// Rules after `</body>` and after `</html>`.
    fn after_body(&mut self, input: Input) -> Step {
        let after_html = self.insertion == Insertion::AfterAfterBody;
        match input {
            Input::Text(span, _) if self.is_blank(span) => self.in_body(input),
            Input::Comment(span) => {
                let parent = if after_html { DOCUMENT } else { self.open.at(0) };
                self.insert_comment(span, parent);
                Step::Done
            }
            Input::Doctype | Input::Eof => Step::Done,
            Input::Start(Tag::HTML) => self.in_body(input),
            Input::End(Tag::HTML) if !after_html => {
                self.insertion = Insertion::AfterAfterBody;
                Step::Done
            }
            _ => {
                self.insertion = Insertion::InBody;
                Step::Again
            }
        }
    }

    fn in_frameset(&mut self, input: Input) -> Step {
        match input {
            Input::Text(span, form) => self.insert_blanks(span, form),
            Input::Comment(span) => self.insert_comment(span, self.open.current()),
            Input::Start(Tag::HTML) => return self.in_body(input),
            Input::Start(Tag::FRAMESET) => {
                self.insert(Tag::FRAMESET);
            }
            Input::Start(Tag::FRAME) => self.insert_void(Tag::FRAME),
            Input::Start(Tag::NOFRAMES) => return self.in_head(input),
            Input::End(Tag::FRAMESET) if self.open.len() > 1 => {
                self.open.pop();
                if !self.open.current_is(Tag::FRAMESET) {
                    self.insertion = Insertion::AfterFrameset;
                }
            }
            _ => {}
        }
        Step::Done
    }

    fn after_frameset(&mut self, input: Input) -> Step {
        let after_html = self.insertion == Insertion::AfterAfterFrameset;
        match input {
            Input::Text(span, form) => self.insert_blanks(span, form),
            Input::Comment(span) => {
                let parent = if after_html { DOCUMENT } else { self.open.current() };
                self.insert_comment(span, parent);
            }
            Input::Start(Tag::HTML) => return self.in_body(input),
            Input::Start(Tag::NOFRAMES) => return self.in_head(input),
            Input::End(Tag::HTML) => self.insertion = Insertion::AfterAfterFrameset,
            _ => {}
        }
        Step::Done
    }

    /// Frames have no text: inserts only the white space.
    fn insert_blanks(&mut self, span: Span, form: crate::html::tokenizer::Form) {
        let mut rest = span;
        while !rest.is_empty() {
            let (blank, text) = self.split_blank(rest);
            self.insert_text(blank, form);
            let source = text.of(self.tokens.source);
            let skip = source.bytes().position(crate::html::tokenizer::is_space);
            rest = Span::new(text.start as usize + skip.unwrap_or(source.len()), text.end as usize);
        }
    }
}
