//! Finds the programming language that the markup around a code block names.

use crate::html::names::Attribute;
use crate::page::Page;

/// Number of ancestors of the `pre` that may name the language.
const WRAPPERS: usize = 3;

const PREFIXES: [&str; 4] = ["language-", "lang-", "highlight-source-", "highlight-"];

/// Names for no language.
const NO_LANGUAGE: [&str; 6] = ["default", "none", "text", "plaintext", "plain", "nohighlight"];

/// The language of the code that begins at `node` inside the preformatted element `root`.
pub fn language(page: &Page, root: usize, node: usize) -> Option<String> {
    let inside = page.ancestors(node).take_while(|&inner| inner > root);
    inside.chain(page.ancestors(root).take(WRAPPERS + 1)).find_map(|node| named(page, node))
}

fn named(page: &Page, node: usize) -> Option<String> {
    for name in [Attribute::DATA_LANG, Attribute::DATA_LANGUAGE] {
        if let Some(found) = page.attribute(node, name).and_then(checked) {
            return Some(found);
        }
    }
    from_class(page.attribute(node, Attribute::CLASS)?)
}

fn from_class(class: &str) -> Option<String> {
    let mut tokens = class.split_ascii_whitespace();
    while let Some(token) = tokens.next() {
        let prefixed = PREFIXES.iter().find_map(|prefix| token.strip_prefix(prefix));
        let found = match token.strip_prefix("brush:") {
            Some("") => tokens.next(),
            Some(brush) => Some(brush),
            None => prefixed,
        };
        if let Some(found) = found.and_then(checked) {
            return Some(found);
        }
    }
    None
}

/// The name in lower case, if it is plausible and not a name for no language.
fn checked(name: &str) -> Option<String> {
    let name = name.trim().trim_end_matches(';').to_ascii_lowercase();
    let looks_right = (1..=20).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"+#-_.".contains(&b));
    (looks_right && !NO_LANGUAGE.contains(&name.as_str())).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_common_highlighters_name_the_language() {
        for (class, name) in [
            ("hljs language-rust", "rust"),
            ("lang-C++", "c++"),
            ("highlight highlight-source-shell", "shell"),
            ("brush: php; gutter: false", "php"),
            ("brush:js;", "js"),
            ("highlight-python3 notranslate", "python3"),
        ] {
            assert_eq!(from_class(class).as_deref(), Some(name), "{class}");
        }
    }

    #[test]
    fn other_classes_name_no_language() {
        for class in ["", "code", "highlight-default", "language-", "lang-<b>"] {
            assert_eq!(from_class(class), None, "{class}");
        }
    }
}
