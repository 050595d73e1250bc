//! Features from structured data: meta descriptions, JSON-LD and microdata.

use super::shingles::{self, Letters, Shingles};
use super::text_blocks::TextBlock;
use crate::html::names::{Attribute, Tag};
use crate::page::Page;
use crate::page::flags;
use memchr::memmem;

/// Maximum bytes of JSON-LD that are read.
const MAX_DATA: usize = 1 << 18;

pub const PRODUCT: u32 = 1 << 0;
pub const ARTICLE: u32 = 1 << 1;
pub const THREAD: u32 = 1 << 2;
pub const SERIES: u32 = 1 << 3;
pub const QUESTIONS: u32 = 1 << 4;
pub const REVIEW: u32 = 1 << 5;
pub const BUSINESS: u32 = 1 << 6;

/// schema.org types by their ending, and the bit of the page type.
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
    /// Bits of the types that the page declares.
    types: u32,
    reviews: u32,
    /// By block, the shares of its text in the descriptions and in the data.
    shares: Vec<[f32; 2]>,
}

impl StructuredData {
    pub fn of(page: &Page, blocks: &[TextBlock]) -> StructuredData {
        let mut found = StructuredData::default();
        let (mut description, mut data) = (Shingles::default(), Shingles::default());
        for node in (0..page.nodes.tag.len()).filter(|&node| page.tag(node) == Tag::META) {
            add_description(page, node, &mut description);
        }
        for (node, _, kind) in page.nodes_with([Attribute::ITEMTYPE]) {
            if page.tag(node) != Tag::META && page.nodes.attributes[node] > 0 {
                found.add_type(kind.trim());
            }
        }
        let mut left = MAX_DATA;
        for run in (0..page.run_count()).filter(|&run| is_data(page, run)) {
            let text = page.run_text(run);
            let text = &text[..text.floor_char_boundary(left)];
            left -= text.len();
            found.read_types(text);
            data.add_json(text);
        }
        let known = [&description, &data];
        let mut letters = Letters::default();
        found.shares = match known.iter().all(|known| known.is_empty()) {
            true => vec![[0.0; 2]; blocks.len()],
            false => blocks.iter().map(|b| shares_in(page, b, known, &mut letters)).collect(),
        };
        found
    }

    fn read_types(&mut self, text: &str) {
        for at in memmem::find_iter(text.as_bytes(), "\"@type\"") {
            // The type, or the first of a list.
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
            // A NewsArticle is an Article as well.
            if name == *ending || (*bit == ARTICLE && name.ends_with(ending)) {
                self.types |= bit;
                self.reviews += u32::from(*bit == REVIEW);
            }
        }
    }

    fn declares(&self, kind: u32) -> bool {
        self.types & kind != 0
    }
}

fn add_description(page: &Page, node: usize, description: &mut Shingles) {
    let name = page.attribute(node, Attribute::PROPERTY);
    let name = name.or_else(|| page.attribute(node, Attribute::NAME)).unwrap_or("");
    if name.ends_with("description") {
        description.add(page.attribute(node, Attribute::CONTENT).unwrap_or(""));
    }
}

fn is_data(page: &Page, run: usize) -> bool {
    page.runs.flags[run] & flags::SCRIPT != 0
        && page
            .attribute(page.runs.node[run] as usize, Attribute::TYPE)
            .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/ld+json"))
}

fn shares_in(
    page: &Page,
    block: &TextBlock,
    known: [&Shingles; 2],
    letters: &mut Letters,
) -> [f32; 2] {
    // A shorter text has no shingle, and most blocks are shorter.
    if block.text.chars < shingles::LENGTH as u32 / 4 {
        return [0.0; 2];
    }
    letters.clear();
    block.runs(page).for_each(|run| letters.add(page.run_text(run).as_bytes()));
    shingles::shares(known, letters)
}

features! { published_data
    (all, i) {
        let data = &all.structured_data;
    }
    "in description" "share of its text that is in the page's descriptions" =
        data.shares[i][0];
    "in data" "share of its text that is in the page's data for machines" = data.shares[i][1];
    "data product" "whether those data name a product" = data.declares(PRODUCT);
    "data article" "whether they name an article" = data.declares(ARTICLE);
    "data thread" "whether they name a discussion" = data.declares(THREAD);
    "data list" "whether they name a list or collection" = data.declares(SERIES);
    "data questions" "whether they name questions with answers" = data.declares(QUESTIONS);
    "data business" "whether they name a business or its service" = data.declares(BUSINESS);
    "data reviews" "how many reviews they name" = data.reviews;
}

#[cfg(test)]
mod tests {
    use super::super::tests::column;

    const TEXT: &str = "It rained all night, and nobody slept before the morning came.";

    #[test]
    fn text_in_the_description_is_found() {
        let html = format!(
            "<meta name=description content='{TEXT}'><p>{TEXT}<p>Then it was dry, and everybody slept all day long."
        );
        let found = column(&html, "in description");
        assert_eq!((found[0], found[1]), (1.0, 0.0));
        assert_eq!(column(&html, "in data"), [0.0, 0.0]);
    }

    #[test]
    fn escapes_in_json_are_decoded() {
        let json = TEXT.replace("slept", "\\u0073lept").replace(", ", ",\\n");
        let html = format!(
            "<script type=application/ld+json>{{\"@type\":[\"NewsArticle\"],\"articleBody\":\"{json}\"}}</script><p>{TEXT}"
        );
        assert_eq!(column(&html, "in data"), [1.0]);
        assert_eq!(column(&html, "data article"), [1.0]);
        assert_eq!(column(&html, "data product"), [0.0]);
    }

    #[test]
    fn microdata_declare_types() {
        let html = "<div itemscope itemtype='https://schema.org/Product'><p>a</div>";
        assert_eq!(column(html, "data product"), [1.0]);
    }
}
