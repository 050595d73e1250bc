//! Finds words in classes and ids: `author` in `post-author`, `postAuthor` and `post_author`.

/// Longer classes are generated, and each descendant would search them again.
const MAX_VALUE: usize = 512;

/// A set of lower-case words of two or more letters.
pub struct ClassWords {
    words: &'static [&'static str],
    /// By first letter of a word, one bit for each second letter. Few pairs of letters pass this
    /// filter.
    second_letters: [u32; 32],
    /// The same for the second and third letter. Where many words begin alike, few others do.
    third_letters: [u32; 32],
}

impl ClassWords {
    pub const fn new(words: &'static [&'static str]) -> Self {
        let (mut second_letters, mut third_letters) = ([0; 32], [0; 32]);
        let mut i = 0;
        while i < words.len() {
            let word = words[i].as_bytes();
            second_letters[(word[0] & 31) as usize] |= 1 << (word[1] & 31);
            third_letters[(word[1] & 31) as usize] |=
                if word.len() > 2 { 1 << (word[2] & 31) } else { u32::MAX };
            i += 1;
        }
        ClassWords { words, second_letters, third_letters }
    }

    /// The number of the first word in the value.
    pub fn find(&self, value: &str) -> Option<usize> {
        let bytes = &value.as_bytes()[..value.len().min(MAX_VALUE)];
        let mut before = b' ';
        for (at, pair) in bytes.windows(2).enumerate() {
            // The low five bits of a letter are the same in both cases.
            let seconds = self.second_letters[(pair[0] & 31) as usize];
            if seconds >> (pair[1] & 31) & 1 == 1
                && is_boundary(before, pair[0])
                && self.may_go_on(pair[1], bytes.get(at + 2))
                && let Some(found) = self.word_at(&bytes[at..])
            {
                return Some(found);
            }
            before = pair[0];
        }
        None
    }

    fn may_go_on(&self, second: u8, third: Option<&u8>) -> bool {
        let thirds = self.third_letters[(second & 31) as usize];
        thirds >> (third.unwrap_or(&b' ') & 31) & 1 == 1
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

    static TOKENS: ClassWords = ClassWords::new(&["author", "date"]);

    #[test]
    fn words_are_found_in_compounds() {
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
