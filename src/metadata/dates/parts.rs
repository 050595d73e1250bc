//! Numbers, words and the marks between them: the parts of a text that may be a date.

use super::numerals::is_counter;
use crate::metadata::text::is_listed;
use crate::metadata::word_list::WordList;

/// More parts are not read.
const MAX_PARTS: usize = 32;

/// The separator before a part, which distinguishes `2024/05/14` from `2024 05 14`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Space,
    Dash,
    Slash,
    Dot,
    /// 年, 月, 日, and words such as the Vietnamese *tháng*.
    Counter,
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind<'t> {
    Number(u32),
    Word(&'t str),
}

#[derive(Clone, Copy, Debug)]
pub struct Part<'t> {
    pub kind: Kind<'t>,
    /// Digits of a number; bytes of a word.
    pub length: usize,
    pub mark: Mark,
}

/// Words inside a date: `3rd of May`, `3 de mayo del 2024`, `2024 m. gegužės 3 d.`
static FILLERS: WordList =
    WordList::new("st nd rd th of the de del di d er ER m gada ko ng ika من พ.ศ. พ.ศ ค.ศ. ค.ศ");

/// Words between the numbers of a date: Vietnamese and Mongolian.
const COUNTERS: &str = "tháng năm Tháng Năm THÁNG NĂM оны сарын";

pub fn parts_of(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut mark = Mark::Space;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if parts.len() == MAX_PARTS {
            break;
        }
        let length = same_kind(rest, first);
        let (piece, after) = rest.split_at(length);
        rest = after;
        match part_kind(piece, first) {
            Some((kind, length)) => {
                parts.push(Part { kind, length, mark });
                mark = Mark::Space;
            }
            None => mark = mark_of(piece, mark),
        }
    }
    parts
}

/// Length in bytes of the digits, the word or the single mark at the start of the text.
fn same_kind(text: &str, first: char) -> usize {
    let end = |inside: fn(char) -> bool| text.find(|c| !inside(c)).unwrap_or(text.len());
    if first.is_ascii_digit() {
        end(|c| c.is_ascii_digit())
    } else if is_thai(first) {
        // Thai abbreviates months with dots inside: พ.ค.
        end(|c| is_thai(c) || c == '.')
    } else if is_letter(first) {
        end(|c| is_letter(c) && !is_thai(c))
    } else {
        first.len_utf8()
    }
}

fn is_thai(c: char) -> bool {
    ('\u{E01}'..='\u{E4E}').contains(&c)
}

/// Letters, and the marks that words of Arabic, Indic and Khmer scripts contain.
fn is_letter(c: char) -> bool {
    let is_sign = || {
        let indic = ('\u{900}'..='\u{DFF}').contains(&c) && !matches!(c, '।' | '॥');
        indic
            || matches!(c, '\u{64B}'..='\u{652}' | '\u{EB0}'..='\u{ECE}' | '\u{17B4}'..='\u{17D3}')
            || matches!(c, '\u{200C}' | '\u{200D}')
    };
    (c.is_alphabetic() && !is_counter(c)) || (!c.is_ascii() && is_sign())
}

/// The kind of a piece and its length in digits or bytes; `None` for marks and fillers.
fn part_kind(piece: &str, first: char) -> Option<(Kind<'_>, usize)> {
    if first.is_ascii_digit() {
        // `20240514101500` has a time at its end.
        let day = if matches!(piece.len(), 12 | 14) { &piece[..8] } else { piece };
        // A number that does not fit is not a year, but it separates its neighbours.
        return Some((day.parse().map_or(Kind::Word(piece), Kind::Number), day.len()));
    }
    let is_word = is_letter(first) && !FILLERS.contains(piece) && !is_counter_word(piece);
    is_word.then_some((Kind::Word(piece), piece.len()))
}

fn is_counter_word(piece: &str) -> bool {
    !piece.is_ascii() && is_listed(piece, COUNTERS)
}

fn mark_of(piece: &str, before: Mark) -> Mark {
    match piece.chars().next() {
        Some('-' | '–' | '‑') => Mark::Dash,
        Some('/') => Mark::Slash,
        Some('.') => Mark::Dot,
        Some(c) if is_counter(c) => Mark::Counter,
        Some(_) if is_counter_word(piece) => Mark::Counter,
        // The Hungarian `2008. 10. 17.` counts as dotted, with or without spaces.
        Some(c) if c.is_whitespace() || ",،'’".contains(c) || is_letter(c) => before,
        // Marks of direction in Arabic and Hebrew texts.
        Some('\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}') => before,
        _ => Mark::Other,
    }
}

/// Whether only spaces and marks of dates precede a part.
pub fn joined(part: &Part<'_>) -> bool {
    part.mark != Mark::Other
}

/// The number at a place and its digits, if only spaces and marks of dates precede it.
pub fn number_at(parts: &[Part<'_>], at: usize) -> Option<(u32, usize)> {
    match parts.get(at)? {
        part @ Part { kind: Kind::Number(number), length, .. } if joined(part) => {
            Some((*number, *length))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind<'_>> {
        parts_of(text).iter().map(|part| part.kind).collect()
    }

    #[test]
    fn words_numbers_and_marks_are_separated() {
        assert_eq!(kinds("3rd of May"), [Kind::Number(3), Kind::Word("May")]);
        assert_eq!(kinds("14พ.ค.67"), [Kind::Number(14), Kind::Word("พ.ค."), Kind::Number(67)]);
        assert_eq!(kinds("अक्टूबर"), [Kind::Word("अक्टूबर")]);
        let marks: Vec<Mark> = parts_of("2024年5月 14/1: 2").iter().map(|part| part.mark).collect();
        assert_eq!(marks, [Mark::Space, Mark::Counter, Mark::Counter, Mark::Slash, Mark::Other]);
    }

    #[test]
    fn long_texts_are_read_in_part() {
        assert_eq!(parts_of(&"1 ".repeat(100)).len(), MAX_PARTS);
    }

    #[test]
    fn numbers_after_other_marks_are_apart() {
        let parts = parts_of("1 2 (3");
        assert_eq!(number_at(&parts, 1), Some((2, 1)));
        assert_eq!(number_at(&parts, 2), None);
        assert_eq!(number_at(&parts, 3), None);
    }
}
