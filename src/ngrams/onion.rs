//! Onion (Pomikálek 2011): drops repeated text in a stream of documents and keeps the first
//! occurrence.

use super::Ngrams;
use super::hash_set::{Set, Table};
use super::seen::{Known, Lookup, Repeated, Seen};
use super::survey::Checksum;
use super::tokens::Tokens;

#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Tokens in an n-gram, at least 1.
    pub n: u32,
    /// Maximum share of repeated tokens in kept text, 0 to 1.
    pub threshold: f64,
    /// Maximum tokens of a stub: a text between duplicates that is dropped with them.
    pub stub: u64,
    pub smoothing: bool,
    /// Whether documents are kept or dropped as a whole.
    pub by_document: bool,
    pub tokens: Tokens,
}

/// N-grams that are prefetched at once; their slots fit into the level-1 cache.
const FETCHED: usize = 128;

/// The result for a document, paragraph by paragraph.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Marks {
    pub duplicate: Vec<bool>,
    pub tokens: Vec<u64>,
    /// Tokens in n-grams that were seen before.
    pub repeated: Vec<u64>,
}

/// The state of the stream.
#[derive(Debug)]
pub struct Onion {
    pub rule: Rule,
    pub seen: Seen,
    /// Checksum of the documents; a survey of the same documents has the same.
    pub checksum: Checksum,
    ngrams: Ngrams,
    /// The new n-grams of the current document.
    own: Table,
}

impl Onion {
    pub fn new(rule: Rule) -> Self {
        Self::with(rule, Seen::All(Set::default()))
    }

    /// Deduplicates with a survey: stores only n-grams that the survey found repeated.
    pub fn surveyed(rule: Rule, repeated: Repeated) -> Self {
        Self::with(rule, Seen::Repeated(repeated))
    }

    fn with(rule: Rule, seen: Seen) -> Self {
        let (ngrams, own) = (Ngrams::default(), Table::default());
        Onion { rule, seen, checksum: Checksum::default(), ngrams, own }
    }

    /// Marks the duplicates of the next document and stores its kept n-grams.
    pub fn add(&mut self, paragraphs: &[impl AsRef<str>]) -> Marks {
        self.ngrams.read(paragraphs, self.rule.n, self.rule.tokens);
        self.checksum.add(self.ngrams.hashes());
        let mut marks = count(&self.ngrams, &self.seen, &mut self.own, self.rule.n);
        self.rule.mark(&mut marks);
        for ((_, hashes), duplicate) in self.ngrams.paragraphs().zip(&marks.duplicate) {
            if !duplicate {
                hashes.iter().for_each(|hash| self.seen.insert(*hash));
            }
        }
        marks
    }
}

/// Marks the duplicates of one document by known n-grams, without storing any.
pub fn mark_duplicates(rule: &Rule, paragraphs: &[impl AsRef<str>], known: &impl Known) -> Marks {
    let mut ngrams = Ngrams::default();
    ngrams.read(paragraphs, rule.n, rule.tokens);
    let mut marks = count(&ngrams, known, &mut Table::default(), rule.n);
    rule.mark(&mut marks);
    marks
}

/// Counts repeated tokens, without marking duplicates. `own` is cleared and then holds the
/// document's n-grams.
pub fn count(ngrams: &Ngrams, known: &impl Known, own: &mut Table, n: u32) -> Marks {
    let mut marks = Marks::default();
    own.clear_for(ngrams.hashes().len());
    for (total, hashes) in ngrams.paragraphs() {
        marks.tokens.push(total as u64);
        marks.repeated.push(repeated(known, own, total, hashes, n));
    }
    marks
}

/// Counts the tokens of a paragraph in seen n-grams that end in it.
fn repeated(known: &impl Known, own: &mut Table, total: usize, hashes: &[u64], n: u32) -> u64 {
    let n = u64::from(n);
    let mut repeated = 0;
    // Of the last n tokens, the number that do not count: tokens of the previous paragraph, or
    // tokens that are already counted. It decreases by one with each token.
    let mut covered = n.saturating_sub((total - hashes.len()) as u64);
    for near in hashes.chunks(FETCHED) {
        known.fetch(near);
        for hash in near {
            covered = covered.saturating_sub(1);
            let is_seen = match known.lookup(*hash) {
                Lookup::Seen => true,
                Lookup::New => !own.insert(*hash),
                Lookup::Lone => false,
            };
            if is_seen {
                repeated += n - covered;
                covered = n;
            }
        }
    }
    repeated
}

impl Rule {
    fn mark(&self, marks: &mut Marks) {
        let counts = marks.repeated.iter().zip(&marks.tokens);
        if self.by_document {
            let tokens = marks.tokens.iter().sum();
            let is_duplicate = self.is_duplicate(marks.repeated.iter().sum(), tokens)
                || (self.smoothing && tokens <= self.stub);
            marks.duplicate = vec![is_duplicate; marks.tokens.len()];
            return;
        }
        marks.duplicate = counts.map(|(bad, all)| self.is_duplicate(*bad, *all)).collect();
        if self.smoothing {
            self.smooth(marks);
        }
    }

    fn is_duplicate(&self, repeated: u64, tokens: u64) -> bool {
        tokens > 0 && repeated as f64 / tokens as f64 > self.threshold
    }

    /// Marks stubs between duplicates, or between a duplicate and an end of the document, as
    /// duplicates.
    fn smooth(&self, marks: &mut Marks) {
        let mut start = 0;
        for stretch in marks.duplicate.chunk_by_mut(|a, b| a == b) {
            let end = start + stretch.len();
            let tokens: u64 = marks.tokens[start..end].iter().sum();
            if !stretch[0] && tokens <= self.stub {
                stretch.fill(true);
            }
            start = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::seen::{NoneKnown, Sorted};
    use super::*;

    const RULE: Rule = Rule {
        n: 3,
        threshold: 0.5,
        stub: 2,
        smoothing: true,
        by_document: false,
        tokens: Tokens::Auto,
    };

    #[test]
    fn copies_are_dropped_and_new_text_is_kept() {
        let mut onion = Onion::new(RULE);
        assert_eq!(onion.add(&["a b c d e", "f g h"]).duplicate, [false, false]);
        let marks = onion.add(&["x a b c d", "p q r s"]);
        assert_eq!(marks.repeated, [4, 0]);
        assert_eq!(marks.duplicate, [true, false]);
    }

    #[test]
    fn tokens_of_the_previous_paragraph_do_not_count() {
        let mut onion = Onion::new(Rule { smoothing: false, ..RULE });
        onion.add(&["a b c d"]);
        // "a b c" ends at c; only this one of its three tokens is in the second paragraph.
        assert_eq!(onion.add(&["x a b", "c y"]).repeated, [0, 1]);
    }

    #[test]
    fn n_grams_of_duplicates_are_not_stored() {
        let mut onion = Onion::new(Rule { smoothing: false, ..RULE });
        onion.add(&["a b c d e"]);
        assert_eq!(onion.add(&["a b c d e x"]).duplicate, [true]);
        assert_eq!(onion.seen.len(), 3);
    }

    #[test]
    fn repetitions_inside_a_document_are_found() {
        let mut onion = Onion::new(Rule { smoothing: false, ..RULE });
        let marks = onion.add(&["a b c d", "a b c d", "z"]);
        assert_eq!((marks.repeated, marks.duplicate), (vec![0, 4, 0], vec![false, true, false]));
    }

    #[test]
    fn one_document_is_marked_by_known_n_grams() {
        let paragraphs = ["x a b c d", "p q r s", "p q r"];
        let mut onion = Onion::new(RULE);
        onion.add(&["a b c d e"]);
        let mut ngrams = Ngrams::default();
        ngrams.read(&["a b c d e"], RULE.n, RULE.tokens);
        let known = ngrams.into_distinct();
        assert_eq!(mark_duplicates(&RULE, &paragraphs, &Sorted(&known)), onion.add(&paragraphs));
        assert_eq!(mark_duplicates(&RULE, &paragraphs, &NoneKnown).repeated, [0, 0, 3]);
    }

    #[test]
    fn stubs_at_the_ends_and_between_duplicates_are_dropped() {
        let marks_of = |duplicate: &[bool], tokens: &[u64]| {
            let repeated = vec![0; tokens.len()];
            let mut marks =
                Marks { duplicate: duplicate.to_vec(), tokens: tokens.to_vec(), repeated };
            RULE.smooth(&mut marks);
            marks.duplicate
        };
        assert_eq!(marks_of(&[false, true, false, true], &[2, 9, 3, 9]), [true, true, false, true]);
        assert_eq!(marks_of(&[true, false, false], &[9, 1, 1]), [true; 3]);
        assert_eq!(marks_of(&[true, false, false], &[9, 1, 2]), [true, false, false]);
        assert_eq!(marks_of(&[false], &[2]), [true]);
        assert!(marks_of(&[], &[]).is_empty());
    }

    #[test]
    fn documents_are_kept_or_dropped_whole() {
        let mut onion = Onion::new(Rule { by_document: true, ..RULE });
        onion.add(&["a b c d", "e f g h"]);
        assert_eq!(onion.add(&["a b c d", "p q r s t u"]).duplicate, [false; 2]);
        assert_eq!(onion.add(&["a b c d", "new", "q r s t"]).duplicate, [true; 3]);
        assert_eq!(onion.add(&["p q"]).duplicate, [true]);
    }
}
