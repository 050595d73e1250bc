//! Formulas: MathML as a line of text (`1/2`, `x^2`, `√(a+b)`), and TeX if the page contains it.

use crate::html::names::{Attribute, Tag};
use crate::page::Page;
use crate::page::decision::Decision;

/// Maximum runs that are checked for brackets around a part.
const MAX_FENCED: usize = 64;

/// The text around one run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Around {
    pub before: String,
    pub after: String,
    /// A sign joins it to the previous run without white space.
    pub joins: bool,
    /// White space precedes it.
    pub apart: bool,
}

pub struct Formula {
    pub math: usize,
    /// The kept runs, in order.
    runs: Vec<usize>,
    around: Vec<Around>,
}

impl Formula {
    pub fn of(page: &Page, decision: &Decision, math: usize) -> Formula {
        let end = page.subtree_end(math);
        let first = page.runs.opened.partition_point(|&opened| opened as usize <= math);
        let runs: Vec<usize> = (first..page.run_count())
            .take_while(|&run| (math..end).contains(&(page.runs.node[run] as usize)))
            .filter(|&run| decision.keep[run] && !page.is_code(run))
            .collect();
        let around = vec![Around::default(); runs.len()];
        let mut formula = Formula { math, runs, around };
        let spans = formula.spans(page, end);
        formula.lay_out(page, &spans);
        formula
    }

    pub fn around(&self, run: usize) -> Option<&Around> {
        self.runs.binary_search(&run).ok().map(|at| &self.around[at])
    }

    /// For each node, the range of the runs inside it.
    fn spans(&self, page: &Page, end: usize) -> Vec<(usize, usize)> {
        let mut spans = vec![(usize::MAX, 0); end - self.math];
        for (at, &run) in self.runs.iter().enumerate() {
            let span = &mut spans[page.runs.node[run] as usize - self.math];
            *span = (span.0.min(at), at + 1);
        }
        for node in (1..spans.len()).rev() {
            let (first, end) = spans[node];
            if let Some(parent) = page.parent(node + self.math) {
                let around = &mut spans[parent - self.math];
                *around = (around.0.min(first), around.1.max(end));
            }
        }
        spans
    }

    fn lay_out(&mut self, page: &Page, spans: &[(usize, usize)]) {
        let mut children = vec![0usize; spans.len()];
        // Runs before which a fraction or script begins or ends.
        let mut borders = vec![(false, false); self.runs.len() + 1];
        for (node, &(first, end)) in spans.iter().enumerate() {
            let parent = page.parent(node + self.math).filter(|&parent| parent >= self.math);
            let position = parent.map_or(0, |parent| {
                children[parent - self.math] += 1;
                children[parent - self.math] - 1
            });
            if first >= end {
                continue;
            }
            if let Some(parent) = parent {
                let follows = spans[parent - self.math].0 < first;
                let part = Part::of(page.tag_name(parent), position);
                self.place(page, part, first, end, follows);
            }
            match page.tag_name(node + self.math) {
                "msqrt" => self.wrap("√(", first, end),
                "mfenced" => self.wrap("(", first, end),
                "mtr" | "mlabeledtr" | "mtd" => self.around[first].apart = true,
                name if !Part::of(name, 1).sign.is_empty() => {
                    borders[first].0 = true;
                    borders[end].1 = true;
                }
                _ => {}
            }
        }
        self.part_words(page, &borders);
    }

    fn place(&mut self, page: &Page, part: Part, first: usize, end: usize, follows: bool) {
        if follows && !part.sign.is_empty() {
            self.around[first].before.push_str(part.sign);
            self.around[first].joins = true;
        }
        if follows && part.is_root {
            self.wrap("(1/", first, end);
        } else if part.is_tight && end - first > 1 && !self.is_fenced(page, first, end) {
            self.wrap("(", first, end);
        }
    }

    /// Outer parts are written before inner ones.
    fn wrap(&mut self, opening: &str, first: usize, end: usize) {
        self.around[first].before.push_str(opening);
        self.around[end - 1].after.insert(0, ')');
    }

    fn is_fenced(&self, page: &Page, first: usize, end: usize) -> bool {
        if end - first > MAX_FENCED {
            return false;
        }
        let mut depth = 0;
        for at in first..end {
            match page.run_text(self.runs[at]) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            if (depth <= 0) != (at + 1 == end) {
                return false;
            }
        }
        true
    }

    /// Separates `2` from a following fraction, and an exponent from the text after it.
    fn part_words(&mut self, page: &Page, borders: &[(bool, bool)]) {
        for (at, &(begins, ends)) in borders.iter().enumerate().take(self.runs.len()).skip(1) {
            let is_bare = self.around[at - 1].after.is_empty() && self.around[at].before.is_empty();
            let last = page.run_text(self.runs[at - 1]).chars().next_back();
            let next = page.run_text(self.runs[at]).chars().next();
            let both = |test: fn(char) -> bool| last.is_some_and(test) && next.is_some_and(test);
            let runs_together =
                (begins && both(char::is_numeric)) || (ends && both(char::is_alphanumeric));
            self.around[at].apart |= is_bare && runs_together;
        }
    }
}

/// How a child is written.
#[derive(Default)]
struct Part {
    /// The sign before the child.
    sign: &'static str,
    /// Whether the sign binds closer than the parts of the child.
    is_tight: bool,
    /// Whether the child is the index of a root.
    is_root: bool,
}

impl Part {
    fn of(parent: &str, position: usize) -> Part {
        let signs = match parent {
            "mfrac" => ["/", ""],
            "msup" | "mroot" => ["^", ""],
            "msub" | "munder" => ["_", ""],
            "msubsup" | "munderover" => ["_", "^"],
            "mfenced" => {
                return Part { sign: if position > 0 { "," } else { "" }, ..Part::default() };
            }
            _ => return Part::default(),
        };
        let sign = position.checked_sub(1).and_then(|at| signs.get(at)).unwrap_or(&"");
        Part { sign, is_tight: true, is_root: parent == "mroot" && position == 1 }
    }
}

/// The TeX of a formula: from its annotation, else from its alternative text.
pub fn tex(page: &Page, math: usize) -> Option<String> {
    let annotation = (math..page.subtree_end(math)).find(|&node| {
        page.tag(node) == Tag::ANNOTATION
            && page.attribute(node, Attribute::ENCODING).is_some_and(|e| e.ends_with("x-tex"))
    });
    let source = match annotation {
        Some(node) => page.text_of(node),
        None => page.attribute(math, Attribute::ALTTEXT)?.to_owned(),
    };
    cleaned(&source)
}

/// The TeX in the alternative text of a formula's image, as in Wikipedia and WordPress.
pub fn tex_of_image(page: &Page, node: usize) -> Option<String> {
    let class = page.attribute(node, Attribute::CLASS)?;
    let is_formula = class
        .split_ascii_whitespace()
        .any(|token| token == "latex" || token.starts_with("mwe-math-fallback-image"));
    if is_formula { cleaned(page.attribute(node, Attribute::ALT)?) } else { None }
}

pub fn has_images(page: &Page) -> bool {
    let mut tags = page.nodes.tag.iter().enumerate();
    tags.any(|(node, &tag)| tag == Tag::IMG.0 && tex_of_image(page, node).is_some())
}

fn cleaned(source: &str) -> Option<String> {
    let tex = one_line(unwrapped(source.trim()));
    (!tex.is_empty()).then_some(tex)
}

pub fn is_display(page: &Page, math: usize) -> bool {
    page.attribute(math, Attribute::DISPLAY).is_some_and(|value| value == "block")
}

/// Removes the style that Wikipedia puts around every formula.
fn unwrapped(tex: &str) -> &str {
    for style in ["{\\displaystyle ", "{\\textstyle "] {
        if let Some(inner) = tex.strip_prefix(style).and_then(|rest| rest.strip_suffix('}')) {
            return inner.trim();
        }
    }
    tex
}

fn one_line(tex: &str) -> String {
    tex.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;
    use crate::render::testing::rendered;
    use crate::render::{Format, Options};

    fn text(mathml: &str) -> String {
        let html = format!("<p>a <math>{mathml}</math>.");
        let text = rendered(&html, Format::Text, Options::default());
        text.trim_end().strip_prefix("a ").and_then(|t| t.strip_suffix('.')).unwrap().to_owned()
    }

    #[test]
    fn fractions_and_scripts_have_signs() {
        for (mathml, expected) in [
            ("<mfrac><mn>1</mn><mn>2</mn></mfrac>", "1/2"),
            ("<mfrac>\n<mn>1</mn>\n<mrow><mi>x</mi><mo>+</mo><mn>2</mn></mrow></mfrac>", "1/(x+2)"),
            ("<msup><mi>x</mi><mn>2</mn></msup>", "x^2"),
            (
                "<msubsup><mi>x</mi><mi>i</mi><mrow><mi>n</mi><mi>k</mi></mrow></msubsup>",
                "x_i^(nk)",
            ),
            ("<msqrt><mn>2</mn><mi>y</mi></msqrt>", "√(2y)"),
            ("<mroot><mi>x</mi><mn>3</mn></mroot>", "x^(1/3)"),
            ("<mi>f</mi><mfenced><mi>x</mi><mi>y</mi></mfenced>", "f(x,y)"),
            (
                "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi>\
                 </munderover>",
                "∑_(i=1)^n",
            ),
        ] {
            assert_eq!(text(mathml), expected);
        }
    }

    #[test]
    fn nested_parts_have_brackets() {
        let inner = "<mfrac><mn>1</mn><msqrt><mi>x</mi></msqrt></mfrac>";
        assert_eq!(text(&format!("<msup>{inner}<mn>2</mn></msup>")), "(1/√(x))^2");
        let fenced = "<mrow><mo>(</mo><mi>a</mi><mi>b</mi><mo>)</mo></mrow>";
        assert_eq!(text(&format!("<msup>{fenced}<mn>2</mn></msup>")), "(ab)^2");
        let two = "<mrow><mo>(</mo><mi>a</mi><mo>)</mo><mo>(</mo><mi>b</mi><mo>)</mo></mrow>";
        assert_eq!(text(&format!("<msup>{two}<mn>2</mn></msup>")), "((a)(b))^2");
    }

    #[test]
    fn numbers_do_not_run_together() {
        assert_eq!(text("<mn>2</mn><mfrac><mn>1</mn><mn>2</mn></mfrac>"), "2 1/2");
        assert_eq!(text("<msup><mi>x</mi><mn>2</mn></msup><mi>y</mi>"), "x^2 y");
        assert_eq!(
            text(
                "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr>\
                 <mtr><mtd><mn>3</mn></mtd><mtd><mi>x</mi><mo>+</mo></mtd></mtr></mtable>"
            ),
            "1 2 3 x+"
        );
    }

    #[test]
    fn a_part_without_text_has_no_sign() {
        assert_eq!(text("<msup><mi></mi><mn>2</mn></msup><mo>+</mo>"), "2+");
        assert_eq!(text("<msup><mi>x</mi><mrow></mrow></msup>"), "x");
    }

    fn of(html: &str) -> Option<String> {
        let page = Page::parse(html, Limits::default());
        let math = (0..page.nodes.tag.len()).find(|&node| page.tag(node) == Tag::MATH).unwrap();
        tex(&page, math)
    }

    #[test]
    fn the_annotation_comes_before_the_alternative_text() {
        let html = "<math alttext='words'><semantics><mi>x</mi>\
                    <annotation encoding='application/x-tex'>x\n^2</annotation></semantics></math>";
        assert_eq!(of(html).as_deref(), Some("x ^2"));
        let html = "<math alttext='{\\displaystyle x^{2}}'><mi>x</mi></math>";
        assert_eq!(of(html).as_deref(), Some("x^{2}"));
    }

    #[test]
    fn plain_mathml_has_no_tex() {
        assert_eq!(of("<math><mi>x</mi></math>"), None);
    }
}
