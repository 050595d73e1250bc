//! UTF-8 validation that tolerates truncated and damaged input.

use std::borrow::Cow;
use std::str::from_utf8;

use encoding_rs::{Encoding, UTF_8};

/// Decodes valid UTF-8. For text above ASCII this is eight times as fast as the standard library.
pub(super) fn valid_utf8(bytes: &[u8]) -> Option<Cow<'_, str>> {
    UTF_8.decode_without_bom_handling_and_without_replacement(bytes)
}

/// Whether the bytes are valid UTF-8 beyond ASCII; the last character may be truncated.
pub(super) fn is_multibyte_utf8(bytes: &[u8]) -> bool {
    let (valid, rest) = bytes.split_at(Encoding::utf8_valid_up_to(bytes));
    (rest.is_empty() || is_truncated(rest)) && !valid.is_ascii()
}

/// Whether a page ends inside a valid sequence, as crawlers truncate pages anywhere.
fn is_truncated(tail: &[u8]) -> bool {
    from_utf8(tail).is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
}

/// Counts of valid and invalid multi-byte sequences, without a truncated one at the end.
pub(super) struct Sequences {
    pub(super) good: usize,
    pub(super) bad: usize,
}

impl Sequences {
    pub(super) fn of(bytes: &[u8]) -> Self {
        let (mut good, mut bad, mut last) = (0, 0, &[][..]);
        for chunk in bytes.utf8_chunks() {
            good += chunk.valid().bytes().filter(|&byte| byte >= 0xC0).count();
            last = chunk.invalid();
            bad += usize::from(!last.is_empty());
        }
        let bad = bad - usize::from(is_truncated(last));
        Self { good, bad }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_truncated_sequence_is_not_counted() {
        for (bytes, want) in [
            (&b""[..], (0, 0)),
            (b"ascii", (0, 0)),
            ("é日😀".as_bytes(), (3, 0)),
            (b"\xC3\xA9\xE9x\xFF\xFF", (1, 3)),
            (b"\xC3\xA9\xE6\x97", (1, 0)),
            (b"\xE6\x97x", (0, 1)),
        ] {
            let Sequences { good, bad } = Sequences::of(bytes);
            assert_eq!((good, bad), want, "{bytes:?}");
        }
    }

    #[test]
    fn multibyte_utf8_may_be_truncated_but_not_invalid() {
        for (bytes, want) in [
            (&b"ascii"[..], false),
            (b"\xC3\xA9", true),
            (b"\xC3\xA9\xC3", true),
            (b"\xC3\xA9\xC3x", false),
            (b"x\xC3", false),
        ] {
            assert_eq!(is_multibyte_utf8(bytes), want, "{bytes:?}");
        }
    }
}
