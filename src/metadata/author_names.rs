//! Author fields and bylines → clean names.

pub use super::bylines::Wording;

use super::bylines::names_part;
use super::placeholder_names::{is_nobody, names_others};
use super::text::{has_letters, is_listed, is_mark, tidy};

/// Longer parts are sentences, not names.
const MAX_WORDS: usize = 7;
const MAX_CHARS: usize = 64;
const MAX_NAMES: usize = 24;

/// From so many words on, a name that readers see has capitals throughout.
const MANY_WORDS: usize = 4;

/// Degrees, offices and trades: what follows the comma after a name.
const TITLES: &str = "analyst analysts assistant associate author ba bs ceo cepf cfa cfo cfp chief \
    cissp clinical cofounder columnist contributing contributor coo correspondent cpa cpp cto dc \
    dds deputy dietitian director dmd do dr dvm edd editor educator esq executive expert founder \
    freelance gastroenterologist head jd journalist jr lcsw ld lead ma manager managing mba mbbs md \
    mph ms msc np officer pa pe pharmd phd president producer professor psp psyd rd rdn \
    representative reporter rn senior specialist sr staff technical vice vp writer";

/// Of those, what stands before a name as well.
const HONORIFICS: &str = "dr ms president professor";

/// Words that a family's name may begin with, in lower case.
const PARTICLES: &str = "af al av bin da das de del della den der di do dos du el ibn la las le los \
    ten ter van vom von zu zum zur";

/// Words between two names.
const BETWEEN: &str = "and und et y with és и & + /";

/// Marks that no name contains.
const FOREIGN: &[char] = &['{', '}', '=', '<', '>', '?', '!', '*', '…', '→'];

/// The people named in a text, in order.
pub fn names_in(text: &str, wording: Wording) -> Vec<String> {
    let text = without_addresses(&without_tags(text));
    let parts = parts_of(names_part(&text, wording));
    let names = parts.iter().filter_map(|part| clean_name(part, wording));
    names.take(MAX_NAMES).collect()
}

fn without_tags(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        plain.push_str(before);
        plain.push(' ');
        rest = after.split_once('>').map_or("", |(_, rest)| rest);
    }
    plain.push_str(rest);
    plain
}

/// Web and mail addresses and handles go; what stands beside them may be a name.
fn without_addresses(text: &str) -> String {
    let address =
        |word: &&str| word.contains("://") || word.contains('@') || word.starts_with("www.");
    text.split_whitespace().filter(|word| !address(word)).collect::<Vec<_>>().join(" ")
}

/// The text between the marks and words that separate names.
fn parts_of(text: &str) -> Vec<String> {
    let pieces = text.split([';', '|', '•', '·', '、', '，']);
    let parts = pieces.filter(|piece| !names_others(piece)).flat_map(comma_parts);
    parts.filter(|part| !names_others(part)).flat_map(|part| split_between(&part)).collect()
}

/// Commas separate names of two words or more; a lone word or a trade belongs to the name before.
fn comma_parts(text: &str) -> Vec<String> {
    let pieces: Vec<&str> =
        text.split(',').map(str::trim).filter(|piece| !piece.is_empty()).collect();
    let Some((first, others)) = pieces.split_first() else {
        return Vec::new();
    };
    // `Family, Given`, as library catalogues write names.
    let mut given = others.iter().filter(|piece| !is_title(piece));
    if let (Some(given), None) = (given.next(), given.next())
        && is_family(first)
    {
        return vec![format!("{given} {first}")];
    }
    let is_name = |piece: &&&str| piece.contains(' ') && !is_title(piece);
    let names = std::iter::once(first).chain(others.iter().filter(is_name));
    names.map(|name| (*name).to_owned()).collect()
}

/// One word, `von Trapp` or `de la Cruz`. Van Lee may be a whole name, and Van der Lee is none.
fn is_family(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    let is_particle = |word: &str| is_listed(word, PARTICLES);
    match words.as_slice() {
        [] | [_] => true,
        [only, _] => is_particle(only),
        [first, others @ .., _] => {
            is_particle(&first.to_lowercase()) && others.iter().all(|word| is_particle(word))
        }
    }
}

/// Whether a text beside a name is a trade: `Founder at Oakywood`, but not `Dr. Lee`.
pub fn is_trade(text: &str) -> bool {
    let first = text.split(' ').next().unwrap_or(text);
    let word = first.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
    is_title(&word) && !is_listed(&word, HONORIFICS)
}

fn is_title(text: &str) -> bool {
    let plain = |word: &str| word.replace(['.', '®', '™', '-'], "").to_lowercase();
    text.split([' ', '/']).any(|word| is_listed(&plain(word), TITLES))
}

/// `Ann Lee and Bo Ek` is two names, and `Ann and Bo` one.
fn split_between(text: &str) -> Vec<String> {
    let mut parts = vec![Vec::new()];
    for word in text.split(' ') {
        let between = is_listed(word, BETWEEN);
        match parts.last_mut() {
            Some(part) if !between || part.len() == 1 => part.push(word),
            Some(part) if part.is_empty() => {}
            _ => parts.push(Vec::new()),
        }
    }
    parts.into_iter().map(|part| part.join(" ")).collect()
}

fn clean_name(part: &str, wording: Wording) -> Option<String> {
    let marks = |c: char| is_mark(c) || "\"“”()[]".contains(c);
    let name = names_part(part, wording);
    // `Ann Lee (staff)` is Ann Lee.
    let name = tidy(name.split(" (").next().unwrap_or(name).trim_matches(marks));
    let is_name = (2..=MAX_CHARS).contains(&name.chars().count())
        && has_letters(&name)
        && !name.contains(FOREIGN)
        && reads_as_name(&name, wording)
        && !is_nobody(&name);
    is_name.then_some(name)
}

fn reads_as_name(name: &str, wording: Wording) -> bool {
    let words = name.split(' ').count();
    // `de`, `van der` and initials are short.
    let capital = |word: &str| word.len() <= 3 || !word.starts_with(char::is_lowercase);
    let is_free = wording == Wording::Field || words < MANY_WORDS;
    words <= MAX_WORDS && (is_free || name.split(' ').all(capital))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn byline(text: &str) -> String {
        names_in(text, Wording::Byline).join("; ")
    }

    fn field(text: &str) -> String {
        names_in(text, Wording::Field).join("; ")
    }

    #[test]
    fn trades_and_degrees_are_cut() {
        for text in ["By Ann Lee, senior editor", "Ann Lee, PhD, R.D.", "Ann Lee (staff)"] {
            assert_eq!(byline(text), "Ann Lee", "{text}");
        }
    }

    #[test]
    fn several_names_are_told_apart() {
        for text in [
            "Ann Lee and Bo Ek", "Ann Lee, Bo Ek", "Ann Lee; Bo Ek", "By Ann Lee & Bo Ek",
            "Ann Lee, MD, and Bo Ek",
        ] {
            assert_eq!(byline(text), "Ann Lee; Bo Ek", "{text}");
        }
        assert_eq!(byline("Ann and Bo"), "Ann and Bo");
    }

    #[test]
    fn catalogue_names_are_turned_around() {
        assert_eq!(field("Lee, Ann"), "Ann Lee");
        assert_eq!(field("de la Cruz, Juan"), "Juan de la Cruz");
        assert_eq!(field("Van der Berg, Ann Marie"), "Ann Marie Van der Berg");
        assert_eq!(field("Van Lee, Bo Ek"), "Van Lee; Bo Ek");
        assert_eq!(field("Lee, Ann, PhD"), "Ann Lee");
        assert_eq!(field("Ann de Groot, Bo Ek"), "Ann de Groot; Bo Ek");
    }

    #[test]
    fn addresses_and_placeholders_are_nobody() {
        for text in ["https://a.example/ann", "ann@a.example", "@ann", "admin", "", "2024", "null"]
        {
            assert_eq!(field(text), "", "{text}");
        }
        assert_eq!(field("Ann Lee ann@a.example"), "Ann Lee");
    }

    #[test]
    fn sponsors_and_editors_are_no_authors() {
        assert_eq!(field("Sponsored by Smith and Jones, X Corp"), "");
        assert_eq!(field("Ann Lee, edited by Bo Ek and Cy Fox"), "Ann Lee");
    }

    #[test]
    fn trades_begin_with_their_word() {
        assert!(is_trade("Founder at Oakywood"));
        assert!(is_trade("(Editor)"));
        assert!(!is_trade("Dr. Lee"));
        assert!(!is_trade("Ann Lee, editor"));
    }

    #[test]
    fn sentences_are_nobody() {
        assert_eq!(byline("By moving into the quiet country"), "");
    }

    #[test]
    fn markup_is_dropped() {
        assert_eq!(field("<a href='/x'>Ann Lee</a>"), "Ann Lee");
    }
}
