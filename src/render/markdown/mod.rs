//! Markdown: CommonMark with GitHub's tables.
//!
//! Each segment is written into a buffer, and then to the output with the quote marks and
//! indentation of its containers.

mod escape;
mod inline;
mod table;

use super::code_language::language;
use super::image::Image;
use super::nesting::Container;
use super::roles::Role;
use super::text::collapse;
use super::walk::{Form, Gap, Mark, Piece, Segment, Sink};
use crate::page::Page;
use crate::page::decision::Kind;
use crate::page::flags::LINK;
use inline::Line;
use table::TableDraft;

/// The prefix of each line of a container.
enum Prefix {
    Quote,
    Item {
        marker: String,
        written: bool,
        first: bool,
        /// Whether it may follow a paragraph without a blank line.
        interrupts: bool,
    },
}

struct List {
    ordered: bool,
    number: u32,
    /// Whether it uses the other of the two markers, to be separate from the previous list.
    other_marker: bool,
    first: bool,
}

pub struct Markdown<'a> {
    page: &'a Page,
    out: String,
    line: Line,
    prefixes: Vec<Prefix>,
    lists: Vec<List>,
    /// Number of prefixes that the last block shares.
    shared: usize,
    /// Whether the last block was a paragraph or heading, which a list may follow directly.
    after_line: bool,
    /// The list that ended last, if nothing was written since: depth, ordered, marker.
    ended_list: Option<(usize, bool, bool)>,
    table: Option<TableDraft>,
    /// Whether the first row of that table is its header.
    has_header: bool,
    /// Column of the current cell, and whether it is a header.
    cell: Option<(usize, bool)>,
    in_term: bool,
    /// Whether the list has a definition since its last term.
    after_definition: bool,
    heading: Option<u8>,
    /// The language of the current code block.
    code: Option<Option<String>>,
    wanted: Vec<(Role, usize)>,
}

impl<'a> Markdown<'a> {
    pub fn new(page: &'a Page) -> Markdown<'a> {
        Markdown {
            page,
            out: String::with_capacity(page.text.len()),
            line: Line::default(),
            prefixes: Vec::new(),
            lists: Vec::new(),
            shared: 0,
            after_line: false,
            ended_list: None,
            table: None,
            has_header: false,
            cell: None,
            in_term: false,
            after_definition: false,
            heading: None,
            code: None,
            wanted: Vec::new(),
        }
    }

    pub fn finish(self) -> String {
        self.out
    }

    fn open_list(&mut self, ordered: bool, start: u32) {
        let other_marker = match self.ended_list {
            Some((depth, was_ordered, marker)) => {
                depth == self.prefixes.len() && was_ordered == ordered && !marker
            }
            None => false,
        };
        self.lists.push(List { ordered, number: start, other_marker, first: true });
    }

    fn open_item(&mut self) {
        let Some(list) = self.lists.last_mut() else {
            return;
        };
        let marker = match (list.ordered, list.other_marker) {
            (false, false) => "- ".to_owned(),
            (false, true) => "* ".to_owned(),
            (true, false) => format!("{}. ", list.number),
            (true, true) => format!("{}) ", list.number),
        };
        let interrupts = !list.ordered || list.number == 1;
        let first = std::mem::replace(&mut list.first, false);
        list.number += 1;
        self.prefixes.push(Prefix::Item { marker, written: false, first, interrupts });
    }

    fn open_definition(&mut self) {
        let marker = "- ".to_owned();
        let first = !std::mem::replace(&mut self.after_definition, true);
        self.prefixes.push(Prefix::Item { marker, written: false, first, interrupts: true });
    }

    fn pop_prefix(&mut self) {
        self.prefixes.pop();
        self.shared = self.shared.min(self.prefixes.len());
    }

    fn write_table(&mut self) {
        let Some(draft) = &mut self.table else {
            return;
        };
        if !draft.is_empty() {
            let table = draft.take();
            self.write_block(&table, false);
        }
    }

    /// Writes a block of lines with the prefixes. `is_line`: it is a paragraph or heading.
    fn write_block(&mut self, block: &str, is_line: bool) {
        if !self.out.is_empty() {
            self.out.push('\n');
            if !self.is_tight() {
                self.write_prefixes(self.shared);
                let line = self.out.trim_end_matches(' ').len();
                self.out.truncate(line);
                self.out.push('\n');
            }
        }
        for (number, line) in block.split('\n').enumerate() {
            if number > 0 {
                self.out.push('\n');
            }
            self.write_prefixes(self.prefixes.len());
            if line.is_empty() {
                let end = self.out.trim_end_matches(' ').len();
                self.out.truncate(end);
            }
            self.out.push_str(line);
        }
        self.shared = self.prefixes.len();
        self.after_line = is_line;
        self.ended_list = None;
    }

    /// Whether no blank line is needed: between list items, and between the text of an item and its
    /// list.
    fn is_tight(&self) -> bool {
        match self.prefixes.get(self.shared) {
            Some(Prefix::Item { first: false, .. }) => true,
            Some(Prefix::Item { interrupts: true, .. }) => {
                let in_item = self.shared.checked_sub(1).map(|around| &self.prefixes[around]);
                self.after_line && matches!(in_item, Some(Prefix::Item { .. }))
            }
            _ => false,
        }
    }

    fn write_prefixes(&mut self, count: usize) {
        for prefix in &mut self.prefixes[..count] {
            match prefix {
                Prefix::Quote => self.out.push_str("> "),
                Prefix::Item { marker, written: false, .. } if count > self.shared => {
                    self.out.push_str(marker);
                }
                Prefix::Item { marker, .. } => {
                    self.out.extend(std::iter::repeat_n(' ', marker.len()));
                }
            }
            if let Prefix::Item { written, .. } = prefix {
                *written = true;
            }
        }
    }

    fn gap(&self, gap: Gap) -> &'static str {
        match gap {
            Gap::None => "",
            Gap::Break if self.cell.is_some() => "<br>",
            Gap::Break if self.code.is_some() => "\n",
            Gap::Break if self.heading.is_none() => "  \n",
            _ => " ",
        }
    }

    /// The styles to write. Headings, header cells and terms need no bold.
    fn want(&mut self, styles: &[Mark], in_link: bool) {
        self.wanted.clear();
        let plain = self.heading.is_some() || matches!(self.cell, Some((_, true)));
        let term = self.in_term && !plain;
        if term {
            self.wanted.push((Role::Strong, 0));
        }
        for style in styles {
            let shown = match style.role {
                Role::Strong => !plain && !term,
                Role::Emphasis => !plain,
                // A superscript link is a footnote mark.
                Role::Sup | Role::Sub => !in_link,
                _ => true,
            };
            if shown {
                self.wanted.push((style.role, style.node));
            }
        }
    }

    fn write_code(&mut self, language: Option<String>) {
        let fence = "`".repeat(escape::longest_backticks(&self.line.text).max(2) + 1);
        let code = without_blank_ends(&self.line.text);
        let block = format!("{fence}{}\n{code}\n{fence}", language.unwrap_or_default());
        self.write_block(&block, false);
    }

    fn write_line(&mut self) {
        let mut line = std::mem::take(&mut self.line.text);
        if let Some((column, _)) = self.cell {
            if let Some(table) = &mut self.table {
                table.add(column, &line);
            }
        } else if let Some(level) = self.heading {
            escape::escape_closing_hashes(&mut line);
            self.write_block(&format!("{} {line}", "#".repeat(level.into())), true);
        } else {
            let in_item = matches!(self.prefixes.last(), Some(Prefix::Item { .. }));
            escape::escape_openers(&mut line, in_item);
            self.write_block(&line, true);
        }
        self.line.text = line;
    }
}

impl Sink for Markdown<'_> {
    const FORMULAS: bool = true;

    fn open(&mut self, container: &Container) {
        match container {
            Container::List { ordered, start } => self.open_list(*ordered, *start),
            Container::Item => self.open_item(),
            Container::Definition => self.open_definition(),
            Container::Quote => self.prefixes.push(Prefix::Quote),
            Container::Table(grid) => {
                self.has_header = grid.has_header;
                self.table = Some(TableDraft::new(grid.columns, grid.has_header));
            }
            Container::Row => {
                if let Some(table) = &mut self.table {
                    table.add_row();
                }
            }
            Container::Cell(cell) => {
                let in_header = cell.header || (self.has_header && cell.row == 0);
                self.cell = Some((cell.column, in_header));
            }
            Container::Caption => self.write_table(),
            Container::Term => {
                self.in_term = true;
                self.after_definition = false;
            }
            Container::Terms => self.after_definition = false,
        }
    }

    fn close(&mut self, container: &Container) {
        match container {
            Container::List { .. } => {
                if let Some(list) = self.lists.pop() {
                    self.ended_list = Some((self.prefixes.len(), list.ordered, list.other_marker));
                }
            }
            Container::Item | Container::Definition | Container::Quote => self.pop_prefix(),
            Container::Table(_) => {
                self.write_table();
                self.table = None;
            }
            Container::Cell(_) => self.cell = None,
            Container::Term => self.in_term = false,
            Container::Terms => self.after_definition = false,
            Container::Row | Container::Caption => {}
        }
    }

    fn begin(&mut self, segment: &Segment) {
        let in_cell = self.cell.is_some();
        self.line.begin(in_cell);
        let is_heading = segment.kind == Kind::Heading && !in_cell && segment.code.is_none();
        self.heading = is_heading.then(|| segment.level.clamp(1, 6));
        self.code = segment.code.filter(|_| !in_cell).map(|root| {
            let node = self.page.runs.node[segment.first_run] as usize;
            language(self.page, root, node)
        });
    }

    fn text(&mut self, piece: &Piece, styles: &[Mark]) {
        let gap = self.gap(piece.gap);
        if self.code.is_some() {
            self.line.text.push_str(gap);
            self.line.text.push_str(piece.text);
            return;
        }
        self.want(styles, self.page.runs.flags[piece.run] & LINK != 0);
        match piece.form {
            Form::Flowing => self.line.add(self.page, piece.text, gap, &self.wanted),
            Form::Tex { display } => {
                self.line.add_tex(self.page, piece.text, display, gap, &self.wanted);
            }
            Form::Preformatted => {
                let mut text = String::new();
                collapse(&mut text, piece.text);
                self.line.add(self.page, &text, gap, &self.wanted);
            }
        }
    }

    fn image(&mut self, image: &Image, gap: Gap, styles: &[Mark]) {
        let gap = self.gap(gap);
        self.want(styles, false);
        // Inside code it would not be an image.
        self.wanted.retain(|(role, _)| *role != Role::Code);
        self.line.add_image(self.page, image, gap, &self.wanted);
    }

    fn end(&mut self) {
        match self.code.take() {
            Some(language) => self.write_code(language),
            None => {
                self.line.end(self.page);
                self.write_line();
            }
        }
    }
}

/// The code without blank lines before and after it; its indentation stays.
fn without_blank_ends(code: &str) -> &str {
    let code = code.trim_end();
    let text = code.len() - code.trim_start().len();
    let line = code[..text].rfind('\n').map_or(0, |end| end + 1);
    &code[line..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::testing::rendered;
    use crate::render::{Format, Options};

    fn markdown(html: &str) -> String {
        rendered(html, Format::Markdown, Options::default())
    }

    #[test]
    fn items_are_indented_by_their_markers() {
        assert_eq!(
            markdown("<ol start=10><li>a<p>b</p><ul><li>c</ul><li>d</ol>"),
            "10. a\n\n    b\n    - c\n11. d\n"
        );
    }

    #[test]
    fn quotes_mark_every_line() {
        assert_eq!(markdown("<blockquote>a<br>b<p>c</blockquote>d"), "> a  \n> b\n>\n> c\n\nd\n");
    }

    #[test]
    fn code_in_an_item_keeps_its_lines_together() {
        assert_eq!(
            markdown("<ul><li>a<pre>b\n\n  c</pre></ul>"),
            "- a\n\n  ```\n  b\n\n    c\n  ```\n"
        );
    }

    #[test]
    fn a_hash_at_the_end_of_a_heading_is_escaped() {
        assert_eq!(markdown("<h2>C #</h2>"), "## C \\#\n");
        assert_eq!(markdown("<h2>#</h2>"), "## \\#\n");
        assert_eq!(markdown("<h2>C#</h2>"), "## C#\n");
    }

    #[test]
    fn blank_lines_around_code_are_removed() {
        assert_eq!(without_blank_ends("\n \n  a\n\n b \n\n"), "  a\n\n b");
    }
}
