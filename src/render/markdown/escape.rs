//! Escapes text for Markdown, with a backslash only where one is needed.

use memchr::memchr;

/// Bytes that may need a backslash inside a line.
const SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let bytes = b"\\`*_(<&~|:";
    let mut i = 0;
    while i < bytes.len() {
        table[bytes[i] as usize] = true;
        i += 1;
    }
    table
};

/// Adds `text` to a line. `escape_lines` handles what would open a block once the line is complete.
pub fn escape(out: &mut String, text: &str, in_cell: bool) {
    let bytes = text.as_bytes();
    let before = out.as_bytes().last().copied();
    let mut written = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        if SPECIAL[byte as usize] && is_markup(bytes, at, before, in_cell) {
            out.push_str(&text[written..at]);
            out.push('\\');
            written = at;
        }
    }
    out.push_str(&text[written..]);
}

/// Whether the special byte at `at` would be parsed as markup. `before` is the character before the
/// text.
fn is_markup(bytes: &[u8], at: usize, before: Option<u8>, in_cell: bool) -> bool {
    let previous = if at > 0 { Some(bytes[at - 1]) } else { before };
    let next = bytes.get(at + 1).copied();
    match bytes[at] {
        b'`' => true,
        b'\\' => next.is_none_or(|b| b.is_ascii_punctuation()),
        b'*' => !(at > 0 && previous == Some(b' ') && next == Some(b' ')),
        // An underscore between letters or digits is not markup.
        b'_' => !(is_word(previous) && is_word(next)),
        // A bracketed text is a link or its definition only if one of these follows.
        b'(' | b':' => previous == Some(b']'),
        b'<' => next.is_none_or(|b| b.is_ascii_alphabetic() || b"/!?".contains(&b)),
        b'&' => is_reference(&bytes[at + 1..]),
        b'~' => previous == Some(b'~') || next.is_none_or(|b| b == b'~'),
        b'|' => in_cell,
        _ => false,
    }
}

/// Only ASCII letters and digits, since some other characters are punctuation.
fn is_word(byte: Option<u8>) -> bool {
    byte.is_some_and(|b| b.is_ascii_alphanumeric())
}

/// Whether the text after `&` makes it a character reference, or may do so with the text to come.
fn is_reference(rest: &[u8]) -> bool {
    let name = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'#').count();
    rest.get(name).is_none_or(|b| *b == b';')
}

/// Escapes each line of a paragraph that would be parsed as another block.
pub fn escape_openers(paragraph: &mut String, in_item: bool) {
    let mut openers = Vec::new();
    let mut from = 0;
    for line in paragraph.split('\n') {
        if let Some(at) = opens_block(line.trim_end().as_bytes(), from == 0, in_item) {
            openers.push(from + at);
        }
        from += line.len() + 1;
    }
    insert_backslashes(paragraph, &openers);
}

/// `places` are in order.
fn insert_backslashes(out: &mut String, places: &[usize]) {
    let Some(&start) = places.first() else {
        return;
    };
    let tail = out.split_off(start);
    let mut written = 0;
    for &at in places {
        out.push_str(&tail[written..at - start]);
        out.push('\\');
        written = at - start;
    }
    out.push_str(&tail[written..]);
}

/// The position of the backslash that keeps a line from opening a heading, list, quote, rule or
/// table. `first`: it is the first line of the paragraph.
fn opens_block(line: &[u8], first: bool, in_item: bool) -> Option<usize> {
    let same = line.iter().take_while(|b| **b == line[0]).count();
    let only = |allowed: &[u8]| line.iter().all(|b| allowed.contains(b));
    let ends_word = |at: usize| line.get(at).is_none_or(|b| *b == b' ');
    let opens = match line.first()? {
        b'>' | b'|' => true,
        b'#' => same <= 6 && ends_word(same),
        b'+' => ends_word(1),
        // A list item, a rule, or the underline of a heading or of a table header.
        b'-' => {
            let dashes = line.iter().filter(|b| **b == b'-').count();
            ends_word(1) || if first { dashes > 2 && only(b"- ") } else { only(b"-|: ") }
        }
        b':' => !first && only(b"-|: ") && line.contains(&b'-'),
        b'=' => !first && only(b"="),
        // A task list checkbox.
        b'[' => {
            first && in_item && ends_word(3) && matches!(line, [_, b' ' | b'x' | b'X', b']', ..])
        }
        _ => false,
    };
    if opens { Some(0) } else { ordered_marker(line) }
}

/// The position of the dot or bracket in `1.` or `1)`.
fn ordered_marker(bytes: &[u8]) -> Option<usize> {
    let digits = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
    let marks = (1..=9).contains(&digits)
        && matches!(bytes.get(digits), Some(b'.' | b')'))
        && bytes.get(digits + 1).is_none_or(|b| *b == b' ');
    marks.then_some(digits)
}

/// Escapes hashes at the end of a heading, which would close it.
pub fn escape_closing_hashes(heading: &mut String) {
    let text = heading.trim_end_matches('#');
    if text.len() < heading.len() && (text.is_empty() || text.ends_with(' ')) {
        heading.insert(heading.len() - 1, '\\');
    }
}

/// Escapes the unpaired square brackets from `start` on. Pairs need no escape in the text of a
/// link.
pub fn escape_lone_brackets(out: &mut String, start: usize) {
    let bytes = out.as_bytes();
    let (mut open, mut lone) = (Vec::new(), Vec::new());
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'`' => at = code_end(bytes, at) - 1,
            b'[' => open.push(at),
            b']' if open.pop().is_none() => lone.push(at),
            _ => {}
        }
        at += 1;
    }
    lone.extend(open);
    lone.sort_unstable();
    insert_backslashes(out, &lone);
}

/// The end of the code span that backticks open at `start`.
fn code_end(bytes: &[u8], start: usize) -> usize {
    let ticks = |at: usize| bytes[at..].iter().take_while(|b| **b == b'`').count();
    let fence = ticks(start);
    let mut at = start + fence;
    while let Some(found) = memchr(b'`', &bytes[at.min(bytes.len())..]) {
        at += found;
        let found = ticks(at);
        at += found;
        if found == fence {
            return at;
        }
    }
    start + fence
}

/// The longest sequence of backticks.
pub fn longest_backticks(text: &str) -> usize {
    if memchr(b'`', text.as_bytes()).is_none() {
        return 0;
    }
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// Escapes the URL of a link.
pub fn escape_url(out: &mut String, url: &str) {
    for (at, c) in url.char_indices() {
        match c {
            ' ' => out.push_str("%20"),
            '<' => out.push_str("%3C"),
            '>' => out.push_str("%3E"),
            '|' => out.push_str("%7C"),
            '\\' => out.push_str("%5C"),
            // Code spans take precedence over links.
            '`' => out.push_str("%60"),
            '(' | ')' => out.extend(['\\', c]),
            '&' if is_reference(&url.as_bytes()[at + 1..]) => out.push_str("\\&"),
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
        escape(&mut out, text, false);
        escape_openers(&mut out, false);
        out
    }

    #[test]
    fn prose_is_not_escaped() {
        for text in [
            "It cost $5 (or 3 * 2), a_b_c [sic] & more: R&D, 1.5 < 2!",
            "#tag and C#",
            "-5 degrees",
            "2019 was [1] fine: \"yes\"",
            "3.14",
            "-- a",
            "===",
            "[x] a",
        ] {
            assert_eq!(line(text), text);
        }
    }

    #[test]
    fn block_openings_are_escaped() {
        for (text, escaped) in [
            ("# a", "\\# a"),
            ("- a", "\\- a"),
            ("+ a", "\\+ a"),
            ("12. a", "12\\. a"),
            ("1) a", "1\\) a"),
            ("> a", "\\> a"),
            ("---", "\\---"),
            ("-- -", "\\-- -"),
            ("|a", "\\|a"),
            ("a\n===", "a\n\\==="),
            ("a  \n--  \n>", "a  \n\\--  \n\\>"),
            ("a|b\n:-: | -", "a|b\n\\:-: | -"),
        ] {
            assert_eq!(line(text), escaped);
        }
    }

    #[test]
    fn inline_markup_is_escaped() {
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
    fn a_checkbox_is_escaped_in_an_item() {
        for (text, escaped) in [("[x] a", "\\[x] a"), ("[ ]", "\\[ ]"), ("[x](a)", "[x](a)")] {
            let mut out = text.to_owned();
            escape_openers(&mut out, true);
            assert_eq!(out, escaped);
        }
    }

    #[test]
    fn hashes_close_a_heading_only_after_a_space() {
        for (text, escaped) in [("#", "\\#"), ("a ##", "a #\\#"), ("C#", "C#"), ("a", "a")] {
            let mut out = text.to_owned();
            escape_closing_hashes(&mut out);
            assert_eq!(out, escaped);
        }
    }

    #[test]
    fn paired_brackets_are_not_escaped() {
        for (text, escaped) in [
            ("a [b [c]] d", "a [b [c]] d"),
            ("a] [b]", "a\\] [b]"),
            ("[a [b]", "\\[a [b]"),
            ("[``]` ``", "\\[``]` ``"),
        ] {
            let mut out = format!("]{text}");
            escape_lone_brackets(&mut out, 1);
            assert_eq!(out[1..], *escaped);
        }
    }

    #[test]
    fn backticks_are_counted() {
        assert_eq!(longest_backticks("a ``b`` ` ```"), 3);
        assert_eq!(longest_backticks(""), 0);
    }
}
