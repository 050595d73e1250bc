//! Keys of documents for exact and near-duplicate detection (MinHash).
//!
//! Keys are stored and compared between machines, so they must never change; a test below pins
//! them.

use super::hash_set::Table;
use super::onion::count;
use super::seen::NoneKnown;
use super::tokens::Tokens;
use super::{Ngrams, finish, push};
use crate::hash::mix_strong;

/// Number of band keys, and MinHash values in each band.
pub const BANDS: usize = 16;
const ROWS: usize = 8;
const VALUES: usize = BANDS * ROWS;
/// Onion's default n, for the repetitions inside a document.
const REPEATED_N: u32 = 7;

/// The keys of a document. They are signed, since some databases have no unsigned integers.
#[derive(Debug, PartialEq, Eq)]
pub struct Keys {
    /// Hash of all tokens in order.
    pub text: i64,
    /// `BANDS` band keys; none for a document without tokens.
    pub bands: Vec<i64>,
    pub tokens: u64,
    /// Tokens in 7-grams that occurred earlier in the document.
    pub repeated: u64,
}

/// Computes the keys from n-grams. A document of fewer than n tokens is one n-gram.
pub fn keys(paragraphs: &[impl AsRef<str>], n: u32, by: Tokens) -> Keys {
    let mut ngrams = Ngrams::default();
    ngrams.read(paragraphs, REPEATED_N, by);
    let own = count(&ngrams, &NoneKnown, &mut Table::default(), REPEATED_N);
    ngrams.hash(n);
    if ngrams.hashes.is_empty() && !ngrams.tokens.is_empty() {
        let whole = ngrams.tokens.iter().fold(0, |window, token| push(window, *token));
        ngrams.hashes.push(finish(whole));
    }
    Keys {
        text: ngrams.tokens.iter().fold(0, |key, token| mix_strong(key ^ token)) as i64,
        bands: bands(&ngrams.hashes),
        tokens: ngrams.tokens.len() as u64,
        repeated: own.repeated.iter().sum(),
    }
}

fn bands(hashes: &[u64]) -> Vec<i64> {
    if hashes.is_empty() {
        return Vec::new();
    }
    let values = sketch(hashes);
    let rows = values.chunks(ROWS).zip(1..);
    rows.map(|(row, band)| {
        row.iter().fold(mix_strong(band), |key, value| mix_strong(key ^ value)) as i64
    })
    .collect()
}

/// MinHash values: the probability that a value is equal for two sets is their Jaccard similarity.
///
/// Uses fast similarity sketching (Dahlgaard et al. 2017, arXiv:1704.04370): in each round an
/// n-gram goes to one value, and rounds continue until every value has one. A thousand n-grams take
/// 2 µs, against 30 to 45 µs with one hash function for each value.
fn sketch(hashes: &[u64]) -> [u64; VALUES] {
    const NONE: u64 = u64::MAX;
    let mut values = [NONE; VALUES];
    let mut missing = VALUES;
    for round in 0..2 * VALUES {
        let seed = mix_strong(round as u64 + 1);
        for hash in hashes {
            let random = mix_strong(hash ^ seed);
            // Values that are still empty at the end get all n-grams.
            let place = round.checked_sub(VALUES).unwrap_or((random >> 57) as usize);
            // Earlier rounds have smaller values.
            let value = (round as u64) << 48 | random & 0xFFFF_FFFF_FFFF;
            missing -= usize::from(values[place] == NONE);
            values[place] = values[place].min(value);
        }
        if missing == 0 {
            break;
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(paragraphs: &[&str]) -> Keys {
        keys(paragraphs, 5, Tokens::Auto)
    }

    /// Two sets of hashes with `shared` common ones, and `own` more in each.
    fn sets(seed: u64, shared: u64, own: u64) -> [Vec<u64>; 2] {
        let all = |from: u64, to: u64| (from..to).map(move |i| mix_strong(mix_strong(seed) ^ i));
        let common = all(0, shared);
        [shared, shared + own].map(|from| common.clone().chain(all(from, from + own)).collect())
    }

    #[test]
    fn keys_do_not_change() {
        let found = of(&["The sea rose twice that day.", "Boats were lost 用Rust写."]);
        assert_eq!(found.text, 3_268_630_424_405_920_914);
        assert_eq!(found.bands[..2], [5_396_564_598_163_719_096, 4_755_475_701_077_411_050]);
        assert_eq!(found.bands[BANDS - 1], 3_401_055_906_245_627_679);
        assert_eq!(of(&["Boats"]).bands[0], -4_109_331_633_488_312_035);
    }

    #[test]
    fn keys_depend_on_order_but_not_on_spaces_and_paragraphs() {
        let whole = of(&["a b c d e f g h"]);
        assert_eq!(of(&["a  b\tc", "", "d e f g h "]), whole);
        assert_ne!(of(&["b a c d e f g h"]).text, whole.text);
        assert_ne!(of(&["a b c d e f g"]).text, whole.text);
    }

    #[test]
    fn a_short_document_is_one_n_gram_and_an_empty_one_none() {
        assert_eq!(of(&["a b"]).bands, of(&["a", "b"]).bands);
        assert_eq!(of(&["a b"]).bands.len(), BANDS);
        assert!(of(&["a b"]).bands.iter().zip(of(&["b a"]).bands).all(|(a, b)| *a != b));
        let empty = of(&["", " "]);
        assert_eq!((empty.bands.len(), empty.tokens, empty.repeated), (0, 0, 0));
        assert_eq!(of(&[]), empty);
    }

    #[test]
    fn repeated_tokens_of_a_document_are_counted() {
        let keys = of(&["a b c d e f g h", "a b c d e f g h i"]);
        assert_eq!((keys.tokens, keys.repeated), (17, 8));
    }

    #[test]
    fn minhash_values_estimate_the_jaccard_similarity() {
        for (shared, own) in [(2, 1), (8, 1), (90, 30), (800, 100), (3000, 3000)] {
            let share = shared as f64 / (shared + 2 * own) as f64;
            let mut agreeing = 0;
            for seed in 0..400 {
                let [one, two] = sets(seed, shared, own).map(|set| sketch(&set));
                agreeing += one.iter().zip(two).filter(|(a, b)| **a == *b).count();
            }
            let found = agreeing as f64 / (400 * VALUES) as f64;
            assert!((found - share).abs() < 0.02, "{found} is not {share}");
        }
    }

    #[test]
    fn near_duplicates_share_a_band_with_the_expected_probability() {
        for (shared, own) in [(400, 300), (600, 100), (800, 100), (900, 50)] {
            let share = shared as f64 / (shared + 2 * own) as f64;
            let foreseen = 1.0 - (1.0 - share.powi(ROWS as i32)).powi(BANDS as i32);
            let is_found = |seed| {
                let [one, two] = sets(seed, shared, own).map(|set| bands(&set));
                one.iter().zip(two).any(|(a, b)| *a == b)
            };
            let found = (0..1000).filter(|seed| is_found(*seed)).count() as f64 / 1000.0;
            assert!((found - foreseen).abs() < 0.05, "{found} is not {foreseen}");
        }
    }
}
