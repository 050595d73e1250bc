//! Finds the phrases that occur in many documents: boilerplate that is left in a corpus.
//!
//! Two passes over the documents. The first counts in how many documents each n-gram occurs. In the
//! second, consecutive n-grams that are frequent form a stretch. A stretch is a candidate, and so is
//! each part of it that is clearly more frequent than the rest. `phrase_matcher` then counts the
//! documents of each candidate exactly.

use super::frequent::FrequentNgrams;
use super::tokens::{Tokens, hash, visit_tokens};
use super::{Ngrams, finish};
use crate::hash::mix_strong;
use std::collections::HashMap;
use std::ops::Range;

/// Token between two lines, and at the start and the end of a document.
const BORDER: u64 = 0x2545_F491_4F6C_DD1D;
/// Tokens that are read of a document.
const MOST_TOKENS: usize = 1 << 20;
/// A part of a stretch is a phrase of its own if it is in this many times as many documents, as a
/// fraction.
const MORE_FREQUENT: (u32, u32) = (5, 4);
/// Fewer words could be any text.
const FEWEST_WORDS: usize = 3;
/// N-grams of a candidate. Longer phrases are cut.
const MOST_NGRAMS: usize = 512;
/// Words of a candidate that are shown.
const SHOWN_TOKENS: usize = 40;
/// N-grams of all candidates together.
const STORED_NGRAMS: usize = 1 << 22;

/// The tokens and n-grams of a document whose lines are separated.
#[derive(Debug, Default)]
pub struct Lines {
    ngrams: Ngrams,
    /// The bytes of each token in the text; none of a border.
    ranges: Vec<Range<usize>>,
    /// Words follow the last token that is read.
    is_truncated: bool,
}

impl Lines {
    /// Reads a document. `key` makes the n-grams of one host differ from those of others.
    pub fn read(&mut self, text: &str, n: u32, by: Tokens, key: u64) {
        self.ngrams.tokens.clear();
        self.ranges.clear();
        self.is_truncated = false;
        self.push(BORDER, 0..0);
        for line in lines(text) {
            visit_tokens(&text[line.clone()], by, |token| {
                let range = line.start + token.start..line.start + token.end;
                self.is_truncated |= !self.push(hash(&text.as_bytes()[range.clone()]), range);
            });
            if self.ngrams.tokens.last() != Some(&BORDER) {
                self.push(BORDER, line.end..line.end);
            }
            if self.is_truncated {
                break;
            }
        }
        self.ngrams.hash(n);
        if key != 0 {
            self.ngrams.hashes.iter_mut().for_each(|hash| *hash = finish(mix_strong(*hash ^ key)));
        }
    }

    /// Adds a token; false if the document has too many.
    fn push(&mut self, token: u64, range: Range<usize>) -> bool {
        let has_room = self.ngrams.tokens.len() < MOST_TOKENS;
        if has_room {
            self.ngrams.tokens.push(token);
            self.ranges.push(range);
        }
        has_room
    }

    pub fn hashes(&self) -> &[u64] {
        &self.ngrams.hashes
    }

    fn is_word(&self, token: usize) -> bool {
        self.ngrams.tokens[token] != BORDER
    }

    /// Some tokens of the text as a reader sees them; ` | ` stands for the end of a line.
    fn show(&self, text: &str, tokens: Range<usize>) -> String {
        let (mut shown, mut end, mut border) = (String::new(), 0, false);
        for token in tokens {
            let range = self.ranges[token].clone();
            if !self.is_word(token) {
                border = true;
                continue;
            }
            if !shown.is_empty() {
                let gap = if end == range.start { "" } else { " " };
                shown.push_str(if border { " | " } else { gap });
            }
            (end, border) = (range.end, false);
            shown.push_str(&text[range]);
        }
        shown
    }
}

/// The lines of a text without the marks of list items.
fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut next = 0;
    text.split('\n').map(move |line| {
        let end = next + line.len();
        let start = end - line.strip_prefix("- ").unwrap_or(line).len();
        next = end + 1;
        start..end
    })
}

/// A phrase that may be over-represented.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Its first words.
    pub text: String,
    pub words: u32,
    pub ngrams: Vec<u64>,
    /// Documents in which it is a stretch, or a part of one, by itself.
    documents: u32,
    last: u32,
}

impl Candidate {
    /// Amount of text that the phrase accounts for.
    fn weight(&self) -> u64 {
        u64::from(self.documents) * u64::from(self.words)
    }
}

/// Both passes over the documents.
#[derive(Debug)]
pub struct PhraseSearch {
    pub n: u32,
    pub tokens: Tokens,
    counts: FrequentNgrams,
    lines: Lines,
    threshold: u32,
    candidates: HashMap<u64, Candidate>,
    stored: usize,
    /// Documents, words, and words in frequent n-grams of the second pass.
    pub documents: u32,
    pub words: u64,
    pub repeated_words: u64,
    /// Documents with more tokens than are read.
    pub truncated: u32,
}

impl PhraseSearch {
    pub fn new(n: u32, tokens: Tokens, memory: usize) -> Self {
        PhraseSearch {
            n,
            tokens,
            counts: FrequentNgrams::new(memory),
            lines: Lines::default(),
            threshold: 1,
            candidates: HashMap::new(),
            stored: 0,
            documents: 0,
            words: 0,
            repeated_words: 0,
            truncated: 0,
        }
    }

    /// First pass: counts the n-grams of a document.
    pub fn count(&mut self, text: &str, key: u64) {
        self.lines.read(text, self.n, self.tokens, key);
        self.counts.add(self.lines.hashes());
    }

    /// Sets the least number of documents of a phrase; returns a higher number if the counts are
    /// not exact enough. An n-gram with half as many documents is never taken for frequent.
    pub fn set_threshold(&mut self, documents: u32) -> u32 {
        self.threshold = documents.max(2 * self.counts.missing() + 1);
        self.threshold
    }

    /// Second pass: collects the candidates of a document.
    pub fn collect(&mut self, text: &str, key: u64) {
        self.lines.read(text, self.n, self.tokens, key);
        self.documents += 1;
        self.truncated += u32::from(self.lines.is_truncated);
        let counts: Vec<u32> =
            self.lines.hashes().iter().map(|hash| self.frequency(*hash)).collect();
        self.count_words(&counts);
        let mut parts = stretches(&counts, 0, 1);
        while let Some((start, end)) = parts.pop() {
            let least = counts[start..end].iter().copied().min().unwrap_or(0);
            self.add_candidate(text, start, end.min(start + MOST_NGRAMS));
            let (more, base) = MORE_FREQUENT;
            let clearly = (u64::from(least) * u64::from(more)).div_ceil(u64::from(base));
            let inner =
                stretches(&counts[start..end], start, clearly.try_into().unwrap_or(u32::MAX));
            parts.extend(inner);
        }
        if self.stored > STORED_NGRAMS {
            self.keep_half();
        }
    }

    /// Number of documents with an n-gram, at most; 0 below the threshold.
    fn frequency(&self, hash: u64) -> u32 {
        let count = self.counts.count(hash);
        if count < self.threshold { 0 } else { count }
    }

    fn count_words(&mut self, counts: &[u32]) {
        let mut until = 0;
        for token in 0..self.lines.ngrams.tokens.len() {
            if counts.get(token).is_some_and(|count| *count > 0) {
                until = token + self.n as usize;
            }
            let is_word = u64::from(self.lines.is_word(token));
            self.words += is_word;
            self.repeated_words += if token < until { is_word } else { 0 };
        }
    }

    fn add_candidate(&mut self, text: &str, start: usize, end: usize) {
        let last_token = end + self.n as usize - 1;
        let ngrams = &self.lines.ngrams.hashes[start..end];
        let key = ngrams.iter().fold(0, |key, hash| mix_strong(key ^ hash));
        if let Some(known) = self.candidates.get_mut(&key) {
            known.documents += u32::from(known.last != self.documents);
            known.last = self.documents;
            return;
        }
        let words = (start..last_token).filter(|token| self.lines.is_word(*token)).count();
        if words < FEWEST_WORDS {
            return;
        }
        let shown = self.lines.show(text, start..last_token.min(start + SHOWN_TOKENS));
        let cut = if last_token > start + SHOWN_TOKENS { " …" } else { "" };
        let (ngrams, words) = (ngrams.to_vec(), words as u32);
        self.stored += ngrams.len();
        let text = shown + cut;
        let candidate = Candidate { text, words, ngrams, documents: 1, last: self.documents };
        self.candidates.insert(key, candidate);
    }

    /// Removes the candidates of least weight until half of the n-grams are left.
    #[cold]
    fn keep_half(&mut self) {
        let mut all: Vec<_> = self.candidates.drain().collect();
        all.sort_unstable_by_key(|(key, each)| (std::cmp::Reverse(each.weight()), *key));
        self.stored = 0;
        for (key, candidate) in all {
            if self.stored + candidate.ngrams.len() > STORED_NGRAMS / 2 {
                break;
            }
            self.stored += candidate.ngrams.len();
            self.candidates.insert(key, candidate);
        }
    }

    /// The candidates that account for the most text, by falling amount.
    pub fn candidates(&self, most: usize) -> Vec<&Candidate> {
        let mut all: Vec<_> = self.candidates.iter().collect();
        all.sort_unstable_by_key(|(key, each)| (std::cmp::Reverse(each.weight()), **key));
        all.into_iter().take(most).map(|(_, candidate)| candidate).collect()
    }
}

/// The maximal ranges of counts that are at least `least`, moved by `offset`.
fn stretches(counts: &[u32], offset: usize, least: u32) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = 0;
    for part in counts.split(|count| *count < least) {
        if !part.is_empty() {
            found.push((offset + start, offset + start + part.len()));
        }
        start += part.len() + 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(texts: &[String], n: u32, threshold: u32) -> PhraseSearch {
        let mut search = PhraseSearch::new(n, Tokens::Auto, 1 << 20);
        texts.iter().for_each(|text| search.count(text, 0));
        assert_eq!(search.set_threshold(threshold), threshold);
        texts.iter().for_each(|text| search.collect(text, 0));
        search
    }

    fn found(search: &PhraseSearch) -> Vec<(&str, u32, u32)> {
        let all = search.candidates(100);
        all.iter().map(|each| (each.text.as_str(), each.words, each.documents)).collect()
    }

    fn pages(count: usize, line: &str) -> Vec<String> {
        let page = |i: usize| format!("One{i} two{i} three{i}\n{line}\nfour{i} five{i}");
        (0..count).map(page).collect()
    }

    #[test]
    fn a_line_of_three_words_is_a_phrase_with_its_borders() {
        let texts = pages(4, "Utasi \u{c1}rpi-szer\u{171} mesemond\u{f3}.");
        let search = search(&texts, 5, 3);
        assert_eq!(found(&search), [("Utasi \u{c1}rpi-szer\u{171} mesemond\u{f3}.", 3, 4)]);
        assert_eq!((search.documents, search.words, search.repeated_words), (4, 32, 12));
    }

    #[test]
    fn lines_are_joined_and_list_marks_left_out() {
        let texts = pages(3, "- Home\n\n- News today\n- Sport");
        assert_eq!(found(&search(&texts, 5, 3)), [("Home | News today | Sport", 4, 3)]);
    }

    #[test]
    fn a_longer_phrase_with_the_same_documents_replaces_its_parts() {
        let texts = pages(5, "All rights are reserved by the owners of this site");
        let search = search(&texts, 4, 2);
        assert_eq!(found(&search).len(), 1);
        assert_eq!(search.candidates(1)[0].words, 10);
    }

    #[test]
    fn a_part_that_is_clearly_more_frequent_is_a_phrase_of_its_own() {
        let mut texts = pages(5, "x y at the end of the day z w");
        texts.extend((0..5).map(|i| format!("a{i} at the end of the day b{i}")));
        let found = search(&texts, 4, 3);
        let texts: Vec<_> = found.candidates(9).iter().map(|each| each.text.as_str()).collect();
        assert_eq!(texts, ["at the end of the day", "x y at the end of the day z w"]);
    }

    #[test]
    fn keys_separate_hosts() {
        let texts = pages(4, "the same words on all pages");
        let mut search = PhraseSearch::new(4, Tokens::Auto, 1 << 20);
        texts.iter().zip(1..).for_each(|(text, key)| search.count(text, key));
        search.set_threshold(2);
        texts.iter().zip(1..).for_each(|(text, key)| search.collect(text, key));
        assert!(search.candidates(9).is_empty());
    }

    #[test]
    fn scripts_without_spaces_are_shown_without_spaces() {
        let texts = pages(3, "\u{7248}\u{6743}\u{6240}\u{6709} all rights");
        assert_eq!(
            found(&search(&texts, 5, 3))[0].0,
            "\u{7248}\u{6743}\u{6240}\u{6709} all rights"
        );
    }

    #[test]
    fn long_phrases_are_cut() {
        let long: Vec<String> = (0..2000).map(|i| format!("w{i}")).collect();
        let texts = pages(3, &long.join(" "));
        let search = search(&texts, 5, 3);
        let candidate = search.candidates(1)[0];
        assert_eq!((candidate.ngrams.len(), candidate.words), (MOST_NGRAMS, 515));
        assert!(candidate.text.starts_with("w0 w1 ") && candidate.text.ends_with(" w38 …"));
    }

    #[test]
    fn documents_are_truncated_only_if_words_are_left_out() {
        let words = MOST_TOKENS - 2; // and two borders
        let texts = ["a ".repeat(words), "a ".repeat(words + 1), "a ".repeat(words + 2)];
        let found = texts.map(|text| {
            let search = search(&[format!("{text}\n \n")], 5, 2);
            (search.words as usize - words, search.truncated)
        });
        assert_eq!(found, [(0, 0), (1, 0), (1, 1)]);
        let lines = search(&["a\n".repeat(MOST_TOKENS / 2 + 1)], 5, 2);
        assert_eq!((lines.words as usize, lines.truncated), (MOST_TOKENS / 2, 1));
    }

    #[test]
    fn the_range_of_each_token_is_stored() {
        let mut lines = Lines::default();
        let text = "- a \u{e9}t\u{e9}\n\n  \u{7248}\u{6743}b";
        lines.read(text, 3, Tokens::Auto, 0);
        let tokens: Vec<&str> = lines.ranges.iter().map(|range| &text[range.clone()]).collect();
        assert_eq!(tokens, ["", "a", "\u{e9}t\u{e9}", "", "\u{7248}", "\u{6743}", "b", ""]);
        assert_eq!(lines.show(text, 2..7), "\u{e9}t\u{e9} | \u{7248}\u{6743}b");
    }

    #[test]
    fn stretches_are_maximal() {
        assert_eq!(stretches(&[0, 2, 3, 0, 0, 4], 10, 1), [(11, 13), (15, 16)]);
        assert_eq!(stretches(&[2, 3], 0, 3), [(1, 2)]);
        assert!(stretches(&[], 0, 1).is_empty());
    }
}
