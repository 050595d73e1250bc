//! Headings, `<title>` and title fields → the title of this page without the site's name.

use super::words::{contains_words, fold, shared_words};

/// What stands between a title and a site's name, with white space on both sides.
const SEPARATORS: &[&str] =
    &["|", "-", "–", "—", "·", "•", "»", "«", "::", "/", "‹", "›", ":", "~"];

/// A heading with fewer of the title's words is about something else.
const ENOUGH_SHARED: f32 = 0.5;

/// What a page says of its title.
#[derive(Debug, Default)]
pub struct Titles<'a> {
    /// Texts of the first headings.
    pub headings: &'a [String],
    /// The `<title>`.
    pub element: Option<&'a str>,
    /// Fields made for it, the most trusted first.
    pub fields: &'a [&'a str],
    /// Names of the site, as the page gives them and as its address does.
    pub sites: &'a [String],
}

impl Titles<'_> {
    pub fn choose(&self) -> Option<String> {
        let named: Vec<String> = self
            .fields
            .iter()
            .copied()
            .chain(self.element)
            .map(|text| self.without_site(text))
            .collect();
        let folded: Vec<String> = named.iter().map(|text| fold(text)).collect();
        let headings: Vec<(&String, String)> = self.usable_headings();
        let agreed = headings.iter().find(|(_, heading)| agrees(heading, &folded));
        let like = || headings.iter().find(|(_, heading)| resembles(heading, &folded));
        if let Some((heading, _)) = agreed.or_else(like) {
            return Some((*heading).clone());
        }
        let title = named.into_iter().find(|text| !text.is_empty());
        title.or_else(|| headings.first().map(|(heading, _)| (*heading).clone()))
    }

    fn usable_headings(&self) -> Vec<(&String, String)> {
        let folded = self.headings.iter().map(|heading| (heading, fold(heading)));
        folded.filter(|(_, heading)| !heading.is_empty() && !self.is_site(heading)).collect()
    }

    fn is_site(&self, folded: &str) -> bool {
        self.sites.iter().any(|site| fold(site) == folded)
    }

    /// Cuts the parts at either end that name the site.
    fn without_site(&self, text: &str) -> String {
        let parts = split_parts(text);
        let site = |part: &&str| self.names_site(part);
        let mut first = 0;
        let mut end = parts.len();
        while end > first + 1 && site(&parts[end - 1].1) {
            end -= 1;
        }
        while end > first + 1 && site(&parts[first].1) {
            first += 1;
        }
        let start = parts[first].0;
        let last = parts[end - 1];
        text[start..last.0 + last.1.len()].to_owned()
    }

    fn names_site(&self, part: &str) -> bool {
        let part = fold(part);
        let squeezed = part.replace(' ', "");
        self.sites.iter().any(|site| {
            let site = fold(site);
            site == part || site.replace(' ', "") == squeezed || contains_words(&site, &part)
        })
    }
}

/// The parts between separators, each with where it starts.
fn split_parts(text: &str) -> Vec<(usize, &str)> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut at = 0;
    for word in text.split(' ') {
        if SEPARATORS.contains(&word) && at > start {
            parts.push((start, text[start..at].trim_end()));
            start = at + word.len() + 1;
        }
        at += word.len() + 1;
    }
    if start < text.len() || parts.is_empty() {
        parts.push((start.min(text.len()), text.get(start..).unwrap_or("")));
    }
    parts
}

fn agrees(heading: &str, titles: &[String]) -> bool {
    titles.iter().any(|title| title == heading || contains_words(title, heading))
}

fn resembles(heading: &str, titles: &[String]) -> bool {
    titles.iter().any(|title| {
        shared_words(title, heading) >= ENOUGH_SHARED
            || shared_words(heading, title) >= ENOUGH_SHARED
    })
}
