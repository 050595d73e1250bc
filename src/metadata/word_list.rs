//! Lists of words that are searched often.

use std::collections::HashSet;
use std::sync::OnceLock;

/// A set of words, written as one text with spaces between them.
pub struct WordList {
    words: &'static str,
    set: OnceLock<HashSet<&'static str>>,
}

impl WordList {
    pub const fn new(words: &'static str) -> Self {
        WordList { words, set: OnceLock::new() }
    }

    pub fn contains(&self, word: &str) -> bool {
        let set = self.set.get_or_init(|| self.words.split_ascii_whitespace().collect());
        set.contains(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_words_are_contained() {
        static LIST: WordList = WordList::new("by par\n por");
        assert!(LIST.contains("par"));
        assert!(!LIST.contains("pa"));
        assert!(!LIST.contains(""));
    }
}
