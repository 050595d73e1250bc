//! Scores that others gave a block: its own, and the mean over what the block is part of. One is
//! from the words of the markup, the other from the first trees for the second ones.

use super::Analysis;
use super::averages::Averages;

/// How many inputs there are about each score.
pub const COUNT: usize = 17;

fn values(score: &Averages, all: &Analysis<'_>, i: usize) -> [f32; COUNT] {
    let node = all.shown[i].node;
    let [near, further] = all.outline.ever_bigger::<2>(node);
    let container = all.outline.around[node].container as usize;
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
        score.inside(all, all.items.item_or_root(node)),
        score.rank(i),
    ]
}

/// Declares the inputs about one score as a theme.
macro_rules! score_inputs {
    ($theme:ident, $name:literal, $what:literal, $averages:expr) => {
        pub mod $theme {
            use super::super::Analysis;
            use super::super::averages::Averages;

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

score_inputs!(markup, "markup", "markup score", |all| &all.markup);
score_inputs!(opinion, "opinion", "what the first trees say", |all| &all.opinion);

const _: () = assert!(markup::FEATURES.len() == COUNT);
