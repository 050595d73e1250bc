//! Text → tokens, by the HTML standard's tokenizer, as ranges of the source.
//!
//! Nothing is copied or decoded here: a token says where its text lies, and `Form` says what a
//! reader still has to do with it (`text.rs`). The tree builder pulls tokens one at a time and
//! sets `mode` where the standard lets it steer the tokenizer.

use crate::names::{ATTRIBUTE_LOOKUP, Attribute, TAG_LOOKUP, Tag, key_of, short_name};
use crate::scripts::script_end;
use memchr::{memchr, memchr2, memmem};

/// A range of the source, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    #[inline]
    pub fn new(start: usize, end: usize) -> Self {
        Span { start: start as u32, end: end as u32 }
    }

    #[inline]
    pub fn of(self, source: &str) -> &str {
        source.get(self.start as usize..self.end as usize).unwrap_or("")
    }

    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }
}

/// How the source of a stretch of text is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As `Data`, and known to have no character references.
    Plain,
    /// Character references count; NULs stay, for the tree builder to judge.
    Data,
    /// Character references count; NULs become U+FFFD.
    Rcdata,
    /// Nothing is decoded; NULs become U+FFFD.
    Raw,
    /// Nothing is decoded and NULs stay.
    Cdata,
}

/// What the tokenizer takes the coming bytes for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Data,
    Rcdata,
    Rawtext,
    Script,
    Plaintext,
    Cdata,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    Text(Span, Form),
    /// Name and attributes are in `Tokenizer::tag`.
    StartTag,
    EndTag,
    Comment(Span),
    /// Details are in `Tokenizer::doctype`.
    Doctype,
    End,
}

/// An attribute as written: a duplicate is still in the list, and the first one counts.
#[derive(Clone, Copy, Debug)]
pub struct RawAttribute {
    pub name: Span,
    pub value: Span,
    pub known: Option<Attribute>,
}

/// The tag read last; its buffers are used again for the next one.
#[derive(Debug, Default)]
pub struct RawTag {
    pub name: Span,
    /// `None` for names that are not in `TAG_NAMES`.
    pub known: Option<Tag>,
    pub attributes: Vec<RawAttribute>,
    /// How many attributes the tag has, kept or not.
    pub attribute_count: u32,
    pub self_closing: bool,
    /// A value has an ampersand in it.
    pub has_reference: bool,
    /// Everything between the name and the closing `>`.
    pub written: Span,
}

#[derive(Debug, Default, Clone)]
pub struct Doctype {
    pub name: Option<Span>,
    pub public: Option<Span>,
    pub system: Option<Span>,
    pub force_quirks: bool,
}

const SPACE: u8 = 1;
const TAG_NAME_END: u8 = 2;
const ATTRIBUTE_NAME_END: u8 = 4;
const UNQUOTED_END: u8 = 8;

static CLASS: [u8; 256] = {
    let mut table = [0; 256];
    let spaces = [b'\t', b'\n', 0x0C, b'\r', b' '];
    let mut i = 0;
    while i < spaces.len() {
        table[spaces[i] as usize] = SPACE | TAG_NAME_END | ATTRIBUTE_NAME_END | UNQUOTED_END;
        i += 1;
    }
    table[b'/' as usize] = TAG_NAME_END | ATTRIBUTE_NAME_END;
    table[b'>' as usize] = TAG_NAME_END | ATTRIBUTE_NAME_END | UNQUOTED_END;
    table[b'=' as usize] = ATTRIBUTE_NAME_END;
    table
};

#[inline]
pub fn is_space(byte: u8) -> bool {
    CLASS[byte as usize] & SPACE != 0
}

/// Nothing but white space and control characters, judged eight bytes at a time.
#[inline]
pub fn is_blank(bytes: &[u8]) -> bool {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // Most texts that are not blank show it at once.
    if bytes.last().is_some_and(|last| *last > b' ') {
        return false;
    }
    let (words, rest) = bytes.as_chunks::<8>();
    let blank_word = |word: &[u8; 8]| {
        let word = u64::from_le_bytes(*word);
        // Bit 7 ends up set in every byte above the space.
        let above = (word & (ONES * 0x7F)) + ONES * (0x7F - b' ' as u64);
        (above | word) & (ONES * 0x80) == 0
    };
    words.iter().all(blank_word) && rest.iter().all(|byte| *byte <= b' ')
}

pub struct Tokenizer<'a> {
    pub source: &'a str,
    bytes: &'a [u8],
    at: usize,
    pub mode: Mode,
    /// Whether `<![CDATA[` opens a CDATA section here, that is, in foreign content.
    pub cdata_allowed: bool,
    pub tag: RawTag,
    pub doctype: Doctype,
    /// The start tag whose end tag closes raw text.
    pub last_start: Vec<u8>,
    /// Keep attributes that the page tables have no column for.
    keep_all_attributes: bool,
    /// Raw text elements whose end tag was looked for in vain: it is not there later either.
    never_closed: Vec<Vec<u8>>,
}

impl<'a> Tokenizer<'a> {
    pub fn new(source: &'a str) -> Self {
        Tokenizer {
            source,
            bytes: source.as_bytes(),
            at: 0,
            mode: Mode::Data,
            cdata_allowed: false,
            tag: RawTag::default(),
            doctype: Doctype::default(),
            last_start: Vec::new(),
            keep_all_attributes: false,
            never_closed: Vec::new(),
        }
    }

    pub fn with_all_attributes(source: &'a str) -> Self {
        Tokenizer { keep_all_attributes: true, ..Tokenizer::new(source) }
    }

    #[inline]
    pub fn next_token(&mut self) -> Token {
        if self.mode != Mode::Data
            && let Some(token) = self.raw_text()
        {
            return token;
        }
        self.data()
    }

    #[inline]
    fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    #[inline]
    fn class(&self, at: usize) -> u8 {
        self.bytes.get(at).map_or(0, |b| CLASS[*b as usize])
    }

    fn rest(&self, at: usize) -> &'a [u8] {
        self.bytes.get(at..).unwrap_or(&[])
    }

    fn data(&mut self) -> Token {
        loop {
            let start = self.at;
            let (open, form) = self.next_markup(start);
            if open > start {
                self.at = open;
                return Token::Text(Span::new(start, open), form);
            }
            if open == self.bytes.len() {
                return Token::End;
            }
            if let Some(token) = self.markup(open) {
                return token;
            }
        }
    }

    /// Where the next `<` that opens markup stands, or the end; any other `<` is text. Says on the
    /// way whether an ampersand has passed.
    #[inline]
    fn next_markup(&self, from: usize) -> (usize, Form) {
        let mut form = Form::Plain;
        let mut at = from;
        while let Some(&byte) = self.bytes.get(at) {
            // Tags often follow each other at once.
            if byte != b'<' {
                let rest = &self.bytes[at..];
                let found = match form {
                    Form::Plain => memchr2(b'<', b'&', rest),
                    _ => memchr(b'<', rest),
                };
                let Some(found) = found else { break };
                at += found;
                if self.bytes[at] == b'&' {
                    form = Form::Data;
                    at += 1;
                    continue;
                }
            }
            match self.byte(at + 1) {
                Some(b) if b.is_ascii_alphabetic() || b == b'!' || b == b'?' => return (at, form),
                Some(b'/') if at + 2 < self.bytes.len() => return (at, form),
                _ => at += 1,
            }
        }
        (self.bytes.len(), form)
    }

    /// Reads the markup at `open`; `None` where it gives no token (`</>`, a tag cut off by the end).
    #[inline]
    fn markup(&mut self, open: usize) -> Option<Token> {
        match self.byte(open + 1) {
            Some(b'/') => match self.byte(open + 2) {
                Some(b) if b.is_ascii_alphabetic() => {
                    self.read_tag(open + 2).then_some(Token::EndTag)
                }
                Some(b'>') => {
                    self.at = open + 3;
                    None
                }
                _ => Some(self.bogus_comment(open + 2)),
            },
            Some(b'!') => self.declaration(open + 2),
            Some(b'?') => Some(self.bogus_comment(open + 1)),
            _ => self.read_tag(open + 1).then_some(Token::StartTag),
        }
    }

    /// Reads name and attributes into `self.tag`; false when the source ends inside the tag.
    fn read_tag(&mut self, start: usize) -> bool {
        let bytes = self.bytes;
        let (at, key) = read_name(bytes, start, start, TAG_NAME_END);
        self.tag.name = Span::new(start, at);
        self.tag.known =
            TAG_LOOKUP.find(key, &bytes[start..at]).map(|number| Tag(u16::from(number)));
        self.tag.attributes.clear();
        self.tag.attribute_count = 0;
        self.tag.self_closing = false;
        self.tag.has_reference = false;
        if bytes.get(at) == Some(&b'>') {
            self.tag.written = Span::new(at, at);
            self.at = at + 1;
            return true;
        }
        let complete = self.read_attributes(at);
        self.tag.written = Span::new(at, self.at - 1);
        complete
    }

    fn read_attributes(&mut self, from: usize) -> bool {
        let bytes = self.bytes;
        let mut at = from;
        loop {
            // Before a name: spaces and stray slashes mean nothing, `/>` closes the tag.
            loop {
                match bytes.get(at) {
                    None => {
                        self.at = bytes.len();
                        return false;
                    }
                    Some(b'>') => {
                        self.at = at + 1;
                        return true;
                    }
                    Some(b'/') => {
                        if bytes.get(at + 1) == Some(&b'>') {
                            self.tag.self_closing = true;
                        }
                        at += 1;
                    }
                    Some(&byte) if is_space(byte) => at += 1,
                    Some(_) => break,
                }
            }
            let name_start = at;
            // A name may begin with `=`.
            let (end, key) = read_name(bytes, name_start, name_start + 1, ATTRIBUTE_NAME_END);
            at = end;
            let name = Span::new(name_start, at);
            let known = ATTRIBUTE_LOOKUP.find(key, &bytes[name_start..at]).map(Attribute);
            while self.class(at) & SPACE != 0 {
                at += 1;
            }
            let mut value = Span::new(at, at);
            if bytes.get(at) == Some(&b'=') {
                at += 1;
                while self.class(at) & SPACE != 0 {
                    at += 1;
                }
                let Some((span, after)) = self.attribute_value(at) else {
                    self.at = bytes.len();
                    return false;
                };
                value = span;
                at = after;
            }
            self.tag.attribute_count += 1;
            if known.is_some() || self.keep_all_attributes {
                self.tag.attributes.push(RawAttribute { name, value, known });
            }
        }
    }

    /// The value that starts at `at`, and where to go on; `None` when the source ends inside it.
    #[inline]
    fn attribute_value(&mut self, at: usize) -> Option<(Span, usize)> {
        match *self.bytes.get(at)? {
            quote @ (b'"' | b'\'') => {
                let start = at + 1;
                let mut length = memchr2(quote, b'&', self.bytes.get(start..)?)?;
                if self.bytes[start + length] == b'&' {
                    self.tag.has_reference = true;
                    length += memchr(quote, &self.bytes[start + length..])?;
                }
                Some((Span::new(start, start + length), start + length + 1))
            }
            _ => {
                let mut end = at;
                while CLASS[*self.bytes.get(end)? as usize] & UNQUOTED_END == 0 {
                    end += 1;
                }
                self.tag.has_reference |= memchr(b'&', &self.bytes[at..end]).is_some();
                Some((Span::new(at, end), end))
            }
        }
    }

    /// Everything up to the next `>`.
    fn bogus_comment(&mut self, start: usize) -> Token {
        let end = memchr(b'>', self.rest(start)).map_or(self.bytes.len(), |i| start + i);
        self.at = (end + 1).min(self.bytes.len());
        Token::Comment(Span::new(start, end))
    }

    /// What follows `<!`.
    fn declaration(&mut self, at: usize) -> Option<Token> {
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
        // A comment that never ends loses the beginning of its end mark.
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
                    // After a good public identifier, `>` may follow at once; anything but a
                    // quote there is an error, as is whatever stands in for a first identifier.
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
                    // Cut off where something was still expected; after junk it is judged already.
                    doctype.force_quirks |= at >= self.bytes.len();
                    at = self.bytes.len();
                }
            }
        }
        self.at = at;
        self.doctype = doctype;
        Token::Doctype
    }

    /// A quoted identifier at `at`: its span, where to go on, and whether a `>` inside it or the
    /// end of the source finished the doctype early.
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

    /// Text up to the end tag that closes `last_start`, or to the end; `None` where it is empty.
    fn raw_text(&mut self) -> Option<Token> {
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

    /// Where `</last_start` stands, followed by what ends a tag name.
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

    /// Enters raw text after the start tag just read. Where its end tag never comes, the text ends
    /// at the next markup instead, so that a forgotten `</title>` does not swallow the page.
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

/// Where the name at `start` ends, at or after `least`, and its key.
#[inline(always)]
fn read_name(bytes: &[u8], start: usize, least: usize, ends: u8) -> (usize, u64) {
    if let Some((length, key)) = short_name(&bytes[start..]) {
        let end = start + length;
        if end >= least && CLASS[bytes[end] as usize] & ends != 0 {
            return (end, key);
        }
    }
    let mut end = least;
    while bytes.get(end).is_some_and(|b| CLASS[*b as usize] & ends == 0) {
        end += 1;
    }
    (end, key_of(&bytes[start..end]))
}

/// Whether `</name` and a name's end stand at `open`.
pub fn is_end_tag(bytes: &[u8], open: usize, name: &[u8]) -> bool {
    let after = open + 2 + name.len();
    bytes.get(open + 1) == Some(&b'/')
        && bytes.get(open + 2..after).is_some_and(|found| found.eq_ignore_ascii_case(name))
        && bytes.get(after).is_some_and(|b| CLASS[*b as usize] & TAG_NAME_END != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(source: &str) -> Vec<String> {
        let mut tokenizer = Tokenizer::new(source);
        let mut list = Vec::new();
        loop {
            list.push(match tokenizer.next_token() {
                Token::Text(span, _) => span.of(source).to_owned(),
                Token::StartTag => format!("<{}>", tokenizer.tag.name.of(source)),
                Token::EndTag => format!("</{}>", tokenizer.tag.name.of(source)),
                Token::Comment(span) => format!("!{}", span.of(source)),
                Token::Doctype => "doctype".to_owned(),
                Token::End => return list,
            });
        }
    }

    #[test]
    fn a_lone_angle_bracket_is_text() {
        assert_eq!(tokens("a < b <3 <"), ["a < b <3 <"]);
        assert_eq!(tokens("</> </ x>"), [" ", "! x"]);
    }

    #[test]
    fn attribute_values_may_hold_brackets() {
        assert_eq!(tokens("<a title='>' b=\">\">c"), ["<a>", "c"]);
    }

    #[test]
    fn a_tag_cut_off_by_the_end_is_dropped() {
        assert_eq!(tokens("a<b class='x"), ["a"]);
    }

    #[test]
    fn comments_end_as_in_browsers() {
        assert_eq!(
            tokens("<!-->a<!--->b<!-- c --!>d<!-- e"),
            ["!", "a", "!", "b", "! c ", "d", "! e"]
        );
    }

    #[test]
    fn raw_text_that_never_ends_stops_at_the_next_tag() {
        let mut tokenizer = Tokenizer::new("<title>a<p>b");
        tokenizer.next_token();
        tokenizer.enter_raw(Mode::Rcdata);
        assert_eq!(tokenizer.next_token(), Token::Text(Span::new(7, 8), Form::Plain));
        assert_eq!(tokenizer.next_token(), Token::StartTag);
    }

    #[test]
    fn blank_means_white_space_and_control_characters() {
        assert!(is_blank(b"") && is_blank(b" \n\t\r\x0C   \0   "));
        assert!(!is_blank(b"        x        ") && !is_blank("\u{a0} ".as_bytes()));
    }
}
