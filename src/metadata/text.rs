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

/// Collapses white space, trims the ends, and removes soft hyphens and other invisible characters.
pub fn tidy(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let start = tidy.len();
        if start > 0 {
            tidy.push(' ');
        }
        let before = tidy.len();
        if word.is_ascii() {
            tidy.push_str(word);
        } else {
            tidy.extend(word.chars().filter(|c| !is_invisible(*c)));
        }
        if tidy.len() == before {
            tidy.truncate(start);
        }
    }
    tidy
}

/// Hints for line breaks and writing directions. Joiners stay: some scripts need them.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2060}' | '\u{FEFF}')
}

/// Lower-cases a word and removes its accents, dots and vowel signs, which writers leave out.
pub fn fold_accents(word: &str) -> String {
    word.chars().flat_map(char::to_lowercase).filter_map(without_accent).collect()
}

#[rustfmt::skip]
fn without_accent(c: char) -> Option<char> {
    Some(match c {
        // A dot, combining marks, signs of Arabic, Bengali and Devanagari, joiners.
        '.' | '\u{300}'..='\u{36F}' | '\u{640}' | '\u{64B}'..='\u{652}' | '\u{93C}' | '\u{9BC}'
        | '\u{200C}' | '\u{200D}' => return None,
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'ď' | 'đ' => 'd',
        'è'..='ë' | 'ē' | 'ė' | 'ę' | 'ě' => 'e',
        'ğ' | 'ģ' => 'g',
        'ì'..='ï' | 'ī' | 'į' | 'ı' => 'i',
        'ķ' => 'k',
        'ł' | 'ļ' | 'ľ' => 'l',
        'ñ' | 'ń' | 'ņ' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ő' => 'o',
        'ř' => 'r',
        'ś' | 'ş' | 'š' | 'ș' => 's',
        'ţ' | 'ť' | 'ț' => 't',
        'ù'..='ü' | 'ū' | 'ů' | 'ű' | 'ų' => 'u',
        'ý' | 'ÿ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        'ά' => 'α', 'έ' => 'ε', 'ή' => 'η', 'ί' | 'ϊ' | 'ΐ' => 'ι', 'ό' => 'ο',
        'ύ' | 'ϋ' | 'ΰ' => 'υ', 'ώ' => 'ω', 'ς' => 'σ',
        'أ' | 'إ' | 'آ' | 'ٱ' => 'ا', 'ى' | 'ی' => 'ي', 'ک' => 'ك',
        '\u{9DF}' => '\u{9AF}', '\u{95E}' => '\u{92B}',
        other => other,
    })
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
    fn accents_and_dots_are_removed() {
        for (word, folded) in [
            ("MAYIS", "mayis"),
            ("mayıs", "mayis"),
            ("İyun", "iyun"),
            ("Août", "aout"),
            ("ΜΑΪΟΥ", "μαιου"),
            ("พ.ค.", "พค"),
            ("أيار", "ايار"),
        ] {
            assert_eq!(fold_accents(word), folded, "{word}");
        }
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
        assert_eq!(tidy("\u{feff} a\u{ad}b \u{2060}– c"), "ab – c");
    }
}
