//! Lenient JSON parser: parses strictly first, then repairs the most common errors.

use serde_json::Value;

/// Parses a script's text; `None` if a simple repair is not enough.
pub fn read_json(text: &str) -> Option<Value> {
    let text = unwrap_comment(text);
    serde_json::from_str(text).ok().or_else(|| serde_json::from_str(&repair(text)).ok())
}

/// Wrappers that once hid scripts from old browsers, opening and closing.
const WRAPPERS: &[(&str, &str)] = &[
    ("<!--", "-->"),
    ("//<![CDATA[", "//]]>"),
    ("/*<![CDATA[*/", "/*]]>*/"),
    ("<![CDATA[", "]]>"),
];

fn unwrap_comment(text: &str) -> &str {
    let mut text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}' || c == ';');
    for (open, close) in WRAPPERS {
        text = text.strip_prefix(open).unwrap_or(text).trim();
        text = text.strip_suffix(close).unwrap_or(text).trim();
        text = text.strip_suffix("//").unwrap_or(text).trim();
    }
    text.trim_end_matches(';')
}

/// Replaces raw control characters in strings by spaces, and removes comments and trailing commas.
fn repair(text: &str) -> String {
    let mut repaired = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['"', '/', ',']) {
        let (before, from) = rest.split_at(at);
        repaired.push_str(before);
        let length = match from.as_bytes() {
            [b'"', ..] => repair_string(from, &mut repaired),
            [b'/', b'/' | b'*', ..] => comment_length(from),
            [b',', ..] if ends_list(&from[1..]) => 1,
            _ => {
                repaired.push_str(&from[..1]);
                1
            }
        };
        rest = &from[length..];
    }
    repaired.push_str(rest);
    repaired
}

/// Copies the string at the start of the text. Returns its length in bytes.
fn repair_string(text: &str, repaired: &mut String) -> usize {
    let mut escaped = false;
    repaired.push('"');
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => {
                repaired.push('"');
                return at + 1;
            }
            c if c < ' ' => {
                // An escaped line break would leave a lone backslash.
                repaired.push_str(if escaped { "n" } else { " " });
            }
            c if escaped && !matches!(c, '"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' | 'u') => {
                repaired.pop();
                repaired.push(c);
            }
            c => repaired.push(c),
        }
        escaped = c == '\\' && !escaped;
    }
    text.len()
}

fn comment_length(text: &str) -> usize {
    let (close, width) = if text.starts_with("//") { ("\n", 1) } else { ("*/", 2) };
    text.find(close).map_or(text.len(), |at| at + width)
}

fn ends_list(text: &str) -> bool {
    let next = text.trim_start();
    next.is_empty() || next.starts_with(['}', ']', ','])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name_in(text: &str) -> Option<String> {
        read_json(text)?.get("name")?.as_str().map(str::to_owned)
    }

    #[test]
    fn valid_json_is_parsed() {
        assert_eq!(name_in(r#" {"name": "a"} "#).as_deref(), Some("a"));
    }

    #[test]
    fn common_errors_are_repaired() {
        for text in [
            "<!-- {\"name\": \"a b\"} -->",
            "//<![CDATA[\n{\"name\": \"a b\"}\n//]]>",
            "{\"name\": \"a\nb\"}",
            "{\"name\": \"a b\", \"list\": [1, 2,],}",
            "{/* note, */ \"name\": \"a b\" // end\n}",
            "{\"name\": \"a b\", \"x\": \"it\\'s\"};",
        ] {
            assert_eq!(name_in(text).as_deref(), Some("a b"), "{text}");
        }
    }

    #[test]
    fn urls_in_strings_are_not_comments() {
        assert_eq!(name_in("{\"name\": \"http://a/*b*/,]\",}").as_deref(), Some("http://a/*b*/,]"));
    }

    #[test]
    fn irreparable_json_is_skipped() {
        for text in ["", "{", "{\"name\": }", "\"", "nothing", "{\"a\": \"b", "/*", "//"] {
            assert!(read_json(text).is_none(), "{text}");
        }
    }

    #[test]
    fn deep_nesting_is_rejected() {
        assert!(read_json(&"[".repeat(100_000)).is_none());
    }
}
