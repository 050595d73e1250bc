//! Repeated text, told by n-grams of tokens, each as one 64-bit hash.

pub mod document_keys;
pub mod hash_set;
pub mod onion;
pub mod seen;
pub mod seen_file;
pub mod survey;
pub mod tokens;

use crate::hash::mix_strong;
use tokens::{Tokens, push_tokens};

/// Windows are polynomials of their tokens modulo a prime, so that two different ones are equal
/// with odds of one in 2⁶¹, whatever the order of their tokens.
const PRIME: u64 = (1 << 61) - 1;
const FACTOR: u64 = 0x0B4E_05C9_71D6_3A85;

/// The tokens of one document and the n-grams that end at them; kept from one document to the
/// next for the sake of its memory.
#[derive(Debug, Default)]
pub struct Ngrams {
    tokens: Vec<u64>,
    /// The n-gram that ends at each token, from the n-th token on. None is 0.
    hashes: Vec<u64>,
    /// Where the tokens of each paragraph end.
    ends: Vec<usize>,
}

impl Ngrams {
    /// Takes up another document. N-grams reach from one paragraph into the next.
    pub fn read(&mut self, paragraphs: &[impl AsRef<str>], n: u32, by: Tokens) {
        self.read_tokens(paragraphs, by);
        self.hash(n);
    }

    /// Takes up another document without its n-grams.
    fn read_tokens(&mut self, paragraphs: &[impl AsRef<str>], by: Tokens) {
        self.tokens.clear();
        self.hashes.clear();
        self.ends.clear();
        for paragraph in paragraphs {
            push_tokens(paragraph.as_ref(), by, &mut self.tokens);
            self.ends.push(self.tokens.len());
        }
    }

    /// Finds the n-grams, in place of those for another n.
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

    /// Each n-gram once, in rising order.
    pub fn into_distinct(mut self) -> Vec<u64> {
        self.hashes.sort_unstable();
        self.hashes.dedup();
        self.hashes
    }

    /// For each paragraph its number of tokens, and the n-grams that end at its last tokens: all of
    /// its tokens but those, in the first paragraphs, that fewer than n − 1 tokens come before.
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

/// The window's polynomial with one token more; below the prime, as all that follows.
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

/// Spread over all bits, as tables need it, which call an empty place 0.
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
    fn equal_stretches_have_equal_hashes_wherever_they_stand() {
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
    fn n_grams_belong_to_the_paragraph_that_they_end_in() {
        let ngrams = ngrams(&["a b", "", "c", "d e f"], 4);
        let sizes: Vec<_> = ngrams.paragraphs().map(|(total, own)| (total, own.len())).collect();
        assert_eq!(sizes, [(2, 0), (0, 0), (1, 0), (3, 3)]);
    }

    #[test]
    fn distinct_n_grams_rise() {
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
