//! Finds the end of a script: `<!--` and `<script` decide whether a `</script` closes it.

use super::is_space;
use super::raw::is_end_tag;
use memchr::{memchr, memchr2};

/// The position of the end tag of the script whose text starts at `from`, or the length of the
/// source.
///
/// As in browsers, a nested `<script>` inside `<!-- … -->` needs a `</script>` of its own.
pub fn script_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    loop {
        let Some(open) = find(bytes, at) else {
            return bytes.len();
        };
        if is_end_tag(bytes, open, b"script") {
            return open;
        }
        if bytes[open..].starts_with(b"<!--") {
            // The dashes of `<!--` may also be those of `-->`.
            match escaped(bytes, open + 2) {
                Escaped::EndTag(end) => return end,
                Escaped::Closed(after) => at = after,
            }
        } else {
            at = open + 1;
        }
    }
}

enum Escaped {
    EndTag(usize),
    Closed(usize),
}

fn escaped(bytes: &[u8], from: usize) -> Escaped {
    let mut at = from;
    let mut nested = false;
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr2(b'-', b'<', rest)) {
        let mark = at + found;
        at = mark + 1;
        if bytes[mark] == b'-' {
            if bytes[mark..].starts_with(b"-->") {
                return Escaped::Closed(mark + 3);
            }
        } else if is_end_tag(bytes, mark, b"script") {
            if !nested {
                return Escaped::EndTag(mark);
            }
            nested = false;
        } else if !nested {
            nested = opens_script(bytes, mark);
        }
    }
    Escaped::EndTag(bytes.len())
}

fn opens_script(bytes: &[u8], open: usize) -> bool {
    bytes.get(open + 1..open + 7).is_some_and(|name| name.eq_ignore_ascii_case(b"script"))
        && bytes.get(open + 7).is_some_and(|b| is_space(*b) || matches!(b, b'/' | b'>'))
}

fn find(bytes: &[u8], from: usize) -> Option<usize> {
    Some(from + memchr(b'<', bytes.get(from..)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(text: &str) -> &str {
        &text[..script_end(text.as_bytes(), 0)]
    }

    #[test]
    fn end_tag_closes() {
        assert_eq!(script("a < b</scripty></SCRIPT >x"), "a < b</scripty>");
    }

    #[test]
    fn end_tag_inside_a_comment_closes() {
        assert_eq!(script("<!-- a </script> --></script>"), "<!-- a ");
    }

    #[test]
    fn nested_script_inside_a_comment_does_not_close() {
        let inner = "<!-- <script> </script> -->b";
        assert_eq!(script(&format!("{inner}</script>")), inner);
    }

    #[test]
    fn empty_comment_closes_at_once() {
        assert_eq!(script("<!--><script></script>"), "<!--><script>");
        assert_eq!(script("<!---><script></script>"), "<!---><script>");
    }

    #[test]
    fn script_without_end_runs_to_the_end() {
        assert_eq!(script("<!-- <script> </script>"), "<!-- <script> </script>");
    }
}
