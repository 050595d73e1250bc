//! CleanEval's format: one line for each segment, opened by `<h>`, `<p>` or `<l>`, without closing
//! tags.
//!
//! A block that the method marks as a continuation is joined to the previous line, like text
//! without a marker in the gold standard.

use super::nesting::Container;
use super::text::collapse;
use super::walk::{Form, Gap, Mark, Piece, Segment, Sink};
use crate::page::decision::Kind;

#[derive(Default)]
pub struct CleanEval {
    out: String,
}

impl CleanEval {
    pub fn finish(self) -> String {
        self.out
    }
}

impl Sink for CleanEval {
    fn open(&mut self, _container: &Container) {}

    fn close(&mut self, _container: &Container) {}

    fn begin(&mut self, segment: &Segment) {
        if segment.joins && !self.out.is_empty() {
            self.out.push(' ');
            return;
        }
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out.push_str(match segment.kind {
            Kind::Heading => "<h>",
            Kind::ListItem => "<l>",
            Kind::Paragraph | Kind::Continuation => "<p>",
        });
    }

    fn text(&mut self, piece: &Piece, _styles: &[Mark]) {
        if piece.form == Form::Preformatted {
            // Only preformatted text contains line breaks, and a segment is one line.
            if piece.text.starts_with(char::is_whitespace) || piece.gap != Gap::None {
                self.out.push(' ');
            }
            collapse(&mut self.out, piece.text);
            if piece.text.ends_with(char::is_whitespace) {
                self.out.push(' ');
            }
            return;
        }
        if piece.gap != Gap::None {
            self.out.push(' ');
        }
        self.out.push_str(piece.text);
    }

    fn end(&mut self) {
        let text = self.out.trim_end().len();
        self.out.truncate(text);
    }
}

#[cfg(test)]
mod tests {
    use crate::page::decision::Decision;
    use crate::page::{Limits, Page};
    use crate::render::testing::rendered;
    use crate::render::{Format, Options, render};

    #[test]
    fn each_block_has_a_marker() {
        let html = "<h1>a</h1><p>b<br>c<ul><li>d</ul><pre>e\n  f</pre>";
        let text = rendered(html, Format::CleanEval, Options::default());
        assert_eq!(text, "<h>a\n<p>b c\n<l>d\n<p>e f\n");
    }

    #[test]
    fn the_kinds_of_a_decision_open_and_join_segments() {
        let page = Page::parse("<p>a<b>b</b></p><p>c</p>", Limits::default());
        let mut decision = Decision::visible(&page);
        decision.kind = vec![1, 0, 3];
        let text = render(&page, &decision, Format::CleanEval, Options::default());
        assert_eq!(text, "<p>a\n<h>b c\n");
        let text = render(&page, &decision, Format::Text, Options::default());
        assert_eq!(text, "a\nb\nc\n");
    }

    #[test]
    fn a_block_without_its_first_run_opens_with_the_kind_of_that_run() {
        let page = Page::parse("<li>a<b>b</b>", Limits::default());
        let mut decision = Decision::visible(&page);
        decision.keep = vec![false, true];
        let text = render(&page, &decision, Format::CleanEval, Options::default());
        assert_eq!(text, "<l>b\n");
    }
}
