//! The decision of a method: for each run keep or drop, kind, score and reason.

use crate::html::names::Tag;
use crate::page::Page;
use crate::page::flags;
use std::sync::LazyLock;

/// The kind of a kept run. All kinds but `Continuation` open a new segment of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    Heading = 0,
    Paragraph = 1,
    ListItem = 2,
    Continuation = 3,
}

/// Kinds by number, for Python.
pub const KIND_NAMES: &[&str] = &["heading", "paragraph", "list item", "continuation"];

/// The reason of invisible text.
pub const NOT_VISIBLE: &str = "not visible";

/// One value for each run of the page.
#[derive(Debug)]
pub struct Decision {
    pub keep: Vec<bool>,
    pub kind: Vec<u8>,
    /// How likely the run is content, 0 to 1.
    pub score: Vec<f32>,
    /// Whether the run is of a reader comment or a customer review, kept or dropped.
    pub comment: Vec<bool>,
    /// Expected quality of the whole decision, 0 to 1.
    pub confidence: Option<f32>,
    pub page_type: Option<String>,
    pub why: Why,
}

/// Reasons that may be computed on first access.
pub type Why = LazyLock<Reasons, Box<dyn FnOnce() -> Reasons + Send>>;

/// Why each run is kept or dropped.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reasons {
    /// By run, index into `texts`.
    pub by_run: Vec<u8>,
    pub texts: Vec<String>,
}

impl Reasons {
    /// Wraps reasons that are already known.
    pub fn known(by_run: Vec<u8>, texts: Vec<String>) -> Why {
        let reasons = Reasons { by_run, texts };
        let why: Why = LazyLock::new(Box::new(move || reasons));
        LazyLock::force(&why);
        why
    }
}

impl Decision {
    pub fn reason(&self, run: usize) -> &str {
        &self.why.texts[self.why.by_run[run] as usize]
    }

    /// Keeps every visible run; if the page hides all its text, every run but code.
    pub fn visible(page: &Page) -> Decision {
        let hiding = hiding_flags(page);
        let keep: Vec<bool> = page.runs.flags.iter().map(|f| f & hiding == 0).collect();
        let shown = if hiding == flags::INVISIBLE { "visible" } else { "all text is hidden" };
        let why = keep.iter().map(|kept| u8::from(!kept)).collect();
        Decision {
            score: keep.iter().map(|kept| f32::from(u8::from(*kept))).collect(),
            kind: kinds(page),
            comment: vec![false; keep.len()],
            keep,
            confidence: None,
            page_type: None,
            why: Reasons::known(why, vec![shown.to_owned(), NOT_VISIBLE.to_owned()]),
        }
    }
}

/// The flags that make a run invisible. On a page that hides all its text, only those of code, head
/// and fallback.
pub fn hiding_flags(page: &Page) -> u32 {
    if page.runs.flags.iter().any(|f| f & flags::INVISIBLE == 0) {
        return flags::INVISIBLE;
    }
    flags::CODE | flags::HEAD | flags::FALLBACK
}

/// The kind of each run by the markup: the first run of a block opens a heading, list item or
/// paragraph, the others continue it.
pub fn kinds(page: &Page) -> Vec<u8> {
    let mut kinds = vec![Kind::Continuation as u8; page.run_count()];
    for block in 0..page.blocks.first.len() {
        let first = page.blocks.first[block] as usize;
        kinds[first] = opening_kind(page, page.runs.node[first] as usize) as u8;
    }
    kinds
}

fn opening_kind(page: &Page, node: usize) -> Kind {
    for node in page.ancestors(node) {
        match page.tag(node) {
            Tag::LI | Tag::DT | Tag::DD => return Kind::ListItem,
            tag if tag.heading_level().is_some() => return Kind::Heading,
            Tag::TD | Tag::TH | Tag::BODY | Tag::BLOCKQUOTE | Tag::ARTICLE => {
                return Kind::Paragraph;
            }
            _ => {}
        }
    }
    Kind::Paragraph
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;

    fn page(html: &str) -> Page {
        Page::parse(html, Limits::default())
    }

    #[test]
    fn the_first_run_of_a_block_opens_it_and_the_others_continue() {
        let page = page("<h2>a <b>b</b></h2><li>c<p>d");
        assert_eq!(kinds(&page), [0, 3, 2, 2]);
    }

    #[test]
    fn scripts_and_hidden_text_are_not_visible() {
        let page = page("<script>s</script><p>a<p hidden>b<p style='display: NONE'>c<!-- d -->");
        let kept: Vec<&str> = (0..page.run_count())
            .filter(|&run| Decision::visible(&page).keep[run])
            .map(|run| page.run_text(run))
            .collect();
        assert_eq!(kept, ["a"]);
    }

    #[test]
    fn a_page_that_hides_all_its_text_keeps_it() {
        let page = page("<div hidden><p>a</div><script>s</script>");
        let decision = Decision::visible(&page);
        assert_eq!(decision.keep, [true, false]);
        assert_eq!(decision.reason(0), "all text is hidden");
    }
}
