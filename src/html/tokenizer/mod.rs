//! The HTML standard's tokenizer: text → tokens, as ranges of the source.
//!
//! The tokenizer copies and decodes nothing. A token is a range of the source, and its `Form` says
//! how to decode it (`character_data.rs`). The tree builder pulls tokens one at a time and sets
//! `mode` where the standard switches the tokenizer's state.

mod declarations;
mod raw;
mod scripts;

use crate::html::names::{ATTRIBUTE_LOOKUP, Attribute, TAG_LOOKUP, Tag, key_of, name_at};
use crate::html::swar::find_either;
use memchr::memchr;

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

/// How the source of a text is decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Like `Data`, without any character references.
    Plain,
    /// Character references are decoded; NULs stay for the tree builder.
    Data,
    /// Character references are decoded; NULs become U+FFFD.
    Rcdata,
    /// Nothing is decoded; NULs become U+FFFD.
    Raw,
    /// Nothing is decoded and NULs stay.
    Cdata,
}

/// The tokenizer's state.
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

/// An attribute of the source. Duplicates are in the list; the first one counts.
#[derive(Clone, Copy, Debug)]
pub struct RawAttribute {
    pub name: Span,
    pub value: Span,
    pub known: Option<Attribute>,
}

/// The last tag. Its buffers are reused for the next one.
#[derive(Debug, Default)]
pub struct RawTag {
    pub name: Span,
    /// `None` for names that are not in `TAG_NAMES`.
    pub known: Option<Tag>,
    pub attributes: Vec<RawAttribute>,
    /// Number of attributes, stored or not.
    pub attribute_count: u32,
    pub self_closing: bool,
    /// Whether a value contains an ampersand.
    pub has_reference: bool,
    /// The source between the name and the closing `>`.
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

pub struct Tokenizer<'a> {
    pub source: &'a str,
    bytes: &'a [u8],
    at: usize,
    pub mode: Mode,
    /// Whether `<![CDATA[` opens a CDATA section, as in foreign content.
    pub cdata_allowed: bool,
    pub tag: RawTag,
    pub doctype: Doctype,
    /// The start tag whose end tag closes raw text.
    pub last_start: Vec<u8>,
    /// Whether to store attributes that are not in `ATTRIBUTE_NAMES`.
    keep_all_attributes: bool,
    /// Raw text elements without an end tag in the rest of the source, so that no second search is
    /// needed.
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

    /// The end of the last token in the source.
    pub fn position(&self) -> usize {
        self.at
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

    /// Finds the next `<` that opens markup, or the end; any other `<` is text. The form shows
    /// whether an ampersand was found.
    #[inline]
    fn next_markup(&self, from: usize) -> (usize, Form) {
        let mut form = Form::Plain;
        let mut at = from;
        while let Some(&byte) = self.bytes.get(at) {
            // Tags often follow each other directly.
            if byte != b'<' {
                let rest = &self.bytes[at..];
                let found = match form {
                    Form::Plain => find_either(rest, b'<', b'&'),
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

    /// Reads the markup at `open`; `None` if it gives no token (`</>`, a truncated tag).
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

    /// Reads name and attributes into `self.tag`. Returns false if the source ends inside the tag.
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

    /// Reads the attributes at `from` into `self.tag` again. Returns their length in bytes.
    pub fn attributes_at(&mut self, from: usize) -> usize {
        self.tag.attributes.clear();
        self.read_attributes(from);
        self.at - from
    }

    fn read_attributes(&mut self, from: usize) -> bool {
        let bytes = self.bytes;
        let mut at = from;
        loop {
            // Before a name, spaces and slashes are skipped; `/>` closes the tag.
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

    /// Reads the value at `at`: its span and the position after it; `None` if the source ends
    /// inside it.
    #[inline]
    fn attribute_value(&mut self, at: usize) -> Option<(Span, usize)> {
        match *self.bytes.get(at)? {
            quote @ (b'"' | b'\'') => {
                let start = at + 1;
                let mut length = find_either(self.bytes.get(start..)?, quote, b'&')?;
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
}

/// Finds the end of the name at `start`, not before `least`, and its key.
#[inline(always)]
fn read_name(bytes: &[u8], start: usize, least: usize, ends: u8) -> (usize, u64) {
    if let Some((length, key)) = name_at(&bytes[start..]) {
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
    fn attribute_values_may_contain_brackets() {
        assert_eq!(tokens("<a title='>' b=\">\">c"), ["<a>", "c"]);
    }

    #[test]
    fn a_truncated_tag_is_dropped() {
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
    fn unclosed_raw_text_ends_at_the_next_tag() {
        let mut tokenizer = Tokenizer::new("<title>a<p>b");
        tokenizer.next_token();
        tokenizer.enter_raw(Mode::Rcdata);
        assert_eq!(tokenizer.next_token(), Token::Text(Span::new(7, 8), Form::Plain));
        assert_eq!(tokenizer.next_token(), Token::StartTag);
    }
}
