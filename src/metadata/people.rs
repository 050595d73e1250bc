//! Author fields and bylines → clean names.

use super::candidates::tidy;
use super::months::month_number;
use super::words::{fold, has_letters};

/// Longer parts are sentences, not names.
const MAX_WORDS: usize = 7;
const MAX_CHARS: usize = 64;
const MAX_NAMES: usize = 24;

/// How bylines begin. Longer ones first, since the first that fits is cut.
const OPENINGS: &[&str] = &[
    "this article was written by",
    "originally published by",
    "originally posted by",
    "medically reviewed by",
    "contributed by",
    "published by",
    "submitted by",
    "authored by",
    "reported by",
    "created by",
    "updated by",
    "written by",
    "article by",
    "posted by",
    "posted on",
    "edited by",
    "review by",
    "guest post by",
    "post by",
    "story by",
    "words by",
    "text by",
    "geschrieben von",
    "verfasst von",
    "escrito por",
    "publicado por",
    "écrit par",
    "publié par",
    "rédigé par",
    "scritto da",
    "pubblicato da",
    "geschreven door",
    "about the author",
    "author name",
    "authors",
    "author",
    "autoren",
    "autorin",
    "autore",
    "autor",
    "auteur",
    "автор",
    "szerző",
    "szerzők",
    "írta",
    "von",
    "par",
    "por",
    "door",
    "napsal",
    "by",
    "作者",
    "文",
];

/// Openings that are also the start of names, so that they are cut from bylines in lower case only.
const PARTICLES: &[&str] = &["von", "de", "da", "di", "del"];

/// Words after which a byline talks of something else.
const CLOSINGS: &[&str] = &[
    "published",
    "updated",
    "posted",
    "last",
    "on",
    "at",
    "for",
    "about",
    "edited",
    "reviewed",
    "fact-checked",
    "medically",
    "contributor",
    "read",
    "view",
    "see",
    "follow",
    "bio",
    "minute",
    "min",
    "said",
    "says",
    "wrote",
    "written",
    "photo",
    "photos",
    "from",
    "with",
    "in",
];

/// Accounts and placeholders, not people.
const NOBODY: &[&str] = &[
    "admin",
    "administrator",
    "anonymous",
    "author",
    "authors",
    "by",
    "contributor",
    "editor",
    "guest",
    "guest author",
    "n a",
    "name",
    "none",
    "null",
    "root",
    "site admin",
    "staff",
    "super user",
    "superuser",
    "undefined",
    "unknown",
    "user",
    "view all posts",
    "webmaster",
    "website",
    "wpadmin",
];

/// Degrees, offices and trades: what follows the comma after a name.
const TITLES: &[&str] = &[
    "analyst",
    "analysts",
    "assistant",
    "associate",
    "author",
    "ba",
    "bs",
    "ceo",
    "cfa",
    "cfo",
    "cfp",
    "chief",
    "cissp",
    "clinical",
    "cofounder",
    "columnist",
    "contributing",
    "contributor",
    "coo",
    "correspondent",
    "cpa",
    "cto",
    "dc",
    "dds",
    "deputy",
    "director",
    "dmd",
    "do",
    "dr",
    "dvm",
    "edd",
    "editor",
    "esq",
    "executive",
    "expert",
    "founder",
    "freelance",
    "head",
    "jd",
    "journalist",
    "jr",
    "lcsw",
    "ld",
    "lead",
    "ma",
    "managing",
    "manager",
    "mba",
    "mbbs",
    "md",
    "mph",
    "ms",
    "msc",
    "np",
    "officer",
    "pa",
    "pe",
    "pharmd",
    "phd",
    "president",
    "producer",
    "professor",
    "psyd",
    "rd",
    "rdn",
    "reporter",
    "rn",
    "senior",
    "specialist",
    "sr",
    "staff",
    "technical",
    "vice",
    "vp",
    "writer",
];

/// Words between two names.
const BETWEEN: &[&str] = &["and", "und", "et", "y", "with", "és", "и", "&", "+", "/"];

/// How freely a text was written: bylines have more around the name than fields made for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wording {
    Field,
    Byline,
}

/// The people named in a text, in order.
pub fn names_in(text: &str, wording: Wording) -> Vec<String> {
    let text = without_addresses(&without_tags(text));
    let mut text = strip_openings(tidy(&text).as_str(), wording).to_owned();
    if wording == Wording::Byline {
        text = before_closing(&text).to_owned();
    }
    let mut names = Vec::new();
    for part in parts_of(&text) {
        if names.len() == MAX_NAMES {
            break;
        }
        if let Some(name) = clean_name(&part, wording) {
            names.push(name);
        }
    }
    names
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

/// Whether a line begins as bylines do and goes on with something like a name.
pub fn opens_byline(line: &str) -> bool {
    cut_opening(line, Wording::Byline).is_some_and(|rest| {
        rest.chars().find(|c| c.is_alphanumeric()).is_some_and(|c| !c.is_lowercase())
    })
}

/// Whether a line is nothing but the beginning of a byline.
pub fn is_opening(line: &str) -> bool {
    OPENINGS.contains(&line.trim_matches(is_mark).to_lowercase().as_str())
}

fn is_mark(c: char) -> bool {
    c.is_whitespace() || ":：-–—|·•●,/~".contains(c)
}

fn strip_openings(text: &str, wording: Wording) -> &str {
    let mut text = text.trim_start_matches(is_mark);
    while let Some(rest) = cut_opening(text, wording) {
        text = rest.trim_start_matches(is_mark);
    }
    text
}

/// What follows the opening that the text begins with.
fn cut_opening(text: &str, wording: Wording) -> Option<&str> {
    let opening = OPENINGS.iter().find_map(|opening| {
        let rest = strip_prefix_in_any_case(text, opening)?;
        let particle = PARTICLES.contains(opening) && wording == Wording::Field;
        (rest.starts_with(is_mark) && !particle).then_some(rest)
    });
    opening.or_else(|| strip_particle(text, wording))
}

fn strip_prefix_in_any_case<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    let mut rest = text.chars();
    let same = |c: char| rest.next().is_some_and(|found| found.to_lowercase().eq([c]));
    prefix.chars().all(same).then_some(rest.as_str())
}

/// `de María García` is a byline; `De María` and `von Trapp` in a field are names.
fn strip_particle(text: &str, wording: Wording) -> Option<&str> {
    let (first, rest) = text.split_once(' ')?;
    let cut = wording == Wording::Byline && PARTICLES.contains(&first) && rest.contains(' ');
    cut.then_some(rest)
}

/// What comes before a date, a bar or a word that ends bylines.
fn before_closing(text: &str) -> &str {
    let mut at = 0;
    let mut words = text.split(' ').peekable();
    while let Some(word) = words.next() {
        if closes(word, words.peek().copied()) {
            return text[..at].trim_end_matches(is_mark);
        }
        at += word.len() + 1;
    }
    text
}

fn closes(word: &str, next: Option<&str>) -> bool {
    let plain = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    // April is a name as well.
    let is_month = || month_number(&plain).is_some() && next.is_some_and(is_number);
    let is_bar = plain.is_empty() && !word.starts_with(['&', '+']);
    is_bar || is_number(&plain) || CLOSINGS.contains(&plain.as_str()) || is_month()
}

/// The text between marks and words that separate names.
fn parts_of(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    for piece in text.split([';', '|', '•', '·', '、', '，']) {
        for piece in comma_parts(piece) {
            let mut part: Vec<&str> = Vec::new();
            for word in piece.split(' ') {
                if BETWEEN.contains(&word) && part.len() >= 2 {
                    parts.push(part.join(" "));
                    part.clear();
                } else if !(part.is_empty() && BETWEEN.contains(&word)) {
                    part.push(word);
                }
            }
            parts.push(part.join(" "));
        }
    }
    parts
}

/// Commas separate names of two words or more; a lone word or a trade belongs to the name before.
fn comma_parts(text: &str) -> Vec<&str> {
    let pieces: Vec<&str> =
        text.split(',').map(str::trim).filter(|piece| !piece.is_empty()).collect();
    let Some((first, others)) = pieces.split_first() else {
        return Vec::new();
    };
    // `Family, Given` is one name, as library catalogues write it.
    if let ([given], false) = (others, first.contains(' '))
        && !is_title(given)
    {
        return vec![text];
    }
    let is_name = |piece: &&&str| piece.contains(' ') && !is_title(piece);
    std::iter::once(*first).chain(others.iter().filter(is_name).copied()).collect()
}

fn is_title(text: &str) -> bool {
    let plain = |word: &str| word.replace(['.', '®', '™', '-'], "").to_lowercase();
    text.split([' ', '/']).any(|word| TITLES.contains(&plain(word).as_str()))
}

fn clean_name(part: &str, wording: Wording) -> Option<String> {
    let marks = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                ',' | ':' | ';' | '-' | '–' | '—' | '|' | '"' | '“' | '”' | '*' | '(' | '['
            )
    };
    let name = strip_openings(part, wording).trim_matches(marks).trim_end_matches([')', ']']);
    // `Ann Lee (staff)` is Ann Lee.
    let name = name.split(" (").next().unwrap_or(name).trim();
    let bad = name.chars().count() > MAX_CHARS
        || name.split(' ').count() > MAX_WORDS
        || !has_letters(name)
        || name.chars().count() < 2
        || name.contains(['{', '}', '=', '<', '>', '?', '!'])
        || NOBODY.contains(&fold(name).as_str());
    (!bad).then(|| name.to_owned())
}

/// Web and mail addresses and handles go; what stands beside them may be a name.
fn without_addresses(text: &str) -> String {
    let address =
        |word: &&str| word.contains("://") || word.contains('@') || word.starts_with("www.");
    text.split_whitespace().filter(|word| !address(word)).collect::<Vec<_>>().join(" ")
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
    fn openings_are_cut() {
        for text in [
            "By Ann Lee",
            "by: Ann Lee",
            "Written by Ann Lee",
            "von Ann Lee",
            "de Ann Lee",
            "Autor: Ann Lee",
            "By BY Ann Lee",
        ] {
            assert_eq!(byline(text), "Ann Lee", "{text}");
        }
        assert_eq!(field("von Trapp"), "von Trapp");
        assert_eq!(field("Byron Lee"), "Byron Lee");
    }

    #[test]
    fn what_follows_the_name_is_cut() {
        for text in [
            "By Ann Lee on May 3, 2024",
            "Ann Lee | 3 May 2024",
            "Ann Lee Updated 3 May",
            "By Ann Lee, senior editor",
            "Ann Lee, PhD, R.D.",
            "Ann Lee (staff)",
        ] {
            assert_eq!(byline(text), "Ann Lee", "{text}");
        }
    }

    #[test]
    fn several_names_are_told_apart() {
        for text in [
            "Ann Lee and Bo Ek",
            "Ann Lee, Bo Ek",
            "Ann Lee; Bo Ek",
            "By Ann Lee & Bo Ek",
            "Ann Lee, MD, and Bo Ek",
        ] {
            assert_eq!(byline(text), "Ann Lee; Bo Ek", "{text}");
        }
    }

    #[test]
    fn catalogue_names_stay_whole() {
        assert_eq!(field("Lee, Ann"), "Lee, Ann");
    }

    #[test]
    fn addresses_and_placeholders_are_nobody() {
        for text in ["https://a.example/ann", "ann@a.example", "@ann", "admin", "", "2024", "null"]
        {
            assert_eq!(field(text), "", "{text}");
        }
    }

    #[test]
    fn markup_is_dropped() {
        assert_eq!(field("<a href='/x'>Ann Lee</a>"), "Ann Lee");
    }
}
