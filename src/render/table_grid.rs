//! The grid of a data table: its rows and columns. Layout tables have none.

use super::roles::Role;
use crate::html::names::{Attribute, Tag};
use crate::page::Page;
use crate::page::decision::Decision;
use crate::page::flags::CODE;

/// Tables with more columns are not readable, and since rows are padded to the widest, a small page
/// could produce a huge output.
const MAX_COLUMNS: usize = 64;

/// A cell with several blocks and more bytes of text than this belongs to a layout table.
const MAX_CELL: usize = 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub node: usize,
    /// Row number among the rows with kept text.
    pub row: usize,
    pub column: usize,
    pub columns: usize,
    /// Row span, counting only rows with kept text.
    pub rows: usize,
    pub header: bool,
    /// Number of empty cells between this cell and the previous one of the row.
    pub empty_before: usize,
}

#[derive(Debug, Clone)]
pub struct Grid {
    pub columns: usize,
    /// Whether the first row is a header.
    pub has_header: bool,
    /// Nodes of the rows with kept text.
    rows: Vec<usize>,
    /// The cells with kept text, in order.
    cells: Vec<Cell>,
}

impl Grid {
    /// `run` is the first kept run in the table. Reading stops at a nested table, so that all
    /// tables of a page together cost one pass.
    pub fn of(page: &Page, decision: &Decision, table: usize, run: usize) -> Option<Grid> {
        let mut rows = raw_rows(page, table)?;
        mark_kept(page, decision, table, run, &mut rows)?;
        let columns = set_columns(&mut rows)?;
        let grid = Grid::of_rows(page, &rows, columns);
        let side_by_side = grid.cells.windows(2).any(|pair| pair[0].row == pair[1].row);
        (side_by_side && grid.rows.len() > 1).then_some(grid)
    }

    fn of_rows(page: &Page, rows: &[RawRow], columns: usize) -> Grid {
        let kept: Vec<&RawRow> = rows.iter().filter(|row| row.is_kept()).collect();
        let mut cells = Vec::new();
        // For each column, the remaining kept rows of a cell that spans from above.
        let mut taken = vec![0usize; columns];
        for (number, row) in kept.iter().enumerate() {
            let mut at = 0;
            for cell in row.cells.iter().filter(|cell| cell.kept) {
                let free = (at..cell.column).filter(|&column| taken[column] == 0).count();
                let end = (row.index + cell.rows).min(rows.len());
                let reach = rows[end - 1].kept_up_to - row.kept_up_to + 1;
                cells.push(cell.placed(number, reach, free));
                at = cell.column + cell.columns;
                taken[cell.column..at].fill(reach);
            }
            count_down(&mut taken);
        }
        let has_header = has_header(page, &kept, rows);
        Grid { columns, has_header, rows: kept.iter().map(|row| row.node).collect(), cells }
    }

    pub fn has_row(&self, node: usize) -> bool {
        self.rows.binary_search(&node).is_ok()
    }

    pub fn cell(&self, node: usize) -> Option<Cell> {
        let at = self.cells.binary_search_by_key(&node, |cell| cell.node).ok()?;
        Some(self.cells[at])
    }
}

struct RawRow {
    node: usize,
    index: usize,
    cells: Vec<RawCell>,
    /// Number of rows with kept text up to this one.
    kept_up_to: usize,
}

impl RawRow {
    fn is_kept(&self) -> bool {
        self.cells.iter().any(|cell| cell.kept)
    }
}

struct RawCell {
    node: usize,
    end: usize,
    column: usize,
    columns: usize,
    rows: usize,
    header: bool,
    kept: bool,
}

impl RawCell {
    fn placed(&self, row: usize, rows: usize, empty_before: usize) -> Cell {
        Cell {
            node: self.node,
            row,
            column: self.column,
            columns: self.columns,
            rows,
            header: self.header,
            empty_before,
        }
    }
}

/// All rows and cells; `None` if the markup shows a layout table.
fn raw_rows(page: &Page, table: usize) -> Option<Vec<RawRow>> {
    if matches!(page.attribute(table, Attribute::ROLE), Some("presentation" | "none")) {
        return None;
    }
    let mut rows: Vec<RawRow> = Vec::new();
    for node in table + 1..page.subtree_end(table) {
        match Role::of(page.tag(node)) {
            Role::Table | Role::Heading | Role::Pre => return None,
            Role::Row => {
                let index = rows.len();
                rows.push(RawRow { node, index, cells: Vec::new(), kept_up_to: 0 });
            }
            Role::Cell => rows.last_mut()?.cells.push(raw_cell(page, node)),
            _ => {}
        }
    }
    end_spans_with_groups(page, &mut rows);
    Some(rows)
}

/// A cell does not span beyond its row group; a row span of 0 means all rows to its end.
fn end_spans_with_groups(page: &Page, rows: &mut [RawRow]) {
    let mut group = None;
    let mut left = 0;
    for row in rows.iter_mut().rev() {
        let around = page.parent(row.node);
        left = if around == group { left + 1 } else { 1 };
        group = around;
        for cell in &mut row.cells {
            cell.rows = if cell.rows == 0 { left } else { cell.rows.min(left) };
        }
    }
}

fn raw_cell(page: &Page, node: usize) -> RawCell {
    let span = |name, least| {
        let value = page.attribute(node, name).and_then(|value| value.trim().parse().ok());
        value.unwrap_or(1).clamp(least, 1000)
    };
    RawCell {
        node,
        end: page.subtree_end(node),
        column: 0,
        columns: span(Attribute::COLSPAN, 1),
        rows: span(Attribute::ROWSPAN, 0),
        header: page.tag(node) == Tag::TH,
        kept: false,
    }
}

/// Finds the cells with kept text; `None` if one of them is too large for a data table.
fn mark_kept(
    page: &Page,
    decision: &Decision,
    table: usize,
    run: usize,
    rows: &mut [RawRow],
) -> Option<()> {
    let nodes = table as i32..page.subtree_end(table) as i32;
    let mut inside = page.runs.node[run..].iter().take_while(|node| nodes.contains(node)).count();
    let mut run = run;
    for cell in rows.iter_mut().flat_map(|row| &mut row.cells) {
        let (mut bytes, mut blocks, mut last_block) = (0, 0, -1);
        while inside > 0 && (page.runs.node[run] as usize) < cell.end {
            let in_cell = page.runs.node[run] as usize >= cell.node;
            if in_cell && decision.keep[run] && page.runs.flags[run] & CODE == 0 {
                cell.kept = true;
                bytes += page.run_text(run).len();
                blocks += usize::from(page.runs.block[run] != last_block);
                last_block = page.runs.block[run];
            }
            run += 1;
            inside -= 1;
        }
        if blocks > 1 && bytes > MAX_CELL {
            return None;
        }
    }
    let mut kept = 0;
    for row in rows {
        kept += usize::from(row.is_kept());
        row.kept_up_to = kept;
    }
    Some(())
}

/// Assigns columns to the cells, around cells that span from above. Returns the number of columns.
fn set_columns(rows: &mut [RawRow]) -> Option<usize> {
    // For each column, the remaining rows of a cell that spans from above.
    let mut taken: Vec<usize> = Vec::new();
    for row in rows {
        let mut column = 0;
        let before = taken.clone();
        for cell in &mut row.cells {
            while before.get(column).is_some_and(|&rows| rows > 0) {
                column += 1;
            }
            cell.column = column;
            column += cell.columns;
            if column > MAX_COLUMNS {
                return None;
            }
            taken.resize(taken.len().max(column), 0);
            // One more than the rows below, since this row subtracts one again.
            taken[cell.column..column].fill(cell.rows);
        }
        count_down(&mut taken);
    }
    Some(taken.len())
}

fn count_down(taken: &mut [usize]) {
    for rows in taken {
        *rows = rows.saturating_sub(1);
    }
}

/// Whether the first row is a header: it is in `thead`, or consists of `th`, or the table has no
/// `th` at all.
fn has_header(page: &Page, kept: &[&RawRow], rows: &[RawRow]) -> bool {
    let Some(first) = kept.first() else {
        return false;
    };
    let in_head = page.parent(first.node).is_some_and(|parent| page.tag(parent) == Tag::THEAD);
    let no_th = !rows.iter().flat_map(|row| &row.cells).any(|cell| cell.header);
    in_head || no_th || first.cells.iter().all(|cell| cell.header)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;

    fn grid(html: &str) -> Option<Grid> {
        let page = Page::parse(html, Limits::default());
        let table = (0..page.nodes.tag.len()).find(|&n| page.tag(n) == Tag::TABLE).unwrap();
        Grid::of(&page, &Decision::visible(&page), table, 0)
    }

    #[test]
    fn spans_shift_cells_to_the_right() {
        let grid = grid(
            "<table><tr><td rowspan=2>a<td colspan=2>b<tr><td>c<td>d<tr><td><td>e<td>f</table>",
        )
        .unwrap();
        let at: Vec<_> = grid.cells.iter().map(|c| (c.row, c.column, c.empty_before)).collect();
        assert_eq!(at, [(0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 2, 0), (2, 1, 1), (2, 2, 0)]);
        assert_eq!(grid.columns, 3);
    }

    #[test]
    fn a_span_counts_only_rows_with_text() {
        let grid = grid("<table><tr><td rowspan=3>a<td>b<tr><td><tr><td>c<tr><td>d</table>");
        assert_eq!(grid.unwrap().cells[0].rows, 2);
    }

    #[test]
    fn a_span_ends_with_its_row_group() {
        let found = grid(
            "<table><thead><tr><th rowspan=2>a<th>b<tbody><tr><td rowspan=0>c<td>d<tr><td>e\
             <tbody><tr><td>f<td>g</table>",
        )
        .unwrap();
        let at: Vec<_> = found.cells.iter().map(|c| (c.row, c.column, c.rows)).collect();
        let expected =
            [(0, 0, 1), (0, 1, 1), (1, 0, 2), (1, 1, 1), (2, 1, 1), (3, 0, 1), (3, 1, 1)];
        assert_eq!(at, expected);
    }

    #[test]
    fn layout_tables_have_no_grid() {
        for html in [
            "<table><tr><td>a<tr><td>b</table>",
            "<table><tr><td>a<td>b</table>",
            "<table><tr><td>a<td><table></table><tr><td>a<td>b</table>",
            "<table><tr><td><h2>a</h2><td>b<tr><td>a<td>b</table>",
            "<table role=presentation><tr><td>a<td>b<tr><td>a<td>b</table>",
            "<table><tr><td colspan=900>a<td>b<tr><td>a<td>b</table>",
        ] {
            assert!(grid(html).is_none(), "{html}");
        }
    }

    #[test]
    fn a_row_with_a_row_header_is_not_a_header() {
        assert!(!grid("<table><tr><th>a<td>b<tr><th>c<td>d</table>").unwrap().has_header);
        assert!(grid("<table><tr><th>a<th>b<tr><td>c<td>d</table>").unwrap().has_header);
        assert!(grid("<table><tr><td>a<td>b<tr><td>c<td>d</table>").unwrap().has_header);
    }
}
