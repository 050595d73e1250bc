//! Images, including images of formulas, between the kept texts.

use super::{Form, Gap, Piece, Segment, Sink, Walker, contains};
use crate::html::names::Tag;
use crate::page::decision::Kind;
use crate::page::flags::{PRE, SPACE};
use crate::render::image::{Image, figure, image};
use crate::render::math::tex_of_image;

/// An image or formula between texts.
enum Figure<'a> {
    Image(Image<'a>),
    Tex(String),
}

impl<S: Sink> Walker<'_, S> {
    /// Writes the images since the last kept run, if nothing between was dropped or one figure
    /// contains both. `run` is the next kept run; `None` at the end of the page.
    pub(super) fn add_images(&mut self, run: Option<usize>) {
        let page = self.page;
        let end = run.map_or(page.nodes.tag.len(), |run| page.runs.opened[run] as usize);
        let first = std::mem::replace(&mut self.looked_at, end);
        for node in first..end {
            if page.tag(node) != Tag::IMG || !self.belongs(node, run) {
                continue;
            }
            if let Some(tex) = tex_of_image(page, node) {
                if !self.repeats_formula(node) {
                    self.add_figure(node, run, &Figure::Tex(tex));
                }
            } else if self.options.images
                && let Some(image) = image(page, node)
            {
                self.add_figure(node, run, &Figure::Image(image));
            }
        }
    }

    fn belongs(&self, node: usize, run: Option<usize>) -> bool {
        let page = self.page;
        let is_skipped = self.skipped.is_some_and(|(from, end)| (from..end).contains(&node));
        let same_figure = |other: usize| {
            let figure = figure(page, node);
            figure.is_some_and(|figure| contains(page, figure, page.runs.node[other] as usize))
        };
        let near = !self.gap_in_view
            || run.is_some_and(same_figure)
            || self.last_kept.is_some_and(same_figure);
        near && !is_skipped
    }

    /// Whether an image repeats a formula: it is beside the formula, one element further out.
    fn repeats_formula(&self, picture: usize) -> bool {
        let page = self.page;
        let tex = self.skipped.map(|(skipped, _)| skipped);
        let plain = self.formula.as_ref().map(|formula| formula.math);
        let last = self.last_kept.map_or(0, |run| page.runs.node[run] as usize);
        [tex, plain].into_iter().flatten().filter(|&math| contains(page, math, last)).any(|math| {
            page.ancestors(math).nth(2).is_some_and(|beside| contains(page, beside, picture))
        })
    }

    /// Writes a figure into the open segment, into the segment that `run` opens, or into one of its
    /// own.
    fn add_figure(&mut self, node: usize, run: Option<usize>, figure: &Figure) {
        let page = self.page;
        let around = page.ancestors(node).find(|&node| page.tag(node).is_block());
        let is_in = |block: i32| {
            usize::try_from(block).is_ok_and(|b| Some(page.blocks.node[b] as usize) == around)
        };
        let next = run.unwrap_or(page.run_count());
        let goes_on = run.filter(|&run| page.runs.block[run] == self.block);
        if (goes_on.is_some() || is_in(self.block)) && self.code.is_none() {
            self.move_to(node, false, next);
            self.continue_with(goes_on, figure);
            return;
        }
        self.end_segment();
        self.move_to(node, true, next);
        let is_skipped = self.skipped.is_some_and(|(from, end)| (from..end).contains(&node));
        if is_skipped || self.nest.is_between_cells() {
            return;
        }
        match run {
            Some(run) if is_in(page.runs.block[run]) && page.runs.flags[run] & PRE == 0 => {
                self.begin_segment(run, page.runs.flags[run]);
                self.write_figure(run, figure, Gap::None);
                self.passed |= SPACE;
                self.begun = Some(run);
            }
            _ => self.write_alone(node, run, figure),
        }
    }

    /// `run` is the run that the segment continues with.
    fn continue_with(&mut self, run: Option<usize>, figure: &Figure) {
        let space = run.is_none() || self.passed & SPACE != 0;
        let gap = if space { Gap::Space } else { Gap::None };
        self.write_figure(run.or(self.last_kept).unwrap_or(0), figure, gap);
        let text = run.map_or("", |run| self.page.run_text(run));
        if text.starts_with(['.', ',', ';', ':', ')']) {
            // The white space is before the image, not after it.
            self.passed &= !SPACE;
        }
    }

    fn write_alone(&mut self, node: usize, run: Option<usize>, figure: &Figure) {
        let Some(first_run) = run.or(self.last_kept) else {
            return;
        };
        self.nest.settle(node, self.sink);
        let kind = Kind::Paragraph;
        self.sink.begin(&Segment { kind, level: 2, joins: false, code: None, first_run });
        self.write_figure(first_run, figure, Gap::None);
        self.sink.end();
    }

    /// `run` is a run nearby, since a figure has none of its own.
    fn write_figure(&mut self, run: usize, figure: &Figure, gap: Gap) {
        match figure {
            Figure::Image(image) => self.sink.image(image, gap, &self.styles),
            Figure::Tex(tex) if S::FORMULAS => {
                let form = Form::Tex { display: false };
                self.sink.text(&Piece { run, text: tex, gap, form }, &self.styles);
            }
            Figure::Tex(tex) => {
                let form = Form::Tex { display: false };
                let text = format!("${tex}$");
                self.sink.text(&Piece { run, text: &text, gap, form }, &self.styles);
            }
        }
    }
}
