//! Words looked for in classes and identifiers: `post-author`, `postAuthor` and `post_author` alike.

/// Longer classes are machine-made, and are read again for each node below.
const MAX_VALUE: usize = 512;

/// A set of words in lower case.
pub struct Tokens {
    words: &'static [&'static str],
    /// Whether a word begins with the byte, in either case.
    begins: [bool; 256],
}

impl Tokens {
    pub const fn new(words: &'static [&'static str]) -> Self {
        let mut begins = [false; 256];
        let mut i = 0;
        while i < words.len() {
            let first = words[i].as_bytes()[0];
            begins[first as usize] = true;
            begins[first.to_ascii_uppercase() as usize] = true;
            i += 1;
        }
        Tokens { words, begins }
    }

    /// The number of the word that stands first in the value.
    pub fn find(&self, value: &str) -> Option<usize> {
        let bytes = &value.as_bytes()[..value.len().min(MAX_VALUE)];
        let mut before = b' ';
        for (at, &byte) in bytes.iter().enumerate() {
            if self.begins[byte as usize]
                && is_boundary(before, byte)
                && let Some(found) = self.word_at(&bytes[at..])
            {
                return Some(found);
            }
            before = byte;
        }
        None
    }

    fn word_at(&self, rest: &[u8]) -> Option<usize> {
        self.words.iter().position(|word| {
            let Some((start, after)) = rest.split_at_checked(word.len()) else {
                return false;
            };
            let end = start.last().copied().unwrap_or(b' ');
            start.eq_ignore_ascii_case(word.as_bytes())
                && after.first().is_none_or(|&next| is_boundary(end, next))
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Mark,
    Lower,
    Upper,
    Digit,
}

static CLASSES: [Class; 256] = classes();

const fn classes() -> [Class; 256] {
    let mut classes = [Class::Mark; 256];
    let mut byte = 0;
    while byte < 128 {
        classes[byte] = match byte as u8 {
            b'a'..=b'z' => Class::Lower,
            b'A'..=b'Z' => Class::Upper,
            b'0'..=b'9' => Class::Digit,
            _ => Class::Mark,
        };
        byte += 1;
    }
    classes
}

fn is_boundary(before: u8, after: u8) -> bool {
    match (CLASSES[before as usize], CLASSES[after as usize]) {
        (Class::Mark, _) | (_, Class::Mark) => true,
        (before, after) => before == Class::Lower && after == Class::Upper,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static TOKENS: Tokens = Tokens::new(&["author", "date"]);

    #[test]
    fn words_are_found_however_they_are_joined() {
        for value in
            ["author", "post-author", "post_Author x", "postAuthorName", "AUTHOR", "é author"]
        {
            assert_eq!(TOKENS.find(value), Some(0), "{value}");
        }
        assert_eq!(TOKENS.find("a update date author"), Some(1));
    }

    #[test]
    fn parts_of_words_are_not_found() {
        for value in ["", "authority", "coauthor", "updated", "author2", "da te"] {
            assert_eq!(TOKENS.find(value), None, "{value}");
        }
    }
}
