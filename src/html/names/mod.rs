//! Tag and attribute names as small numbers, found with a perfect hash.

use crate::html::swar::{HIGHS, ONES, below, equal};

/// Lower-cases an ASCII letter; other bytes stay.
pub const fn lower(byte: u8) -> u8 {
    if byte.is_ascii_uppercase() { byte | 0x20 } else { byte }
}

/// The first eight bytes of a name, lower-cased, as one integer.
pub const fn key_of(name: &[u8]) -> u64 {
    let mut key = 0;
    let mut i = 0;
    while i < name.len() && i < 8 {
        key |= (lower(name[i]) as u64) << (8 * i);
        i += 1;
    }
    key
}

/// Lower-cases the ASCII letters among eight bytes.
#[inline]
pub(crate) fn lower_word(word: u64) -> u64 {
    // Bit 7 of `byte + gap` shows on which side of a bound a 7-bit value lies.
    let low = word & (ONES * 0x7F);
    let above_z = low + ONES * (0x7F - b'Z' as u64);
    let from_a = low + ONES * (0x80 - b'A' as u64);
    let upper = !word & (from_a ^ above_z) & HIGHS;
    word | (upper >> 2)
}

/// Length and key of the name at the start of `bytes`, which ends at white space, a control
/// character, `/`, `>` or `=`; `None` near the end of the source. Short names need no loop, which
/// avoids a branch misprediction for each.
#[inline]
pub fn name_at(bytes: &[u8]) -> Option<(usize, u64)> {
    let first = u64::from_le_bytes(*bytes.first_chunk::<8>()?);
    let ends = name_ends(first);
    if ends != 0 {
        let bits = ends.trailing_zeros() - 7;
        return Some((bits as usize / 8, lower_word(first) & ((1 << bits) - 1)));
    }
    let mut length = 8;
    loop {
        let word = u64::from_le_bytes(*bytes.get(length..)?.first_chunk::<8>()?);
        let ends = name_ends(word);
        if ends != 0 {
            return Some((length + ends.trailing_zeros() as usize / 8, lower_word(first)));
        }
        length += 8;
    }
}

#[inline]
fn name_ends(word: u64) -> u64 {
    below(word, 0x21) | equal(word, b'/') | equal(word, b'>') | equal(word, b'=')
}

/// A perfect hash table of a fixed list of names. It is built at compile time and fits into the
/// level-1 cache.
pub struct Lookup<const N: usize, const SLOTS: usize> {
    names: &'static [&'static str; N],
    keys: [u64; N],
    lengths: [u8; N],
    seed: u64,
    slots: [u8; SLOTS],
}

const fn slot(key: u64, length: usize, seed: u64, slots: usize) -> usize {
    let mixed = (key ^ (length as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(seed);
    (mixed >> (64 - slots.ilog2())) as usize
}

impl<const N: usize, const SLOTS: usize> Lookup<N, SLOTS> {
    /// Searches a seed without collisions, starting at `seed`. A good start only saves compile
    /// time.
    const fn new(names: &'static [&'static str; N], seed: u64) -> Self {
        let mut keys = [0; N];
        let mut lengths = [0; N];
        let mut i = 0;
        while i < N {
            keys[i] = key_of(names[i].as_bytes());
            lengths[i] = names[i].len() as u8;
            i += 1;
        }
        let mut seed = seed;
        loop {
            // An empty slot refers to the first name, which then compares unequal.
            let mut slots = [0u8; SLOTS];
            let mut i = 0;
            while i < N {
                let at = slot(keys[i], lengths[i] as usize, seed, SLOTS);
                if slots[at] != 0 {
                    break;
                }
                slots[at] = i as u8 + 1;
                i += 1;
            }
            if i == N {
                let mut at = 0;
                while at < SLOTS {
                    slots[at] = slots[at].saturating_sub(1);
                    at += 1;
                }
                return Lookup { names, keys, lengths, seed, slots };
            }
            seed = seed.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(2);
        }
    }

    /// Finds the number of a name, ignoring ASCII case. `key` is `key_of(name)`.
    #[inline]
    pub fn find(&self, key: u64, name: &[u8]) -> Option<u8> {
        let number = self.slots[slot(key, name.len(), self.seed, SLOTS)];
        let index = number as usize;
        let same = self.keys[index] == key && self.lengths[index] as usize == name.len();
        // The key contains all of a short name; only long names need a full comparison.
        let same =
            same && (name.len() <= 8 || self.names[index].as_bytes().eq_ignore_ascii_case(name));
        same.then_some(number)
    }
}

/// Declares a list of names: a constant for each, the list, and its hash table.
macro_rules! numbered {
    ($type:ident($repr:ty), $names:ident, $lookup:ident($slots:literal, $seed:literal), $($constant:ident $text:literal)*) => {
        impl $type {
            $(pub const $constant: $type = $type(numbers::$constant as $repr);)*
        }
        mod numbers {
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            enum Order { $($constant),* }
            $(pub const $constant: u8 = Order::$constant as u8;)*
        }
        pub const $names: &[&str; [$($text),*].len()] = &[$($text),*];
        pub static $lookup: Lookup<{ $names.len() }, $slots> = Lookup::new($names, $seed);
    };
}

mod attributes;
mod tags;

pub use attributes::{ATTRIBUTE_LOOKUP, ATTRIBUTE_NAMES, Attribute};
pub use tags::{TAG_LOOKUP, TAG_NAMES, Tag, void_tag_names};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tag_is_found_in_any_case() {
        for (number, name) in TAG_NAMES.iter().enumerate() {
            let upper = name.to_ascii_uppercase();
            let found = TAG_LOOKUP.find(key_of(upper.as_bytes()), upper.as_bytes());
            assert_eq!(found, Some(number as u8), "{name}");
        }
    }

    #[test]
    fn every_attribute_is_found() {
        for (number, name) in ATTRIBUTE_NAMES.iter().enumerate() {
            let found = ATTRIBUTE_LOOKUP.find(key_of(name.as_bytes()), name.as_bytes());
            assert_eq!(found, Some(number as u8), "{name}");
        }
    }

    #[test]
    fn a_name_in_a_text_has_the_key_of_the_name_alone() {
        for name in [
            "", "a", "DIV", "P\u{e9}", "[@Z`az{", "h1", "itemprop", "blockQUOTE",
            "data-long-name-xy",
        ] {
            for end in [" ", ">", "/", "=", "\n", "\0"] {
                let text = format!("{name}{end}=filler filler");
                let found = name_at(text.as_bytes());
                assert_eq!(found, Some((name.len(), key_of(name.as_bytes()))), "{text:?}");
            }
        }
        assert_eq!(name_at(b"p>"), None);
        assert_eq!(name_at(b"blockquote>"), None);
    }

    #[test]
    fn unknown_names_are_not_found() {
        for name in ["", "x-card", "blockquotes", "p\0", "h7"] {
            assert_eq!(TAG_LOOKUP.find(key_of(name.as_bytes()), name.as_bytes()), None);
        }
    }

    #[test]
    fn heading_levels_are_one_to_six() {
        assert_eq!(Tag::H1.heading_level(), Some(1));
        assert_eq!(Tag::H6.heading_level(), Some(6));
        assert_eq!(Tag::HEAD.heading_level(), None);
    }
}
