//! Characters counted by class, and sentence ends and years counted on the way.

use crate::page::Page;
use crate::page::flags::{PRE, SPACE};
use memchr::memmem::Finder;

/// The class of each code point, below `CLASSES`. Code points beyond the table are of class 0.
#[derive(Clone, Copy, Debug)]
pub struct ClassTable<'a, const CLASSES: usize>(&'a [u8]);

impl<'a, const CLASSES: usize> ClassTable<'a, CLASSES> {
    #[inline]
    pub fn new(classes: &'a [u8]) -> Result<Self, String> {
        // The maximum vectorises; a search for a class that is too high would not.
        if classes.iter().copied().fold(0, u8::max) as usize >= CLASSES {
            return Err(format!("classes must be below {CLASSES}"));
        }
        Ok(ClassTable(classes))
    }

    #[inline]
    pub fn class(self, c: char) -> usize {
        // The remainder changes nothing, but it lets the compiler drop bounds checks.
        self.0.get(c as usize).map_or(0, |&class| class as usize % CLASSES)
    }
}

/// Column names. The first `CLASSES` columns count the characters of each class; stops are marks that
/// may end a sentence. The other columns:
///
/// - `sentences`: stops before a space or at the end of the text
/// - `years`: years from 2000 to 2019, except one at the start of the text
/// - `ends in stop`: 1 if the last character other than a space is a stop
/// - `ends in ascii`: 1 if the last character is ASCII
pub const COLUMNS: [&str; 12] = [
    "other", "space", "upper", "lower", "number", "mark", "stop", "copyright", "sentences",
    "years", "ends in stop", "ends in ascii",
];
const CLASSES: usize = 8;
const SPACE_CLASS: usize = 1;
const STOP_CLASS: usize = 6;
const SENTENCES: usize = 8;
const YEARS: usize = 9;
const ENDS_IN_STOP: usize = 10;
const ENDS_IN_ASCII: usize = 11;

pub type Row = [i32; COLUMNS.len()];
pub type Table<'a> = ClassTable<'a, CLASSES>;

/// Counts the characters of one text.
pub fn count(text: &str, table: Table) -> Row {
    let mut row = [0; COLUMNS.len()];
    let (mut last, mut last_solid, mut sentences) = (0, 0, 0);
    let mut rest = text;
    while !rest.is_empty() {
        // One integer holds the counts of all classes, one byte each, so a part has at most 255
        // bytes.
        let (part, more) = rest.split_at(rest.floor_char_boundary(u8::MAX.into()));
        let mut lanes = 0_u64;
        for c in part.chars() {
            let class = table.class(c);
            lanes += 1 << (8 * class);
            sentences += i32::from(last == STOP_CLASS && class == SPACE_CLASS);
            last = class;
            last_solid = if class == SPACE_CLASS { last_solid } else { class };
        }
        for (count, lane) in row.iter_mut().zip(lanes.to_le_bytes()) {
            *count += i32::from(lane);
        }
        rest = more;
    }
    row[SENTENCES] = sentences + i32::from(last == STOP_CLASS);
    row[ENDS_IN_STOP] = i32::from(last_solid == STOP_CLASS);
    row[ENDS_IN_ASCII] = i32::from(text.as_bytes().last().is_some_and(u8::is_ascii));
    row[YEARS] = years(text.as_bytes());
    row
}

/// Counts numbers of exactly four digits from 2000 to 2019.
fn years(text: &[u8]) -> i32 {
    let is_digit = |at: usize| text.get(at).is_some_and(u8::is_ascii_digit);
    let is_year = |at: usize| {
        matches!(text.get(at + 2), Some(b'0' | b'1'))
            && is_digit(at + 3)
            && !is_digit(at + 4)
            && at > 0
            && !is_digit(at - 1)
    };
    memchr::memmem::find_iter(text, b"20").filter(|&at| is_year(at)).count() as i32
}

/// Counts of groups of runs.
#[derive(Debug, Default)]
pub struct GroupCounts {
    /// The rows of all groups, one after the other.
    pub counts: Vec<i32>,
    /// Number and text of each group whose text contains a sign.
    pub with_sign: Vec<(usize, String)>,
}

/// Joins the runs of each group and counts the text. Group i is `runs[starts[i]..starts[i + 1]]`;
/// all indices must be in range.
pub fn count_groups(
    page: &Page,
    runs: &[i64],
    starts: &[i64],
    table: Table,
    signs: &[&str],
) -> GroupCounts {
    let finders: Vec<Finder> = signs.iter().map(|sign| Finder::new(sign.as_bytes())).collect();
    let mut found = GroupCounts::default();
    found.counts.reserve(starts.len() * COLUMNS.len());
    let mut text = String::new();
    for (number, &start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).map_or(runs.len(), |&next| next as usize);
        join(page, &runs[start as usize..end], &mut text);
        let text = text.trim_matches(' ');
        found.counts.extend(count(text, table));
        if finders.iter().any(|sign| sign.find(text.as_bytes()).is_some()) {
            found.with_sign.push((number, text.to_owned()));
        }
    }
    found
}

/// Joins runs into `text`: a space where white space or a `br` separated them and between blocks.
/// Collapses the white space of preformatted text.
fn join(page: &Page, runs: &[i64], text: &mut String) {
    text.clear();
    let mut last_block = None;
    for &run in runs {
        let run = run as usize;
        let (flags, block) = (page.runs.flags[run], page.runs.block[run]);
        if flags & SPACE != 0 || last_block.is_some_and(|last| last != block) {
            text.push(' ');
        }
        last_block = Some(block);
        if flags & PRE == 0 {
            text.push_str(page.run_text(run));
        } else {
            push_collapsed(text, page.run_text(run));
        }
    }
}

fn push_collapsed(text: &mut String, more: &str) {
    let mut after_space = false;
    for c in more.chars() {
        let is_space = c.is_ascii_whitespace();
        if !is_space {
            text.push(c);
        } else if !after_space {
            text.push(' ');
        }
        after_space = is_space;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;

    static CLASSES_OF_ASCII: [u8; 128] = {
        let mut classes = [0; 128];
        let mut byte = 0;
        while byte < 128 {
            classes[byte] = match byte as u8 {
                b' ' => 1,
                b'A'..=b'Z' => 2,
                b'a'..=b'z' => 3,
                b'0'..=b'9' => 4,
                b',' => 5,
                b'.' | b'?' | b'!' => 6,
                _ => 0,
            };
            byte += 1;
        }
        classes
    };

    fn table() -> Table<'static> {
        Table::new(&CLASSES_OF_ASCII).unwrap()
    }

    #[test]
    fn a_table_with_an_unknown_class_is_rejected() {
        assert!(ClassTable::<8>::new(&[0, 7]).is_ok());
        assert_eq!(ClassTable::<8>::new(&[0, 8]).unwrap_err(), "classes must be below 8");
    }

    #[test]
    fn characters_are_counted_by_class() {
        assert_eq!(count("Ab c, 1.é", table())[..CLASSES], [1, 2, 1, 2, 1, 1, 1, 0]);
        assert_eq!(count("", table()), [0; COLUMNS.len()]);
    }

    #[test]
    fn sentences_end_before_spaces_and_at_the_end() {
        assert_eq!(count("One. Two! 1.5 3?", table())[SENTENCES], 3);
        assert_eq!(count("One. é", table())[ENDS_IN_STOP..], [0, 0]);
        assert_eq!(count("One.", table())[ENDS_IN_STOP..], [1, 1]);
        assert_eq!(count("One. ", table())[SENTENCES..], [1, 0, 1, 1]);
    }

    #[test]
    fn a_year_has_four_digits_and_is_not_at_the_start() {
        let years = |text| count(text, table())[YEARS];
        assert_eq!(years("in 2000, (2019)"), 2);
        assert_eq!(years("2010 12010 20101 1999 2020 202010"), 0);
        assert_eq!(years("é2010"), 1);
    }

    #[test]
    fn runs_are_joined_with_the_spaces_between_them() {
        let html = "<p>a<b>b</b> c<br>d</p><pre>\n e\n\n f</pre>";
        let page = Page::parse(html, Limits::default());
        let found = count_groups(&page, &[0, 1, 2, 3, 4], &[0, 4], table(), &["a", "e"]);
        assert_eq!(found.with_sign, [(0, "ab c d".to_owned()), (1, "e f".to_owned())]);
        assert_eq!(found.counts.len(), 2 * COLUMNS.len());
    }

    #[test]
    fn only_texts_with_a_sign_are_returned() {
        let page = Page::parse("<p>a @ b<p>c", Limits::default());
        let found = count_groups(&page, &[0, 1], &[0, 1], table(), &["@", "://"]);
        assert_eq!(found.with_sign, [(0, "a @ b".to_owned())]);
    }
}
