//! Metadata that the page declares: `<meta>`, `<link>`, JSON-LD, microdata, headings. One pass over
//! the nodes.

use super::candidates::*;
use super::candidates::{Candidates, Field};
use super::jsonld::JsonLd;
use super::meta_names::{itemprop_field, meta_field};
use super::node_text::{is_in_boilerplate, runs_inside, script_text, short_byline, short_text};
use super::text::tidy;
use super::titles::Heading;
use crate::html::names::{Attribute, Tag};
use crate::page::Page;
use crate::page::flags::{INVISIBLE, SVG};

const MAX_HEADINGS: usize = 8;
/// Limit of elements with `itemprop` or `rel` that are read, so that a page full of them stays
/// cheap.
const MAX_MARKED: usize = 256;
const MAX_TITLE: usize = 1000;
const MAX_VALUE: usize = 200;

#[derive(Debug, Default)]
pub struct Declared<'a> {
    pub candidates: Candidates<'a>,
    /// The first `h1` elements.
    pub headings: Vec<Heading>,
    pub title: Option<String>,
    /// The first `<base href>`; others do not count.
    pub base: Option<&'a str>,
    /// `twitter:label1` and its value, which WordPress uses for the author.
    label: [Option<&'a str>; 2],
    marked: usize,
    headings_read: usize,
    /// Parent and grandparent of the first author in microdata.
    author_place: Option<[i32; 2]>,
    jsonld: JsonLd,
}

pub fn read_declared(page: &Page) -> Declared<'_> {
    let mut declared = Declared::default();
    for node in 0..page.nodes.tag.len() {
        match page.tag(node) {
            Tag::META => declared.read_meta(page, node),
            Tag::BASE => declared.base = declared.base.or(page.attribute(node, Attribute::HREF)),
            Tag::LINK => declared.read_link(page, node),
            Tag::SCRIPT => declared.read_script(page, node),
            Tag::TITLE => declared.read_title(page, node),
            Tag::HTML => declared.read_language(page, node),
            Tag::H1 => declared.read_heading(page, node),
            _ => {}
        }
    }
    declared.read_attributes(page);
    declared.read_label();
    declared
}

impl<'a> Declared<'a> {
    fn read_meta(&mut self, page: &'a Page, node: usize) {
        let Some(content) = page.attribute(node, Attribute::CONTENT) else {
            return;
        };
        for (name, value) in page.node_attributes(node) {
            let named =
                matches!(name, Attribute::NAME | Attribute::PROPERTY | Attribute::HTTP_EQUIV);
            if named {
                // One tag may have names of several vocabularies.
                for name in value.split_ascii_whitespace().take(4) {
                    self.add_meta(name, content);
                }
            }
        }
    }

    fn add_meta(&mut self, name: &str, content: &'a str) {
        match name {
            "twitter:label1" => self.label[0] = Some(content),
            "twitter:data1" => self.label[1] = Some(content),
            _ => {
                if let Some((field, rank)) = meta_field(name) {
                    self.candidates.add(field, rank, content);
                }
            }
        }
    }

    fn read_link(&mut self, page: &'a Page, node: usize) {
        let rel = page.attribute(node, Attribute::REL);
        let (Some(rel), Some(href)) = (rel, page.attribute(node, Attribute::HREF)) else {
            return;
        };
        for rel in rel.split_ascii_whitespace() {
            match rel.to_ascii_lowercase().as_str() {
                "canonical" => self.candidates.add(Field::Url, CITATION, href),
                "image_src" => self.candidates.add(Field::Image, REMOTE, href),
                _ => {}
            }
        }
    }

    fn read_script(&mut self, page: &'a Page, node: usize) {
        let kind = page.attribute(node, Attribute::TYPE).unwrap_or("");
        if kind.to_ascii_lowercase().contains("ld+json") {
            self.jsonld.read(script_text(page, node), &mut self.candidates);
        }
    }

    fn read_title(&mut self, page: &Page, node: usize) {
        if self.title.is_none() && page.nodes.flags[node] & SVG == 0 {
            self.title = short_text(page, node, MAX_TITLE).map(|text| tidy(&text));
        }
    }

    fn read_language(&mut self, page: &'a Page, node: usize) {
        for name in [Attribute::LANG, Attribute::XML_LANG] {
            if let Some(language) = page.attribute(node, name) {
                self.candidates.add(Field::Language, CITATION, language);
            }
        }
    }

    fn read_heading(&mut self, page: &Page, node: usize) {
        let shown = page.nodes.flags[node] & INVISIBLE == 0;
        self.headings_read += 1;
        if shown && self.headings.len() < MAX_HEADINGS && self.headings_read < MAX_MARKED {
            let text = short_text(page, node, MAX_TITLE).map(|text| tidy(&text));
            let parts = runs_inside(page, node).take(2).count();
            self.headings.extend(text.map(|text| Heading { node, text, is_joined: parts > 1 }));
        }
    }

    /// Reads `itemprop` and `rel` on any element, via the list of attributes, since few elements
    /// have them.
    fn read_attributes(&mut self, page: &'a Page) {
        for (node, name, value) in page.nodes_with([Attribute::ITEMPROP, Attribute::REL]) {
            if name == Attribute::ITEMPROP {
                self.read_itemprop(page, node, value);
            } else if page.tag(node) == Tag::A {
                self.read_rel(page, node, value);
            }
        }
    }

    fn read_itemprop(&mut self, page: &'a Page, node: usize, names: &str) {
        let field = names.split_ascii_whitespace().find_map(itemprop_field);
        let Some(field) = field.filter(|_| self.marked < MAX_MARKED) else {
            return;
        };
        self.marked += 1;
        if is_in_boilerplate(page, node)
            || (field == Field::Author && !self.is_first_place(page, node))
        {
            return;
        }
        let given = [Attribute::CONTENT, Attribute::DATETIME];
        if let Some(value) = given.iter().find_map(|name| page.attribute(node, *name)) {
            self.candidates.add(field, MICRODATA, value);
        } else {
            self.add_text(field, MICRODATA, page, named_inside(page, node).unwrap_or(node));
        }
    }

    /// Whether an author is beside the first one. Such authors wrote the page together; posts of a
    /// thread have authors of their own.
    fn is_first_place(&mut self, page: &Page, node: usize) -> bool {
        let parent = page.nodes.parent[node];
        let place = [parent, page.nodes.parent[parent.max(0) as usize]];
        let first = *self.author_place.get_or_insert(place);
        first[0] == place[0] || (page.tag(node) != Tag::META && first[1] == place[1])
    }

    fn read_rel(&mut self, page: &'a Page, node: usize, rel: &str) {
        let has =
            |word: &str| rel.split_ascii_whitespace().any(|rel| rel.eq_ignore_ascii_case(word));
        let field = match (has("author"), has("tag")) {
            (true, _) => Field::Author,
            (_, true) => Field::Tags,
            _ => return,
        };
        self.marked += 1;
        if self.marked < MAX_MARKED && !is_in_boilerplate(page, node) {
            self.add_text(field, VISIBLE, page, node);
        }
    }

    fn add_text(&mut self, field: Field, rank: u8, page: &Page, node: usize) {
        let read = if field == Field::Author { short_byline } else { short_text };
        if let Some(text) = read(page, node, MAX_VALUE) {
            self.candidates.add(field, rank, text);
        }
    }

    fn read_label(&mut self) {
        if let [Some(label), Some(name)] = self.label
            && WRITTEN_BY.contains(&label.trim().trim_end_matches(':').to_lowercase().as_str())
        {
            self.candidates.add(Field::Author, PUBLISHER, name);
        }
    }
}

/// WordPress's label of the author, in the languages of its sites.
const WRITTEN_BY: &[&str] = &[
    "written by",
    "verfasst von",
    "geschrieben von",
    "écrit par",
    "escrito por",
    "escrit per",
    "scritto da",
    "geschreven door",
    "skriven av",
    "skrevet av",
    "skrevet af",
    "kirjoittanut",
    "napisane przez",
    "napsal",
    "napísal",
    "napisal",
    "napisao",
    "szerző",
    "scris de",
    "yazan",
    "автор",
    "написано",
    "написано автором",
    "συντάχθηκε από",
    "נכתב על יד",
    "נכתב על ידי",
    "كُتب بواسطة",
    "نوشته شده توسط",
    "ditulis oleh",
    "được viết bởi",
    "tác giả",
    "執筆者",
    "投稿者",
    "作者",
    "글쓴이",
    "작성자",
];

/// Finds the `itemprop=name` inside an author.
fn named_inside(page: &Page, node: usize) -> Option<usize> {
    const NEAR: usize = 16;
    let end = page.subtree_end(node).min(node + NEAR);
    (node + 1..end).find(|&inner| page.attribute(inner, Attribute::ITEMPROP) == Some("name"))
}
