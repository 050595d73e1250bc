//! The features of the page-level trees: means of the block features, and summary statistics of the
//! block scores.

use super::{COUNT, FEATURES};

/// Summary of the scores. Kept blocks are those that reach the threshold.
const SUMMARY: &[(&str, &str)] = &[
    ("expected f1", "F1 of the words kept, if scores are probabilities"),
    ("threshold", "score from which on blocks are kept"),
    ("share kept", "share of words kept"),
    ("words kept", "words kept"),
    ("blocks kept", "blocks kept"),
    ("highest score", "highest score of a block"),
    ("score of kept", "mean score of the words kept"),
    ("score of all", "mean score of all words"),
];

/// Number of features of a page.
pub const PAGE_COUNT: usize = COUNT + SUMMARY.len();

/// Name and meaning of each feature, in order.
pub fn page_features() -> impl Iterator<Item = (String, String)> {
    let means = FEATURES
        .iter()
        .map(|(name, meaning)| (format!("mean of {name}"), format!("mean of: {meaning}")));
    let summary = SUMMARY.iter().map(|&(name, meaning)| (name.to_owned(), meaning.to_owned()));
    means.chain(summary)
}

/// The means of all features over the text blocks, weighted by words; 0 without words.
#[derive(Debug)]
pub struct Means {
    sums: Vec<f64>,
    words: f64,
}

impl Default for Means {
    fn default() -> Self {
        Means { sums: vec![0.0; COUNT], words: 0.0 }
    }
}

impl Means {
    /// Adds the rows of some blocks and their word counts.
    pub fn add(&mut self, rows: &[f32], words: &[u32]) {
        // Single precision is faster, and precise enough for the few rows of one chunk.
        let mut sums = [0.0_f32; COUNT];
        for (row, &words) in rows.chunks_exact(COUNT).zip(words) {
            self.words += f64::from(words);
            for (sum, &value) in sums.iter_mut().zip(row) {
                *sum += words as f32 * value;
            }
        }
        for (sum, more) in self.sums.iter_mut().zip(sums) {
            *sum += f64::from(more);
        }
    }

    /// The features of the page.
    pub fn row(&self, kept: &Kept) -> Vec<f32> {
        let means = self.sums.iter().map(|sum| (sum / self.words.max(1.0)) as f32);
        means.chain(kept.values()).collect()
    }
}

/// Statistics of the kept text blocks.
#[derive(Debug, Clone, Copy, Default)]
pub struct Kept {
    threshold: f32,
    blocks: u32,
    highest: f32,
    words: f64,
    all_words: f64,
    /// Sums of scores, weighted by words.
    score: f64,
    all_score: f64,
}

impl Kept {
    pub fn of(scores: &[f32], words: &[u32], threshold: f32) -> Kept {
        let mut kept = Kept { threshold, ..Kept::default() };
        for (&score, &words) in scores.iter().zip(words) {
            let (words, weighted) = (f64::from(words), f64::from(words) * f64::from(score));
            kept.highest = kept.highest.max(score);
            kept.all_words += words;
            kept.all_score += weighted;
            if score >= threshold {
                kept.blocks += 1;
                kept.words += words;
                kept.score += weighted;
            }
        }
        kept
    }

    /// Expected F1: 2·Σ kept p·n / (Σ kept n + Σ all p·n) for scores p and words n; 0 without
    /// words.
    pub fn expected_f1(&self) -> f32 {
        ratio(2.0 * self.score, self.words + self.all_score)
    }

    fn values(&self) -> [f32; SUMMARY.len()] {
        [
            self.expected_f1(),
            self.threshold,
            ratio(self.words, self.all_words),
            self.words as f32,
            self.blocks as f32,
            self.highest,
            ratio(self.score, self.words),
            ratio(self.all_score, self.all_words),
        ]
    }
}

/// `part / whole`; 0 if `whole` is 0.
fn ratio(part: f64, whole: f64) -> f32 {
    if whole > 0.0 { (part / whole) as f32 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feature_names_are_unique() {
        let names: std::collections::HashSet<String> =
            page_features().map(|(name, _)| name).collect();
        assert_eq!(names.len(), PAGE_COUNT);
    }

    #[test]
    fn means_are_weighted_by_words() {
        let mut rows = [1.0; 2 * COUNT];
        rows[COUNT..].fill(4.0);
        let mut means = Means::default();
        means.add(&rows, &[1, 2]);
        assert!(means.row(&Kept::default())[..COUNT].iter().all(|mean| *mean == 3.0));
        let mut wordless = Means::default();
        wordless.add(&rows, &[0, 0]);
        assert!(wordless.row(&Kept::default()).iter().all(|mean| *mean == 0.0));
    }

    #[test]
    fn kept_blocks_are_summarised() {
        let kept = Kept::of(&[0.75, 0.5, 0.25], &[2, 2, 4], 0.5);
        // 2.5 of the 4 kept words are expected to be content, and 3.5 of all 8.
        let expected = [5.0 / 7.5, 0.5, 0.5, 4.0, 2.0, 0.75, 0.625, 3.5 / 8.0];
        assert_eq!(kept.values(), expected);
        assert_eq!(Kept::of(&[0.9], &[0], 0.5).values(), [0.0, 0.5, 0.0, 0.0, 1.0, 0.9, 0.0, 0.0]);
    }
}
