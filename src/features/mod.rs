//! The inputs of the default method: what it knows of each block, described once for training and
//! running alike.
//!
//! Running text is a block of 12 words or more with less than 35 % of its characters in links; on
//! a page without any, every block counts as such. Only visible text counts.

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
    own place neighbours scores ancestors groups items candidates cores branches stretches sections
    whole told
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

/// The inputs of every block, one row after the other. A block without text to choose from has a
/// row of zeros but for the first input, which says so.
///
/// `markup_scores` are what `markup::scores` gives for the page.
pub fn blocks(page: &Page, markup_scores: &[f32]) -> Vec<f32> {
    let mut rows = vec![0.0; page.blocks.node.len() * COUNT];
    rows.iter_mut().step_by(COUNT).for_each(|hidden| *hidden = 1.0);
    let all = Analysis::of(page, shown_blocks(page, markup_scores));
    for (i, shown) in all.shown.iter().enumerate() {
        all.fill(i, &mut rows[shown.block * COUNT..][..COUNT]);
    }
    rows
}

/// Hands out the inputs of the shown blocks alone, some rows at a time: all rows of a large page
/// would need hundreds of times the memory of the page.
pub fn each_rows(page: &Page, shown: Vec<Shown>, mut take: impl FnMut(&[f32])) {
    const ROWS: usize = 64;
    let all = Analysis::of(page, shown);
    let mut rows = vec![0.0; ROWS * COUNT];
    for first in (0..all.shown.len()).step_by(ROWS) {
        let count = ROWS.min(all.shown.len() - first);
        for (i, row) in rows.chunks_exact_mut(COUNT).take(count).enumerate() {
            all.fill(first + i, row);
        }
        take(&rows[..count * COUNT]);
    }
}

/// All that is found out about a page before its blocks are described.
struct Analysis<'a> {
    page: &'a Page,
    shown: Vec<Shown>,
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
}

impl Analysis<'_> {
    fn of(page: &Page, shown: Vec<Shown>) -> Analysis<'_> {
        let outline = outline::Outline::of(page, &shown);
        Analysis {
            groups: groups::Groups::of(page, &shown, &outline),
            items: items::Items::of(page, &outline),
            candidates: candidates::Candidates::of(page, &shown, &outline),
            cores: cores::Cores::of(page, &outline),
            branches: branches::Branches::of(page, &shown, &outline),
            stretches: stretches::Stretches::of(page, &shown),
            sections: sections::Sections::of(page, &shown, &outline),
            running: neighbours::Running::of(&shown),
            whole: whole::Whole::of(page, &shown),
            told: told::Told::of(page, &shown),
            page,
            shown,
            outline,
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
            FEATURES.iter().map(|(name, _)| *name).collect();
        assert_eq!(names.len(), COUNT);
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
        each_rows(&page, shown_blocks(&page, &[]), |rows| handed.extend_from_slice(rows));
        assert_eq!(handed.len(), 200 * COUNT);
        assert_eq!(handed, shown);
    }
}
