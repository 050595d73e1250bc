//! Chooses the title from headings, `<title>` and declared fields, and removes the name of the
//! site.

use super::text::{contains_words, fold, shared_words};

/// Separators between a title and the name of the site, with white space on both sides.
const SEPARATORS: &[&str] =
    &["|", "-", "–", "—", "·", "•", "»", "«", "::", "/", "‹", "›", ":", "~", "⋆", "|"];

/// Separators that Chinese and Japanese titles have without white space.
const TIGHT: &[&str] = &["｜", "丨", "|", "_", "--"];

/// Separators before what is mostly the name of the site.
const BARS: &[&str] = &["|", "｜", "丨", "_"];

/// Minimum share of the title's words in its heading.
const ENOUGH_SHARED: f32 = 0.5;

/// Shorter headings may be names of sections.
const MIN_WORDS: usize = 4;

/// Marks of permalinks that documentation appends to its headings.
const ANCHORS: &[char] = &['¶', '#', '§', '\u{F0C1}', ' '];

/// The sources of a title.
#[derive(Debug)]
pub struct Titles<'a> {
    /// The first headings.
    pub headings: &'a [Heading],
    /// The `<title>`.
    pub element: Option<&'a str>,
    /// Declared titles, the most reliable first.
    pub fields: &'a [String],
    /// Names of the site, from the page and from its URL.
    pub sites: &'a [String],
}

#[derive(Debug, Default)]
pub struct Title {
    pub text: Option<String>,
    /// The heading that is the title.
    pub heading: Option<usize>,
}

/// A heading of the page.
#[derive(Clone, Debug)]
pub struct Heading {
    pub node: usize,
    pub text: String,
    /// Whether the text comes from several elements; marks between them may be missing.
    pub is_joined: bool,
}

/// A heading that does not name the site.
struct Own<'h> {
    heading: &'h Heading,
    text: String,
    folded: String,
}

impl Titles<'_> {
    pub fn choose(&self) -> Title {
        let given = || self.fields.iter().map(String::as_str).chain(self.element);
        let tails: Vec<String> = given().filter_map(site_like_tail).collect();
        let (sites, headings) = self.split_headings(&tails);
        let named: Vec<String> = given().map(|text| without_site(text, &sites)).collect();
        let folded: Vec<String> = named.iter().map(|text| fold(text)).collect();
        let agreed = headings.iter().filter(|heading| agrees(&heading.folded, &folded));
        // The first part of a `<title>` is the most specific.
        let agreed = agreed.min_by_key(|heading| place_in(&heading.folded, &folded));
        let like = || headings.iter().find(|heading| resembles(&heading.folded, &folded));
        if let Some(heading) = agreed.or_else(like) {
            let mut declared = named.iter().zip(&folded);
            let better = declared.find(|(title, folded)| is_better(title, folded, heading));
            let text = better.map_or(&heading.text, |(title, _)| title).clone();
            return Title { text: Some(text), heading: Some(heading.heading.node) };
        }
        let heading = headings.first();
        // Search engines get another title than readers.
        if let ([only], []) = (headings.as_slice(), self.fields)
            && size(&only.text) >= MIN_WORDS
        {
            return Title { text: Some(only.text.clone()), heading: Some(only.heading.node) };
        }
        let text = named.into_iter().find(|text| !text.is_empty());
        Title {
            text: text.map(|text| without_tail(&text)).or_else(|| heading.map(|h| h.text.clone())),
            heading: None,
        }
    }

    /// Splits the headings into those that name the site and the others.
    fn split_headings(&self, tails: &[String]) -> (Vec<String>, Vec<Own<'_>>) {
        let mut sites: Vec<String> = self.sites.iter().map(|site| fold(site)).collect();
        let mut headings = Vec::new();
        for heading in self.headings {
            let text = without_site(heading.text.trim_end_matches(ANCHORS), &sites);
            let folded = fold(&text);
            if tails.contains(&folded) || names_site(&folded, &sites) {
                sites.push(folded);
            } else if !folded.is_empty() {
                headings.push(Own { heading, text, folded });
            }
        }
        (sites, headings)
    }
}

/// Removes parts at either end that name the site.
fn without_site(text: &str, sites: &[String]) -> String {
    let parts = split_parts(text);
    let mut first = 0;
    let mut end = parts.len();
    while end > first + 1 && names_site(&fold(parts[end - 1].1), sites) {
        end -= 1;
    }
    while end > first + 1 && names_site(&fold(parts[first].1), sites) {
        first += 1;
    }
    let (start, (last, part)) = (parts[first].0, parts[end - 1]);
    text[start..last + part.len()].to_owned()
}

fn names_site(folded: &str, sites: &[String]) -> bool {
    let squeezed = folded.replace(' ', "");
    let named = |site: &String| site.replace(' ', "") == squeezed || contains_words(site, folded);
    !folded.is_empty() && sites.iter().any(named)
}

/// Removes a short last part after a bar, which is mostly the name of the site.
fn without_tail(text: &str) -> String {
    let parts = split_parts(text);
    let ([.., (start, title), (last, tail)], Some((first, _))) = (parts.as_slice(), parts.first())
    else {
        return text.to_owned();
    };
    let end = start + title.len();
    let is_bar = BARS.contains(&text[end..*last].trim());
    let short = size(tail) <= size(&text[*first..end]);
    text[..if is_bar && short { end } else { text.len() }].to_owned()
}

/// Words, or characters in scripts without spaces.
fn size(text: &str) -> usize {
    if text.contains(is_ideograph) { text.chars().count() } else { text.split(' ').count() }
}

/// Whether a character is of a script without spaces: Chinese, Japanese.
fn is_ideograph(c: char) -> bool {
    ('\u{2E80}'..='\u{9FFF}').contains(&c) || ('\u{F900}'..='\u{FAFF}').contains(&c)
}

/// The last part of a title, if it is not longer than the first: `Traits - The Rust Book`.
fn site_like_tail(title: &str) -> Option<String> {
    let parts = split_parts(title);
    let [first, .., last] = parts.as_slice() else {
        return None;
    };
    let (first, last) = (fold(first.1), fold(last.1));
    (last.split(' ').count() <= first.split(' ').count() && first != last).then_some(last)
}

/// The title without its last part.
pub fn without_last_part(text: &str) -> Option<&str> {
    let parts = split_parts(text);
    let last = parts.len().checked_sub(2)?;
    let (start, part) = parts[last];
    text.get(..start + part.len())
}

/// The parts between separators, with their positions.
fn split_parts(text: &str) -> Vec<(usize, &str)> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, length) in separators(text) {
        if at > start {
            parts.push((start, text[start..at].trim_end()));
            start = at + length;
            start += usize::from(text[start..].starts_with(' '));
        }
    }
    if start < text.len() || parts.is_empty() {
        parts.push((start.min(text.len()), text.get(start..).unwrap_or("")));
    }
    parts
}

/// Positions and lengths of the separators.
fn separators(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    for word in text.split(' ') {
        if SEPARATORS.contains(&word) {
            found.push((at, word.len()));
        } else if !word.is_ascii() {
            let after_ideograph = |&(inside, _): &(usize, &str)| {
                word[..inside].ends_with(|c: char| is_ideograph(c) || "？！」』）".contains(c))
            };
            let mut tight: Vec<(usize, &str)> =
                TIGHT.iter().flat_map(|mark| word.match_indices(mark)).collect();
            tight.sort_unstable();
            let tight = tight.into_iter().filter(after_ideograph);
            found.extend(tight.map(|(inside, mark)| (at + inside, mark.len())));
        }
        at += word.len() + 1;
    }
    found
}

/// Whether the heading is the title, or most of it.
fn agrees(heading: &str, titles: &[String]) -> bool {
    titles.iter().any(|title| {
        title == heading
            || (contains_words(title, heading) && shared_words(title, heading) >= ENOUGH_SHARED)
    })
}

/// Whether a declared title is the heading without what its markup adds or loses: a kicker before
/// it, or marks and spaces between its parts.
fn is_better(title: &str, folded: &str, heading: &Own<'_>) -> bool {
    let without_kicker = heading.folded.strip_suffix(folded).is_some_and(|kicker| {
        let words = |text: &str| text.split_ascii_whitespace().count();
        kicker.ends_with(' ') && words(kicker) * 2 <= words(folded)
    });
    without_kicker || (heading.heading.is_joined && letters(title).eq(letters(&heading.text)))
}

fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| c.is_alphanumeric())
}

fn place_in(heading: &str, titles: &[String]) -> usize {
    titles.iter().filter_map(|title| title.find(heading)).min().unwrap_or(usize::MAX)
}

fn resembles(heading: &str, titles: &[String]) -> bool {
    // A single word is shared too easily.
    let long = heading.contains(' ');
    titles.iter().any(|title| {
        shared_words(title, heading) >= ENOUGH_SHARED
            || (long && shared_words(heading, title) >= ENOUGH_SHARED)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(headings: &[&str], element: &str, sites: &[&str]) -> (String, bool) {
        let heading = |(node, text): (usize, &&str)| Heading {
            node,
            text: (*text).to_owned(),
            is_joined: true,
        };
        let headings: Vec<Heading> = headings.iter().enumerate().map(heading).collect();
        let sites: Vec<String> = sites.iter().map(|site| (*site).to_owned()).collect();
        let titles =
            Titles { headings: &headings, element: Some(element), fields: &[], sites: &sites };
        let title = titles.choose();
        (title.text.unwrap_or_default(), title.heading.is_some())
    }

    #[test]
    fn a_heading_that_matches_is_the_title() {
        let found = choose(&["Menu", "A Fine Day"], "A fine day | The Tide", &[]);
        assert_eq!(found, ("A Fine Day".to_owned(), true));
    }

    #[test]
    fn a_heading_that_names_the_site_is_not_the_title() {
        let found = choose(&["The Tide"], "A fine day - The Tide", &["The Tide"]);
        assert_eq!(found, ("A fine day".to_owned(), false));
        let book = choose(&["The Rust Book"], "Traits in short - The Rust Book", &[]);
        assert_eq!(book.0, "Traits in short");
    }

    #[test]
    fn a_heading_of_one_word_of_the_title_is_not_the_title() {
        let found = choose(&["Discord"], "How we broke Slack, Discord and many others", &[]);
        assert_eq!(found.0, "How we broke Slack, Discord and many others");
    }

    #[test]
    fn a_title_that_equals_the_site_name_stays() {
        assert_eq!(choose(&[], "The Tide", &["The Tide"]).0, "The Tide");
        assert_eq!(choose(&[], "", &[]).0, "");
    }

    #[test]
    fn a_kicker_in_the_heading_is_not_part_of_the_title() {
        let found =
            choose(&["Sports Team wins the big cup at last"], "Team wins the big cup at last", &[]);
        assert_eq!(found, ("Team wins the big cup at last".to_owned(), true));
        let found = choose(&["A very long kicker here: cup won"], "cup won", &[]);
        assert_eq!(found.0, "A very long kicker here: cup won");
    }

    #[test]
    fn marks_between_the_parts_of_a_heading_come_from_the_title() {
        for heading in
            ["The flood What we know", "The floodWhat we know", "The flood : What we know"]
        {
            let found = choose(&[heading], "The flood: What we know | The Tide", &["The Tide"]);
            assert_eq!(found, ("The flood: What we know".to_owned(), true), "{heading}");
        }
    }

    #[test]
    fn sites_are_removed_from_titles_without_spaces() {
        for title in [
            "老街修伞匠的第二次生命_人民网",
            "老街修伞匠的第二次生命--人民网",
            "老街修伞匠的第二次生命｜人民网",
        ] {
            assert_eq!(choose(&[], title, &["人民网"]).0, "老街修伞匠的第二次生命", "{title}");
        }
        assert_eq!(choose(&[], "老街修伞匠的第二次生命｜频道", &[]).0, "老街修伞匠的第二次生命");
    }

    #[test]
    fn the_only_heading_outranks_the_title_element() {
        let found = choose(&["What readers see above the text"], "For search engines", &[]);
        assert_eq!(found, ("What readers see above the text".to_owned(), true));
        assert_eq!(choose(&["News"], "For search engines", &[]).0, "For search engines");
    }

    #[test]
    fn parts_have_their_positions() {
        assert_eq!(split_parts("a - b | c"), [(0, "a"), (4, "b"), (8, "c")]);
        assert_eq!(split_parts("- a -"), [(0, "- a")]);
        assert_eq!(split_parts("老街_频道"), [(0, "老街"), (7, "频道")]);
        assert_eq!(split_parts("été_a b_c"), [(0, "été_a b_c")]);
        assert_eq!(without_last_part("a - b | c"), Some("a - b"));
        assert_eq!(without_last_part("a"), None);
    }
}
