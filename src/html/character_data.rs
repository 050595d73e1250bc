//! Decodes character data: line breaks, character references and NULs.

use crate::html::tokenizer::Form;
use memchr::{memchr, memchr3};
use std::borrow::Cow;

/// Decodes text.
pub fn decode_text(raw: &str, form: Form) -> Cow<'_, str> {
    if memchr3(b'&', b'\r', 0, raw.as_bytes()).is_none() {
        return Cow::Borrowed(raw);
    }
    let lines = normalise_lines(raw);
    match form {
        Form::Data => unescape(lines),
        Form::Rcdata => unescape(replace_nul(lines)),
        Form::Raw => replace_nul(lines),
        Form::Plain | Form::Cdata => lines,
    }
}

/// Decodes the raw value of an attribute.
pub fn decode_attribute(raw: &str) -> Cow<'_, str> {
    if memchr3(b'&', b'\r', 0, raw.as_bytes()).is_none() {
        return Cow::Borrowed(raw);
    }
    let text = replace_nul(normalise_lines(raw));
    if memchr(b'&', text.as_bytes()).is_none() {
        return text;
    }
    htmlize::unescape_attribute(text)
}

fn unescape(text: Cow<'_, str>) -> Cow<'_, str> {
    if memchr(b'&', text.as_bytes()).is_none() {
        return text;
    }
    htmlize::unescape(text)
}

/// Replaces `\r\n` and `\r` by `\n`.
fn normalise_lines(text: &str) -> Cow<'_, str> {
    if memchr(b'\r', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
}

fn replace_nul(text: Cow<'_, str>) -> Cow<'_, str> {
    if memchr(0, text.as_bytes()).is_none() {
        return text;
    }
    Cow::Owned(text.replace('\0', "\u{FFFD}"))
}

/// Normalises a name as the standard does: lower case, NULs replaced.
pub fn decode_name(raw: &str) -> String {
    raw.to_ascii_lowercase().replace('\0', "\u{FFFD}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_borrowed() {
        assert!(matches!(decode_text("plain", Form::Data), Cow::Borrowed("plain")));
    }

    #[test]
    fn references_and_line_breaks_are_decoded() {
        assert_eq!(decode_text("a&amp;b\r\nc\rd&#x80;", Form::Data), "a&b\nc\nd\u{20AC}");
        assert_eq!(decode_text("&amp;", Form::Raw), "&amp;");
    }

    #[test]
    fn a_reference_to_a_carriage_return_is_kept() {
        assert_eq!(decode_text("&#13;\r", Form::Data), "\r\n");
    }

    #[test]
    fn attributes_keep_bare_ampersands_before_letters() {
        assert_eq!(decode_attribute("?a=1&copy=2&amp;x"), "?a=1&copy=2&x");
    }
}
