//! How much of a text is that of a wall.

use super::phrases::{Hit, hits, searchable};
use super::signs::Signs;
use super::{KINDS, Wall};
use crate::page::Page;
use crate::winnow::features::TextBlock;
use crate::winnow::features::text_counts::TextCounts;
use std::collections::HashSet;

/// Without other signs, this share of the words must be in sentences with phrases …
const COVERED: f32 = 0.5;
/// … and two different phrases must be this share of the letters, or one phrase that share.
const DENSE: f32 = 0.25;
const VERY_DENSE: f32 = 0.5;
/// With a sign of the same kind, this share of the words is enough.
const COVERED_WITH_SIGN: f32 = 0.25;
/// With a sign of the same kind, a text of this many words needs no phrase.
const FEW_WORDS: u32 = 30;
/// Words of the longest sentence in which a single word counts as a phrase.
const MAX_LABEL_WORDS: u32 = 4;
/// A paragraph of this many words without phrases is other text; with a sign, of that many.
const PARAGRAPH: u32 = 14;
const PARAGRAPH_WITH_SIGN: u32 = 28;

#[derive(Debug, Default)]
pub struct WallText {
    words: u32,
    letters: usize,
    /// Words in sentences with phrases.
    covered: u32,
    /// By kind, letters of the phrases.
    matched: [usize; KINDS.len()],
    different: HashSet<&'static str>,
    /// Words of the longest paragraph without phrases.
    longest_other: u32,
}

impl WallText {
    pub fn of<'a>(page: &Page, blocks: impl Iterator<Item = &'a TextBlock>) -> WallText {
        let mut text = WallText::default();
        for block in blocks {
            let covered = text.covered;
            let mut joined = String::new();
            for run in block.runs(page) {
                joined.push_str(page.run_text(run));
                joined.push(' ');
            }
            joined.split(ends_sentence).for_each(|sentence| text.add_sentence(sentence));
            if text.covered == covered && block.is_running_text {
                text.longest_other = text.longest_other.max(block.text.words);
            }
        }
        text
    }

    fn add_sentence(&mut self, sentence: &str) {
        let mut counts = TextCounts::default();
        counts.add(sentence);
        let searched = searchable(sentence);
        let mut hits = hits(&searched);
        // A word such as "password" or "error" stands for a wall only as a label.
        hits.retain(|hit| counts.words <= MAX_LABEL_WORDS || !hit.is_word());
        self.words += counts.words;
        self.letters += searched.len();
        self.covered += if hits.is_empty() { 0 } else { counts.words };
        for Hit { kind, phrase } in hits {
            self.matched[kind] += phrase.len();
            self.different.insert(phrase);
        }
    }

    /// Whether there is so much other text that no sign counts.
    pub fn is_page(&self) -> bool {
        self.longest_other >= PARAGRAPH_WITH_SIGN
    }

    pub fn has_phrases(&self) -> bool {
        self.covered > 0
    }

    /// Whether there is text that is not of a wall, such as a teaser.
    pub fn has_other_text(&self, signs: &Signs) -> bool {
        let limit = if signs.is_any() { PARAGRAPH_WITH_SIGN } else { PARAGRAPH };
        self.longest_other >= limit
    }

    pub fn wall(&self, signs: &Signs) -> Option<Wall> {
        let share = |part: usize, whole: usize| part as f32 / whole.max(1) as f32;
        let covered = share(self.covered as usize, self.words as usize);
        let dense = share(self.matched.iter().sum(), self.letters);
        let (best, _) = self.matched.iter().enumerate().max_by_key(|&(_, &matched)| matched)?;
        let is_dense = dense >= VERY_DENSE || dense >= DENSE && self.different.len() >= 2;
        if covered >= COVERED && is_dense {
            return Some(KINDS[best].0);
        }
        let with_sign = |kind: usize| {
            let has_phrases = self.matched[kind] > 0 && covered >= COVERED_WITH_SIGN;
            signs.is_sure(kind) && (self.words <= FEW_WORDS || has_phrases)
                || signs.has(kind) && self.matched[kind] > 0 && covered >= COVERED
        };
        (0..KINDS.len()).find(|&kind| with_sign(kind)).map(|kind| KINDS[kind].0)
    }
}

fn ends_sentence(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '。' | '！' | '？' | '…' | ';' | '；' | '؟' | '।')
}
