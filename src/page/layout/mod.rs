//! Lays out a parsed tree as the tables of a page, in document order.

mod text;

use crate::html::names::Tag;
use crate::html::tokenizer::Span;
use crate::html::tree::{DOCUMENT, Item, Kind, MAX_OPEN, NONE, Namespace, Tree};
use crate::page::Page;
use crate::page::flags;

/// Lays out a tree. Each text is read once; nothing recurses.
pub fn lay_out(source: &str, tree: Tree) -> Page {
    let mut page = walk_tree(source, &tree, &mut NoVisitor);
    set_subtree_ends(&mut page);
    page.attributes = tree.attributes;
    page.other_tag_names = tree.other_names;
    page.doctype = tree.doctype;
    page.truncated = tree.truncated;
    page
}

/// Visits every item of the tree in document order.
pub trait Visitor {
    fn open(&mut self, _item: u32) {}

    /// The innermost open element ends.
    fn close(&mut self) {}

    /// `run` is the number of the run that begins with this text, if any does.
    fn text(&mut self, _item: u32, _run: Option<usize>) {}
}

struct NoVisitor;

impl Visitor for NoVisitor {}

/// Visits a tree and numbers its runs as `lay_out` does.
pub fn visit(source: &str, tree: &Tree, visitor: &mut impl Visitor) {
    walk_tree(source, tree, visitor);
}

fn walk_tree(source: &str, tree: &Tree, visitor: &mut impl Visitor) -> Page {
    let mut layout = Layout::new(source, tree);
    layout.walk(visitor);
    layout.page
}

struct Layout<'a> {
    source: &'a str,
    tree: &'a Tree,
    page: Page,
    /// Node numbers of the open elements.
    path: Vec<i32>,
    /// The first run of the current block.
    block_start: Option<usize>,
    /// Whether white space follows the last run of the block.
    space: bool,
    /// `br`s since the last run of the block.
    breaks: u32,
    /// White space at the start of the next preformatted run.
    waiting: String,
    /// Where the current text starts in the source.
    text_start: i32,
}

impl<'a> Layout<'a> {
    fn new(source: &'a str, tree: &'a Tree) -> Self {
        let mut page = Page::default();
        reserve(&mut page, tree);
        Layout {
            source,
            tree,
            page,
            path: Vec::new(),
            block_start: None,
            space: false,
            breaks: 0,
            waiting: String::new(),
            text_start: 0,
        }
    }

    fn walk(&mut self, visitor: &mut impl Visitor) {
        let items = &self.tree.items;
        let mut at = items[DOCUMENT as usize].first;
        if !has_element(items, at) {
            // Every page has a root, even an empty or truncated one.
            self.open(&EMPTY_ROOT);
        }
        while at != NONE {
            let item = &items[at as usize];
            let is_element = matches!(item.kind, Kind::Element(_));
            match item.kind {
                Kind::Element(_) => {
                    self.open(item);
                    visitor.open(at);
                }
                Kind::Text(form) => {
                    let run = self.page.runs.node.len();
                    self.add_text(item.span, form);
                    let is_new = run < self.page.runs.node.len();
                    visitor.text(at, is_new.then_some(run));
                }
                Kind::Comment => {
                    self.text_start = item.span.start as i32;
                    self.add_code(item.span.of(self.source), flags::COMMENT);
                }
            }
            if is_element && item.first != NONE {
                at = item.first;
                continue;
            }
            if is_element {
                self.close(item.tag);
                visitor.close();
            }
            at = item.next;
            let mut around = item.parent;
            while at == NONE && around != DOCUMENT && around != NONE {
                let parent = &items[around as usize];
                self.close(parent.tag);
                visitor.close();
                at = parent.next;
                around = parent.parent;
            }
        }
        self.end_block();
    }

    fn open(&mut self, item: &Item) {
        let parent = self.parent_within_depth();
        let number = self.page.nodes.tag.len() as i32;
        if item.tag.is_block() {
            self.end_block();
        } else if item.tag == Tag::BR {
            self.line_break();
        } else {
            self.space |= item.tag.is_replaced();
        }
        let (depth, inherited) = match parent {
            -1 => (0, 0),
            parent => {
                let parent = parent as usize;
                (self.page.nodes.depth[parent] + 1, self.page.nodes.flags[parent])
            }
        };
        let nodes = &mut self.page.nodes;
        nodes.tag.push(item.tag.0);
        nodes.parent.push(parent);
        nodes.end.push(number + 1);
        nodes.depth.push(depth);
        nodes.attributes.push(item.attribute_count);
        nodes.kept_attributes.push((item.span.start, item.span.end));
        nodes.flags.push(inherited | item.flags);
        self.path.push(number);
    }

    fn close(&mut self, tag: Tag) {
        if tag.is_block() {
            self.end_block();
        }
        // Again at the end, since text inside may have consumed the space before it.
        self.space |= tag.is_replaced();
        self.path.pop();
    }

    /// The parent node; elements that nest too deep go to the deepest allowed one.
    fn parent_within_depth(&self) -> i32 {
        match self.path.last() {
            None => -1,
            Some(&node) if (self.page.nodes.depth[node as usize] as usize) < MAX_OPEN => node,
            Some(&node) => self.page.nodes.parent[node as usize],
        }
    }

    fn line_break(&mut self) {
        self.breaks += 1;
        self.space = true;
        if self.breaks >= 2 && !self.in_pre() {
            self.end_block();
        }
    }

    fn in_pre(&self) -> bool {
        self.node_flags() & flags::PRE != 0
    }

    fn node(&self) -> i32 {
        self.path.last().copied().unwrap_or(0)
    }

    fn node_flags(&self) -> u32 {
        self.page.nodes.flags.get(self.node() as usize).copied().unwrap_or(0)
    }

    #[inline]
    fn end_block(&mut self) {
        self.space = false;
        self.breaks = 0;
        self.waiting.clear();
        if let Some(first) = self.block_start.take() {
            self.push_block(first);
        }
    }

    fn push_block(&mut self, first: usize) {
        let mut end = self.page.runs.node.len();
        while self.page.runs.block[end - 1] == -1 {
            end -= 1;
        }
        let node = self.nearest_block(self.page.runs.node[first]);
        let blocks = &mut self.page.blocks;
        blocks.first.push(first as i32);
        blocks.end.push(end as i32);
        blocks.node.push(node);
    }

    fn nearest_block(&self, node: i32) -> i32 {
        let mut node = node;
        while node > 0 && !Tag(self.page.nodes.tag[node as usize]).is_block() {
            node = self.page.nodes.parent[node as usize];
        }
        node
    }
}

/// Reserves the columns once: growing two dozen columns would cost more than filling them.
fn reserve(page: &mut Page, tree: &Tree) {
    let nodes = tree.elements;
    page.nodes.tag.reserve_exact(nodes);
    page.nodes.parent.reserve_exact(nodes);
    page.nodes.end.reserve_exact(nodes);
    page.nodes.depth.reserve_exact(nodes);
    page.nodes.flags.reserve_exact(nodes);
    page.nodes.attributes.reserve_exact(nodes);
    page.nodes.kept_attributes.reserve_exact(nodes);
    // About half of the texts between tags are blank.
    let runs = (tree.items.len() - nodes) / 2;
    page.runs.node.reserve(runs);
    page.runs.start.reserve(runs);
    page.runs.end.reserve(runs);
    page.runs.block.reserve(runs);
    page.runs.flags.reserve(runs);
    page.runs.opened.reserve(runs);
    page.runs.source_start.reserve(runs);
    page.text.reserve(tree.text_bytes);
}

const EMPTY_ROOT: Item = Item {
    parent: NONE,
    first: NONE,
    last: NONE,
    next: NONE,
    previous: NONE,
    span: Span { start: 0, end: 0 },
    tag: Tag::HTML,
    kind: Kind::Element(Namespace::Html),
    attribute_count: 0,
    flags: 0,
};

fn has_element(items: &[Item], first: u32) -> bool {
    let mut at = first;
    while at != NONE {
        if matches!(items[at as usize].kind, Kind::Element(_)) {
            return true;
        }
        at = items[at as usize].next;
    }
    false
}

fn set_subtree_ends(page: &mut Page) {
    let nodes = &mut page.nodes;
    for node in (1..nodes.end.len()).rev() {
        let parent = nodes.parent[node] as usize;
        nodes.end[parent] = nodes.end[parent].max(nodes.end[node]);
    }
}

#[cfg(test)]
mod tests {
    use crate::page::flags;
    use crate::page::{Limits, Page};

    fn page(html: &str) -> Page {
        Page::parse(html, Limits::default())
    }

    pub fn runs(html: &str) -> Vec<String> {
        let page = page(html);
        (0..page.run_count()).map(|run| page.run_text(run).to_owned()).collect()
    }

    pub fn blocks(html: &str) -> Vec<String> {
        let page = page(html);
        (0..page.blocks.node.len()).map(|block| page.block_text(block)).collect()
    }

    #[test]
    fn two_line_breaks_end_a_block_and_one_does_not() {
        assert_eq!(blocks("<div>a<br>b<br> <br>c"), ["a b", "c"]);
        let page = page("<div>a<br>b");
        assert_eq!(page.runs.flags[1] & flags::BREAK, flags::BREAK);
    }

    #[test]
    fn blocks_have_the_node_of_their_element() {
        let page = page("<div>a<p>b</p>c</div>");
        let tags: Vec<&str> = page.blocks.node.iter().map(|&n| page.tag_name(n as usize)).collect();
        assert_eq!(tags, ["div", "p", "div"]);
    }

    #[test]
    fn flags_are_inherited() {
        let cases = [
            ("<div hidden><b>x", flags::HIDDEN),
            ("<div aria-hidden=true><b>x", flags::ARIA_HIDDEN),
            ("<div style='color:red; Display : none!important'>x", flags::DISPLAY_NONE),
            ("<dialog>x", flags::DIALOG),
            ("<template><p>x", flags::TEMPLATE),
            ("<a href=y><b>x", flags::LINK),
            ("<body><noscript><p>x", flags::NOSCRIPT),
            ("<svg><text>x", flags::SVG),
            ("<math><mi>x", flags::MATH),
            ("<iframe>x</iframe>", flags::FALLBACK),
            ("<object data=y.svg type=image/svg+xml><p>x", flags::FALLBACK),
        ];
        for (html, flag) in cases {
            assert_eq!(page(html).runs.flags[0] & flag, flag, "{html}");
        }
        let shown = [
            "<dialog open>x",
            "<a>x",
            "<div aria-hidden=false>x",
            "<body hidden>x",
            "<object classid=y><object type=application/x-shockwave-flash data=y><p>x",
            "<applet code=y><p>x",
        ];
        for html in shown {
            let found = page(html).runs.flags[0];
            assert_eq!(found & (flags::INVISIBLE | flags::LINK), 0, "{html}");
        }
    }

    #[test]
    fn nesting_beyond_512_is_flattened_without_losing_text() {
        let html = "<div>a".repeat(2000) + "b" + &"</div>c".repeat(2000);
        let page = page(&html);
        assert!(page.nodes.depth.iter().all(|depth| *depth <= 512));
        let text: String = (0..page.run_count()).map(|run| page.run_text(run)).collect();
        assert_eq!(text, "a".repeat(2000) + "b" + &"c".repeat(2000));
    }

    #[test]
    fn subtrees_nest() {
        let page = page("<ul><li>a<li>b<ul><li>c</ul></ul><p>d");
        for node in 1..page.nodes.tag.len() {
            let parent = page.parent(node).unwrap();
            assert!(parent < node && page.subtree_end(node) <= page.subtree_end(parent));
        }
    }

    #[test]
    fn an_empty_page_has_a_root() {
        assert_eq!(page("").nodes.tag.len(), 3);
        assert_eq!(page("<!-- only -->").run_count(), 1);
    }

    #[test]
    fn attributes_are_decoded_and_duplicates_are_ignored() {
        use crate::html::names::Attribute;
        let page = page("<a HREF='?a=1&amp;b' href=no class=x data-z=1 id=>");
        let node = page.nodes.tag.len() - 1;
        assert_eq!(page.attribute(node, Attribute::HREF), Some("?a=1&b"));
        assert_eq!(page.attribute(node, Attribute::ID), Some(""));
        assert_eq!(page.attribute(node, Attribute::REL), None);
        assert_eq!(page.nodes.attributes[node], 5);
    }

    #[test]
    fn attributes_of_a_second_html_or_body_tag_are_added() {
        use crate::html::names::Attribute;
        let page =
            page("<style></style><html lang=en id=a><body class=x><body class=y id=z><html id=b>");
        assert_eq!(page.attribute(0, Attribute::LANG), Some("en"));
        assert_eq!(page.attribute(0, Attribute::ID), Some("a"));
        let body = page.nodes.tag.len() - 1;
        assert_eq!(page.attribute(body, Attribute::CLASS), Some("x"));
        assert_eq!(page.attribute(body, Attribute::ID), Some("z"));
    }

    #[test]
    fn limits_truncate_and_set_the_flag() {
        let cut = Page::parse("<p>aé", Limits { bytes: 5, items: 1000 });
        assert!(cut.truncated && cut.run_text(0) == "a");
        let many = Page::parse(&"<p>a".repeat(100), Limits { bytes: 1000, items: 50 });
        assert!(many.truncated && many.run_count() > 10);
    }
}
