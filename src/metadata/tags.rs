//! Keyword fields → a list of tags.

use super::words::tidy;
use std::collections::HashSet;

const MAX_TAGS: usize = 64;
/// Longer ones are sentences.
const MAX_CHARS: usize = 80;

/// The tags in order of trust, each once.
pub fn tags<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut seen = HashSet::new();
    let parts = texts.flat_map(|text| text.split([',', ';', '、', '，']));
    let fresh = parts.map(tidy).filter(|tag| !tag.is_empty() && tag.chars().count() <= MAX_CHARS);
    fresh.filter(|tag| seen.insert(tag.to_lowercase())).take(MAX_TAGS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_split_and_named_once() {
        assert_eq!(tags(["a, B ,", "b;c  d"].into_iter()), ["a", "B", "c d"]);
    }
}
