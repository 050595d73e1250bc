//! Rules that overrule the model: reader comments and repeated texts.

use super::Scored;
use super::decide::Outcome;
use crate::html::names::{Attribute, Tag};
use crate::page::Page;
use crate::page::class_words::ClassWords;
use crate::winnow::features;
use std::collections::HashMap;

static COMMENTS: ClassWords =
    ClassWords::new(&["comment", "comments", "commentlist", "disqus", "respond", "discussion"]);
static REVIEWS: ClassWords = ClassWords::new(&["review", "reviews", "testimonial", "testimonials"]);

/// Comments are dropped only if at least this many other words are kept.
const MIN_OTHER_WORDS: u32 = 50;

/// By default, comments with this score or more are kept.
const KEEP_SCORE: f32 = 0.8;

/// A comment reads like text if it has this many words, and less than this share of its characters
/// in links.
const MIN_COMMENT_WORDS: f32 = 5.0;
const MAX_COMMENT_LINK_SHARE: f32 = 0.35;

/// Which comments to drop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommentRule {
    All,
    /// Comments below `KEEP_SCORE`.
    Unsure,
    /// Comments and reviews below `KEEP_SCORE`.
    UnsureWithReviews,
}

/// Finds parts of a page whose class or id names comments or, optionally, reviews. Each element is
/// checked at most once.
struct Parts<'a> {
    page: &'a Page,
    with_reviews: bool,
    /// By node, whether it is in such a part; `None` if not yet checked.
    known: Vec<Option<bool>>,
    path: Vec<usize>,
}

impl Parts<'_> {
    fn of(page: &Page, with_reviews: bool) -> Parts<'_> {
        Parts { page, with_reviews, known: vec![None; page.nodes.tag.len()], path: Vec::new() }
    }

    fn contain(&mut self, node: usize) -> bool {
        let page = self.page;
        self.path.extend(page.ancestors(node).take_while(|&node| self.known[node].is_none()));
        while let Some(node) = self.path.pop() {
            let is_inside =
                page.parent(node).is_some_and(|parent| self.known[parent] == Some(true));
            self.known[node] = Some(is_inside || names_comments(page, node, self.with_reviews));
        }
        self.known[node] == Some(true)
    }
}

fn names_comments(page: &Page, node: usize, with_reviews: bool) -> bool {
    // The class of the whole page may say whether it has comments.
    if matches!(page.tag(node), Tag::HTML | Tag::BODY) {
        return false;
    }
    let mut attributes = page.node_attributes(node);
    attributes.any(|(name, value)| {
        matches!(name, Attribute::CLASS | Attribute::ID)
            && (COMMENTS.find(value).is_some() || with_reviews && REVIEWS.find(value).is_some())
    })
}

/// Drops comments, unless hardly anything else is kept.
pub fn drop_comments(scored: &Scored<'_>, which: CommentRule, outcomes: &mut [Outcome]) {
    let mut parts = Parts::of(scored.analysis.page(), which == CommentRule::UnsureWithReviews);
    let most = if which == CommentRule::All { f32::INFINITY } else { KEEP_SCORE };
    let mut words_outside = 0;
    let mut comments = Vec::new();
    for (i, block) in
        scored.blocks().iter().enumerate().filter(|&(i, _)| outcomes[i] == Outcome::Content)
    {
        if scored.scores[i] < most && parts.contain(block.node) {
            comments.push(i);
        } else {
            words_outside += block.text.words;
        }
    }
    if words_outside >= MIN_OTHER_WORDS {
        comments.into_iter().for_each(|i| outcomes[i] = Outcome::DroppedComment);
    }
}

/// Keeps comments that read like text, if the page has any content.
pub fn keep_comments(scored: &Scored<'_>, text_like: &[bool], outcomes: &mut [Outcome]) {
    if !outcomes.contains(&Outcome::Content) {
        return;
    }
    let mut parts = Parts::of(scored.analysis.page(), true);
    for ((block, outcome), text_like) in scored.blocks().iter().zip(outcomes).zip(text_like) {
        if *outcome == Outcome::Boilerplate && *text_like && parts.contain(block.node) {
            *outcome = Outcome::KeptComment;
        }
    }
}

/// Whether a block reads like text, by its features.
pub fn reads_like_text(row: &[f32]) -> bool {
    const WORDS: usize = column_of("words");
    const LINKS: usize = column_of("link share");
    const FORM: usize = column_of("in form");
    const CONTROL: usize = column_of("in control");
    row[WORDS] >= MIN_COMMENT_WORDS
        && row[LINKS] < MAX_COMMENT_LINK_SHARE
        && row[FORM] + row[CONTROL] == 0.0
}

/// The column of a feature; the name must exist.
const fn column_of(name: &str) -> usize {
    let mut place = 0;
    while !is_same(features::FEATURES[place].0.as_bytes(), name.as_bytes()) {
        place += 1;
    }
    place
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// Shorter texts may legitimately recur.
const FEWEST_WORDS: u32 = 4;

/// Drops kept blocks with the same text under different paths, as pages have them for wide and
/// narrow screens. The block with the highest score stays, and with it the blocks that have its
/// path, such as the lines of a refrain.
pub fn drop_repeated(scored: &Scored<'_>, outcomes: &mut [Outcome]) {
    let is_candidate = |i: usize, outcomes: &[Outcome]| {
        outcomes[i].is_kept() && scored.blocks()[i].text.words >= FEWEST_WORDS
    };
    let mut best: HashMap<u64, usize> = HashMap::new();
    for (i, block) in scored.blocks().iter().enumerate().filter(|&(i, _)| is_candidate(i, outcomes))
    {
        let known = best.entry(block.hash).or_insert(i);
        if scored.scores[i] > scored.scores[*known] {
            *known = i;
        }
    }
    for (i, block) in scored.blocks().iter().enumerate() {
        if is_candidate(i, outcomes) && !scored.analysis.same_path(best[&block.hash], i) {
            outcomes[i] = Outcome::Repeated;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{RULE, model, page};
    use super::super::{Settings, Winnow};
    use super::*;
    use std::sync::Arc;

    fn in_comments(html: &str) -> Vec<bool> {
        let page = page(html);
        let mut parts = Parts::of(&page, false);
        page.blocks.node.iter().map(|&node| parts.contain(node as usize)).collect()
    }

    #[test]
    fn comments_are_found_by_class_and_id() {
        for name in ["comments", "post-comment", "commentList", "disqus_thread", "Respond"] {
            let html = format!("<p>a<div class='x {name}'><p>b</div><p>c<div id={name}>d</div>");
            assert_eq!(in_comments(&html), [false, true, false, true], "{name}");
        }
        for name in ["commentary", "nocomments", "responsive"] {
            assert_eq!(in_comments(&format!("<div class={name}>a</div>")), [false], "{name}");
        }
    }

    #[test]
    fn the_class_of_the_page_is_ignored() {
        assert_eq!(in_comments("<html class=comments><body class=comments-open><p>a"), [false]);
    }

    #[test]
    fn nested_parts_are_one() {
        let html = "<div class=comments><p>a<div class=comment>b</div><p>c</div><p>d";
        assert_eq!(in_comments(html), [true, true, true, false]);
    }

    #[test]
    fn buttons_and_lists_of_links_do_not_read_like_text() {
        let html = "<p>one two three four five<p>one two three four\
            <p>one two <a href=x>three four five</a><form>one two three four five</form>";
        let page = page(html);
        let text_like: Vec<bool> =
            features::block_rows(&page, &[]).chunks(features::COUNT).map(reads_like_text).collect();
        assert_eq!(text_like, [true, false, false, false]);
    }

    fn kept(html: &str) -> Vec<bool> {
        let model: Arc<Winnow> = Arc::new(model(&[]).unwrap());
        model
            .decide(
                &Arc::new(page(html)),
                Settings { threshold: RULE, comments: None, title: None },
            )
            .keep
    }

    #[test]
    fn a_repeated_text_is_kept_once() {
        let html = "<p class=wide>a b c d</p><p class=narrow>a b c d</p><p>a b c d e";
        assert_eq!(kept(html), [true, false, true]);
    }

    #[test]
    fn a_refrain_stays() {
        assert_eq!(kept("<p>a b c d<p>e f g h i<p>a b c d"), [true; 3]);
    }

    #[test]
    fn text_that_comments_repeat_is_kept_outside_of_them() {
        let [text, other] = ["a ", "b "].map(|word| word.repeat(60));
        let html = format!("<p>{text}<p>{other}<div class=comments><p>{other}</div>");
        let settings = Settings { threshold: RULE, comments: Some(false), title: None };
        let decision = Arc::new(model(&[]).unwrap()).decide(&Arc::new(page(&html)), settings);
        assert_eq!(decision.keep, [true, true, false]);
    }
}
