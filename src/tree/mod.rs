//! Tokens → a tree, by the HTML standard's tree construction, scripting off.
//!
//! The tree is one vector of linked items, so that foster parenting and misnested formatting can
//! move things about; `page.rs` lays it out in document order afterwards. Nothing recurses, and
//! nothing on a hot path walks more than `MAX_OPEN` open elements.

mod body;
mod foreign;
mod formatting;
mod modes;
mod open;
mod quirks;
mod table;

use crate::marks;
use crate::names::{Attribute, TAG_NAMES, Tag};
use crate::page::Attributes;
use crate::text::{decode_attribute, decode_name};
use crate::tokenizer::{Form, Mode, Span, Token, Tokenizer, is_blank};
use formatting::Formatting;
use open::Open;
use std::collections::HashMap;

/// "No item": the end of a list of links.
pub const NONE: u32 = u32::MAX;

/// The document itself, parent of the `html` element.
pub const DOCUMENT: u32 = 0;

/// Elements below this many open ones become siblings of the deepest, as in browsers.
pub const MAX_OPEN: usize = 512;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Namespace {
    Html,
    Svg,
    MathMl,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Element(Namespace),
    Text(Form),
    Comment,
}

/// A node of the tree. Elements keep a range of `Tree::attributes` in `span`, texts and comments a
/// range of the source.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    pub parent: u32,
    pub first: u32,
    pub last: u32,
    pub next: u32,
    pub previous: u32,
    pub span: Span,
    pub tag: Tag,
    pub kind: Kind,
    /// All attributes, also those that the tables do not keep; saturates.
    pub attribute_count: u8,
    /// What the tag and its attributes say of the text inside, as `flags`.
    pub marks: u32,
}

/// What the parser leaves behind.
#[derive(Debug, Default)]
pub struct Tree {
    pub items: Vec<Item>,
    pub attributes: Attributes,
    /// Names of tags that are not in `TAG_NAMES`, numbered on from there.
    pub other_names: Vec<String>,
    pub doctype: Option<String>,
    pub truncated: bool,
    /// How many elements there are, and how many bytes of source the texts and comments take.
    pub elements: usize,
    pub text_bytes: usize,
}

/// A token with its tag's number at hand.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Input {
    Text(Span, Form),
    Start(Tag),
    End(Tag),
    Comment(Span),
    Doctype,
    Eof,
}

/// Whether a mode is done with a token or another mode has to look at it again.
#[derive(Clone, Copy, PartialEq)]
enum Step {
    Done,
    Again,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Insertion {
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    InBody,
    Text,
    InTable,
    InTableText,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}

struct Builder<'a> {
    tokens: Tokenizer<'a>,
    tree: Tree,
    other_numbers: HashMap<String, Tag>,
    open: Open,
    formatting: Vec<Formatting>,
    insertion: Insertion,
    /// Where raw text or table text returns to.
    original: Insertion,
    template_insertions: Vec<Insertion>,
    head: u32,
    form: u32,
    frameset_ok: bool,
    foster: bool,
    quirks: bool,
    /// `<pre>` and `<textarea>` swallow one line break right after their start tag.
    skip_line_break: bool,
    table_text: Vec<(Span, Form)>,
    /// Start tags beyond `MAX_OPEN` whose end tags are still to come.
    overflow: usize,
    max_items: usize,
}

/// Parses a whole document. Past `max_items` nodes the tree is cut off and marked truncated.
pub fn parse(source: &str, max_items: usize) -> Tree {
    let mut builder = Builder::new(source, max_items);
    builder.run();
    builder.tree
}

impl<'a> Builder<'a> {
    fn new(source: &'a str, max_items: usize) -> Self {
        let mut builder = Builder {
            tokens: Tokenizer::new(source),
            tree: Tree::default(),
            other_numbers: HashMap::new(),
            open: Open::default(),
            formatting: Vec::new(),
            insertion: Insertion::Initial,
            original: Insertion::Initial,
            template_insertions: Vec::new(),
            head: NONE,
            form: NONE,
            frameset_ok: true,
            foster: false,
            quirks: false,
            skip_line_break: false,
            table_text: Vec::new(),
            overflow: 0,
            max_items,
        };
        // About one item for every fifty bytes: real pages have one for every 40 to 100.
        builder.tree.items.reserve(source.len() / 50 + 16);
        builder.tree.attributes.reserve(source.len() / 100, source.len() / 4);
        builder.push_item(Tag::HTML, Kind::Element(Namespace::Html), Span::default());
        builder
    }

    fn run(&mut self) {
        loop {
            self.tokens.cdata_allowed = self.in_foreign();
            let token = self.tokens.next_token();
            if self.tree.items.len() >= self.max_items {
                self.tree.truncated = true;
                return;
            }
            match token {
                Token::Text(span, _) if self.is_indentation(span) => {}
                Token::Text(span, form) => self.text(span, form),
                Token::StartTag => self.start_tag(),
                Token::EndTag => self.end_tag(),
                Token::Comment(span) => self.process(Input::Comment(span)),
                Token::Doctype => self.process(Input::Doctype),
                Token::End => {
                    self.process(Input::Eof);
                    return;
                }
            }
        }
    }

    /// Most of a page is plain HTML in the body: such tokens go straight to their rules.
    #[inline]
    fn is_plain_body(&self) -> bool {
        self.insertion == Insertion::InBody
            && !self.tokens.cdata_allowed
            && self.open.len() < MAX_OPEN
    }

    fn start_tag(&mut self) {
        let tag = self.tag_number();
        if !self.is_plain_body() {
            self.process(Input::Start(tag));
            return;
        }
        self.skip_line_break = false;
        if self.start_in_body(tag) == Step::Again {
            self.process(Input::Start(tag));
        }
    }

    fn end_tag(&mut self) {
        let tag = self.tag_number();
        if !self.is_plain_body() {
            self.process(Input::End(tag));
            return;
        }
        self.skip_line_break = false;
        if self.end_in_body(tag) == Step::Again {
            self.process(Input::End(tag));
        }
    }

    fn text(&mut self, span: Span, form: Form) {
        if self.is_plain_body() && !self.skip_line_break {
            self.text_in_body(span, form);
        } else {
            self.process(Input::Text(span, form));
        }
    }

    fn process(&mut self, input: Input) {
        let input = match input {
            Input::Text(span, form) if self.skip_line_break => {
                self.skip_line_break = false;
                let Some(span) = self.without_line_break(span) else { return };
                Input::Text(span, form)
            }
            other => {
                self.skip_line_break = false;
                other
            }
        };
        if self.open.len() >= MAX_OPEN && self.beyond_depth(input) {
            return;
        }
        if self.uses_foreign_rules(input) && self.foreign_content(input) == Step::Done {
            return;
        }
        while self.step(self.insertion, input) == Step::Again {}
    }

    fn without_line_break(&self, span: Span) -> Option<Span> {
        let text = span.of(self.tokens.source);
        let cut = text.strip_prefix("\r\n").or_else(|| text.strip_prefix(['\n', '\r']));
        let start = span.end as usize - cut.unwrap_or(text).len();
        (start < span.end as usize).then(|| Span::new(start, span.end as usize))
    }

    /// Attaches elements nested too deep to the deepest open one; true when that was all to do.
    fn beyond_depth(&mut self, input: Input) -> bool {
        match input {
            Input::Start(tag) if !is_raw_text(tag) && tag != Tag::PLAINTEXT => {
                let tag = if tag == Tag::IMAGE { Tag::IMG } else { tag };
                self.insert_item_here(tag, Namespace::Html);
                if !tag.is_void() && !self.tokens.tag.self_closing {
                    self.overflow += 1;
                }
                true
            }
            Input::End(tag) if self.overflow > 0 && self.insertion != Insertion::Text => {
                self.overflow -= usize::from(!tag.is_void());
                true
            }
            _ => false,
        }
    }

    /// The number of the tag just read, giving one to a name met for the first time.
    #[inline]
    fn tag_number(&mut self) -> Tag {
        if let Some(tag) = self.tokens.tag.known {
            return tag;
        }
        let name = decode_name(self.tokens.tag.name.of(self.tokens.source));
        if let Some(&tag) = self.other_numbers.get(&name) {
            return tag;
        }
        let number = TAG_NAMES.len() + self.tree.other_names.len();
        if number >= u16::MAX as usize {
            // A page with 65,000 invented names: the rest share the last one.
            return Tag(u16::MAX - 1);
        }
        let tag = Tag(number as u16);
        self.tree.other_names.push(name.clone());
        self.other_numbers.insert(name, tag);
        tag
    }

    /// A new item, not yet in the tree.
    fn push_item(&mut self, tag: Tag, kind: Kind, span: Span) -> u32 {
        let number = self.tree.items.len() as u32;
        let mut marks = 0;
        match kind {
            Kind::Element(namespace) => {
                self.tree.elements += 1;
                marks = marks::of_tag(tag, namespace);
            }
            _ => self.tree.text_bytes += (span.end - span.start) as usize,
        }
        self.tree.items.push(Item {
            parent: NONE,
            first: NONE,
            last: NONE,
            next: NONE,
            previous: NONE,
            span,
            tag,
            kind,
            attribute_count: 0,
            marks,
        });
        number
    }

    #[inline]
    fn item(&self, item: u32) -> &Item {
        &self.tree.items[item as usize]
    }

    #[inline]
    fn item_mut(&mut self, item: u32) -> &mut Item {
        &mut self.tree.items[item as usize]
    }

    /// Links `item` into `parent` before `before`, or at the end.
    fn attach(&mut self, item: u32, parent: u32, before: u32) {
        let previous = match before {
            NONE => self.item(parent).last,
            _ => self.item(before).previous,
        };
        let linked = self.item_mut(item);
        linked.parent = parent;
        linked.previous = previous;
        linked.next = before;
        match previous {
            NONE => self.item_mut(parent).first = item,
            _ => self.item_mut(previous).next = item,
        }
        match before {
            NONE => self.item_mut(parent).last = item,
            _ => self.item_mut(before).previous = item,
        }
    }

    fn detach(&mut self, item: u32) {
        let Item { parent, previous, next, .. } = *self.item(item);
        if parent == NONE {
            return;
        }
        match previous {
            NONE => self.item_mut(parent).first = next,
            _ => self.item_mut(previous).next = next,
        }
        match next {
            NONE => self.item_mut(parent).last = previous,
            _ => self.item_mut(next).previous = previous,
        }
        let cut = self.item_mut(item);
        (cut.parent, cut.previous, cut.next) = (NONE, NONE, NONE);
    }

    /// The standard's "appropriate place for inserting a node": parent, and the child to go before.
    fn place(&self, target: u32) -> (u32, u32) {
        if !self.foster {
            return (target, NONE);
        }
        let tag = self.item(target).tag;
        let is_table_part =
            matches!(tag, Tag::TABLE | Tag::TBODY | Tag::TFOOT | Tag::THEAD | Tag::TR);
        if !is_table_part || self.item(target).kind != HTML {
            return (target, NONE);
        }
        let table = self.open.last_index_of(Tag::TABLE);
        let template = self.open.last_index_of(Tag::TEMPLATE);
        match (template, table) {
            (Some(template), table) if table.is_none_or(|table| template > table) => {
                (self.open.at(template), NONE)
            }
            (_, Some(table)) => {
                let table_item = self.open.at(table);
                match self.item(table_item).parent {
                    NONE => (self.open.at(table.saturating_sub(1)), NONE),
                    parent => (parent, table_item),
                }
            }
            _ => (self.open.at(0), NONE),
        }
    }

    fn insert_text(&mut self, span: Span, form: Form) {
        if span.is_empty() {
            return;
        }
        let (parent, before) = self.place(self.open.current());
        if before == NONE && self.is_blank(span) && self.is_at_block_edge(parent) {
            return;
        }
        let item = self.push_item(Tag::HTML, Kind::Text(form), span);
        self.attach(item, parent, before);
    }

    /// The commonest token of all, told early: white space between two blocks.
    #[inline]
    fn is_indentation(&self, span: Span) -> bool {
        self.insertion == Insertion::InBody
            && self.formatting.is_empty()
            && !self.skip_line_break
            && self.is_blank(span)
            && self.is_at_block_edge(self.open.current())
    }

    /// Whether white space put at the end of `parent` now would begin a line. Half of a page's
    /// texts are such indentation, and nobody ever sees them.
    fn is_at_block_edge(&self, parent: u32) -> bool {
        let before = match self.item(parent).last {
            NONE => parent,
            last => last,
        };
        let item = self.item(before);
        item.kind == HTML && item.tag.is_block() && !self.open.has_preformatted()
    }

    fn insert_comment(&mut self, span: Span, parent: u32) {
        let item = self.push_item(Tag::HTML, Kind::Comment, span);
        self.attach(item, parent, NONE);
    }

    /// An item for the start tag just read, with its attributes, not yet in the tree.
    fn item_from_tag(&mut self, tag: Tag, namespace: Namespace) -> u32 {
        let item = self.push_item(tag, Kind::Element(namespace), Span::default());
        if self.tokens.tag.attribute_count == 0 {
            return item;
        }
        let first = self.tree.attributes.len();
        let mut seen = 0;
        for attribute in &self.tokens.tag.attributes {
            let Some(name) = attribute.known else { continue };
            if seen & marks::bit(name) != 0 {
                continue;
            }
            seen |= marks::bit(name);
            let raw = attribute.value.of(self.tokens.source);
            if self.tokens.tag.has_reference {
                self.tree.attributes.push(name, &decode_attribute(raw));
            } else {
                self.tree.attributes.push(name, raw);
            }
        }
        let span = Span::new(first, self.tree.attributes.len());
        let count = self.tokens.tag.attribute_count.min(255) as u8;
        let created = &mut self.tree.items[item as usize];
        created.span = span;
        created.attribute_count = count;
        if seen & marks::MARKING != 0 {
            for index in first..self.tree.attributes.len() {
                let (name, value) = self.tree.attributes.get(index);
                created.marks &= !marks::lifted_by(name);
                created.marks |= marks::of_attribute(tag, name, value);
            }
        }
        item
    }

    fn insert_item_here(&mut self, tag: Tag, namespace: Namespace) -> u32 {
        let (parent, before) = self.place(self.open.current());
        let item = self.item_from_tag(tag, namespace);
        self.attach(item, parent, before);
        item
    }

    /// Inserts the start tag just read and opens it.
    fn insert(&mut self, tag: Tag) -> u32 {
        let item = self.insert_item_here(tag, Namespace::Html);
        self.open.push(item, tag, Namespace::Html);
        item
    }

    /// Inserts an element that no tag in the source stands for.
    fn insert_implied(&mut self, tag: Tag) -> u32 {
        let (parent, before) = self.place(self.open.current());
        let item = self.push_item(tag, HTML, Span::default());
        self.attach(item, parent, before);
        self.open.push(item, tag, Namespace::Html);
        item
    }

    /// Inserts an element that never has content.
    fn insert_void(&mut self, tag: Tag) {
        self.insert_item_here(tag, Namespace::Html);
    }

    fn insert_raw(&mut self, tag: Tag, mode: Mode) {
        self.insert(tag);
        self.tokens.enter_raw(mode);
        self.original = self.insertion;
        self.insertion = Insertion::Text;
    }

    #[inline]
    fn is_blank(&self, span: Span) -> bool {
        is_blank(span.of(self.tokens.source).as_bytes())
    }

    /// Splits off leading white space.
    fn split_blank(&self, span: Span) -> (Span, Span) {
        let text = span.of(self.tokens.source);
        let rest = text.trim_start_matches(['\t', '\n', '\x0C', '\r', ' ']);
        let middle = span.end as usize - rest.len();
        (Span::new(span.start as usize, middle), Span::new(middle, span.end as usize))
    }

    fn attribute(&self, name: Attribute) -> Option<&str> {
        let found = self.tokens.tag.attributes.iter().find(|a| a.known == Some(name))?;
        Some(found.value.of(self.tokens.source))
    }
}

const HTML: Kind = Kind::Element(Namespace::Html);

/// Elements whose content is text up to their end tag.
fn is_raw_text(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::SCRIPT
            | Tag::STYLE
            | Tag::TITLE
            | Tag::TEXTAREA
            | Tag::XMP
            | Tag::IFRAME
            | Tag::NOEMBED
            | Tag::NOFRAMES
    )
}
