//! Linear-chain conditional random fields: Viterbi labels and marginal probabilities.
//!
//! The score of a labelling is the sum of each item's score for its label and of the transition
//! scores between neighbours. Both algorithms take O(items · labels²) time and do not recurse.

/// The scores of one sequence; all are finite.
#[derive(Clone, Copy, Debug)]
pub struct Crf<'a> {
    /// One row for each item, one value for each label.
    pub scores: &'a [f64],
    /// `transitions[from * labels + to]`.
    pub transitions: &'a [f64],
    pub labels: usize,
}

impl Crf<'_> {
    /// Finds the labelling with the highest score. Ties go to the lower label.
    pub fn viterbi(&self) -> Vec<u8> {
        let count = self.labels;
        let mut items = self.scores.chunks_exact(count);
        let Some(first) = items.next() else {
            return vec![];
        };
        let mut best = first.to_vec();
        let mut before = best.clone();
        let mut back_pointers: Vec<u8> = Vec::with_capacity(self.scores.len());
        for item in items {
            std::mem::swap(&mut best, &mut before);
            for (label, score) in item.iter().enumerate() {
                let (from, most) =
                    highest((0..count).map(|from| before[from] + self.transition(from, label)));
                best[label] = most + score;
                back_pointers.push(from as u8);
            }
        }
        let mut label = highest(best.iter().copied()).0;
        let mut labels = vec![label as u8];
        for item in back_pointers.chunks_exact(count).rev() {
            label = item[label].into();
            labels.push(label as u8);
        }
        labels.reverse();
        labels
    }

    /// Computes the probability of each label of each item with the forward–backward algorithm.
    pub fn marginals(&self) -> Vec<f64> {
        let count = self.labels;
        let mut marginals = self.forward();
        // Backward log sums of the item, by label.
        let mut backward = vec![0.0; count];
        let mut terms = vec![0.0; count];
        let items = self.scores.len() / count;
        for item in (0..items).rev() {
            let row = item * count..(item + 1) * count;
            let own = &mut marginals[row.clone()];
            own.iter_mut().zip(&backward).for_each(|(sum, backward)| *sum += backward);
            let total = log_sum_exp(own);
            own.iter_mut().for_each(|sum| *sum = (*sum - total).exp());
            let here: Vec<f64> = self.scores[row]
                .iter()
                .zip(&backward)
                .map(|(score, backward)| score + backward)
                .collect();
            for (label, sum) in backward.iter_mut().enumerate() {
                for (next, term) in terms.iter_mut().enumerate() {
                    *term = self.transition(label, next) + here[next];
                }
                *sum = log_sum_exp(&terms);
            }
            subtract_maximum(&mut backward);
        }
        marginals
    }

    /// Computes the forward log sums, shifted so that the highest of each item is 0.
    fn forward(&self) -> Vec<f64> {
        let count = self.labels;
        let mut sums = self.scores.to_vec();
        let mut terms = vec![0.0; count];
        for item in 1..self.scores.len() / count {
            let (done, rest) = sums.split_at_mut(item * count);
            let before = &done[(item - 1) * count..];
            for (label, sum) in rest[..count].iter_mut().enumerate() {
                for (from, term) in terms.iter_mut().enumerate() {
                    *term = before[from] + self.transition(from, label);
                }
                *sum += log_sum_exp(&terms);
            }
            subtract_maximum(&mut rest[..count]);
        }
        sums
    }

    fn transition(&self, from: usize, to: usize) -> f64 {
        self.transitions[from * self.labels + to]
    }
}

/// Sums the weight rows of each item's features, one value for each label. Every item has `each`
/// features. Returns `None` if a feature has no row.
pub fn feature_scores(
    weights: &[f32],
    labels: usize,
    features: &[i32],
    each: usize,
) -> Option<Vec<f64>> {
    let mut sums = Vec::with_capacity(features.len() / each.max(1) * labels);
    let mut sum = vec![0.0; labels];
    for item in features.chunks_exact(each.max(1)) {
        sum.fill(0.0);
        for &feature in item {
            let start = usize::try_from(feature).ok()? * labels;
            let row = weights.get(start..start + labels)?;
            sum.iter_mut().zip(row).for_each(|(sum, value)| *sum += f64::from(*value));
        }
        sums.extend_from_slice(&sum);
    }
    Some(sums)
}

/// The index and value of the first maximum.
fn highest(values: impl Iterator<Item = f64>) -> (usize, f64) {
    values.enumerate().fold((0, f64::NEG_INFINITY), |best, (index, value)| {
        if value > best.1 { (index, value) } else { best }
    })
}

/// Subtracts the maximum from all values. Only differences matter, and the sums of a long sequence
/// would lose their precision.
fn subtract_maximum(values: &mut [f64]) {
    let most = highest(values.iter().copied()).1;
    values.iter_mut().for_each(|value| *value -= most);
}

/// The logarithm of the sum of exponentials.
fn log_sum_exp(values: &[f64]) -> f64 {
    let most = highest(values.iter().copied()).1;
    most + values.iter().map(|value| (value - most).exp()).sum::<f64>().ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCORES: [f64; 8] = [1.0, 0.0, -0.5, 0.25, 0.0, 2.0, 0.75, -1.0];
    const TRANSITIONS: [f64; 4] = [0.5, -1.0, -2.0, 1.5];

    fn crf<'a>(scores: &'a [f64], transitions: &'a [f64]) -> Crf<'a> {
        Crf { scores, transitions, labels: 2 }
    }

    /// Every labelling of four items with two labels, and its score.
    fn all_labellings(crf: Crf) -> Vec<(Vec<u8>, f64)> {
        (0..16_u8)
            .map(|number| {
                let labels: Vec<u8> = (0..4).map(|item| number >> item & 1).collect();
                let own: f64 =
                    labels.iter().enumerate().map(|(i, &l)| crf.scores[2 * i + l as usize]).sum();
                let steps: f64 = labels
                    .windows(2)
                    .map(|pair| crf.transition(pair[0].into(), pair[1].into()))
                    .sum();
                (labels, own + steps)
            })
            .collect()
    }

    #[test]
    fn viterbi_finds_the_best_of_all_labellings() {
        let crf = crf(&SCORES, &TRANSITIONS);
        let every = all_labellings(crf);
        let most = every.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|each| each.0.clone());
        assert_eq!(Some(crf.viterbi()), most);
    }

    #[test]
    fn marginals_agree_with_the_sum_over_all_labellings() {
        let crf = crf(&SCORES, &TRANSITIONS);
        let every = all_labellings(crf);
        let total: f64 = every.iter().map(|each| each.1.exp()).sum();
        let found = crf.marginals();
        for item in 0..4 {
            let expected: f64 = every
                .iter()
                .filter(|(labels, _)| labels[item] == 1)
                .map(|each| each.1.exp() / total)
                .sum();
            assert!((found[2 * item + 1] - expected).abs() < 1e-12);
            assert!((found[2 * item] + found[2 * item + 1] - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn weights_of_features_are_summed() {
        let table = [1.0, 2.0, 10.0, 20.0, 100.0, 200.0];
        let sums = feature_scores(&table, 2, &[0, 2, 1, 1], 2);
        assert_eq!(sums, Some(vec![101.0, 202.0, 20.0, 40.0]));
        assert_eq!(feature_scores(&table, 2, &[], 2), Some(vec![]));
        assert_eq!(feature_scores(&table, 2, &[0, 3], 2), None);
        assert_eq!(feature_scores(&table, 2, &[-1, 0], 2), None);
    }

    #[test]
    fn one_item_gets_its_best_label() {
        assert_eq!(crf(&[0.0, 1.0], &TRANSITIONS).viterbi(), [1]);
        assert!(crf(&[], &TRANSITIONS).viterbi().is_empty());
        assert!(crf(&[], &TRANSITIONS).marginals().is_empty());
    }

    #[test]
    fn ties_go_to_the_first_label() {
        assert_eq!(crf(&[0.0; 6], &[0.0; 4]).viterbi(), [0, 0, 0]);
    }

    #[test]
    fn marginals_of_huge_scores_and_long_sequences_are_finite() {
        let scores = [1e6, -1e6].repeat(50_000);
        let found = crf(&scores, &[1e6, -1e6, -1e6, 1e6]).marginals();
        assert!(found.iter().all(|probability| probability.is_finite()));
        assert_eq!(found[0], 1.0);
    }
}
