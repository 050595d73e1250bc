//! Plain text: one line for each segment, and one line of tab-separated cells for each table row.
//!
//! List items begin with "- ". Rows look as browsers copy them: a tab between two columns, also
//! around empty cells.

use super::nesting::Container;
use super::walk::{Form, Gap, Mark, Piece, Segment, Sink};
use crate::page::Page;
use crate::page::decision::Kind;

#[derive(Default)]
pub struct Text {
    out: String,
    /// Number of enclosing items, terms and definitions.
    parts: usize,
    /// Whether an item is open and has no text yet.
    fresh_item: bool,
    /// The column of the current cell, and whether it has text.
    cell: Option<usize>,
    cell_begun: bool,
    /// The column up to which the row is written.
    column: usize,
    row_begun: bool,
    code: bool,
}

impl Text {
    pub fn new(page: &Page) -> Text {
        Text { out: String::with_capacity(page.text.len() / 2), ..Text::default() }
    }

    pub fn finish(self) -> String {
        self.out
    }

    /// Bytes written so far.
    pub fn len(&self) -> usize {
        self.out.len()
    }

    pub fn is_in_cell(&self) -> bool {
        self.cell.is_some()
    }

    /// Whether a segment that begins here continues the current table row.
    pub fn is_in_row(&self) -> bool {
        self.is_in_cell() && self.row_begun
    }

    fn new_line(&mut self) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
    }

    fn begin_in_cell(&mut self, column: usize) {
        if !self.row_begun {
            self.new_line();
            self.row_begun = true;
        }
        if self.cell_begun {
            self.out.push(' ');
            return;
        }
        for _ in self.column..column {
            self.out.push('\t');
        }
        self.column = column;
        self.cell_begun = true;
    }
}

impl Sink for Text {
    fn open(&mut self, container: &Container) {
        match container {
            Container::Item | Container::Term | Container::Definition => {
                self.parts += 1;
                self.fresh_item = matches!(container, Container::Item);
            }
            Container::Row => {
                self.column = 0;
                self.row_begun = false;
            }
            Container::Cell(cell) => {
                self.cell = Some(cell.column);
                self.cell_begun = false;
            }
            _ => {}
        }
    }

    fn close(&mut self, container: &Container) {
        match container {
            Container::Item | Container::Term | Container::Definition => {
                self.parts -= 1;
                self.fresh_item = false;
            }
            Container::Cell(_) => self.cell = None,
            _ => {}
        }
    }

    fn begin(&mut self, segment: &Segment) {
        self.code = segment.code.is_some();
        if let Some(column) = self.cell {
            self.begin_in_cell(column);
            return;
        }
        self.new_line();
        // The decision may mark items that the markup does not have.
        if segment.kind == Kind::ListItem && (self.fresh_item || self.parts == 0) {
            self.out.push_str("- ");
        }
        self.fresh_item = false;
    }

    #[inline]
    fn text(&mut self, piece: &Piece, _styles: &[Mark]) {
        match piece.gap {
            Gap::None => {}
            Gap::Break if self.cell.is_none() => self.out.push('\n'),
            _ => self.out.push(' '),
        }
        if piece.form == Form::Preformatted && !self.code {
            collapse(&mut self.out, piece.text);
        } else {
            self.out.push_str(piece.text);
        }
    }

    fn end(&mut self) {
        if self.code {
            let text = self.out.trim_end().len();
            self.out.truncate(text);
        }
    }
}

/// Adds text with collapsed white space, without spaces at the ends.
pub fn collapse(out: &mut String, text: &str) {
    for (number, word) in text.split_whitespace().enumerate() {
        if number > 0 {
            out.push(' ');
        }
        out.push_str(word);
    }
}

#[cfg(test)]
mod tests {
    use crate::render::testing::rendered;
    use crate::render::{Format, Options};

    fn text(html: &str) -> String {
        rendered(html, Format::Text, Options::default())
    }

    #[test]
    fn a_block_is_a_line_and_a_br_starts_another() {
        assert_eq!(text("<h1>a</h1><p>b <i>c</i>d<br>e<p>f"), "a\nb cd\ne\nf\n");
    }

    #[test]
    fn items_have_one_dash_each() {
        assert_eq!(text("<ul><li>a<p>b</p><ul><li>c</ul><li>d</ul>"), "- a\nb\n- c\n- d\n");
    }

    #[test]
    fn terms_and_definitions_are_plain_lines() {
        assert_eq!(text("<dl><dt>a<dd>b</dl>"), "a\nb\n");
    }

    #[test]
    fn rows_are_lines_with_a_tab_between_columns() {
        let html = "<table><tr><td>a<td><td>b<p>c<tr><td colspan=2>d<br>e<td>f</table>g";
        assert_eq!(text(html), "a\t\tb c\nd e\t\tf\ng\n");
    }

    #[test]
    fn preformatted_text_is_verbatim() {
        assert_eq!(text("<pre>  a\n\n    b\n</pre>c"), "  a\n\n    b\nc\n");
        assert_eq!(text("<pre><div>a</div><div> b</div></pre>"), "a\n b\n");
    }

    #[test]
    fn tables_can_be_dropped() {
        let html = "a<table><tr><td>b<td>c<tr><td>d<td>e</table>f";
        let options = Options { tables: false, ..Options::default() };
        assert_eq!(rendered(html, Format::Text, options), "a\nf\n");
        let layout = "a<table><tr><td>b</table>";
        assert_eq!(rendered(layout, Format::Text, options), "a\nb\n");
    }

    #[test]
    fn an_empty_decision_renders_nothing() {
        assert_eq!(text("<script>a</script>"), "");
    }
}
