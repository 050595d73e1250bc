//! A page → what it says of itself: title, author, dates, language and more.

mod around;
mod bylines;
mod candidates;
mod dates;
mod harvest;
mod json;
mod jsonld;
mod languages;
mod links;
mod meta;
mod months;
mod near;
mod people;
mod ranks;
mod tags;
mod titles;
mod tokens;
mod visible;
mod words;

pub use dates::Date;

use crate::page::Page;
use candidates::{Candidates, Field};
use dates::{Order, date_in_url, parse_date};
use harvest::{Harvest, harvest};
use people::{Wording, names_in};
use ranks::{AFTER_HEADING, MICRODATA, VISIBLE};
use std::borrow::Cow;
use titles::{Title, Titles};
use words::{fold, tidy};

/// What a page says of itself. Dates are `YYYY-MM-DD`; several authors are joined by `; `.
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

/// Reads a page. `url` is where it came from; no date is later than the day after `today`.
pub fn metadata(page: &Page, url: Option<&str>, today: Date) -> Metadata {
    let mut harvest = harvest(page);
    harvest.candidates.sort();
    let fields = &harvest.candidates;
    let language = fields.texts(Field::Language).find_map(languages::tag_of);
    let canonical = links::first_address(fields.texts(Field::Url), url);
    let address = url.or(canonical.as_deref());
    let sites = site_names(fields, address);
    let title = title(&harvest, &sites);
    let dates = Dates { order: Order::of_language(language.as_deref()), today };
    let line = || title.text.as_deref().and_then(|text| around::title_line(page, text));
    let heading = title.heading.or_else(line).or(harvest.headings.first().map(|(node, _)| *node));
    let (author, date) = made(page, fields, heading, &sites, &dates);
    Metadata {
        title: title.text,
        author,
        date: date.or_else(|| dates.in_url(address)).map(|date| date.to_string()),
        modified: dates.first(fields, Field::Modified).map(|date| date.to_string()),
        description: first_text(fields, Field::Description),
        site_name: first_text(fields, Field::SiteName),
        language,
        image: links::first_address(fields.texts(Field::Image), address),
        tags: tags::tags(fields.texts(Field::Tags)),
        url: canonical.or_else(|| url.map(str::to_owned)),
    }
}

/// The author and the date: from fields made for them, else from what readers are told.
fn made(
    page: &Page,
    fields: &Candidates<'_>,
    heading: Option<usize>,
    sites: &[String],
    dates: &Dates,
) -> (Option<String>, Option<Date>) {
    let mut author = authors(fields, sites);
    let mut date = dates.first(fields, Field::Published);
    let mut seen = Candidates::default();
    if let Some(heading) = heading {
        around::add_around(page, heading, author.is_none(), &mut seen);
    }
    if author.is_none() || date.is_none() {
        visible::add_visible(page, heading, &mut seen);
    }
    seen.sort();
    author = author.or_else(|| authors(&seen, sites));
    date = match date {
        Some(given) => Some(dates.shown_earlier(&seen, given).unwrap_or(given)),
        None => dates.first(&seen, Field::Published),
    };
    (author, date)
}

struct Dates {
    order: Order,
    today: Date,
}

impl Dates {
    fn read(&self, text: &str) -> Option<Date> {
        parse_date(text, self.order).filter(|date| date.is_plausible(self.today))
    }

    fn first(&self, candidates: &Candidates<'_>, field: Field) -> Option<Date> {
        candidates.texts(field).find_map(|text| self.read(text))
    }

    /// A line below the heading that is little but a date: some sites stamp their fields anew
    /// whenever they are built, and still show readers when a page was written.
    fn shown_earlier(&self, seen: &Candidates<'_>, given: Date) -> Option<Date> {
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

/// White space tidied, and references decoded that were escaped twice or stood in JSON.
fn plain(text: &str) -> String {
    let text = if text.contains('&') { htmlize::unescape(text) } else { Cow::Borrowed(text) };
    tidy(&text)
}

fn site_names(candidates: &Candidates<'_>, address: Option<&str>) -> Vec<String> {
    const ENOUGH: usize = 6;
    let mut names: Vec<String> =
        candidates.texts(Field::SiteName).map(plain).take(ENOUGH).collect();
    names.extend(address.and_then(links::site_of));
    names.extend(address.and_then(links::host_of));
    names
}

fn title(harvest: &Harvest<'_>, sites: &[String]) -> Title {
    const ENOUGH: usize = 6;
    let texts = harvest.candidates.texts(Field::Title);
    let fields: Vec<String> = texts.map(plain).take(ENOUGH).collect();
    let element = harvest.title.as_deref();
    Titles { headings: &harvest.headings, element, fields: &fields, sites }.choose()
}

fn authors(candidates: &Candidates<'_>, sites: &[String]) -> Option<String> {
    candidates.groups(Field::Author).find_map(|group| {
        let wording = if group[0].rank >= VISIBLE { Wording::Byline } else { Wording::Field };
        let mut names: Vec<String> = Vec::new();
        for candidate in group {
            let found = names_in(&plain(&candidate.text), wording);
            let own = |name: &String| candidate.rank > MICRODATA && is_site(name, sites);
            names.extend(found.into_iter().filter(|name| !own(name)));
            // Each byline stands for itself; fields of one kind list the authors together.
            if wording == Wording::Byline && !names.is_empty() {
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
    let mut seen = std::collections::HashSet::new();
    names.retain(|name| seen.insert(fold(name)));
}
