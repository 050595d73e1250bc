//! The features of the default method, for training and prediction alike.
//!
//! Features describe text blocks: blocks with visible text, and blocks that are hidden as a whole.
//! Running text is a block of 12 or more words with less than 35 % of its characters in links; on a
//! page without any, every block counts as running text.

/// Declares a group of features as a module: name and meaning of each feature, and its value for
/// block `i`.
macro_rules! features {
    (
        $group:ident ($all:ident, $i:ident) { $(let $part:pat = $found:expr;)* }
        $($name:literal $meaning:literal = $value:expr;)*
    ) => {
        pub mod $group {
            #[allow(unused_imports)]
            use super::*;

            pub const FEATURES: &[(&str, &str)] = &[$(($name, $meaning)),*];

            pub fn values(
                $all: &$crate::winnow::features::Analysis<'_>,
                $i: usize,
            ) -> [f32; FEATURES.len()] {
                $(let $part = $found;)*
                [$($crate::winnow::features::Value::value($value)),*]
            }
        }
    };
}

mod baselines;
mod block;
mod containers;
mod element_kinds;
mod elements;
mod groups;
pub mod page_row;
mod page_totals;
mod scores;
mod sections;
mod shingles;
mod siblings;
mod strong;
mod structured_data;
mod text_blocks;
pub mod text_counts;

use crate::page::Page;
use crate::winnow::gbdt::{Batch, LANES};
use baselines::{bte_boilerpipe, readability};
use block::{ancestors, block_text, neighbours, position};
use containers::{cores, trunk};
use groups::alike_blocks;
use page_totals::{page_wide, same_for_blocks};
use scores::{Averages, markup as markup_score, stage1_score};
use sections::heading_sections;
use siblings::alike_siblings;
use strong::strong_blocks_of_page;
use structured_data::published_data;
pub use text_blocks::{TextBlock, text_blocks};

/// Lists the groups of features, in the order of the columns.
macro_rules! themes {
    ($($theme:ident)*) => {
        const THEMES: &[&[(&str, &str)]] = &[block::HIDDEN, $($theme::FEATURES),*];

        impl Analysis<'_> {
            /// Computes the features of text block `i`.
            fn fill(&self, i: usize, row: &mut [f32]) {
                let mut filled = block::HIDDEN.len();
                row[..filled].fill(0.0);
                $(
                    let values = $theme::values(self, i);
                    row[filled..filled + values.len()].copy_from_slice(&values);
                    filled += values.len();
                )*
                debug_assert_eq!(filled, COUNT);
            }
        }
    };
}

themes! {
    block_text position neighbours markup_score ancestors alike_blocks alike_siblings readability
    cores trunk bte_boilerpipe heading_sections same_for_blocks published_data
}

/// Number of features of a block.
pub const COUNT: usize = {
    let (mut count, mut theme) = (0, 0);
    while theme < THEMES.len() {
        count += THEMES[theme].len();
        theme += 1;
    }
    count
};

/// Name and meaning of each feature, in column order.
pub const FEATURES: &[(&str, &str)] = &{
    let mut features = [("", ""); COUNT];
    let (mut count, mut theme) = (0, 0);
    while theme < THEMES.len() {
        let mut i = 0;
        while i < THEMES[theme].len() {
            features[count] = THEMES[theme][i];
            count += 1;
            i += 1;
        }
        theme += 1;
    }
    features
};

/// Name and meaning of each feature of the stage-2 trees: those of stage 1, then those from the
/// stage-1 scores.
pub const STAGE2_FEATURES: &[(&str, &str)] = &{
    let mut features = [("", ""); STAGE2_COUNT];
    let mut i = 0;
    while i < STAGE2_COUNT {
        features[i] = if i < COUNT {
            FEATURES[i]
        } else if i < COUNT + scores::COUNT {
            stage1_score::FEATURES[i - COUNT]
        } else {
            strong_blocks_of_page::FEATURES[i - COUNT - scores::COUNT]
        };
        i += 1;
    }
    features
};

/// Number of features from the stage-1 scores.
const STAGE2_MORE: usize = scores::COUNT + strong_blocks_of_page::FEATURES.len();

/// Number of features of a block for the stage-2 trees.
pub const STAGE2_COUNT: usize = COUNT + STAGE2_MORE;

/// The features of every block, one row after the other. A block that is not a text block has 1 in
/// the first column and 0 in the others.
///
/// `markup_scores` are those of `markup_words::scores`.
pub fn block_rows(page: &Page, markup_scores: &[f32]) -> Vec<f32> {
    let all = Analysis::of(page, text_blocks(page), markup_scores);
    let mut rows = Rows::new(page, &all.blocks, COUNT);
    all.for_rows(|some| rows.put(some));
    rows.values
}

/// The features of every block for the stage-2 trees. `stage1_scores` are the predictions of the
/// stage-1 trees for each block; `is_article` is that of the article trees.
pub fn stage2_rows(
    page: &Page,
    markup_scores: &[f32],
    stage1_scores: &[f32],
    is_article: bool,
) -> Vec<f32> {
    let mut all = Analysis::of(page, text_blocks(page), markup_scores);
    let stage1_scores = all.blocks.iter().map(|block| stage1_scores[block.index]).collect();
    all.set_stage1_scores(stage1_scores, is_article);
    let mut rows = Rows::new(page, &all.blocks, STAGE2_COUNT);
    all.for_stage2_rows(|some| rows.put(some));
    rows.values
}

/// Rows of all blocks of a page, filled in the order of the text blocks.
struct Rows<'a> {
    width: usize,
    values: Vec<f32>,
    left: std::slice::Iter<'a, TextBlock>,
}

impl Rows<'_> {
    fn new<'a>(page: &Page, blocks: &'a [TextBlock], width: usize) -> Rows<'a> {
        let mut values = vec![0.0; page.blocks.node.len() * width];
        values.iter_mut().step_by(width).for_each(|empty| *empty = 1.0);
        Rows { width, values, left: blocks.iter() }
    }

    fn put(&mut self, rows: &[f32]) {
        for (row, block) in rows.chunks_exact(self.width).zip(&mut self.left) {
            self.values[block.index * self.width..][..self.width].copy_from_slice(row);
        }
    }
}

/// The analysis of a page from which the features of its blocks are computed.
pub struct Analysis<'a> {
    page: &'a Page,
    pub blocks: Vec<TextBlock>,
    elements: elements::Elements,
    groups: groups::Groups,
    siblings: siblings::Siblings,
    readability: baselines::Readability,
    cores: containers::Cores,
    branches: containers::Branches,
    bte_boilerpipe: baselines::BteBoilerpipe,
    sections: sections::Sections,
    prefix_sums: block::PrefixSums,
    totals: page_totals::PageTotals,
    structured_data: structured_data::StructuredData,
    /// The features that all blocks share.
    page_wide: [f32; page_wide::FEATURES.len()],
    markup: Averages,
    stage1: Averages,
    strong: strong::Strong,
}

/// Rows in one chunk. All rows of a large page at once would take hundreds of times its memory.
const ROWS: usize = 64;

impl Analysis<'_> {
    /// `markup_scores` has one value for each block of the page; missing values are 0.
    pub fn of<'a>(page: &'a Page, blocks: Vec<TextBlock>, markup_scores: &[f32]) -> Analysis<'a> {
        let elements = elements::Elements::of(page, &blocks);
        let groups = groups::Groups::of(page, &blocks, &elements);
        let sections = sections::Sections::of(page, &blocks, &elements);
        let own = |block: &TextBlock| markup_scores.get(block.index).copied().unwrap_or(0.0);
        let own = blocks.iter().map(own).collect();
        let markup = Averages::of(page, &blocks, &elements, &groups, &sections, own);
        let mut analysis = Analysis {
            siblings: siblings::Siblings::of(page, &elements),
            readability: baselines::Readability::of(page, &blocks, &elements),
            cores: containers::Cores::of(page, &elements),
            branches: containers::Branches::of(page, &blocks, &elements),
            bte_boilerpipe: baselines::BteBoilerpipe::of(page, &blocks),
            prefix_sums: block::PrefixSums::of(&blocks),
            totals: page_totals::PageTotals::of(page, &blocks),
            structured_data: structured_data::StructuredData::of(page, &blocks),
            stage1: Averages::default(),
            strong: strong::Strong::default(),
            markup,
            groups,
            sections,
            page_wide: [0.0; page_wide::FEATURES.len()],
            page,
            blocks,
            elements,
        };
        analysis.page_wide = page_wide::values(&analysis, 0);
        analysis
    }

    pub fn page(&self) -> &Page {
        self.page
    }

    /// The text block of the heading that is the page's title.
    pub fn title(&self) -> Option<usize> {
        self.sections.title()
    }

    /// Whether two text blocks have the same path.
    pub fn same_path(&self, one: usize, other: usize) -> bool {
        self.groups.path.same(one, other)
    }

    /// Sets the stage-1 score of each text block, and whether the page counts as an article.
    pub fn set_stage1_scores(&mut self, stage1_scores: Vec<f32>, is_article: bool) {
        let (blocks, elements) = (&self.blocks, &self.elements);
        self.strong =
            strong::Strong::of(self.page, blocks, &self.groups, &stage1_scores, is_article);
        self.stage1 =
            Averages::of(self.page, blocks, elements, &self.groups, &self.sections, stage1_scores);
    }

    /// The features of text block `i` from the stage-1 scores.
    fn fill_stage2(&self, i: usize, row: &mut [f32]) {
        let (scores, strong) = row.split_at_mut(scores::COUNT);
        scores.copy_from_slice(&stage1_score::values(self, i));
        strong.copy_from_slice(&strong_blocks_of_page::values(self, i));
    }

    /// Passes the feature rows of the text blocks to `take`, in chunks.
    pub fn for_rows(&self, take: impl FnMut(&[f32])) {
        self.for_chunks(COUNT, |i, row| self.fill(i, row), take);
    }

    /// The same for the stage-2 trees, after `set_stage1_scores`.
    pub fn for_stage2_rows(&self, take: impl FnMut(&[f32])) {
        let fill = |i: usize, row: &mut [f32]| {
            self.fill(i, &mut row[..COUNT]);
            self.fill_stage2(i, &mut row[COUNT..]);
        };
        self.for_chunks(STAGE2_COUNT, fill, take);
    }

    /// Adds the features that only the stage-2 trees use to batches with the others.
    pub fn add_stage1_features(&self, batches: &mut [Batch]) {
        let mut rows = [0.0; LANES * STAGE2_MORE];
        let mut first = 0;
        for batch in batches {
            for (i, row) in rows.chunks_exact_mut(STAGE2_MORE).take(batch.rows()).enumerate() {
                self.fill_stage2(first + i, row);
            }
            first += batch.rows();
            batch.add_features(&rows[..batch.rows() * STAGE2_MORE], STAGE2_MORE);
        }
    }

    fn for_chunks(
        &self,
        width: usize,
        fill: impl Fn(usize, &mut [f32]),
        mut take: impl FnMut(&[f32]),
    ) {
        let mut rows = vec![0.0; ROWS.min(self.blocks.len()) * width];
        for first in (0..self.blocks.len()).step_by(ROWS) {
            let count = ROWS.min(self.blocks.len() - first);
            for (i, row) in rows.chunks_exact_mut(width).take(count).enumerate() {
                fill(first + i, row);
            }
            take(&rows[..count * width]);
        }
    }
}

/// Types that a feature value may have.
trait Value {
    fn value(self) -> f32;
}

macro_rules! input {
    ($($type:ty)*) => {
        $(impl Value for $type {
            fn value(self) -> f32 {
                self as f32
            }
        })*
    };
}

input! { f32 u8 u16 u32 usize i32 }

impl Value for bool {
    fn value(self) -> f32 {
        f32::from(u8::from(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;

    /// One feature of every block; markup scores are 0.
    pub fn column(html: &str, name: &str) -> Vec<f32> {
        let page = Page::parse(html, Limits::default());
        let place = FEATURES.iter().position(|(found, _)| *found == name).unwrap();
        block_rows(&page, &[]).chunks(COUNT).map(|row| row[place]).collect()
    }

    #[test]
    fn names_are_unique() {
        let names: std::collections::HashSet<&str> =
            STAGE2_FEATURES.iter().map(|(name, _)| *name).collect();
        assert_eq!(names.len(), STAGE2_COUNT);
    }

    #[test]
    fn hidden_and_empty_blocks_have_their_flags() {
        let html = "<p>a<p hidden>b c<template><p>d</template><p>e f g";
        assert_eq!(column(html, "words"), [1.0, 2.0, 0.0, 3.0]);
        assert_eq!(column(html, "hidden"), [0.0, 1.0, 0.0, 0.0]);
        assert_eq!(column(html, "empty"), [0.0, 0.0, 1.0, 0.0]);
        assert!(column("", "words").is_empty());
    }

    #[test]
    fn chunks_skip_blocks_without_text() {
        let html = "<p>a<template><p>b c</template><p>d e".repeat(100);
        let page = Page::parse(&html, Limits::default());
        let all = block_rows(&page, &[]);
        let blocks: Vec<f32> =
            all.chunks(COUNT).filter(|row| row[0] == 0.0).flatten().copied().collect();
        let mut handed = Vec::new();
        let analysis = Analysis::of(&page, text_blocks(&page), &[]);
        analysis.for_rows(|rows| handed.extend_from_slice(rows));
        assert_eq!(handed.len(), 200 * COUNT);
        assert_eq!(handed, blocks);
    }
}
