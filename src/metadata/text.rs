//! Helpers that normalise and compare short texts.

/// Lower-cases a text and replaces everything but letters and digits by single spaces.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut gap = false;
    for c in text.chars() {
        if !c.is_alphanumeric() {
            gap = true;
            continue;
        }
        if gap && !folded.is_empty() {
            folded.push(' ');
        }
        gap = false;
        folded.extend(c.to_lowercase());
    }
    folded
}

pub fn has_letters(text: &str) -> bool {
    text.chars().any(char::is_alphabetic)
}

/// Collapses white space and trims the ends.
pub fn tidy(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !tidy.is_empty() {
            tidy.push(' ');
        }
        tidy.push_str(word);
    }
    tidy
}

/// Whether a word is in a space-separated list.
pub fn is_listed(word: &str, list: &str) -> bool {
    list.split_ascii_whitespace().any(|listed| listed == word)
}

/// Placeholder values that programs print.
pub const VALUES: &str = "false nil none null true undefined";

/// White space and punctuation between a label and a name.
pub fn is_mark(c: char) -> bool {
    c.is_whitespace() || ":：-–—|·•●,/~".contains(c)
}

/// Whether one folded text contains another as whole words.
pub fn contains_words(text: &str, part: &str) -> bool {
    if part.is_empty() {
        return false;
    }
    let bounded = |at: usize| {
        let end = at + part.len();
        (at == 0 || text.as_bytes()[at - 1] == b' ')
            && (end == text.len() || text.as_bytes()[end] == b' ')
    };
    text.match_indices(part).any(|(at, _)| bounded(at))
}

/// The share of the first text's words that the second contains.
pub fn shared_words(text: &str, other: &str) -> f32 {
    let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).take(64).collect();
    if words.is_empty() {
        return 0.0;
    }
    let others: Vec<&str> = other.split(' ').take(128).collect();
    let shared = words.iter().filter(|word| others.contains(word)).count();
    shared as f32 / words.len() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_keeps_words() {
        assert_eq!(fold("  What’s New? | ÉTÉ 2024 "), "what s new été 2024");
        assert_eq!(fold("—"), "");
    }

    #[test]
    fn only_whole_words_are_contained() {
        assert!(contains_words("a big cat", "big cat"));
        assert!(!contains_words("a big catalogue", "big cat"));
        assert!(!contains_words("a", ""));
    }

    #[test]
    fn shared_words_are_a_share_of_the_first() {
        assert_eq!(shared_words("a b", "b c d"), 0.5);
        assert_eq!(shared_words("", "b"), 0.0);
    }

    #[test]
    fn white_space_is_collapsed() {
        assert_eq!(tidy("  a\n\u{a0} b "), "a b");
    }
}
