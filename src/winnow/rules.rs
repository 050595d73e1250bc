//! Rules that overrule the model: reader comments and repeated texts.

use super::Scored;
use super::comment_parts::{self, Part};
use super::decide::Outcome;
use std::collections::HashMap;

/// Comments are dropped only if at least this many other words are kept.
const MIN_OTHER_WORDS: u32 = 50;

/// With `DropUnsure`, comments with this score or more are kept.
const KEEP_SCORE: f32 = 0.8;

/// What to do with comments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommentRule {
    Keep,
    Drop,
    /// Drops comments below `KEEP_SCORE`.
    DropUnsure,
    /// Drops comments and reviews below `KEEP_SCORE`.
    DropUnsureWithReviews,
    LeaveToModel,
}

/// Applies a rule to all comments that are content or read like text.
pub fn apply_comment_rule(scored: &Scored<'_>, rule: CommentRule, outcomes: &mut [Outcome]) {
    if rule == CommentRule::LeaveToModel || !outcomes.contains(&Outcome::Content) {
        return;
    }
    let analysis = &scored.analysis;
    let is_content = |i: usize| outcomes[i] == Outcome::Content;
    let found =
        comment_parts::parts(analysis.page(), &analysis.blocks, analysis.title(), is_content);
    match found {
        Some(parts) if rule == CommentRule::Keep => keep_comments(&parts, outcomes),
        Some(parts) => drop_comments(scored, &parts, rule, outcomes),
        None => {}
    }
}

/// Drops comments, unless hardly anything else is kept.
fn drop_comments(scored: &Scored<'_>, parts: &[Part], rule: CommentRule, outcomes: &mut [Outcome]) {
    let with_reviews = rule == CommentRule::DropUnsureWithReviews;
    let most = if rule == CommentRule::Drop { f32::INFINITY } else { KEEP_SCORE };
    let is_dropped = |i: usize| {
        (parts[i].is_comment() || with_reviews && !parts[i].is_other()) && scored.scores[i] < most
    };
    let outside = scored.blocks().iter().enumerate();
    let outside = outside.filter(|&(i, _)| outcomes[i] == Outcome::Content && !is_dropped(i));
    if outside.map(|(_, block)| block.text.words).sum::<u32>() < MIN_OTHER_WORDS {
        return;
    }
    for (i, outcome) in outcomes.iter_mut().enumerate().filter(|&(i, _)| is_dropped(i)) {
        if *outcome == Outcome::Content || parts[i].reads_like_text() {
            *outcome = Outcome::DroppedComment;
        }
    }
}

/// Keeps comments and reviews that read like text.
fn keep_comments(parts: &[Part], outcomes: &mut [Outcome]) {
    for (part, outcome) in parts.iter().zip(outcomes) {
        let is_content = *outcome == Outcome::Content && part.is_comment();
        if is_content || *outcome == Outcome::Boilerplate && part.reads_like_text() {
            *outcome = Outcome::KeptComment;
        }
    }
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
    use std::sync::Arc;

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
