//! Headings, `<title>` and title fields → the title of this page without the site's name.

use super::words::{contains_words, fold, shared_words};

/// What stands between a title and a site's name, with white space on both sides.
const SEPARATORS: &[&str] =
    &["|", "-", "–", "—", "·", "•", "»", "«", "::", "/", "‹", "›", ":", "~", "⋆", "|"];

/// A heading with fewer of the title's words is about something else.
const ENOUGH_SHARED: f32 = 0.5;

/// Marks that documentation hangs on its headings as links to them.
const ANCHORS: &[char] = &['¶', '#', '§', '\u{F0C1}', ' '];

/// What a page says of its title.
#[derive(Debug)]
pub struct Titles<'a> {
    /// The first headings, each with its node.
    pub headings: &'a [(usize, String)],
    /// The `<title>`.
    pub element: Option<&'a str>,
    /// Fields made for it, the most trusted first.
    pub fields: &'a [String],
    /// Names of the site, as the page gives them and as its address does.
    pub sites: &'a [String],
}

#[derive(Debug, Default)]
pub struct Title {
    pub text: Option<String>,
    /// The heading that says it, or the first that could.
    pub heading: Option<usize>,
}

struct Heading<'a> {
    node: usize,
    text: &'a str,
    folded: String,
}

impl Titles<'_> {
    pub fn choose(&self) -> Title {
        let given = || self.fields.iter().map(String::as_str).chain(self.element);
        let named: Vec<String> = given().map(|text| self.without_site(text)).collect();
        let folded: Vec<String> = named.iter().map(|text| fold(text)).collect();
        let tails: Vec<String> = given().filter_map(site_like_tail).collect();
        let headings = self.usable_headings(&tails);
        let agreed = headings.iter().find(|heading| agrees(&heading.folded, &folded));
        let like = || headings.iter().find(|heading| resembles(&heading.folded, &folded));
        if let Some(heading) = agreed.or_else(like) {
            return Title { text: Some(heading.text.to_owned()), heading: Some(heading.node) };
        }
        let heading = headings.first();
        let text = named.into_iter().find(|text| !text.is_empty());
        Title {
            text: text.or_else(|| heading.map(|heading| heading.text.to_owned())),
            heading: heading.map(|heading| heading.node),
        }
    }

    fn usable_headings(&self, tails: &[String]) -> Vec<Heading<'_>> {
        let headings = self.headings.iter().map(|(node, text)| {
            let text = text.trim_end_matches(ANCHORS);
            Heading { node: *node, text, folded: fold(text) }
        });
        let usable = |heading: &Heading<'_>| {
            let folded = &heading.folded;
            !folded.is_empty() && !self.names_site(folded) && !tails.contains(folded)
        };
        headings.filter(usable).collect()
    }

    /// Cuts the parts at either end that name the site.
    fn without_site(&self, text: &str) -> String {
        let parts = split_parts(text);
        let mut first = 0;
        let mut end = parts.len();
        while end > first + 1 && self.names_site(&fold(parts[end - 1].1)) {
            end -= 1;
        }
        while end > first + 1 && self.names_site(&fold(parts[first].1)) {
            first += 1;
        }
        let (start, (last, part)) = (parts[first].0, parts[end - 1]);
        text[start..last + part.len()].to_owned()
    }

    fn names_site(&self, folded: &str) -> bool {
        let squeezed = folded.replace(' ', "");
        self.sites.iter().any(|site| {
            let site = fold(site);
            site.replace(' ', "") == squeezed || contains_words(&site, folded)
        })
    }
}

/// The last part of a title, when no longer than the first: `Traits - The Rust Book`.
fn site_like_tail(title: &str) -> Option<String> {
    let parts = split_parts(title);
    let [first, .., last] = parts.as_slice() else {
        return None;
    };
    let (first, last) = (fold(first.1), fold(last.1));
    (last.split(' ').count() <= first.split(' ').count() && first != last).then_some(last)
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
