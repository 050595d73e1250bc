//! The HTML standard's prescan: finds the encoding that the start of a page declares.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding>

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use memchr::{memchr, memmem};

pub(super) fn prescan(head: &[u8]) -> Option<&'static Encoding> {
    match head {
        [b'<', 0, b'?', 0, b'x', 0, ..] => Some(UTF_16LE),
        [0, b'<', 0, b'?', 0, b'x', ..] => Some(UTF_16BE),
        _ => Scanner { bytes: head, at: 0 }.meta().ok().or_else(|| xml_encoding(head)),
    }
}

/// The scan reached the end of the bytes.
struct OutOfBytes;

struct Attribute<'a> {
    name: &'a [u8],
    value: &'a [u8],
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    fn meta(&mut self) -> Result<&'static Encoding, OutOfBytes> {
        loop {
            self.skip_until(|byte| byte == b'<')?;
            match &self.bytes[self.at..] {
                [b'<', b'!', b'-', b'-', ..] => self.skip_comment()?,
                [b'<', name @ ..] if is_meta(name) => {
                    self.at += b"<meta".len();
                    if let Some(encoding) = self.meta_attributes()? {
                        return Ok(encoding);
                    }
                }
                [b'<', b'/', letter, ..] | [b'<', letter, ..] if letter.is_ascii_alphabetic() => {
                    self.skip_until(|byte| is_space(byte) || byte == b'>')?;
                    while self.attribute()?.is_some() {}
                }
                [b'<', b'!' | b'/' | b'?', ..] => self.skip_until(|byte| byte == b'>')?,
                _ => {}
            }
            self.at += 1;
        }
    }

    fn byte(&self) -> Result<u8, OutOfBytes> {
        self.bytes.get(self.at).copied().ok_or(OutOfBytes)
    }

    fn skip_until(&mut self, stop: impl Fn(u8) -> bool) -> Result<(), OutOfBytes> {
        while !stop(self.byte()?) {
            self.at += 1;
        }
        Ok(())
    }

    /// Skips to the `>`. The dashes of `<!--` may also be those of `-->`.
    fn skip_comment(&mut self) -> Result<(), OutOfBytes> {
        let dashes = self.at + b"<!".len();
        let end = memmem::find(&self.bytes[dashes..], b"-->").ok_or(OutOfBytes)?;
        self.at = dashes + end + b"--".len();
        Ok(())
    }

    /// Equivalent to the standard's steps: the first of several attributes with one name counts,
    /// and `charset`, known or unknown, outranks `content` in any order.
    fn meta_attributes(&mut self) -> Result<Option<&'static Encoding>, OutOfBytes> {
        let (mut pragma, mut content, mut charset) = (None, None, None);
        while let Some(Attribute { name, value }) = self.attribute()? {
            let slot = match name.to_ascii_lowercase().as_slice() {
                b"http-equiv" => &mut pragma,
                b"content" => &mut content,
                b"charset" => &mut charset,
                _ => continue,
            };
            slot.get_or_insert(value);
        }
        let is_pragma = pragma.is_some_and(|value| value.eq_ignore_ascii_case(b"content-type"));
        let encoding = match (charset, content) {
            (Some(label), _) => Encoding::for_label(label),
            (None, Some(value)) if is_pragma => content_encoding(value),
            _ => None,
        };
        Ok(encoding.map(|encoding| match without_utf16(encoding) {
            encoding if encoding == X_USER_DEFINED => WINDOWS_1252,
            encoding => encoding,
        }))
    }

    fn attribute(&mut self) -> Result<Option<Attribute<'a>>, OutOfBytes> {
        self.skip_until(|byte| !is_space(byte) && byte != b'/')?;
        if self.byte()? == b'>' {
            return Ok(None);
        }
        let start = self.at;
        // A leading `=` belongs to the name.
        self.at += 1;
        self.skip_until(|byte| is_space(byte) || matches!(byte, b'=' | b'/' | b'>'))?;
        let name = &self.bytes[start..self.at];
        self.skip_until(|byte| !is_space(byte))?;
        let value = if self.byte()? == b'=' { self.value()? } else { &[] };
        Ok(Some(Attribute { name, value }))
    }

    fn value(&mut self) -> Result<&'a [u8], OutOfBytes> {
        self.at += 1;
        self.skip_until(|byte| !is_space(byte))?;
        let quote = self.byte()?;
        if matches!(quote, b'"' | b'\'') {
            self.at += 1;
            let start = self.at;
            self.skip_until(|byte| byte == quote)?;
            self.at += 1;
            return Ok(&self.bytes[start..self.at - 1]);
        }
        let start = self.at;
        self.skip_until(|byte| is_space(byte) || byte == b'>')?;
        Ok(&self.bytes[start..self.at])
    }
}

fn is_meta(name: &[u8]) -> bool {
    name.get(..4).is_some_and(|tag| tag.eq_ignore_ascii_case(b"meta"))
        && name.get(4).is_some_and(|&byte| is_space(byte) || byte == b'/')
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0C | b'\r' | b' ')
}

/// A declaration in ASCII bytes cannot be in UTF-16.
fn without_utf16(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == UTF_16LE || encoding == UTF_16BE { UTF_8 } else { encoding }
}

/// Extracts the encoding of `text/html; charset=x`, as leniently as the standard.
pub(super) fn content_encoding(content: &[u8]) -> Option<&'static Encoding> {
    let mut rest = content;
    loop {
        let name = rest.windows(7).position(|word| word.eq_ignore_ascii_case(b"charset"))?;
        rest = rest[name + 7..].trim_ascii_start();
        if let [b'=', value @ ..] = rest {
            return Encoding::for_label(charset_value(value.trim_ascii_start())?);
        }
    }
}

fn charset_value(value: &[u8]) -> Option<&[u8]> {
    if let [quote @ (b'"' | b'\''), label @ ..] = value {
        return Some(&label[..memchr(*quote, label)?]);
    }
    value.split(|&byte| is_space(byte) || byte == b';').next()
}

/// Extracts the encoding of `<?xml encoding="x"?>`, which the standard accepts in HTML.
fn xml_encoding(head: &[u8]) -> Option<&'static Encoding> {
    if !head.starts_with(b"<?xml") {
        return None;
    }
    let declaration = &head[..memchr(b'>', head)?];
    let name = memmem::find(declaration, b"encoding")?;
    let rest = skip_controls(&head[name + b"encoding".len()..]);
    let [quote @ (b'"' | b'\''), label @ ..] = skip_controls(rest.strip_prefix(b"=")?) else {
        return None;
    };
    let label = &label[..memchr(*quote, label)?];
    // Here a label may not have spaces around it.
    if label.iter().any(|&byte| byte <= b' ') {
        return None;
    }
    Encoding::for_label(label).map(without_utf16)
}

fn skip_controls(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|&byte| byte > b' ').unwrap_or(bytes.len());
    &bytes[end..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{EUC_JP, ISO_8859_2, KOI8_R};

    fn check(cases: &[(&str, Option<&'static Encoding>)]) {
        for &(head, encoding) in cases {
            assert_eq!(prescan(head.as_bytes()), encoding, "{head}");
        }
    }

    #[test]
    fn meta_names_the_encoding() {
        check(&[
            ("<META/charSet = 'KOI8-R'>", Some(KOI8_R)),
            ("<meta content='text/html; charset=koi8-r' http-equiv=content-type>", Some(KOI8_R)),
            ("<meta http-equiv=Content-Type content='charset charset = \"koi8-r\"'>", Some(KOI8_R)),
            ("<p title='>'><meta =x charset=koi8-r>", Some(KOI8_R)),
            ("<meta <meta charset='euc-jp'>", Some(EUC_JP)),
        ]);
    }

    #[test]
    fn charset_outranks_content_even_if_unknown() {
        check(&[
            ("<meta http-equiv=content-type content='charset=koi8-r' charset=greek>", {
                Encoding::for_label(b"greek")
            }),
            ("<meta http-equiv=content-type content='charset=koi8-r' charset=x>", None),
            ("<meta charset=koi8-r charset=greek>", Some(KOI8_R)),
        ]);
    }

    #[test]
    fn unfinished_or_foreign_declarations_name_nothing() {
        check(&[
            ("<meta charset=koi8-r", None),
            ("<metacharset=koi8-r>", None),
            ("<meta content='charset=koi8-r'>", None),
            ("<!-- <meta charset=koi8-r>", None),
            ("</p title='<meta charset=koi8-r>'>", None),
            ("<meta http-equiv=content-type content=\"charset='koi8-r\">", None),
        ]);
    }

    #[test]
    fn comments_and_unknown_labels_are_skipped() {
        check(&[
            ("<!--><meta charset=koi8-r>", Some(KOI8_R)),
            ("<!-- <meta charset=greek> --><meta charset=koi8-r>", Some(KOI8_R)),
            ("<?php ?><!x></3><meta charset=x><meta charset=iso8859-2>", Some(ISO_8859_2)),
        ]);
    }

    #[test]
    fn impossible_labels_are_replaced_by_the_standard_ones() {
        check(&[
            ("<meta charset=utf-16be>", Some(UTF_8)),
            ("<meta charset=x-user-defined>", Some(WINDOWS_1252)),
            ("<?xml encoding='utf-16'?>", Some(UTF_8)),
        ]);
    }

    #[test]
    fn xml_declaration_counts_without_a_meta() {
        check(&[
            ("<?xml version='1.0' encoding = \"koi8-r\"?><html>", Some(KOI8_R)),
            ("<?xml encoding='koi8-r'?><meta charset=euc-jp>", Some(EUC_JP)),
            (" <?xml encoding='koi8-r'?>", None),
            ("<?xml encoding=' koi8-r'?>", None),
            ("<?xml?> encoding='koi8-r'", None),
            ("<?xml encoding='koi8-r'", None),
            ("<\0?\0x\0", Some(UTF_16LE)),
            ("\0<\0?\0x", Some(UTF_16BE)),
        ]);
    }
}
