//! Text blocks: the blocks that the method scores, and the counts of each.

use super::text_counts::TextCounts;
use crate::hash::mix_bytes;
use crate::html::names::Tag;
use crate::page::Page;
use crate::page::decision::hiding_flags;
use crate::page::flags;

/// Running text has at least this many words …
const RUNNING_TEXT_WORDS: u32 = 12;
/// … and less than this share of its characters in links.
const RUNNING_TEXT_LINKS: f32 = 0.35;

/// Ancestors of a run that are searched for its link. Links that are farther up count as one.
const LINK_STEPS: usize = 8;

/// A block with visible text, of which only the visible runs count; or a block that is hidden as a
/// whole, such as a tab panel, whose text is often content.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextBlock {
    /// Number of the block on the page.
    pub index: usize,
    pub node: usize,
    pub first_run: usize,
    /// Runs with any of these flags do not count.
    pub excluded: u32,
    /// The flags that hide the block; 0 for a visible block.
    pub hiding: u32,
    pub text: TextCounts,
    pub link_chars: u32,
    pub links: u32,
    /// Hash of the text.
    pub hash: u64,
    pub is_running_text: bool,
    /// Its words if it is running text, else 0. On a page without running text, its words.
    pub running_words: u32,
}

impl TextBlock {
    /// The share of characters in links.
    pub fn link_share(&self) -> f32 {
        ratio(self.link_chars, self.text.chars)
    }

    /// The runs that count. They share the outcome of the block.
    pub fn runs<'a>(&self, page: &'a Page) -> impl Iterator<Item = usize> + use<'a> {
        let excluded = self.excluded;
        page.block_runs(self.index).filter(move |&run| page.runs.flags[run] & excluded == 0)
    }
}

/// `part / whole`; 0 if `whole` is 0.
pub fn ratio(part: u32, whole: u32) -> f32 {
    part as f32 / whole.max(1) as f32
}

/// Flags of text that a script may unhide.
const UNHIDABLE: u32 = flags::HIDDEN | flags::ARIA_HIDDEN | flags::DISPLAY_NONE;

/// The text blocks of a page, in order.
pub fn text_blocks(page: &Page) -> Vec<TextBlock> {
    let hiding = hiding_flags(page);
    let mut blocks = Vec::with_capacity(page.blocks.node.len());
    for index in 0..page.blocks.node.len() {
        blocks.extend(read(page, index, hiding).or_else(|| read_hidden(page, index, hiding)));
    }
    set_running_words(&mut blocks);
    blocks
}

fn read_hidden(page: &Page, index: usize, hiding: u32) -> Option<TextBlock> {
    let mut block = read(page, index, hiding & !UNHIDABLE)?;
    block.hiding = page.runs.flags[block.first_run] & hiding;
    Some(block)
}

fn read(page: &Page, index: usize, hiding: u32) -> Option<TextBlock> {
    let visible = |&run: &usize| page.runs.flags[run] & hiding == 0;
    let mut runs = page.block_runs(index).filter(visible).peekable();
    let first_run = *runs.peek()?;
    let node = page.blocks.node[index] as usize;
    let mut block = TextBlock { index, node, first_run, excluded: hiding, ..TextBlock::default() };
    let mut last_link = None;
    for run in runs {
        let text = page.run_text(run);
        let before = block.text.chars;
        block.text.add(text);
        block.hash = mix_bytes(block.hash, text.as_bytes());
        let link = (page.runs.flags[run] & flags::LINK != 0).then(|| enclosing_link(page, run));
        if link.is_some() {
            block.link_chars += block.text.chars - before;
            block.links += u32::from(link != last_link);
        }
        last_link = link;
    }
    block.is_running_text =
        block.text.words >= RUNNING_TEXT_WORDS && block.link_share() < RUNNING_TEXT_LINKS;
    Some(block)
}

fn enclosing_link(page: &Page, run: usize) -> Option<usize> {
    let ancestors = page.ancestors(page.runs.node[run] as usize).take(LINK_STEPS);
    ancestors.into_iter().find(|&node| page.tag(node) == Tag::A)
}

fn set_running_words(blocks: &mut [TextBlock]) {
    let has_running_text = blocks.iter().any(|block| block.is_running_text);
    for block in blocks {
        let counts = block.is_running_text || !has_running_text;
        block.running_words = if counts { block.text.words } else { 0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;

    fn blocks_of(html: &str) -> Vec<TextBlock> {
        text_blocks(&Page::parse(html, Limits::default()))
    }

    #[test]
    fn hidden_text_counts_if_the_whole_block_is_hidden() {
        let blocks = blocks_of("<p>one <span hidden>two three</span> four<p hidden>five<p>six");
        let words: Vec<(u32, u32)> = blocks.iter().map(|b| (b.text.words, b.hiding)).collect();
        assert_eq!(words, [(2, 0), (1, flags::HIDDEN), (1, 0)]);
        assert_eq!(blocks_of("<div hidden><p>all of it</div>").len(), 1);
        assert!(blocks_of("<p>a<template><p>b</template><script>c</script>").len() == 1);
    }

    #[test]
    fn each_link_is_counted_once() {
        let block = blocks_of("<p><a href=x>on<b>e</b></a><a href=y>two</a> and three")[0];
        assert_eq!((block.links, block.link_chars), (2, 6));
        assert_eq!(block.link_share(), 6.0 / 14.0);
    }

    #[test]
    fn running_text_is_long_and_has_few_links() {
        let text = "one two three four five six seven eight nine ten eleven twelve";
        let html = format!("<p>{text}<p><a href=x>{text}</a><p>short");
        let blocks = blocks_of(&html);
        assert_eq!([0, 1, 2].map(|i| blocks[i].is_running_text), [true, false, false]);
        assert_eq!([0, 1, 2].map(|i| blocks[i].running_words), [12, 0, 0]);
        assert_eq!(blocks_of("<p>short")[0].running_words, 1);
    }

    #[test]
    fn equal_texts_have_equal_hashes() {
        let blocks = blocks_of("<p>Scored <b>more</b><div>Scored <b>more</b></div><p>Scored less");
        assert!(blocks[0].hash == blocks[1].hash && blocks[0].hash != blocks[2].hash);
    }
}
