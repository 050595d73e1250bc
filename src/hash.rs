//! Hash functions with the same values on every machine. Models and files store such values, so
//! neither function may change.

use crate::html::names::lower_word;

pub(crate) const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
pub(crate) const MULTIPLIER: u64 = 0xD6E8_FEB8_6659_FD93;

/// Hashes a number with one multiplication. The weights of winnow's markup words depend on it.
pub fn mix(number: u64) -> u64 {
    let mixed = (number ^ SPREAD).wrapping_mul(MULTIPLIER);
    mixed ^ (mixed >> 32)
}

/// Hashes bytes with a seed. ASCII letters hash alike in both cases.
pub fn mix_bytes(seed: u64, bytes: &[u8]) -> u64 {
    mix_words(seed, bytes, lower_word)
}

/// Hashes bytes, eight at a time, after `fold` has changed each eight.
#[inline]
pub(crate) fn mix_words(seed: u64, bytes: &[u8], fold: impl Fn(u64) -> u64) -> u64 {
    let mut hash = mix(seed ^ (bytes.len() as u64).wrapping_mul(SPREAD));
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        hash = mix(hash ^ fold(u64::from_le_bytes(*word)));
    }
    if !rest.is_empty() {
        hash = mix(hash ^ fold(last_word(bytes, rest)));
    }
    hash
}

/// The one to seven bytes after the last eight as an integer, the first byte lowest. A copy of so
/// few bytes would take longer than the hash.
#[inline]
fn last_word(bytes: &[u8], rest: &[u8]) -> u64 {
    if let Some(last) = bytes.last_chunk::<8>() {
        return u64::from_le_bytes(*last) >> (8 * (8 - rest.len()));
    }
    let length = rest.len();
    if let (Some(first), Some(last)) = (rest.first_chunk::<4>(), rest.last_chunk::<4>()) {
        let [first, last] = [first, last].map(|word| u64::from(u32::from_le_bytes(*word)));
        return first | last << (8 * (length - 4));
    }
    let [first, middle, last] = [0, length / 2, length - 1].map(|at| u64::from(rest[at]));
    first | middle << (8 * (length / 2)) | last << (8 * (length - 1))
}

/// Hashes a number one to one; every input bit affects every output bit. Files of n-grams store
/// such hashes.
#[inline]
pub const fn mix_strong(mut value: u64) -> u64 {
    value ^= value >> 32;
    value = value.wrapping_mul(0xE9FB_5B3D_27A4_C1E7);
    value ^= value >> 29;
    value = value.wrapping_mul(0xC3A5_C85C_97CB_3127);
    value ^ value >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_bytes_are_padded_with_zeros() {
        let bytes: Vec<u8> = (0..20).map(|i| 200 + i).collect();
        for length in (1..20).filter(|length| length % 8 > 0) {
            let bytes = &bytes[..length];
            let (_, rest) = bytes.as_chunks::<8>();
            let mut padded = [0; 8];
            padded[..rest.len()].copy_from_slice(rest);
            assert_eq!(last_word(bytes, rest), u64::from_le_bytes(padded), "{length}");
        }
    }
}
