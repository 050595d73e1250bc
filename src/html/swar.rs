//! SIMD within a register: operations on eight bytes in one integer, the first byte lowest.

use memchr::memchr2;

pub const ONES: u64 = 0x0101_0101_0101_0101;
pub const HIGHS: u64 = ONES * 0x80;

/// Sets bit 7 of each byte that equals `byte`. Only the lowest set bit is reliable.
#[inline]
pub fn equal(word: u64, byte: u8) -> u64 {
    let difference = word ^ (ONES * byte as u64);
    difference.wrapping_sub(ONES) & !difference & HIGHS
}

/// Sets bit 7 of each byte below `bound`, which is at most 0x80. Only the lowest set bit is
/// reliable.
#[inline]
pub fn below(word: u64, bound: u8) -> u64 {
    word.wrapping_sub(ONES * bound as u64) & !word & HIGHS
}

/// Whether no byte is above `bound`, which is at most 0x7F.
#[inline]
pub fn none_above(word: u64, bound: u8) -> bool {
    // Bit 7 is set in every byte above the bound.
    let above = (word & (ONES * 0x7F)) + ONES * (0x7F - bound as u64);
    (above | word) & HIGHS == 0
}

/// Finds the first of two bytes. The byte is mostly near, and a call of `memchr` would cost more
/// than this check.
#[inline]
pub fn find_either(bytes: &[u8], one: u8, other: u8) -> Option<usize> {
    let Some(near) = bytes.first_chunk::<16>() else {
        return memchr2(one, other, bytes);
    };
    let (words, _) = near.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let found = equal(word, one) | equal(word, other);
        if found != 0 {
            return Some(index * 8 + found.trailing_zeros() as usize / 8);
        }
    }
    memchr2(one, other, &bytes[16..]).map(|found| found + 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn find_either_agrees_with_a_byte_by_byte_search() {
        let text = b"0123456789abcdefghij\x80\xff\x01\0\0<&\"<&";
        for start in 0..text.len() {
            for (one, other) in [(b'<', b'&'), (b'"', b'&'), (0, 1), (0x80, 0xFF), (b'z', b'y')] {
                let rest = &text[start..];
                let slow = rest.iter().position(|b| *b == one || *b == other);
                assert_eq!(find_either(rest, one, other), slow, "{start} {one} {other}");
            }
        }
    }

    #[test]
    fn bounds_are_exact() {
        let word = u64::from_le_bytes(*b"  a \x80\x7f! ");
        assert_eq!(below(word, 0x21).trailing_zeros(), 7);
        assert!(!none_above(word, b' '));
        assert!(none_above(u64::from_le_bytes(*b" \n\t\0    "), b' '));
    }
}
