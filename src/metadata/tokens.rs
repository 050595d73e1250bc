//! Words looked for in classes and identifiers: `post-author`, `postAuthor` and `post_author` alike.

/// A set of words in lower case.
pub struct Tokens {
    words: &'static [&'static str],
    /// One bit for each letter that a word begins with.
    first_letters: u32,
}

impl Tokens {
    pub const fn new(words: &'static [&'static str]) -> Self {
        let mut first_letters = 0;
        let mut i = 0;
        while i < words.len() {
            first_letters |= letter_bit(words[i].as_bytes()[0]);
            i += 1;
        }
        Tokens { words, first_letters }
    }

    /// The number of the word that stands first in the value.
    pub fn find(&self, value: &str) -> Option<usize> {
        let bytes = value.as_bytes();
        let mut before = b' ';
        for (at, &byte) in bytes.iter().enumerate() {
            // Few letters begin a word, and few words begin with a letter that counts.
            if letter_bit(byte) & self.first_letters != 0
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

/// 0 for what is no ASCII letter.
const fn letter_bit(byte: u8) -> u32 {
    if byte.is_ascii_alphabetic() { 1 << (byte & 31) } else { 0 }
}

fn is_boundary(before: u8, after: u8) -> bool {
    let marks = !before.is_ascii_alphanumeric() || !after.is_ascii_alphanumeric();
    marks || (before.is_ascii_lowercase() && after.is_ascii_uppercase())
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
