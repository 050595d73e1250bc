//! Labels of a sequence whose neighbours depend on each other: a linear chain.
//!
//! A labelling is worth the sum of each item's score for its label and of what each label says of
//! the next. Both passes take time by items times labels squared, and nothing is recursive.

/// What items and neighbours are worth; all finite.
#[derive(Clone, Copy, Debug)]
pub struct Chain<'a> {
    /// An item after the other, a value for each label.
    pub scores: &'a [f64],
    /// For each label what it is worth to be followed by each.
    pub transitions: &'a [f64],
    pub labels: usize,
}

impl Chain<'_> {
    /// The labels that are worth most together (Viterbi); of equals the lower number.
    pub fn best(&self) -> Vec<u8> {
        let count = self.labels;
        let mut items = self.scores.chunks_exact(count);
        let Some(first) = items.next() else {
            return vec![];
        };
        let mut worth = first.to_vec();
        let mut before = worth.clone();
        let mut came_from: Vec<u8> = Vec::with_capacity(self.scores.len());
        for item in items {
            std::mem::swap(&mut worth, &mut before);
            for (label, score) in item.iter().enumerate() {
                let (from, most) =
                    highest((0..count).map(|from| before[from] + self.step(from, label)));
                worth[label] = most + score;
                came_from.push(from as u8);
            }
        }
        let mut label = highest(worth.iter().copied()).0;
        let mut found = vec![label as u8];
        for item in came_from.chunks_exact(count).rev() {
            label = item[label].into();
            found.push(label as u8);
        }
        found.reverse();
        found
    }

    /// How likely each item has each label, when a labelling is as likely as the exponential of
    /// what it is worth (forward–backward).
    pub fn chances(&self) -> Vec<f64> {
        let count = self.labels;
        let mut chances = self.forward();
        // What comes after an item, by its label.
        let mut after = vec![0.0; count];
        let mut terms = vec![0.0; count];
        let items = self.scores.len() / count;
        for item in (0..items).rev() {
            let row = item * count..(item + 1) * count;
            let so_far = &mut chances[row.clone()];
            so_far.iter_mut().zip(&after).for_each(|(chance, after)| *chance += after);
            let total = log_sum(so_far);
            so_far.iter_mut().for_each(|chance| *chance = (*chance - total).exp());
            let here: Vec<f64> =
                self.scores[row].iter().zip(&after).map(|(score, after)| score + after).collect();
            for (label, sum) in after.iter_mut().enumerate() {
                for (next, term) in terms.iter_mut().enumerate() {
                    *term = self.step(label, next) + here[next];
                }
                *sum = log_sum(&terms);
            }
            level(&mut after);
        }
        chances
    }

    /// The logarithm of what leads to each label of each item, that label included; of each item
    /// the greatest is 0.
    fn forward(&self) -> Vec<f64> {
        let count = self.labels;
        let mut sums = self.scores.to_vec();
        let mut terms = vec![0.0; count];
        for item in 1..self.scores.len() / count {
            let (done, rest) = sums.split_at_mut(item * count);
            let before = &done[(item - 1) * count..];
            for (label, sum) in rest[..count].iter_mut().enumerate() {
                for (from, term) in terms.iter_mut().enumerate() {
                    *term = before[from] + self.step(from, label);
                }
                *sum += log_sum(&terms);
            }
            level(&mut rest[..count]);
        }
        sums
    }

    fn step(&self, from: usize, to: usize) -> f64 {
        self.transitions[from * self.labels + to]
    }
}

/// For each item the sum of the rows of a table that its numbers name; None where a number names none.
/// Rows have a value for each label, and all items as many numbers.
pub fn row_sums(table: &[f32], labels: usize, numbers: &[i32], each: usize) -> Option<Vec<f64>> {
    let mut sums = Vec::with_capacity(numbers.len() / each.max(1) * labels);
    let mut sum = vec![0.0; labels];
    for item in numbers.chunks_exact(each.max(1)) {
        sum.fill(0.0);
        for &number in item {
            let start = usize::try_from(number).ok()? * labels;
            let row = table.get(start..start + labels)?;
            sum.iter_mut().zip(row).for_each(|(sum, value)| *sum += f64::from(*value));
        }
        sums.extend_from_slice(&sum);
    }
    Some(sums)
}

/// The first of the greatest values, and its place.
fn highest(values: impl Iterator<Item = f64>) -> (usize, f64) {
    values.enumerate().fold((0, f64::NEG_INFINITY), |best, (place, value)| {
        if value > best.1 { (place, value) } else { best }
    })
}

/// Takes the greatest from all: only differences count, and sums over a long chain would lose them.
fn level(values: &mut [f64]) {
    let most = highest(values.iter().copied()).1;
    values.iter_mut().for_each(|value| *value -= most);
}

/// The logarithm of the sum of exponentials.
fn log_sum(values: &[f64]) -> f64 {
    let most = highest(values.iter().copied()).1;
    most + values.iter().map(|value| (value - most).exp()).sum::<f64>().ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCORES: [f64; 8] = [1.0, 0.0, -0.5, 0.25, 0.0, 2.0, 0.75, -1.0];
    const TRANSITIONS: [f64; 4] = [0.5, -1.0, -2.0, 1.5];

    fn chain<'a>(scores: &'a [f64], transitions: &'a [f64]) -> Chain<'a> {
        Chain { scores, transitions, labels: 2 }
    }

    /// Every labelling of four items by two labels, and what it is worth.
    fn all(chain: Chain) -> Vec<(Vec<u8>, f64)> {
        (0..16_u8)
            .map(|number| {
                let labels: Vec<u8> = (0..4).map(|item| number >> item & 1).collect();
                let own: f64 =
                    labels.iter().enumerate().map(|(i, &l)| chain.scores[2 * i + l as usize]).sum();
                let steps: f64 =
                    labels.windows(2).map(|pair| chain.step(pair[0].into(), pair[1].into())).sum();
                (labels, own + steps)
            })
            .collect()
    }

    #[test]
    fn best_labels_are_those_of_all_that_are_worth_most() {
        let chain = chain(&SCORES, &TRANSITIONS);
        let every = all(chain);
        let most = every.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|each| each.0.clone());
        assert_eq!(Some(chain.best()), most);
    }

    #[test]
    fn chances_are_those_of_all_labellings() {
        let chain = chain(&SCORES, &TRANSITIONS);
        let every = all(chain);
        let total: f64 = every.iter().map(|each| each.1.exp()).sum();
        let found = chain.chances();
        for item in 0..4 {
            let chance: f64 = every
                .iter()
                .filter(|(labels, _)| labels[item] == 1)
                .map(|each| each.1.exp() / total)
                .sum();
            assert!((found[2 * item + 1] - chance).abs() < 1e-12);
            assert!((found[2 * item] + found[2 * item + 1] - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn rows_are_summed_by_their_numbers() {
        let table = [1.0, 2.0, 10.0, 20.0, 100.0, 200.0];
        let sums = row_sums(&table, 2, &[0, 2, 1, 1], 2);
        assert_eq!(sums, Some(vec![101.0, 202.0, 20.0, 40.0]));
        assert_eq!(row_sums(&table, 2, &[], 2), Some(vec![]));
        assert_eq!(row_sums(&table, 2, &[0, 3], 2), None);
        assert_eq!(row_sums(&table, 2, &[-1, 0], 2), None);
    }

    #[test]
    fn one_item_has_its_best_label_and_none_have_none() {
        assert_eq!(chain(&[0.0, 1.0], &TRANSITIONS).best(), [1]);
        assert!(chain(&[], &TRANSITIONS).best().is_empty());
        assert!(chain(&[], &TRANSITIONS).chances().is_empty());
    }

    #[test]
    fn of_equals_the_first_is_best() {
        assert_eq!(chain(&[0.0; 6], &[0.0; 4]).best(), [0, 0, 0]);
    }

    #[test]
    fn huge_scores_and_long_chains_stay_finite() {
        let scores = [1e6, -1e6].repeat(50_000);
        let found = chain(&scores, &[1e6, -1e6, -1e6, 1e6]).chances();
        assert!(found.iter().all(|chance| chance.is_finite()));
        assert_eq!(found[0], 1.0);
    }
}
