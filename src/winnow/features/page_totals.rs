//! Features of the totals page, the same for each of its blocks.

use super::sections::title;
use super::text_blocks::{TextBlock, ratio};
use crate::html::names::{Attribute, Tag};
use crate::page::Page;
use crate::page::flags;

/// Values of `og:type`, numbered from 1.
const TYPES: &[&str] = &["article", "website", "product", "profile", "video", "book", "music"];

#[derive(Debug, Default)]
pub struct PageTotals {
    buttons: u32,
    forms: u32,
    inputs: u32,
    lists: u32,
    tables: u32,
    articles: u32,
    times: u32,
    paragraphs: u32,
    headings: u32,
    og_type: u32,
    title_chars: u32,
    longest: u32,
    running_texts: u32,
    capitals: u32,
    letters: u32,
    currencies: u32,
    years: u32,
    links: u32,
    hidden_words: u32,
    noscript_words: u32,
}

impl PageTotals {
    pub fn of(page: &Page, blocks: &[TextBlock]) -> PageTotals {
        let mut totals =
            PageTotals { title_chars: title(page).chars().count() as u32, ..PageTotals::default() };
        for node in 0..page.nodes.tag.len() {
            totals.add_node(page, node);
        }
        for block in blocks {
            totals.longest = totals.longest.max(block.text.words);
            totals.running_texts += u32::from(block.is_running_text);
            totals.capitals += block.text.capitals;
            totals.letters += block.text.letters;
            totals.currencies += block.text.currencies;
            totals.years += u32::from(block.text.years > 0);
            totals.links += block.links;
            if block.hiding != 0 {
                totals.hidden_words += block.text.words;
            }
            if page.runs.flags[block.first_run] & flags::NOSCRIPT != 0 {
                totals.noscript_words += block.text.words;
            }
        }
        totals
    }

    fn add_node(&mut self, page: &Page, node: usize) {
        let count = match page.tag(node) {
            Tag::BUTTON => &mut self.buttons,
            Tag::FORM => &mut self.forms,
            Tag::INPUT | Tag::SELECT | Tag::TEXTAREA => &mut self.inputs,
            Tag::UL | Tag::OL => &mut self.lists,
            Tag::TABLE => &mut self.tables,
            Tag::ARTICLE => &mut self.articles,
            Tag::TIME => &mut self.times,
            Tag::P => &mut self.paragraphs,
            tag if tag.heading_level().is_some() => &mut self.headings,
            Tag::META if self.og_type == 0 => {
                self.og_type = og_type(page, node);
                return;
            }
            _ => return,
        };
        *count += 1;
    }
}

fn og_type(page: &Page, node: usize) -> u32 {
    let name = page.attribute(node, Attribute::PROPERTY);
    let Some(content) =
        page.attribute(node, Attribute::CONTENT).filter(|_| name == Some("og:type"))
    else {
        return 0;
    };
    let begins = |name: &&str| content.starts_with(name);
    TYPES.iter().position(begins).unwrap_or(TYPES.len()) as u32 + 1
}

features! { page_wide
    (all, _i) {
        let totals = &all.totals;
        let total = all.elements.total();
    }
    "page blocks" "blocks of the page" = total.blocks;
    "page words" "words of the page" = total.words;
    "page elements" "elements of the page" = all.page.nodes.tag.len();
    "page link share" "link share of the page" = total.link_share();
    "page links" "links of the page" = totals.links;
    "page text share" "share of the page's words that are running text" =
        ratio(total.running_words, total.words);
    "page texts" "blocks of running text" = totals.running_texts;
    "page longest" "words of the longest block" = totals.longest;
    "page short words" "share of short words" = total.short_share();
    "page sentences" "sentences per block" = ratio(total.sentences, total.blocks);
    "page capitals" "share of letters that are capitals" = ratio(totals.capitals, totals.letters);
    "page currencies" "signs of currencies" = totals.currencies;
    "page years" "blocks with a year" = totals.years;
    "page hidden" "share of the page's words that are hidden" =
        ratio(totals.hidden_words, total.words);
    "page noscript" "share of the page's words that are in noscript elements" =
        ratio(totals.noscript_words, total.words);
    "page times" "time elements" = totals.times;
    "page images" "images" = total.images;
    "page buttons" "buttons" = totals.buttons;
    "page forms" "forms" = totals.forms;
    "page controls" "input fields, choices and text areas" = totals.inputs;
    "page lists" "lists" = totals.lists;
    "page tables" "tables" = totals.tables;
    "page articles" "article elements" = totals.articles;
    "page paragraphs" "p elements" = totals.paragraphs;
    "page headings" "headings" = totals.headings;
    "page title" "characters of the title" = totals.title_chars;
    "page type" "what og:type stump_with_value: 0 nothing, 1 article, 2 website, 3 product, then others" =
        totals.og_type;
}

/// The features of `page_wide`, computed once for all blocks.
pub mod same_for_blocks {
    use super::page_wide;
    use crate::winnow::features::Analysis;

    pub use page_wide::FEATURES;

    pub fn values(all: &Analysis<'_>, _i: usize) -> [f32; FEATURES.len()] {
        all.page_wide
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::column;

    #[test]
    fn elements_are_counted() {
        let html = "<form><input><select></select></form><ul><li>a</ul><h2>b</h2><time>c</time>";
        for (name, count) in [
            ("page forms", 1.0),
            ("page controls", 2.0),
            ("page lists", 1.0),
            ("page headings", 1.0),
            ("page times", 1.0),
        ] {
            assert_eq!(column(html, name), [count; 3], "{name}");
        }
    }

    #[test]
    fn unknown_types_have_the_last_number() {
        let page = |kind: &str| format!("<meta property=og:type content='{kind}'><p>a");
        assert_eq!(column(&page("product.item"), "page type"), [3.0]);
        assert_eq!(column(&page("x"), "page type"), [8.0]);
        assert_eq!(column("<p>a", "page type"), [0.0]);
    }
}
