//! The default method: markup words and trees → how likely each block is content, and the cut.

use crate::features;
use crate::markup;
use crate::page::Page;
use crate::trees::Trees;

/// A trained model.
#[derive(Debug, Clone)]
pub struct Winnow {
    trees: Trees,
    /// Weights of the markup words, one for each bin.
    weights: Vec<f32>,
    bias: f32,
    /// Between these the cut may lie.
    bounds: (f32, f32),
}

/// What the model says of a page.
#[derive(Debug, Clone, Default)]
pub struct Verdict {
    /// How likely each block is content; 0 for blocks without visible text.
    pub scores: Vec<f32>,
    /// Blocks from this score on are content.
    pub threshold: f32,
}

impl Winnow {
    /// `weights` are pairs of a bin and its weight, all others 0; the error says what is wrong.
    pub fn new(
        trees: Trees,
        weights: &[(u32, f32)],
        bias: f32,
        bounds: (f32, f32),
    ) -> Result<Winnow, String> {
        if trees.inputs() != features::COUNT {
            let (given, wanted) = (trees.inputs(), features::COUNT);
            return Err(format!("the trees take {given} inputs, but blocks have {wanted}"));
        }
        let mut all = vec![0.0; markup::BINS];
        for &(bin, weight) in weights {
            match all.get_mut(bin as usize) {
                Some(place) if weight.is_finite() => *place = weight,
                Some(_) => return Err(format!("bin {bin} weighs {weight}, not a number")),
                None => return Err(format!("no bin {bin}: there are {}", markup::BINS)),
            }
        }
        if !bias.is_finite() {
            return Err(format!("the bias is {bias}, not a number"));
        }
        check_bounds(bounds)?;
        Ok(Winnow { trees, weights: all, bias, bounds })
    }

    pub fn judge(&self, page: &Page) -> Verdict {
        let markup = markup::scores(page, &self.weights, self.bias);
        let shown = features::shown_blocks(page, &markup);
        let (blocks, words): (Vec<usize>, Vec<u32>) =
            shown.iter().map(|one| (one.block, one.text.words)).unzip();
        let mut shown_scores = Vec::with_capacity(blocks.len());
        features::each_rows(page, shown, |rows| shown_scores.extend(self.trees.predict(rows)));
        let threshold = cut(&shown_scores, &words, self.bounds);
        let mut scores = vec![0.0; page.blocks.node.len()];
        for (block, score) in blocks.into_iter().zip(shown_scores) {
            scores[block] = score;
        }
        Verdict { scores, threshold }
    }
}

pub fn check_bounds((low, high): (f32, f32)) -> Result<(), String> {
    if (0.0..=1.0).contains(&low) && (low..=1.0).contains(&high) {
        return Ok(());
    }
    Err(format!("the cut cannot lie between {low} and {high}: give 0 ≤ low ≤ high ≤ 1"))
}

/// The score from which on blocks are content: where the expected F1 of the words kept,
/// 2·Σ kept p·n / (Σ kept n + Σ all p·n), is greatest, held within bounds; the upper one where
/// there are no words.
///
/// `scores` are the blocks' probabilities p, never NaN, and `words` their numbers of words n.
pub fn cut(scores: &[f32], words: &[u32], (low, high): (f32, f32)) -> f32 {
    let mut order: Vec<(f32, u32)> =
        scores.iter().copied().zip(words.iter().copied()).filter(|&(_, n)| n > 0).collect();
    order.sort_unstable_by(|one, other| other.0.total_cmp(&one.0));
    let expected: f64 = order.iter().map(|&(p, n)| f64::from(p) * f64::from(n)).sum();
    let (mut best, mut best_f1) = (high, 0.0);
    let (mut right, mut kept) = (0.0, 0.0);
    for (i, &(p, n)) in order.iter().enumerate() {
        right += f64::from(p) * f64::from(n);
        kept += f64::from(n);
        // Blocks with the same score go together.
        let is_last = order.get(i + 1).is_none_or(|next| next.0 < p);
        let f1 = 2.0 * right / (kept + expected);
        if is_last && f1 > best_f1 {
            (best, best_f1) = (p, f1);
        }
    }
    best.clamp(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;
    use crate::trees::Columns;

    const BOUNDS: (f32, f32) = (0.1, 0.45);

    /// The same by trying every score.
    fn slow_cut(scores: &[f32], words: &[u32]) -> f32 {
        let pairs = || scores.iter().zip(words).map(|(&p, &n)| (f64::from(p), f64::from(n)));
        let f1 = |from: f64| {
            let kept: Vec<(f64, f64)> = pairs().filter(|&(p, _)| p >= from).collect();
            let right: f64 = kept.iter().map(|(p, n)| p * n).sum();
            let all: f64 = pairs().map(|(p, n)| p * n).sum();
            2.0 * right / (kept.iter().map(|(_, n)| n).sum::<f64>() + all)
        };
        let mut best = (0.0, BOUNDS.1);
        let mut tried = scores.to_vec();
        tried.sort_by(|one, other| other.total_cmp(one));
        for from in tried {
            if f1(f64::from(from)) > best.0 + 1e-12 {
                best = (f1(f64::from(from)), from);
            }
        }
        best.1.clamp(BOUNDS.0, BOUNDS.1)
    }

    #[test]
    fn the_cut_is_where_the_expected_score_is_greatest() {
        // Both: 2·(9 + 3) / (20 + 12.1) = .748; the first alone: 2·9 / (10 + 12.1) = .814;
        // all three are worse still.
        let (scores, words) = ([0.3, 0.9, 0.1], [10, 10, 1]);
        assert_eq!(cut(&scores, &words, (0.0, 1.0)), 0.9);
        assert_eq!(cut(&scores, &words, BOUNDS), 0.45);
        assert_eq!(cut(&[0.05, 0.06], &[3, 3], BOUNDS), 0.1);
        assert_eq!(cut(&[], &[], BOUNDS), 0.45);
        assert_eq!(cut(&[0.9], &[0], BOUNDS), 0.45);
    }

    #[test]
    fn the_cut_agrees_with_trying_every_score() {
        for seed in 0..200_u32 {
            let random = |i: u32| (i + 1).wrapping_mul(seed + 7).wrapping_mul(2_654_435_761) >> 16;
            let scores: Vec<f32> = (0..20).map(|i| (random(i) % 97) as f32 / 97.0).collect();
            let words: Vec<u32> = (0..20).map(|i| random(i + 50) % 30 + 1).collect();
            assert_eq!(cut(&scores, &words, BOUNDS), slow_cut(&scores, &words));
        }
    }

    fn model(weights: &[(u32, f32)]) -> Result<Winnow, String> {
        // One tree that asks for the words: more than 3 → likely.
        let columns = Columns {
            roots: vec![0],
            feature: vec![1],
            threshold: vec![3.0],
            left: vec![-1],
            right: vec![-2],
            values: vec![-2.0, 2.0],
        };
        Winnow::new(Trees::new(&columns, features::COUNT)?, weights, 0.0, BOUNDS)
    }

    #[test]
    fn a_page_is_judged_block_by_block() {
        let page = Page::parse("<p>a b<p>a b c d<p hidden>a b c d e", Limits::default());
        let verdict = model(&[]).unwrap().judge(&page);
        let [few, many] = [-2.0, 2.0].map(markup::logistic);
        assert_eq!(verdict.scores, [few, many, 0.0]);
        assert_eq!(verdict.threshold, 0.45);
    }

    #[test]
    fn a_broken_model_says_what_is_wrong() {
        assert_eq!(model(&[(1 << 18, 1.0)]).unwrap_err(), "no bin 262144: there are 262144");
        assert_eq!(model(&[(3, f32::NAN)]).unwrap_err(), "bin 3 weighs NaN, not a number");
        let trees = Trees::new(&Columns::default(), 3).unwrap();
        let error = Winnow::new(trees, &[], 0.0, BOUNDS).unwrap_err();
        assert!(error.starts_with("the trees take 3 inputs"));
        let trees = Trees::new(&Columns::default(), features::COUNT).unwrap();
        assert!(Winnow::new(trees, &[], 0.0, (0.5, 0.4)).is_err());
    }
}
