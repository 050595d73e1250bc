//! Reads candidates from JSON-LD scripts.

use super::candidates::{Candidates, Field};
use super::candidates::{JSON_LD, OPEN_GRAPH, ORGANISATION};
use super::json::read_json;
use serde_json::{Map, Value};
use std::borrow::Cow;

type Thing = Map<String, Value>;

/// Maximum bytes of scripts that are read on one page.
const MAX_BYTES: usize = 1 << 20;
/// Maximum objects that are read in one script.
const MAX_THINGS: usize = 256;
const MAX_AUTHORS: usize = 32;

/// Keys of an object that contain the page's main entity.
const INNER: &[&str] = &["@graph", "mainEntity", "mainEntityOfPage"];

/// What a page can be about, the most informative first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A written work with an author and a date.
    Work,
    /// The page that contains the work.
    Page,
    /// A described thing: its name is a title, but its makers are not the page's authors.
    Subject,
    Site,
    Publisher,
}

const WORKS: &[&str] = &[
    "AdvertiserContentArticle", "AnalysisNewsArticle", "Answer", "Article", "AskPublicNewsArticle",
    "BackgroundNewsArticle", "BlogPosting", "Chapter", "CreativeWork", "DiscussionForumPosting",
    "HowTo", "LiveBlogPosting", "MedicalScholarlyArticle", "NewsArticle", "OpinionNewsArticle",
    "PodcastEpisode", "Question", "Recipe", "Report", "ReportageNewsArticle", "Review",
    "ReviewNewsArticle", "SatiricalArticle", "ScholarlyArticle", "SocialMediaPosting",
    "TechArticle", "VideoObject",
];

const SUBJECTS: &[&str] = &[
    "Book", "Course", "Event", "JobPosting", "Movie", "MusicAlbum", "Product", "ProductGroup",
    "SoftwareApplication", "TVSeries", "VideoGame",
];

const PUBLISHERS: &[&str] =
    &["Corporation", "LocalBusiness", "NewsMediaOrganization", "OnlineStore", "Organization"];

/// Reads the scripts of a page, up to a limit of bytes.
#[derive(Debug)]
pub struct JsonLd {
    bytes_left: usize,
}

impl Default for JsonLd {
    fn default() -> Self {
        JsonLd { bytes_left: MAX_BYTES }
    }
}

impl JsonLd {
    pub fn read(&mut self, script: &str, candidates: &mut Candidates<'_>) {
        if script.len() > self.bytes_left {
            return;
        }
        self.bytes_left -= script.len();
        let Some(value) = read_json(script) else {
            return;
        };
        let things = things_in(&value);
        for thing in &things {
            if let Some(kind) = kind_of(thing) {
                Reader { things: &things, candidates }.read(thing, kind);
            }
        }
    }
}

/// The main objects of a script, without those that are only listed or mentioned.
fn things_in(value: &Value) -> Vec<&Thing> {
    let mut things = Vec::new();
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        if things.len() == MAX_THINGS {
            break;
        }
        match value {
            // The last pushed is popped first.
            Value::Array(values) => waiting.extend(values.iter().rev().take(MAX_THINGS)),
            Value::Object(thing) => {
                // The questions of an FAQ are its content, not its subject.
                let faq = thing.get("@type").and_then(Value::as_str) == Some("FAQPage");
                let inner = if faq { &INNER[..1] } else { INNER };
                waiting.extend(inner.iter().rev().filter_map(|key| thing.get(*key)));
                things.push(thing);
            }
            _ => {}
        }
    }
    things
}

fn kind_of(thing: &Thing) -> Option<Kind> {
    let types = || each(thing.get("@type")).filter_map(Value::as_str);
    // Blogs declare their owner as a person and an organisation at once.
    if types().any(|name| name == "Person") {
        return None;
    }
    let named = types().map(|name| name.rsplit(['/', ':', '#']).next().unwrap_or(name));
    named.filter_map(kind_of_type).min_by_key(|kind| *kind as u8)
}

fn kind_of_type(name: &str) -> Option<Kind> {
    if WORKS.contains(&name) {
        Some(Kind::Work)
    } else if name.ends_with("Page") {
        Some(Kind::Page)
    } else if SUBJECTS.contains(&name) {
        Some(Kind::Subject)
    } else if name == "WebSite" {
        Some(Kind::Site)
    } else {
        PUBLISHERS.contains(&name).then_some(Kind::Publisher)
    }
}

/// A value, or each value of a list.
fn each(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    let many = value.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let one = value.filter(|value| !value.is_array());
    one.into_iter().chain(many)
}

struct Reader<'r, 'v, 'c> {
    things: &'r [&'v Thing],
    candidates: &'r mut Candidates<'c>,
}

impl Reader<'_, '_, '_> {
    fn read(&mut self, thing: &Thing, kind: Kind) {
        let rank = JSON_LD + kind as u8;
        match kind {
            Kind::Site => self.text(thing, "name", Field::SiteName, OPEN_GRAPH + 1),
            Kind::Publisher => self.text(thing, "name", Field::SiteName, OPEN_GRAPH + 3),
            Kind::Subject => self.read_about(thing, rank),
            Kind::Work | Kind::Page => {
                self.read_about(thing, rank);
                self.read_made(thing, rank);
            }
        }
    }

    fn read_about(&mut self, thing: &Thing, rank: u8) {
        self.text(thing, "headline", Field::Title, rank);
        self.text(thing, "name", Field::Title, rank);
        self.text(thing, "description", Field::Description, rank);
        self.text(thing, "url", Field::Url, rank);
        self.text(thing, "image", Field::Image, rank);
        self.text(thing, "thumbnailUrl", Field::Image, rank);
        for tag in each(thing.get("keywords")) {
            self.add(Field::Tags, rank, text_of(tag, "name"));
        }
    }

    fn read_made(&mut self, thing: &Thing, rank: u8) {
        for key in ["datePublished", "uploadDate", "dateCreated"] {
            self.text(thing, key, Field::Published, rank);
        }
        self.text(thing, "dateModified", Field::Modified, rank);
        self.text(thing, "inLanguage", Field::Language, rank);
        self.text(thing, "publisher", Field::SiteName, OPEN_GRAPH + 2);
        // A list of articles names one author for each; only the first counts.
        if !self.candidates.of(Field::Author).iter().any(|candidate| candidate.rank == rank) {
            self.authors(thing, rank);
        }
    }

    fn authors(&mut self, thing: &Thing, rank: u8) {
        let given = each(thing.get("author")).chain(each(thing.get("creator")));
        for author in given.take(MAX_AUTHORS) {
            let rank = if is_organisation(author) { ORGANISATION } else { rank };
            self.add(Field::Author, rank, self.name_of(author));
        }
    }

    /// The name of an author, possibly via its `@id`.
    fn name_of<'a>(&self, author: &'a Value) -> Option<Cow<'a, str>> {
        if let Some(name) = text_of(author, "name") {
            return Some(name);
        }
        let id = author.get("@id")?.as_str()?;
        let pointed = |thing: &&&Thing| thing.get("@id").and_then(Value::as_str) == Some(id);
        let named = self.things.iter().filter(pointed).find_map(|thing| thing.get("name"))?;
        text_of(named, "name").map(|name| Cow::Owned(name.into_owned()))
    }

    fn text(&mut self, thing: &Thing, key: &str, field: Field, rank: u8) {
        let inner = if matches!(field, Field::Image) { "url" } else { "name" };
        let found = each(thing.get(key)).find_map(|value| text_of(value, inner));
        self.add(field, rank, found);
    }

    fn add(&mut self, field: Field, rank: u8, text: Option<Cow<'_, str>>) {
        if let Some(text) = text {
            self.candidates.add(field, rank, text.into_owned());
        }
    }
}

fn is_organisation(author: &Value) -> bool {
    each(author.get("@type")).filter_map(Value::as_str).any(|name| PUBLISHERS.contains(&name))
}

/// A string, or the string in an object under the key `inner`.
fn text_of<'a>(value: &'a Value, inner: &str) -> Option<Cow<'a, str>> {
    let value = match value {
        Value::Object(thing) => thing.get(inner)?,
        other => other,
    };
    each(Some(value)).find_map(Value::as_str).map(Cow::Borrowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(script: &str, field: Field) -> Vec<String> {
        let mut candidates = Candidates::default();
        JsonLd::default().read(script, &mut candidates);
        candidates.sort();
        candidates.texts(field).map(str::to_owned).collect()
    }

    #[test]
    fn authors_may_be_strings_objects_lists_and_references() {
        for author in [
            r#""Ann""#,
            r#"{"@type": "Person", "name": "Ann"}"#,
            r#"[{"name": ["Ann"]}]"#,
            r##"{"@id": "#ann"}"##,
        ] {
            let script = format!(
                r##"{{"@graph": [{{"@type": ["Article", "X"], "author": {author}}},
                     {{"@type": "Person", "@id": "#ann", "name": "Ann"}}]}}"##
            );
            assert_eq!(texts(&script, Field::Author), ["Ann"], "{author}");
        }
    }

    #[test]
    fn the_work_outranks_the_page_around_it() {
        let script = r#"[{"@type": "WebPage", "datePublished": "2020-01-01",
            "mainEntity": {"@type": "Article", "datePublished": "2021-01-01"}}]"#;
        assert_eq!(texts(script, Field::Published), ["2021-01-01", "2020-01-01"]);
    }

    #[test]
    fn listed_and_mentioned_objects_are_ignored() {
        let script = r#"{"@type": "ItemList", "itemListElement":
            [{"@type": "Article", "headline": "Other"}], "review": {"@type": "Review"}}"#;
        assert!(texts(script, Field::Title).is_empty());
    }

    #[test]
    fn scripts_beyond_the_limit_are_ignored() {
        let script = format!(r#"{{"@type": "Article", "headline": "{}"}}"#, "a".repeat(MAX_BYTES));
        assert!(texts(&script, Field::Title).is_empty());
    }
}
