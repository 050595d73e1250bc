//! The elements of a page: sums over the text blocks inside each, and its context from the
//! ancestors.

use super::element_kinds::{self, tag_of_role};
use super::text_blocks::{TextBlock, ratio};
use crate::hash::mix;
use crate::html::names::{Attribute, Tag};
use crate::page::Page;
use crate::winnow::markup_words::name_hash;

/// No node.
pub const NONE: u32 = u32::MAX;

/// Sums over the text blocks inside an element.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    pub blocks: u32,
    pub words: u32,
    pub chars: u32,
    pub link_chars: u32,
    /// Words of running text.
    pub running_words: u32,
    pub short_words: u32,
    pub sentences: u32,
    pub images: u32,
}

impl Sums {
    pub fn of(blocks: &TextBlock) -> Sums {
        Sums {
            blocks: 1,
            words: blocks.text.words,
            chars: blocks.text.chars,
            link_chars: blocks.link_chars,
            running_words: blocks.running_words,
            short_words: blocks.text.short_words,
            sentences: blocks.text.sentences,
            images: 0,
        }
    }

    pub fn add(&mut self, other: &Sums) {
        self.blocks += other.blocks;
        self.words += other.words;
        self.chars += other.chars;
        self.link_chars += other.link_chars;
        self.running_words += other.running_words;
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

/// Context of an element: properties of itself and its ancestors.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// Hash of its tag and first class.
    pub name: u64,
    /// Hash of the names from the root to the element.
    pub path: u64,
    /// The nearest ancestor that contains more blocks; the root contains all.
    pub larger: u32,
    /// The nearest section, list, table, form or the like.
    pub container: u32,
    /// The nearest `article` or `main`.
    pub article: u32,
    /// Union of the `element_kinds` of the element and its ancestors.
    pub kinds: u32,
    /// Level of the enclosing heading, else 0.
    pub heading: u8,
}

impl Default for Context {
    fn default() -> Self {
        let (name, path) = (0, 0);
        Context { name, path, larger: 0, container: 0, article: NONE, kinds: 0, heading: 0 }
    }
}

/// One value for each node. Nodes without text blocks have only a count of images.
#[derive(Debug, Default)]
pub struct Elements {
    pub sums: Vec<Sums>,
    pub context: Vec<Context>,
}

impl Elements {
    pub fn of(page: &Page, blocks: &[TextBlock]) -> Elements {
        let sums = sums(page, blocks);
        let mut context = vec![Context::default(); sums.len()];
        for node in (0..sums.len()).filter(|&node| sums[node].blocks > 0) {
            context[node] = context_of(page, &sums, &context, node);
        }
        Elements { sums, context }
    }

    /// The sums of the whole page.
    pub fn total(&self) -> Sums {
        self.sums.first().copied().unwrap_or_default()
    }

    /// The nodes that contain text blocks, parents first.
    pub fn with_blocks(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.sums.len()).filter(|&node| self.sums[node].blocks > 0)
    }

    /// Ancestors of a block with increasing numbers of blocks: the nearest that contains another
    /// block, then each next that contains more than the previous; the root repeats.
    pub fn growing_ancestors<const N: usize>(&self, node: usize) -> [usize; N] {
        let holds_more = self.sums[node].blocks > 1;
        let mut at = if holds_more { node } else { self.context[node].larger as usize };
        std::array::from_fn(|_| {
            let larger = self.context[at].larger as usize;
            std::mem::replace(&mut at, larger)
        })
    }

    /// The parent of a block. A text beside other blocks counts as a child of their common element.
    pub fn block_parent(&self, page: &Page, node: usize) -> usize {
        if self.sums[node].blocks > 1 { node } else { page.parent(node).unwrap_or(node) }
    }
}

fn sums(page: &Page, blocks: &[TextBlock]) -> Vec<Sums> {
    let mut sums = vec![Sums::default(); page.nodes.tag.len()];
    for block in blocks {
        sums[block.node].add(&Sums::of(block));
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

fn context_of(page: &Page, sums: &[Sums], known: &[Context], node: usize) -> Context {
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
        None => (node, Context::default()),
    };
    let own = element_kinds::of_tag(tag) | role.map_or(0, element_kinds::of_tag);
    let number = node as u32;
    let grows = sums[parent].blocks > sums[node].blocks;
    Context {
        name,
        path: mix(around.path.rotate_left(5) ^ name),
        larger: if grows { parent as u32 } else { around.larger },
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

    fn elements(html: &str) -> (Page, Vec<TextBlock>, Elements) {
        let page = Page::parse(html, Limits::default());
        let blocks = text_blocks(&page);
        let elements = Elements::of(&page, &blocks);
        (page, blocks, elements)
    }

    #[test]
    fn sums_include_everything_inside() {
        let (page, _, elements) = elements("<div><p>a b<p><a href=x>c</a><img></div><p>d");
        let div = (0..page.nodes.tag.len()).find(|&node| page.tag(node) == Tag::DIV).unwrap();
        let sums = elements.sums[div];
        assert_eq!((sums.blocks, sums.words, sums.images), (2, 3, 1));
        assert_eq!(sums.link_share(), 1.0 / 3.0);
        assert_eq!(elements.total().blocks, 3);
    }

    #[test]
    fn growing_ancestors_contain_more_blocks_each() {
        let (page, blocks, elements) =
            elements("<main><section><div><p>a<p>b</div></section><p>c</main>");
        let names = elements.growing_ancestors::<3>(blocks[0].node).map(|node| page.tag_name(node));
        assert_eq!(names, ["div", "main", "html"]);
    }

    #[test]
    fn the_parent_of_text_beside_blocks_is_their_element() {
        let (page, blocks, elements) = elements("<div>a<p>b</div><section>c</section>");
        let names: Vec<&str> = blocks
            .iter()
            .map(|block| page.tag_name(elements.block_parent(&page, block.node)))
            .collect();
        assert_eq!(names, ["div", "div", "body"]);
    }

    #[test]
    fn roles_count_as_their_tags() {
        let (_, blocks, elements) = elements("<div role=navigation><h2><span>a</span></h2></div>");
        let around = elements.context[blocks[0].node];
        assert!(around.kinds & element_kinds::NAV != 0 && around.heading == 2);
    }
}
