//! Groups of similar blocks: same path, same tags and depth, same text.

use super::elements::{Elements, Sums};
use super::text_blocks::{TextBlock, ratio};
use crate::hash::mix;
use crate::page::Page;
use crate::winnow::numbering::Numbering;

/// Sums over the blocks of one group.
#[derive(Clone, Copy, Debug, Default)]
pub struct Group {
    pub sums: Sums,
    pub first: u32,
    pub last: u32,
}

/// Blocks grouped by a key.
#[derive(Debug, Default)]
pub struct Grouping {
    /// The group number of each block.
    number: Vec<u32>,
    groups: Vec<Group>,
    /// The group with the most running text.
    main: u32,
}

impl Grouping {
    pub fn group(&self, i: usize) -> &Group {
        &self.groups[self.number[i] as usize]
    }

    /// The number of a block's group.
    pub fn number(&self, i: usize) -> usize {
        self.number[i] as usize
    }

    /// Number of groups.
    pub fn count(&self) -> usize {
        self.groups.len()
    }

    pub fn same(&self, one: usize, other: usize) -> bool {
        self.number[one] == self.number[other]
    }

    fn is_main(&self, i: usize) -> bool {
        self.number[i] == self.main
    }

    /// For each block, the number of earlier blocks of its group.
    fn before(&self) -> Vec<u32> {
        let mut seen = vec![0; self.groups.len()];
        self.number
            .iter()
            .map(|&number| {
                seen[number as usize] += 1;
                seen[number as usize] - 1
            })
            .collect()
    }

    fn of(blocks: &[TextBlock], key: impl Fn(&TextBlock) -> u64) -> Grouping {
        let mut numbering = Numbering::new(blocks.len());
        let mut grouping = Grouping::default();
        for (i, block) in blocks.iter().enumerate() {
            let number = numbering.number(key(block));
            if number == grouping.groups.len() {
                grouping.groups.push(Group { first: i as u32, ..Group::default() });
            }
            let group = &mut grouping.groups[number];
            group.last = i as u32;
            group.sums.add(&Sums::of(block));
            grouping.number.push(number as u32);
        }
        // Of equal groups, the one with the lowest key.
        let numbers = 0..grouping.groups.len();
        let main = numbers.max_by_key(|&number| {
            (grouping.groups[number].sums.running_words, !numbering.keys()[number])
        });
        grouping.main = main.unwrap_or(0) as u32;
        grouping
    }
}

#[derive(Debug, Default)]
pub struct Groups {
    /// By tag and first class of all ancestors.
    pub path: Grouping,
    /// By the tags of the three nearest elements and the depth.
    pub place: Grouping,
    pub texts: Grouping,
    /// By block, the number of earlier blocks with the same text.
    pub copies_before: Vec<u32>,
}

impl Groups {
    pub fn of(page: &Page, blocks: &[TextBlock], elements: &Elements) -> Groups {
        let texts = Grouping::of(blocks, |block| block.hash);
        Groups {
            path: Grouping::of(blocks, |block| elements.context[block.node].path),
            place: Grouping::of(blocks, |block| place(page, block.node)),
            copies_before: texts.before(),
            texts,
        }
    }
}

fn place(page: &Page, node: usize) -> u64 {
    let tags = page.ancestors(node).take(3).map(|node| u64::from(page.nodes.tag[node]));
    let tags = tags.fold(0, |tags, tag| tags << 16 | (tag + 1));
    mix(tags ^ u64::from(page.nodes.depth[node]) << 48)
}

features! { alike_blocks
    (all, i) {
        let path = all.groups.path.group(i);
        let place = all.groups.place.group(i);
        let total = &all.elements.total();
    }
    "blocks of path" "blocks with the same path" = path.sums.blocks;
    "words of path" "words in them" = path.sums.words;
    "share of path" "share of the page's words in them" = ratio(path.sums.words, total.words);
    "text share of path" "share of the page's running text in them" =
        ratio(path.sums.running_words, total.running_words);
    "words per block of path" "words per block in them" = ratio(path.sums.words, path.sums.blocks);
    "link share of path" "link share of them" = path.sums.link_share();
    "span of path" "share of the page's blocks between the first and the last of them" =
        ratio(path.last - path.first + 1, all.blocks.len() as u32);
    "main path" "whether no path has more running text" = all.groups.path.is_main(i);
    "blocks of place" "blocks with the same tags and depth" = place.sums.blocks;
    "share of place" "share of the page's words in them" = ratio(place.sums.words, total.words);
    "text share of place" "share of the page's running text in them" =
        ratio(place.sums.running_words, total.running_words);
    "words per block of place" "words per block in them" =
        ratio(place.sums.words, place.sums.blocks);
    "short words of path" "share of short words in the blocks with the same path" =
        path.sums.short_share();
}

#[cfg(test)]
mod tests {
    use super::super::tests::column;

    #[test]
    fn paths_depend_on_classes_and_places_do_not() {
        let html = "<p class='x y'>a<p class=x>b<p>c";
        assert_eq!(column(html, "blocks of path"), [2.0, 2.0, 1.0]);
        assert_eq!(column(html, "blocks of place"), [3.0; 3]);
    }
}
