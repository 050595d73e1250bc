//! Escapes texts, attribute values and style sheets so that no tokenizer state reads markup in
//! them.

/// Writes a text or a double-quoted attribute value.
pub fn push_escaped(out: &mut String, text: &str) {
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        let written = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            b'\t' | b'\n' | b'\x0C' => continue,
            // Other control characters count as white space in runs, and none may switch the
            // encoding.
            0..b' ' => " ",
            _ => continue,
        };
        out.push_str(&text[from..at]);
        out.push_str(written);
        from = at + 1;
    }
    out.push_str(&text[from..]);
}

/// Writes a style sheet. No `<` in it can begin markup, whether it is read as raw text or not.
pub fn push_style(out: &mut String, style: &str) {
    let mut rest = style;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(after) = rest.strip_prefix("<!--") {
            // CSS ignores `<!--`, which once hid style sheets from old browsers.
            out.push(' ');
            rest = after;
            continue;
        }
        rest = &rest[1..];
        match rest.as_bytes().first() {
            // `(width <= 600px)`
            Some(b' ' | b'=') => out.push('<'),
            _ => out.push_str("\\3c "),
        }
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &str) -> String {
        let mut out = String::new();
        push_escaped(&mut out, text);
        out
    }

    fn style(text: &str) -> String {
        let mut out = String::new();
        push_style(&mut out, text);
        out
    }

    #[test]
    fn text_contains_no_markup() {
        assert_eq!(escaped("a<b>\"&é\n"), "a&lt;b&gt;&quot;&amp;é\n");
        assert_eq!(escaped("<!--\x1B$B\r"), "&lt;!-- $B ");
    }

    #[test]
    fn style_sheets_contain_no_markup() {
        assert_eq!(style("<!-- p{} -->"), "  p{} -->");
        assert_eq!(style("a{content:'</style><b>'}"), "a{content:'\\3c /style>\\3c b>'}");
        assert_eq!(style("<<!--/style><"), "\\3c  /style>\\3c ");
        assert_eq!(style("@media (width <= 9px)"), "@media (width <= 9px)");
    }
}
