//! Tokens → a tree, by the HTML standard's tree construction, scripting off.
//!
//! The tree is one vector of linked items, so that foster parenting and misnested formatting can
//! move things about; `page.rs` lays it out in document order afterwards. Nothing recurses, and
//! nothing on a hot path walks more than `MAX_OPEN` open elements.

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
    /// Laid out by the rules of old browsers.
    pub quirks: bool,
    pub truncated: bool,
    /// How many elements there are, and how many bytes of source the texts and comments take.
    pub elements: usize,
    pub text_bytes: usize,
    /// By item, where its attributes begin in the source, 0 for none; empty unless asked for.
    pub written: Vec<u32>,
    /// The same for what a second `<html>` or `<body>` adds: the item, and where.
    pub added: Vec<(u32, u32)>,
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
    /// Fill `Tree::written`.
    records: bool,
}

/// Parses a whole document. Past `max_items` nodes the tree is cut off and marked truncated.
pub fn parse(source: &str, max_items: usize) -> Tree {
    Builder::new(source, max_items).parse()
}

/// The same tree, which also tells where each tag's attributes are written.
pub fn parse_recording(source: &str, max_items: usize) -> Tree {
    let mut builder = Builder::new(source, max_items);
    builder.records = true;
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
            records: false,
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
