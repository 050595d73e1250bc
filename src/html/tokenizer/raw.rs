//! Raw text: elements whose content is text up to their end tag.

use super::scripts::script_end;
use super::{CLASS, Form, Mode, Span, TAG_NAME_END, Token, Tokenizer};
use memchr::{memchr, memmem};

impl Tokenizer<'_> {
    /// Reads text up to the end tag of `last_start`, or to the end; `None` if it is empty.
    pub(super) fn raw_text(&mut self) -> Option<Token> {
        let start = self.at;
        let (end, after, form) = match self.mode {
            Mode::Cdata => {
                let found = memmem::find(self.rest(start), b"]]>").map(|i| start + i);
                let end = found.unwrap_or(self.bytes.len());
                (end, found.map_or(end, |i| i + 3), Form::Cdata)
            }
            Mode::Plaintext => (self.bytes.len(), self.bytes.len(), Form::Raw),
            Mode::Script => {
                let end = script_end(self.bytes, start);
                (end, end, Form::Raw)
            }
            Mode::Rcdata | Mode::Rawtext | Mode::Data => {
                let end = self.raw_end(start).unwrap_or(self.bytes.len());
                (end, end, if self.mode == Mode::Rcdata { Form::Rcdata } else { Form::Raw })
            }
        };
        self.mode = Mode::Data;
        self.at = after;
        (end > start).then(|| Token::Text(Span::new(start, end), form))
    }

    /// Finds `</last_start` followed by the end of a tag name.
    fn raw_end(&self, from: usize) -> Option<usize> {
        let name = &self.last_start;
        let mut from = from;
        loop {
            let open = from + memchr(b'<', self.bytes.get(from..)?)?;
            if is_end_tag(self.bytes, open, name) {
                return Some(open);
            }
            from = open + 1;
        }
    }

    /// Enters raw text after a start tag. Without an end tag the text ends at the next markup, so
    /// that a missing `</title>` does not swallow the page.
    pub fn enter_raw(&mut self, mode: Mode) {
        self.last_start.clear();
        let name = self.tag.name.of(self.source).to_ascii_lowercase();
        self.last_start.extend_from_slice(name.as_bytes());
        self.mode = mode;
        if matches!(mode, Mode::Rcdata | Mode::Rawtext) && !self.closes() {
            self.mode = Mode::Data;
        }
    }

    fn closes(&mut self) -> bool {
        if self.never_closed.contains(&self.last_start) {
            return false;
        }
        let closes = self.raw_end(self.at).is_some();
        if !closes {
            self.never_closed.push(self.last_start.clone());
        }
        closes
    }
}

/// Whether `</name` and the end of a tag name are at `open`.
pub fn is_end_tag(bytes: &[u8], open: usize, name: &[u8]) -> bool {
    let after = open + 2 + name.len();
    bytes.get(open + 1) == Some(&b'/')
        && bytes.get(open + 2..after).is_some_and(|found| found.eq_ignore_ascii_case(name))
        && bytes.get(after).is_some_and(|b| CLASS[*b as usize] & TAG_NAME_END != 0)
}
