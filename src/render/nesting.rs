//! Containers around the text, nested strictly as output formats require.
//!
//! For any markup, sinks see lists of items, definition lists of terms and definitions, and tables
//! of captions and rows of cells. A stray `li` gets a list; stray text in a list joins the previous
//! item. Consecutive items that only the decision marks form a list.

use super::roles::Role;
use super::table_grid::{Cell, Grid};
use super::walk::Sink;
use crate::html::names::{Attribute, Tag};
use crate::page::Page;
use std::ops::Range;

/// Deeper containers are merged into the enclosing one, since the total indentation would grow with
/// the square of the depth.
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
    /// The nodes that the container may contain. For an item, all nodes up to the end of its list.
    from: usize,
    end: usize,
    /// The nodes of the element itself; other nodes in the container are stray. Empty for
    /// containers without markup.
    own: Range<usize>,
    /// Whether the decision, not the markup, makes it an item.
    is_from_decision: bool,
}

impl Frame {
    fn is_stray(&self, node: usize) -> bool {
        !self.own.contains(&node)
    }

    /// Whether text in it belongs to a container of the markup.
    fn is_full(&self) -> bool {
        is_part(&self.container) || matches!(self.container, Container::Table(_))
    }
}

#[derive(Default)]
pub struct Nest {
    frames: Vec<Frame>,
}

impl Nest {
    /// Closes the containers that end before `node`.
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
        self.leave_decision_items(sink);
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
        self.leave_decision_items(sink);
        self.push_block(page, node, Container::Table(grid), sink);
    }

    /// Opens the containers that text needs: a list contains text only in items.
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

    /// Opens or closes containers for a segment that the decision marks as an item or not. Items
    /// and cells of the markup stay.
    pub fn settle_decision_items<S: Sink>(&mut self, is_item: bool, sink: &mut S) {
        if !is_item {
            self.leave_decision_items(sink);
            return;
        }
        if self.frames.last().is_some_and(|top| top.is_from_decision) {
            self.pop(sink);
        } else if self.frames.len() + 2 > MAX_FRAMES || self.frames.iter().any(Frame::is_full) {
            return;
        } else {
            self.push_decision_item(Container::List { ordered: false, start: 1 }, sink);
        }
        self.push_decision_item(Container::Item, sink);
    }

    fn push_decision_item<S: Sink>(&mut self, container: Container, sink: &mut S) {
        let (from, end) = self.frames.last().map_or((0, usize::MAX), |top| (top.from, top.end));
        self.push(Frame { container, from, end, own: 0..0, is_from_decision: true }, sink);
    }

    fn leave_decision_items<S: Sink>(&mut self, sink: &mut S) {
        while self.frames.last().is_some_and(|top| top.is_from_decision) {
            self.pop(sink);
        }
    }

    /// Whether the text is in a table, but not in a cell with kept text.
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
        self.push(
            Frame { container, from: node, end, own: node..end, is_from_decision: false },
            sink,
        );
    }

    /// Opens an item, term or definition, in the enclosing list or a new one.
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
        self.push(Frame { container: part, from, end, own, is_from_decision: false }, sink);
    }

    fn push_stray_list<S: Sink>(&mut self, page: &Page, node: usize, items: bool, sink: &mut S) {
        let container =
            if items { Container::List { ordered: false, start: 1 } } else { Container::Terms };
        let from = page.parent(node).unwrap_or(0);
        self.push(
            Frame {
                container,
                from,
                end: page.subtree_end(from),
                own: 0..0,
                is_from_decision: false,
            },
            sink,
        );
    }

    fn push_missing<S: Sink>(&mut self, container: Container, sink: &mut S) {
        let (from, end) = self.frames.last().map_or((0, 0), |top| (top.from, top.end));
        self.push(Frame { container, from, end, own: 0..0, is_from_decision: false }, sink);
    }

    /// Text after a stray item is not part of a list.
    fn leave_stray_list<S: Sink>(&mut self, node: usize, sink: &mut S) {
        while let [.., list, part] = &self.frames[..] {
            let is_stray =
                is_part(&part.container) && part.is_stray(node) && !part.is_from_decision;
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
            self.push(
                Frame { container, from: node, end, own: node..end, is_from_decision: false },
                sink,
            );
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
        // CommonMark allows at most nine digits.
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
    fn stray_text_in_a_list_joins_the_previous_item() {
        assert_eq!(html("<ul>a<li>b</li>c</ul>"), "<ul><li>a</li><li>b<p>c</p></li></ul>");
    }

    /// Renders with the kinds of the runs, by letter: heading, paragraph, list item, continuation.
    fn with_kinds(source: &str, kinds: &str) -> String {
        let page = Page::parse(source, Limits::default());
        let mut decision = Decision::visible(&page);
        decision.kind = kinds
            .bytes()
            .map(|letter| b"hplc".iter().position(|&k| k == letter).unwrap() as u8)
            .collect();
        render(&page, &decision, Format::Html, Options::default()).replace('\n', "")
    }

    #[test]
    fn items_of_the_decision_form_a_list() {
        assert_eq!(
            with_kinds("<p>a<p>b<p>c<p>d<p>e", "pllpl"),
            "<p>a</p><ul><li>b</li><li>c</li></ul><p>d</p><ul><li>e</li></ul>"
        );
        assert_eq!(with_kinds("<div><p>a</div><div>b", "ll"), "<ul><li>a</li><li>b</li></ul>");
    }

    #[test]
    fn items_of_the_decision_stay_apart_from_those_of_the_markup() {
        assert_eq!(
            with_kinds("<p>a<ul><li>b<p>c</ul><p>d", "llll"),
            "<ul><li>a</li></ul><ul><li>b<p>c</p></li></ul><ul><li>d</li></ul>"
        );
        assert_eq!(
            with_kinds("<blockquote>a</blockquote><p>b", "ll"),
            "<blockquote><ul><li>a</li></ul></blockquote><ul><li>b</li></ul>"
        );
        assert!(
            !with_kinds("<table><tr><th>a<th>b<tr><td>c<td>d</table>", "llll").contains("<li>")
        );
        assert!(!with_kinds("<pre>a</pre>", "l").contains("<li>"));
    }

    #[test]
    fn deep_nesting_is_flattened() {
        let source = format!("{}a", "<blockquote>".repeat(100));
        assert_eq!(html(&source).matches("<blockquote>").count(), super::MAX_FRAMES);
    }
}
