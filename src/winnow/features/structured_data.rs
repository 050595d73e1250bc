//! What the page says of itself for machines: descriptions, and data in JSON-LD and microdata.

use super::shingles::{self, Shingles};
use super::text_blocks::TextBlock;
use crate::html::names::{Attribute, Tag};
use crate::page::Page;
use crate::page::flags;
use memchr::memmem;

/// Bytes of JSON-LD that are read.
const MAX_DATA: usize = 1 << 18;

pub const PRODUCT: u32 = 1 << 0;
pub const ARTICLE: u32 = 1 << 1;
pub const THREAD: u32 = 1 << 2;
pub const SERIES: u32 = 1 << 3;
pub const QUESTIONS: u32 = 1 << 4;
pub const REVIEW: u32 = 1 << 5;
pub const BUSINESS: u32 = 1 << 6;

/// Types of schema.org by how they end, and what they make of a page.
const TYPES: &[(&str, u32)] = &[
    ("Product", PRODUCT),
    ("ProductGroup", PRODUCT),
    ("Article", ARTICLE),
    ("BlogPosting", ARTICLE),
    ("Recipe", ARTICLE),
    ("DiscussionForumPosting", THREAD),
    ("QAPage", THREAD),
    ("ItemList", SERIES),
    ("CollectionPage", SERIES),
    ("SearchResultsPage", SERIES),
    ("OfferCatalog", SERIES),
    ("FAQPage", QUESTIONS),
    ("Review", REVIEW),
    ("Service", BUSINESS),
    ("LocalBusiness", BUSINESS),
    ("SoftwareApplication", BUSINESS),
];

#[derive(Debug, Default)]
pub struct StructuredData {
    /// Bits of the types that are named.
    types: u32,
    reviews: u32,
    /// By block, how much of its text is in the descriptions, and how much in the data.
    shares: Vec<[f32; 2]>,
}

impl StructuredData {
    pub fn of(page: &Page, shown: &[TextBlock]) -> StructuredData {
        let mut told = StructuredData::default();
        let (mut description, mut data) = (Shingles::default(), Shingles::default());
        for node in 0..page.nodes.tag.len() {
            told.read_node(page, node, &mut description);
        }
        let mut left = MAX_DATA;
        for run in (0..page.run_count()).filter(|&run| is_data(page, run)) {
            let text = page.run_text(run);
            let text = &text[..text.floor_char_boundary(left)];
            left -= text.len();
            told.read_types(text);
            data.add_json(text);
        }
        let known = [&description, &data];
        told.shares = match known.iter().all(|known| known.is_empty()) {
            true => vec![[0.0; 2]; shown.len()],
            false => shown.iter().map(|one| shares_in(page, one, known)).collect(),
        };
        told
    }

    fn read_node(&mut self, page: &Page, node: usize, description: &mut Shingles) {
        if page.tag(node) == Tag::META {
            let name = page.attribute(node, Attribute::PROPERTY);
            let name = name.or_else(|| page.attribute(node, Attribute::NAME)).unwrap_or("");
            if name.ends_with("description") {
                description.add(page.attribute(node, Attribute::CONTENT).unwrap_or(""));
            }
        } else if page.nodes.attributes[node] > 0
            && let Some(kind) = page.attribute(node, Attribute::ITEMTYPE)
        {
            self.add_type(kind.trim());
        }
    }

    fn read_types(&mut self, text: &str) {
        for at in memmem::find_iter(text.as_bytes(), "\"@type\"") {
            // The type, or the first of several.
            let rest = text[at + "\"@type\"".len()..].trim_start_matches([':', '[', ' ', '\n']);
            if let Some(rest) = rest.strip_prefix('"')
                && let Some(end) = rest.find('"')
            {
                self.add_type(&rest[..end]);
            }
        }
    }

    fn add_type(&mut self, name: &str) {
        let name = name.rsplit(['/', '#']).next().unwrap_or(name);
        for (ending, bit) in TYPES {
            // A NewsArticle is an Article, too.
            if name == *ending || (*bit == ARTICLE && name.ends_with(ending)) {
                self.types |= bit;
                self.reviews += u32::from(*bit == REVIEW);
            }
        }
    }

    fn says(&self, kind: u32) -> bool {
        self.types & kind != 0
    }
}

fn is_data(page: &Page, run: usize) -> bool {
    page.runs.flags[run] & flags::SCRIPT != 0
        && page
            .attribute(page.runs.node[run] as usize, Attribute::TYPE)
            .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/ld+json"))
}

fn shares_in(page: &Page, shown: &TextBlock, known: [&Shingles; 2]) -> [f32; 2] {
    // A text that is too short has no stretch, and few blocks are longer.
    if shown.text.chars < shingles::LENGTH as u32 / 4 {
        return [0.0; 2];
    }
    shingles::shares(known, shown.runs(page).map(|run| page.run_text(run)))
}

features! { published_data
    (all, i) {
        let told = &all.structured_data;
    }
    "in description" "share of its text that is in the page's descriptions" =
        told.shares[i][0];
    "in data" "share of its text that is in the page's data for machines" = told.shares[i][1];
    "data product" "whether those data name a product" = told.says(PRODUCT);
    "data article" "whether they name an article" = told.says(ARTICLE);
    "data thread" "whether they name a discussion" = told.says(THREAD);
    "data list" "whether they name a list or collection" = told.says(SERIES);
    "data questions" "whether they name questions with answers" = told.says(QUESTIONS);
    "data business" "whether they name a business or its service" = told.says(BUSINESS);
    "data reviews" "how many reviews they name" = told.reviews;
}

#[cfg(test)]
mod tests {
    use super::super::tests::column;

    const TEXT: &str = "It rained all night, and nobody slept before the morning came.";

    #[test]
    fn text_that_is_described_is_told() {
        let html = format!(
            "<meta name=description content='{TEXT}'><p>{TEXT}<p>Then it was dry, and everybody slept all day long."
        );
        let found = column(&html, "in description");
        assert_eq!((found[0], found[1]), (1.0, 0.0));
        assert_eq!(column(&html, "in data"), [0.0, 0.0]);
    }

    #[test]
    fn data_are_read_through_their_escapes() {
        let json = TEXT.replace("slept", "\\u0073lept").replace(", ", ",\\n");
        let html = format!(
            "<script type=application/ld+json>{{\"@type\":[\"NewsArticle\"],\"articleBody\":\"{json}\"}}</script><p>{TEXT}"
        );
        assert_eq!(column(&html, "in data"), [1.0]);
        assert_eq!(column(&html, "data article"), [1.0]);
        assert_eq!(column(&html, "data product"), [0.0]);
    }

    #[test]
    fn microdata_name_types_too() {
        let html = "<div itemscope itemtype='https://schema.org/Product'><p>a</div>";
        assert_eq!(column(html, "data product"), [1.0]);
    }
}
