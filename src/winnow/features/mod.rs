//! The inputs of the default method: what it knows of each block, described once for training and
//! running alike.
//!
//! Running text is a block of 12 words or more with less than 35 % of its characters in links; on
//! a page without any, every block counts as such. Visible text counts, and that of blocks which are
//! hidden as a whole.

/// Declares a theme's inputs: name, meaning, and how the value is found for block `i`.
macro_rules! inputs {
    (
        ($all:ident, $i:ident) { $(let $part:pat = $found:expr;)* }
        $($name:literal $meaning:literal = $value:expr;)*
    ) => {
        pub const FEATURES: &[(&str, &str)] = &[$(($name, $meaning)),*];

        pub fn values($all: &super::Analysis<'_>, $i: usize) -> [f32; FEATURES.len()] {
            $(let $part = $found;)*
            [$(super::Input::value($value)),*]
        }
    };
}

mod ancestors;
mod averages;
mod branches;
mod candidates;
mod cores;
mod groups;
mod items;
mod kinds;
mod neighbours;
mod outline;
mod own;
pub mod page_row;
mod place;
mod scores;
mod sections;
mod shingles;
mod shown;
mod stretches;
mod text;
mod titles;
mod told;
mod whole;

use crate::page::Page;
use averages::Averages;
use scores::{markup as by_markup, opinion};
pub use shown::{Shown, shown_blocks};

/// Lists the themes, in the order of the values.
macro_rules! themes {
    ($($theme:ident)*) => {
        const THEMES: &[&[(&str, &str)]] = &[place::HIDDEN, $($theme::FEATURES),*];

        impl Analysis<'_> {
            /// Describes block `i`, which is shown.
            fn fill(&self, i: usize, row: &mut [f32]) {
                let mut filled = place::HIDDEN.len();
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
    own place neighbours by_markup ancestors groups items candidates cores branches stretches
    sections whole told
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
pub const SECOND_FEATURES: &[(&str, &str)] = &{
    let mut features = [("", ""); SECOND_COUNT];
    let mut i = 0;
    while i < SECOND_COUNT {
        features[i] = if i < COUNT { FEATURES[i] } else { opinion::FEATURES[i - COUNT] };
        i += 1;
    }
    features
};

/// How many inputs each block has for the second trees.
pub const SECOND_COUNT: usize = COUNT + scores::COUNT;

/// The inputs of every block, one row after the other. A block without text to choose from has a
/// row of zeros but for the first input, which says so.
///
/// `markup_scores` are what `markup::scores` gives for the page.
pub fn blocks(page: &Page, markup_scores: &[f32]) -> Vec<f32> {
    let all = Analysis::of(page, shown_blocks(page), markup_scores);
    let mut rows = Rows::new(page, &all.shown, COUNT);
    all.each_rows(|some| rows.put(some));
    rows.values
}

/// The inputs of every block for the second trees, likewise; `opinions` is what the first trees say
/// of each block.
pub fn second_blocks(page: &Page, markup_scores: &[f32], opinions: &[f32]) -> Vec<f32> {
    let mut all = Analysis::of(page, shown_blocks(page), markup_scores);
    all.hear(all.shown.iter().map(|one| opinions[one.block]).collect());
    let mut rows = Rows::new(page, &all.shown, SECOND_COUNT);
    all.each_second_rows(|some| rows.put(some));
    rows.values
}

/// Rows of all blocks of a page, filled in the order of the shown ones.
struct Rows<'a> {
    width: usize,
    values: Vec<f32>,
    left: std::slice::Iter<'a, Shown>,
}

impl Rows<'_> {
    fn new<'a>(page: &Page, shown: &'a [Shown], width: usize) -> Rows<'a> {
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
    pub shown: Vec<Shown>,
    outline: outline::Outline,
    groups: groups::Groups,
    items: items::Items,
    candidates: candidates::Candidates,
    cores: cores::Cores,
    branches: branches::Branches,
    stretches: stretches::Stretches,
    sections: sections::Sections,
    running: neighbours::Running,
    whole: whole::Whole,
    told: told::Told,
    markup: Averages,
    opinion: Averages,
}

/// Rows that are made at a time: all rows of a large page would need hundreds of times the memory
/// of the page.
const ROWS: usize = 64;

impl Analysis<'_> {
    /// `markup_scores` has one value for each block of the page; none stand for zeros.
    pub fn of<'a>(page: &'a Page, shown: Vec<Shown>, markup_scores: &[f32]) -> Analysis<'a> {
        let outline = outline::Outline::of(page, &shown);
        let groups = groups::Groups::of(page, &shown, &outline);
        let sections = sections::Sections::of(page, &shown, &outline);
        let own = |one: &Shown| markup_scores.get(one.block).copied().unwrap_or(0.0);
        let own = shown.iter().map(own).collect();
        let markup = Averages::of(page, &shown, &outline, &groups, &sections, own);
        Analysis {
            items: items::Items::of(page, &outline),
            candidates: candidates::Candidates::of(page, &shown, &outline),
            cores: cores::Cores::of(page, &outline),
            branches: branches::Branches::of(page, &shown, &outline),
            stretches: stretches::Stretches::of(page, &shown),
            running: neighbours::Running::of(&shown),
            whole: whole::Whole::of(page, &shown),
            told: told::Told::of(page, &shown),
            opinion: Averages::default(),
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
    pub fn hear(&mut self, opinions: Vec<f32>) {
        let (shown, outline) = (&self.shown, &self.outline);
        self.opinion =
            Averages::of(self.page, shown, outline, &self.groups, &self.sections, opinions);
    }

    /// Hands out the inputs of the shown blocks, some rows at a time.
    pub fn each_rows(&self, take: impl FnMut(&[f32])) {
        self.hand_out(COUNT, |i, row| self.fill(i, row), take);
    }

    /// The same for the second trees, once the opinions are heard.
    pub fn each_second_rows(&self, take: impl FnMut(&[f32])) {
        let fill = |i: usize, row: &mut [f32]| {
            self.fill(i, &mut row[..COUNT]);
            row[COUNT..].copy_from_slice(&opinion::values(self, i));
        };
        self.hand_out(SECOND_COUNT, fill, take);
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
trait Input {
    fn value(self) -> f32;
}

macro_rules! input {
    ($($type:ty)*) => {
        $(impl Input for $type {
            fn value(self) -> f32 {
                self as f32
            }
        })*
    };
}

input! { f32 u8 u16 u32 usize i32 }

impl Input for bool {
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
        blocks(&page, &[]).chunks(COUNT).map(|row| row[place]).collect()
    }

    #[test]
    fn names_are_unique() {
        let names: std::collections::HashSet<&str> =
            SECOND_FEATURES.iter().map(|(name, _)| *name).collect();
        assert_eq!(names.len(), SECOND_COUNT);
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
        let all = blocks(&page, &[]);
        let shown: Vec<f32> =
            all.chunks(COUNT).filter(|row| row[0] == 0.0).flatten().copied().collect();
        let mut handed = Vec::new();
        let analysis = Analysis::of(&page, shown_blocks(&page), &[]);
        analysis.each_rows(|rows| handed.extend_from_slice(rows));
        assert_eq!(handed.len(), 200 * COUNT);
        assert_eq!(handed, shown);
    }
}
