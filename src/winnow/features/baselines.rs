//! Features from published methods: Readability, BTE and boilerpipe.

use super::block::PrefixSums;
use super::elements::{Elements, Sums};
use super::text_blocks::{TextBlock, ratio};
use crate::html::names::Tag;
use crate::page::Page;

/// Shorter blocks do not score their ancestors.
const MIN_CHARS: u32 = 25;
/// Shares of a block's score that its ancestors get, the nearest first.
const SHARES: [f32; 5] = [1.0, 1.0 / 2.0, 1.0 / 6.0, 1.0 / 9.0, 1.0 / 12.0];
/// Minimum score of siblings of the top candidate, absolute and as a share of its score.
const SIBLING_SCORE: f32 = 10.0;
const SIBLING_SHARE: f32 = 0.2;

#[derive(Debug, Default)]
pub struct Readability {
    /// By node; 0 for elements that are not candidates.
    scores: Vec<f32>,
    top: Option<usize>,
    second: f32,
    /// By node, whether Readability would keep it.
    kept: Vec<bool>,
}

impl Readability {
    pub fn of(page: &Page, blocks: &[TextBlock], elements: &Elements) -> Readability {
        let mut candidates =
            Readability { scores: scores(page, blocks, elements), ..Self::default() };
        candidates.choose();
        candidates.keep(page, elements);
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

    /// Keeps the top candidate and the siblings that continue it.
    fn keep(&mut self, page: &Page, elements: &Elements) {
        self.kept = vec![false; self.scores.len()];
        let Some(top) = self.top else {
            return;
        };
        let parent = page.parent(top);
        for node in elements.with_blocks() {
            let around = page.parent(node);
            let is_kept = around.is_some_and(|around| self.kept[around]);
            let is_sibling = around == parent;
            self.kept[node] = is_kept || (is_sibling && self.continues(page, elements, top, node));
        }
    }

    fn continues(&self, page: &Page, elements: &Elements, top: usize, node: usize) -> bool {
        let sums = &elements.sums[node];
        let alike = elements.context[node].name == elements.context[top].name;
        let extra = if alike { self.scores[top] * SIBLING_SHARE } else { 0.0 };
        let needed = SIBLING_SCORE.max(self.scores[top] * SIBLING_SHARE);
        node == top
            || self.scores[node] + extra >= needed
            || (page.tag(node) == Tag::P && is_prose(sums))
    }

    /// The score of a node divided by that of the top candidate.
    fn relative(&self, node: usize) -> f32 {
        self.top.map_or(0.0, |top| self.scores[node] / self.scores[top])
    }
}

/// Whether a paragraph is long enough, or is short and a sentence.
fn is_prose(sums: &Sums) -> bool {
    if sums.chars > 80 {
        sums.link_share() < 0.25
    } else {
        sums.link_chars == 0 && sums.sentences > 0
    }
}

fn scores(page: &Page, blocks: &[TextBlock], elements: &Elements) -> Vec<f32> {
    let mut scores = vec![0.0; elements.sums.len()];
    let mut is_candidate = vec![false; elements.sums.len()];
    for block in blocks.iter().filter(|block| block.text.chars >= MIN_CHARS) {
        let value = 1.0 + block.text.commas as f32 + (block.text.chars as f32 / 100.0).min(3.0);
        let parent = elements.block_parent(page, block.node);
        for (node, share) in page.ancestors(parent).zip(SHARES) {
            if !std::mem::replace(&mut is_candidate[node], true) {
                scores[node] = first_score(page.tag(node));
            }
            scores[node] += value * share;
        }
    }
    for (score, sums) in scores.iter_mut().zip(&elements.sums) {
        *score *= 1.0 - sums.link_share();
    }
    scores
}

/// The initial score of an element by its tag.
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
        let node = all.blocks[i].node;
        let found = &all.readability;
        let parent = all.elements.block_parent(all.page, node);
        let around = all.page.parent(parent).unwrap_or(parent);
        let top = found.top.map(|top| all.elements.sums[top]).unwrap_or_default();
        let bounds = found.top.map_or(0..0, |top| top..all.page.subtree_end(top));
    }
    "candidate" "Readability score of the element it is a child of, by the top candidate's" =
        found.relative(parent);
    "candidate around" "Readability score of the element around that, by the top candidate's" =
        found.relative(around);
    "readable" "in what Readability would keep" = found.kept[node];
    "in top candidate" "in the top candidate" = bounds.contains(&node);
    "second candidate" "score of the second candidate by the top one's" =
        found.top.map_or(0.0, |top| found.second / found.scores[top]);
    "share of top candidate" "share of the page's words in the top candidate" =
        ratio(top.words, all.elements.total().words);
    "link share of top candidate" "link share of the top candidate" = top.link_share();
    "short words of top candidate" "share of short words in the top candidate" =
        top.short_share();
}

#[derive(Debug, Default)]
pub struct BteBoilerpipe {
    /// The blocks that BTE keeps.
    densest: std::ops::Range<usize>,
    /// By block, whether boilerpipe's rules classify it as content.
    by_words: Vec<bool>,
    /// Number of such blocks before each block, and of all at the end.
    taken: Vec<u32>,
}

impl BteBoilerpipe {
    pub fn of(page: &Page, blocks: &[TextBlock]) -> BteBoilerpipe {
        let by_words: Vec<bool> = (0..blocks.len()).map(|i| is_content(blocks, i)).collect();
        let mut taken = vec![0];
        for (i, &is_taken) in by_words.iter().enumerate() {
            taken.push(taken[i] + u32::from(is_taken));
        }
        BteBoilerpipe { densest: densest(page, blocks), by_words, taken }
    }

    fn taken_around(&self, i: usize, reach: usize) -> u32 {
        let end = (i + reach + 1).min(self.taken.len() - 1);
        self.taken[end] - self.taken[i.saturating_sub(reach)]
    }
}

/// Body text extraction: words count +1 and tags −1. Returns the range of blocks with the largest
/// sum; the first of equal ones.
fn densest(page: &Page, blocks: &[TextBlock]) -> std::ops::Range<usize> {
    let mut closable = Vec::with_capacity(page.nodes.tag.len() + 1);
    closable.push(0);
    for node in 0..page.nodes.tag.len() {
        closable.push(closable[node] + i64::from(!page.tag(node).is_void()));
    }
    let (mut best, mut best_sum) = (0..0, 0);
    let (mut start, mut sum) = (0, 0);
    let mut tags_so_far = 0;
    for (i, block) in blocks.iter().enumerate() {
        let opened = i64::from(page.runs.opened[block.first_run]);
        let depth = i64::from(page.nodes.depth[page.runs.node[block.first_run] as usize]);
        let tags = opened + closable[opened as usize] - depth;
        sum -= tags - tags_so_far;
        tags_so_far = tags;
        if sum <= 0 {
            (start, sum) = (i, 0);
        }
        sum += i64::from(block.text.words);
        if sum > best_sum {
            (best, best_sum) = (start..i + 1, sum);
        }
    }
    best
}

/// boilerpipe's rules on word counts and link densities of a block and its neighbours.
fn is_content(blocks: &[TextBlock], i: usize) -> bool {
    let own = &blocks[i];
    let before = i.checked_sub(1).map(|before| &blocks[before]);
    let before_words = before.map_or(0, |block| block.text.words);
    let next_words = blocks.get(i + 1).map_or(0, |block| block.text.words);
    if own.link_share() > 0.333_333 {
        return false;
    }
    if before.map_or(0.0, TextBlock::link_share) > 0.555_556 {
        return own.text.words > 40 || next_words > 17;
    }
    own.text.words > 16 || next_words > 15 || before_words > 4
}

/// Words in the range that BTE keeps.
fn dense_words(prefix_sums: &PrefixSums, densest: &std::ops::Range<usize>) -> u32 {
    prefix_sums.words[densest.end] - prefix_sums.words[densest.start]
}

features! { bte_boilerpipe
    (all, i) {
        let found = &all.bte_boilerpipe;
        let densest = &found.densest;
    }
    "dense" "in the range of blocks that BTE keeps" =
        densest.contains(&i);
    "blocks from dense" "blocks from that range: below 0 before it, 0 inside" =
        i as i32 - (i as i32).clamp(densest.start as i32, densest.end.max(1) as i32 - 1);
    "share of dense" "share of the page's words in that range" =
        ratio(dense_words(&all.prefix_sums, densest), all.elements.total().words);
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
    fn siblings_that_continue_the_top_candidate_are_kept() {
        let html = format!(
            "<div>{STORY}{STORY}</div><p>It ends.<p><a href=x>It links.</a><ul><li>menu</ul>"
        );
        assert_eq!(column(&html, "readable"), [1.0, 1.0, 1.0, 0.0, 0.0]);
        assert_eq!(column(&html, "in top candidate"), [1.0, 1.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn links_lower_the_score() {
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
    fn bte_keeps_the_range_with_the_largest_sum() {
        // There are two tags between paragraphs: the last paragraph costs as much as it adds.
        assert_eq!(found("<p>a<p>b c d e f<p>g h i<p>j k").0, 1..3);
        assert_eq!(found("<b></b>").0, 0..0);
    }

    #[test]
    fn bte_keeps_the_first_of_equal_ranges() {
        assert_eq!(found("<p>a b c<hr><hr><hr><hr><p>d e f").0, 0..1);
    }

    #[test]
    fn links_and_short_neighbours_are_not_content() {
        let long = "word ".repeat(17);
        assert_eq!(found(&format!("<p>a<p>b<p>{long}<p>c")).1, [false, true, true, true]);
        assert_eq!(found(&format!("<p><a href=x>{long}</a><p>{long}")).1, [false, false]);
    }
}
