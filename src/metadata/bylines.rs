//! Bylines: finds the names in a line about authors.

use super::months::month_number;
use super::text::{is_listed, is_mark};

/// The source of a text: bylines have more text around the name than declared fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wording {
    Field,
    Byline,
}

/// Words before a name.
const LABELS: &str = "author authors autor autorin autoren autore auteur auteurs автор szerző \
    szerzők írta napsal 作者 文";

/// Words that mean *by*.
const BY: &str = "by par por door";

/// Words that mean *by* but may be parts of names: they count only in bylines and in lower case.
const PARTICLES: &str = "von de da di del";

/// What an author does. Reviewing, editing and photographing are other people's work.
const WRITTEN: &str = "written posted published submitted authored reported created contributed \
    started article story words text post geschrieben verfasst escrito publicado écrit publié \
    rédigé scritto pubblicato geschreven";

/// Words that end the names of a byline.
const CLOSINGS: &str = "published updated posted last on at for about edited reviewed \
    fact-checked medically contributor contributing read view see follow bio minute min said says \
    wrote written photo photos from with in sponsored";

/// Maximum bytes of openings such as `Geschrieben von:`.
const MAX_OPENING: usize = 24;

/// Maximum words before *by*.
const MAX_BEFORE: usize = 10;

/// Whether a line begins like a byline, followed by something like a name.
pub fn opens_byline(line: &str) -> bool {
    after_opening(line, Wording::Byline).is_some_and(|rest| {
        rest.chars().find(|c| c.is_alphanumeric()).is_some_and(|c| !c.is_lowercase())
    })
}

/// Whether a line is only the opening of a byline: `By`, `Written by`, `Author:`.
pub fn is_opening(line: &str) -> bool {
    if line.len() > MAX_OPENING {
        return false;
    }
    let line = format!("{} x", line.trim_end_matches(is_mark));
    after_opening(&line, Wording::Byline) == Some("x")
}

/// The text without its opening and, in a byline, without the text after the names.
pub fn names_part(text: &str, wording: Wording) -> &str {
    let mut text = text.trim_start_matches(is_mark);
    while let Some(rest) = after_opening(text, wording) {
        text = rest;
    }
    if wording == Wording::Byline { before_closing(text) } else { text }
}

fn after_opening(text: &str, wording: Wording) -> Option<&str> {
    let mut before = "";
    let mut dated = false;
    let mut at = 0;
    for (place, word) in text.split(' ').take(MAX_BEFORE).enumerate() {
        at += word.len() + 1;
        let first = place == 0;
        let opens = (first && is_listed(&plain(word), LABELS))
            || (is_by(word, wording) && (first || dated || is_listed(&plain(before), WRITTEN)));
        if opens {
            return text.get(at..).map(|rest| rest.trim_start_matches(is_mark));
        }
        dated |= wording == Wording::Byline && word.contains(|c: char| c.is_ascii_digit());
        before = word;
    }
    None
}

fn plain(word: &str) -> String {
    word.trim_matches(is_mark).to_lowercase()
}

fn is_by(word: &str, wording: Wording) -> bool {
    let trimmed = word.trim_matches(is_mark);
    // The longest has four letters.
    let short = (2..=4).contains(&trimmed.len());
    let particle = || wording == Wording::Byline && is_listed(word, PARTICLES);
    short && (is_listed(&trimmed.to_ascii_lowercase(), BY) || particle())
}

/// The text before a date, a bar or a word that ends bylines.
fn before_closing(text: &str) -> &str {
    let mut at = 0;
    let mut words = text.split(' ').peekable();
    while let Some(word) = words.next() {
        if closes(word, words.peek().copied(), at == 0) {
            return text[..at].trim_end_matches(is_mark);
        }
        at += word.len() + 1;
    }
    text
}

fn closes(word: &str, next: Option<&str>, is_first: bool) -> bool {
    let plain = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    // April is also a given name.
    let is_month = || month_number(&plain).is_some() && next.is_some_and(is_number);
    let is_bar = plain.is_empty() && !word.starts_with(['&', '+']);
    is_bar || (is_number(&plain) && !is_first) || is_listed(&plain, CLOSINGS) || is_month()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn byline(text: &str) -> &str {
        names_part(text, Wording::Byline)
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
        assert_eq!(names_part("von Trapp", Wording::Field), "von Trapp");
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
        assert!(!opens_byline("Reviewed by Ann Lee"));
    }

    #[test]
    fn an_opening_alone_is_recognised() {
        for line in ["By", "Written by", "by:", "Author"] {
            assert!(is_opening(line), "{line}");
        }
        assert!(!is_opening("By Ann"));
        assert!(opens_byline("By Ann Lee"));
        assert!(!opens_byline("By subscribing you agree"));
    }
}
