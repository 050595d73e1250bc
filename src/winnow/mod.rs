//! The default method: markup words and trees → how likely each block is content, and the cut.

mod decide;
pub mod features;
pub mod gbdt;
pub mod markup_words;
mod reasons;
mod rules;
mod threshold;

use crate::page::Page;
pub use decide::Settings;
use features::page_row::{Kept, Means, PAGE_COUNT};
use features::{Analysis, TextBlock};
use gbdt::Trees;
pub use threshold::{ThresholdRule, choose_threshold};

/// A trained model.
#[derive(Debug, Clone)]
pub struct Winnow {
    first: Trees,
    /// These see what the first ones say of the blocks around, too.
    second: Trees,
    /// Weights of the markup words, for each bin.
    weights: Vec<f32>,
    bias: f32,
    /// For each type of page, by name, how likely a page is of that type.
    types: Vec<(String, Trees)>,
    /// How good a decision is expected to be.
    confidence: Option<Trees>,
    /// How likely a page has content at all, and from which value on it is taken to have some.
    content: Option<(Trees, f32)>,
}

/// What the model says of a page.
#[derive(Debug, Clone, Default)]
pub struct Prediction {
    /// How likely each block is content; 0 for blocks without visible text.
    pub scores: Vec<f32>,
    /// Blocks from this score on are content.
    pub threshold: f32,
}

impl Winnow {
    /// `weights` are pairs of a bin and its weight, all others 0; the error says what is wrong.
    pub fn new(
        first: Trees,
        second: Trees,
        weights: &[(u32, f32)],
        bias: f32,
    ) -> Result<Winnow, String> {
        check_inputs("the first trees", &first, "blocks", features::COUNT)?;
        check_inputs("the second trees", &second, "blocks", features::STAGE2_COUNT)?;
        let mut all = vec![0.0; markup_words::BINS];
        for &(bin, weight) in weights {
            match all.get_mut(bin as usize) {
                Some(place) if weight.is_finite() => *place = weight,
                Some(_) => return Err(format!("bin {bin} weighs {weight}, not a number")),
                None => return Err(format!("no bin {bin}: there are {}", markup_words::BINS)),
            }
        }
        if !bias.is_finite() {
            return Err(format!("the bias is {bias}, not a number"));
        }
        Ok(Winnow {
            first,
            second,
            weights: all,
            bias,
            types: Vec::new(),
            confidence: None,
            content: None,
        })
    }

    /// Tells types of pages apart: for each, by name, trees for the inputs of a page.
    pub fn with_types(mut self, types: Vec<(String, Trees)>) -> Result<Winnow, String> {
        for (name, trees) in &types {
            check_inputs(&format!("the trees of type {name:?}"), trees, "pages", PAGE_COUNT)?;
        }
        self.types = types;
        Ok(self)
    }

    /// Tells how good a decision is, with trees for the inputs of a page.
    pub fn with_confidence(mut self, trees: Trees) -> Result<Winnow, String> {
        check_inputs("the trees of the confidence", &trees, "pages", PAGE_COUNT)?;
        self.confidence = Some(trees);
        Ok(self)
    }

    /// Tells pages without content, those that get less than `threshold` from trees for the inputs
    /// of a page.
    pub fn with_content(mut self, trees: Trees, threshold: f32) -> Result<Winnow, String> {
        check_inputs("the trees of the content", &trees, "pages", PAGE_COUNT)?;
        if !(0.0..=1.0).contains(&threshold) {
            return Err(format!("content cannot begin at {threshold}: give 0 to 1"));
        }
        self.content = Some((trees, threshold));
        Ok(self)
    }

    pub fn scores(&self, page: &Page) -> Vec<f32> {
        let read = self.read(page, |_, _| {});
        by_block(page, read.shown(), &read.scores)
    }

    pub fn predict(&self, page: &Page, rule: ThresholdRule) -> Prediction {
        let read = self.read(page, |_, _| {});
        let threshold = choose_threshold(&read.scores, &words(read.shown()), rule);
        Prediction { scores: by_block(page, read.shown(), &read.scores), threshold }
    }

    /// Scores the shown blocks; `look` sees the rows of the first trees, too, some at a time, each
    /// time with the blocks that they belong to.
    fn read<'a>(&self, page: &'a Page, mut look: impl FnMut(&[TextBlock], &[f32])) -> Scored<'a> {
        let mut analysis = self.analysis(page);
        let mut stage1_scores = Vec::with_capacity(analysis.shown.len());
        analysis.for_rows(|rows| {
            look(&analysis.shown[stage1_scores.len()..][..rows.len() / features::COUNT], rows);
            stage1_scores.extend(self.first.predict(rows));
        });
        analysis.set_stage1_scores(stage1_scores);
        let mut scores = Vec::with_capacity(analysis.shown.len());
        analysis.for_stage2_rows(|rows| scores.extend(self.second.predict(rows)));
        Scored { analysis, scores }
    }

    fn analysis<'a>(&self, page: &'a Page) -> Analysis<'a> {
        let markup = markup_words::scores(page, &self.weights, self.bias);
        Analysis::of(page, features::text_blocks(page), &markup)
    }
}

/// A page, and how likely each of its shown blocks is content.
struct Scored<'a> {
    analysis: Analysis<'a>,
    scores: Vec<f32>,
}

impl Scored<'_> {
    fn shown(&self) -> &[TextBlock] {
        &self.analysis.shown
    }
}

/// The inputs of a page whose blocks have these scores; those of blocks that are not shown do not
/// matter. `markup_scores` are what `markup_words::scores` gives for the page.
pub fn page_row(
    page: &Page,
    markup_scores: &[f32],
    scores: &[f32],
    rule: ThresholdRule,
) -> Vec<f32> {
    let analysis = Analysis::of(page, features::text_blocks(page), markup_scores);
    let scores: Vec<f32> = analysis.shown.iter().map(|one| scores[one.block]).collect();
    let words = words(&analysis.shown);
    let (mut means, mut done) = (Means::default(), 0);
    analysis.for_rows(|rows| {
        means.add(rows, &words[done..]);
        done += rows.len() / features::COUNT;
    });
    means.row(&Kept::of(&scores, &words, choose_threshold(&scores, &words, rule)))
}

fn words(shown: &[TextBlock]) -> Vec<u32> {
    shown.iter().map(|one| one.text.words).collect()
}

fn by_block(page: &Page, shown: &[TextBlock], scores: &[f32]) -> Vec<f32> {
    let mut by_block = vec![0.0; page.blocks.node.len()];
    for (one, &score) in shown.iter().zip(scores) {
        by_block[one.block] = score;
    }
    by_block
}

fn check_inputs(what: &str, trees: &Trees, of: &str, wanted: usize) -> Result<(), String> {
    match trees.inputs() {
        given if given == wanted => Ok(()),
        given => Err(format!("{what} take {given} inputs, but {of} have {wanted}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;
    use crate::winnow::gbdt::Columns;

    pub const RULE: ThresholdRule = ThresholdRule { beta: 1.0, low: 0.1, high: 0.45 };

    pub fn page(html: &str) -> Page {
        Page::parse(html, Limits::default())
    }

    /// One tree that asks for one input: more than the threshold → likely.
    pub fn asks_for(feature: usize, threshold: f32, inputs: usize) -> Trees {
        says(feature, threshold, inputs, 2.0)
    }

    /// The same, as sure as `value` makes it.
    pub fn says(feature: usize, threshold: f32, inputs: usize, value: f32) -> Trees {
        let columns = Columns {
            roots: vec![0],
            feature: vec![feature as u16],
            threshold: vec![threshold],
            left: vec![-1],
            right: vec![-2],
            values: vec![-value, value],
            weights: vec![0.0],
        };
        Trees::new(&columns, inputs).unwrap()
    }

    /// More than three words → likely, and the second trees agree.
    pub fn model(weights: &[(u32, f32)]) -> Result<Winnow, String> {
        let first = asks_for(1, 3.0, features::COUNT);
        let second = asks_for(features::COUNT, 0.5, features::STAGE2_COUNT);
        Winnow::new(first, second, weights, 0.0)
    }

    /// The same, but less sure.
    pub fn unsure_model() -> Winnow {
        let first = asks_for(1, 3.0, features::COUNT);
        let second = says(features::COUNT, 0.5, features::STAGE2_COUNT, 1.0);
        Winnow::new(first, second, &[], 0.0).unwrap()
    }

    #[test]
    fn a_page_is_judged_block_by_block() {
        let page = page("<p>a b<p>a b c d<p hidden>a b c d e");
        let verdict = model(&[]).unwrap().predict(&page, RULE);
        let [few, many] = [-2.0, 2.0].map(markup_words::logistic);
        assert_eq!(verdict.scores, [few, many, many]);
        assert_eq!(verdict.threshold, 0.45);
        assert_eq!(model(&[]).unwrap().scores(&page), verdict.scores);
    }

    #[test]
    fn a_broken_model_says_what_is_wrong() {
        let error = model(&[(1 << 18, 1.0)]).unwrap_err();
        assert_eq!(error, "no bin 262144: there are 262144");
        let error = model(&[(3, f32::NAN)]).unwrap_err();
        assert_eq!(error, "bin 3 weighs NaN, not a number");
        let trees = || Trees::new(&Columns::default(), 3).unwrap();
        let error = Winnow::new(trees(), trees(), &[], 0.0).unwrap_err();
        assert!(error.starts_with("the first trees take 3 inputs, but blocks have"));
        let error = model(&[]).unwrap().with_types(vec![("forum".to_owned(), trees())]);
        assert!(error.unwrap_err().starts_with("the trees of type \"forum\" take 3 inputs, but"));
        let error = model(&[]).unwrap().with_confidence(trees());
        assert!(error.unwrap_err().starts_with("the trees of the confidence take 3 inputs, but"));
    }

    #[test]
    fn a_page_has_the_means_of_its_blocks_and_the_verdict() {
        let page = page(&"<p>a b c<p>d".repeat(50));
        let row = page_row(&page, &[0.5; 100], &[1.0, 0.0].repeat(50), RULE);
        // A block of three words is three times a block of one: (3·3 + 1) / 4.
        assert_eq!((row.len(), row[1]), (PAGE_COUNT, 2.5));
        let verdict = &row[features::COUNT..];
        assert_eq!(verdict[..5], [1.0, 0.45, 0.75, 150.0, 50.0]);
    }
}
