//! Decides which runs to keep, from the scores of the blocks.

use super::leftovers::{Leftover, PageKind, drop_leftovers, is_heading_link};
use super::rules::{CommentRule, apply_comment_rule, drop_repeated};
use super::walls::{Wall, find_wall};
use super::{Scored, ThresholdRule, Winnow, choose_threshold, reasons, words};
use crate::html::names::Tag;
use crate::page::Page;
use crate::page::decision::{Decision, Why, kinds};
use crate::winnow::features::page_row::Kept;
use std::sync::{Arc, LazyLock};

/// Pages of this type have one text of their own.
const ARTICLE: &str = "article";
/// Pages of this type consist of user posts.
const FORUM: &str = "forum";
/// Pages of this type often end with customer reviews.
const PRODUCT: &str = "product";

/// Pages of this type have sections about comments, such as those of a language.
const DOCUMENTATION: &str = "documentation";

/// Headings with this score are read for walls, kept or not: the heading of a wall names its kind.
const WALL_SCORE: f32 = 0.25;

/// The highest score of a dropped run.
const BELOW_HALF: f32 = 0.5_f32.next_down();

/// Settings of a decision.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    pub threshold: ThresholdRule,
    /// Whether to keep comments. `None`: keep what the model keeps on forums and question pages;
    /// elsewhere none, but on products and documentation those with a high score.
    pub comments: Option<bool>,
    /// Whether to keep the heading that is the title, if anything is kept; `None`: the model
    /// decides.
    pub title: Option<bool>,
}

/// The outcome of a text block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    Content,
    Boilerplate,
    /// The rule for comments overrules the model.
    KeptComment,
    DroppedComment,
    /// Another kept block has the same text.
    Repeated,
    /// The setting for the title overrules the model.
    KeptTitle,
    DroppedTitle,
    /// A label or a part of the page's frame between kept blocks.
    Leftover(Leftover),
    /// The model predicts that the page has no content, or a rule finds that it is a wall.
    NoContent(Option<Wall>),
}

impl Outcome {
    pub fn is_kept(self) -> bool {
        matches!(self, Outcome::Content | Outcome::KeptComment | Outcome::KeptTitle)
    }
}

impl Winnow {
    /// Decides on every run of a page. Reasons take longer than the decision, so they are computed
    /// on first access; until then the decision holds references to the model and the page.
    pub fn decide(self: &Arc<Self>, page: &Arc<Page>, settings: Settings) -> Decision {
        let scored = self.score_page(page);
        let words = words(scored.blocks());
        let threshold = choose_threshold(&scored.scores, &words, settings.threshold);
        let kept = Kept::of(&scored.scores, &words, threshold);
        let row = (!scored.blocks().is_empty()).then(|| scored.means.row(&kept));
        let page_type = row.as_deref().and_then(|row| self.page_type(row));
        let empty = row.as_deref().and_then(|row| self.no_content_probability(row));
        let wall = find_wall(page, scored.blocks(), |i| {
            let is_heading = page.tag(scored.blocks()[i].node) == Tag::H1;
            scored.scores[i] >= if is_heading { threshold.min(WALL_SCORE) } else { threshold }
        });
        let mut outcomes = if empty.is_some() || wall.is_some() {
            vec![Outcome::NoContent(wall); scored.blocks().len()]
        } else {
            outcomes(&scored, threshold, settings, page_type)
        };
        if let (Some(wanted), Some(title)) = (settings.title, scored.analysis.title()) {
            apply_title_setting(&mut outcomes, title, wanted);
        }
        let (keep, score) = run_columns(page, &scored, &outcomes, threshold);
        Decision {
            keep,
            score,
            comment: comment_column(page, &scored, &outcomes),
            kind: kinds(page),
            confidence: Some(empty.unwrap_or_else(|| self.confidence(row.as_deref(), &kept))),
            page_type: page_type.map(str::to_owned),
            why: self.why(page, outcomes),
        }
    }

    /// The most likely page type; the first of equal ones.
    fn page_type(&self, row: &[f32]) -> Option<&str> {
        let mut best: Option<(f32, &str)> = None;
        for (name, trees) in &self.types {
            let likely = trees.predict(row).first().copied().unwrap_or(0.0);
            if best.is_none_or(|(most, _)| likely > most) {
                best = Some((likely, name));
            }
        }
        best.map(|(_, name)| name)
    }

    /// The probability that the page has no content, if it is high enough to keep nothing.
    fn no_content_probability(&self, row: &[f32]) -> Option<f32> {
        let (trees, threshold) = self.content.as_ref()?;
        let likely = trees.predict(row).first().copied()?;
        (likely < *threshold).then_some(1.0 - likely)
    }

    fn confidence(&self, row: Option<&[f32]>, kept: &Kept) -> f32 {
        let learned = self.confidence.as_ref().zip(row);
        let learned = learned.and_then(|(trees, row)| trees.predict(row).first().copied());
        learned.unwrap_or(kept.expected_f1())
    }

    fn why(self: &Arc<Self>, page: &Arc<Page>, outcomes: Vec<Outcome>) -> Why {
        let (model, page) = (Arc::clone(self), Arc::clone(page));
        LazyLock::new(Box::new(move || reasons::reasons(&model, &page, &outcomes)))
    }
}

fn comment_rule(settings: Settings, page_type: Option<&str>) -> CommentRule {
    match (settings.comments, page_type) {
        (Some(true), _) => CommentRule::Keep,
        (Some(false), _) => CommentRule::Drop,
        (None, Some(FORUM)) => CommentRule::LeaveToModel,
        (None, Some(PRODUCT)) => CommentRule::DropUnsureWithReviews,
        (None, Some(DOCUMENTATION)) => CommentRule::DropUnsure,
        (None, _) => CommentRule::Drop,
    }
}

fn outcomes(
    scored: &Scored<'_>,
    threshold: f32,
    settings: Settings,
    page_type: Option<&str>,
) -> Vec<Outcome> {
    let outcome =
        |&score: &f32| if score >= threshold { Outcome::Content } else { Outcome::Boilerplate };
    let mut outcomes: Vec<Outcome> = scored.scores.iter().map(outcome).collect();
    apply_comment_rule(scored, comment_rule(settings, page_type), &mut outcomes);
    drop_leftovers(scored, page_kind(page_type), &mut outcomes);
    // Last, so that the copy that stays is not one that another rule drops.
    drop_repeated(scored, &mut outcomes);
    outcomes
}

fn page_kind(page_type: Option<&str>) -> PageKind {
    match page_type {
        Some(FORUM) => PageKind::Forum,
        Some(ARTICLE) | None => PageKind::Article,
        Some(_) => PageKind::Other,
    }
}

fn apply_title_setting(outcomes: &mut [Outcome], title: usize, is_wanted: bool) {
    // Another block with the same text is kept.
    if outcomes[title] == Outcome::Repeated {
        return;
    }
    if outcomes[title].is_kept() != is_wanted && outcomes.iter().any(|outcome| outcome.is_kept()) {
        outcomes[title] = if is_wanted { Outcome::KeptTitle } else { Outcome::DroppedTitle };
    }
}

/// The `keep` and `score` columns of the runs. Kept runs score at least one half.
fn run_columns(
    page: &Page,
    scored: &Scored<'_>,
    outcomes: &[Outcome],
    threshold: f32,
) -> (Vec<bool>, Vec<f32>) {
    let mut keep = vec![false; page.run_count()];
    let mut scores = vec![0.0; page.run_count()];
    for ((block, &outcome), &score) in scored.blocks().iter().zip(outcomes).zip(&scored.scores) {
        let score = run_score(score, threshold, outcome.is_kept());
        for run in block.runs(page) {
            keep[run] = outcome.is_kept() && !is_heading_link(page, run);
            scores[run] = score;
        }
    }
    (keep, scores)
}

/// The `comment` column of the runs: comments, kept or dropped.
fn comment_column(page: &Page, scored: &Scored<'_>, outcomes: &[Outcome]) -> Vec<bool> {
    let mut is_comment = vec![false; page.run_count()];
    for (block, outcome) in scored.blocks().iter().zip(outcomes) {
        if matches!(outcome, Outcome::KeptComment | Outcome::DroppedComment) {
            block.runs(page).for_each(|run| is_comment[run] = true);
        }
    }
    is_comment
}

/// Maps scores below the threshold to 0 … ½, and the others to ½ … 1. Overruled scores are clamped
/// to ½.
fn run_score(score: f32, threshold: f32, is_kept: bool) -> f32 {
    if !is_kept {
        return (0.5 * score / threshold).min(BELOW_HALF);
    }
    // With a threshold of 1 there is no range above it.
    if score >= 1.0 { 1.0 } else { 0.5 + 0.5 * ((score - threshold) / (1.0 - threshold)).max(0.0) }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{RULE, model, page, stump, unsure_model};
    use super::*;
    use crate::winnow::features::page_row::PAGE_COUNT;

    fn decide(html: &str, model: Winnow, comments: Option<bool>) -> Decision {
        Arc::new(model)
            .decide(&Arc::new(page(html)), Settings { threshold: RULE, comments, title: None })
    }

    #[test]
    fn runs_share_the_outcome_of_their_block() {
        let html = "<p>a b<p>a b <b>c d</b> <i hidden>e</i><script>s</script>";
        let decision = decide(html, model(&[]).unwrap(), None);
        assert_eq!(decision.keep, [false, true, true, false, false]);
        assert_eq!(decision.kind, kinds(&page(html)));
        assert_eq!([0, 1, 3].map(|run| decision.reason(run)), {
            ["boilerplate: words", "content: words", "not visible"]
        });
    }

    #[test]
    fn kept_runs_score_at_least_one_half() {
        assert_eq!(run_score(0.2, 0.4, false), 0.25);
        assert_eq!(run_score(0.7, 0.4, true), 0.75);
        assert_eq!(run_score(0.4, 0.4, true), 0.5);
        assert_eq!(run_score(0.4_f32.next_down(), 0.4, false), BELOW_HALF);
        assert_eq!(run_score(1.0, 1.0, true), 1.0);
        // Overruled.
        assert_eq!(run_score(0.7, 0.4, false), BELOW_HALF);
        assert_eq!(run_score(0.0, 0.0, false), BELOW_HALF);
        assert_eq!(run_score(0.2, 0.4, true), 0.5);
        assert_eq!(run_score(0.2, 1.0, true), 0.5);
    }

    #[test]
    fn reasons_are_computed_on_first_access() {
        let (model, page) = (Arc::new(model(&[]).unwrap()), Arc::new(page("<p>a b c d")));
        let decision =
            model.decide(&page, Settings { threshold: RULE, comments: None, title: None });
        assert_eq!((Arc::strong_count(&model), Arc::strong_count(&page)), (2, 2));
        assert_eq!(decision.reason(0), "content: words");
        // Afterwards the decision holds no references.
        assert_eq!((Arc::strong_count(&model), Arc::strong_count(&page)), (1, 1));
    }

    #[test]
    fn forums_keep_their_comments() {
        let text = "a ".repeat(50);
        let other = "b ".repeat(50);
        let html = format!("<p>{text}<div class=comments>{other}</div>");
        let with = |names: [&str; 2]| {
            let trees = |value| stump(PAGE_COUNT - 1, value, PAGE_COUNT);
            let types = [(names[0].to_owned(), trees(-1.0)), (names[1].to_owned(), trees(1.0))];
            unsure_model().with_types(types.to_vec()).unwrap()
        };
        let article = decide(&html, with(["article", "forum"]), None);
        assert_eq!(
            (article.page_type.as_deref(), &article.keep[..]),
            (Some("article"), &[true, false][..])
        );
        let forum = decide(&html, with(["forum", "article"]), None);
        assert_eq!(
            (forum.page_type.as_deref(), &forum.keep[..]),
            (Some("forum"), &[true, true][..])
        );
        assert_eq!(decide(&html, with(["forum", "article"]), Some(false)).keep, [true, false]);
    }

    #[test]
    fn comments_are_dropped_and_marked_by_default() {
        let [text, other] = ["a ", "b "].map(|word| word.repeat(50));
        let html = format!("<p>{text}<div class=comments>{other}<p>c</div>");
        for (comments, keep) in [(None, false), (Some(false), false), (Some(true), true)] {
            let decision = decide(&html, model(&[]).unwrap(), comments);
            assert_eq!(decision.keep, [true, keep, false]);
            assert_eq!(decision.comment, [false, true, false]);
        }
    }

    #[test]
    fn an_article_of_a_few_words_keeps_its_comments() {
        let html = format!("<p>a b c d<div class=comments>{}</div>", "b ".repeat(50));
        let decision = decide(&html, model(&[]).unwrap(), None);
        assert_eq!((&decision.keep[..], &decision.comment[..]), (&[true; 2][..], &[false; 2][..]));
    }

    #[test]
    fn question_pages_keep_their_comments() {
        let [text, other] = ["a ", "b "].map(|word| word.repeat(50));
        let html = format!(
            "<div itemtype=https://schema.org/QAPage><p>{text}<div class=comments>{other}</div>"
        );
        let decision = decide(&html, model(&[]).unwrap(), None);
        assert_eq!((&decision.keep[..], &decision.comment[..]), (&[true; 2][..], &[false; 2][..]));
    }

    #[test]
    fn reviews_are_dropped_from_product_pages() {
        let [text, other] = ["a ", "b "].map(|word| word.repeat(50));
        let html = format!("<p>{text}<div class=customer-reviews>{other}</div>");
        let typed = |name: &str| {
            let types = vec![(name.to_owned(), stump(0, -1.0, PAGE_COUNT))];
            decide(&html, unsure_model().with_types(types).unwrap(), None).keep
        };
        assert_eq!(typed("product"), [true, false]);
        assert_eq!(typed("article"), [true, true]);
    }

    #[test]
    fn the_title_setting_overrules_the_model() {
        let model = Arc::new(model(&[]).unwrap());
        let keep = |html: &str, title| {
            let settings = Settings { threshold: RULE, comments: None, title };
            model.decide(&Arc::new(page(html)), settings).keep
        };
        let short = "<h1>a b</h1><p>c d e f";
        assert_eq!([None, Some(true)].map(|title| keep(short, title)[0]), [false, true]);
        let long = "<h1>a b c d</h1><p>e f g h";
        assert_eq!([None, Some(false)].map(|title| keep(long, title)[0]), [true, false]);
        assert_eq!(keep("<h1>a b</h1><p>c d", Some(true)), [false, false]);
    }

    #[test]
    fn a_page_without_text_has_no_type_and_no_confidence() {
        let trees = stump(0, -1.0, PAGE_COUNT);
        let model = model(&[]).unwrap().with_types(vec![("a".to_owned(), trees.clone())]).unwrap();
        let decision = decide("", model.with_confidence(trees).unwrap(), None);
        assert_eq!((decision.page_type, decision.confidence), (None, Some(0.0)));
    }
}
