//! The page: three immutable tables (nodes, runs, blocks) over one text buffer.
//!
//! Index columns are signed, so that differences in NumPy do not wrap around. `Limits` keep all
//! sizes below the range of `i32`.

pub mod class_words;
pub mod counts;
pub mod decision;
pub mod flags;
pub mod layout;
mod subset;

use crate::html::names::{Attribute, TAG_NAMES, Tag};
use crate::html::tree;
use flags::{CODE, INVISIBLE, SPACE};

/// Limits of one page. The rest is dropped and the page is marked truncated.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of the decoded source.
    pub bytes: usize,
    /// Elements, texts and comments together.
    pub items: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { bytes: 256 << 20, items: 8 << 20 }
    }
}

/// Elements in document order; the first is always `html`.
#[derive(Clone, Debug, Default)]
pub struct Nodes {
    pub tag: Vec<u16>,
    /// −1 for the first.
    pub parent: Vec<i32>,
    /// One past the last node of the subtree.
    pub end: Vec<i32>,
    /// 0 for the first.
    pub depth: Vec<u16>,
    pub flags: Vec<u32>,
    /// Number of attributes of the tag, stored or not; 255 means 255 or more.
    pub attributes: Vec<u8>,
    /// Range of the node's attributes in `Page::attributes`.
    pub kept_attributes: Vec<(u32, u32)>,
}

/// Texts between two tags, in document order. White space is collapsed; no run is blank.
#[derive(Debug, Default)]
pub struct Runs {
    pub node: Vec<i32>,
    /// Range in `Page::text`, in bytes.
    pub start: Vec<i32>,
    pub end: Vec<i32>,
    /// −1 for code: scripts, styles and comments have no block.
    pub block: Vec<i32>,
    pub flags: Vec<u32>,
    /// Number of nodes that open before this run. Nodes with numbers between those of two runs open
    /// between them; the depths show how many close.
    pub opened: Vec<i32>,
    /// Start of the text, or of white space before it, in the decoded source, in bytes.
    pub source_start: Vec<i32>,
}

/// Runs that a browser lays out as one paragraph. The range of a block may contain code runs.
#[derive(Debug, Default)]
pub struct Blocks {
    pub first: Vec<i32>,
    /// One past the last run.
    pub end: Vec<i32>,
    /// The nearest block-level element around the first run.
    pub node: Vec<i32>,
}

/// The stored attributes of all tags, in source order.
#[derive(Clone, Debug, Default)]
pub struct Attributes {
    /// Name, and the end of the value in `text`; it starts at the end of the previous value.
    list: Vec<(Attribute, u32)>,
    text: String,
}

impl Attributes {
    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn reserve(&mut self, count: usize, bytes: usize) {
        self.list.reserve(count);
        self.text.reserve(bytes);
    }

    pub fn push(&mut self, name: Attribute, value: &str) {
        self.text.push_str(value);
        self.list.push((name, self.text.len() as u32));
    }

    /// Appends a copy of the attribute at `index`.
    pub fn repeat(&mut self, index: usize) {
        let (name, end) = self.list[index];
        let start = if index == 0 { 0 } else { self.list[index - 1].1 };
        self.text.extend_from_within(start as usize..end as usize);
        self.list.push((name, self.text.len() as u32));
    }

    pub fn get(&self, index: usize) -> (Attribute, &str) {
        let (name, end) = self.list[index];
        let start = if index == 0 { 0 } else { self.list[index - 1].1 };
        (name, &self.text[start as usize..end as usize])
    }
}

#[derive(Debug, Default)]
pub struct Page {
    pub nodes: Nodes,
    pub runs: Runs,
    pub blocks: Blocks,
    pub attributes: Attributes,
    pub text: String,
    pub other_tag_names: Vec<String>,
    /// Name and identifiers of the doctype, in lower case.
    pub doctype: Option<String>,
    pub truncated: bool,
}

impl Page {
    pub fn parse(source: &str, limits: Limits) -> Page {
        let cut = if source.len() > limits.bytes {
            &source[..source.floor_char_boundary(limits.bytes)]
        } else {
            source
        };
        let tree = tree::parse(cut, limits.items);
        let mut page = layout::lay_out(cut, tree);
        page.truncated |= cut.len() < source.len();
        page
    }

    pub fn tag(&self, node: usize) -> Tag {
        Tag(self.nodes.tag[node])
    }

    pub fn tag_name(&self, node: usize) -> &str {
        let number = self.nodes.tag[node] as usize;
        match TAG_NAMES.get(number) {
            Some(name) => name,
            None => self.other_tag_names.get(number - TAG_NAMES.len()).map_or("", String::as_str),
        }
    }

    /// The parent; `None` for the first node.
    #[inline]
    pub fn parent(&self, node: usize) -> Option<usize> {
        usize::try_from(self.nodes.parent[node]).ok()
    }

    /// The node and its ancestors, innermost first.
    pub fn ancestors(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(node), |&node| self.parent(node))
    }

    pub fn subtree_end(&self, node: usize) -> usize {
        self.nodes.end[node] as usize
    }

    /// The value of a stored attribute.
    pub fn attribute(&self, node: usize, name: Attribute) -> Option<&str> {
        self.node_attributes(node).find(|(found, _)| *found == name).map(|(_, value)| value)
    }

    pub fn node_attributes(&self, node: usize) -> impl Iterator<Item = (Attribute, &str)> {
        let (first, end) = self.nodes.kept_attributes[node];
        (first as usize..end as usize).map(|index| self.attributes.get(index))
    }

    /// Every node with one of these attributes, and the value.
    pub fn nodes_with<const N: usize>(
        &self,
        names: [Attribute; N],
    ) -> impl Iterator<Item = (usize, Attribute, &str)> {
        self.nodes.kept_attributes.iter().enumerate().flat_map(move |(node, &(first, end))| {
            (first as usize..end as usize)
                .filter(move |&index| names.contains(&self.attributes.list[index].0))
                .map(move |index| {
                    let (name, value) = self.attributes.get(index);
                    (node, name, value)
                })
        })
    }

    #[inline]
    pub fn run_text(&self, run: usize) -> &str {
        &self.text[self.runs.start[run] as usize..self.runs.end[run] as usize]
    }

    pub fn run_count(&self) -> usize {
        self.runs.node.len()
    }

    pub fn is_visible(&self, run: usize) -> bool {
        self.runs.flags[run] & INVISIBLE == 0
    }

    pub fn is_code(&self, run: usize) -> bool {
        self.runs.flags[run] & CODE != 0
    }

    /// The runs of a block, without code.
    pub fn block_runs(&self, block: usize) -> impl Iterator<Item = usize> + '_ {
        let range = self.blocks.first[block] as usize..self.blocks.end[block] as usize;
        range.filter(move |&run| !self.is_code(run))
    }

    /// The text of a block, including hidden runs. White space and `br` between runs become one
    /// space.
    pub fn block_text(&self, block: usize) -> String {
        self.join(self.block_runs(block))
    }

    /// The text inside a node, with a space between blocks.
    pub fn text_of(&self, node: usize) -> String {
        let end = self.subtree_end(node) as i32;
        let first = self.runs.opened.partition_point(|&opened| opened <= node as i32);
        let inside = (first..self.run_count())
            .take_while(|&run| (node as i32..end).contains(&self.runs.node[run]));
        self.join(inside.filter(|&run| !self.is_code(run)))
    }

    fn join(&self, runs: impl Iterator<Item = usize>) -> String {
        let mut text = String::new();
        let mut last_block = None;
        for run in runs {
            let block = self.runs.block[run];
            let apart = self.runs.flags[run] & SPACE != 0 || last_block != Some(block);
            if apart && !text.is_empty() {
                text.push(' ');
            }
            text.push_str(self.run_text(run));
            last_block = Some(block);
        }
        text
    }
}
