//! Markup words: a linear model over the hashed tags, classes and ids around a block.
//!
//! Each element around a block contributes its tag, the names in its `class` and `id` (whole and in
//! parts), its `role` and its `itemprop`. Each word has one weight for the distance of the element,
//! which is exact for the nearest elements and coarse for the others, and one weight that is
//! independent of distance.

use crate::hash::{MULTIPLIER, SPREAD, mix_bytes, mix_words};
use crate::html::names::{Attribute, Tag};
use crate::page::Page;
use crate::winnow::numbering::Numbering;

/// Number of hash bins.
pub const BINS: usize = 1 << BITS;
const BITS: u32 = 18;

/// Number of elements that are read, from the block's own outwards.
const LEVELS: usize = 14;
/// Number of inline elements around the block's first run that are read, from the innermost
/// outwards.
const INLINE: usize = 4;
/// Longer lists of classes are generated.
const MAX_VALUE: usize = 512;
const MAX_WORDS: usize = 32;

/// Stands for every distance.
const ANYWHERE: u8 = 0;
const INSIDE: u8 = 1;
/// Distance by level; level 0 is the block's own element.
const DISTANCE: [u8; LEVELS] = [2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6];
const DISTANCES: usize = 7;

/// The bins of all blocks.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Bins {
    /// Those of block i are `bins[starts[i]..starts[i + 1]]`.
    pub starts: Vec<usize>,
    pub bins: Vec<u32>,
}

/// The bins of every block, including hidden blocks.
pub fn bins(page: &Page) -> Bins {
    let words = Words::of(page);
    let mut bins = Bins { starts: vec![0], bins: Vec::new() };
    for block in 0..page.blocks.node.len() {
        for (node, distance) in around(page, block) {
            for &word in words.of_list(words.list[node]) {
                bins.bins.push(bin(word, ANYWHERE));
                bins.bins.push(bin(word, distance));
            }
        }
        bins.starts.push(bins.bins.len());
    }
    bins
}

/// Scores each block: the logistic function of `bias` plus the weights of its bins. `weights` has
/// one value for each bin.
pub fn scores(page: &Page, weights: &[f32], bias: f32) -> Vec<f32> {
    let words = Words::of(page);
    // Blocks share most of their ancestors, so the sum of each list and distance is cached.
    let mut sums = vec![[f32::NAN; DISTANCES]; words.count()];
    let mut sum = |list: u32, distance: u8| {
        let known = &mut sums[list as usize][distance as usize];
        if known.is_nan() {
            let weight = |&word: &u64| weights[bin(word, distance) as usize];
            *known = words.of_list(list).iter().map(weight).sum();
        }
        *known
    };
    let mut score = |block| {
        let lists = around(page, block).map(|(node, distance)| (words.list[node], distance));
        let total: f32 = lists.map(|(list, d)| sum(list, ANYWHERE) + sum(list, d)).sum();
        logistic(total + bias)
    };
    let (mut last_place, mut last_score) = (None, 0.0);
    let place_score = |block| {
        let place = Some(words.place(page, block));
        if place != last_place {
            (last_place, last_score) = (place, score(block));
        }
        last_score
    };
    (0..page.blocks.node.len()).map(place_score).collect()
}

/// The logistic function, 1 / (1 + e^−x); never NaN for a number.
pub fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The elements around a block's first run, innermost first, with their distances.
fn around(page: &Page, block: usize) -> impl Iterator<Item = (usize, u8)> + '_ {
    let own = page.blocks.node[block] as usize;
    let first = page.runs.node[page.blocks.first[block] as usize] as usize;
    let inline = page.ancestors(first).take_while(move |&node| node != own).take(INLINE);
    inline.map(|node| (node, INSIDE)).chain(page.ancestors(own).zip(DISTANCE))
}

fn bin(word: u64, distance: u8) -> u32 {
    let mixed = (word ^ u64::from(distance).wrapping_mul(SPREAD)).wrapping_mul(MULTIPLIER);
    (mixed >> (64 - BITS)) as u32
}

/// Hashes of the distinct words of each element. Elements with the same tag and attributes, such as
/// list items, share one list.
struct Words {
    /// By node, the number of its list; elements without text have the empty list 0.
    list: Vec<u32>,
    /// End of each list; it starts at the end of the previous one.
    ends: Vec<u32>,
    hashes: Vec<u64>,
}

impl Words {
    fn of(page: &Page) -> Words {
        let list = vec![0; page.nodes.tag.len()];
        let mut words = Words { list, ends: vec![0], hashes: Vec::new() };
        let mut known = Numbering::new(page.blocks.node.len());
        for block in 0..page.blocks.node.len() {
            let first = page.runs.node[page.blocks.first[block] as usize] as usize;
            // The ancestors of a known element are known.
            for node in page.ancestors(first) {
                if words.list[node] > 0 {
                    break;
                }
                // List 0 is the empty one.
                let list = known.number(signature(page, node)) + 1;
                words.list[node] = list as u32;
                if list == words.ends.len() {
                    words.read(page, node);
                    words.ends.push(words.hashes.len() as u32);
                }
            }
        }
        words
    }

    fn count(&self) -> usize {
        self.ends.len()
    }

    /// The parent of a block's element, and the lists of the elements inside the parent. Blocks
    /// with equal places, such as the items of a menu, have equal scores.
    fn place(&self, page: &Page, block: usize) -> (i32, [u32; 1 + INLINE]) {
        let own = page.blocks.node[block] as usize;
        let mut lists = [0; 1 + INLINE];
        let inside = around(page, block).take_while(|&(_, distance)| distance == INSIDE);
        for (list, node) in lists.iter_mut().zip([own].into_iter().chain(inside.map(|(n, _)| n))) {
            *list = self.list[node];
        }
        (page.nodes.parent[own], lists)
    }

    fn of_list(&self, list: u32) -> &[u64] {
        let end = self.ends[list as usize] as usize;
        let start = if list == 0 { 0 } else { self.ends[list as usize - 1] as usize };
        &self.hashes[start..end]
    }

    fn read(&mut self, page: &Page, node: usize) {
        let first = self.hashes.len();
        self.hashes.push(hash(Kind::Tag, page.tag_name(node).as_bytes()));
        for (name, value) in page.node_attributes(node) {
            let value = &value.as_bytes()[..value.len().min(MAX_VALUE)];
            match name {
                Attribute::CLASS | Attribute::ID => self.read_names(first, value),
                Attribute::ROLE => self.read_tokens(first, Kind::Role, value),
                Attribute::ITEMPROP => self.read_tokens(first, Kind::Property, value),
                _ => {}
            }
        }
    }

    fn read_tokens(&mut self, first: usize, kind: Kind, value: &[u8]) {
        for token in tokens(value) {
            self.add(first, hash(kind, token));
        }
    }

    /// Adds names and their parts: `post-title` is also `post` and `title`. Parts end at
    /// punctuation, between letters and digits, and before a capital after a lower-case letter.
    fn read_names(&mut self, first: usize, value: &[u8]) {
        let (mut name, mut part, mut before) = (0, 0, SPACE);
        for at in 0..=value.len() {
            let class = value.get(at).map_or(SPACE, |&byte| CLASSES[byte as usize]);
            if class == before && class > MARK {
                continue;
            }
            let goes_on = before == CAPITAL && class == LETTER;
            let is_whole = class == SPACE && part == name;
            if before > MARK && !goes_on && !is_whole {
                self.add_part(first, &value[part..at]);
            }
            if !goes_on {
                part = at;
            }
            if class == SPACE {
                if name < at {
                    self.add(first, hash(Kind::Name, &value[name..at]));
                }
                name = at + 1;
            }
            before = class;
        }
    }

    fn add_part(&mut self, first: usize, part: &[u8]) {
        // Numbers and single letters carry no information.
        if part.len() > 1 && !part[0].is_ascii_digit() {
            self.add(first, hash(Kind::Name, part));
        }
    }

    fn add(&mut self, first: usize, word: u64) {
        let own = &self.hashes[first..];
        if own.len() < MAX_WORDS && !own.contains(&word) {
            self.hashes.push(word);
        }
    }
}

/// Hash of the tag and the attributes that give words.
fn signature(page: &Page, node: usize) -> u64 {
    let mut signature = u64::from(page.nodes.tag[node]);
    for (name, value) in page.node_attributes(node) {
        if matches!(name, Attribute::CLASS | Attribute::ID | Attribute::ROLE | Attribute::ITEMPROP)
        {
            // The case of letters separates parts, so it matters here.
            signature = mix_words(signature ^ u64::from(name.0) << 32, value.as_bytes(), |w| w);
        }
    }
    signature
}

fn tokens(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    value.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty())
}

#[derive(Clone, Copy)]
enum Kind {
    Tag = 1,
    Name = 2,
    Role = 3,
    Property = 4,
}

/// Hashes a word; the same on every machine, and independent of ASCII case.
fn hash(kind: Kind, bytes: &[u8]) -> u64 {
    mix_bytes(kind as u64, bytes)
}

/// Classes of bytes in names. Bytes above ASCII are letters.
const SPACE: u8 = 0;
const MARK: u8 = 1;
const LETTER: u8 = 2;
const CAPITAL: u8 = 3;
const DIGIT: u8 = 4;

static CLASSES: [u8; 256] = {
    let mut classes = [LETTER; 256];
    let mut byte = 0;
    while byte < 128 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'\x0C' | b'\r' => SPACE,
            b'a'..=b'z' => LETTER,
            b'A'..=b'Z' => CAPITAL,
            b'0'..=b'9' => DIGIT,
            _ => MARK,
        };
        byte += 1;
    }
    classes
};

/// Hash of an element's tag and first class.
pub fn name_hash(tag: Tag, class: Option<&str>) -> u64 {
    let first = class.and_then(|class| tokens(class.as_bytes()).next()).unwrap_or(b"");
    mix_bytes(u64::from(tag.0), &first[..first.len().min(MAX_VALUE)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;

    fn page(html: &str) -> Page {
        Page::parse(html, Limits::default())
    }

    fn words(html: &str, tag: &str) -> Vec<u64> {
        let page = page(html);
        let node = (0..page.nodes.tag.len()).find(|&node| page.tag_name(node) == tag).unwrap();
        let words = Words::of(&page);
        words.of_list(words.list[node]).to_vec()
    }

    fn names(names: &[&str]) -> Vec<u64> {
        names.iter().map(|name| hash(Kind::Name, name.as_bytes())).collect()
    }

    #[test]
    fn hashes_are_the_same_on_every_machine() {
        assert_eq!(hash(Kind::Tag, b"article"), hash(Kind::Tag, b"ARTICLE"));
        assert_eq!(bin(hash(Kind::Name, b"sidebar"), 3), 58_263);
        assert_eq!(bin(hash(Kind::Role, b"contentinfo"), ANYWHERE), 167_274);
    }

    #[test]
    fn names_count_whole_and_in_parts() {
        let words = words("<p class='postBody md:col-4 x' id=post>text", "p");
        assert_eq!(words[0], hash(Kind::Tag, b"p"));
        assert_eq!(words[1..], names(&["post", "body", "postbody", "md", "col", "md:col-4", "x"]));
    }

    #[test]
    fn parts_end_where_the_class_of_bytes_changes() {
        for (class, parts) in [
            ("fooBar", &["foo", "bar"][..]),
            ("_foo--bar_", &["foo", "bar"]),
            ("h2x12abc", &["abc"]),
            ("HTMLBody", &[]),
            ("größe-x", &["größe"]),
            ("ab12", &["ab"]),
        ] {
            let found = words(&format!("<p class='{class}'>text"), "p");
            let mut expected: Vec<&str> = parts.to_vec();
            expected.push(class);
            assert_eq!(found[1..], names(&expected), "{class}");
        }
    }

    #[test]
    fn roles_and_properties_are_distinct_words() {
        let words = words("<p role=main itemprop=main class=main>text", "p");
        let expected = [Kind::Tag, Kind::Role, Kind::Property, Kind::Name];
        let expected = expected.map(|kind| match kind {
            Kind::Tag => hash(kind, b"p"),
            _ => hash(kind, b"main"),
        });
        assert_eq!(words, expected);
    }

    #[test]
    fn elements_without_text_have_no_words() {
        assert!(words("<p>text<hr class=rule>", "hr").is_empty());
    }

    #[test]
    fn similar_elements_share_their_words() {
        let page = page("<p class=aB>a<p class=aB>b<p class=ab>c<p id=aB>d<div class=aB>e</div>");
        let words = Words::of(&page);
        let lists: Vec<u32> =
            page.blocks.node.iter().map(|&node| words.list[node as usize]).collect();
        assert_eq!(lists[0], lists[1]);
        let others = [lists[2], lists[3], lists[4]];
        assert!(others.iter().all(|list| *list != lists[0]) && others[0] != others[1]);
    }

    #[test]
    fn distances_are_exact_for_the_nearest_elements() {
        let page = page("<main><section><div><p><b>text");
        let distances: Vec<(&str, u8)> =
            around(&page, 0).map(|(node, distance)| (page.tag_name(node), distance)).collect();
        let expected =
            [("b", 1), ("p", 2), ("div", 3), ("section", 4), ("main", 4), ("body", 5), ("html", 5)];
        assert_eq!(distances, expected);
    }

    #[test]
    fn scores_sum_the_weights_of_the_bins() {
        let page = page("<div class='a b'><p>x<p id=c>y</div><footer>z");
        let weights: Vec<f32> = (0..BINS).map(|bin| (bin % 7) as f32 - 3.0).collect();
        let bins = bins(&page);
        for (block, score) in scores(&page, &weights, 0.5).into_iter().enumerate() {
            let own = &bins.bins[bins.starts[block]..bins.starts[block + 1]];
            let sum: f32 = own.iter().map(|&bin| weights[bin as usize]).sum();
            assert!((score - logistic(sum + 0.5)).abs() < 1e-6);
        }
    }

    #[test]
    fn a_page_without_text_has_no_scores() {
        assert!(scores(&page(""), &[], 0.0).is_empty());
        assert_eq!(bins(&page("")), Bins { starts: vec![0], bins: vec![] });
    }
}
