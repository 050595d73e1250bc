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
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        hash = mix(hash ^ fold(u64::from_le_bytes(last)));
    }
    hash
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
