//! N-grams of tokens as 64-bit hashes, for finding repeated text.

pub mod document_keys;
pub mod frequent;
pub mod hash_set;
pub mod onion;
pub mod phrase_matcher;
pub mod phrases;
pub mod seen;
pub mod seen_file;
pub mod survey;
pub mod tokens;

use crate::hash::mix_strong;
use tokens::{Tokens, push_tokens};

/// Modulus of the rolling hash, a polynomial of the tokens modulo a prime: two different n-grams
/// collide with a probability of about 2⁻⁶¹, in any order of their tokens.
const PRIME: u64 = (1 << 61) - 1;
const FACTOR: u64 = 0x0B4E_05C9_71D6_3A85;

/// The tokens of one document and the n-grams that end at them. Reused for the next document to
/// save allocations.
#[derive(Debug, Default)]
pub struct Ngrams {
    tokens: Vec<u64>,
    /// The n-gram that ends at each token, from the n-th token on. No hash is 0.
    hashes: Vec<u64>,
    /// Ends of the paragraphs in `tokens`.
    ends: Vec<usize>,
}

impl Ngrams {
    /// Reads a document. N-grams extend across paragraphs.
    pub fn read(&mut self, paragraphs: &[impl AsRef<str>], n: u32, by: Tokens) {
        self.read_tokens(paragraphs, by);
        self.hash(n);
    }

    /// Reads the tokens of a document without its n-grams.
    fn read_tokens(&mut self, paragraphs: &[impl AsRef<str>], by: Tokens) {
        self.tokens.clear();
        self.hashes.clear();
        self.ends.clear();
        for paragraph in paragraphs {
            push_tokens(paragraph.as_ref(), by, &mut self.tokens);
            self.ends.push(self.tokens.len());
        }
    }

    /// Computes the n-grams, which replace those of another n.
    fn hash(&mut self, n: u32) {
        self.hashes.clear();
        let n_tokens = n as usize;
        if self.tokens.len() < n_tokens {
            return;
        }
        let (begin, rest) = self.tokens.split_at(n_tokens);
        let mut window = begin.iter().fold(0, |window, token| push(window, *token));
        self.hashes.push(finish(window));
        let leaving = power(FACTOR, n);
        for (token, oldest) in rest.iter().zip(&self.tokens) {
            let pushed = push(window, *token);
            window = reduce(pushed + PRIME - times(reduce(*oldest), leaving));
            self.hashes.push(finish(window));
        }
    }

    pub fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// The distinct n-grams in rising order.
    pub fn into_distinct(mut self) -> Vec<u64> {
        self.hashes.sort_unstable();
        self.hashes.dedup();
        self.hashes
    }

    /// For each paragraph, its number of tokens and the n-grams that end in it. The first n − 1
    /// tokens of a document end no n-gram.
    pub fn paragraphs(&self) -> impl Iterator<Item = (usize, &[u64])> {
        let without = self.tokens.len() - self.hashes.len();
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let begin = std::mem::replace(&mut start, end);
            let (from, to) = (begin.max(without), end.max(without));
            (end - begin, &self.hashes[from - without..to - without])
        })
    }
}

/// Appends a token to the polynomial of the window. All values are below the prime.
fn push(window: u64, token: u64) -> u64 {
    reduce(times(window, FACTOR) + reduce(token))
}

fn times(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    reduce((product as u64 & PRIME) + (product >> 61) as u64)
}

fn reduce(value: u64) -> u64 {
    let folded = (value & PRIME) + (value >> 61);
    if folded >= PRIME { folded - PRIME } else { folded }
}

fn power(base: u64, exponent: u32) -> u64 {
    let (mut result, mut square, mut left) = (1, base, exponent);
    while left > 0 {
        if left & 1 == 1 {
            result = times(result, square);
        }
        square = times(square, square);
        left >>= 1;
    }
    result
}

/// Spreads the value over all bits for hash tables; never 0, which marks an empty slot.
fn finish(window: u64) -> u64 {
    mix_strong(window).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ngrams(paragraphs: &[&str], n: u32) -> Ngrams {
        let mut ngrams = Ngrams::default();
        ngrams.read(paragraphs, n, Tokens::Auto);
        ngrams
    }

    #[test]
    fn equal_n_grams_have_equal_hashes_at_any_position() {
        for n in 1..6 {
            let long = ngrams(&["one two", "", "three four five six seven"], n);
            let short = ngrams(&["three four five six seven"], n);
            assert!(long.hashes().ends_with(short.hashes()), "{n}");
            assert_eq!(short.hashes().len(), 6 - n as usize);
        }
    }

    #[test]
    fn order_and_repetition_matter() {
        let mut all = Vec::new();
        for first in ["a", "b", "c"] {
            for second in ["a", "b", "c"] {
                for third in ["a", "b", "c"] {
                    all.extend_from_slice(ngrams(&[first, second, third], 3).hashes());
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 27);
    }

    #[test]
    fn n_grams_belong_to_the_paragraph_in_which_they_end() {
        let ngrams = ngrams(&["a b", "", "c", "d e f"], 4);
        let sizes: Vec<_> = ngrams.paragraphs().map(|(total, own)| (total, own.len())).collect();
        assert_eq!(sizes, [(2, 0), (0, 0), (1, 0), (3, 3)]);
    }

    #[test]
    fn distinct_n_grams_are_in_rising_order() {
        let distinct = ngrams(&["a b a b a", "b c"], 2).into_distinct();
        assert_eq!(distinct.len(), 3);
        assert!(distinct.is_sorted());
    }

    #[test]
    fn a_document_shorter_than_n_has_no_n_grams() {
        assert!(ngrams(&["a b c"], u32::MAX).hashes().is_empty());
        assert!(ngrams(&[], 1).hashes().is_empty());
    }
}
