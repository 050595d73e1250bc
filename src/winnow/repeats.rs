//! Texts that a page has twice, as for wide and narrow screens: one of them is enough.

use super::Read;
use super::decide::Fate;
use std::collections::HashMap;

/// Shorter texts recur for many reasons.
const FEWEST_WORDS: u32 = 4;

/// Drops kept blocks whose text another kept block has, in an element of another kind: the one with
/// the highest score stays, and with it those that have its path, such as the lines of a refrain.
pub fn drop_repeated(read: &Read<'_>, fates: &mut [Fate]) {
    let is_told =
        |i: usize, fates: &[Fate]| fates[i].is_kept() && read.shown()[i].text.words >= FEWEST_WORDS;
    let mut best: HashMap<u64, usize> = HashMap::new();
    for (i, one) in read.shown().iter().enumerate().filter(|&(i, _)| is_told(i, fates)) {
        let known = best.entry(one.hash).or_insert(i);
        if read.scores[i] > read.scores[*known] {
            *known = i;
        }
    }
    for (i, one) in read.shown().iter().enumerate() {
        if is_told(i, fates) && !read.analysis.same_path(best[&one.hash], i) {
            fates[i] = Fate::Repeated;
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
            .decide(&Arc::new(page(html)), Settings { cut: RULE, comments: None, title: None })
            .keep
    }

    #[test]
    fn a_text_is_kept_in_one_place() {
        let html = "<p class=wide>a b c d</p><p class=narrow>a b c d</p><p>a b c d e";
        assert_eq!(kept(html), [true, false, true]);
    }

    #[test]
    fn a_refrain_stays() {
        assert_eq!(kept("<p>a b c d<p>e f g h i<p>a b c d"), [true; 3]);
    }

    #[test]
    fn what_comments_repeat_is_kept_outside_of_them() {
        let [text, other] = ["a ", "b "].map(|word| word.repeat(60));
        let html = format!("<p>{text}<p>{other}<div class=comments><p>{other}</div>");
        let settings = Settings { cut: RULE, comments: Some(false), title: None };
        let decision = Arc::new(model(&[]).unwrap()).decide(&Arc::new(page(&html)), settings);
        assert_eq!(decision.keep, [true, true, false]);
    }
}
