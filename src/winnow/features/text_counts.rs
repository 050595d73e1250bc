//! Language-independent counts of a block's text.

use crate::html::swar::{HIGHS, ONES};
use crate::page::counts::{is_single_char_word, is_unspaced};

/// Letters of the longest short word. In many languages most short words are function words.
const SHORT: u32 = 3;

/// Counts of one block's visible text. The first three agree with `Counts`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextCounts {
    pub chars: u32,
    pub words: u32,
    pub sentences: u32,
    pub short_words: u32,
    pub letters: u32,
    pub capitals: u32,
    pub digits: u32,
    /// Characters that are neither letters nor digits.
    pub marks: u32,
    pub commas: u32,
    /// Numbers from 1900 to 2099.
    pub years: u32,
    /// Currency signs.
    pub currencies: u32,
    /// Bars, bullets, slashes and arrows, which separate entries.
    pub separators: u32,
    pub copyrights: u32,
    /// Whether the last run ends a sentence.
    pub ends_sentence: bool,
}

impl TextCounts {
    /// Adds a run of the block.
    pub fn add(&mut self, text: &str) {
        let mut reader = Reader::default();
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let letters = count_lower_case(&bytes[at..]);
            if letters > 0 {
                reader.letters(self, letters as u32);
                at += letters;
            } else if byte.is_ascii() {
                reader.ascii(self, char::from(byte));
                at += 1;
            } else if let Some(c) = text[at..].chars().next() {
                reader.wide(self, c);
                at += c.len_utf8();
            }
        }
        reader.end_word(self);
        reader.end_number(self);
        self.ends_sentence = reader.ended || reader.ended_wide;
        self.sentences += u32::from(reader.ended);
    }
}

/// Number of lower-case ASCII letters at the start, at most eight: most words are shorter.
#[inline]
fn count_lower_case(bytes: &[u8]) -> usize {
    let Some(&word) = bytes.first_chunk::<8>() else {
        return bytes.iter().take_while(|byte| byte.is_ascii_lowercase()).count();
    };
    let word = u64::from_le_bytes(word);
    let low = word & !HIGHS;
    // Bit 7 of each byte: at least `a`; above `z`.
    let (from_a, above_z) = (low + ONES * (0x80 - 0x61), low + ONES * (0x80 - 0x7B));
    let others = !(from_a & !above_z & !word) & HIGHS;
    others.trailing_zeros() as usize / 8
}

/// State of the counting of one run.
#[derive(Default)]
struct Reader {
    /// Letters and digits of the current word.
    word: u32,
    /// Digits of the current number, and its value while it may be a year.
    number: (u32, u32),
    /// Letters of scripts without spaces.
    unspaced: u32,
    ended: bool,
    ended_wide: bool,
}

impl Reader {
    #[inline]
    fn ascii(&mut self, counts: &mut TextCounts, c: char) {
        if c.is_ascii_whitespace() || c == '\x0B' {
            self.space(counts);
        } else if c.is_ascii_digit() {
            self.digit(counts, c);
        } else if c.is_ascii_uppercase() {
            counts.capitals += 1;
            self.letters(counts, 1);
        } else {
            self.mark(counts, c);
        }
    }

    fn wide(&mut self, counts: &mut TextCounts, c: char) {
        if c.is_whitespace() {
            self.space(counts);
        } else if is_single_char_word(c) {
            self.begin_unspaced(counts);
            counts.words += 1;
        } else if is_unspaced(c) {
            self.begin_unspaced(counts);
            counts.words += u32::from(self.unspaced.is_multiple_of(4));
            self.unspaced += 1;
        } else if c.is_alphanumeric() {
            counts.capitals += u32::from(c.is_uppercase());
            self.letters(counts, 1);
        } else {
            self.mark(counts, c);
        }
    }

    #[inline]
    fn letters(&mut self, counts: &mut TextCounts, count: u32) {
        self.end_number(counts);
        counts.chars += count;
        counts.letters += count;
        self.word_goes_on(counts, count);
    }

    fn digit(&mut self, counts: &mut TextCounts, c: char) {
        counts.chars += 1;
        counts.digits += 1;
        let (digits, value) = self.number;
        let value = if digits < 4 { value * 10 + (c as u32 - '0' as u32) } else { 0 };
        self.number = (digits + 1, value);
        self.word_goes_on(counts, 1);
    }

    #[inline]
    fn word_goes_on(&mut self, counts: &mut TextCounts, count: u32) {
        counts.words += u32::from(self.word == 0);
        self.word += count;
        self.ended = false;
        self.ended_wide = false;
    }

    fn begin_unspaced(&mut self, counts: &mut TextCounts) {
        self.end_number(counts);
        self.end_word(counts);
        counts.chars += 1;
        counts.letters += 1;
        self.ended = false;
        self.ended_wide = false;
    }

    fn space(&mut self, counts: &mut TextCounts) {
        self.end_number(counts);
        self.end_word(counts);
        counts.sentences += u32::from(std::mem::take(&mut self.ended));
    }

    fn mark(&mut self, counts: &mut TextCounts, c: char) {
        self.end_number(counts);
        counts.chars += 1;
        counts.marks += 1;
        match c {
            '.' | '?' | '!' | '…' => self.ended = true,
            '。' | '？' | '！' | '।' | '؟' => {
                counts.sentences += 1;
                self.ended = false;
                self.ended_wide = true;
            }
            '"' | '\'' | ')' | ']' | '”' | '’' | '»' | '」' | '』' => {}
            _ => {
                self.ended = false;
                self.ended_wide = false;
            }
        }
        match c {
            ',' | '，' | '、' | '،' => counts.commas += 1,
            '|' | '•' | '·' | '›' | '»' | '→' | '>' | '/' => counts.separators += 1,
            '$' | '¢' | '£' | '¥' | '\u{20A0}'..='\u{20C0}' => counts.currencies += 1,
            '©' => counts.copyrights += 1,
            _ => {}
        }
    }

    #[inline]
    fn end_number(&mut self, counts: &mut TextCounts) {
        if self.number.0 == 0 {
            return;
        }
        let (digits, value) = std::mem::take(&mut self.number);
        counts.years += u32::from(digits == 4 && (1900..2100).contains(&value));
    }

    fn end_word(&mut self, counts: &mut TextCounts) {
        counts.short_words += u32::from((1..=SHORT).contains(&self.word));
        self.word = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::counts::Counts;
    use crate::page::{Limits, Page};

    fn count(text: &str) -> TextCounts {
        let mut counts = TextCounts::default();
        counts.add(text);
        counts
    }

    #[test]
    fn characters_words_and_sentences_agree_with_counts() {
        let texts = [
            "It's 3 o’clock – now.",
            "Version 2.5 is out. “Really?” Yes!",
            "你好世界。abc日本 x。",
            "สวัสดีครับ abc",
            "no end",
            "a-b c/d … ...",
            "Ünïcode Ⅷ ½ ʰ",
        ];
        for text in texts {
            let page = Page::parse(text, Limits::default());
            let (runs, own) = (Counts::of(&page), count(text));
            let counted = (runs.chars[0] as u32, runs.words[0] as u32, runs.sentences[0] as u32);
            assert_eq!((own.chars, own.words, own.sentences), counted, "{text}");
        }
    }

    #[test]
    fn character_kinds_are_counted() {
        let counts = count("© 2024 ACME, Inc | $5 (or 12345, a1999)");
        assert_eq!((counts.letters, counts.capitals, counts.digits), (10, 5, 14));
        assert_eq!((counts.marks, counts.commas, counts.separators), (7, 2, 1));
        assert_eq!((counts.years, counts.currencies, counts.copyrights), (2, 1, 1));
    }

    #[test]
    fn lower_case_letters_are_counted_eight_at_a_time() {
        let texts =
            ["abcdefgh", "azAZ{`@[", "a\u{e1}bc", "", "abc", "abcdefg h", "zzzz\u{ff41}zzz"];
        for text in texts {
            let slow = text.bytes().take(8).take_while(u8::is_ascii_lowercase).count();
            assert_eq!(count_lower_case(text.as_bytes()), slow, "{text}");
        }
    }

    #[test]
    fn words_of_three_letters_are_short() {
        assert_eq!(count("the cat sat on a windowsill (yes)").short_words, 6);
        assert_eq!(count("日本語").short_words, 0);
    }

    #[test]
    fn a_sentence_ends_if_the_last_run_ends_it() {
        assert!(count("It ends.").ends_sentence && count("終わり。").ends_sentence);
        assert!(count("“It ends.”").ends_sentence);
        assert!(!count("It ends. Not").ends_sentence && !count("。abc").ends_sentence);
    }
}
