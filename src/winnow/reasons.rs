//! Reasons of a decision: the features that contributed most.

use super::Winnow;
use super::decide::Outcome;
use super::leftovers::{Leftover, is_heading_link};
use crate::page::Page;
use crate::page::decision::{NOT_VISIBLE, Reasons};
use crate::winnow::features::{self, FEATURES, TextBlock};
use std::collections::{HashMap, HashSet};

/// Reasons have byte-sized numbers.
const MAX_REASONS: usize = 255;

/// Maximum number of features in a reason.
const NAMED: usize = 2;

/// The features that contributed most to the outcome of a block, in descending order.
type TopFeatures = [Option<usize>; NAMED];

/// Computes the reason of each run. `outcomes` are those of the text blocks.
pub fn reasons(model: &Winnow, page: &Page, outcomes: &[Outcome]) -> Reasons {
    let scored = model.score_page(page);
    let mut top_features = Vec::with_capacity(outcomes.len());
    scored.analysis.for_stage2_rows(|rows| {
        for row in rows.chunks_exact(features::STAGE2_COUNT) {
            // The stage-1 score contributes most to stage 2. The features behind it are more
            // informative, so the contributions of both stages are added.
            let mut weights = model.first.contributions(&row[..features::COUNT]);
            let second = model.second.contributions(row);
            weights.iter_mut().zip(second).for_each(|(sum, more)| *sum += more);
            top_features.push(find_top_features(&weights, outcomes[top_features.len()].is_kept()));
        }
    });
    assemble(page, scored.blocks(), outcomes, &top_features)
}

fn find_top_features(contributions: &[f32], is_kept: bool) -> TopFeatures {
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

/// The number of features to name: fewer if the page would have more reasons than numbers.
fn features_to_name(outcomes: &[Outcome], top_features: &[TopFeatures]) -> usize {
    let count = |named: usize| {
        let keys =
            outcomes.iter().zip(top_features).map(|(&outcome, inputs)| key(outcome, inputs, named));
        keys.collect::<HashSet<Key>>().len()
    };
    // Two numbers are for invisible text and links in headings.
    (1..=NAMED).rev().find(|&named| count(named) < MAX_REASONS - 1).unwrap_or(0)
}

/// Blocks with equal keys have the same reason.
type Key = (Outcome, TopFeatures);

/// Links in headings, such as ¶.
const HEADING_LINK: Key = (Outcome::Leftover(Leftover::Control), [None; NAMED]);

fn key(outcome: Outcome, inputs: &TopFeatures, named: usize) -> Key {
    let mut inputs = *inputs;
    match outcome {
        Outcome::Content | Outcome::Boilerplate => inputs[named..].fill(None),
        _ => inputs.fill(None),
    }
    (outcome, inputs)
}

fn text((outcome, inputs): &Key) -> String {
    let what = match outcome {
        Outcome::Content => "content",
        Outcome::Boilerplate => "boilerplate",
        Outcome::KeptComment | Outcome::DroppedComment => "comments",
        Outcome::Repeated => "repeated elsewhere on the page",
        Outcome::KeptTitle | Outcome::DroppedTitle => "title",
        Outcome::Leftover(kind) => kind.reason(),
        Outcome::NoContent(Some(wall)) => wall.reason(),
        Outcome::NoContent(None) => "the page has no content",
    };
    let names: Vec<&str> = inputs.iter().flatten().map(|&input| FEATURES[input].0).collect();
    if names.is_empty() { what.to_owned() } else { format!("{what}: {}", names.join(", ")) }
}

fn assemble(
    page: &Page,
    blocks: &[TextBlock],
    outcomes: &[Outcome],
    top_features: &[TopFeatures],
) -> Reasons {
    let named = features_to_name(outcomes, top_features);
    let mut texts = vec![NOT_VISIBLE.to_owned()];
    let mut known: HashMap<Key, u8> = HashMap::new();
    let mut by_run = vec![0; page.run_count()];
    let mut number = |key: Key| {
        *known.entry(key).or_insert_with(|| {
            texts.push(text(&key));
            (texts.len() - 1) as u8
        })
    };
    for ((block, &outcome), inputs) in blocks.iter().zip(outcomes).zip(top_features) {
        let reason = number(key(outcome, inputs, named));
        for run in block.runs(page) {
            let is_link = outcome.is_kept() && is_heading_link(page, run);
            by_run[run] = if is_link { number(HEADING_LINK) } else { reason };
        }
    }
    Reasons { by_run, texts }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{model, page};
    use super::*;

    #[test]
    fn the_largest_contributions_come_first() {
        let contributions = [0.5, -1.0, 2.0, -3.0, 1.0, 2.0];
        assert_eq!(find_top_features(&contributions, true), [Some(2), Some(5)]);
        assert_eq!(find_top_features(&contributions, false), [Some(3), Some(1)]);
        assert_eq!(find_top_features(&[0.5, 0.0], true), [Some(0), None]);
        assert_eq!(find_top_features(&[0.5, 0.0], false), [None, None]);
    }

    /// The reasons of a page with one block for each key.
    fn texts(keys: &[(Outcome, TopFeatures)]) -> Vec<String> {
        let page = page(&"<p>a".repeat(keys.len()));
        let blocks = features::text_blocks(&page);
        let (outcomes, top_features): (Vec<Outcome>, Vec<TopFeatures>) =
            keys.iter().copied().unzip();
        let reasons = assemble(&page, &blocks, &outcomes, &top_features);
        assert_eq!(reasons.by_run.len(), keys.len());
        reasons.by_run.iter().map(|&reason| reasons.texts[reason as usize].clone()).collect()
    }

    fn pairs(count: usize, outcome: Outcome) -> Vec<(Outcome, TopFeatures)> {
        (0..count).map(|i| (outcome, [Some(i % 16), Some(16 + i / 16)])).collect()
    }

    #[test]
    fn reasons_name_fewer_features_if_numbers_run_out() {
        let (first, second, other) = (FEATURES[12].0, FEATURES[16 + 15].0, FEATURES[13].0);
        let all = texts(&pairs(253, Outcome::Content));
        assert_eq!(all[252], format!("content: {first}, {second}"));
        let fewer = texts(&pairs(254, Outcome::Content));
        assert_eq!(fewer[252..], [format!("content: {first}"), format!("content: {other}")]);
        let singles = |outcome| (0..130).map(move |i| (outcome, [Some(i), None]));
        let keys: Vec<(Outcome, TopFeatures)> =
            singles(Outcome::Content).chain(singles(Outcome::Boilerplate)).collect();
        assert_eq!(texts(&keys)[129..131], ["content", "boilerplate"]);
    }

    #[test]
    fn comments_have_one_reason() {
        let mut keys = pairs(254, Outcome::DroppedComment);
        keys.push((Outcome::Content, [Some(1), Some(2)]));
        let found = texts(&keys);
        assert_eq!((found[0].as_str(), found[253].as_str()), ("comments", "comments"));
        assert_eq!(found[254], format!("content: {}, {}", FEATURES[1].0, FEATURES[2].0));
    }

    #[test]
    fn hidden_runs_and_code_are_not_visible() {
        let model = model(&[]).unwrap();
        let page = page("<p>a b c d<b hidden>x</b><script>s</script>");
        let reasons = reasons(&model, &page, &[Outcome::Content]);
        assert_eq!(reasons.texts, ["not visible", "content: words"]);
        assert_eq!(reasons.by_run, [1, 0, 0]);
    }
}
