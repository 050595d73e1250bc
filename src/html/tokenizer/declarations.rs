//! Markup that begins with `<!` or `<?`: comments, doctypes, CDATA sections.

use super::{Doctype, Mode, SPACE, Span, Token, Tokenizer, is_space};
use memchr::{memchr, memchr2, memmem};

impl Tokenizer<'_> {
    /// Reads a bogus comment: everything up to the next `>`.
    pub(super) fn bogus_comment(&mut self, start: usize) -> Token {
        let end = memchr(b'>', self.rest(start)).map_or(self.bytes.len(), |i| start + i);
        self.at = (end + 1).min(self.bytes.len());
        Token::Comment(Span::new(start, end))
    }

    /// Reads the markup after `<!`.
    pub(super) fn declaration(&mut self, at: usize) -> Option<Token> {
        let rest = self.rest(at);
        if rest.starts_with(b"--") {
            return Some(self.comment(at + 2));
        }
        if rest.len() >= 7 && rest[..7].eq_ignore_ascii_case(b"doctype") {
            return Some(self.read_doctype(at + 7));
        }
        if self.cdata_allowed && rest.starts_with(b"[CDATA[") {
            self.at = at + 7;
            self.mode = Mode::Cdata;
            return self.raw_text();
        }
        Some(self.bogus_comment(at))
    }

    fn comment(&mut self, start: usize) -> Token {
        let rest = self.rest(start);
        for (closer, length) in [(&b">"[..], 1), (&b"->"[..], 2)] {
            if rest.starts_with(closer) {
                self.at = start + length;
                return Token::Comment(Span::new(start, start));
            }
        }
        let mut from = start;
        while let Some(found) = memmem::find(self.rest(from), b"--") {
            let mut after = from + found + 2;
            while self.byte(after) == Some(b'-') {
                after += 1;
            }
            let closing = match (self.byte(after), self.byte(after + 1)) {
                (Some(b'>'), _) => 1,
                (Some(b'!'), Some(b'>')) => 2,
                _ => {
                    from = after;
                    continue;
                }
            };
            self.at = after + closing;
            return Token::Comment(Span::new(start, after - 2));
        }
        // An unclosed comment drops a partial `--!>` or `-->` at the end of the source.
        let end = self.bytes.len();
        let cut = [&b"--!"[..], b"--", b"-"].into_iter().find(|mark| rest.ends_with(mark));
        self.at = end;
        Token::Comment(Span::new(start, end - cut.map_or(0, |mark| mark.len())))
    }

    fn skip_spaces(&self, at: usize) -> usize {
        let mut at = at;
        while self.class(at) & SPACE != 0 {
            at += 1;
        }
        at
    }

    fn read_doctype(&mut self, at: usize) -> Token {
        let close = |from: usize| memchr(b'>', self.rest(from)).map(|i| from + i);
        let mut doctype = Doctype::default();
        let mut at = self.skip_spaces(at);
        let mut finished = false;
        match self.byte(at) {
            None | Some(b'>') => doctype.force_quirks = true,
            Some(_) => {
                let start = at;
                while self.byte(at).is_some_and(|b| b != b'>' && !is_space(b)) {
                    at += 1;
                }
                doctype.name = Some(Span::new(start, at));
                at = self.skip_spaces(at);
                let rest = self.rest(at);
                let keyword = |word: &[u8]| rest.len() >= 6 && rest[..6].eq_ignore_ascii_case(word);
                if keyword(b"public") || keyword(b"system") {
                    let has_public = keyword(b"public");
                    at = self.skip_spaces(at + 6);
                    if has_public {
                        (doctype.public, at, finished) = self.quoted(at);
                        at = self.skip_spaces(at);
                    }
                    let missing_public = has_public && doctype.public.is_none();
                    if !finished && !missing_public {
                        (doctype.system, at, finished) = self.quoted(at);
                        at = self.skip_spaces(at);
                    }
                    let absent = if has_public {
                        doctype.public.is_none()
                    } else {
                        doctype.system.is_none()
                    };
                    // After a valid public identifier, `>` may follow. Anything but a quote is an
                    // error there, and so is a missing first identifier.
                    let stray_after_public = has_public
                        && doctype.system.is_none()
                        && !matches!(self.byte(at), Some(b'>') | None);
                    doctype.force_quirks = finished || absent || stray_after_public;
                } else if !matches!(self.byte(at), Some(b'>')) {
                    doctype.force_quirks = true;
                }
            }
        }
        if !finished {
            match close(at) {
                Some(end) => at = end + 1,
                None => {
                    // The source ends where more was expected. After junk the flag is already set.
                    doctype.force_quirks |= at >= self.bytes.len();
                    at = self.bytes.len();
                }
            }
        }
        self.at = at;
        self.doctype = doctype;
        Token::Doctype
    }

    /// Reads a quoted identifier: its span, the position after it, and whether a `>` inside it or
    /// the end of the source ended the doctype early.
    fn quoted(&self, at: usize) -> (Option<Span>, usize, bool) {
        let Some(quote @ (b'"' | b'\'')) = self.byte(at) else {
            return (None, at, false);
        };
        let start = at + 1;
        match memchr2(quote, b'>', self.rest(start)) {
            Some(length) if self.bytes[start + length] == quote => {
                (Some(Span::new(start, start + length)), start + length + 1, false)
            }
            Some(length) => (Some(Span::new(start, start + length)), start + length + 1, true),
            None => (Some(Span::new(start, self.bytes.len())), self.bytes.len(), true),
        }
    }
}
