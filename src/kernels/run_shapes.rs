//! The look of each run's text: characters and tokens by class, how it begins and how it ends.

use crate::hash::mix;
use crate::page::Page;

/// Classes of characters, in the order of their numbers. A table tells the class of each code
/// point; what the table does not reach is of the first class.
pub const CLASSES: [&str; 9] =
    ["other", "space", "upper", "lower", "digit", "mark", "stop", "caseless", "closer"];
const SPACE: usize = 1;
const UPPER: usize = 2;
const CLOSER: usize = 8;
/// The class where there is no such character.
const NONE: i32 = CLASSES.len() as i32;

/// What is known of a text. First come characters of each class.
pub const COLUMNS: [&str; 21] = [
    "other",
    "space",
    "upper",
    "lower",
    "digit",
    "mark",
    "stop",
    "caseless",
    "closer",
    // Tokens, which stand between spaces: without letters and digits, with letters, with digits,
    // with both.
    "symbols",
    "words",
    "numbers",
    "mixed",
    // Tokens that begin with one of the upper case.
    "capitals",
    // Classes of single characters: the first and last that are no spaces, the first letter or
    // digit, the last but for closers.
    "first",
    "last",
    "first of a word",
    "last but closers",
    // 1 where one of the first five characters is neither a letter nor a space.
    "early sign",
    // Full stops between letters or digits.
    "inner dots",
    "copyright",
];
const TOKENS: usize = CLASSES.len();
const CAPITALS: usize = TOKENS + 4;
const FIRST: usize = CAPITALS + 1;
const LAST: usize = FIRST + 1;
const FIRST_OF_WORD: usize = LAST + 1;
const LAST_BUT_CLOSERS: usize = FIRST_OF_WORD + 1;
const EARLY_SIGN: usize = LAST_BUT_CLOSERS + 1;
const INNER_DOTS: usize = EARLY_SIGN + 1;
const COPYRIGHT: usize = INNER_DOTS + 1;
const EARLY: usize = 5;

pub type Row = [i32; COLUMNS.len()];

/// A row for each of the runs, and a number that is the same for texts with the same letters; where
/// a text has none, with the same characters other than spaces.
pub fn shapes(page: &Page, runs: &[i64], classes: &[u8]) -> (Vec<Row>, Vec<u64>) {
    runs.iter().map(|&run| shape(page.run_text(run as usize), classes)).unzip()
}

pub fn shape(text: &str, classes: &[u8]) -> (Row, u64) {
    let mut row = [0; COLUMNS.len()];
    row[FIRST..=LAST_BUT_CLOSERS].fill(NONE);
    let (mut letters, mut solids, mut has_letters) = (0, 0, false);
    // Bits of the token so far, none outside of tokens; and whether a word has a dot behind it.
    let (mut token, mut last_bits, mut is_after_dot) = (None, 0, false);
    for (place, c) in text.chars().enumerate() {
        let class = classes.get(c as usize).map_or(0, |&class| class as usize % CLASSES.len());
        row[class] += 1;
        if class == SPACE {
            end(&mut row, token.take());
            (last_bits, is_after_dot) = (0, false);
            continue;
        }
        let bits = BITS[class];
        if token.is_none() {
            row[CAPITALS] += i32::from(class == UPPER);
        }
        token = Some(token.unwrap_or(0) | bits);
        set_once(&mut row[FIRST], class);
        row[LAST] = class as i32;
        if class != CLOSER {
            row[LAST_BUT_CLOSERS] = class as i32;
        }
        if bits != 0 {
            set_once(&mut row[FIRST_OF_WORD], class);
        }
        if bits & LETTER == 0 {
            solids = mix(solids ^ u64::from(c));
            row[EARLY_SIGN] |= i32::from(place < EARLY);
        } else {
            letters = mix(letters ^ u64::from(c));
            has_letters = true;
        }
        row[INNER_DOTS] += i32::from(is_after_dot && bits != 0);
        is_after_dot = c == '.' && last_bits != 0;
        last_bits = bits;
        row[COPYRIGHT] += i32::from(c == '©');
    }
    end(&mut row, token);
    (row, if has_letters { letters } else { !solids })
}

/// Of each class whether it is letters or digits.
const BITS: [usize; CLASSES.len()] = [0, 0, LETTER, LETTER, 2, 0, 0, LETTER, 0];
const LETTER: usize = 1;

fn end(row: &mut Row, token: Option<usize>) {
    if let Some(bits) = token {
        row[TOKENS + bits] += 1;
    }
}

fn set_once(value: &mut i32, class: usize) {
    if *value == NONE {
        *value = class as i32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Vec<u8> {
        (0u8..128)
            .map(|byte| match byte {
                b' ' => 1,
                b'A'..=b'Z' => 2,
                b'a'..=b'z' => 3,
                b'0'..=b'9' => 4,
                b',' | b'-' | b'(' => 5,
                b'.' | b'?' | b'!' => 6,
                b'"' | b')' => 8,
                _ => 0,
            })
            .collect()
    }

    fn column(text: &str, name: &str) -> i32 {
        let index = COLUMNS.iter().position(|column| *column == name).unwrap_or(usize::MAX);
        shape(text, &table()).0[index]
    }

    #[test]
    fn characters_are_counted_by_class() {
        assert_eq!(shape("Ab c, 1.é)", &table()).0[..9], [1, 2, 1, 2, 1, 1, 1, 0, 1]);
    }

    #[test]
    fn tokens_are_words_numbers_both_or_neither() {
        let row = shape("One, 2.5 B2B -- 3rd two", &table()).0;
        assert_eq!(row[TOKENS..CAPITALS], [1, 2, 1, 2]);
        assert_eq!(row[CAPITALS], 2);
    }

    #[test]
    fn beginnings_and_ends_are_told_by_class() {
        let classes = |text| {
            let row = shape(text, &table()).0;
            (row[FIRST], row[LAST], row[FIRST_OF_WORD], row[LAST_BUT_CLOSERS])
        };
        assert_eq!(classes(" (\"Yes.\") "), (5, 8, 2, 6));
        assert_eq!(classes(""), (9, 9, 9, 9));
        assert_eq!(classes("\""), (8, 8, 9, 9));
    }

    #[test]
    fn dots_are_inside_between_letters_and_digits() {
        assert_eq!(column("www.a.de. 3.5 .5 a. b", "inner dots"), 3);
    }

    #[test]
    fn signs_are_early_in_the_first_five_characters() {
        assert_eq!(column("iii) a", "early sign"), 1);
        assert_eq!(column("a bcd)", "early sign"), 0);
    }

    #[test]
    fn texts_with_the_same_letters_have_the_same_number() {
        let number = |text| shape(text, &table()).1;
        assert_eq!(number("Read more (3)"), number("Read-more"));
        assert_ne!(number("Read more"), number("more Read"));
        assert_ne!(number("1"), number("2"));
        assert_eq!(number(" | "), number("|"));
        assert_ne!(number("|"), number(""));
    }
}
