//! Kept segments with their containers, for formats that Python builds.

use super::Options;
use super::code_language::language;
use super::nesting::Container;
use super::text::collapse;
use super::walk::{Form, Gap, Mark, Piece, Segment, Sink, walk};
use crate::page::Page;
use crate::page::decision::{Decision, Kind};

/// A container around a segment: its name and a number that is unique on the page.
pub type Place = (&'static str, usize);

/// A cell: row, column, column span, row span, whether it is a header, and the number of empty
/// cells before it in the row.
pub type CellPlace = (usize, usize, usize, usize, bool, usize);

#[derive(Debug, Clone)]
pub struct SegmentRecord {
    pub kind: Kind,
    pub level: Option<u8>,
    pub text: String,
    pub places: Vec<Place>,
    pub cell: Option<CellPlace>,
    pub is_code: bool,
    pub language: Option<String>,
    /// The run that opened it; its reason is the segment's.
    pub first_run: usize,
    pub runs: Vec<usize>,
    pub block: usize,
    pub tag: String,
    pub score: f32,
}

pub fn segments(page: &Page, decision: &Decision, options: Options) -> Vec<SegmentRecord> {
    let options = Options { links: false, images: false, ..options };
    let mut sink = Segments { page, decision, places: vec![], cell: None, opened: 0, done: vec![] };
    walk(page, decision, options, &mut sink);
    sink.done
}

struct Segments<'a> {
    page: &'a Page,
    decision: &'a Decision,
    places: Vec<Place>,
    cell: Option<CellPlace>,
    opened: usize,
    done: Vec<SegmentRecord>,
}

impl Sink for Segments<'_> {
    fn open(&mut self, container: &Container) {
        self.opened += 1;
        self.places.push((name(container), self.opened));
        if let Container::Cell(c) = container {
            self.cell = Some((c.row, c.column, c.columns, c.rows, c.header, c.empty_before));
        }
    }

    fn close(&mut self, container: &Container) {
        self.places.pop();
        if matches!(container, Container::Cell(_)) {
            self.cell = None;
        }
    }

    fn begin(&mut self, segment: &Segment) {
        let page = self.page;
        let run = segment.first_run;
        let node = page.runs.node[run] as usize;
        let block = page.runs.block[run] as usize;
        self.done.push(SegmentRecord {
            kind: segment.kind,
            level: (segment.kind == Kind::Heading).then_some(segment.level),
            text: String::new(),
            places: self.places.clone(),
            cell: self.cell,
            is_code: segment.code.is_some(),
            language: segment.code.and_then(|root| language(page, root, node)),
            first_run: run,
            runs: Vec::new(),
            block,
            tag: page.tag_name(page.blocks.node[block] as usize).to_owned(),
            score: self.decision.score[run],
        });
    }

    fn text(&mut self, piece: &Piece, _styles: &[Mark]) {
        let Some(record) = self.done.last_mut() else {
            return;
        };
        match piece.gap {
            Gap::None => {}
            Gap::Space => record.text.push(' '),
            Gap::Break => record.text.push('\n'),
        }
        if piece.form == Form::Preformatted && !record.is_code {
            collapse(&mut record.text, piece.text);
        } else {
            record.text.push_str(piece.text);
        }
        // The image of a formula is not a run.
        if !matches!(piece.form, Form::Tex { .. }) {
            record.runs.push(piece.run);
        }
    }

    fn end(&mut self) {
        let Some(record) = self.done.last_mut() else {
            return;
        };
        let text = record.text.trim_end().len();
        record.text.truncate(text);
        if !record.runs.is_empty() {
            let sum: f32 = record.runs.iter().map(|&run| self.decision.score[run]).sum();
            record.score = sum / record.runs.len() as f32;
        }
    }
}

fn name(container: &Container) -> &'static str {
    match container {
        Container::List { ordered: true, .. } => "ordered list",
        Container::List { ordered: false, .. } => "list",
        Container::Item => "item",
        Container::Terms => "terms",
        Container::Term => "term",
        Container::Definition => "definition",
        Container::Quote => "quote",
        Container::Table(_) => "table",
        Container::Row => "row",
        Container::Cell(_) => "cell",
        Container::Caption => "caption",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;

    fn of(html: &str) -> Vec<SegmentRecord> {
        let page = Page::parse(html, Limits::default());
        segments(&page, &Decision::visible(&page), Options::default())
    }

    #[test]
    fn container_numbers_distinguish_neighbouring_containers() {
        let found = of("<ul><li>a<p>b</p><li>c</ul>");
        assert_eq!(found[0].places, found[1].places);
        assert_eq!(found[0].places[0], found[2].places[0]);
        assert_ne!(found[0].places[1], found[2].places[1]);
        assert_eq!(found[2].places[1].0, "item");
    }

    #[test]
    fn cells_have_their_row_and_column() {
        let found = of("<table><tr><th>a<th>b<tr><td><td>c</table>");
        assert_eq!(found[2].cell, Some((1, 1, 1, 1, false, 1)));
    }

    #[test]
    fn headings_have_levels_and_code_a_language() {
        let found = of("<h3>a</h3><pre class=lang-c>b</pre>");
        assert_eq!(found[0].level, Some(3));
        assert!(found[1].is_code);
        assert_eq!(found[1].language.as_deref(), Some("c"));
    }
}
