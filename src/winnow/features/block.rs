//! Features of a block: its text, its position, its neighbours and its ancestors.

use super::element_kinds;
use super::text_blocks::{TextBlock, ratio};
use crate::page::flags;

features! { block_text
    (all, i) {
        let own = &all.blocks[i];
        let text = &own.text;
    }
    "words" "words" = text.words;
    "chars" "characters other than white space" = text.chars;
    "sentences" "ends of sentences" = text.sentences;
    "link share" "share of characters in links" = own.link_share();
    "links" "links" = own.links;
    "links per word" "links per word" = ratio(own.links, text.words);
    "chars per link" "characters per link; all of them where there is none" =
        ratio(text.chars, own.links);
    "words per sentence" "words per sentence, at least one sentence" =
        ratio(text.words, text.sentences);
    "chars per word" "letters and digits per word" = ratio(text.letters + text.digits, text.words);
    "short words" "share of words with three letters or fewer" =
        ratio(text.short_words, text.words);
    "capitals" "share of letters that are capitals" = ratio(text.capitals, text.letters);
    "digits" "share of characters that are digits" = ratio(text.digits, text.chars);
    "marks" "share of characters that are neither letters nor digits" =
        ratio(text.marks, text.chars);
    "commas" "commas" = text.commas;
    "years" "numbers that read as years" = text.years;
    "currencies" "signs of currencies" = text.currencies;
    "separators" "bars, bullets, slashes and arrows" = text.separators;
    "copyright" "whether it has a copyright sign" = text.copyrights > 0;
    "ends sentence" "whether it ends like a sentence" = text.ends_sentence;
    "running text" "whether it is running text" = own.is_running_text;
    "recurs" "how many blocks of the page have this text" = all.groups.texts.group(i).sums.blocks;
    "copies before" "how many blocks before it have this text" = all.groups.copies_before[i];
}

/// The first feature; it is 1 only for blocks that are not text blocks.
pub const HIDDEN: &[(&str, &str)] =
    &[("empty", "whether the block has no scored text; all other features are then 0")];

features! { position
    (all, i) {
        let node = all.blocks[i].node;
        let parent = all.page.parent(node).unwrap_or(node);
        let around = &all.elements.context[node];
        let inside = |kind: u32| around.kinds & kind != 0;
        let hiding = all.blocks[i].hiding;
        let flags = all.page.runs.flags[all.blocks[i].first_run];
    }
    "index" "blocks before it" = i;
    "place" "share of blocks before it" = ratio(i as u32, all.blocks.len() as u32);
    "words before" "share of words before it" =
        ratio(all.prefix_sums.words[i], all.elements.total().words);
    "depth" "elements around it" = all.page.nodes.depth[node];
    "tag" "kind of its element, from paragraphs over headings and cells to controls and menus" =
        element_kinds::rank(all.page.tag(node));
    "parent tag" "kind of the element around that" = element_kinds::rank(all.page.tag(parent));
    "heading" "level of the heading it is in, else 0" = around.heading;
    "in list" "in a list" = inside(element_kinds::LIST);
    "in table" "in a table" = inside(element_kinds::TABLE);
    "in form" "in a form" = inside(element_kinds::FORM);
    "in nav" "in a menu, by tag or role" = inside(element_kinds::NAV);
    "in aside" "in an aside, by tag or role" = inside(element_kinds::ASIDE);
    "in header" "in a header, by tag or role" = inside(element_kinds::HEADER);
    "in footer" "in a footer, by tag or role" = inside(element_kinds::FOOTER);
    "in main" "in the main part, by tag or role" = inside(element_kinds::MAIN);
    "in article" "in an article, by tag or role" = inside(element_kinds::ARTICLE);
    "in figure" "in a figure" = inside(element_kinds::FIGURE);
    "in dialog" "in a dialog, by tag or role" = inside(element_kinds::DIALOG);
    "in control" "in a button, label or option" = inside(element_kinds::CONTROL);
    "in quote" "in a block quotation" = inside(element_kinds::QUOTE);
    "hidden" "whether the hidden attribute hides it" = hiding & flags::HIDDEN != 0;
    "aria hidden" "whether it is hidden from screen readers" = hiding & flags::ARIA_HIDDEN != 0;
    "not displayed" "whether its style hides it" = hiding & flags::DISPLAY_NONE != 0;
    "in noscript" "in a noscript element" = flags & flags::NOSCRIPT != 0;
    "in pre" "in preformatted text" = flags & flags::PRE != 0;
}

/// Sums over the blocks before each block, and over all blocks at the end.
#[derive(Debug, Default)]
pub struct PrefixSums {
    pub words: Vec<u32>,
    pub running_words: Vec<u32>,
}

impl PrefixSums {
    pub fn of(blocks: &[TextBlock]) -> PrefixSums {
        let mut prefix_sums = PrefixSums { words: vec![0], running_words: vec![0] };
        let (mut words, mut running_words) = (0, 0);
        for block in blocks {
            words += block.text.words;
            running_words += block.running_words;
            prefix_sums.words.push(words);
            prefix_sums.running_words.push(running_words);
        }
        prefix_sums
    }

    fn running_words_between(&self, from: usize, to: usize) -> u32 {
        let to = to.min(self.running_words.len() - 1);
        self.running_words[to] - self.running_words[from.min(to)]
    }
}

/// Words of a neighbour; 0 beyond the page.
fn words(blocks: &[TextBlock], i: Option<usize>) -> u32 {
    i.and_then(|i| blocks.get(i)).map_or(0, |block| block.text.words)
}

/// Link share of a neighbour; 1 beyond the page, as in a menu.
fn links(blocks: &[TextBlock], i: Option<usize>) -> f32 {
    i.and_then(|i| blocks.get(i)).map_or(1.0, TextBlock::link_share)
}

features! { neighbours
    (all, i) {
        let blocks = &all.blocks;
        let [before, before2] = [i.checked_sub(1), i.checked_sub(2)];
        let [after, after2] = [Some(i + 1), Some(i + 2)];
    }
    "words of previous" "words of the previous block" = words(blocks, before);
    "words of previous 2" "words of the block before that" = words(blocks, before2);
    "words of next" "words of the next block" = words(blocks, after);
    "words of next 2" "words of the block after that" = words(blocks, after2);
    "link share of previous" "link share of the previous block, 1 at the edge" =
        links(blocks, before);
    "link share of previous 2" "link share of the block before that" = links(blocks, before2);
    "link share of next" "link share of the next block, 1 at the edge" = links(blocks, after);
    "link share of next 2" "link share of the block after that" = links(blocks, after2);
    "text before" "words of running text in the 5 blocks before" =
        all.prefix_sums.running_words_between(i.saturating_sub(5), i);
    "text after" "words of running text in the 5 blocks after" =
        all.prefix_sums.running_words_between(i + 1, i + 6);
    "same path as previous" "whether the previous block has the same path" =
        before.is_some_and(|before| all.groups.path.same(before, i));
    "same path as next" "whether the next block has the same path" =
        i + 1 < blocks.len() && all.groups.path.same(i, i + 1);
}

features! { ancestors
    (all, i) {
        let node = all.blocks[i].node;
        let chain = all.elements.growing_ancestors::<4>(node);
        let [near, further, _, top] = chain.map(|node| &all.elements.sums[node]);
        let total = &all.elements.total();
        let container = &all.elements.sums[all.elements.context[node].container as usize];
    }
    "blocks nearby" "blocks in the nearest ancestor that holds another one" = near.blocks;
    "words nearby" "words there" = near.words;
    "share nearby" "share of the page's words there" = ratio(near.words, total.words);
    "link share nearby" "link share there" = near.link_share();
    "text share nearby" "share of words there that are running text" =
        ratio(near.running_words, near.words);
    "sentences nearby" "sentences per block there" = ratio(near.sentences, near.blocks);
    "share further" "share of the page's words in the next ancestor that holds more" =
        ratio(further.words, total.words);
    "link share further" "link share there" = further.link_share();
    "text share further" "share of words there that are running text" =
        ratio(further.running_words, further.words);
    "share in fourth" "share of the page's words in the fourth such ancestor" =
        ratio(top.words, total.words);
    "link share in fourth" "link share there" = top.link_share();
    "short words in fourth" "share of short words there" = top.short_share();
    "blocks in container" "blocks in the nearest section, list, table, form or the like" =
        container.blocks;
    "share in container" "share of the page's words there" = ratio(container.words, total.words);
    "link share in container" "link share there" = container.link_share();
    "images in container" "images there" = container.images;
}

#[cfg(test)]
mod tests {
    use super::super::tests::column;

    #[test]
    fn neighbours_beyond_the_page_have_no_words_and_only_links() {
        assert_eq!(column("<p>a b", "words of next"), [0.0]);
        assert_eq!(column("<p>a b", "link share of previous"), [1.0]);
    }
}
