//! Candidates for the main element, scored as Readability does, by tags and text alone.

use super::outline::{Outline, Sums};
use super::shown::{Shown, ratio};
use crate::html::names::Tag;
use crate::page::Page;

/// Shorter blocks say nothing of the elements around.
const MIN_CHARS: u32 = 25;
/// What a block gives to the elements around it, the nearest first.
const SHARES: [f32; 5] = [1.0, 1.0 / 2.0, 1.0 / 6.0, 1.0 / 9.0, 1.0 / 12.0];
/// What siblings of the top candidate need, and the share of its score that may be more.
const SIBLING_SCORE: f32 = 10.0;
const SIBLING_SHARE: f32 = 0.2;

#[derive(Debug, Default)]
pub struct Candidates {
    /// By node; 0 for elements that are no candidates.
    scores: Vec<f32>,
    top: Option<usize>,
    second: f32,
    /// By node, whether Readability would keep it.
    kept: Vec<bool>,
}

impl Candidates {
    pub fn of(page: &Page, shown: &[Shown], outline: &Outline) -> Candidates {
        let mut candidates = Candidates { scores: scores(page, shown, outline), ..Self::default() };
        candidates.choose();
        candidates.keep(page, outline);
        candidates
    }

    fn choose(&mut self) {
        let mut best = 0.0;
        for (node, &score) in self.scores.iter().enumerate() {
            if score > best {
                self.second = best;
                best = score;
                self.top = Some(node);
            } else if score > self.second {
                self.second = score;
            }
        }
    }

    /// The top candidate, and siblings that look as if they went on with it.
    fn keep(&mut self, page: &Page, outline: &Outline) {
        self.kept = vec![false; self.scores.len()];
        let Some(top) = self.top else {
            return;
        };
        let parent = page.parent(top);
        for node in outline.holders() {
            let around = page.parent(node);
            let is_kept = around.is_some_and(|around| self.kept[around]);
            let is_sibling = around == parent;
            self.kept[node] = is_kept || (is_sibling && self.goes_on(page, outline, top, node));
        }
    }

    fn goes_on(&self, page: &Page, outline: &Outline, top: usize, node: usize) -> bool {
        let sums = &outline.sums[node];
        let alike = outline.around[node].name == outline.around[top].name;
        let extra = if alike { self.scores[top] * SIBLING_SHARE } else { 0.0 };
        let needed = SIBLING_SCORE.max(self.scores[top] * SIBLING_SHARE);
        node == top
            || self.scores[node] + extra >= needed
            || (page.tag(node) == Tag::P && reads_on(sums))
    }

    /// A node's score by that of the top candidate.
    fn relative(&self, node: usize) -> f32 {
        self.top.map_or(0.0, |top| self.scores[node] / self.scores[top])
    }
}

/// A paragraph long enough, or a short one that is a sentence.
fn reads_on(sums: &Sums) -> bool {
    if sums.chars > 80 {
        sums.link_share() < 0.25
    } else {
        sums.link_chars == 0 && sums.sentences > 0
    }
}

fn scores(page: &Page, shown: &[Shown], outline: &Outline) -> Vec<f32> {
    let mut scores = vec![0.0; outline.sums.len()];
    let mut is_candidate = vec![false; outline.sums.len()];
    for one in shown.iter().filter(|one| one.text.chars >= MIN_CHARS) {
        let value = 1.0 + one.text.commas as f32 + (one.text.chars as f32 / 100.0).min(3.0);
        let holder = outline.holder(page, one.node);
        for (node, share) in page.ancestors(holder).zip(SHARES) {
            if !std::mem::replace(&mut is_candidate[node], true) {
                scores[node] = first_score(page.tag(node));
            }
            scores[node] += value * share;
        }
    }
    for (score, sums) in scores.iter_mut().zip(&outline.sums) {
        *score *= 1.0 - sums.link_share();
    }
    scores
}

/// What an element's tag is worth.
fn first_score(tag: Tag) -> f32 {
    match tag {
        Tag::DIV => 5.0,
        Tag::PRE | Tag::TD | Tag::BLOCKQUOTE => 3.0,
        Tag::ADDRESS | Tag::OL | Tag::UL | Tag::DL | Tag::DD | Tag::DT | Tag::LI | Tag::FORM => {
            -3.0
        }
        Tag::TH => -5.0,
        tag if tag.heading_level().is_some() => -5.0,
        _ => 0.0,
    }
}

inputs! {
    (all, i) {
        let node = all.shown[i].node;
        let found = &all.candidates;
        let holder = all.outline.holder(all.page, node);
        let around = all.page.parent(holder).unwrap_or(holder);
        let top = found.top.map(|top| all.outline.sums[top]).unwrap_or_default();
        let bounds = found.top.map_or(0..0, |top| top..all.page.subtree_end(top));
    }
    "candidate" "Readability score of the element it is a child of, by the top candidate's" =
        found.relative(holder);
    "candidate around" "Readability score of the element around that, by the top candidate's" =
        found.relative(around);
    "readable" "in what Readability would keep" = found.kept[node];
    "in top candidate" "in the top candidate" = bounds.contains(&node);
    "second candidate" "score of the second candidate by the top one's" =
        found.top.map_or(0.0, |top| found.second / found.scores[top]);
    "share of top candidate" "share of the page's words in the top candidate" =
        ratio(top.words, all.outline.total().words);
    "link share of top candidate" "link share of the top candidate" = top.link_share();
    "short words of top candidate" "share of short words in the top candidate" =
        top.short_share();
}

#[cfg(test)]
mod tests {
    use super::super::tests::column;

    const STORY: &str = "<p>Enough text here, to count as a paragraph of a story.";

    #[test]
    fn siblings_that_go_on_are_kept_with_the_top() {
        let html = format!(
            "<div>{STORY}{STORY}</div><p>It ends.<p><a href=x>It links.</a><ul><li>menu</ul>"
        );
        assert_eq!(column(&html, "readable"), [1.0, 1.0, 1.0, 0.0, 0.0]);
        assert_eq!(column(&html, "in top candidate"), [1.0, 1.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn links_take_from_the_score() {
        let html = format!("<div>{STORY}</div><div><a href=x>{STORY}</a></div>");
        assert_eq!(column(&html, "candidate"), [1.0, 0.0]);
    }

    #[test]
    fn a_page_of_short_blocks_has_no_candidate() {
        assert_eq!(column("<p>a<p>b", "candidate around"), [0.0, 0.0]);
        assert_eq!(column("<p>a<p>b", "readable"), [0.0, 0.0]);
    }
}
