//! Texts that a page has twice, as for wide and narrow screens: one of them is enough.

use super::Read;
use super::decide::Fate;
use std::collections::HashMap;

/// Shorter texts recur for many reasons.
const FEWEST_WORDS: u32 = 4;

/// Drops kept blocks whose text another kept block has, in an element of another kind: the one with
/// the highest score stays. Blocks with the same path, such as the lines of a refrain, all stay.
pub fn drop_repeated(read: &Read<'_>, fates: &mut [Fate]) {
    let mut best: HashMap<u64, usize> = HashMap::new();
    for (i, one) in read.shown().iter().enumerate() {
        if fates[i] != Fate::Content || one.text.words < FEWEST_WORDS {
            continue;
        }
        let known = *best.entry(one.hash).or_insert(i);
        if known == i || read.analysis.same_path(known, i) {
            continue;
        }
        if read.scores[i] > read.scores[known] {
            fates[known] = Fate::Repeated;
            best.insert(one.hash, i);
        } else {
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
}
