//! Extracts the metadata of a page: title, author, dates, language and more.

mod authors;
mod candidates;
mod dates;
mod declared;
mod json;
mod jsonld;
mod language_tags;
mod meta_names;
mod node_text;
mod text;
mod titles;
mod urls;
mod visible_text;
mod word_list;

pub use dates::Date;

use crate::page::Page;
use authors::{Wording, names_in};
use candidates::{AFTER_HEADING, Candidates, Field, MICRODATA, VISIBLE};
use dates::{Locale, date_in_url, parse_date};
use declared::{Declared, read_declared};
use std::borrow::Cow;
use std::collections::HashSet;
use text::{fold, tidy};
use titles::{Title, Titles};

/// The metadata of a page. Dates are `YYYY-MM-DD`; several authors are joined by `; `.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    pub title: Option<String>,
    pub author: Option<String>,
    pub date: Option<String>,
    pub modified: Option<String>,
    pub description: Option<String>,
    pub site_name: Option<String>,
    pub language: Option<String>,
    pub url: Option<String>,
    pub image: Option<String>,
    pub tags: Vec<String>,
}

/// Extracts the metadata of a page. `url` is the URL of the page; dates after `today` are ignored.
pub fn metadata(page: &Page, url: Option<&str>, today: Date) -> Metadata {
    let mut declared = read_declared(page);
    declared.candidates.sort();
    let fields = &declared.candidates;
    let language = fields.texts(Field::Language).find_map(language_tags::tag_of);
    let url = url.and_then(urls::web_url);
    let base = urls::base_of(declared.base, url);
    let canonical = urls::first_url(fields.texts(Field::Url), base.as_deref());
    let page_url = url.or(canonical.as_deref());
    let sites = site_names(fields, page_url);
    let title = find_title_on_page(page, title(&declared, &sites));
    let dates = Dates { locale: Locale::new(language.as_deref(), page_url), today };
    let heading = title.heading.or(declared.headings.first().map(|heading| heading.node));
    let (author, date) = author_and_date(page, fields, heading, &sites, &dates);
    Metadata {
        title: title.text,
        author,
        date: date.or_else(|| dates.in_url(page_url)).map(|date| date.to_string()),
        modified: dates.first(fields, Field::Modified).map(|date| date.to_string()),
        description: first_text(fields, Field::Description),
        site_name: first_text(fields, Field::SiteName),
        language,
        image: urls::first_url(fields.texts(Field::Image), base.as_deref().or(page_url)),
        tags: tags(fields.texts(Field::Tags)),
        url: canonical.or_else(|| url.map(str::to_owned)),
    }
}

/// The author and the date: from declared fields, else from the visible text.
fn author_and_date(
    page: &Page,
    fields: &Candidates<'_>,
    heading: Option<usize>,
    sites: &[String],
    dates: &Dates,
) -> (Option<String>, Option<Date>) {
    let locale = &dates.locale;
    let mut author = authors(fields, sites, locale);
    let mut date = dates.first(fields, Field::Published);
    let mut seen = Candidates::default();
    // A byline outranks the name of the site, which many sites declare on all of their pages.
    let is_weak = author.as_ref().is_none_or(|name| is_site(name, sites));
    if let Some(heading) = heading {
        visible_text::add_around(page, heading, locale, is_weak, &mut seen);
    }
    if author.is_none() || date.is_none() {
        visible_text::add_visible(page, heading, locale, &mut seen);
    }
    seen.sort();
    if is_weak {
        author = authors(&seen, sites, locale).or(author);
    }
    date = match date {
        Some(given) => Some(dates.earlier_visible(&seen, given).unwrap_or(given)),
        None => dates.first(&seen, Field::Published),
    };
    (author, date)
}

struct Dates {
    locale: Locale,
    today: Date,
}

impl Dates {
    fn read(&self, text: &str) -> Option<Date> {
        parse_date(text, &self.locale).filter(|date| date.is_plausible(self.today))
    }

    fn first(&self, candidates: &Candidates<'_>, field: Field) -> Option<Date> {
        candidates.texts(field).find_map(|text| self.read(text))
    }

    /// An earlier date in a short line below the heading. Some sites renew their declared dates
    /// with each build, but still display when a page was written.
    fn earlier_visible(&self, seen: &Candidates<'_>, given: Date) -> Option<Date> {
        const LITTLE: usize = 40;
        let lines = seen.of(Field::Published).iter();
        let mut lines =
            lines.filter(|line| line.rank == AFTER_HEADING && line.text.len() <= LITTLE);
        lines.find_map(|line| self.read(&line.text)).filter(|shown| *shown < given)
    }

    fn in_url(&self, url: Option<&str>) -> Option<Date> {
        url.and_then(date_in_url).filter(|date| date.is_plausible(self.today))
    }
}

fn first_text(candidates: &Candidates<'_>, field: Field) -> Option<String> {
    candidates.texts(field).map(plain).find(|text| text.contains(char::is_alphanumeric))
}

/// Collapses white space, and decodes character references that were escaped twice or in JSON.
fn plain(text: &str) -> String {
    let text = if text.contains('&') { htmlize::unescape(text) } else { Cow::Borrowed(text) };
    tidy(&text)
}

fn site_names(candidates: &Candidates<'_>, url: Option<&str>) -> Vec<String> {
    const ENOUGH: usize = 6;
    let mut names: Vec<String> =
        candidates.texts(Field::SiteName).map(plain).take(ENOUGH).collect();
    names.extend(url.and_then(urls::site_of));
    names.extend(url.and_then(urls::host_of));
    names
}

fn title(declared: &Declared<'_>, sites: &[String]) -> Title {
    const ENOUGH: usize = 6;
    let texts = declared.candidates.texts(Field::Title);
    let fields: Vec<String> = texts.map(plain).take(ENOUGH).collect();
    let element = declared.title.as_deref();
    Titles { headings: &declared.headings, element, fields: &fields, sites }.choose()
}

/// Finds the line that is the title, with or without its last part, if no `h1` is.
fn find_title_on_page(page: &Page, title: Title) -> Title {
    let Title { text: Some(text), heading: None } = &title else {
        return title;
    };
    let shorter = titles::without_last_part(text);
    let found = [Some(text.as_str()), shorter].into_iter().flatten().find_map(|text| {
        let heading = visible_text::title_line(page, text)?;
        Some(Title { text: Some(text.to_owned()), heading: Some(heading) })
    });
    found.unwrap_or(title)
}

fn authors(candidates: &Candidates<'_>, sites: &[String], locale: &Locale) -> Option<String> {
    candidates.groups(Field::Author).find_map(|group| {
        let byline = group[0].rank >= VISIBLE;
        let wording = Wording { byline, language: locale.language() };
        let mut names: Vec<String> = Vec::new();
        for candidate in group {
            let found = names_in(&plain(&candidate.text), wording);
            let own = |name: &String| candidate.rank > MICRODATA && is_site(name, sites);
            names.extend(found.into_iter().filter(|name| !own(name)));
            // Fields of one kind may each name one author; of bylines only the first counts.
            if byline && !names.is_empty() {
                break;
            }
        }
        remove_repeats(&mut names);
        (!names.is_empty()).then(|| names.join("; "))
    })
}

fn is_site(name: &str, sites: &[String]) -> bool {
    let squeezed = fold(name).replace(' ', "");
    sites.iter().any(|site| fold(site).replace(' ', "") == squeezed)
}

fn remove_repeats(names: &mut Vec<String>) {
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(fold(name)));
}

const MAX_TAGS: usize = 64;
/// Longer tags are sentences.
const MAX_CHARS: usize = 80;

/// Splits keyword fields into distinct tags, the most reliable first.
fn tags<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut seen = HashSet::new();
    let parts = texts.flat_map(|text| text.split([',', ';', '、', '，']));
    let fresh = parts.map(tidy).filter(|tag| !tag.is_empty() && tag.chars().count() <= MAX_CHARS);
    fresh.filter(|tag| seen.insert(tag.to_lowercase())).take(MAX_TAGS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;

    fn read(html: &str) -> Metadata {
        let page = Page::parse(html, Limits::default());
        metadata(&page, None, Date::new(2024, 5, 14).unwrap())
    }

    #[test]
    fn an_empty_page_has_no_metadata() {
        assert_eq!(read(""), Metadata::default());
    }

    #[test]
    fn dates_in_the_future_are_ignored() {
        let html = "<meta name=date content=2024-05-15><h1>A</h1><p>3 May 2024";
        assert_eq!(read(html).date.as_deref(), Some("2024-05-03"));
        assert_eq!(read("<meta name=date content=2024-05-14>").date.as_deref(), Some("2024-05-14"));
        assert_eq!(read("<meta name=date content=2024-05-15>").date, None);
        assert_eq!(read("<meta name=modified content=2024-05-15>").modified, None);
    }

    #[test]
    fn the_author_may_have_the_name_of_the_site() {
        let html = r#"<meta property=og:site_name content="Ann Lee">
            <script type="application/ld+json">
            {"@type": "BlogPosting", "author": {"@type": "Person", "name": "Ann Lee"}}</script>"#;
        assert_eq!(read(html).author.as_deref(), Some("Ann Lee"));
    }

    #[test]
    fn only_the_first_post_of_a_thread_gives_the_author() {
        let html =
            "<div><p><i itemprop=author>Ann</i></div><div><p><i itemprop=author>Bo</i></div>";
        assert_eq!(read(html).author.as_deref(), Some("Ann"));
    }

    #[test]
    fn tags_are_split_and_distinct() {
        assert_eq!(tags(["a, B ,", "b;c  d"].into_iter()), ["a", "B", "c d"]);
    }
}
