//! URLs that are safe to write into a document.

use std::borrow::Cow;

const SCHEMES: [&str; 3] = ["http", "https", "mailto"];

/// The URL without the characters that browsers ignore; `None` if it is empty or could run a
/// script.
pub fn safe(url: &str) -> Option<Cow<'_, str>> {
    let trimmed = url.trim_matches(|c: char| c <= ' ');
    let cleaned = if trimmed.contains(|c: char| c.is_control()) {
        // Browsers read "java\nscript:" as "javascript:".
        Cow::Owned(trimmed.chars().filter(|c| !c.is_control()).collect())
    } else {
        Cow::Borrowed(trimmed)
    };
    let allowed = match scheme(&cleaned) {
        Some(scheme) => SCHEMES.iter().any(|known| scheme.eq_ignore_ascii_case(known)),
        None => !cleaned.is_empty(),
    };
    allowed.then_some(cleaned)
}

/// The text before the first colon, unless a path, query or fragment begins earlier.
fn scheme(url: &str) -> Option<&str> {
    let end = url.find([':', '/', '?', '#', '\\'])?;
    (url.as_bytes()[end] == b':').then(|| &url[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn web_mail_and_relative_urls_are_safe() {
        for url in ["https://a.example/?q=a:b", "mailto:a@b.example", "a/b:c", "#x", "//h/p"] {
            assert_eq!(safe(url).as_deref(), Some(url));
        }
    }

    #[test]
    fn scripts_and_data_are_not_safe() {
        let bad = ["javascript:x", " JaVa\nScript:x", "data:text/html,x", "vbscript:x", "", " \t"];
        for url in bad {
            assert_eq!(safe(url), None, "{url:?}");
        }
    }
}
