//! What two older methods would keep: BTE's densest stretch, and boilerpipe's rules on words.

use super::neighbours::Running;
use super::shown::Shown;
use crate::page::Page;

#[derive(Debug, Default)]
pub struct Stretches {
    /// The blocks in BTE's stretch.
    densest: std::ops::Range<usize>,
    /// Whether boilerpipe takes each block for content.
    by_words: Vec<bool>,
    /// How many it has taken before each block, and of all at the end.
    taken: Vec<u32>,
}

impl Stretches {
    pub fn of(page: &Page, shown: &[Shown]) -> Stretches {
        let by_words: Vec<bool> = (0..shown.len()).map(|i| is_content(shown, i)).collect();
        let mut taken = vec![0];
        for (i, &is_taken) in by_words.iter().enumerate() {
            taken.push(taken[i] + u32::from(is_taken));
        }
        Stretches { densest: densest(page, shown), by_words, taken }
    }

    fn taken_around(&self, i: usize, reach: usize) -> u32 {
        let end = (i + reach + 1).min(self.taken.len() - 1);
        self.taken[end] - self.taken[i.saturating_sub(reach)]
    }
}

/// Words count +1 and tags −1: the stretch of blocks with the largest sum, the first of like ones.
fn densest(page: &Page, shown: &[Shown]) -> std::ops::Range<usize> {
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
fn is_content(shown: &[Shown], i: usize) -> bool {
    let own = &shown[i];
    let before = i.checked_sub(1).map(|before| &shown[before]);
    let before_words = before.map_or(0, |one| one.text.words);
    let next_words = shown.get(i + 1).map_or(0, |one| one.text.words);
    if own.link_share() > 0.333_333 {
        return false;
    }
    if before.map_or(0.0, Shown::link_share) > 0.555_556 {
        return own.text.words > 40 || next_words > 17;
    }
    own.text.words > 16 || next_words > 15 || before_words > 4
}

/// Words in the densest stretch.
fn dense_words(running: &Running, densest: &std::ops::Range<usize>) -> u32 {
    running.words[densest.end] - running.words[densest.start]
}

inputs! {
    (all, i) {
        let found = &all.stretches;
        let densest = &found.densest;
    }
    "dense" "in the stretch with the most words and the fewest tags, as BTE finds it" =
        densest.contains(&i);
    "blocks from dense" "blocks from that stretch: below 0 before it, 0 inside" =
        i as i32 - (i as i32).clamp(densest.start as i32, densest.end.max(1) as i32 - 1);
    "share of dense" "share of the page's words in that stretch" =
        super::shown::ratio(dense_words(&all.running, densest), all.outline.total().words);
    "wordy" "content by boilerpipe's rules on words and link densities" = found.by_words[i];
    "wordy around" "how many of the blocks up to 3 away are, itself included" =
        found.taken_around(i, 3);
}

#[cfg(test)]
mod tests {
    use super::super::shown::shown_blocks;
    use super::*;
    use crate::page::Limits;

    fn found(html: &str) -> (std::ops::Range<usize>, Vec<bool>) {
        let page = Page::parse(html, Limits::default());
        let found = Stretches::of(&page, &shown_blocks(&page));
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
