//! Finds the phrases of walls in a normalised text.

use super::KINDS;
use crate::page::counts::{is_single_char_word, is_unspaced};
use crate::winnow::wording::{normalise, phrases};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Phrases are found by their first bytes.
const KEY: usize = 4;

type Index = HashMap<[u8; KEY], Vec<(String, usize)>>;

/// Phrases with the number of their kind, by their first bytes; the longest first.
static PHRASES: LazyLock<Index> = LazyLock::new(|| {
    let mut index = Index::new();
    for (section, _, phrase) in phrases(include_str!("../wording/walls.txt")) {
        let phrase = searchable(phrase);
        let kind = KINDS.iter().position(|&(_, name)| name == section);
        if let (Some(kind), Some(&key)) = (kind, phrase.as_bytes().first_chunk()) {
            index.entry(key).or_default().push((phrase, kind));
        }
    }
    index.values_mut().for_each(|list| list.sort_by_key(|(phrase, _)| usize::MAX - phrase.len()));
    index
});

/// The text as it is searched: normalised, without spaces in scripts that use none.
pub fn searchable(text: &str) -> String {
    let normalised = normalise(text);
    let mut kept = String::with_capacity(normalised.len());
    let mut chars = normalised.chars().peekable();
    while let Some(c) = chars.next() {
        let is_inside = kept.chars().next_back().is_some_and(is_apart)
            || chars.peek().is_some_and(|&next| is_apart(next));
        if c != ' ' || !is_inside {
            kept.push(c);
        }
    }
    kept
}

/// Whether words of this letter's script have no spaces between them.
fn is_apart(c: char) -> bool {
    is_single_char_word(c) || is_unspaced(c)
}

/// A phrase in a text: the number of its kind, and its bytes.
pub struct Hit {
    pub kind: usize,
    pub phrase: &'static str,
}

impl Hit {
    /// Whether the phrase is one word of a script with spaces.
    pub fn is_word(&self) -> bool {
        !self.phrase.contains(' ') && !self.phrase.chars().any(is_apart)
    }
}

/// The phrases in a searchable text, without overlaps.
pub fn hits(text: &str) -> Vec<Hit> {
    let mut found = Vec::new();
    let (mut after_space, mut end) = (true, 0);
    for (at, c) in text.char_indices() {
        let may_start = after_space || is_apart(c);
        after_space = c == ' ';
        if at >= end
            && may_start
            && let Some((phrase, kind)) = phrase_at(&text[at..])
        {
            end = at + phrase.len();
            found.push(Hit { kind: *kind, phrase });
        }
    }
    found
}

fn phrase_at(text: &str) -> Option<&'static (String, usize)> {
    let key = text.as_bytes().first_chunk::<KEY>()?;
    PHRASES.get(key)?.iter().find(|(phrase, _)| text.starts_with(phrase.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn kinds(text: &str) -> Vec<&'static str> {
        hits(&searchable(text)).iter().map(|hit| KINDS[hit.kind].1).collect()
    }

    #[test]
    fn phrases_start_with_a_word_and_may_go_on() {
        assert_eq!(kinds("Please ENABLE JavaScript!"), ["javascript"]);
        assert_eq!(kinds("Unenable JavaScript"), [""; 0]);
        assert_eq!(
            kinds("Die Seite wurde nicht gefunden, Passwort vergessen?"),
            ["error", "login"]
        );
    }

    #[test]
    fn scripts_without_spaces_are_searched_everywhere() {
        assert_eq!(kinds("抱歉，您访问的页面不存在。我们使用 Cookie"), ["error", "consent"]);
        assert_eq!(kinds("ขออภัย ไม่พบหน้าที่คุณต้องการ"), ["error"]);
    }

    #[test]
    fn every_kind_has_phrases_in_many_languages() {
        let file = include_str!("../wording/walls.txt");
        for (_, kind) in KINDS {
            let languages: HashSet<&str> = phrases(file)
                .filter(|(section, _, _)| *section == kind)
                .map(|(_, language, _)| language)
                .collect();
            assert!(languages.len() >= 28, "{kind}: {}", languages.len());
        }
    }
}
