//! The default method: markup words and boosted trees score each block; a threshold for each page
//! separates content from boilerplate.

mod comment_parts;
mod comment_words;
mod decide;
pub mod features;
pub mod gbdt;
mod leftovers;
pub mod markup_words;
mod numbering;
mod reasons;
mod rules;
mod threshold;
pub mod walls;
mod wording;

use crate::page::Page;
pub use decide::Settings;
use features::page_row::{Kept, Means, PAGE_COUNT};
use features::{Analysis, TextBlock};
use gbdt::{Batch, LANES, Trees};
pub use threshold::{ThresholdRule, choose_threshold};

/// A trained model.
#[derive(Debug, Clone)]
pub struct Winnow {
    first: Trees,
    /// Stage 2 also sees the stage-1 scores of the block and its context.
    second: Trees,
    /// Weights of the markup words, by bin.
    weights: Vec<f32>,
    bias: f32,
    /// By name of the page type, trees that predict its probability.
    types: Vec<(String, Trees)>,
    /// Predicts the probability that a page has a text of its own, with its threshold. Pages that
    /// reach it count as articles in stage 2; without these trees, all do.
    article: Option<(Trees, f32)>,
    /// Predicts the quality of a decision.
    confidence: Option<Trees>,
    /// Predicts the probability that a page has any content, with its threshold.
    content: Option<(Trees, f32)>,
}

/// The prediction for a page.
#[derive(Debug, Clone, Default)]
pub struct Prediction {
    /// The probability that each block is content; 0 for blocks that are not text blocks.
    pub scores: Vec<f32>,
    /// Blocks with this score or more are content.
    pub threshold: f32,
}

impl Winnow {
    /// `weights` are pairs of a bin and its weight; all others are 0.
    pub fn new(
        first: Trees,
        second: Trees,
        weights: &[(u32, f32)],
        bias: f32,
    ) -> Result<Winnow, String> {
        check_inputs("the stage-1 trees", &first, "blocks", features::COUNT)?;
        check_inputs("the stage-2 trees", &second, "blocks", features::STAGE2_COUNT)?;
        let mut all = vec![0.0; markup_words::BINS];
        for &(bin, weight) in weights {
            match all.get_mut(bin as usize) {
                Some(place) if weight.is_finite() => *place = weight,
                Some(_) => {
                    return Err(format!("the weight of bin {bin} is {weight}, not a number"));
                }
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
            article: None,
            confidence: None,
            content: None,
        })
    }

    /// Adds trees that predict page types, by name of the type.
    pub fn with_types(mut self, types: Vec<(String, Trees)>) -> Result<Winnow, String> {
        for (name, trees) in &types {
            check_inputs(&format!("the trees of type {name:?}"), trees, "pages", PAGE_COUNT)?;
        }
        self.types = types;
        Ok(self)
    }

    /// Adds trees that predict whether a page is an article, from its stage-1 scores. Pages that
    /// reach `threshold` count as articles.
    pub fn with_article(mut self, trees: Trees, threshold: f32) -> Result<Winnow, String> {
        check_inputs("the article trees", &trees, "pages", PAGE_COUNT)?;
        check_threshold("article", threshold)?;
        self.article = Some((trees, threshold));
        Ok(self)
    }

    /// Adds trees that predict the quality of a decision.
    pub fn with_confidence(mut self, trees: Trees) -> Result<Winnow, String> {
        check_inputs("the confidence trees", &trees, "pages", PAGE_COUNT)?;
        self.confidence = Some(trees);
        Ok(self)
    }

    /// Adds trees that predict whether a page has content. Pages below `threshold` have none.
    pub fn with_content(mut self, trees: Trees, threshold: f32) -> Result<Winnow, String> {
        check_inputs("the content trees", &trees, "pages", PAGE_COUNT)?;
        check_threshold("content", threshold)?;
        self.content = Some((trees, threshold));
        Ok(self)
    }

    pub fn scores(&self, page: &Page) -> Vec<f32> {
        let scored = self.score_page(page);
        by_block(page, scored.blocks(), &scored.scores)
    }

    pub fn predict(&self, page: &Page, rule: ThresholdRule) -> Prediction {
        let scored = self.score_page(page);
        let threshold = choose_threshold(&scored.scores, &words(scored.blocks()), rule);
        Prediction { scores: by_block(page, scored.blocks(), &scored.scores), threshold }
    }

    /// Scores the text blocks.
    fn score_page<'a>(&self, page: &'a Page) -> Scored<'a> {
        let mut analysis = self.analysis(page);
        let words = words(&analysis.blocks);
        let (mut means, mut seen) = (Means::default(), 0);
        let mut first = Stage::new(&self.first);
        analysis.for_rows(|rows| {
            means.add(rows, &words[seen..]);
            seen += rows.len() / features::COUNT;
            first.add(rows);
        });
        let (stage1_scores, mut batches) = first.finish();
        let is_article = self.is_article(&means, &stage1_scores, &words);
        analysis.set_stage1_scores(stage1_scores, is_article);
        let mut second = Stage::new(&self.second);
        if batches.len() * LANES >= analysis.blocks.len() {
            analysis.add_stage1_features(&mut batches);
            second.batches = batches;
        } else {
            analysis.for_stage2_rows(|rows| second.add(rows));
        }
        let (scores, _) = second.finish();
        Scored { analysis, scores, means }
    }

    /// Whether the page counts as an article, by its stage-1 scores.
    fn is_article(&self, means: &Means, scores: &[f32], words: &[u32]) -> bool {
        self.article.as_ref().is_none_or(|(trees, threshold)| {
            let cut = choose_threshold(scores, words, ThresholdRule::DEFAULT);
            let row = means.row(&Kept::of(scores, words, cut));
            trees.predict(&row).first().is_some_and(|probability| probability >= threshold)
        })
    }

    fn analysis<'a>(&self, page: &'a Page) -> Analysis<'a> {
        let markup = markup_words::scores(page, &self.weights, self.bias);
        Analysis::of(page, features::text_blocks(page), &markup)
    }
}

/// Batches whose scores are computed together. More of them are not kept: all features of a large
/// page take hundreds of times its memory.
const MAX_BATCHES: usize = 64;

/// The scoring of rows by one stage.
struct Stage<'a> {
    trees: &'a Trees,
    /// The rows without scores so far.
    batches: Vec<Batch>,
    scores: Vec<f32>,
}

impl Stage<'_> {
    fn new(trees: &Trees) -> Stage<'_> {
        Stage { trees, batches: Vec::new(), scores: Vec::new() }
    }

    fn add(&mut self, rows: &[f32]) {
        let width = self.trees.inputs();
        for rows in rows.chunks(LANES * width) {
            if self.batches.len() == MAX_BATCHES {
                self.scores.extend(self.trees.predict_batches(&self.batches));
                self.batches.clear();
            }
            self.batches.push(Batch::new(rows, width, features::STAGE2_COUNT));
        }
    }

    /// The scores of all rows, and the last batches.
    fn finish(mut self) -> (Vec<f32>, Vec<Batch>) {
        self.scores.extend(self.trees.predict_batches(&self.batches));
        (self.scores, self.batches)
    }
}

/// A page with the scores of its text blocks.
struct Scored<'a> {
    analysis: Analysis<'a>,
    scores: Vec<f32>,
    /// The feature means of the page.
    means: Means,
}

impl Scored<'_> {
    fn blocks(&self) -> &[TextBlock] {
        &self.analysis.blocks
    }
}

/// The page-level features of a page with these block scores. `markup_scores` are those of
/// `markup_words::scores`.
pub fn page_row(
    page: &Page,
    markup_scores: &[f32],
    scores: &[f32],
    rule: ThresholdRule,
) -> Vec<f32> {
    let analysis = Analysis::of(page, features::text_blocks(page), markup_scores);
    let scores: Vec<f32> = analysis.blocks.iter().map(|block| scores[block.index]).collect();
    let words = words(&analysis.blocks);
    let (mut means, mut done) = (Means::default(), 0);
    analysis.for_rows(|rows| {
        means.add(rows, &words[done..]);
        done += rows.len() / features::COUNT;
    });
    means.row(&Kept::of(&scores, &words, choose_threshold(&scores, &words, rule)))
}

fn words(blocks: &[TextBlock]) -> Vec<u32> {
    blocks.iter().map(|block| block.text.words).collect()
}

fn by_block(page: &Page, blocks: &[TextBlock], scores: &[f32]) -> Vec<f32> {
    let mut by_block = vec![0.0; page.blocks.node.len()];
    for (block, &score) in blocks.iter().zip(scores) {
        by_block[block.index] = score;
    }
    by_block
}

fn check_threshold(what: &str, threshold: f32) -> Result<(), String> {
    if (0.0..=1.0).contains(&threshold) {
        return Ok(());
    }
    Err(format!("the {what} threshold is {threshold}; expected 0 to 1"))
}

fn check_inputs(what: &str, trees: &Trees, of: &str, wanted: usize) -> Result<(), String> {
    match trees.inputs() {
        given if given == wanted => Ok(()),
        given => Err(format!("{what} take {given} features, but {of} have {wanted}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;
    use crate::winnow::gbdt::Columns;

    pub const RULE: ThresholdRule = ThresholdRule::DEFAULT;

    pub fn page(html: &str) -> Page {
        Page::parse(html, Limits::default())
    }

    /// One tree that predicts content if a feature is above the threshold.
    pub fn stump(feature: usize, threshold: f32, inputs: usize) -> Trees {
        stump_with_value(feature, threshold, inputs, 2.0)
    }

    /// The same with another leaf value.
    pub fn stump_with_value(feature: usize, threshold: f32, inputs: usize, value: f32) -> Trees {
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

    /// A model that predicts content for more than three words; stage 2 follows stage 1.
    pub fn model(weights: &[(u32, f32)]) -> Result<Winnow, String> {
        let first = stump(1, 3.0, features::COUNT);
        let second = stump(features::COUNT, 0.5, features::STAGE2_COUNT);
        Winnow::new(first, second, weights, 0.0)
    }

    /// The same with lower scores.
    pub fn unsure_model() -> Winnow {
        let first = stump(1, 3.0, features::COUNT);
        let second = stump_with_value(features::COUNT, 0.5, features::STAGE2_COUNT, 1.0);
        Winnow::new(first, second, &[], 0.0).unwrap()
    }

    #[test]
    fn each_block_gets_a_score() {
        let page = page("<p>a b<p>a b c d<p hidden>a b c d e");
        let prediction = model(&[]).unwrap().predict(&page, RULE);
        let [few, many] = [-2.0, 2.0].map(markup_words::logistic);
        assert_eq!(prediction.scores, [few, many, many]);
        assert_eq!(prediction.threshold, 0.45);
        assert_eq!(model(&[]).unwrap().scores(&page), prediction.scores);
    }

    #[test]
    fn stage_2_knows_whether_the_page_is_an_article() {
        let article = features::STAGE2_COUNT - 1;
        assert_eq!(features::STAGE2_FEATURES[article].0, "article");
        let scores = |trees: Option<Trees>| {
            let first = stump(1, 3.0, features::COUNT);
            let model =
                Winnow::new(first, stump(article, 0.5, features::STAGE2_COUNT), &[], 0.0).unwrap();
            let model = match trees {
                Some(trees) => model.with_article(trees, 0.5).unwrap(),
                None => model,
            };
            model.scores(&page("<p>a b c d"))
        };
        let [low, high] = [-2.0, 2.0].map(markup_words::logistic);
        assert_eq!(scores(None), [high]);
        // The page has four words.
        assert_eq!(scores(Some(stump(1, 3.0, PAGE_COUNT))), [high]);
        assert_eq!(scores(Some(stump(1, 5.0, PAGE_COUNT))), [low]);
    }

    #[test]
    fn errors_describe_what_is_wrong_with_a_model() {
        let error = model(&[(1 << 18, 1.0)]).unwrap_err();
        assert_eq!(error, "no bin 262144: there are 262144");
        let error = model(&[(3, f32::NAN)]).unwrap_err();
        assert_eq!(error, "the weight of bin 3 is NaN, not a number");
        let trees = || Trees::new(&Columns::default(), 3).unwrap();
        let error = Winnow::new(trees(), trees(), &[], 0.0).unwrap_err();
        assert!(error.starts_with("the stage-1 trees take 3 features, but blocks have"));
        let error = model(&[]).unwrap().with_types(vec![("forum".to_owned(), trees())]);
        assert!(error.unwrap_err().starts_with("the trees of type \"forum\" take 3 features, but"));
        let error = model(&[]).unwrap().with_article(trees(), 0.5);
        assert!(error.unwrap_err().starts_with("the article trees take 3 features, but"));
        let error = model(&[]).unwrap().with_article(stump(0, 0.0, PAGE_COUNT), 2.0);
        assert_eq!(error.unwrap_err(), "the article threshold is 2; expected 0 to 1");
        let error = model(&[]).unwrap().with_confidence(trees());
        assert!(error.unwrap_err().starts_with("the confidence trees take 3 features, but"));
    }

    #[test]
    fn a_page_row_has_the_means_of_its_blocks_and_the_summary() {
        let page = page(&"<p>a b c<p>d".repeat(50));
        let row = page_row(&page, &[0.5; 100], &[1.0, 0.0].repeat(50), RULE);
        // The mean is weighted by words: (3·3 + 1·1) / 4.
        assert_eq!((row.len(), row[1]), (PAGE_COUNT, 2.5));
        let summary = &row[features::COUNT..];
        assert_eq!(summary[..5], [1.0, 0.45, 0.75, 150.0, 50.0]);
    }
}
