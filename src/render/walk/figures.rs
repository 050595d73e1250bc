//! Images, and pictures of formulas, in their places between the kept texts.

use super::{Form, Gap, Piece, Segment, Sink, Walker, contains};
use crate::decision::Kind;
use crate::flags::{PRE, SPACE};
use crate::names::Tag;
use crate::render::formula;
use crate::render::image::{Image, figure, image};

/// What stands between texts without being one.
enum Figure<'a> {
    Image(Image<'a>),
    Tex(String),
}

impl<S: Sink> Walker<'_, S> {
    /// Images since the last kept run, where nothing between was dropped or a figure holds both.
    pub(super) fn add_images(&mut self, run: usize) {
        let page = self.page;
        let first = self.last_kept.map_or(0, |last| page.runs.opened[last]) as usize;
        for node in first..page.runs.opened[run] as usize {
            if page.tag(node) != Tag::IMG || !self.belongs(node, run) {
                continue;
            }
            if S::FORMULAS
                && let Some(tex) = formula::tex_of_image(page, node)
            {
                self.add_figure(node, run, &Figure::Tex(tex));
            } else if self.options.images
                && let Some(image) = image(page, node)
            {
                self.add_figure(node, run, &Figure::Image(image));
            }
        }
    }

    fn belongs(&self, node: usize, run: usize) -> bool {
        let page = self.page;
        // The picture of a formula stands beside it, one element further out.
        let repeats = self.skipped.is_some_and(|(skipped, _)| {
            let beside = page.ancestors(skipped).nth(2).unwrap_or(0);
            contains(page, skipped, node) || (S::FORMULAS && contains(page, beside, node))
        });
        let same_figure = |other: usize| {
            let figure = figure(page, node);
            figure.is_some_and(|figure| contains(page, figure, page.runs.node[other] as usize))
        };
        let near = !self.gap_in_view || same_figure(run) || self.last_kept.is_some_and(same_figure);
        near && !repeats
    }

    /// Puts a figure into the segment that is open, the one that `run` opens, or one of its own.
    fn add_figure(&mut self, node: usize, run: usize, figure: &Figure) {
        let page = self.page;
        let around = page.ancestors(node).find(|&node| page.tag(node).is_block());
        let is_in = |block: i32| {
            usize::try_from(block).is_ok_and(|b| Some(page.blocks.node[b] as usize) == around)
        };
        let goes_on = page.runs.block[run] == self.block;
        if (goes_on || is_in(self.block)) && self.code.is_none() {
            self.continue_with(node, run, figure, goes_on);
            return;
        }
        self.end_segment();
        self.move_to(node, true, run);
        let is_skipped = self.skipped.is_some_and(|(from, end)| (from..end).contains(&node));
        if is_skipped || self.nest.is_between_cells() {
            return;
        }
        if is_in(page.runs.block[run]) && page.runs.flags[run] & PRE == 0 {
            self.begin_segment(run, page.runs.flags[run]);
            self.write_figure(run, figure, Gap::None);
            self.passed |= SPACE;
            self.begun = Some(run);
        } else {
            self.write_alone(node, run, figure);
        }
    }

    /// `goes_on`: so does the segment, with `run`.
    fn continue_with(&mut self, node: usize, run: usize, figure: &Figure, goes_on: bool) {
        self.move_to(node, false, run);
        let space = !goes_on || self.passed & SPACE != 0;
        self.write_figure(run, figure, if space { Gap::Space } else { Gap::None });
        if self.page.run_text(run).starts_with(['.', ',', ';', ':', ')']) {
            // The white space stood before the image, not behind it.
            self.passed &= !SPACE;
        }
    }

    fn write_alone(&mut self, node: usize, run: usize, figure: &Figure) {
        self.nest.settle(node, self.sink);
        let kind = Kind::Paragraph;
        self.sink.begin(&Segment { kind, level: 2, joins: false, code: None, first_run: run });
        self.write_figure(run, figure, Gap::None);
        self.sink.end();
    }

    fn write_figure(&mut self, run: usize, figure: &Figure, gap: Gap) {
        match figure {
            Figure::Image(image) => self.sink.image(image, gap, &self.styles),
            Figure::Tex(text) => {
                let form = Form::Tex { display: false };
                self.sink.text(&Piece { run, text, gap, form }, &self.styles);
            }
        }
    }
}
