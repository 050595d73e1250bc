//! What each element holds, and what is around it: one pass up and one down.

use super::element_kinds::{self, tag_of_role};
use super::text_blocks::{TextBlock, ratio};
use crate::hash::mix;
use crate::html::names::{Attribute, Tag};
use crate::page::Page;
use crate::winnow::markup_words::name_hash;

/// No such node.
pub const NONE: u32 = u32::MAX;

/// What the shown blocks inside an element amount to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    pub blocks: u32,
    pub words: u32,
    pub chars: u32,
    pub link_chars: u32,
    /// Words of running text.
    pub mass: u32,
    pub short_words: u32,
    pub sentences: u32,
    pub images: u32,
}

impl Sums {
    pub fn of(shown: &TextBlock) -> Sums {
        Sums {
            blocks: 1,
            words: shown.text.words,
            chars: shown.text.chars,
            link_chars: shown.link_chars,
            mass: shown.mass,
            short_words: shown.text.short_words,
            sentences: shown.text.sentences,
            images: 0,
        }
    }

    pub fn add(&mut self, other: &Sums) {
        self.blocks += other.blocks;
        self.words += other.words;
        self.chars += other.chars;
        self.link_chars += other.link_chars;
        self.mass += other.mass;
        self.short_words += other.short_words;
        self.sentences += other.sentences;
        self.images += other.images;
    }

    pub fn link_share(&self) -> f32 {
        ratio(self.link_chars, self.chars)
    }

    pub fn short_share(&self) -> f32 {
        ratio(self.short_words, self.words)
    }
}

/// What is around an element, itself included.
#[derive(Clone, Copy, Debug)]
pub struct Around {
    /// Hash of its tag and first class.
    pub name: u64,
    /// Hash of the names from the root down.
    pub path: u64,
    /// The nearest ancestor that holds more blocks; the root holds all.
    pub bigger: u32,
    /// The nearest section, list, table, form or the like.
    pub container: u32,
    /// The nearest `article` or `main`.
    pub article: u32,
    /// Bits of `kinds`.
    pub kinds: u32,
    /// Level of the heading it is in, else 0.
    pub heading: u8,
}

impl Default for Around {
    fn default() -> Self {
        let (name, path) = (0, 0);
        Around { name, path, bigger: 0, container: 0, article: NONE, kinds: 0, heading: 0 }
    }
}

/// One value for each node. Those of nodes without shown blocks are empty, but for images.
#[derive(Debug, Default)]
pub struct Outline {
    pub sums: Vec<Sums>,
    pub around: Vec<Around>,
}

impl Outline {
    pub fn of(page: &Page, shown: &[TextBlock]) -> Outline {
        let sums = sums(page, shown);
        let mut around = vec![Around::default(); sums.len()];
        for node in (0..sums.len()).filter(|&node| sums[node].blocks > 0) {
            around[node] = look_around(page, &sums, &around, node);
        }
        Outline { sums, around }
    }

    /// The sums of the whole page.
    pub fn total(&self) -> Sums {
        self.sums.first().copied().unwrap_or_default()
    }

    /// The nodes that hold shown blocks, parents first.
    pub fn holders(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.sums.len()).filter(|&node| self.sums[node].blocks > 0)
    }

    /// Ancestors of a block that hold more and more blocks: the nearest that holds another one,
    /// then each next that holds more than the one before; the root repeats.
    pub fn ever_bigger<const N: usize>(&self, node: usize) -> [usize; N] {
        let holds_more = self.sums[node].blocks > 1;
        let mut at = if holds_more { node } else { self.around[node].bigger as usize };
        std::array::from_fn(|_| {
            let bigger = self.around[at].bigger as usize;
            std::mem::replace(&mut at, bigger)
        })
    }

    /// The element whose direct child a block is, as if text beside other blocks were wrapped.
    pub fn holder(&self, page: &Page, node: usize) -> usize {
        if self.sums[node].blocks > 1 { node } else { page.parent(node).unwrap_or(node) }
    }
}

fn sums(page: &Page, shown: &[TextBlock]) -> Vec<Sums> {
    let mut sums = vec![Sums::default(); page.nodes.tag.len()];
    for one in shown {
        sums[one.node].add(&Sums::of(one));
    }
    for node in (0..sums.len()).rev() {
        sums[node].images += u32::from(page.tag(node) == Tag::IMG);
        if let Some(parent) = page.parent(node) {
            let own = sums[node];
            sums[parent].add(&own);
        }
    }
    sums
}

fn look_around(page: &Page, sums: &[Sums], known: &[Around], node: usize) -> Around {
    let tag = page.tag(node);
    let (mut class, mut role) = (None, None);
    for (name, value) in page.node_attributes(node) {
        match name {
            Attribute::CLASS => class = Some(value),
            Attribute::ROLE => role = tag_of_role(value),
            _ => {}
        }
    }
    let name = name_hash(tag, class);
    let (parent, around) = match page.parent(node) {
        Some(parent) => (parent, known[parent]),
        None => (node, Around::default()),
    };
    let own = element_kinds::of_tag(tag) | role.map_or(0, element_kinds::of_tag);
    let number = node as u32;
    let grows = sums[parent].blocks > sums[node].blocks;
    Around {
        name,
        path: mix(around.path.rotate_left(5) ^ name),
        bigger: if grows { parent as u32 } else { around.bigger },
        container: if own & element_kinds::CONTAINER != 0 { number } else { around.container },
        article: if own & (element_kinds::ARTICLE | element_kinds::MAIN) != 0 {
            number
        } else {
            around.article
        },
        kinds: around.kinds | own,
        heading: tag.heading_level().unwrap_or(around.heading),
    }
}

#[cfg(test)]
mod tests {
    use super::super::text_blocks::text_blocks;
    use super::*;
    use crate::page::Limits;

    fn outline(html: &str) -> (Page, Vec<TextBlock>, Outline) {
        let page = Page::parse(html, Limits::default());
        let shown = text_blocks(&page);
        let outline = Outline::of(&page, &shown);
        (page, shown, outline)
    }

    #[test]
    fn elements_hold_what_is_inside() {
        let (page, _, outline) = outline("<div><p>a b<p><a href=x>c</a><img></div><p>d");
        let div = (0..page.nodes.tag.len()).find(|&node| page.tag(node) == Tag::DIV).unwrap();
        let sums = outline.sums[div];
        assert_eq!((sums.blocks, sums.words, sums.images), (2, 3, 1));
        assert_eq!(sums.link_share(), 1.0 / 3.0);
        assert_eq!(outline.total().blocks, 3);
    }

    #[test]
    fn ancestors_hold_more_and_more() {
        let (page, shown, outline) =
            outline("<main><section><div><p>a<p>b</div></section><p>c</main>");
        let names = outline.ever_bigger::<3>(shown[0].node).map(|node| page.tag_name(node));
        assert_eq!(names, ["div", "main", "html"]);
    }

    #[test]
    fn text_beside_blocks_is_held_by_its_own_element() {
        let (page, shown, outline) = outline("<div>a<p>b</div><section>c</section>");
        let names: Vec<&str> =
            shown.iter().map(|one| page.tag_name(outline.holder(&page, one.node))).collect();
        assert_eq!(names, ["div", "div", "body"]);
    }

    #[test]
    fn roles_count_as_their_tags() {
        let (_, shown, outline) = outline("<div role=navigation><h2><span>a</span></h2></div>");
        let around = outline.around[shown[0].node];
        assert!(around.kinds & element_kinds::NAV != 0 && around.heading == 2);
    }
}
