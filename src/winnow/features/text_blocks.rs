//! The blocks that have text to choose from, and what is counted in each.

use super::text_counts::TextCounts;
use crate::hash::mix_bytes;
use crate::html::names::Tag;
use crate::page::Page;
use crate::page::decision::hiding_flags;
use crate::page::flags;

/// A block of running text has this many words …
const PARA_WORDS: u32 = 12;
/// … and less than this share of its characters in links.
const PARA_LINKS: f32 = 0.35;

/// Steps from a text to the link around it; what is farther off counts as one link.
const LINK_STEPS: usize = 8;

/// A block with text, and only its visible text counts; or a block that is hidden as a whole, as
/// the panels of tabs and folds are, whose text is often content.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextBlock {
    pub block: usize,
    pub node: usize,
    pub first_run: usize,
    /// Runs with any of these flags do not count.
    pub left_out: u32,
    /// The flags that hide it; 0 for a visible block.
    pub hiding: u32,
    pub text: TextCounts,
    pub link_chars: u32,
    pub links: u32,
    /// A hash of the text.
    pub hash: u64,
    /// Whether it is running text.
    pub is_para: bool,
    /// Its words if it is running text; on a page without any, its words all the same.
    pub mass: u32,
}

impl TextBlock {
    /// The share of characters in links.
    pub fn link_share(&self) -> f32 {
        ratio(self.link_chars, self.text.chars)
    }

    /// The runs that are counted, and kept where the block is.
    pub fn runs<'a>(&self, page: &'a Page) -> impl Iterator<Item = usize> + use<'a> {
        let left_out = self.left_out;
        page.block_runs(self.block).filter(move |&run| page.runs.flags[run] & left_out == 0)
    }
}

/// `part / whole`, 0 for a whole of nothing.
pub fn ratio(part: u32, whole: u32) -> f32 {
    part as f32 / whole.max(1) as f32
}

/// Flags of text that a script may bring into view.
const UNFOLDS: u32 = flags::HIDDEN | flags::ARIA_HIDDEN | flags::DISPLAY_NONE;

/// The blocks to choose from, in order.
pub fn text_blocks(page: &Page) -> Vec<TextBlock> {
    let hiding = hiding_flags(page);
    let mut shown = Vec::with_capacity(page.blocks.node.len());
    for block in 0..page.blocks.node.len() {
        shown.extend(read(page, block, hiding).or_else(|| read_hidden(page, block, hiding)));
    }
    weigh(&mut shown);
    shown
}

fn read_hidden(page: &Page, block: usize, hiding: u32) -> Option<TextBlock> {
    let mut shown = read(page, block, hiding & !UNFOLDS)?;
    shown.hiding = page.runs.flags[shown.first_run] & hiding;
    Some(shown)
}

fn read(page: &Page, block: usize, hiding: u32) -> Option<TextBlock> {
    let visible = |&run: &usize| page.runs.flags[run] & hiding == 0;
    let mut runs = page.block_runs(block).filter(visible).peekable();
    let first_run = *runs.peek()?;
    let node = page.blocks.node[block] as usize;
    let mut shown = TextBlock { block, node, first_run, left_out: hiding, ..TextBlock::default() };
    let mut last_link = None;
    for run in runs {
        let text = page.run_text(run);
        let before = shown.text.chars;
        shown.text.add(text);
        shown.hash = mix_bytes(shown.hash, text.as_bytes());
        let link = (page.runs.flags[run] & flags::LINK != 0).then(|| link_around(page, run));
        if link.is_some() {
            shown.link_chars += shown.text.chars - before;
            shown.links += u32::from(link != last_link);
        }
        last_link = link;
    }
    shown.is_para = shown.text.words >= PARA_WORDS && shown.link_share() < PARA_LINKS;
    Some(shown)
}

fn link_around(page: &Page, run: usize) -> Option<usize> {
    let around = page.ancestors(page.runs.node[run] as usize).take(LINK_STEPS);
    around.into_iter().find(|&node| page.tag(node) == Tag::A)
}

fn weigh(shown: &mut [TextBlock]) {
    let has_para = shown.iter().any(|one| one.is_para);
    for one in shown {
        one.mass = if one.is_para || !has_para { one.text.words } else { 0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;

    fn shown(html: &str) -> Vec<TextBlock> {
        text_blocks(&Page::parse(html, Limits::default()))
    }

    #[test]
    fn hidden_text_counts_where_all_of_the_block_is_hidden() {
        let blocks = shown("<p>one <span hidden>two three</span> four<p hidden>five<p>six");
        let words: Vec<(u32, u32)> = blocks.iter().map(|b| (b.text.words, b.hiding)).collect();
        assert_eq!(words, [(2, 0), (1, flags::HIDDEN), (1, 0)]);
        assert_eq!(shown("<div hidden><p>all of it</div>").len(), 1);
        assert!(shown("<p>a<template><p>b</template><script>c</script>").len() == 1);
    }

    #[test]
    fn links_are_counted_once_each() {
        let block = shown("<p><a href=x>on<b>e</b></a><a href=y>two</a> and three")[0];
        assert_eq!((block.links, block.link_chars), (2, 6));
        assert_eq!(block.link_share(), 6.0 / 14.0);
    }

    #[test]
    fn running_text_is_long_and_has_few_links() {
        let text = "one two three four five six seven eight nine ten eleven twelve";
        let html = format!("<p>{text}<p><a href=x>{text}</a><p>short");
        let blocks = shown(&html);
        assert_eq!([0, 1, 2].map(|i| blocks[i].is_para), [true, false, false]);
        assert_eq!([0, 1, 2].map(|i| blocks[i].mass), [12, 0, 0]);
        assert_eq!(shown("<p>short")[0].mass, 1);
    }

    #[test]
    fn like_texts_have_like_hashes() {
        let blocks = shown("<p>Scored <b>more</b><div>Scored <b>more</b></div><p>Scored less");
        assert!(blocks[0].hash == blocks[1].hash && blocks[0].hash != blocks[2].hash);
    }
}
