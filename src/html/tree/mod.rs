//! Tree construction by the HTML standard, with scripting disabled: tokens → a tree.
//!
//! The tree is one vector of linked items, so that foster parenting and misnested formatting can
//! move items; `page/layout.rs` puts it into document order afterwards. Nothing recurses, and hot
//! paths visit at most `MAX_OPEN` open elements.

mod body;
mod foreign;
mod formatting;
mod insert;
mod modes;
mod open;
mod quirks;
mod table;

use crate::html::character_data::decode_name;
use crate::html::names::{TAG_NAMES, Tag};
use crate::html::tokenizer::{Form, Span, Token, Tokenizer};
use crate::page::Attributes;
use formatting::Formatting;
use open::Open;
use std::collections::HashMap;

/// No item: the end of a linked list.
pub const NONE: u32 = u32::MAX;

/// The document itself, parent of the `html` element.
pub const DOCUMENT: u32 = 0;

/// Elements that nest deeper become siblings of the deepest open element, as in browsers.
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

/// A node of the tree. The `span` of an element is a range of `Tree::attributes`, that of a text or
/// comment a range of the source.
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
    /// Number of attributes, stored or not; saturates.
    pub attribute_count: u8,
    /// Flags from the tag and its attributes.
    pub flags: u32,
}

/// The result of the parser.
#[derive(Debug, Default)]
pub struct Tree {
    pub items: Vec<Item>,
    pub attributes: Attributes,
    /// Tag names that are not in `TAG_NAMES`; their numbers continue from there.
    pub other_names: Vec<String>,
    pub doctype: Option<String>,
    /// Whether the document is in quirks mode.
    pub quirks: bool,
    pub truncated: bool,
    /// Number of elements, and bytes of all texts and comments in the source.
    pub elements: usize,
    pub text_bytes: usize,
    /// By item, the start of its attributes in the source, 0 for none. Only
    /// `parse_with_attribute_positions` fills it.
    pub attribute_starts: Vec<u32>,
    /// Attributes that a second `<html>` or `<body>` adds: the item and their start in the source.
    pub added_attributes: Vec<(u32, u32)>,
}

/// A token with the number of its tag.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Input {
    Text(Span, Form),
    Start(Tag),
    End(Tag),
    Comment(Span),
    Doctype,
    Eof,
}

/// Whether a token is processed, or another insertion mode must process it again.
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
    /// The insertion mode to return to after raw text or table text.
    original: Insertion,
    template_insertions: Vec<Insertion>,
    head: u32,
    form: u32,
    frameset_ok: bool,
    foster: bool,
    quirks: bool,
    /// Whether to drop the line break right after the start tag of `<pre>` or `<textarea>`.
    skip_line_break: bool,
    table_text: Vec<(Span, Form)>,
    /// Open start tags beyond `MAX_OPEN`.
    overflow: usize,
    max_items: usize,
    /// Whether to fill `Tree::attribute_starts`.
    record_attributes: bool,
}

/// Parses a document. The tree is truncated after `max_items` nodes.
pub fn parse(source: &str, max_items: usize) -> Tree {
    Builder::new(source, max_items).parse()
}

/// Parses a document and records the positions of all attributes in the source.
pub fn parse_with_attribute_positions(source: &str, max_items: usize) -> Tree {
    let mut builder = Builder::new(source, max_items);
    builder.record_attributes = true;
    builder.parse()
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
            record_attributes: false,
        };
        // About one item for every fifty bytes: real pages have one for every 40 to 100.
        builder.tree.items.reserve(source.len() / 50 + 16);
        builder.tree.attributes.reserve(source.len() / 100, source.len() / 4);
        builder.push_item(Tag::HTML, Kind::Element(Namespace::Html), Span::default());
        builder
    }

    fn parse(mut self) -> Tree {
        self.run();
        self.tree.quirks = self.quirks;
        self.tree
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

    /// Whether a token goes directly to the rules of the body, as most tokens do.
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

    /// Attaches elements that nest too deep to the deepest open element. Returns true if the token
    /// is processed.
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

    /// The number of the last tag; a new name gets the next number.
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
            // A page with more than 65,000 unknown names: the rest share one number.
            return Tag(u16::MAX - 1);
        }
        let tag = Tag(number as u16);
        self.tree.other_names.push(name.clone());
        self.other_numbers.insert(name, tag);
        tag
    }
}

const HTML: Kind = Kind::Element(Namespace::Html);

/// Whether the content of the element is text up to its end tag.
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
