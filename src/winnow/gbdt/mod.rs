//! Gradient-boosted decision trees: rows of features → a probability for each.

mod batch;
mod contributions;
mod score;
mod validate;

use crate::winnow::markup_words::logistic;
pub use batch::{Batch, LANES};
use score::Remaining;
use validate::validate;

/// A model as flat columns. A row goes left if its feature is at most the threshold. A child below
/// zero is the leaf `!child`.
#[derive(Debug, Clone, Default)]
pub struct Columns {
    /// The root node of each tree, or its only leaf.
    pub roots: Vec<i32>,
    pub feature: Vec<u16>,
    pub threshold: Vec<f32>,
    pub left: Vec<i32>,
    pub right: Vec<i32>,
    /// The value of each leaf.
    pub values: Vec<f32>,
    /// Expected value of each node: the mean over the training rows that reach it. Empty if
    /// contributions are not needed.
    pub weights: Vec<f32>,
}

/// Maximum leaves of a tree: one bit each.
const MAX_LEAVES: usize = 32;

/// A validated model; `score` explains how its tests are used.
#[derive(Debug, Clone)]
pub struct Trees {
    inputs: usize,
    /// Tree by tree.
    tests: Vec<Test>,
    /// By tree, the end of its tests; they start where those of the previous tree end.
    ends: Vec<u32>,
    /// By tree, the values of its leaves from left to right.
    values: Vec<[f32; MAX_LEAVES]>,
    /// The original columns, if they have weights.
    weighted: Option<Columns>,
}

#[derive(Debug, Clone, Copy)]
struct Test {
    input: u16,
    threshold: f32,
    /// The leaves that remain if the feature is above the threshold.
    stay: u32,
}

impl Trees {
    /// Validates a model for rows of `inputs` features.
    pub fn new(columns: &Columns, inputs: usize) -> Result<Trees, String> {
        validate(columns, inputs)?;
        let weighted = (!columns.weights.is_empty()).then(|| columns.clone());
        let (tests, ends, values) = (Vec::new(), Vec::new(), Vec::new());
        let mut model = Trees { inputs, tests, ends, values, weighted };
        for (tree, &root) in columns.roots.iter().enumerate() {
            let values = read_tree(columns, root, |node, stay| {
                let (input, threshold) = (columns.feature[node], columns.threshold[node]);
                model.tests.push(Test { input, threshold, stay });
            });
            let too_many = || format!("tree {tree} has more than {MAX_LEAVES} leaves");
            model.values.push(values.ok_or_else(too_many)?);
            model.ends.push(model.tests.len() as u32);
        }
        Ok(model)
    }

    /// Number of features of a row.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Number of trees.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Predicts the probability of each row. `rows` are concatenated and contain no NaN.
    pub fn predict(&self, rows: &[f32]) -> Vec<f32> {
        if rows.len() == self.inputs {
            let remaining = Remaining::of(self, |input| (rows[input], rows[input]));
            return vec![logistic(self.sum(remaining.leaves()))];
        }
        let width = self.inputs;
        let batches = rows.chunks(LANES * width.max(1)).map(|rows| Batch::new(rows, width, width));
        let batches: Vec<Batch> = batches.collect();
        self.predict_batches(&batches)
    }

    /// Predicts the probability of each row of batches, which may have more features. Batches of
    /// similar rows take less time.
    pub fn predict_batches(&self, batches: &[Batch]) -> Vec<f32> {
        if batches.is_empty() {
            return Vec::new();
        }
        self.sums(batches).into_iter().map(logistic).collect()
    }
}

/// Reads a tree from left to right: passes each node to `test` with the leaves that remain on its
/// right, and returns the values of the leaves. Returns `None` if the tree has too many leaves.
fn read_tree(
    columns: &Columns,
    root: i32,
    mut test: impl FnMut(usize, u32),
) -> Option<[f32; MAX_LEAVES]> {
    let (mut values, mut leaves) = ([0.0; MAX_LEAVES], 0);
    // Places to visit, each with the node whose right child it is and the leaves before that node.
    let mut waiting: Vec<(i32, Option<(usize, u32)>)> = vec![(root, None)];
    while let Some((place, right_of)) = waiting.pop() {
        if let Some((node, before)) = right_of {
            // The leaves added since the node are on its left.
            test(node, !(low_bits(leaves) & !low_bits(before)));
        }
        if let Ok(node) = usize::try_from(place) {
            waiting.push((columns.right[node], Some((node, leaves))));
            waiting.push((columns.left[node], None));
        } else {
            *values.get_mut(leaves as usize)? = columns.values[!place as usize];
            leaves += 1;
        }
    }
    Some(values)
}

/// The lowest `count` bits, at most 32.
fn low_bits(count: u32) -> u32 {
    (1_u64 << count).wrapping_sub(1) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// x₀ ≤ 0.5 → −1; otherwise x₁ ≤ 2 → 1, else 3; and a tree that is one leaf of 0.25.
    pub fn columns() -> Columns {
        Columns {
            roots: vec![0, -4],
            feature: vec![0, 1],
            threshold: vec![0.5, 2.0],
            left: vec![-1, -2],
            right: vec![1, -3],
            values: vec![-1.0, 1.0, 3.0, 0.25],
            weights: vec![],
        }
    }

    #[test]
    fn rows_reach_their_leaves() {
        let trees = Trees::new(&columns(), 2).unwrap();
        let rows = [0.5, 9.0, 0.6, 2.0, 1.0, 2.1];
        assert_eq!(trees.predict(&rows), [-0.75, 1.25, 3.25].map(logistic));
        assert!(trees.predict(&[]).is_empty());
    }

    #[test]
    fn many_rows_give_the_same_as_single_rows() {
        let trees = Trees::new(&columns(), 2).unwrap();
        let rows: Vec<f32> = (0..2 * 1000).map(|i| ((i * 37) % 50) as f32 / 10.0 - 1.0).collect();
        let alone: Vec<f32> = rows.chunks(2).flat_map(|row| trees.predict(row)).collect();
        assert_eq!(trees.predict(&rows), alone);
    }

    #[test]
    fn a_model_without_trees_predicts_one_half() {
        let trees = Trees::new(&Columns::default(), 3).unwrap();
        assert_eq!(trees.predict(&[0.0; 6]), [0.5, 0.5]);
    }

    /// Finds the leaf of a row by walking down one tree.
    pub fn slow_leaf(columns: &Columns, root: i32, row: &[f32]) -> f32 {
        let mut at = root;
        while let Ok(node) = usize::try_from(at) {
            let goes_left = row[columns.feature[node] as usize] <= columns.threshold[node];
            at = if goes_left { columns.left[node] } else { columns.right[node] };
        }
        columns.values[!at as usize]
    }

    /// Grows a tree by splitting random leaves.
    pub fn grow(columns: &mut Columns, leaves: usize, random: &mut impl FnMut(usize) -> usize) {
        let mut ends: Vec<Option<(usize, bool)>> = vec![None];
        let first = columns.feature.len();
        while ends.len() < leaves {
            let node = columns.feature.len();
            let end = random(ends.len());
            match ends[end] {
                Some((parent, true)) => columns.left[parent] = node as i32,
                Some((parent, false)) => columns.right[parent] = node as i32,
                None => {}
            }
            columns.feature.push(random(4) as u16);
            columns.threshold.push(random(10) as f32);
            columns.left.push(0);
            columns.right.push(0);
            ends[end] = Some((node, true));
            ends.push(Some((node, false)));
        }
        for end in ends {
            let leaf = !(columns.values.len() as i32);
            columns.values.push(random(1000) as f32 / 100.0 - 5.0);
            match end {
                Some((parent, true)) => columns.left[parent] = leaf,
                Some((parent, false)) => columns.right[parent] = leaf,
                None => columns.roots.push(leaf),
            }
        }
        if leaves > 1 {
            columns.roots.push(first as i32);
        }
    }

    /// A generator of reproducible random numbers below a bound.
    pub fn random_numbers() -> impl FnMut(usize) -> usize {
        let mut state = 1_u64;
        move |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % below
        }
    }

    #[test]
    fn predictions_agree_with_a_walk_from_the_root() {
        let mut random = random_numbers();
        let mut columns = Columns::default();
        for leaves in [1, 2, 3, 16, 31, 32, 32, 7, 1, 20] {
            grow(&mut columns, leaves, &mut random);
        }
        let trees = Trees::new(&columns, 4).unwrap();
        assert_eq!(trees.len(), 10);
        let rows: Vec<f32> = (0..4 * 501).map(|_| random(22) as f32 / 2.0).collect();
        let slow: Vec<f32> = rows
            .chunks(4)
            .map(|row| logistic(columns.roots.iter().map(|&r| slow_leaf(&columns, r, row)).sum()))
            .collect();
        assert_eq!(trees.predict(&rows), slow);
    }

    #[test]
    fn a_tree_has_at_most_32_leaves() {
        let mut columns = Columns::default();
        grow(&mut columns, 33, &mut |_| 0);
        let error = Trees::new(&columns, 4).unwrap_err();
        assert_eq!(error, "tree 0 has more than 32 leaves");
        // Nodes that share children form a tree with too many leaves. It is rejected without
        // visiting all of them.
        let chain: Vec<i32> = (1..=1000).chain([-1]).collect();
        let (feature, threshold) = (vec![0; 1001], vec![0.0; 1001]);
        let (left, right) = (chain.clone(), chain);
        let (roots, values, weights) = (vec![0], vec![1.0], vec![]);
        let columns = Columns { roots, feature, threshold, left, right, values, weights };
        let error = Trees::new(&columns, 1).unwrap_err();
        assert_eq!(error, "tree 0 has more than 32 leaves");
    }
}
