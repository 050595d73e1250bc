//! Turns the kept runs into a stream of containers, segments and texts: one pass without recursion.
//!
//! A segment is a line of plain text: the kept runs of one block, or a part of them that the
//! decision opens with a kind of its own. Containers change only between segments.

mod figures;

use super::Options;
use super::image::Image;
use super::math::{self, Formula};
use super::nesting::{Container, Nest};
use super::roles::Role;
use super::safe_url::safe;
use super::table_grid::Grid;
use crate::html::names::Attribute;
use crate::page::Page;
use crate::page::decision::{Decision, Kind};
use crate::page::flags::{BREAK, CODE, INVISIBLE, MATH, PRE, SPACE};

/// Receives the events of a page, in the order `(open | close)* begin text+ end`.
pub trait Sink {
    /// Whether the format takes MathML formulas as TeX.
    const FORMULAS: bool = false;

    fn open(&mut self, container: &Container);
    fn close(&mut self, container: &Container);
    fn begin(&mut self, segment: &Segment);
    fn text(&mut self, piece: &Piece, styles: &[Mark]);
    fn image(&mut self, _image: &Image, _gap: Gap, _styles: &[Mark]) {}
    fn end(&mut self);
}

pub struct Segment {
    pub kind: Kind,
    /// Heading level from the markup; 2 if only the decision makes it a heading.
    pub level: u8,
    /// Whether the decision marks this block as a continuation of the previous segment. Only
    /// CleanEval's format joins them.
    pub joins: bool,
    /// The preformatted element around the segment.
    pub code: Option<usize>,
    pub first_run: usize,
}

/// What separates a piece from the previous one in its segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    None,
    Space,
    Break,
}

pub struct Piece<'a> {
    pub run: usize,
    pub text: &'a str,
    pub gap: Gap,
    pub form: Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Flowing,
    /// White space is significant.
    Preformatted,
    /// A formula's image, which is not text of the run. Only `Sink::FORMULAS` get it without dollar
    /// signs.
    Tex {
        display: bool,
    },
}

/// An enclosing element that is not a container.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    pub role: Role,
    pub node: usize,
    end: usize,
}

pub fn walk<S: Sink>(page: &Page, decision: &Decision, options: Options, sink: &mut S) {
    let mut walker = Walker {
        page,
        decision,
        options,
        sink,
        nest: Nest::default(),
        marks: Vec::new(),
        styles: Vec::new(),
        chain: Vec::new(),
        at: None,
        block: NO_BLOCK,
        code: None,
        passed: 0,
        figures: options.images || math::has_images(page),
        looked_at: 0,
        gap_in_view: false,
        last_kept: None,
        formula: None,
        begun: None,
        skipped: None,
    };
    walker.run();
}

const NO_BLOCK: i32 = -2;

struct Walker<'a, S> {
    page: &'a Page,
    decision: &'a Decision,
    options: Options,
    sink: &'a mut S,
    nest: Nest,
    /// Enclosing headings, preformatted elements and formulas.
    marks: Vec<Mark>,
    /// Enclosing inline styles, one of each role.
    styles: Vec<Mark>,
    /// Elements entered on the way to a run; a field only to reuse its memory.
    chain: Vec<(usize, Role)>,
    /// The node of the last run or image.
    at: Option<usize>,
    /// The block of the open segment, or `NO_BLOCK`.
    block: i32,
    /// The preformatted element of the open segment.
    code: Option<usize>,
    /// White space and line breaks since the last kept run of the block.
    passed: u32,
    /// Whether images or formulas between the texts may have to be written.
    figures: bool,
    /// Nodes before this one have been checked for images.
    looked_at: usize,
    /// Whether visible text was dropped since the last kept run.
    gap_in_view: bool,
    last_kept: Option<usize>,
    /// The last formula that was not written as TeX.
    formula: Option<Formula>,
    /// A run whose segment an image has already opened.
    begun: Option<usize>,
    /// Nodes whose text is skipped: a formula that is already written, or a table that is not
    /// wanted.
    skipped: Option<(usize, usize)>,
}

impl<S: Sink> Walker<'_, S> {
    fn run(&mut self) {
        for run in 0..self.page.run_count() {
            let flags = self.page.runs.flags[run];
            if flags & CODE != 0 {
                continue;
            }
            if !self.decision.keep[run] {
                self.drop(run, flags);
            } else if !self.is_skipped(run) {
                self.passed |= flags & (SPACE | BREAK);
                self.keep(run, flags);
            }
        }
        if self.figures && self.last_kept.is_some() {
            self.add_images(None);
        }
        self.end_segment();
        self.nest.close_all(self.sink);
    }

    fn is_skipped(&self, run: usize) -> bool {
        let node = self.page.runs.node[run] as usize;
        self.skipped.is_some_and(|(from, end)| (from..end).contains(&node))
    }

    fn drop(&mut self, run: usize, flags: u32) {
        self.gap_in_view |= flags & INVISIBLE == 0;
        if self.is_skipped(run) || self.page.runs.block[run] != self.block {
            return;
        }
        self.passed |= flags & (SPACE | BREAK);
        if flags & PRE != 0 {
            // Lines and words around dropped code stay separated.
            let text = self.page.run_text(run);
            if text.contains('\n') {
                self.passed |= BREAK;
            } else if text.contains(char::is_whitespace) {
                self.passed |= SPACE;
            }
        }
    }

    fn keep(&mut self, run: usize, flags: u32) {
        if self.figures {
            self.add_images(Some(run));
        }
        let page = self.page;
        let node = page.runs.node[run] as usize;
        let continues = page.runs.block[run] == self.block
            && self.decision.kind[run] == Kind::Continuation as u8;
        let same_code = self.code.is_some_and(|code| contains(page, code, node));
        if same_code && !continues {
            // One preformatted element is one segment, even with several blocks.
            self.passed |= BREAK;
            self.block = page.runs.block[run];
        }
        let opens = !same_code && !continues && self.begun != Some(run);
        if opens {
            self.end_segment();
        }
        self.move_to(node, opens, run);
        if self.is_skipped(run) {
            return;
        }
        if opens {
            self.begin_segment(run, flags);
        }
        self.add_text(run, flags, opens);
        self.gap_in_view = false;
        self.last_kept = Some(run);
    }

    fn begin_segment(&mut self, run: usize, flags: u32) {
        let page = self.page;
        let node = page.runs.node[run] as usize;
        self.block = page.runs.block[run];
        self.code = (flags & PRE != 0).then(|| self.mark(Role::Pre).unwrap_or(node));
        self.passed = 0;
        self.nest.settle(node, self.sink);
        let segment = self.segment(run);
        self.nest.settle_decision_items(
            segment.kind == Kind::ListItem && self.code.is_none(),
            self.sink,
        );
        self.sink.begin(&segment);
    }

    /// A block whose first runs were dropped opens with their kind.
    fn segment(&self, run: usize) -> Segment {
        let opening = match self.decision.kind[run] {
            kind if kind == Kind::Continuation as u8 => {
                let first = self.page.blocks.first[self.block as usize] as usize;
                self.decision.kind[first]
            }
            kind => kind,
        };
        let heading = self.mark(Role::Heading);
        let level = heading.and_then(|node| self.page.tag(node).heading_level()).unwrap_or(2);
        let kind = match opening {
            kind if kind == Kind::Heading as u8 => Kind::Heading,
            kind if kind == Kind::ListItem as u8 => Kind::ListItem,
            _ => Kind::Paragraph,
        };
        let joins = opening == Kind::Continuation as u8;
        Segment { kind, level, joins, code: self.code, first_run: run }
    }

    fn end_segment(&mut self) {
        if self.block != NO_BLOCK {
            self.sink.end();
        }
        self.block = NO_BLOCK;
        self.code = None;
    }

    fn add_text(&mut self, run: usize, flags: u32, opens: bool) {
        let gap = match std::mem::take(&mut self.passed) {
            // Preformatted runs contain their own white space, unless a run between them was
            // dropped.
            passed if flags & PRE != 0 && passed == flags & (SPACE | BREAK) => Gap::None,
            passed if passed & BREAK != 0 => Gap::Break,
            passed if passed & SPACE != 0 => Gap::Space,
            _ => Gap::None,
        };
        let form = if flags & PRE != 0 { Form::Preformatted } else { Form::Flowing };
        let piece = Piece { run, text: self.page.run_text(run), gap, form };
        if flags & MATH != 0
            && let Some(math) = self.mark(Role::Math)
        {
            self.add_formula(math, piece, opens);
        } else {
            self.sink.text(&piece, &self.styles);
        }
    }

    fn add_formula(&mut self, math: usize, piece: Piece, opens: bool) {
        // Analysed once for all its runs.
        if self.formula.as_ref().is_none_or(|formula| formula.math != math) {
            if S::FORMULAS && self.add_tex(math, &piece) {
                return;
            }
            self.formula = Some(Formula::of(self.page, self.decision, math));
        }
        let around = self.formula.as_ref().and_then(|formula| formula.around(piece.run));
        let Some(around) = around else {
            self.sink.text(&piece, &self.styles);
            return;
        };
        let gap = match piece.gap {
            _ if around.joins => Gap::None,
            Gap::None if around.apart && !opens => Gap::Space,
            gap => gap,
        };
        let text = format!("{}{}{}", around.before, piece.text, around.after);
        self.sink.text(&Piece { text: &text, gap, ..piece }, &self.styles);
    }

    fn add_tex(&mut self, math: usize, piece: &Piece) -> bool {
        let Some(tex) = math::tex(self.page, math) else {
            return false;
        };
        let form = Form::Tex { display: math::is_display(self.page, math) };
        self.sink.text(&Piece { text: &tex, form, ..*piece }, &self.styles);
        self.skipped = Some((math, self.page.subtree_end(math)));
        true
    }

    /// The outermost enclosing element with a role.
    fn mark(&self, role: Role) -> Option<usize> {
        self.marks.iter().find(|mark| mark.role == role).map(|mark| mark.node)
    }

    /// Leaves and enters elements on the way to `node`. Containers change only between segments.
    fn move_to(&mut self, node: usize, between: bool, run: usize) {
        let page = self.page;
        if between {
            self.nest.leave(node, self.sink);
        }
        if self.at == Some(node) {
            return;
        }
        leave_marks(&mut self.marks, node);
        leave_marks(&mut self.styles, node);
        self.chain.clear();
        let mut around = Some(node);
        while let Some(entered) = around {
            if self.at.is_some_and(|at| contains(page, entered, at)) {
                break;
            }
            match Role::of(page.tag(entered)) {
                Role::None => {}
                role => self.chain.push((entered, role)),
            }
            around = page.parent(entered);
        }
        self.at = Some(node);
        while let Some((entered, role)) = self.chain.pop() {
            self.enter(entered, role, between, run);
        }
    }

    fn enter(&mut self, node: usize, role: Role, between: bool, run: usize) {
        let page = self.page;
        if role.is_style() {
            self.enter_style(node, role);
        } else if !role.is_container() {
            self.marks.push(Mark { role, node, end: page.subtree_end(node) });
        } else if between && page.nodes.flags[node] & PRE == 0 {
            match role {
                Role::Table => self.enter_table(node, run),
                _ => self.nest.enter(page, node, role, self.sink),
            }
        }
    }

    fn enter_style(&mut self, node: usize, role: Role) {
        let idle = self.styles.iter().any(|style| style.role == role || style.role == Role::Code);
        if idle || (role == Role::Link && !self.is_link(node)) {
            return;
        }
        self.styles.push(Mark { role, node, end: self.page.subtree_end(node) });
    }

    fn is_link(&self, node: usize) -> bool {
        self.options.links && self.page.attribute(node, Attribute::HREF).and_then(safe).is_some()
    }

    fn enter_table(&mut self, node: usize, run: usize) {
        let Some(grid) = Grid::of(self.page, self.decision, node, run) else {
            return;
        };
        if self.options.tables {
            self.nest.enter_table(self.page, node, grid, self.sink);
        } else {
            self.skipped = Some((node, self.page.subtree_end(node)));
        }
    }
}

fn leave_marks(marks: &mut Vec<Mark>, node: usize) {
    while marks.last().is_some_and(|mark| !(mark.node..mark.end).contains(&node)) {
        marks.pop();
    }
}

fn contains(page: &Page, around: usize, node: usize) -> bool {
    (around..page.subtree_end(around)).contains(&node)
}

#[cfg(test)]
mod tests {
    use crate::page::decision::Decision;
    use crate::page::{Limits, Page};
    use crate::render::{Format, Options, render};

    fn text(html: &str, keep: &[bool]) -> String {
        let page = Page::parse(html, Limits::default());
        let mut decision = Decision::visible(&page);
        decision.keep = keep.to_vec();
        render(&page, &decision, Format::Text, Options::default())
    }

    #[test]
    fn words_around_a_dropped_run_stay_separated() {
        assert_eq!(text("a <b>b</b> c<i>d</i>e", &[true, false, true, false, true]), "a ce\n");
    }

    #[test]
    fn lines_around_dropped_code_stay_separated() {
        assert_eq!(text("<pre>a<b>\n</b><i>b\n</i>c</pre>", &[true, false, true]), "a\nc\n");
    }

    #[test]
    fn code_runs_are_never_rendered() {
        assert_eq!(text("<p>a<script>b</script>c<!--d-->", &[true; 4]), "ac\n");
    }

    #[test]
    fn deep_nesting_loses_no_text() {
        let html = format!("{}a<b>b</b>c", "<div><ul><li>".repeat(400));
        assert_eq!(text(&html, &[true; 3]), "- abc\n");
    }
}
