//! Plain text with the positions of its blocks.

use super::Options;
use super::nesting::Container;
use super::text::Text;
use super::walk::{Form, Mark, Piece, Segment, Sink, walk};
use crate::page::Page;
use crate::page::decision::{Decision, Kind};

/// Kinds of blocks by number: those of segments, then table rows.
pub const LINE_KINDS: (&str, &str, &str, &str) = ("heading", "paragraph", "list item", "row");
const ROW: u8 = 3;

/// The text, and one value for each block. Positions are in characters, not bytes.
#[derive(Debug, Default)]
pub struct Lines {
    /// The rendered text without its last line break.
    pub text: String,
    pub start: Vec<i32>,
    pub end: Vec<i32>,
    pub kind: Vec<u8>,
    /// Level of a heading, else 0.
    pub level: Vec<u8>,
    /// Mean score of the runs.
    pub score: Vec<f32>,
}

pub fn lines(page: &Page, decision: &Decision, options: Options) -> Lines {
    let mut sink = Blocks { text: Text::new(page), decision, blocks: Vec::new() };
    walk(page, decision, Options { links: false, images: false, ..options }, &mut sink);
    columns(sink.text.finish(), &sink.blocks)
}

struct Block {
    /// Range in bytes.
    start: usize,
    end: usize,
    kind: u8,
    level: u8,
    /// Score of the run that opened it, for a block without runs.
    first_score: f32,
    scores: f32,
    runs: usize,
}

/// Writes plain text and records the positions before and after each segment.
struct Blocks<'a> {
    text: Text,
    decision: &'a Decision,
    blocks: Vec<Block>,
}

impl Sink for Blocks<'_> {
    fn open(&mut self, container: &Container) {
        self.text.open(container);
    }

    fn close(&mut self, container: &Container) {
        self.text.close(container);
    }

    fn begin(&mut self, segment: &Segment) {
        let (before, is_row) = (self.text.len(), self.text.is_in_cell());
        let goes_on = self.text.is_in_row();
        self.text.begin(segment);
        if goes_on {
            return;
        }
        let is_heading = segment.kind == Kind::Heading && !is_row;
        self.blocks.push(Block {
            // Tabs for empty cells belong to the row, but the mark of a list item does not belong
            // to it.
            start: if is_row { before + usize::from(before > 0) } else { self.text.len() },
            end: self.text.len(),
            kind: if is_row { ROW } else { segment.kind as u8 },
            level: if is_heading { segment.level } else { 0 },
            first_score: self.decision.score[segment.first_run],
            scores: 0.0,
            runs: 0,
        });
    }

    #[inline]
    fn text(&mut self, piece: &Piece, styles: &[Mark]) {
        self.text.text(piece, styles);
        // The image of a formula is not a run.
        if let Some(block) = self.blocks.last_mut()
            && !matches!(piece.form, Form::Tex { .. })
        {
            block.scores += self.decision.score[piece.run];
            block.runs += 1;
        }
    }

    fn end(&mut self) {
        self.text.end();
        if let Some(block) = self.blocks.last_mut() {
            block.end = self.text.len();
        }
    }
}

fn columns(text: String, blocks: &[Block]) -> Lines {
    let mut lines = Lines::default();
    let (mut bytes, mut chars) = (0, 0);
    let mut chars_to = |to: usize| {
        chars += text[bytes..to].chars().count();
        bytes = to;
        i32::try_from(chars).unwrap_or(i32::MAX)
    };
    for block in blocks {
        lines.start.push(chars_to(block.start));
        lines.end.push(chars_to(block.end));
        lines.kind.push(block.kind);
        lines.level.push(block.level);
        let mean = block.scores / block.runs as f32;
        lines.score.push(if block.runs == 0 { block.first_score } else { mean });
    }
    lines.text = text;
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;
    use crate::render::{Format, render, segments::segments};

    fn of(html: &str) -> Vec<(u8, u8, String)> {
        let page = Page::parse(html, Limits::default());
        let decision = Decision::visible(&page);
        let found = lines(&page, &decision, Options::default());
        let rendered = render(&page, &decision, Format::Text, Options::default());
        assert_eq!(rendered.strip_suffix('\n').unwrap_or(""), found.text);
        let text: Vec<char> = found.text.chars().collect();
        let places = found.start.iter().zip(&found.end);
        let texts = places.map(|(start, end)| text[*start as usize..*end as usize].iter());
        let kinds = found.kind.iter().zip(&found.level);
        kinds.zip(texts).map(|((kind, level), text)| (*kind, *level, text.collect())).collect()
    }

    fn line(kind: u8, level: u8, text: &str) -> (u8, u8, String) {
        (kind, level, text.to_owned())
    }

    #[test]
    fn a_block_is_a_segment_without_its_mark() {
        let html = "<h3>é 日</h3><p>b<br>c<ul><li>d<p>e</ul><pre>f\n\n g\n</pre>";
        let expected = [
            line(0, 3, "é 日"),
            line(1, 0, "b\nc"),
            line(2, 0, "d"),
            line(2, 0, "e"),
            line(1, 0, "f\n\n g"),
        ];
        assert_eq!(of(html), expected);
    }

    #[test]
    fn a_table_row_is_one_block_with_its_tabs() {
        let html = "<table><caption>cap<tr><th>a<th>b<tr><td><td><p>c<p>d</table>e";
        let expected =
            [line(1, 0, "cap"), line(3, 0, "a\tb"), line(3, 0, "\tc d"), line(1, 0, "e")];
        assert_eq!(of(html), expected);
    }

    #[test]
    fn an_empty_decision_has_no_blocks() {
        assert!(of("<script>a</script>").is_empty());
    }

    #[test]
    fn scores_are_those_of_segments_and_row_means() {
        let html = "<p>a <b>b</b> c<table><tr><td>d<td>e<tr><td>f<td>g</table>";
        let page = Page::parse(html, Limits::default());
        let mut decision = Decision::visible(&page);
        let scores = (1..).map(|i| i as f32 / 10.0);
        decision.score.iter_mut().zip(scores).for_each(|(score, value)| *score = value);
        let found = lines(&page, &decision, Options::default()).score;
        let segments = segments(&page, &decision, Options::default());
        assert_eq!(found[0], segments[0].score);
        assert_eq!(found[1], (segments[1].score + segments[2].score) / 2.0);
        assert_eq!(found.len(), 3);
    }
}
