//! Character shingles: detects text that occurs in another text. Shingles ignore word boundaries,
//! punctuation and case, so they work for every script.

/// Bytes of letters and digits in one shingle: about four words, or seven Han characters.
pub const LENGTH: usize = 20;
/// One shingle in so many is sampled, chosen by its hash.
const EVERY: u64 = 4;
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
        let mut window = Window::default();
        for byte in text.bytes() {
            self.add_byte(&mut window, byte);
        }
    }

    /// Adds the text of a JSON document with its escapes decoded.
    pub fn add_json(&mut self, text: &str) {
        let mut window = Window::default();
        let mut bytes = text.bytes();
        while let Some(byte) = bytes.next() {
            if byte != b'\\' {
                self.add_byte(&mut window, byte);
            } else if bytes.next() == Some(b'u') {
                let digits: String = bytes.by_ref().take(4).map(char::from).collect();
                let escaped = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                let mut utf8 = [0; 4];
                for byte in escaped.unwrap_or(' ').encode_utf8(&mut utf8).bytes() {
                    self.add_byte(&mut window, byte);
                }
            }
        }
    }

    fn add_byte(&mut self, window: &mut Window, byte: u8) {
        if let Some(hash) = window.push(byte) {
            if self.bits.is_empty() {
                self.bits = vec![0; BITS / 64];
            }
            let bit = place(hash);
            self.bits[bit / 64] |= 1 << (bit % 64);
        }
    }

    fn has(&self, hash: u64) -> bool {
        let bit = place(hash);
        self.bits.get(bit / 64).is_some_and(|bits| bits >> (bit % 64) & 1 == 1)
    }
}

/// The share of a text's shingles that each set contains; 0 for a text that is too short. The text
/// comes in parts.
pub fn shares<'a, const N: usize>(
    sets: [&Shingles; N],
    parts: impl Iterator<Item = &'a str>,
) -> [f32; N] {
    let mut window = Window::default();
    let (mut all, mut known) = (0_u32, [0_u32; N]);
    for part in parts {
        for byte in part.bytes() {
            if let Some(hash) = window.push(byte) {
                all += 1;
                for (known, set) in known.iter_mut().zip(sets) {
                    *known += u32::from(set.has(hash));
                }
            }
        }
    }
    known.map(|known| known as f32 / all.max(1) as f32)
}

fn place(hash: u64) -> usize {
    (hash >> 32) as usize % BITS
}

/// A rolling hash over the last letters.
struct Window {
    last: [u8; LENGTH],
    at: usize,
    length: usize,
    hash: u64,
}

impl Default for Window {
    fn default() -> Self {
        Window { last: [0; LENGTH], at: 0, length: 0, hash: 0 }
    }
}

impl Window {
    /// Adds a byte. Returns the hash if the shingle that ends here is sampled.
    #[inline]
    fn push(&mut self, byte: u8) -> Option<u64> {
        let byte = FOLDED[byte as usize];
        if byte == 0 {
            return None;
        }
        let oldest = std::mem::replace(&mut self.last[self.at], byte);
        self.at = if self.at + 1 == LENGTH { 0 } else { self.at + 1 };
        self.length += 1;
        let left = u64::from(oldest).wrapping_mul(LAST_FACTOR);
        self.hash = self.hash.wrapping_mul(FACTOR).wrapping_add(u64::from(byte)).wrapping_sub(left);
        let mixed = (self.hash ^ self.hash >> 29).wrapping_mul(FACTOR);
        (self.length >= LENGTH && (mixed >> 60).is_multiple_of(EVERY)).then_some(mixed)
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
        shares([&known(text)], parts.iter().copied())[0]
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
