//! Creates items and links them into the tree. Every tag and text passes through here, hence the
//! inlining.

use super::{Builder, HTML, Insertion, Item, Kind, NONE, Namespace};
use crate::html::character_data::decode_attribute;
use crate::html::names::{Attribute, Tag};
use crate::html::tokenizer::{Form, Mode, Span};
use crate::html::whitespace::is_blank;
use crate::page::flags;

impl Builder<'_> {
    /// Creates an item that is not yet in the tree.
    #[inline(always)]
    pub(super) fn push_item(&mut self, tag: Tag, kind: Kind, span: Span) -> u32 {
        let number = self.tree.items.len() as u32;
        let mut flags = 0;
        match kind {
            Kind::Element(namespace) => {
                self.tree.elements += 1;
                flags = flags::of_tag(tag, namespace);
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
            flags,
        });
        number
    }

    #[inline]
    pub(super) fn item(&self, item: u32) -> &Item {
        &self.tree.items[item as usize]
    }

    #[inline]
    pub(super) fn item_mut(&mut self, item: u32) -> &mut Item {
        &mut self.tree.items[item as usize]
    }

    /// Links `item` into `parent` before `before`, or at the end.
    #[inline(always)]
    pub(super) fn attach(&mut self, item: u32, parent: u32, before: u32) {
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

    pub(super) fn detach(&mut self, item: u32) {
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

    /// The standard's "appropriate place for inserting a node": the parent and the next sibling.
    #[inline(always)]
    pub(super) fn place(&self, target: u32) -> (u32, u32) {
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

    pub(super) fn insert_text(&mut self, span: Span, form: Form) {
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

    /// Detects the most common token early: white space between two blocks.
    #[inline]
    pub(super) fn is_indentation(&self, span: Span) -> bool {
        self.insertion == Insertion::InBody
            && self.formatting.is_empty()
            && !self.skip_line_break
            && self.is_blank(span)
            && self.is_at_block_edge(self.open.current())
    }

    /// Whether white space at the end of `parent` would begin a line. Half of the texts of a page
    /// are such indentation, which is never displayed.
    pub(super) fn is_at_block_edge(&self, parent: u32) -> bool {
        let before = match self.item(parent).last {
            NONE => parent,
            last => last,
        };
        let item = self.item(before);
        item.kind == HTML && item.tag.is_block() && !self.open.has_preformatted()
    }

    pub(super) fn insert_comment(&mut self, span: Span, parent: u32) {
        let item = self.push_item(Tag::HTML, Kind::Comment, span);
        self.attach(item, parent, NONE);
    }

    /// Creates an item for the last start tag with its attributes. It is not yet in the tree.
    #[inline(always)]
    pub(super) fn item_from_tag(&mut self, tag: Tag, namespace: Namespace) -> u32 {
        let item = self.push_item(tag, Kind::Element(namespace), Span::default());
        if self.tokens.tag.attribute_count == 0 {
            return item;
        }
        if self.record_attributes {
            self.record(item, self.tokens.tag.written.start);
        }
        let first = self.tree.attributes.len();
        let seen = self.push_attributes(0);
        let span = Span::new(first, self.tree.attributes.len());
        let count = self.tokens.tag.attribute_count.min(255) as u8;
        let created = &mut self.tree.items[item as usize];
        created.span = span;
        created.attribute_count = count;
        if seen & flags::FLAG_ATTRIBUTES != 0 {
            let mut removed = 0;
            for index in first..self.tree.attributes.len() {
                let (name, value) = self.tree.attributes.get(index);
                removed |= flags::flags_removed_by(tag, name, value);
                created.flags |= flags::of_attribute(tag, name, value);
            }
            created.flags &= !removed;
        }
        item
    }

    #[cold]
    pub(super) fn record(&mut self, item: u32, written: u32) {
        self.tree.attribute_starts.resize(item as usize + 1, 0);
        self.tree.attribute_starts[item as usize] = written;
    }

    /// Copies the tag's attributes, the first of each name and none in `seen`. Returns the set of
    /// all names seen.
    #[inline]
    fn push_attributes(&mut self, seen: u64) -> u64 {
        let mut seen = seen;
        for attribute in &self.tokens.tag.attributes {
            let Some(name) = attribute.known else { continue };
            if seen & flags::bit(name) != 0 {
                continue;
            }
            seen |= flags::bit(name);
            let raw = attribute.value.of(self.tokens.source);
            if self.tokens.tag.has_reference {
                self.tree.attributes.push(name, &decode_attribute(raw));
            } else {
                self.tree.attributes.push(name, raw);
            }
        }
        seen
    }

    /// Adds the attributes of the last tag that the element lacks, for a second `<html>` or
    /// `<body>`.
    pub(super) fn add_attributes(&mut self, item: u32) {
        if self.record_attributes && self.tokens.tag.attribute_count > 0 {
            self.tree.added_attributes.push((item, self.tokens.tag.written.start));
        }
        let Span { start, end } = self.item(item).span;
        let mut seen = 0;
        for index in start..end {
            seen |= flags::bit(self.tree.attributes.get(index as usize).0);
        }
        let known = self.tokens.tag.attributes.iter().filter_map(|a| a.known);
        if known.fold(0, |names, name| names | flags::bit(name)) & !seen == 0 {
            return;
        }
        // A range cannot grow, so the old attributes are copied in front of the new ones.
        let first = self.tree.attributes.len();
        for index in start..end {
            self.tree.attributes.repeat(index as usize);
        }
        self.push_attributes(seen);
        self.item_mut(item).span = Span::new(first, self.tree.attributes.len());
    }

    #[inline(always)]
    pub(super) fn insert_item_here(&mut self, tag: Tag, namespace: Namespace) -> u32 {
        let (parent, before) = self.place(self.open.current());
        let item = self.item_from_tag(tag, namespace);
        self.attach(item, parent, before);
        item
    }

    /// Inserts the element of the last start tag and opens it.
    #[inline(always)]
    pub(super) fn insert(&mut self, tag: Tag) -> u32 {
        let item = self.insert_item_here(tag, Namespace::Html);
        self.open.push(item, tag, Namespace::Html);
        item
    }

    /// Inserts an element that has no tag in the source.
    pub(super) fn insert_implied(&mut self, tag: Tag) -> u32 {
        let (parent, before) = self.place(self.open.current());
        let item = self.push_item(tag, HTML, Span::default());
        self.attach(item, parent, before);
        self.open.push(item, tag, Namespace::Html);
        item
    }

    /// Inserts an element without content.
    pub(super) fn insert_void(&mut self, tag: Tag) {
        self.insert_item_here(tag, Namespace::Html);
    }

    pub(super) fn insert_raw(&mut self, tag: Tag, mode: Mode) {
        self.insert(tag);
        self.tokens.enter_raw(mode);
        self.original = self.insertion;
        self.insertion = Insertion::Text;
    }

    #[inline]
    pub(super) fn is_blank(&self, span: Span) -> bool {
        is_blank(span.of(self.tokens.source).as_bytes())
    }

    /// Splits off leading white space.
    pub(super) fn split_blank(&self, span: Span) -> (Span, Span) {
        let text = span.of(self.tokens.source);
        let rest = text.trim_start_matches(['\t', '\n', '\x0C', '\r', ' ']);
        let middle = span.end as usize - rest.len();
        (Span::new(span.start as usize, middle), Span::new(middle, span.end as usize))
    }

    pub(super) fn attribute(&self, name: Attribute) -> Option<&str> {
        let found = self.tokens.tag.attributes.iter().find(|a| a.known == Some(name))?;
        Some(found.value.of(self.tokens.source))
    }
}
