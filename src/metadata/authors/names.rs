//! Author names: splits author fields and bylines into clean names.

use super::byline_words::GLUED_ROLES;
use super::bylines::{Wording, names_part};
use super::placeholders::{is_placeholder, names_others};
use crate::metadata::text::{fold, has_letters, is_listed, is_mark, tidy};
use crate::metadata::word_list::WordList;

/// Longer parts are sentences, not names.
const MAX_WORDS: usize = 7;
const MAX_CHARS: usize = 64;
const MAX_NAMES: usize = 24;

/// Longer parts are rejected before they are searched.
const MAX_BYTES: usize = 4 * MAX_CHARS;

/// A visible name of this many words must have capitals throughout.
const MANY_WORDS: usize = 4;

/// Degrees, offices and job titles, which may follow a name after a comma.
static TITLES: WordList = WordList::new(
    "analyst analysts assistant associate author ba bs ceo cepf cfa cfo cfp chief \
    cissp clinical cofounder columnist contributing contributor coo correspondent cpa cpp cto dc \
    dds deputy dietitian director dmd do dr dvm edd editor educator esq executive expert founder \
    freelance gastroenterologist head jd journalist jr lcsw ld lead ma manager managing mba mbbs md \
    mph ms msc np officer pa pe pharmd phd president producer professor psp psyd rd rdn \
    representative reporter rn senior specialist sr staff technical vice vp writer chefredakteur \
    chefredakteurin journalist journalistin korrespondent korrespondentin redakteur redakteurin \
    reporterin volontär volontärin correspondant correspondante envoyé envoyée journaliste \
    rédacteur rédactrice corresponsal periodista redactor redactora jornalista repórter \
    giornalista inviato inviata redattore redattrice verslaggever verslaggeefster redacteur \
    dziennikarz dziennikarka redaktor redaktorka toimittaja журналист корреспондент редактор \
    обозреватель muhabir editör",
);

/// Those that may also precede a name.
const HONORIFICS: &str = "dr ms president professor";

/// Lower-case words that a family name may begin with.
const PARTICLES: &str = "af al av bin da das de del della den der di do dos du el ibn la las le los \
    ten ter van vom von zu zum zur";

/// Words of employers, which may follow a name after a comma.
const EMPLOYERS: &str = "agency center centre clinic college foundation gmbh group health hospital \
    inc institut institute instituto llc ltd media news school universidad universidade università \
    université universität university";

/// Words between two names.
const BETWEEN: &str = "and und et y e och og ed with és и та ja ve και dan và ו و & + /";

/// Marks that no name contains.
const FOREIGN: &[char] = &['{', '}', '=', '<', '>', '?', '!', '*', '…', '→'];

/// The names of people in a text, in order.
pub fn names_in(text: &str, wording: Wording<'_>) -> Vec<String> {
    let text = without_urls(&without_tags(text));
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

/// Removes URLs, mail addresses and handles; the rest may be a name.
fn without_urls(text: &str) -> String {
    let is_address =
        |word: &&str| word.contains("://") || word.contains('@') || word.starts_with("www.");
    text.split_whitespace().filter(|word| !is_address(word)).collect::<Vec<_>>().join(" ")
}

/// Splits a text at marks and words that separate names.
fn parts_of(text: &str) -> Vec<String> {
    let pieces = text.split([';', '|', '•', '·', '、', '，']);
    let parts = pieces.filter(|piece| !names_others(piece)).flat_map(comma_parts);
    parts.filter(|part| !names_others(part)).flat_map(|part| split_between(&part)).collect()
}

/// Splits at commas between names of two or more words; a single word or a job title belongs to the
/// previous name.
fn comma_parts(text: &str) -> Vec<String> {
    let pieces: Vec<&str> =
        text.split(',').map(str::trim).filter(|piece| !piece.is_empty()).collect();
    let Some((first, others)) = pieces.split_first() else {
        return Vec::new();
    };
    // `Family, Given`, as in library catalogues.
    let mut given = others.iter().filter(|piece| !is_title(piece));
    if let (Some(given), None) = (given.next(), given.next())
        && is_family(first)
    {
        return vec![format!("{given} {first}")];
    }
    let is_name = |piece: &&&str| piece.contains(' ') && !is_title(piece) && !is_employer(piece);
    let names = std::iter::once(first).chain(others.iter().filter(is_name));
    names.map(|name| (*name).to_owned()).collect()
}

fn is_employer(text: &str) -> bool {
    fold(text).split(' ').any(|word| is_listed(word, EMPLOYERS))
}

/// Whether a text is a family name: one word, `von Trapp` or `de la Cruz`, but not `Van Lee`.
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

/// Whether a text beside a name is a job title: `Founder at Oakywood`, but not `Dr. Lee`.
pub fn is_job_title(text: &str) -> bool {
    let first = text.trim_start_matches(is_mark).split(' ').next().unwrap_or(text);
    let word = first.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
    is_title(&word) && !is_listed(&word, HONORIFICS)
}

fn is_title(text: &str) -> bool {
    let plain = |word: &str| word.replace(['.', '®', '™', '-'], "").to_lowercase();
    text.split([' ', '/']).any(|word| TITLES.contains(&plain(word)))
}

/// Splits `Ann Lee and Bo Ek` into two names, but not `Ann and Bo`.
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

fn clean_name(part: &str, wording: Wording<'_>) -> Option<String> {
    let marks = |c: char| is_mark(c) || "\"“”()[]".contains(c);
    let name = names_part(part, wording);
    // `Ann Lee (staff)` is Ann Lee.
    let name = name.split(" (").next().unwrap_or(name).trim_matches(marks);
    if name.len() > MAX_BYTES {
        return None;
    }
    let name = tidy(without_repeat(without_agency(without_role(name))));
    let is_name = (2..=MAX_CHARS).contains(&name.chars().count())
        && has_letters(&name)
        && !name.contains(FOREIGN)
        && reads_as_name(&name, wording)
        && !is_placeholder(&name);
    is_name.then_some(name)
}

/// `홍길동 기자` without 기자, which means *reporter*.
fn without_role(name: &str) -> &str {
    if name.is_ascii() {
        return name;
    }
    let cut = GLUED_ROLES.iter().find_map(|role| name.strip_suffix(role)).map(str::trim_end);
    cut.filter(|name| !name.is_empty()).unwrap_or(name)
}

/// Agencies whose name follows that of a person, folded.
const AGENCIES: &[&str] = &[
    "aap", "afp", "ap", "associated press", "bloomberg", "canadian press", "dpa", "reuters",
    "the associated press", "the canadian press",
];

/// `Ann Lee The Associated Press` without the agency.
fn without_agency(name: &str) -> &str {
    let ends: Vec<usize> = name.match_indices(' ').map(|(at, _)| at).collect();
    // Two words precede the agency.
    let found = ends.iter().skip(1).find(|&&at| AGENCIES.contains(&fold(&name[at..]).as_str()));
    found.map_or(name, |&at| &name[..at])
}

/// `Ann Lee Ann Lee`, from two elements for one name, without the second.
fn without_repeat(name: &str) -> &str {
    let middle = name.len() / 2;
    match (name.get(..middle), name.get(middle..)) {
        (Some(first), Some(second)) if second.strip_prefix(' ') == Some(first) => first,
        _ => name,
    }
}

fn reads_as_name(name: &str, wording: Wording<'_>) -> bool {
    let words = name.split(' ').count();
    // `de`, `van der` and initials are short.
    let capital = |word: &str| word.len() <= 3 || !word.starts_with(char::is_lowercase);
    let is_free = !wording.byline || words < MANY_WORDS;
    words <= MAX_WORDS && (is_free || name.split(' ').all(capital))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn byline(text: &str) -> String {
        names_in(text, Wording { byline: true, language: "en" }).join("; ")
    }

    fn field(text: &str) -> String {
        names_in(text, Wording { byline: false, language: "en" }).join("; ")
    }

    #[test]
    fn job_titles_and_degrees_are_removed() {
        for text in [
            "By Ann Lee, senior editor", "Ann Lee, PhD, R.D.", "Ann Lee (staff)",
            "Ann Lee, MD, Oak Health.",
        ] {
            assert_eq!(byline(text), "Ann Lee", "{text}");
        }
    }

    #[test]
    fn several_names_are_split() {
        for text in [
            "Ann Lee and Bo Ek", "Ann Lee, Bo Ek", "Ann Lee; Bo Ek", "By Ann Lee & Bo Ek",
            "Ann Lee, MD, and Bo Ek",
        ] {
            assert_eq!(byline(text), "Ann Lee; Bo Ek", "{text}");
        }
        assert_eq!(byline("Ann and Bo"), "Ann and Bo");
    }

    #[test]
    fn catalogue_names_are_reversed() {
        assert_eq!(field("Lee, Ann"), "Ann Lee");
        assert_eq!(field("de la Cruz, Juan"), "Juan de la Cruz");
        assert_eq!(field("Van der Berg, Ann Marie"), "Ann Marie Van der Berg");
        assert_eq!(field("Van Lee, Bo Ek"), "Van Lee; Bo Ek");
        assert_eq!(field("Lee, Ann, PhD"), "Ann Lee");
        assert_eq!(field("Ann de Groot, Bo Ek"), "Ann de Groot; Bo Ek");
    }

    #[test]
    fn urls_and_placeholders_are_not_names() {
        for text in ["https://a.example/ann", "ann@a.example", "@ann", "admin", "", "2024", "null"]
        {
            assert_eq!(field(text), "", "{text}");
        }
        assert_eq!(field("Ann Lee ann@a.example"), "Ann Lee");
    }

    #[test]
    fn sponsors_and_editors_are_not_authors() {
        assert_eq!(field("Sponsored by Smith and Jones, X Corp"), "");
        assert_eq!(field("Ann Lee, edited by Bo Ek and Cy Fox"), "Ann Lee");
    }

    #[test]
    fn job_titles_begin_with_their_word() {
        assert!(is_job_title("Founder at Oakywood"));
        assert!(is_job_title("(Editor)"));
        assert!(!is_job_title("Dr. Lee"));
        assert!(!is_job_title("Ann Lee, editor"));
    }

    #[test]
    fn sentences_are_not_names() {
        assert_eq!(byline("By moving into the quiet country"), "");
    }

    #[test]
    fn agencies_and_repeats_after_names_are_removed() {
        assert_eq!(byline("Ann Lee and Bo Ek The Associated Press"), "Ann Lee; Bo Ek");
        assert_eq!(byline("Ann Lee Ann Lee"), "Ann Lee");
        assert_eq!(byline("The Associated Press"), "The Associated Press");
        assert_eq!(byline("AFP"), "AFP");
    }

    #[test]
    fn roles_in_other_scripts_are_removed() {
        assert_eq!(field("홍길동 기자"), "홍길동");
        assert_eq!(field("山田太郎記者"), "山田太郎");
        assert_eq!(field("Анна Ли, корреспондент"), "Анна Ли");
        assert_eq!(field("张三、李四"), "张三; 李四");
    }

    #[test]
    fn markup_is_dropped() {
        assert_eq!(field("<a href='/x'>Ann Lee</a>"), "Ann Lee");
    }
}
