//! The stack of open elements, with the standard's scope checks.

use super::Namespace;
use crate::html::names::{TAG_NAMES, Tag};

#[derive(Clone, Copy, Debug)]
pub struct OpenElement {
    pub item: u32,
    pub tag: Tag,
    pub namespace: Namespace,
}

/// The standard's scopes, which end at different elements.
#[derive(Clone, Copy, PartialEq)]
pub enum Scope {
    Default,
    ListItem,
    Button,
    Table,
}

#[derive(Debug)]
pub struct Open {
    elements: Vec<OpenElement>,
    /// Number of open HTML elements of each known tag. Most checks end here, at zero.
    counts: [u32; TAG_NAMES.len()],
}

impl Default for Open {
    fn default() -> Self {
        Open { elements: Vec::new(), counts: [0; TAG_NAMES.len()] }
    }
}

impl Open {
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    pub fn at(&self, index: usize) -> u32 {
        self.elements.get(index).map_or(super::DOCUMENT, |e| e.item)
    }

    pub fn element(&self, index: usize) -> Option<OpenElement> {
        self.elements.get(index).copied()
    }

    #[inline]
    pub fn last(&self) -> Option<OpenElement> {
        self.elements.last().copied()
    }

    /// The current node; the document while nothing is open.
    #[inline]
    pub fn current(&self) -> u32 {
        self.elements.last().map_or(super::DOCUMENT, |e| e.item)
    }

    /// The current node's tag, if it is an HTML element.
    #[inline]
    pub fn current_tag(&self) -> Option<Tag> {
        self.elements.last().filter(|e| e.namespace == Namespace::Html).map(|e| e.tag)
    }

    pub fn current_is(&self, tag: Tag) -> bool {
        self.current_tag() == Some(tag)
    }

    fn count(&mut self, element: OpenElement) -> Option<&mut u32> {
        match element.namespace {
            Namespace::Html => self.counts.get_mut(element.tag.0 as usize),
            _ => None,
        }
    }

    #[inline]
    pub fn push(&mut self, item: u32, tag: Tag, namespace: Namespace) {
        let element = OpenElement { item, tag, namespace };
        self.elements.push(element);
        if let Some(count) = self.count(element) {
            *count += 1;
        }
    }

    pub fn insert(&mut self, index: usize, item: u32, tag: Tag) {
        let element = OpenElement { item, tag, namespace: Namespace::Html };
        self.elements.insert(index.min(self.elements.len()), element);
        if let Some(count) = self.count(element) {
            *count += 1;
        }
    }

    #[inline]
    pub fn pop(&mut self) -> Option<OpenElement> {
        let element = self.elements.pop()?;
        if let Some(count) = self.count(element) {
            *count -= 1;
        }
        Some(element)
    }

    pub fn remove(&mut self, index: usize) {
        if index < self.elements.len() {
            let element = self.elements.remove(index);
            if let Some(count) = self.count(element) {
                *count -= 1;
            }
        }
    }

    pub fn replace(&mut self, index: usize, item: u32) {
        if let Some(element) = self.elements.get_mut(index) {
            element.item = item;
        }
    }

    pub fn truncate(&mut self, length: usize) {
        while self.elements.len() > length {
            self.pop();
        }
    }

    pub fn index_of_item(&self, item: u32) -> Option<usize> {
        self.elements.iter().rposition(|e| e.item == item)
    }

    /// Whether an HTML element of this known tag is open anywhere.
    #[inline]
    pub fn has(&self, tag: Tag) -> bool {
        self.counts.get(tag.0 as usize).is_some_and(|count| *count > 0)
    }

    /// Whether an element with preformatted text is open.
    pub fn has_preformatted(&self) -> bool {
        [Tag::PRE, Tag::TEXTAREA, Tag::LISTING, Tag::XMP, Tag::PLAINTEXT]
            .iter()
            .any(|&tag| self.has(tag))
    }

    pub fn last_index_of(&self, tag: Tag) -> Option<usize> {
        if !self.has(tag) {
            return None;
        }
        self.elements.iter().rposition(|e| e.tag == tag && e.namespace == Namespace::Html)
    }

    #[inline]
    pub fn in_scope(&self, tag: Tag, scope: Scope) -> bool {
        self.has(tag) && self.scope_index(|found| found == tag, scope).is_some()
    }

    /// The nearest open HTML element that `wanted` accepts, unless the scope ends before it.
    pub fn scope_index(&self, wanted: impl Fn(Tag) -> bool, scope: Scope) -> Option<usize> {
        for (index, element) in self.elements.iter().enumerate().rev() {
            if element.namespace == Namespace::Html && wanted(element.tag) {
                return Some(index);
            }
            if ends_scope(*element, scope) {
                return None;
            }
        }
        None
    }

    /// Pops up to and including the nearest HTML element of this tag.
    pub fn pop_until(&mut self, tag: Tag) {
        self.pop_until_one(|found| found == tag);
    }

    pub fn pop_until_one(&mut self, wanted: impl Fn(Tag) -> bool) {
        while let Some(element) = self.pop() {
            if element.namespace == Namespace::Html && wanted(element.tag) {
                return;
            }
        }
    }

    /// The standard's "generate implied end tags", except for the tag `except`.
    pub fn pop_implied(&mut self, except: Option<Tag>) {
        while let Some(tag) = self.current_tag() {
            if !has_implied_end(tag) || Some(tag) == except {
                return;
            }
            self.pop();
        }
    }

    /// The standard's "generate all implied end tags thoroughly", which includes parts of tables.
    pub fn pop_implied_thoroughly(&mut self) {
        while let Some(tag) = self.current_tag() {
            let table_part = matches!(
                tag,
                Tag::CAPTION
                    | Tag::COLGROUP
                    | Tag::TBODY
                    | Tag::TD
                    | Tag::TFOOT
                    | Tag::TH
                    | Tag::THEAD
                    | Tag::TR
            );
            if !has_implied_end(tag) && !table_part {
                return;
            }
            self.pop();
        }
    }

    /// Pops until the current node is one of `stops`, a template or the root.
    pub fn pop_back_to(&mut self, stops: &[Tag]) {
        while let Some(element) = self.last() {
            let is_stop = element.namespace == Namespace::Html
                && (stops.contains(&element.tag)
                    || matches!(element.tag, Tag::TEMPLATE | Tag::HTML));
            if is_stop {
                return;
            }
            self.pop();
        }
    }
}

fn has_implied_end(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::DD
            | Tag::DT
            | Tag::LI
            | Tag::OPTGROUP
            | Tag::OPTION
            | Tag::P
            | Tag::RB
            | Tag::RP
            | Tag::RT
            | Tag::RTC
    )
}

fn ends_scope(element: OpenElement, scope: Scope) -> bool {
    match element.namespace {
        Namespace::Html if scope == Scope::Table => {
            matches!(element.tag, Tag::HTML | Tag::TABLE | Tag::TEMPLATE)
        }
        Namespace::Html => match element.tag {
            Tag::APPLET
            | Tag::CAPTION
            | Tag::HTML
            | Tag::TABLE
            | Tag::TD
            | Tag::TH
            | Tag::MARQUEE
            | Tag::OBJECT
            | Tag::SELECT
            | Tag::TEMPLATE => true,
            Tag::OL | Tag::UL => scope == Scope::ListItem,
            Tag::BUTTON => scope == Scope::Button,
            _ => false,
        },
        _ if scope == Scope::Table => false,
        Namespace::MathMl => matches!(
            element.tag,
            Tag::MI | Tag::MO | Tag::MN | Tag::MS | Tag::MTEXT | Tag::ANNOTATION_XML
        ),
        Namespace::Svg => matches!(element.tag, Tag::FOREIGNOBJECT | Tag::DESC | Tag::TITLE),
    }
}
