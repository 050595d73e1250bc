//! Tokenizes a text into 64-bit hashes.

use crate::hash::mix_strong;
use crate::html::whitespace::{WORD, class, skip_space, space_width};
use crate::page::counts::{is_single_char_word, is_unspaced};
use std::ops::Range;

/// How a text is split into tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tokens {
    /// Words between white space; each character of a script without spaces is a token.
    Auto,
    /// Words between white space.
    Words,
    /// Every character but white space.
    Characters,
}

pub const NAMES: [(&str, Tokens); 3] =
    [("auto", Tokens::Auto), ("words", Tokens::Words), ("characters", Tokens::Characters)];

impl Tokens {
    pub fn named(name: &str) -> Option<Self> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, tokens)| *tokens)
    }

    pub fn name(self) -> &'static str {
        NAMES[self as usize].0
    }
}

/// Appends the hashes of a text's tokens. Control characters count as white space.
pub fn push_tokens(text: &str, by: Tokens, hashes: &mut Vec<u64>) {
    visit_tokens(text, by, |token| hashes.push(hash(&text.as_bytes()[token])));
}

/// Visits the byte range of each token of a text.
#[inline]
pub fn visit_tokens(text: &str, by: Tokens, mut visit: impl FnMut(Range<usize>)) {
    let bytes = text.as_bytes();
    let mut at = skip_space(bytes, 0);
    while at < bytes.len() {
        let (end, is_ascii) = word_end(bytes, at);
        match by {
            Tokens::Characters => visit_characters(text, at..end, &mut visit),
            Tokens::Auto if !is_ascii => visit_parts(text, at..end, &mut visit),
            _ => visit(at..end),
        }
        at = skip_space(bytes, end);
    }
}

/// The end of the word at `from`, and whether it is ASCII.
fn word_end(bytes: &[u8], from: usize) -> (usize, bool) {
    let (mut at, mut seen) = (from, 0);
    while at < bytes.len() && (class(bytes[at]) == WORD || space_width(bytes, at) == 0) {
        seen |= bytes[at];
        at += 1;
    }
    (at, seen < 0x80)
}

fn visit_characters(text: &str, word: Range<usize>, visit: &mut impl FnMut(Range<usize>)) {
    let start = word.start;
    text[word].char_indices().for_each(|(at, c)| visit(start + at..start + at + c.len_utf8()));
}

/// Splits a word into characters of scripts without spaces and the parts between them.
fn visit_parts(text: &str, word: Range<usize>, visit: &mut impl FnMut(Range<usize>)) {
    let mut start = word.start;
    let characters = text[word.clone()].char_indices().filter(|(_, c)| needs_no_spaces(*c));
    for (at, c) in characters.map(|(at, c)| (word.start + at, c)) {
        if start < at {
            visit(start..at);
        }
        start = at + c.len_utf8();
        visit(at..start);
    }
    if start < word.end {
        visit(start..word.end);
    }
}

/// Whether a script has no spaces between words: those of `Counts`, and Tibetan, Yi, Tai scripts,
/// Javanese, Balinese, and the extensions of Myanmar, Khmer and kana.
fn needs_no_spaces(c: char) -> bool {
    c > '\u{0DFF}'
        && (is_single_char_word(c)
            || is_unspaced(c)
            || matches!(c, '\u{0F00}'..='\u{0FFF}' | '\u{1950}'..='\u{19FF}'
                | '\u{1A20}'..='\u{1AAF}' | '\u{1B00}'..='\u{1B7F}' | '\u{3005}'..='\u{3007}'
                | '\u{3100}'..='\u{312F}' | '\u{31A0}'..='\u{31BF}' | '\u{31F0}'..='\u{31FF}'
                | '\u{A000}'..='\u{A4CF}' | '\u{A980}'..='\u{A9FF}' | '\u{AA60}'..='\u{AADF}'
                | '\u{FF66}'..='\u{FF9F}' | '\u{1AFF0}'..='\u{1B16F}'))
}

/// Hashes a token. Tokens of up to eight bytes never collide. The last eight bytes are padded with
/// zeros, which no token contains, since control characters are white space.
pub(super) fn hash(token: &[u8]) -> u64 {
    const SEED: u64 = 0x6A09_E667_F3BC_C908;
    let (words, rest) = token.as_chunks::<8>();
    let start = words.iter().fold(SEED, |hash, word| mix_strong(hash ^ u64::from_le_bytes(*word)));
    let last = rest.iter().rev().fold(0, |last, byte| last << 8 | u64::from(*byte));
    if last == 0 && !words.is_empty() { start } else { mix_strong(start ^ last) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hashes(text: &str, by: Tokens) -> Vec<u64> {
        let mut hashes = Vec::new();
        push_tokens(text, by, &mut hashes);
        hashes
    }

    fn assert_tokens(text: &str, by: Tokens, tokens: &[&str]) {
        let expected: Vec<u64> = tokens.iter().map(|token| hash(token.as_bytes())).collect();
        assert_eq!(hashes(text, by), expected, "{text:?} {by:?}");
    }

    #[test]
    fn any_white_space_separates_words() {
        let text = "\t It's\u{a0}a\u{3000}long, \u{e9}t\u{e9}\0end\n";
        assert_tokens(text, Tokens::Words, &["It's", "a", "long,", "\u{e9}t\u{e9}", "end"]);
    }

    #[test]
    fn characters_without_spaces_are_tokens_in_mixed_text() {
        assert_tokens("用Rust写 the code。", Tokens::Auto, &["用", "Rust", "写", "the", "code。"]);
        assert_tokens("用Rust写 a", Tokens::Words, &["用Rust写", "a"]);
        assert_tokens("ab 写", Tokens::Characters, &["a", "b", "写"]);
    }

    #[test]
    fn all_scripts_without_spaces_are_split() {
        for text in ["ไทย", "ລາວ", "ខ្មែ", "မြန်", "かナ", "བོད", "ꆈꌠ", "ﾃｽﾄ"]
        {
            assert_eq!(hashes(text, Tokens::Auto).len(), text.chars().count(), "{text}");
        }
        for text in ["한국어", "עברית", "हिन्दी", "ქართული"] {
            assert_eq!(hashes(text, Tokens::Auto).len(), 1, "{text}");
        }
    }

    #[test]
    fn every_byte_of_a_token_affects_its_hash() {
        let long = "abcdefghijklmnopqrstuvwxyz";
        let mut all: Vec<u64> = (1..=26).map(|end| hash(&long.as_bytes()[..end])).collect();
        all.extend((1..26).map(|start| hash(&long.as_bytes()[start..])));
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 51);
    }

    #[test]
    fn blank_text_has_no_tokens() {
        for by in [Tokens::Auto, Tokens::Words, Tokens::Characters] {
            assert!(hashes("", by).is_empty() && hashes(" \n\u{2003}\0", by).is_empty());
        }
    }

    #[test]
    fn names_are_in_the_order_of_their_kinds() {
        for (name, tokens) in NAMES {
            assert_eq!((tokens.name(), Tokens::named(name)), (name, Some(tokens)));
        }
    }
}
