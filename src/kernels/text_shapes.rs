//! Shape of a text: counts of characters and tokens by class, and the classes at both ends.

use super::char_classes::ClassTable;
use crate::hash::mix;
use crate::page::Page;

/// Number of character classes; the first columns name them.
const CLASSES: usize = 9;
const SPACE: usize = 1;
const UPPER: usize = 2;
const CLOSER: usize = 8;
/// The value of a class column if the text has no such character.
const NONE: i32 = CLASSES as i32;

/// Column names. The first `CLASSES` columns count the characters of each class. The other columns:
///
/// - `symbols`, `words`, `numbers`, `mixed`: tokens between spaces, without letters and digits, with
///   letters, with digits, with both
/// - `capitals`: tokens that begin with an upper-case letter
/// - `first`, `last`: classes of the first and the last character other than spaces
/// - `first of a word`: class of the first letter or digit
/// - `last but closers`: class of the last character other than spaces and closers
/// - `early sign`: 1 if one of the first five characters is neither a letter nor a space
/// - `inner dots`: full stops between letters or digits
pub const COLUMNS: [&str; 21] = [
    "other", "space", "upper", "lower", "digit", "mark", "stop", "caseless", "closer", "symbols",
    "words", "numbers", "mixed", "capitals", "first", "last", "first of a word",
    "last but closers", "early sign", "inner dots", "copyright",
];
const TOKENS: usize = CLASSES;
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
pub type Table<'a> = ClassTable<'a, CLASSES>;

/// Computes the shape and the letter hash of each run.
pub fn shapes(page: &Page, runs: &[i64], table: Table) -> (Vec<Row>, Vec<u64>) {
    runs.iter().map(|&run| shape(page.run_text(run as usize), table)).unzip()
}

/// Computes the shape of a text and a hash of its letters. A text without letters has a hash of its
/// characters other than spaces.
pub fn shape(text: &str, table: Table) -> (Row, u64) {
    let mut row = [0; COLUMNS.len()];
    row[FIRST..=LAST_BUT_CLOSERS].fill(NONE);
    let (mut letters, mut solids, mut has_letters) = (0, 0, false);
    // Bits of the current token, `None` between tokens; and whether a dot follows a letter or digit.
    let (mut token, mut last_bits, mut is_after_dot) = (None, 0, false);
    for (place, c) in text.chars().enumerate() {
        let class = table.class(c);
        row[class] += 1;
        if class == SPACE {
            end_token(&mut row, token.take());
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
    end_token(&mut row, token);
    (row, if has_letters { letters } else { !solids })
}

/// By class: `LETTER` for letters, 2 for digits, 0 for the rest.
const BITS: [usize; CLASSES] = [0, 0, LETTER, LETTER, 2, 0, 0, LETTER, 0];
const LETTER: usize = 1;

fn end_token(row: &mut Row, token: Option<usize>) {
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

    static CLASSES_OF_ASCII: [u8; 128] = {
        let mut classes = [0; 128];
        let mut byte = 0;
        while byte < 128 {
            classes[byte] = match byte as u8 {
                b' ' => 1,
                b'A'..=b'Z' => 2,
                b'a'..=b'z' => 3,
                b'0'..=b'9' => 4,
                b',' | b'-' | b'(' => 5,
                b'.' | b'?' | b'!' => 6,
                b'"' | b')' => 8,
                _ => 0,
            };
            byte += 1;
        }
        classes
    };

    fn table() -> Table<'static> {
        Table::new(&CLASSES_OF_ASCII).unwrap()
    }

    fn column(text: &str, name: &str) -> i32 {
        let index = COLUMNS.iter().position(|column| *column == name).unwrap_or(usize::MAX);
        shape(text, table()).0[index]
    }

    #[test]
    fn characters_are_counted_by_class() {
        assert_eq!(shape("Ab c, 1.é)", table()).0[..9], [1, 2, 1, 2, 1, 1, 1, 0, 1]);
    }

    #[test]
    fn tokens_are_words_numbers_both_or_neither() {
        let row = shape("One, 2.5 B2B -- 3rd two", table()).0;
        assert_eq!(row[TOKENS..CAPITALS], [1, 2, 1, 2]);
        assert_eq!(row[CAPITALS], 2);
    }

    #[test]
    fn the_classes_at_both_ends_are_found() {
        let classes = |text| {
            let row = shape(text, table()).0;
            (row[FIRST], row[LAST], row[FIRST_OF_WORD], row[LAST_BUT_CLOSERS])
        };
        assert_eq!(classes(" (\"Yes.\") "), (5, 8, 2, 6));
        assert_eq!(classes(""), (9, 9, 9, 9));
        assert_eq!(classes("\""), (8, 8, 9, 9));
    }

    #[test]
    fn inner_dots_are_between_letters_and_digits() {
        assert_eq!(column("www.a.de. 3.5 .5 a. b", "inner dots"), 3);
    }

    #[test]
    fn an_early_sign_is_in_the_first_five_characters() {
        assert_eq!(column("iii) a", "early sign"), 1);
        assert_eq!(column("a bcd)", "early sign"), 0);
    }

    #[test]
    fn texts_with_the_same_letters_have_the_same_hash() {
        let hash = |text| shape(text, table()).1;
        assert_eq!(hash("Read more (3)"), hash("Read-more"));
        assert_ne!(hash("Read more"), hash("more Read"));
        assert_ne!(hash("1"), hash("2"));
        assert_eq!(hash(" | "), hash("|"));
        assert_ne!(hash("|"), hash(""));
    }
}
