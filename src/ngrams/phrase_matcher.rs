//! Finds known phrases in documents.

use super::hash_set::Table;
use super::phrases::Lines;
use super::tokens::Tokens;
use std::collections::{BTreeMap, HashMap};

#[derive(Debug)]
pub struct PhraseMatcher {
    n: u32,
    tokens: Tokens,
    phrases: Vec<Vec<u64>>,
    /// Numbers of the phrases that begin with an n-gram.
    by_first: HashMap<u64, Vec<u32>>,
    /// The first n-grams; a lookup is faster than in the map.
    first: Table,
    lines: Lines,
}

impl PhraseMatcher {
    /// A matcher of phrases, which are lists of n-grams.
    pub fn new(n: u32, tokens: Tokens, phrases: Vec<Vec<u64>>) -> Self {
        let mut by_first: HashMap<u64, Vec<u32>> = HashMap::new();
        let mut first = Table::default();
        for (phrase, number) in phrases.iter().zip(0..) {
            if let Some(hash) = phrase.first().filter(|hash| **hash != 0) {
                by_first.entry(*hash).or_default().push(number);
                first.insert(*hash);
            }
        }
        PhraseMatcher { n, tokens, phrases, by_first, first, lines: Lines::default() }
    }

    /// The numbers of the phrases in a document, rising, with their occurrences.
    pub fn find(&mut self, text: &str, key: u64) -> BTreeMap<u32, u32> {
        self.lines.read(text, self.n, self.tokens, key);
        let hashes = self.lines.hashes();
        let mut found = BTreeMap::new();
        for (at, hash) in hashes.iter().enumerate() {
            if self.first.find(*hash).is_err() {
                continue;
            }
            for number in self.by_first.get(hash).into_iter().flatten() {
                if hashes[at..].starts_with(&self.phrases[*number as usize]) {
                    *found.entry(*number).or_insert(0) += 1;
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ngrams(text: &str) -> Vec<u64> {
        let mut lines = Lines::default();
        lines.read(text, 3, Tokens::Auto, 0);
        let hashes = lines.hashes();
        hashes[1..hashes.len() - 1].to_vec() // without the borders
    }

    #[test]
    fn occurrences_are_counted() {
        let phrases = vec![ngrams("a b c d"), ngrams("a b c"), ngrams("no such words"), vec![]];
        let mut matcher = PhraseMatcher::new(3, Tokens::Auto, phrases);
        let found = matcher.find("a b c d\nx a b c a b c d", 0);
        assert_eq!(found.into_iter().collect::<Vec<_>>(), [(0, 2), (1, 3)]);
        assert!(matcher.find("a b c d", 1).is_empty());
        assert!(matcher.find("", 0).is_empty());
    }
}
