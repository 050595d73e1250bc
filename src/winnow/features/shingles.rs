//! Character shingles: detects text that occurs in another text. Shingles ignore word boundaries,
//! punctuation and case, so they work for every script.

use memchr::memchr;

/// Bytes of letters and digits in one shingle: about four words, or seven Han characters.
pub const LENGTH: usize = 20;
/// One shingle in so many is sampled, chosen by its hash.
const EVERY: u64 = 4;
/// Bits of a Bloom filter. The place of a shingle in it has 16 bits.
const BITS: usize = 1 << 16;
const FACTOR: u64 = 0x5851_f42d_4c95_7f2d;
const LAST_FACTOR: u64 = power(FACTOR, LENGTH);

const fn power(base: u64, exponent: usize) -> u64 {
    let (mut result, mut i) = (1_u64, 0);
    while i < exponent {
        result = result.wrapping_mul(base);
        i += 1;
    }
    result
}

/// A Bloom filter of shingles with one hash function: it may contain some that were never added.
#[derive(Debug, Default)]
pub struct Shingles {
    bits: Vec<u64>,
}

impl Shingles {
    pub fn is_empty(&self) -> bool {
        self.bits.is_empty()
    }

    pub fn add(&mut self, text: &str) {
        let mut letters = Letters::default();
        letters.add(text.as_bytes());
        self.add_letters(&mut letters);
    }

    /// Adds the text of a JSON document with its escapes decoded.
    pub fn add_json(&mut self, text: &str) {
        let mut letters = Letters::default();
        let mut rest = text.as_bytes();
        while let Some(at) = memchr(b'\\', rest) {
            letters.add(&rest[..at]);
            let is_number = rest.get(at + 1) == Some(&b'u');
            rest = rest.get(at + 2..).unwrap_or(b"");
            if is_number {
                let (digits, after) = rest.split_at(rest.len().min(4));
                let digits: String = digits.iter().copied().map(char::from).collect();
                let escaped = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                letters.add(escaped.unwrap_or(' ').encode_utf8(&mut [0; 4]).as_bytes());
                rest = after;
            }
        }
        letters.add(rest);
        self.add_letters(&mut letters);
    }

    fn add_letters(&mut self, letters: &mut Letters) {
        for &place in letters.sampled() {
            if self.bits.is_empty() {
                self.bits = vec![0; BITS / 64];
            }
            self.bits[place as usize / 64] |= 1 << (place % 64);
        }
    }

    fn count(&self, places: &[u16]) -> u32 {
        if self.bits.is_empty() {
            return 0;
        }
        let bit = |&place: &u16| (self.bits[place as usize / 64] >> (place % 64)) as u32 & 1;
        places.iter().map(bit).sum()
    }
}

/// The share of a text's shingles that each set contains; 0 for a text that is too short. `letters`
/// are those of the text.
pub fn shares<const N: usize>(sets: [&Shingles; N], letters: &mut Letters) -> [f32; N] {
    let places = letters.sampled();
    sets.map(|set| set.count(places) as f32 / places.len().max(1) as f32)
}

/// The letters and digits of a text. Memory is reused for the next text.
#[derive(Debug, Default)]
pub struct Letters {
    bytes: Vec<u8>,
    places: Vec<u16>,
}

impl Letters {
    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    pub fn add(&mut self, text: &[u8]) {
        let mut count = self.bytes.len();
        self.bytes.resize(count + text.len(), 0);
        for &byte in text {
            // Without branches: they would be hard to predict.
            let folded = FOLDED[byte as usize];
            self.bytes[count] = folded;
            count += usize::from(folded != 0);
        }
        self.bytes.truncate(count);
    }

    /// The places of the sampled shingles in a Bloom filter, in no order.
    fn sampled(&mut self) -> &[u16] {
        let half = (self.bytes.len() + 1).saturating_sub(LENGTH) / 2;
        self.places.resize(self.bytes.len(), 0);
        // Each hash waits for the previous one, so two halves take hardly longer than one.
        let (mut one, mut other) = (Hasher::of(&self.bytes, 0), Hasher::of(&self.bytes, half));
        let mut count = 0;
        for _ in 0..half {
            for mixed in [one.step(&self.bytes), other.step(&self.bytes)] {
                self.places[count] = (mixed >> 32) as u16;
                count += usize::from((mixed >> 60).is_multiple_of(EVERY));
            }
        }
        while other.has_next(&self.bytes) {
            let mixed = other.step(&self.bytes);
            self.places[count] = (mixed >> 32) as u16;
            count += usize::from((mixed >> 60).is_multiple_of(EVERY));
        }
        &self.places[..count]
    }
}

/// A rolling hash over shingles.
struct Hasher {
    hash: u64,
    /// The start of the next shingle.
    at: usize,
    /// The first letter of the last shingle.
    oldest: u8,
}

impl Hasher {
    /// Starts at the shingle at `at`.
    fn of(bytes: &[u8], at: usize) -> Hasher {
        let letters = bytes.iter().skip(at).take(LENGTH - 1);
        let add = |hash: u64, &byte| hash.wrapping_mul(FACTOR).wrapping_add(u64::from(byte));
        Hasher { hash: letters.fold(0, add), at, oldest: 0 }
    }

    fn has_next(&self, bytes: &[u8]) -> bool {
        self.at + LENGTH <= bytes.len()
    }

    /// The hash of the next shingle.
    #[inline]
    fn step(&mut self, bytes: &[u8]) -> u64 {
        let left = u64::from(self.oldest).wrapping_mul(LAST_FACTOR);
        let more = u64::from(bytes[self.at + LENGTH - 1]).wrapping_sub(left);
        self.hash = self.hash.wrapping_mul(FACTOR).wrapping_add(more);
        self.oldest = bytes[self.at];
        self.at += 1;
        (self.hash ^ self.hash >> 29).wrapping_mul(FACTOR)
    }
}

/// Letters and digits in lower case, bytes above ASCII unchanged, 0 for other bytes.
const FOLDED: [u8; 256] = {
    let mut folded = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let own = byte as u8;
        if own.is_ascii_alphanumeric() || own >= 0x80 {
            folded[byte] = own.to_ascii_lowercase();
        }
        byte += 1;
    }
    folded
};

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "It rained all night, and nobody slept before the morning came.";

    fn known(text: &str) -> Shingles {
        let mut known = Shingles::default();
        known.add(text);
        known
    }

    fn share(text: &str, parts: &[&str]) -> f32 {
        let mut letters = Letters::default();
        parts.iter().for_each(|part| letters.add(part.as_bytes()));
        shares([&known(text)], &mut letters)[0]
    }

    #[test]
    fn spaces_punctuation_and_case_are_ignored() {
        let parts = ["IT RAINED - all ", "night and nobody", "slept before"];
        assert_eq!(share(TEXT, &parts), 1.0);
    }

    #[test]
    fn other_texts_are_not_found() {
        let other = "Then it was dry for weeks, and everybody slept from dusk until dawn.";
        assert_eq!(share(TEXT, &[other]), 0.0);
        assert_eq!(share(TEXT, &["short"]), 0.0);
        assert!(known("short").is_empty());
    }

    #[test]
    fn scripts_without_spaces_work() {
        let text = "昨天晚上下了一整夜的雨，早上天晴以后渔船才出海。";
        assert!(share(text, &[&text[30..]]) > 0.9);
    }
}
