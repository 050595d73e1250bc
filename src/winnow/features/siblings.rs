//! Repeated items such as cards, posts and rows: siblings with the same tag and class.

use super::elements::{Elements, NONE};
use crate::hash::mix;
use crate::page::Page;
use crate::winnow::numbering::Numbering;

/// Number of similar siblings that make a series.
const SERIES: u32 = 3;

/// A series: siblings with the same tag and first class.
#[derive(Clone, Copy, Debug, Default)]
struct Series {
    count: u32,
    words: f32,
    squares: f32,
}

impl Series {
    fn mean(&self) -> f32 {
        self.words / self.count.max(1) as f32
    }

    /// Standard deviation of the words divided by their mean.
    fn spread(&self) -> f32 {
        let mean = self.mean();
        let variance = (self.squares / self.count.max(1) as f32 - mean * mean).max(0.0);
        variance.sqrt() / mean.max(1.0)
    }
}

#[derive(Debug, Default)]
pub struct Siblings {
    similar: Vec<Series>,
    /// By node, the number of its series, else `NONE`.
    series: Vec<u32>,
    /// By node, its item: the nearest enclosing element that is part of a series and contains
    /// several blocks.
    item: Vec<u32>,
}

impl Siblings {
    pub fn of(page: &Page, elements: &Elements) -> Siblings {
        let with_blocks: Vec<usize> = elements.with_blocks().collect();
        let key = |node: usize| {
            let parent = page.parent(node).map_or(0, |parent| parent as u64 + 1);
            mix(parent) ^ elements.context[node].name
        };
        let mut numbering = Numbering::new(with_blocks.len());
        let mut items = Siblings {
            similar: vec![Series::default(); with_blocks.len()],
            series: vec![NONE; elements.sums.len()],
            item: vec![NONE; elements.sums.len()],
        };
        for &node in &with_blocks {
            let number = numbering.number(key(node));
            items.series[node] = number as u32;
            let words = elements.sums[node].words as f32;
            let similar = &mut items.similar[number];
            similar.count += 1;
            similar.words += words;
            similar.squares += words * words;
        }
        for &node in &with_blocks {
            let has_several = elements.sums[node].blocks > 1;
            let is_item = has_several && items.series_of(node as u32).count >= SERIES;
            let around = page.parent(node).map_or(NONE, |parent| items.item[parent]);
            items.item[node] = if is_item { node as u32 } else { around };
        }
        items
    }

    /// The item of a node, else the root.
    pub fn item_or_root(&self, node: usize) -> usize {
        match self.item[node] {
            NONE => 0,
            item => item as usize,
        }
    }

    fn series_of(&self, node: u32) -> Series {
        let series = self.series.get(node as usize).copied().unwrap_or(NONE);
        self.similar.get(series as usize).copied().unwrap_or_default()
    }
}

features! { alike_siblings
    (all, i) {
        let node = all.blocks[i].node;
        let item = all.siblings.item[node];
        let series = all.siblings.series_of(item);
        let own = all.siblings.series_of(node as u32);
        let sums = all.elements.sums.get(item as usize).copied().unwrap_or_default();
    }
    "siblings" "siblings of its element with the same tag and class, itself included" = own.count;
    "words per sibling" "words per sibling" = own.mean();
    "spread of siblings" "standard deviation of their words by the mean" = own.spread();
    "items" "items in the nearest series of like elements with several blocks each, else 0" =
        series.count;
    "words per item" "words per item there" = series.mean();
    "spread of items" "standard deviation of their words by the mean" = series.spread();
    "words of item" "words of the item it is in" = sums.words;
    "link share of item" "link share of that item" = sums.link_share();
}

#[cfg(test)]
mod tests {
    use super::super::tests::column;

    #[test]
    fn three_similar_siblings_are_a_series() {
        let card = "<div class=card><h3>a</h3><p>b c</div>";
        assert_eq!(column(&card.repeat(3), "items"), [3.0; 6]);
        assert_eq!(column(&card.repeat(2), "items"), [0.0; 4]);
        let other = card.replace("card", "other");
        assert_eq!(column(&(card.repeat(2) + &other), "items"), [0.0; 6]);
    }

    #[test]
    fn siblings_of_equal_length_have_no_spread() {
        assert_eq!(column("<p>a b<p>c d", "spread of siblings"), [0.0, 0.0]);
        assert_eq!(column("<p>a<p>b c d", "spread of siblings"), [0.5, 0.5]);
    }
}
