//! White space in UTF-8: ASCII, control characters and the other spaces of Unicode.

use crate::html::swar::none_above;

/// Whether all bytes are ASCII white space or control characters; checks eight bytes at a time.
#[inline]
pub fn is_blank(bytes: &[u8]) -> bool {
    // Most texts that are not blank end in another character.
    if bytes.last().is_some_and(|last| *last > b' ') {
        return false;
    }
    let (words, rest) = bytes.as_chunks::<8>();
    words.iter().all(|word| none_above(u64::from_le_bytes(*word), b' '))
        && rest.iter().all(|byte| *byte <= b' ')
}

/// Whether a text has only single spaces between words, so that nothing collapses.
pub fn is_regular(bytes: &[u8]) -> bool {
    const STEP: usize = 16;
    let mut at = 0;
    // Compares sixteen pairs of neighbours at a time, without branches, so that it vectorises.
    while let Some(window) = bytes.get(at..at + STEP + 1) {
        let (mut irregular, mut wide) = (0, 0);
        for (&byte, &next) in window[..STEP].iter().zip(&window[1..]) {
            irregular |= u8::from(byte < b' ') | (u8::from(byte == b' ') & u8::from(next == b' '));
            wide |= byte;
        }
        if irregular != 0 || (wide >= 0x80 && !window.windows(2).all(is_regular_pair)) {
            return false;
        }
        at += STEP;
    }
    bytes[at..].windows(2).all(is_regular_pair) && bytes.last().is_some_and(|last| *last > b' ')
}

/// Whether a pair is neither two spaces, nor a control character, nor the end of a Unicode space.
/// The last two bytes identify Unicode spaces; few other characters have them.
fn is_regular_pair(pair: &[u8]) -> bool {
    !matches!(
        pair,
        [0..b' ', _]
            | [b' ', b' ']
            | [0xC2, 0xA0 | 0x85]
            | [0x80, 0x80..=0x8A | 0xA8 | 0xA9 | 0xAF]
            | [0x81, 0x9F]
            | [0x9A, 0x80]
    )
}

/// Class of a byte that is part of a word; other bytes may begin white space.
pub const WORD: u8 = 0;

/// `WORD`, or 1 if the byte may begin white space.
#[inline]
pub fn class(byte: u8) -> u8 {
    CLASS[byte as usize]
}

static CLASS: [u8; 256] = {
    let mut class = [WORD; 256];
    let mut byte = 0;
    while byte <= b' ' as usize {
        class[byte] = 1;
        byte += 1;
    }
    class[0xC2] = 1;
    class[0xE1] = 1;
    class[0xE2] = 1;
    class[0xE3] = 1;
    class
};

/// Length in bytes of the white space character at `at`; 0 if there is none. Control characters
/// count as spaces.
#[inline]
pub fn space_width(bytes: &[u8], at: usize) -> usize {
    match bytes[at] {
        0..=b' ' => 1,
        0xC2 if matches!(bytes.get(at + 1), Some(0x85 | 0xA0)) => 2,
        0xE1..=0xE3 => match bytes.get(at..at + 3) {
            Some(
                [0xE1, 0x9A, 0x80]
                | [0xE2, 0x80, 0x80..=0x8A | 0xA8 | 0xA9 | 0xAF]
                | [0xE2, 0x81, 0x9F]
                | [0xE3, 0x80, 0x80],
            ) => 3,
            _ => 0,
        },
        _ => 0,
    }
}

pub fn skip_space(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while at < bytes.len() {
        match space_width(bytes, at) {
            0 => break,
            width => at += width,
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_and_control_characters_are_blank() {
        assert!(is_blank(b"") && is_blank(b" \n\t\r\x0C   \0   "));
        assert!(!is_blank(b"        x        ") && !is_blank("\u{a0} ".as_bytes()));
    }
}
