//! Features from published methods: Readability, BTE and boilerpipe.

use super::block::Running;
use super::outline::{Outline, Sums};
use super::text_blocks::{TextBlock, ratio};
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
    pub fn of(page: &Page, shown: &[TextBlock], outline: &Outline) -> Candidates {
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

fn scores(page: &Page, shown: &[TextBlock], outline: &Outline) -> Vec<f32> {
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

features! { readability
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

#[derive(Debug, Default)]
pub struct BteBoilerpipe {
    /// The blocks in BTE's stretch.
    densest: std::ops::Range<usize>,
    /// Whether boilerpipe takes each block for content.
    by_words: Vec<bool>,
    /// How many it has taken before each block, and of all at the end.
    taken: Vec<u32>,
}

impl BteBoilerpipe {
    pub fn of(page: &Page, shown: &[TextBlock]) -> BteBoilerpipe {
        let by_words: Vec<bool> = (0..shown.len()).map(|i| is_content(shown, i)).collect();
        let mut taken = vec![0];
        for (i, &is_taken) in by_words.iter().enumerate() {
            taken.push(taken[i] + u32::from(is_taken));
        }
        BteBoilerpipe { densest: densest(page, shown), by_words, taken }
    }

    fn taken_around(&self, i: usize, reach: usize) -> u32 {
        let end = (i + reach + 1).min(self.taken.len() - 1);
        self.taken[end] - self.taken[i.saturating_sub(reach)]
    }
}

/// Words count +1 and tags −1: the stretch of blocks with the largest sum, the first of like ones.
fn densest(page: &Page, shown: &[TextBlock]) -> std::ops::Range<usize> {
    let mut closable = Vec::with_capacity(page.nodes.tag.len() + 1);
    closable.push(0);
    for node in 0..page.nodes.tag.len() {
        closable.push(closable[node] + i64::from(!page.tag(node).is_void()));
    }
    let (mut best, mut best_sum) = (0..0, 0);
    let (mut start, mut sum) = (0, 0);
    let mut tags_so_far = 0;
    for (i, one) in shown.iter().enumerate() {
        let opened = i64::from(page.runs.opened[one.first_run]);
        let depth = i64::from(page.nodes.depth[page.runs.node[one.first_run] as usize]);
        let tags = opened + closable[opened as usize] - depth;
        sum -= tags - tags_so_far;
        tags_so_far = tags;
        if sum <= 0 {
            (start, sum) = (i, 0);
        }
        sum += i64::from(one.text.words);
        if sum > best_sum {
            (best, best_sum) = (start..i + 1, sum);
        }
    }
    best
}

/// boilerpipe's rules on the words and link densities of a block and its neighbours.
fn is_content(shown: &[TextBlock], i: usize) -> bool {
    let own = &shown[i];
    let before = i.checked_sub(1).map(|before| &shown[before]);
    let before_words = before.map_or(0, |one| one.text.words);
    let next_words = shown.get(i + 1).map_or(0, |one| one.text.words);
    if own.link_share() > 0.333_333 {
        return false;
    }
    if before.map_or(0.0, TextBlock::link_share) > 0.555_556 {
        return own.text.words > 40 || next_words > 17;
    }
    own.text.words > 16 || next_words > 15 || before_words > 4
}

/// Words in the densest stretch.
fn dense_words(running: &Running, densest: &std::ops::Range<usize>) -> u32 {
    running.words[densest.end] - running.words[densest.start]
}

features! { bte_boilerpipe
    (all, i) {
        let found = &all.stretches;
        let densest = &found.densest;
    }
    "dense" "in the stretch with the most words and the fewest tags, as BTE finds it" =
        densest.contains(&i);
    "blocks from dense" "blocks from that stretch: below 0 before it, 0 inside" =
        i as i32 - (i as i32).clamp(densest.start as i32, densest.end.max(1) as i32 - 1);
    "share of dense" "share of the page's words in that stretch" =
        ratio(dense_words(&all.running, densest), all.outline.total().words);
    "wordy" "content by boilerpipe's rules on words and link densities" = found.by_words[i];
    "wordy around" "how many of the blocks up to 3 away are, itself included" =
        found.taken_around(i, 3);
}

#[cfg(test)]
mod tests {
    use super::super::tests::column;
    use super::super::text_blocks::text_blocks;
    use super::*;
    use crate::page::Limits;

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

    fn found(html: &str) -> (std::ops::Range<usize>, Vec<bool>) {
        let page = Page::parse(html, Limits::default());
        let found = BteBoilerpipe::of(&page, &text_blocks(&page));
        (found.densest, found.by_words)
    }

    #[test]
    fn the_densest_stretch_outweighs_its_tags() {
        // Two tags between paragraphs: the last one costs as much as it gives.
        assert_eq!(found("<p>a<p>b c d e f<p>g h i<p>j k").0, 1..3);
        assert_eq!(found("<b></b>").0, 0..0);
    }

    #[test]
    fn of_like_stretches_the_first_is_taken() {
        assert_eq!(found("<p>a b c<hr><hr><hr><hr><p>d e f").0, 0..1);
    }

    #[test]
    fn links_and_short_neighbours_are_not_content() {
        let long = "word ".repeat(17);
        assert_eq!(found(&format!("<p>a<p>b<p>{long}<p>c")).1, [false, true, true, true]);
        assert_eq!(found(&format!("<p><a href=x>{long}</a><p>{long}")).1, [false, false]);
    }
}
