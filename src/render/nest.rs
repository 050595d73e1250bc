//! The containers around the text being rendered, made to nest as a document's grammar wants.
//!
//! Whatever the markup, sinks see lists of items, definition lists of terms and definitions, and
//! tables of captions and rows of cells: a stray `li` gets a list, stray text in a list joins the
//! item before it.

use super::grid::{Cell, Grid};
use super::roles::Role;
use super::walk::Sink;
use crate::names::{Attribute, Tag};
use crate::page::Page;
use std::ops::Range;

/// What nests deeper is rendered as part of the container around it: indentation would otherwise
/// grow with the square of the depth.
const MAX_FRAMES: usize = 24;

#[derive(Debug)]
pub enum Container {
    List { ordered: bool, start: u32 },
    Item,
    Terms,
    Term,
    Definition,
    Quote,
    Table(Grid),
    Row,
    Cell(Cell),
    Caption,
}

struct Frame {
    container: Container,
    /// The nodes that the container may hold. For an item, all from it to the end of its list.
    from: usize,
    end: usize,
    /// The nodes of the element itself; what else the container holds is stray. Empty for
    /// containers that the markup lacks.
    own: Range<usize>,
}

impl Frame {
    fn is_stray(&self, node: usize) -> bool {
        !self.own.contains(&node)
    }
}

#[derive(Default)]
pub struct Nest {
    frames: Vec<Frame>,
}

impl Nest {
    /// Closes the containers that do not reach to `node`.
    pub fn leave<S: Sink>(&mut self, node: usize, sink: &mut S) {
        while self.frames.last().is_some_and(|top| !(top.from..top.end).contains(&node)) {
            self.pop(sink);
        }
    }

    pub fn close_all<S: Sink>(&mut self, sink: &mut S) {
        while !self.frames.is_empty() {
            self.pop(sink);
        }
    }

    pub fn enter<S: Sink>(&mut self, page: &Page, node: usize, role: Role, sink: &mut S) {
        match role {
            Role::List => self.push_block(page, node, list(page, node), sink),
            Role::Terms => self.push_block(page, node, Container::Terms, sink),
            Role::Quote => self.push_block(page, node, Container::Quote, sink),
            Role::Item => self.push_part(page, node, Container::Item, sink),
            Role::Term => self.push_part(page, node, Container::Term, sink),
            Role::Definition => self.push_part(page, node, Container::Definition, sink),
            Role::Row | Role::Cell | Role::Caption => self.push_in_table(page, node, role, sink),
            _ => {}
        }
    }

    pub fn enter_table<S: Sink>(&mut self, page: &Page, node: usize, grid: Grid, sink: &mut S) {
        self.push_block(page, node, Container::Table(grid), sink);
    }

    /// Makes the place ready for text: inside a list there is none but in items.
    pub fn settle<S: Sink>(&mut self, node: usize, sink: &mut S) {
        self.leave_stray_list(node, sink);
        if matches!(self.top(), Some(Container::Row)) {
            self.pop(sink);
        }
        let missing = match self.top() {
            Some(Container::List { .. }) => Container::Item,
            Some(Container::Terms) => Container::Definition,
            Some(Container::Table(_)) => Container::Caption,
            _ => return,
        };
        self.push_missing(missing, sink);
    }

    fn top(&self) -> Option<&Container> {
        self.frames.last().map(|frame| &frame.container)
    }

    fn pop<S: Sink>(&mut self, sink: &mut S) {
        if let Some(frame) = self.frames.pop() {
            sink.close(&frame.container);
        }
    }

    fn push<S: Sink>(&mut self, frame: Frame, sink: &mut S) {
        sink.open(&frame.container);
        self.frames.push(frame);
    }

    fn push_block<S: Sink>(
        &mut self,
        page: &Page,
        node: usize,
        container: Container,
        sink: &mut S,
    ) {
        if self.frames.len() >= MAX_FRAMES {
            return;
        }
        self.settle(node, sink);
        let end = page.subtree_end(node);
        self.push(Frame { container, from: node, end, own: node..end }, sink);
    }

    /// An item, term or definition, in the list around it or one of its own.
    fn push_part<S: Sink>(&mut self, page: &Page, node: usize, part: Container, sink: &mut S) {
        let is_item = matches!(part, Container::Item);
        while self.frames.last().is_some_and(|top| is_part(&top.container) && top.is_stray(node)) {
            self.pop(sink);
        }
        let fits = match self.top() {
            Some(Container::List { .. }) => is_item,
            Some(Container::Terms) => !is_item,
            _ => false,
        };
        if !fits {
            if self.frames.len() >= MAX_FRAMES {
                return;
            }
            self.settle(node, sink);
            self.push_stray_list(page, node, is_item, sink);
        }
        let (from, end) = self.frames.last().map_or((node, node), |top| (top.from, top.end));
        let own = node..page.subtree_end(node);
        self.push(Frame { container: part, from, end, own }, sink);
    }

    fn push_stray_list<S: Sink>(&mut self, page: &Page, node: usize, items: bool, sink: &mut S) {
        let container =
            if items { Container::List { ordered: false, start: 1 } } else { Container::Terms };
        let from = page.parent(node).unwrap_or(0);
        self.push(Frame { container, from, end: page.subtree_end(from), own: 0..0 }, sink);
    }

    fn push_missing<S: Sink>(&mut self, container: Container, sink: &mut S) {
        let (from, end) = self.frames.last().map_or((0, 0), |top| (top.from, top.end));
        self.push(Frame { container, from, end, own: 0..0 }, sink);
    }

    /// Text behind a stray item is not part of a list.
    fn leave_stray_list<S: Sink>(&mut self, node: usize, sink: &mut S) {
        while let [.., list, part] = &self.frames[..] {
            if !is_part(&part.container) || !part.is_stray(node) || !list.own.is_empty() {
                return;
            }
            self.pop(sink);
            self.pop(sink);
        }
    }

    fn push_in_table<S: Sink>(&mut self, page: &Page, node: usize, role: Role, sink: &mut S) {
        while self
            .frames
            .last()
            .is_some_and(|top| matches!(top.container, Container::Caption) && top.is_stray(node))
        {
            self.pop(sink);
        }
        let found = match (&self.frames[..], role) {
            ([.., Frame { container: Container::Table(grid), .. }], Role::Row) => {
                grid.has_row(node).then_some(Container::Row)
            }
            ([.., Frame { container: Container::Table(_), .. }], Role::Caption) => {
                Some(Container::Caption)
            }
            ([.., Frame { container: Container::Table(grid), .. }, row], Role::Cell)
                if matches!(row.container, Container::Row) =>
            {
                grid.cell(node).map(Container::Cell)
            }
            _ => None,
        };
        if let Some(container) = found {
            let end = page.subtree_end(node);
            self.push(Frame { container, from: node, end, own: node..end }, sink);
        }
    }
}

fn is_part(container: &Container) -> bool {
    matches!(container, Container::Item | Container::Term | Container::Definition)
}

fn list(page: &Page, node: usize) -> Container {
    let start = page.attribute(node, Attribute::START).and_then(|value| value.trim().parse().ok());
    Container::List {
        ordered: page.tag(node) == Tag::OL,
        // CommonMark reads at most nine digits.
        start: start.filter(|&start: &u32| start < 900_000_000).unwrap_or(1),
    }
}
