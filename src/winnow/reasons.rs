//! Why blocks are kept or dropped: the inputs that weighed most.

use super::Winnow;
use super::decide::{Fate, counted_runs};
use crate::decision::{NOT_VISIBLE, Reasons, hiding_flags};
use crate::features::{self, FEATURES, Shown};
use crate::page::Page;
use std::collections::{HashMap, HashSet};

/// Numbers of reasons are bytes.
const MAX_REASONS: usize = 255;

/// Inputs that are named, at most.
const NAMED: usize = 2;

/// The inputs that weighed most for what became of a block, the first most; fewer where fewer did.
type Weightiest = [Option<usize>; NAMED];

/// The reason of each run; `fates` are those of the shown blocks.
pub fn reasons(model: &Winnow, page: &Page, fates: &[Fate]) -> Reasons {
    let shown = model.shown(page);
    let mut weightiest = Vec::with_capacity(shown.len());
    features::each_rows(page, shown.clone(), |rows| {
        for row in rows.chunks_exact(features::COUNT) {
            let contributions = model.blocks.contributions(row);
            weightiest.push(find_weightiest(&contributions, fates[weightiest.len()].is_kept()));
        }
    });
    // A page may have more different reasons than there are numbers.
    let named = (1..=NAMED).rev().find(|&named| count(fates, &weightiest, named) < MAX_REASONS);
    spell_out(page, &shown, fates, &weightiest, named.unwrap_or(0))
}

fn find_weightiest(contributions: &[f32], is_kept: bool) -> Weightiest {
    let mut found: [(f32, Option<usize>); NAMED] = [(0.0, None); NAMED];
    for (input, &contribution) in contributions.iter().enumerate() {
        let mut next = (if is_kept { contribution } else { -contribution }, Some(input));
        for place in &mut found {
            if next.0 > place.0 {
                std::mem::swap(place, &mut next);
            }
        }
    }
    found.map(|(_, input)| input)
}

/// How many reasons there are where so many inputs are named.
fn count(fates: &[Fate], weightiest: &[Weightiest], named: usize) -> usize {
    let all = fates.iter().zip(weightiest).map(|(&fate, inputs)| key(fate, inputs, named));
    all.collect::<HashSet<Key>>().len()
}

/// The same for blocks with the same reason.
type Key = (Fate, Weightiest);

fn key(fate: Fate, inputs: &Weightiest, named: usize) -> Key {
    let mut inputs = *inputs;
    match fate {
        Fate::Content | Fate::Boilerplate => inputs[named..].fill(None),
        Fate::KeptComment | Fate::DroppedComment => inputs.fill(None),
    }
    (fate, inputs)
}

fn text((fate, inputs): &Key) -> String {
    let what = match fate {
        Fate::Content => "content",
        Fate::Boilerplate => "boilerplate",
        Fate::KeptComment | Fate::DroppedComment => "comments",
    };
    let names: Vec<&str> = inputs.iter().flatten().map(|&input| FEATURES[input].0).collect();
    if names.is_empty() { what.to_owned() } else { format!("{what}: {}", names.join(", ")) }
}

fn spell_out(
    page: &Page,
    shown: &[Shown],
    fates: &[Fate],
    weightiest: &[Weightiest],
    named: usize,
) -> Reasons {
    let mut texts = vec![NOT_VISIBLE.to_owned()];
    let mut known: HashMap<Key, u8> = HashMap::new();
    let mut by_run = vec![0; page.run_count()];
    let hiding = hiding_flags(page);
    for ((one, &fate), inputs) in shown.iter().zip(fates).zip(weightiest) {
        let key = key(fate, inputs, named);
        let reason = *known.entry(key).or_insert_with(|| {
            texts.push(text(&key));
            (texts.len() - 1) as u8
        });
        for run in counted_runs(page, one, hiding) {
            by_run[run] = reason;
        }
    }
    Reasons { by_run, texts }
}
