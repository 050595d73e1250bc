//! Features that relate a block to the strong blocks of its page: those with the best stage-1
//! scores.
//!
//! A teaser with a middling score is boilerplate beside a strong article, and content on a page of
//! teasers. The stage-2 trees see the difference in these features.

use super::groups::Groups;
use super::text_blocks::TextBlock;
use crate::page::Page;
use crate::winnow::threshold::{ThresholdRule, choose_threshold};

/// Strong blocks have this share of the highest score …
const SHARE_OF_HIGHEST: f32 = 0.75;
/// … and at least this score.
const LOWEST: f32 = 0.3;
/// Blocks from this score on decide which element is the container of the content.
const IN_CONTAINER: f32 = 0.5;
/// Distances in blocks and in words are not counted beyond these.
const MAX_BLOCKS: usize = 99;
const MAX_WORDS: u32 = 999;
/// Words are counted above these scores.
const LEVELS: [f32; 3] = [0.3, 0.5, 0.9];
/// Scores between these are unsure.
const UNSURE: (f32, f32) = (0.15, 0.6);

/// The strong blocks of a page, and the relation of each block to them.
#[derive(Debug, Default)]
pub struct Strong {
    /// Whether the page counts as an article.
    is_article: bool,
    /// The features that all blocks share.
    page: PageValues,
    /// The deepest elements with 60 and with 90 % of the expected content: first and last node.
    containers: [(usize, usize); 2],
    /// By block, the distances to the last strong block before it and the first after it.
    before: Vec<Distance>,
    after: Vec<Distance>,
    /// By path, the share of the strong words.
    paths: Vec<f32>,
}

#[derive(Debug, Default, Clone, Copy)]
struct PageValues {
    words: f32,
    share: f32,
    highest: f32,
    mean: f32,
    link_share: f32,
    running_share: f32,
    stretches: f32,
    longest: f32,
    threshold: f32,
    levels: [f32; 3],
    top_words: f32,
    unsure: f32,
}

#[derive(Debug, Clone, Copy)]
struct Distance {
    blocks: usize,
    words: u32,
}

const FAR: Distance = Distance { blocks: MAX_BLOCKS, words: MAX_WORDS };

impl Distance {
    fn after(self, words: u32) -> Distance {
        Distance {
            blocks: (self.blocks + 1).min(MAX_BLOCKS),
            words: self.words.saturating_add(words).min(MAX_WORDS),
        }
    }
}

impl Strong {
    pub fn of(
        page: &Page,
        blocks: &[TextBlock],
        groups: &Groups,
        scores: &[f32],
        is_article: bool,
    ) -> Strong {
        let is_strong = strong_blocks(blocks, scores);
        let mut paths = vec![0.0; groups.path.count()];
        let mut words = 0.0;
        for (i, block) in blocks.iter().enumerate().filter(|&(i, _)| is_strong[i]) {
            paths[groups.path.number(i)] += block.text.words as f32;
            words += block.text.words as f32;
        }
        paths.iter_mut().for_each(|path| *path /= words.max(1.0));
        let mut after = distances(blocks.iter().zip(&is_strong).rev());
        after.reverse();
        Strong {
            is_article,
            page: page_values(blocks, scores, &is_strong),
            containers: containers(page, blocks, scores),
            before: distances(blocks.iter().zip(&is_strong)),
            after,
            paths,
        }
    }
}

fn strong_blocks(blocks: &[TextBlock], scores: &[f32]) -> Vec<bool> {
    let with_words = || blocks.iter().zip(scores).filter(|(block, _)| block.text.words > 0);
    let highest = with_words().map(|(_, &score)| score).fold(0.0, f32::max);
    // The best block is strong, however low its score.
    let least = (SHARE_OF_HIGHEST * highest).max(LOWEST).min(highest);
    let is_strong = |(block, &score): (&TextBlock, &f32)| block.text.words > 0 && score >= least;
    blocks.iter().zip(scores).map(is_strong).collect()
}

fn page_values(blocks: &[TextBlock], scores: &[f32], is_strong: &[bool]) -> PageValues {
    let mut values = PageValues::default();
    let (mut all, mut stretch, mut was_strong) = (0.0, 0.0_f32, false);
    for ((block, &score), &is_strong) in blocks.iter().zip(scores).zip(is_strong) {
        let words = block.text.words as f32;
        if words == 0.0 {
            continue;
        }
        all += words;
        values.highest = values.highest.max(score);
        for (sum, level) in values.levels.iter_mut().zip(LEVELS) {
            *sum += if score > level { words } else { 0.0 };
        }
        values.unsure += if score > UNSURE.0 && score < UNSURE.1 { words } else { 0.0 };
        if is_strong {
            values.words += words;
            values.mean += words * score;
            values.link_share += words * block.link_share();
            values.running_share += if block.is_running_text { words } else { 0.0 };
            values.stretches += if was_strong { 0.0 } else { 1.0 };
            stretch = if was_strong { stretch + words } else { words };
            values.longest = values.longest.max(stretch);
        }
        was_strong = is_strong;
    }
    let strong = values.words.max(1.0);
    for sum in
        [&mut values.mean, &mut values.link_share, &mut values.running_share, &mut values.longest]
    {
        *sum /= strong;
    }
    values.top_words = values.levels[2];
    let shares = values.levels.iter_mut().chain([&mut values.unsure]);
    shares.for_each(|sum| *sum /= all.max(1.0));
    values.share = values.words / all.max(1.0);
    let words: Vec<u32> = blocks.iter().map(|block| block.text.words).collect();
    values.threshold = choose_threshold(scores, &words, ThresholdRule::DEFAULT);
    values
}

fn distances<'a>(blocks: impl Iterator<Item = (&'a TextBlock, &'a bool)>) -> Vec<Distance> {
    let mut last = FAR;
    blocks
        .map(|(block, &is_strong)| {
            last = if is_strong {
                Distance { blocks: 0, words: 0 }
            } else {
                last.after(block.text.words)
            };
            last
        })
        .collect()
}

/// The deepest elements with 60 and with 90 % of the expected content words.
fn containers(page: &Page, blocks: &[TextBlock], scores: &[f32]) -> [(usize, usize); 2] {
    let whole = (0, page.nodes.tag.len());
    let mut before = vec![0.0_f64; page.nodes.tag.len() + 1];
    for (block, &score) in blocks.iter().zip(scores).filter(|(_, score)| **score >= IN_CONTAINER) {
        before[block.node + 1] += f64::from(score) * f64::from(block.text.words);
    }
    let mut total = 0.0;
    for sum in &mut before {
        total += *sum;
        *sum = total;
    }
    if total == 0.0 {
        return [whole; 2];
    }
    // An element with more than half of the words is around the middle one.
    let middle = before.partition_point(|&sum| sum <= total / 2.0).max(1) - 1;
    [0.6, 0.9].map(|share| {
        page.ancestors(middle)
            .map(|node| (node, page.nodes.end[node] as usize))
            .find(|&(node, end)| before[end] - before[node] >= share * total)
            .unwrap_or(whole)
    })
}

features! { strong_blocks_of_page
    (all, i) {
        let strong = &all.strong;
        let page = &strong.page;
        let (block, score) = (&all.blocks[i], all.stage1.own(i));
        let inside = strong.containers.map(|(first, end)| (first..end).contains(&block.node));
    }
    "strong words" "words of the strong blocks: those with the best stage-1 scores" = page.words;
    "strong share" "their share of the page's words" = page.share;
    "highest opinion" "highest stage-1 score of the page" = page.highest;
    "opinion of strong" "mean stage-1 score of the strong words" = page.mean;
    "link share of strong" "link share of the strong blocks" = page.link_share;
    "text share of strong" "share of running text in the strong words" = page.running_share;
    "strong stretches" "number of stretches of strong blocks" = page.stretches;
    "longest strong stretch" "share of the strong words in the longest stretch" = page.longest;
    "opinion threshold" "threshold for the stage-1 scores" = page.threshold;
    "share above 0.3" "share of the page's words with a stage-1 score above 0.3" = page.levels[0];
    "share above 0.5" "the same above 0.5" = page.levels[1];
    "share above 0.9" "the same above 0.9" = page.levels[2];
    "words above 0.9" "words with a stage-1 score above 0.9" = page.top_words;
    "unsure share" "share of the page's words with a score from 0.15 to 0.6" = page.unsure;
    "opinion less strong" "stage-1 score less that of the strong words" = score - page.mean;
    "opinion of highest" "stage-1 score as a share of the highest" =
        score / page.highest.max(f32::MIN_POSITIVE);
    "in container 60" "in the deepest element with 60 % of the expected content" = inside[0];
    "in container 90" "in the deepest element with 90 % of the expected content" = inside[1];
    "blocks since strong" "blocks since the last strong block" = strong.before[i].blocks;
    "blocks to strong" "blocks to the next strong block" = strong.after[i].blocks;
    "words since strong" "words since the last strong block" = strong.before[i].words;
    "words to strong" "words to the next strong block" = strong.after[i].words;
    "strong share of path" "share of the strong words with the same path" =
        strong.paths[all.groups.path.number(i)];
    "links less strong" "link share less that of the strong blocks" =
        block.link_share() - page.link_share;
    "opinion less threshold" "stage-1 score less the threshold" = score - page.threshold;
    "article" "whether the page has a text of its own, by the article trees" = strong.is_article;
}

#[cfg(test)]
mod tests {
    use super::super::{COUNT, STAGE2_COUNT, STAGE2_FEATURES, stage2_rows};
    use crate::page::{Limits, Page};

    /// One stage-2 feature of every block, for these stage-1 scores.
    fn column(html: &str, scores: &[f32], name: &str) -> Vec<f32> {
        let page = Page::parse(html, Limits::default());
        let place = STAGE2_FEATURES.iter().position(|(found, _)| *found == name).unwrap();
        assert!(place >= COUNT);
        stage2_rows(&page, &[], scores, true).chunks(STAGE2_COUNT).map(|row| row[place]).collect()
    }

    const PAGE: &str = "<div><p>a b<p>c d<p>e f</div><ul><li>g<li>h i</ul>";

    #[test]
    fn strong_blocks_are_those_near_the_highest_score() {
        let scores = [0.9, 0.1, 0.7, 0.6, 0.2];
        assert_eq!(column(PAGE, &scores, "strong words"), [4.0; 5]);
        assert_eq!(column(PAGE, &scores, "strong stretches"), [2.0; 5]);
        assert_eq!(column(PAGE, &scores, "longest strong stretch"), [0.5; 5]);
        assert_eq!(column(PAGE, &scores, "blocks since strong"), [0.0, 1.0, 0.0, 1.0, 2.0]);
        assert_eq!(column(PAGE, &scores, "blocks to strong"), [0.0, 1.0, 0.0, 99.0, 99.0]);
        assert_eq!(column(PAGE, &scores, "words since strong"), [0.0, 2.0, 0.0, 1.0, 3.0]);
        assert_eq!(column(PAGE, &scores, "strong share of path"), [1.0, 1.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn the_best_block_is_strong_however_low_its_score() {
        assert_eq!(column(PAGE, &[0.0, 0.1, 0.05, 0.0, 0.0], "strong words"), [2.0; 5]);
        assert_eq!(column(PAGE, &[0.0; 5], "strong words"), [9.0; 5]);
    }

    #[test]
    fn the_container_holds_most_of_the_expected_content() {
        let scores = [0.9, 0.9, 0.9, 0.5, 0.1];
        assert_eq!(column(PAGE, &scores, "in container 60"), [1.0, 1.0, 1.0, 0.0, 0.0]);
        assert_eq!(column(PAGE, &scores, "in container 90"), [1.0, 1.0, 1.0, 0.0, 0.0]);
        let scores = [0.9, 0.0, 0.0, 0.0, 0.9];
        assert_eq!(column(PAGE, &scores, "in container 60"), [1.0; 5]);
        // Without expected content it is the page.
        assert_eq!(column(PAGE, &[0.2; 5], "in container 90"), [1.0; 5]);
    }

    #[test]
    fn a_page_without_words_has_no_features() {
        assert!(column("", &[], "strong words").is_empty());
    }
}
