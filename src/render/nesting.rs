//! The containers around the text being rendered, made to nest as a document's grammar wants.
//!
//! Whatever the markup, sinks see lists of items, definition lists of terms and definitions, and
//! tables of captions and rows of cells: a stray `li` gets a list, stray text in a list joins the
//! item before it. Items that only a method tells of, one after the other, are a list, too.

use super::roles::Role;
use super::table_grid::{Cell, Grid};
use super::walk::Sink;
use crate::html::names::{Attribute, Tag};
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
    /// No markup has it: a method says that a segment is an item.
    is_told: bool,
}

impl Frame {
    fn is_stray(&self, node: usize) -> bool {
        !self.own.contains(&node)
    }

    /// Text in it is part of something that the markup has.
    fn is_full(&self) -> bool {
        is_part(&self.container) || matches!(self.container, Container::Table(_))
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
        self.leave_told(sink);
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
        self.leave_told(sink);
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

    /// Makes the place ready for a segment that a method tells of as an item, or does not. Where the
    /// markup has an item or a cell, it stays as it is.
    pub fn settle_told<S: Sink>(&mut self, is_item: bool, sink: &mut S) {
        if !is_item {
            self.leave_told(sink);
            return;
        }
        if self.frames.last().is_some_and(|top| top.is_told) {
            self.pop(sink);
        } else if self.frames.len() + 2 > MAX_FRAMES || self.frames.iter().any(Frame::is_full) {
            return;
        } else {
            self.push_told(Container::List { ordered: false, start: 1 }, sink);
        }
        self.push_told(Container::Item, sink);
    }

    fn push_told<S: Sink>(&mut self, container: Container, sink: &mut S) {
        let (from, end) = self.frames.last().map_or((0, usize::MAX), |top| (top.from, top.end));
        self.push(Frame { container, from, end, own: 0..0, is_told: true }, sink);
    }

    fn leave_told<S: Sink>(&mut self, sink: &mut S) {
        while self.frames.last().is_some_and(|top| top.is_told) {
            self.pop(sink);
        }
    }

    /// In a table, but in no cell that has kept text.
    pub fn is_between_cells(&self) -> bool {
        matches!(self.top(), Some(Container::Table(_) | Container::Row))
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
        self.push(Frame { container, from: node, end, own: node..end, is_told: false }, sink);
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
        self.push(Frame { container: part, from, end, own, is_told: false }, sink);
    }

    fn push_stray_list<S: Sink>(&mut self, page: &Page, node: usize, items: bool, sink: &mut S) {
        let container =
            if items { Container::List { ordered: false, start: 1 } } else { Container::Terms };
        let from = page.parent(node).unwrap_or(0);
        self.push(
            Frame { container, from, end: page.subtree_end(from), own: 0..0, is_told: false },
            sink,
        );
    }

    fn push_missing<S: Sink>(&mut self, container: Container, sink: &mut S) {
        let (from, end) = self.frames.last().map_or((0, 0), |top| (top.from, top.end));
        self.push(Frame { container, from, end, own: 0..0, is_told: false }, sink);
    }

    /// Text behind a stray item is not part of a list.
    fn leave_stray_list<S: Sink>(&mut self, node: usize, sink: &mut S) {
        while let [.., list, part] = &self.frames[..] {
            let is_stray = is_part(&part.container) && part.is_stray(node) && !part.is_told;
            if !is_stray || !list.own.is_empty() {
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
            self.push(Frame { container, from: node, end, own: node..end, is_told: false }, sink);
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

#[cfg(test)]
mod tests {
    use crate::page::decision::Decision;
    use crate::page::{Limits, Page};
    use crate::render::testing::rendered;
    use crate::render::{Format, Options, render};

    fn html(source: &str) -> String {
        rendered(source, Format::Html, Options::default()).replace('\n', "")
    }

    #[test]
    fn stray_items_get_a_list_that_ends_with_them() {
        assert_eq!(html("<div><li>a<li>b</li>c</div>"), "<ul><li>a</li><li>b</li></ul><p>c</p>");
        assert_eq!(html("<div><dd>a</dd>b</div>"), "<dl><dd>a</dd></dl><p>b</p>");
    }

    #[test]
    fn stray_text_in_a_list_joins_the_item_before_it() {
        assert_eq!(html("<ul>a<li>b</li>c</ul>"), "<ul><li>a</li><li>b<p>c</p></li></ul>");
    }

    /// With the kinds of the runs, by their letters: heading, paragraph, list item, continuation.
    fn told(source: &str, kinds: &str) -> String {
        let page = Page::parse(source, Limits::default());
        let mut decision = Decision::visible(&page);
        decision.kind = kinds
            .bytes()
            .map(|letter| b"hplc".iter().position(|&k| k == letter).unwrap() as u8)
            .collect();
        render(&page, &decision, Format::Html, Options::default()).replace('\n', "")
    }

    #[test]
    fn items_that_a_method_tells_of_are_a_list() {
        assert_eq!(
            told("<p>a<p>b<p>c<p>d<p>e", "pllpl"),
            "<p>a</p><ul><li>b</li><li>c</li></ul><p>d</p><ul><li>e</li></ul>"
        );
        assert_eq!(told("<div><p>a</div><div>b", "ll"), "<ul><li>a</li><li>b</li></ul>");
    }

    #[test]
    fn items_that_a_method_tells_of_stay_apart_from_those_of_the_markup() {
        assert_eq!(
            told("<p>a<ul><li>b<p>c</ul><p>d", "llll"),
            "<ul><li>a</li></ul><ul><li>b<p>c</p></li></ul><ul><li>d</li></ul>"
        );
        assert_eq!(
            told("<blockquote>a</blockquote><p>b", "ll"),
            "<blockquote><ul><li>a</li></ul></blockquote><ul><li>b</li></ul>"
        );
        assert!(!told("<table><tr><th>a<th>b<tr><td>c<td>d</table>", "llll").contains("<li>"));
        assert!(!told("<pre>a</pre>", "l").contains("<li>"));
    }

    #[test]
    fn what_nests_too_deep_is_flattened_and_kept() {
        let source = format!("{}a", "<blockquote>".repeat(100));
        assert_eq!(html(&source).matches("<blockquote>").count(), super::MAX_FRAMES);
    }
}
