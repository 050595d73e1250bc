//! Gradient-boosted decision trees: rows of features → a probability for each.

mod contributions;
mod validate;

use crate::winnow::markup_words::logistic;
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
/// Rows that are compared in parallel.
const LANES: usize = 32;

/// A validated model that predicts many rows at once (QuickScorer).
///
/// Instead of a walk from the root, each tree starts with one bit set for every leaf, the leftmost
/// lowest. Each test that sends the row right clears the leaves on its left. After all tests the
/// lowest set bit is the leaf of the row. No test depends on another one, so the tests of several
/// rows vectorise.
#[derive(Debug, Clone)]
pub struct Trees {
    inputs: usize,
    /// The features that the trees use.
    used: Vec<u16>,
    tests: Vec<Test>,
    /// Values of the leaves, tree by tree from left to right.
    values: Vec<f32>,
    trees: Vec<Tree>,
    /// The original columns, if they have weights.
    weighted: Option<Columns>,
}

#[derive(Debug, Clone, Copy)]
struct Test {
    /// Index into `used`.
    column: u16,
    threshold: f32,
    /// The leaves that remain if the feature is above the threshold.
    stay: u32,
}

/// Ends of the tests and leaves of a tree; they start at the ends of the previous tree.
#[derive(Debug, Clone, Copy)]
struct Tree {
    tests: u32,
    values: u32,
}

impl Trees {
    /// Validates a model for rows of `inputs` features.
    pub fn new(columns: &Columns, inputs: usize) -> Result<Trees, String> {
        validate(columns, inputs)?;
        let mut used = columns.feature.clone();
        used.sort_unstable();
        used.dedup();
        let (tests, values, trees) = (Vec::new(), Vec::new(), Vec::new());
        let weighted = (!columns.weights.is_empty()).then(|| columns.clone());
        let mut model = Trees { inputs, used, tests, values, trees, weighted };
        for (tree, &root) in columns.roots.iter().enumerate() {
            if !model.add_tree(columns, root) {
                return Err(format!("tree {tree} has more than {MAX_LEAVES} leaves"));
            }
        }
        Ok(model)
    }

    /// Adds the tests and leaves of a tree from left to right. Returns false if it has too many
    /// leaves.
    fn add_tree(&mut self, columns: &Columns, root: i32) -> bool {
        let first_leaf = self.values.len();
        // Nodes to visit, each with the test whose right child it is.
        let mut waiting: Vec<(i32, Option<usize>)> = vec![(root, None)];
        while let Some((place, right_of)) = waiting.pop() {
            let leaves = (self.values.len() - first_leaf) as u32;
            if let Some(test) = right_of {
                // The leaves added since the test are on its left.
                let before = self.tests[test].stay;
                self.tests[test].stay = !(low_bits(leaves) & !low_bits(before));
            }
            let Ok(node) = usize::try_from(place) else {
                if leaves as usize == MAX_LEAVES {
                    return false;
                }
                self.values.push(columns.values[!place as usize]);
                continue;
            };
            let feature = columns.feature[node];
            let column = self.used.partition_point(|&used| used < feature) as u16;
            waiting.push((columns.right[node], Some(self.tests.len())));
            waiting.push((columns.left[node], None));
            // Until the right child is visited, `stay` holds the number of leaves before the test.
            self.tests.push(Test { column, threshold: columns.threshold[node], stay: leaves });
        }
        let (tests, values) = (self.tests.len() as u32, self.values.len() as u32);
        self.trees.push(Tree { tests, values });
        true
    }

    /// Number of features of a row.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Number of trees.
    pub fn len(&self) -> usize {
        self.trees.len()
    }

    pub fn is_empty(&self) -> bool {
        self.trees.is_empty()
    }

    /// Predicts the probability of each row. `rows` are concatenated and contain no NaN.
    pub fn predict(&self, rows: &[f32]) -> Vec<f32> {
        if self.inputs == 0 {
            return Vec::new();
        }
        if rows.len() == self.inputs {
            return vec![logistic(self.sum_of(rows))];
        }
        let mut sums = vec![0.0; rows.len() / self.inputs];
        let mut columns = vec![[0.0; LANES]; self.used.len()];
        for (sums, rows) in sums.chunks_mut(LANES).zip(rows.chunks(LANES * self.inputs)) {
            for (lane, row) in rows.chunks_exact(self.inputs).enumerate() {
                for (column, &used) in columns.iter_mut().zip(&self.used) {
                    column[lane] = row[used as usize];
                }
            }
            self.add_all(&columns, sums);
        }
        sums.into_iter().map(logistic).collect()
    }

    /// The sum of all trees for one row, without the lanes for other rows.
    fn sum_of(&self, row: &[f32]) -> f32 {
        let (mut first_test, mut first_value, mut sum) = (0, 0, 0.0);
        for tree in &self.trees {
            let mut leaves = u32::MAX;
            for test in &self.tests[first_test..tree.tests as usize] {
                if row[self.used[test.column as usize] as usize] > test.threshold {
                    leaves &= test.stay;
                }
            }
            let values = &self.values[first_value..tree.values as usize];
            sum += values.get(leaves.trailing_zeros() as usize).unwrap_or(&0.0);
            (first_test, first_value) = (tree.tests as usize, tree.values as usize);
        }
        sum
    }

    /// Adds the values of all trees for the rows, with AVX2 if the processor has it.
    fn add_all(&self, columns: &[[f32; LANES]], sums: &mut [f32]) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi1")
        {
            // SAFETY: the processor has the features that the function requires.
            #[allow(unsafe_code)]
            return unsafe { self.add_all_wide(columns, sums) };
        }
        self.add_all_plain(columns, sums);
    }

    /// `add_all_plain` compiled for eight rows an instruction instead of four. The trees take most
    /// of the time of a page.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1")]
    fn add_all_wide(&self, columns: &[[f32; LANES]], sums: &mut [f32]) {
        self.add_all_plain(columns, sums);
    }

    #[inline(always)]
    fn add_all_plain(&self, columns: &[[f32; LANES]], sums: &mut [f32]) {
        let (mut tests, mut values) = (self.tests.as_slice(), self.values.as_slice());
        let mut before = Tree { tests: 0, values: 0 };
        for &tree in &self.trees {
            let (own_tests, other_tests) = tests.split_at((tree.tests - before.tests) as usize);
            let (own_values, others) = values.split_at((tree.values - before.values) as usize);
            let leaves = leaves(columns, own_tests);
            for (sum, leaves) in sums.iter_mut().zip(leaves) {
                *sum += own_values.get(leaves.trailing_zeros() as usize).unwrap_or(&0.0);
            }
            (tests, values, before) = (other_tests, others, tree);
        }
    }
}

/// For each row the leaves that remain after all tests; the lowest is the row's leaf.
#[inline(always)]
fn leaves(columns: &[[f32; LANES]], tests: &[Test]) -> [u32; LANES] {
    let mut leaves = [u32::MAX; LANES];
    for test in tests {
        let column = &columns[test.column as usize];
        for (leaves, &value) in leaves.iter_mut().zip(column) {
            // All bits if the value is not above the threshold. Without branches, so that it
            // vectorises.
            *leaves &= u32::from(value > test.threshold).wrapping_sub(1) | test.stay;
        }
    }
    leaves
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
