//! Bylines: finds the names in a line about authors.

use super::byline_words::*;
use crate::metadata::dates::{Locale, has_date, month};
use crate::metadata::text::{is_listed, is_mark};

/// The source and language of a text: bylines have more text around the name than declared fields.
#[derive(Clone, Copy, Debug)]
pub struct Wording<'l> {
    pub byline: bool,
    /// Without its region; empty if unknown.
    pub language: &'l str,
}

/// Maximum bytes of openings such as `Geschrieben von:`.
const MAX_OPENING: usize = 32;

/// Maximum words before *by*.
const MAX_BEFORE: usize = 10;

/// Maximum words of a line that ends with a role: `[서울=뉴시스] 홍길동 기자 =`.
const MAX_WITH_ROLE: usize = 4;

/// Whether a line is a byline: an opening, followed by something like a name, or a name with a role
/// such as 기자 after it.
pub fn is_byline(line: &str, language: &str) -> bool {
    let wording = Wording { byline: true, language };
    let opens = after_opening(line, wording).is_some_and(|rest| {
        rest.chars().find(|c| c.is_alphanumeric()).is_some_and(|c| !c.is_lowercase())
    });
    opens || ends_with_role(line)
}

fn ends_with_role(line: &str) -> bool {
    if line.is_ascii() || line.split(' ').count() > MAX_WITH_ROLE {
        return false;
    }
    let name = line.split(' ').filter(|word| !word.contains('@')).collect::<Vec<_>>().join(" ");
    let short = name.chars().count() <= 16;
    let role = |role: &&str| name.strip_suffix(*role).is_some_and(|name| !name.trim().is_empty());
    short && GLUED_ROLES.iter().any(role)
}

/// Whether a line is only the opening of a byline: `By`, `Written by`, `Author:`.
pub fn is_opening(line: &str, language: &str) -> bool {
    if line.len() > MAX_OPENING {
        return false;
    }
    let line = format!("{} X", line.trim_end_matches(is_mark));
    after_opening(&line, Wording { byline: true, language }) == Some("X")
}

/// The text without its opening and, in a byline, without the text after the names.
pub fn names_part<'t>(text: &'t str, wording: Wording<'_>) -> &'t str {
    let mut text = text.trim_start_matches(is_mark);
    while let Some(rest) = after_opening(text, wording) {
        text = rest;
    }
    if wording.byline { before_closing(text, wording.language) } else { text }
}

fn after_opening<'t>(text: &'t str, wording: Wording<'_>) -> Option<&'t str> {
    if let Some(rest) = after_glued_label(text) {
        return Some(rest);
    }
    let mut before = "";
    let mut at = 0;
    for (place, word) in text.split(' ').take(MAX_BEFORE).enumerate() {
        let start = at;
        at += word.len() + 1;
        let rest = text.get(at..).unwrap_or("");
        let labelled = place == 0 && is_label(word, rest);
        let by = || is_by(word, rest, wording);
        let follows = || place == 0 || WRITTEN.contains(&plain(before));
        if labelled || (by() && (follows() || ends_with_date(&text[..start], wording))) {
            return (at <= text.len()).then(|| rest.trim_start_matches(is_mark));
        }
        before = word;
    }
    None
}

/// `3 May 2024 by Ann`: a date may precede *by*, but other text is a sentence.
fn ends_with_date(text: &str, wording: Wording<'_>) -> bool {
    let locale = || Locale::new(Some(wording.language), None);
    wording.byline && text.contains(|c: char| c.is_ascii_digit()) && has_date(text, &locale())
}

/// `作者：苏念安`, `文/苏念安` and `记者 苏念安`; a single character needs a mark after it.
fn after_glued_label(text: &str) -> Option<&str> {
    if text.is_ascii() {
        return None;
    }
    let is_end = |c: char| is_mark(c) || "／丨＝=".contains(c);
    GLUED_LABELS.iter().find_map(|label| {
        let rest = text.strip_prefix(label)?;
        let trimmed = rest.trim_start_matches(is_end);
        let apart = trimmed.len() < rest.len() || label.chars().count() > 1;
        (apart && !trimmed.is_empty()).then_some(trimmed)
    })
}

fn is_label(word: &str, rest: &str) -> bool {
    let plain = plain(word);
    let colon = word.ends_with([':', '：']) || rest.starts_with([':', '：']);
    LABELS.contains(&plain) || (colon && is_listed(&plain, COLON_LABELS))
}

fn plain(word: &str) -> String {
    word.trim_matches(is_mark).to_lowercase()
}

fn is_by(word: &str, rest: &str, wording: Wording<'_>) -> bool {
    /// The longest in ASCII has five letters, the longest of others six of three bytes.
    const LONGEST: [usize; 2] = [5, 18];
    let trimmed = word.trim_matches(is_mark);
    if !(2..=LONGEST[usize::from(!trimmed.is_ascii())]).contains(&trimmed.len()) {
        return false;
    }
    let lower = trimmed.to_lowercase();
    if is_listed(&lower, BY) {
        return true;
    }
    let particle = PARTICLES.iter().find(|(known, _)| *known == lower);
    particle.is_some_and(|(_, languages)| {
        // Arabic has no capitals: its particles count only in its language.
        let has_case = !trimmed.starts_with(|c: char| c > '\u{590}');
        if lower == trimmed && has_case {
            return wording.byline;
        }
        // `Von Ann Lee`, but not `Von der Lee`; in a field, `Von Lee` is a name.
        let own = is_listed(wording.language, languages) || word.ends_with(':');
        let capital = !rest.trim_start_matches(is_mark).starts_with(char::is_lowercase);
        own && (wording.byline || (capital && rest.trim().contains(' ')))
    })
}

/// The text before a date, a bar or a word that ends bylines.
fn before_closing<'t>(text: &'t str, language: &str) -> &'t str {
    let mut at = 0;
    let mut words = text.split(' ').peekable();
    while let Some(word) = words.next() {
        if closes(word, words.peek().copied(), at == 0, language) {
            return without_trailing(text[..at].trim_end_matches(is_mark));
        }
        at += word.len() + 1;
    }
    text
}

/// `Ann Lee le`, which a date followed, without `le`.
fn without_trailing(text: &str) -> &str {
    match text.rsplit_once(' ') {
        Some((names, last)) if is_listed(last, TRAILING) => names.trim_end_matches(is_mark),
        _ => text,
    }
}

fn closes(word: &str, next: Option<&str>, is_first: bool, language: &str) -> bool {
    let plain = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    // April is also a given name.
    let is_month = || next.is_some_and(is_number) && month(&plain, language).is_some();
    let is_bar = plain.is_empty() && !word.starts_with(['&', '+', ',', '、']);
    is_bar || (is_number(&plain) && !is_first) || CLOSINGS.contains(&plain) || is_month()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(language: &str) -> Wording<'_> {
        Wording { byline: false, language }
    }

    fn byline(text: &str) -> &str {
        names_part(text, Wording { byline: true, language: "en" })
    }

    #[test]
    fn openings_are_removed() {
        for text in [
            "By Ann Lee",
            "by: Ann Lee",
            "Written by Ann Lee",
            "von Ann Lee",
            "de Ann Lee",
            "Autor: Ann Lee",
            "By BY Ann Lee",
            "Posted on 3 May 2024 by Ann Lee",
            "03/05/2024 by Ann Lee",
        ] {
            assert_eq!(byline(text), "Ann Lee", "{text}");
        }
    }

    #[test]
    fn names_that_look_like_openings_stay() {
        assert_eq!(names_part("von Trapp", field("de")), "von Trapp");
        assert_eq!(byline("Byron De Lee"), "Byron De Lee");
        assert_eq!(byline("Ann Author"), "Ann Author");
    }

    #[test]
    fn text_after_the_names_is_removed() {
        for text in
            ["Ann Lee on May 3", "Ann Lee | 3 May", "Ann Lee Updated 3 May", "Ann Lee May 3, 2024"]
        {
            assert_eq!(byline(text), "Ann Lee", "{text}");
        }
        assert_eq!(byline("April Lee"), "April Lee");
        assert_eq!(byline("3i Global"), "3i Global");
    }

    #[test]
    fn reviewers_are_not_authors() {
        assert_eq!(byline("Medically reviewed by Ann Lee"), "");
        assert!(!is_byline("Reviewed by Ann Lee", "en"));
    }

    #[test]
    fn an_opening_alone_is_recognised() {
        for line in ["By", "Written by", "by:", "Author"] {
            assert!(is_opening(line, "en"), "{line}");
        }
        assert!(!is_opening("By Ann", "en"));
        assert!(is_byline("By Ann Lee", "en"));
        assert!(!is_byline("By subscribing you agree", "en"));
    }

    #[test]
    fn openings_of_many_languages_are_removed() {
        for (language, text) in [
            ("de", "Von Ann Lee"),
            ("de", "Von: Ann Lee"),
            ("de", "Kommentar von Ann Lee"),
            ("fr", "Par Ann Lee"),
            ("fr", "Publié par Ann Lee"),
            ("fr", "Propos recueillis par Ann Lee"),
            ("es", "Por Ann Lee"),
            ("it", "Di Ann Lee"),
            ("it", "di Ann Lee"),
            ("ro", "De Ann Lee"),
            ("nl", "Door Ann Lee"),
            ("sv", "Av Ann Lee"),
            ("sv", "Text: Ann Lee"),
            ("da", "Af Ann Lee"),
            ("tr", "Yazar: Ann Lee"),
            ("hu", "Írta: Ann Lee"),
            ("ru", "Автор: Ann Lee"),
            ("bg", "от Ann Lee"),
            ("id", "Oleh Ann Lee"),
            ("sw", "Na Ann Lee"),
            ("he", "מאת Ann Lee"),
            ("ar", "بقلم: Ann Lee"),
            ("ar", "كتب Ann Lee"),
            ("th", "โดย Ann Lee"),
            ("zh", "作者：Ann Lee"),
            ("zh", "文/Ann Lee"),
            ("zh", "记者 Ann Lee"),
            ("ko", "작성자 Ann Lee"),
            ("ja", "取材・文＝Ann Lee"),
        ] {
            let wording = Wording { byline: true, language };
            assert_eq!(names_part(text, wording), "Ann Lee", "{text}");
            assert!(is_byline(text, language), "{text}");
        }
    }

    #[test]
    fn capital_particles_are_names_in_other_languages() {
        assert_eq!(byline("Von Miller"), "Von Miller");
        assert_eq!(byline("Di Smith"), "Di Smith");
        assert_eq!(names_part("Von Ann Lee", field("de")), "Ann Lee");
        assert_eq!(names_part("Von der Leyen", field("de")), "Von der Leyen");
        assert_eq!(names_part("Von Miller", field("de")), "Von Miller");
    }

    #[test]
    fn sentences_with_numbers_are_not_bylines() {
        assert!(!is_byline("Die 25 Jahre alte Technik wird von Samsung dazu genutzt", "de"));
        assert!(is_byline("14. Mai 2024 von Ann Lee", "de"));
    }

    #[test]
    fn roles_after_korean_and_japanese_names_make_bylines() {
        assert!(is_byline("홍길동 기자", "ko"));
        assert!(is_byline("홍길동 기자 hong@a.example", "ko"));
        assert!(is_byline("山田太郎記者", "ja"));
        assert!(!is_byline("기자", "ko"));
        assert!(!is_byline("오늘 오후 서울에서 열린 회견에 나온 많은 기자", "ko"));
    }

    #[test]
    fn names_may_have_commas_between_them() {
        assert_eq!(byline("von Ann Lee , Bo Ek"), "Ann Lee , Bo Ek");
        assert_eq!(byline("Ann Lee | 3 min"), "Ann Lee");
    }

    #[test]
    fn a_preposition_before_the_date_is_removed() {
        let wording = Wording { byline: true, language: "fr" };
        assert_eq!(names_part("Par Ann Lee le 14 mai 2024", wording), "Ann Lee");
        assert_eq!(names_part("Par Ann le Roux", wording), "Ann le Roux");
    }
}
