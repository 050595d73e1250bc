//! Tables in GitHub's Markdown, with a header row and rows of equal width.

#[derive(Default)]
pub struct TableDraft {
    columns: usize,
    has_header: bool,
    rows: Vec<Vec<String>>,
}

impl TableDraft {
    pub fn new(columns: usize, has_header: bool) -> TableDraft {
        TableDraft { columns, has_header, rows: Vec::new() }
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub fn add_row(&mut self) {
        self.rows.push(vec![String::new(); self.columns]);
    }

    /// Adds a block of text to a cell of the last row.
    pub fn add(&mut self, column: usize, text: &str) {
        let Some(cell) = self.rows.last_mut().and_then(|row| row.get_mut(column)) else {
            return;
        };
        if !cell.is_empty() {
            cell.push_str("<br>");
        }
        cell.push_str(text);
    }

    /// Takes the lines of the table. A later part of the table has no header.
    pub fn take(&mut self) -> String {
        let rows = std::mem::take(&mut self.rows);
        let empty = vec![String::new(); self.columns];
        let mut out = String::new();
        let mut body = rows.iter();
        let header = if self.has_header { body.next().unwrap_or(&empty) } else { &empty };
        write_row(&mut out, header);
        out.push_str("\n|");
        out.push_str(&" --- |".repeat(self.columns));
        for row in body {
            out.push('\n');
            write_row(&mut out, row);
        }
        self.has_header = false;
        out
    }
}

fn write_row(out: &mut String, row: &[String]) {
    out.push('|');
    for cell in row {
        out.push(' ');
        out.push_str(cell);
        out.push_str(if cell.is_empty() { "|" } else { " |" });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_padded_and_the_first_is_the_header() {
        let mut draft = TableDraft::new(2, true);
        for text in ["a", "b"] {
            draft.add_row();
            draft.add(1, text);
        }
        draft.add(1, "c");
        assert_eq!(draft.take(), "| | a |\n| --- | --- |\n| | b<br>c |");
        assert!(draft.is_empty());
    }

    #[test]
    fn a_table_without_a_header_gets_an_empty_one() {
        let mut draft = TableDraft::new(1, false);
        draft.add_row();
        draft.add(0, "a");
        assert_eq!(draft.take(), "| |\n| --- |\n| a |");
    }
}
