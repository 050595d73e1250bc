//! Words that pages use around their content, by language: labels, and the texts of walls.
//!
//! The phrases are in text files next to this one. They are read once, at the first page that needs
//! them, and stored as hashes of their normalised form.

use crate::hash::mix_bytes;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Kinds of labels, one bit each, in the order of `LABEL_SECTIONS`.
pub const ADVERTISEMENT: u32 = 1 << 0;
pub const CONTROL: u32 = 1 << 1;
/// A control only if it is a link or a button, since it may also be a word of the text.
pub const WEAK_CONTROL: u32 = 1 << 2;
pub const NEWSLETTER: u32 = 1 << 3;
/// Heading of a list of links to other pages.
pub const LINK_LIST: u32 = 1 << 4;
pub const YOU_ARE_HERE: u32 = 1 << 5;
pub const WEATHER: u32 = 1 << 6;
/// Name of a value that forums show next to a member's posts.
pub const MEMBER_FIELD: u32 = 1 << 7;

const LABEL_SECTIONS: &[&str] = &[
    "advertisement", "control", "control in a link or button", "newsletter", "list of links",
    "you are here", "weather", "member field",
];

/// By hash of a label, the bits of its kinds.
static LABELS: LazyLock<HashMap<u64, u32>> = LazyLock::new(|| {
    let mut labels = HashMap::new();
    for (section, _, phrase) in phrases(include_str!("labels.txt")) {
        if let Some(kind) = LABEL_SECTIONS.iter().position(|&name| name == section) {
            *labels.entry(hash(&normalise(phrase))).or_insert(0) |= 1 << kind;
        }
    }
    labels
});

/// The kinds of a label, given in normalised form; 0 for other texts.
pub fn label_kinds(normalised: &str) -> u32 {
    LABELS.get(&hash(normalised)).copied().unwrap_or(0)
}

pub fn hash(normalised: &str) -> u64 {
    mix_bytes(0, normalised.as_bytes())
}

/// Section, language and phrase of each entry of a file.
pub fn phrases(file: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    let mut section = "";
    let lines = file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.flat_map(move |line| {
        let is_section = line.starts_with('[');
        if is_section {
            section = line.trim_matches(['[', ']']);
        }
        let (language, list) = line.split_once(": ").unwrap_or_default();
        let list = if is_section { "" } else { list };
        let found = list.split(" | ").map(move |phrase| (section, language, phrase));
        found.filter(|(_, _, phrase)| !phrase.is_empty())
    })
}

/// Lower-case words without accents, digits and punctuation, with one space between them.
pub fn normalise(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_alphabetic() {
            words.push(c.to_ascii_lowercase());
        } else if c.is_ascii() {
            push_space(&mut words);
        } else if !is_ignored(c) {
            push_wide(&mut words, c);
        }
    }
    words.truncate(words.trim_end().len());
    words
}

fn push_wide(words: &mut String, c: char) {
    if c.is_alphabetic() {
        words.extend(c.to_lowercase().filter(|&c| !is_ignored(c)).map(without_accent));
    } else if !c.is_numeric() {
        push_space(words);
    }
}

fn push_space(words: &mut String) {
    if !words.is_empty() && !words.ends_with(' ') {
        words.push(' ');
    }
}

/// Marks that writers may leave out: soft hyphens, accents, vowel signs of Arabic, joiners.
fn is_ignored(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{300}'..='\u{36F}' | '\u{640}' | '\u{64B}'..='\u{65F}' | '\u{670}'
        | '\u{93C}' | '\u{200B}'..='\u{200F}' | '\u{FE0F}' | '\u{FEFF}')
}

/// The letter without its accent, because capitals often lack it. Letters that differ in more than
/// an accent stay.
fn without_accent(c: char) -> char {
    match c {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'ď' | 'đ' => 'd',
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ė' | 'ę' | 'ě' => 'e',
        'ğ' => 'g',
        'ì' | 'í' | 'î' | 'ï' | 'ī' | 'į' | 'ı' => 'i',
        'ľ' | 'ł' | 'ļ' => 'l',
        'ñ' | 'ń' | 'ň' | 'ņ' => 'n',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ő' | 'ō' => 'o',
        'ŕ' | 'ř' => 'r',
        'ś' | 'š' | 'ş' | 'ș' => 's',
        'ť' | 'ţ' | 'ț' => 't',
        'ù' | 'ú' | 'û' | 'ü' | 'ů' | 'ű' | 'ū' | 'ų' => 'u',
        'ý' | 'ÿ' => 'y',
        'ź' | 'ž' | 'ż' => 'z',
        'ά' => 'α',
        'έ' => 'ε',
        'ή' => 'η',
        'ί' | 'ϊ' | 'ΐ' => 'ι',
        'ό' => 'ο',
        'ύ' | 'ϋ' | 'ΰ' => 'υ',
        'ώ' => 'ω',
        'ς' => 'σ',
        'ё' => 'е',
        'أ' | 'إ' | 'آ' => 'ا',
        'ى' | 'ی' => 'ي',
        'ک' => 'ك',
        '\u{95B}' => '\u{91C}',
        '\u{95C}' => '\u{921}',
        '\u{95D}' => '\u{922}',
        '\u{95E}' => '\u{92B}',
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn case_accents_digits_and_punctuation_are_ignored() {
        let pairs = [
            ("  Share (12) ", "share"),
            ("PUBLICITÉ – suite", "publicite suite"),
            ("ΔΙΑΦΗΜΙΣΗ", "διαφημιση"),
            ("Διαφήμισης", "διαφημισησ"),
            ("YAZDIR İlan", "yazdir ilan"),
            ("Ещё 5 комментариев!", "еще комментариев"),
            ("广告", "广告"),
            ("12 · 34", ""),
        ];
        for (text, wanted) in pairs {
            assert_eq!(normalise(text), wanted, "{text}");
        }
    }

    #[test]
    fn labels_have_their_kinds() {
        assert_eq!(label_kinds(&normalise("ADVERTISEMENT")), ADVERTISEMENT);
        assert_eq!(label_kinds(&normalise("HIRDETÉS")), ADVERTISEMENT);
        assert_eq!(label_kinds(&normalise("Ön itt áll")), YOU_ARE_HERE);
        assert_eq!(label_kinds(&normalise("Copy")), WEAK_CONTROL);
        assert_eq!(label_kinds(&normalise("Time to go")), 0);
        assert_eq!(label_kinds(""), 0);
    }

    #[test]
    fn every_section_is_known_and_labels_cover_forty_languages() {
        let all: Vec<_> = phrases(include_str!("labels.txt")).collect();
        assert!(all.iter().all(|(section, _, _)| LABEL_SECTIONS.contains(section)));
        let languages: HashSet<&str> = all.iter().map(|(_, language, _)| *language).collect();
        assert!(languages.len() >= 40, "{}", languages.len());
        assert!(all.iter().all(|(_, _, phrase)| !normalise(phrase).is_empty()));
    }
}
