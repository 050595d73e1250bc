//! Misnested formatting: the list of active formatting elements and the adoption agency algorithm.

use super::open::Scope;
use super::{Builder, HTML, NONE, Namespace};
use crate::html::names::Tag;
use crate::html::tokenizer::Span;

/// Limit of unclosed formatting elements that are reopened in each block. The standard has no
/// limit, but then a page of n unclosed tags and n blocks has n² elements.
const MAX_REOPENED: usize = 24;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Formatting {
    /// Inserted by cells, captions and the like: formatting from outside stops here.
    Marker,
    /// `written` is the range of the tag's attributes in the source.
    Element { item: u32, tag: Tag, written: Span },
}

impl Builder<'_> {
    /// Inserts a formatting element and adds it to the list.
    pub(super) fn insert_formatting(&mut self, tag: Tag) {
        let item = self.insert(tag);
        let written = self.tokens.tag.written;
        let mut same = 0;
        let mut since_marker = 0;
        let mut oldest_same = None;
        for (index, entry) in self.formatting.iter().enumerate().rev() {
            let Formatting::Element { tag: other, written: others, .. } = *entry else {
                break;
            };
            since_marker += 1;
            if other == tag && others.of(self.tokens.source) == written.of(self.tokens.source) {
                same += 1;
                oldest_same = Some(index);
            }
        }
        if same >= 3
            && let Some(index) = oldest_same
        {
            self.formatting.remove(index);
        } else if since_marker >= MAX_REOPENED {
            self.formatting.remove(self.formatting.len() - since_marker);
        }
        self.formatting.push(Formatting::Element { item, tag, written });
    }

    pub(super) fn clear_formatting_to_marker(&mut self) {
        while let Some(entry) = self.formatting.pop() {
            if entry == Formatting::Marker {
                return;
            }
        }
    }

    /// Reopens the unclosed formatting elements in the current block.
    #[inline]
    pub(super) fn reconstruct(&mut self) {
        match self.formatting.last() {
            None | Some(Formatting::Marker) => return,
            Some(Formatting::Element { item, .. }) if self.is_open(*item) => return,
            _ => {}
        }
        let mut first = self.formatting.len() - 1;
        while first > 0 {
            match self.formatting[first - 1] {
                Formatting::Marker => break,
                Formatting::Element { item, .. } if self.is_open(item) => break,
                Formatting::Element { .. } => first -= 1,
            }
        }
        for index in first..self.formatting.len() {
            if let Formatting::Element { item, tag, written } = self.formatting[index] {
                let (parent, before) = self.place(self.open.current());
                let copy = self.clone_element(item, tag);
                self.attach(copy, parent, before);
                self.open.push(copy, tag, Namespace::Html);
                self.formatting[index] = Formatting::Element { item: copy, tag, written };
            }
        }
    }

    fn is_open(&self, item: u32) -> bool {
        self.open.index_of_item(item).is_some()
    }

    fn clone_element(&mut self, item: u32, tag: Tag) -> u32 {
        let original = *self.item(item);
        let copy = self.push_item(tag, HTML, original.span);
        self.item_mut(copy).attribute_count = original.attribute_count;
        self.item_mut(copy).flags = original.flags;
        if self.record_attributes {
            let written = self.tree.attribute_starts.get(item as usize).copied().unwrap_or(0);
            self.record(copy, written);
        }
        copy
    }

    fn formatting_index(&self, item: u32) -> Option<usize> {
        self.formatting
            .iter()
            .rposition(|e| matches!(e, Formatting::Element { item: i, .. } if *i == item))
    }

    /// The last formatting element of this tag after the last marker.
    pub(super) fn last_formatting(&self, tag: Tag) -> Option<u32> {
        for entry in self.formatting.iter().rev() {
            match *entry {
                Formatting::Marker => return None,
                Formatting::Element { item, tag: found, .. } if found == tag => return Some(item),
                Formatting::Element { .. } => {}
            }
        }
        None
    }

    pub(super) fn forget_formatting(&mut self, item: u32) {
        if let Some(index) = self.formatting_index(item) {
            self.formatting.remove(index);
        }
    }

    /// The adoption agency algorithm: closes formatting element `tag` across block boundaries.
    pub(super) fn adopt(&mut self, tag: Tag) {
        if self.open.current_is(tag) && self.formatting_index(self.open.current()).is_none() {
            self.open.pop();
            return;
        }
        for _ in 0..8 {
            let Some(subject) = self.last_formatting(tag) else {
                self.close_any_other(tag);
                return;
            };
            let Some(subject_index) = self.open.index_of_item(subject) else {
                self.forget_formatting(subject);
                return;
            };
            if self
                .open
                .scope_index(|found| found == tag, Scope::Default)
                .is_none_or(|i| i < subject_index)
            {
                return;
            }
            let Some(furthest_index) = self.furthest_block(subject_index) else {
                self.open.truncate(subject_index);
                self.forget_formatting(subject);
                return;
            };
            self.move_furthest_block(subject, subject_index, furthest_index, tag);
        }
    }

    fn furthest_block(&self, subject_index: usize) -> Option<usize> {
        (subject_index + 1..self.open.len()).find(|&index| {
            self.open.element(index).is_some_and(|e| self.is_special(e.tag, e.namespace))
        })
    }

    fn move_furthest_block(
        &mut self,
        subject: u32,
        subject_index: usize,
        furthest_index: usize,
        tag: Tag,
    ) {
        let common_ancestor = self.open.at(subject_index.saturating_sub(1));
        let furthest = self.open.at(furthest_index);
        let mut bookmark = self.formatting_index(subject).unwrap_or(0);
        let mut last = furthest;
        let mut furthest_index = furthest_index;
        let mut index = furthest_index;
        let mut rounds = 0;
        while index > subject_index + 1 {
            index -= 1;
            rounds += 1;
            let node = self.open.at(index);
            let mut listed = self.formatting_index(node);
            if rounds > 3
                && let Some(position) = listed
            {
                self.formatting.remove(position);
                bookmark -= usize::from(position < bookmark);
                listed = None;
            }
            let Some(position) = listed else {
                self.open.remove(index);
                furthest_index -= 1;
                continue;
            };
            let node_tag = self.item(node).tag;
            let copy = self.clone_element(node, node_tag);
            if let Formatting::Element { item, .. } = &mut self.formatting[position] {
                *item = copy;
            }
            self.open.replace(index, copy);
            if last == furthest {
                bookmark = position + 1;
            }
            self.detach(last);
            self.attach(last, copy, NONE);
            last = copy;
        }
        self.detach(last);
        let (parent, before) = self.place_for_adopted(common_ancestor);
        self.attach(last, parent, before);
        let copy = self.clone_element(subject, tag);
        self.move_children(furthest, copy);
        self.attach(copy, furthest, NONE);
        if let Some(old) = self.formatting_index(subject) {
            let written = match self.formatting[old] {
                Formatting::Element { written, .. } => written,
                Formatting::Marker => Span::default(),
            };
            self.formatting.remove(old);
            bookmark -= usize::from(old < bookmark);
            let entry = Formatting::Element { item: copy, tag, written };
            self.formatting.insert(bookmark.min(self.formatting.len()), entry);
        }
        self.open.remove(subject_index);
        self.open.insert(furthest_index, copy, tag);
    }

    /// Adopted blocks are foster-parented if their new parent is part of a table.
    fn place_for_adopted(&mut self, parent: u32) -> (u32, u32) {
        let foster = std::mem::replace(&mut self.foster, true);
        let place = self.place(parent);
        self.foster = foster;
        place
    }

    fn move_children(&mut self, from: u32, to: u32) {
        let (first, last) = (self.item(from).first, self.item(from).last);
        let mut child = first;
        while child != NONE {
            self.item_mut(child).parent = to;
            child = self.item(child).next;
        }
        (self.item_mut(to).first, self.item_mut(to).last) = (first, last);
        (self.item_mut(from).first, self.item_mut(from).last) = (NONE, NONE);
    }
}
