//! The inputs of the default method: what it knows of each block, described once for training and
//! running alike.
//!
//! Running text is a block of 12 words or more with less than 35 % of its characters in links; on
//! a page without any, every block counts as such. Visible text counts, and that of blocks which are
//! hidden as a whole.

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
mod groups;
mod outline;
pub mod page_row;
mod page_totals;
mod scores;
mod sections;
mod shingles;
mod siblings;
mod structured_data;
mod text_blocks;
mod text_counts;

use crate::page::Page;
use baselines::{bte_boilerpipe, readability};
use block::{ancestors, block_text, neighbours, position};
use containers::{cores, trunk};
use groups::alike_blocks;
use page_totals::page_wide;
use scores::{Averages, markup as markup_score, opinion};
use sections::heading_sections;
use siblings::alike_siblings;
use structured_data::published_data;
pub use text_blocks::{TextBlock, text_blocks};

/// Lists the themes, in the order of the values.
macro_rules! themes {
    ($($theme:ident)*) => {
        const THEMES: &[&[(&str, &str)]] = &[block::HIDDEN, $($theme::FEATURES),*];

        impl Analysis<'_> {
            /// Describes block `i`, which is shown.
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
    cores trunk bte_boilerpipe heading_sections page_wide published_data
}

/// How many inputs each block has.
pub const COUNT: usize = {
    let (mut count, mut theme) = (0, 0);
    while theme < THEMES.len() {
        count += THEMES[theme].len();
        theme += 1;
    }
    count
};

/// Name and meaning of each input, in order.
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

/// Name and meaning of each input of the second trees, in order: those of the first, and then what
/// the first trees say.
pub const STAGE2_FEATURES: &[(&str, &str)] = &{
    let mut features = [("", ""); STAGE2_COUNT];
    let mut i = 0;
    while i < STAGE2_COUNT {
        features[i] = if i < COUNT { FEATURES[i] } else { opinion::FEATURES[i - COUNT] };
        i += 1;
    }
    features
};

/// How many inputs each block has for the second trees.
pub const STAGE2_COUNT: usize = COUNT + scores::COUNT;

/// The inputs of every block, one row after the other. A block without text to choose from has a
/// row of zeros but for the first input, which says so.
///
/// `markup_scores` are what `markup::scores` gives for the page.
pub fn block_rows(page: &Page, markup_scores: &[f32]) -> Vec<f32> {
    let all = Analysis::of(page, text_blocks(page), markup_scores);
    let mut rows = Rows::new(page, &all.shown, COUNT);
    all.for_rows(|some| rows.put(some));
    rows.values
}

/// The inputs of every block for the second trees, likewise; `stage1_scores` is what the first trees say
/// of each block.
pub fn stage2_rows(page: &Page, markup_scores: &[f32], stage1_scores: &[f32]) -> Vec<f32> {
    let mut all = Analysis::of(page, text_blocks(page), markup_scores);
    all.set_stage1_scores(all.shown.iter().map(|one| stage1_scores[one.block]).collect());
    let mut rows = Rows::new(page, &all.shown, STAGE2_COUNT);
    all.for_stage2_rows(|some| rows.put(some));
    rows.values
}

/// Rows of all blocks of a page, filled in the order of the shown ones.
struct Rows<'a> {
    width: usize,
    values: Vec<f32>,
    left: std::slice::Iter<'a, TextBlock>,
}

impl Rows<'_> {
    fn new<'a>(page: &Page, shown: &'a [TextBlock], width: usize) -> Rows<'a> {
        let mut values = vec![0.0; page.blocks.node.len() * width];
        values.iter_mut().step_by(width).for_each(|empty| *empty = 1.0);
        Rows { width, values, left: shown.iter() }
    }

    fn put(&mut self, rows: &[f32]) {
        for (row, one) in rows.chunks_exact(self.width).zip(&mut self.left) {
            self.values[one.block * self.width..][..self.width].copy_from_slice(row);
        }
    }
}

/// All that is found out about a page before its blocks are described.
pub struct Analysis<'a> {
    page: &'a Page,
    pub shown: Vec<TextBlock>,
    outline: outline::Outline,
    groups: groups::Groups,
    siblings: siblings::Items,
    candidates: baselines::Candidates,
    cores: containers::Cores,
    branches: containers::Branches,
    stretches: baselines::BteBoilerpipe,
    sections: sections::Sections,
    running: block::Running,
    totals: page_totals::PageTotals,
    structured_data: structured_data::StructuredData,
    markup: Averages,
    stage1: Averages,
}

/// Rows that are made at a time: all rows of a large page would need hundreds of times the memory
/// of the page.
const ROWS: usize = 64;

impl Analysis<'_> {
    /// `markup_scores` has one value for each block of the page; none stand for zeros.
    pub fn of<'a>(page: &'a Page, shown: Vec<TextBlock>, markup_scores: &[f32]) -> Analysis<'a> {
        let outline = outline::Outline::of(page, &shown);
        let groups = groups::Groups::of(page, &shown, &outline);
        let sections = sections::Sections::of(page, &shown, &outline);
        let own = |one: &TextBlock| markup_scores.get(one.block).copied().unwrap_or(0.0);
        let own = shown.iter().map(own).collect();
        let markup = Averages::of(page, &shown, &outline, &groups, &sections, own);
        Analysis {
            siblings: siblings::Items::of(page, &outline),
            candidates: baselines::Candidates::of(page, &shown, &outline),
            cores: containers::Cores::of(page, &outline),
            branches: containers::Branches::of(page, &shown, &outline),
            stretches: baselines::BteBoilerpipe::of(page, &shown),
            running: block::Running::of(&shown),
            totals: page_totals::PageTotals::of(page, &shown),
            structured_data: structured_data::StructuredData::of(page, &shown),
            stage1: Averages::default(),
            markup,
            groups,
            sections,
            page,
            shown,
            outline,
        }
    }

    pub fn page(&self) -> &Page {
        self.page
    }

    /// The shown block that is the title's heading.
    pub fn title(&self) -> Option<usize> {
        self.sections.title()
    }

    /// Whether two shown blocks have the same path.
    pub fn same_path(&self, one: usize, other: usize) -> bool {
        self.groups.path.same(one, other)
    }

    /// Takes up what the first trees say of each shown block.
    pub fn set_stage1_scores(&mut self, stage1_scores: Vec<f32>) {
        let (shown, outline) = (&self.shown, &self.outline);
        self.stage1 =
            Averages::of(self.page, shown, outline, &self.groups, &self.sections, stage1_scores);
    }

    /// Hands out the inputs of the shown blocks, some rows at a time.
    pub fn for_rows(&self, take: impl FnMut(&[f32])) {
        self.hand_out(COUNT, |i, row| self.fill(i, row), take);
    }

    /// The same for the second trees, once the stage1_scores are heard.
    pub fn for_stage2_rows(&self, take: impl FnMut(&[f32])) {
        let fill = |i: usize, row: &mut [f32]| {
            self.fill(i, &mut row[..COUNT]);
            row[COUNT..].copy_from_slice(&opinion::values(self, i));
        };
        self.hand_out(STAGE2_COUNT, fill, take);
    }

    fn hand_out(
        &self,
        width: usize,
        fill: impl Fn(usize, &mut [f32]),
        mut take: impl FnMut(&[f32]),
    ) {
        let mut rows = vec![0.0; ROWS.min(self.shown.len()) * width];
        for first in (0..self.shown.len()).step_by(ROWS) {
            let count = ROWS.min(self.shown.len() - first);
            for (i, row) in rows.chunks_exact_mut(width).take(count).enumerate() {
                fill(first + i, row);
            }
            take(&rows[..count * width]);
        }
    }
}

/// What can be an input's value.
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

    /// One input of every block; markup scores are 0.
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
    fn rows_are_those_of_the_blocks() {
        let html = "<p>a<p hidden>b c<template><p>d</template><p>e f g";
        assert_eq!(column(html, "words"), [1.0, 2.0, 0.0, 3.0]);
        assert_eq!(column(html, "hidden"), [0.0, 1.0, 0.0, 0.0]);
        assert_eq!(column(html, "empty"), [0.0, 0.0, 1.0, 0.0]);
        assert!(column("", "words").is_empty());
    }

    #[test]
    fn shown_rows_leave_empty_blocks_out() {
        let html = "<p>a<template><p>b c</template><p>d e".repeat(100);
        let page = Page::parse(&html, Limits::default());
        let all = block_rows(&page, &[]);
        let shown: Vec<f32> =
            all.chunks(COUNT).filter(|row| row[0] == 0.0).flatten().copied().collect();
        let mut handed = Vec::new();
        let analysis = Analysis::of(&page, text_blocks(&page), &[]);
        analysis.for_rows(|rows| handed.extend_from_slice(rows));
        assert_eq!(handed.len(), 200 * COUNT);
        assert_eq!(handed, shown);
    }
}
