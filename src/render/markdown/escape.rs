//! Text as Markdown that reads as that text, with a backslash only where one is needed.

use memchr::memchr;

/// Where a piece of text goes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    /// Nothing but markup precedes it on its line.
    pub line_start: bool,
    pub in_link: bool,
    pub in_cell: bool,
}

/// Bytes that may need a backslash somewhere in a line.
const SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let bytes = b"\\`*_[]()<&~|:!";
    let mut i = 0;
    while i < bytes.len() {
        table[bytes[i] as usize] = true;
        i += 1;
    }
    table
};

/// Adds `text` to a line.
pub fn escape(out: &mut String, text: &str, place: Place) {
    let bytes = text.as_bytes();
    let mut from = 0;
    if place.line_start && !place.in_cell {
        if let Some(at) = opens_block(bytes) {
            out.push_str(&text[..at]);
            out.push('\\');
            out.push_str(&text[at..=at]);
            from = at + 1;
        }
    }
    let before = out.as_bytes().last().copied();
    for at in from..bytes.len() {
        if SPECIAL[bytes[at] as usize] && is_markup(bytes, at, before, place) {
            out.push_str(&text[from..at]);
            out.push('\\');
            from = at;
        }
    }
    out.push_str(&text[from..]);
}

/// Whether the special byte at `at` would be read as markup. `before` precedes the text.
fn is_markup(bytes: &[u8], at: usize, before: Option<u8>, place: Place) -> bool {
    let previous = if at > 0 { Some(bytes[at - 1]) } else { before };
    let next = bytes.get(at + 1).copied();
    match bytes[at] {
        b'`' => true,
        b'\\' => next.is_none_or(|b| b.is_ascii_punctuation()),
        b'*' => !(at > 0 && previous == Some(b' ') && next == Some(b' ')),
        // A letter or digit on both sides leaves an underscore alone.
        b'_' => !(at > 0 && is_word(previous) && is_word(next)),
        b'[' => place.in_link || (place.line_start && at == 0 && is_task(bytes)),
        b']' => place.in_link,
        // A bracketed text is a link or its definition only with one of these behind it.
        b'(' | b':' => {
            previous == Some(b']') || (at == 0 && place.line_start && next == Some(b'-'))
        }
        b'<' => next.is_none_or(|b| b.is_ascii_alphabetic() || b"/!?".contains(&b)),
        b'&' => is_reference(&bytes[at + 1..]),
        b'~' => previous == Some(b'~') || next.is_none_or(|b| b == b'~'),
        b'|' => place.in_cell || (place.line_start && at == 0),
        b'!' => place.in_link && next.is_none(),
        _ => false,
    }
}

/// ASCII letters and digits only: of others, some are punctuation.
fn is_word(byte: Option<u8>) -> bool {
    byte.is_some_and(|b| b.is_ascii_alphanumeric())
}

/// `[ ]` and `[x]` are boxes to tick.
fn is_task(bytes: &[u8]) -> bool {
    matches!(bytes, [b'[', b' ' | b'x' | b'X', b']', ..])
}

/// Whether what follows `&` makes it a character reference, or may with the text behind this.
fn is_reference(rest: &[u8]) -> bool {
    let name = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'#').count();
    rest.get(name).is_none_or(|b| *b == b';')
}

/// Where a backslash must go for the line not to open a heading, list, quote, rule or fence.
fn opens_block(bytes: &[u8]) -> Option<usize> {
    let first = *bytes.first()?;
    let same = bytes.iter().take_while(|b| **b == first).count();
    let ends_word = |at: usize| bytes.get(at).is_none_or(|b| *b == b' ');
    let opens = match first {
        b'>' => true,
        b'#' => same <= 6 && ends_word(same),
        b'+' => ends_word(1),
        // Also a rule, and what underlines a heading or the head of a table.
        b'-' => {
            ends_word(1) || ends_word(same) || bytes.get(same).is_some_and(|b| b"|:".contains(b))
        }
        b'=' => ends_word(same),
        b'~' => same >= 3,
        _ => false,
    };
    if opens { Some(0) } else { ordered_marker(bytes) }
}

/// The place of the dot or bracket in `1.` or `1)`.
fn ordered_marker(bytes: &[u8]) -> Option<usize> {
    let digits = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
    let marks = (1..=9).contains(&digits)
        && matches!(bytes.get(digits), Some(b'.' | b')'))
        && bytes.get(digits + 1).is_none_or(|b| *b == b' ');
    marks.then_some(digits)
}

/// The longest stretch of backticks.
pub fn longest_backticks(text: &str) -> usize {
    if memchr(b'`', text.as_bytes()).is_none() {
        return 0;
    }
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// An address for between the brackets of a link.
pub fn escape_address(out: &mut String, address: &str) {
    for (at, c) in address.char_indices() {
        match c {
            ' ' => out.push_str("%20"),
            '<' => out.push_str("%3C"),
            '>' => out.push_str("%3E"),
            '|' => out.push_str("%7C"),
            '\\' => out.push_str("%5C"),
            // Code is found before links are.
            '`' => out.push_str("%60"),
            '(' | ')' => out.extend(['\\', c]),
            '&' if is_reference(&address.as_bytes()[at + 1..]) => out.push_str("\\&"),
            c if c.is_whitespace() => {}
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> String {
        let mut out = String::new();
        escape(&mut out, text, Place { line_start: true, ..Place::default() });
        out
    }

    #[test]
    fn prose_is_left_alone() {
        for text in [
            "It cost $5 (or 3 * 2), a_b_c [sic] & more: R&D, 1.5 < 2!",
            "#tag and C#",
            "-5 degrees",
            "2019 was [1] fine: \"yes\"",
            "3.14",
        ] {
            assert_eq!(line(text), text);
        }
    }

    #[test]
    fn what_opens_a_block_is_escaped() {
        for (text, escaped) in [
            ("# a", "\\# a"),
            ("- a", "\\- a"),
            ("+ a", "\\+ a"),
            ("12. a", "12\\. a"),
            ("1) a", "1\\) a"),
            ("> a", "\\> a"),
            ("---", "\\---"),
            ("===", "\\==="),
            ("|a", "\\|a"),
        ] {
            assert_eq!(line(text), escaped);
        }
    }

    #[test]
    fn what_reads_as_markup_inside_a_line_is_escaped() {
        for (text, escaped) in [
            ("a *b* _c_", "a \\*b\\* \\_c\\_"),
            ("`a`", "\\`a\\`"),
            ("[a](b)", "[a]\\(b)"),
            ("[a]: b", "[a]\\: b"),
            ("<b> &amp; a\\*", "\\<b> \\&amp; a\\\\\\*"),
            ("~~a~~", "\\~\\~a\\~\\~"),
        ] {
            assert_eq!(line(text), escaped);
        }
    }

    #[test]
    fn backticks_are_counted() {
        assert_eq!(longest_backticks("a ``b`` ` ```"), 3);
        assert_eq!(longest_backticks(""), 0);
    }
}
