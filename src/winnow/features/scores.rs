//! Features from a score of each block: the score and its means over the block's context.

use super::Analysis;
use super::elements::Elements;
use super::groups::Groups;
use super::sections::Sections;
use super::text_blocks::{TextBlock, ratio};
use crate::page::Page;

/// Sums of one score of the text blocks.
#[derive(Debug, Default)]
pub struct Averages {
    own: Vec<f32>,
    nodes: Vec<f32>,
    paths: Vec<f32>,
    places: Vec<f32>,
    sections: Vec<f32>,
    /// Over the blocks before each block, and over all at the end. In double precision, since
    /// features are differences of these sums.
    prefix_sums: Vec<f64>,
    /// By block, the share of the page's words in blocks with a lower score.
    ranks: Vec<f32>,
}

impl Averages {
    /// `own` has the score of each text block.
    pub fn of(
        page: &Page,
        blocks: &[TextBlock],
        elements: &Elements,
        groups: &Groups,
        sections: &Sections,
        own: Vec<f32>,
    ) -> Averages {
        let mut nodes = vec![0.0; elements.sums.len()];
        let mut paths = vec![0.0; groups.path.count()];
        let mut places = vec![0.0; groups.place.count()];
        let mut by_section = vec![0.0; sections.count()];
        let mut prefix_sums = Vec::with_capacity(own.len() + 1);
        let mut so_far = 0.0;
        prefix_sums.push(so_far);
        for (i, (block, &score)) in blocks.iter().zip(&own).enumerate() {
            nodes[block.node] += score;
            paths[groups.path.number(i)] += score;
            places[groups.place.number(i)] += score;
            by_section[sections.number(i)] += score;
            so_far += f64::from(score);
            prefix_sums.push(so_far);
        }
        for node in (1..nodes.len()).rev().filter(|&node| elements.sums[node].blocks > 0) {
            let sum = nodes[node];
            if let Some(parent) = page.parent(node) {
                nodes[parent] += sum;
            }
        }
        let ranks = ranks(blocks, &own);
        Averages { own, nodes, paths, places, sections: by_section, prefix_sums, ranks }
    }

    pub fn own(&self, i: usize) -> f32 {
        self.own[i]
    }

    pub fn rank(&self, i: usize) -> f32 {
        self.ranks[i]
    }

    /// The mean over a range of blocks; 0 for an empty range.
    pub fn between(&self, from: usize, to: usize) -> f32 {
        let to = to.min(self.own.len());
        if from >= to {
            return 0.0;
        }
        ((self.prefix_sums[to] - self.prefix_sums[from]) / (to - from) as f64) as f32
    }

    /// The mean over the blocks inside an element.
    pub fn inside(&self, all: &Analysis<'_>, node: usize) -> f32 {
        mean(self.nodes[node], all.elements.sums[node].blocks)
    }

    pub fn of_path(&self, all: &Analysis<'_>, i: usize) -> f32 {
        let path = &all.groups.path;
        mean(self.paths[path.number(i)], path.group(i).sums.blocks)
    }

    pub fn of_place(&self, all: &Analysis<'_>, i: usize) -> f32 {
        let place = &all.groups.place;
        mean(self.places[place.number(i)], place.group(i).sums.blocks)
    }

    pub fn of_section(&self, all: &Analysis<'_>, i: usize) -> f32 {
        let sections = &all.sections;
        mean(self.sections[sections.number(i)], sections.group(i).sums.blocks)
    }
}

fn mean(sum: f32, blocks: u32) -> f32 {
    sum / blocks.max(1) as f32
}

fn ranks(blocks: &[TextBlock], scores: &[f32]) -> Vec<f32> {
    let key = |(i, &score): (usize, &f32)| u64::from(ordered_bits(score)) << 32 | i as u64;
    let mut order: Vec<u64> = scores.iter().enumerate().map(key).collect();
    order.sort_unstable();
    let mut ranks = vec![0.0; blocks.len()];
    let total = blocks.iter().map(|block| block.text.words).sum();
    let (mut lower, mut same, mut score) = (0, 0, f32::NEG_INFINITY);
    for i in order.into_iter().map(|key| key as u32 as usize) {
        if scores[i] > score {
            lower += std::mem::take(&mut same);
            score = scores[i];
        }
        same += blocks[i].text.words;
        ranks[i] = ratio(lower, total);
    }
    ranks
}

/// Integers in the order of the numbers: sorting integers is faster.
fn ordered_bits(number: f32) -> u32 {
    let bits = number.to_bits();
    if number.is_sign_negative() { !bits } else { bits | 1 << 31 }
}

/// Number of features of each score.
pub const COUNT: usize = 17;

fn values(score: &Averages, all: &Analysis<'_>, i: usize) -> [f32; COUNT] {
    let node = all.blocks[i].node;
    let [near, further] = all.elements.growing_ancestors::<2>(node);
    let container = all.elements.context[node].container as usize;
    let branch = all.branches.node(all, i);
    [
        score.own(i),
        score.between(i.saturating_sub(1), i),
        score.between(i + 1, i + 2),
        score.between(i + 2, i + 3),
        score.between(i.saturating_sub(3), i),
        score.between(i + 1, i + 9),
        score.inside(all, near),
        score.inside(all, further),
        score.of_path(all, i),
        score.of_place(all, i),
        score.of_section(all, i),
        score.inside(all, container),
        branch.map_or(score.own(i), |branch| score.inside(all, branch)),
        score.inside(all, 0),
        score.inside(all, all.cores.wide.node),
        score.inside(all, all.siblings.item_or_root(node)),
        score.rank(i),
    ]
}

/// Declares the features of one score as a module.
macro_rules! score_features {
    ($theme:ident, $name:literal, $what:literal, $averages:expr) => {
        pub mod $theme {
            use super::super::Analysis;
            use super::Averages;

            pub const FEATURES: &[(&str, &str)] = &[
                ($name, $what),
                (concat!($name, " of previous"), "that of the previous block"),
                (concat!($name, " of next"), "that of the next block"),
                (concat!($name, " of next 2"), "that of the block after that"),
                (concat!($name, " before"), "its mean over the 3 blocks before"),
                (concat!($name, " after"), "its mean over the 8 blocks after"),
                (
                    concat!($name, " nearby"),
                    "its mean over the nearest ancestor that holds another block",
                ),
                (concat!($name, " further"), "its mean over the next ancestor that holds more"),
                (concat!($name, " of path"), "its mean over the blocks with the same path"),
                (
                    concat!($name, " of place"),
                    "its mean over the blocks with the same tags and depth",
                ),
                (concat!($name, " of section"), "its mean from the last heading to the next"),
                (
                    concat!($name, " of container"),
                    "its mean over the nearest section, list, table, form or the like",
                ),
                (concat!($name, " of branch"), "its mean over the branch"),
                (concat!($name, " of page"), "its mean over the page"),
                (
                    concat!($name, " of core"),
                    "its mean over the deepest element with 60 % of the running text",
                ),
                (
                    concat!($name, " of item"),
                    "its mean over the item the block is in, else over the page",
                ),
                (concat!($name, " rank"), "share of the page's words in blocks where it is lower"),
            ];

            pub fn values(all: &Analysis<'_>, i: usize) -> [f32; super::COUNT] {
                let averages: for<'a> fn(&'a Analysis<'_>) -> &'a Averages = $averages;
                super::values(averages(all), all, i)
            }
        }
    };
}

score_features!(markup, "markup", "markup score", |all| &all.markup);
score_features!(stage1_score, "opinion", "stage-1 score", |all| &all.stage1);

const _: () = assert!(markup::FEATURES.len() == COUNT);
