//! Scoring of batches of rows (QuickScorer).
//!
//! Instead of a walk from the root, each tree starts with one bit set for every leaf, the leftmost
//! lowest. Each test that sends a row right clears the leaves on its left. After all tests the
//! lowest set bit is the leaf of the row. No test depends on another one, so the tests of several
//! rows vectorise.
//!
//! For most tests all blocks of a page go the same way: such tests are applied once for all rows.

use super::batch::{Batch, LANES, ranges};
use super::{MAX_LEAVES, Test, Trees};
use std::hint::select_unpredictable;

/// Rows whose sums are computed together: enough to hide the latency of an addition.
const SUMMED: usize = 8;

/// The tests of a model that remain for some rows.
#[derive(Debug)]
pub(super) struct Remaining {
    /// By tree, the leaves that remain for all rows.
    leaves: Vec<u32>,
    /// The tests that separate the rows, tree by tree.
    tests: Vec<Test>,
    /// By tree, the end of its tests.
    ends: Vec<u32>,
}

impl Remaining {
    /// `range` has the lowest and the highest value of each feature.
    #[inline(always)]
    pub fn of(trees: &Trees, range: impl Fn(usize) -> (f32, f32)) -> Remaining {
        let mut tests = trees.tests.clone();
        let (mut leaves, mut ends) = (Vec::new(), Vec::new());
        let (mut first, mut count) = (0, 0);
        for &end in &trees.ends {
            let mut own = u32::MAX;
            for test in &trees.tests[first..end as usize] {
                let (low, high) = range(test.input as usize);
                let (all, some) = (low > test.threshold, high > test.threshold);
                own &= select_unpredictable(all, test.stay, u32::MAX);
                tests[count] = *test;
                count += usize::from(some & !all);
            }
            leaves.push(own);
            ends.push(count as u32);
            first = end as usize;
        }
        Remaining { leaves, tests, ends }
    }

    /// The leaves of a row for which no test remains.
    pub fn leaves(&self) -> &[u32] {
        &self.leaves
    }

    /// Finds by tree the leaves that remain for each row, with AVX2 if the processor has it.
    fn find_leaves(&self, batch: &Batch, leaves: &mut [[u32; LANES]]) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the feature that the function requires.
            #[allow(unsafe_code)]
            return unsafe { self.find_leaves_wide(batch, leaves) };
        }
        self.find_leaves_plain(batch, leaves);
    }

    /// `find_leaves_plain` compiled for eight rows an instruction instead of four.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn find_leaves_wide(&self, batch: &Batch, leaves: &mut [[u32; LANES]]) {
        self.find_leaves_plain(batch, leaves);
    }

    #[inline(always)]
    fn find_leaves_plain(&self, batch: &Batch, leaves: &mut [[u32; LANES]]) {
        let mut first = 0;
        for ((leaves, &common), &end) in leaves.iter_mut().zip(&self.leaves).zip(&self.ends) {
            *leaves = leaves_of_tree(common, &self.tests[first..end as usize], batch.columns());
            first = end as usize;
        }
    }
}

impl Trees {
    /// The sum of all trees, given the leaves that remain in each.
    pub(super) fn sum(&self, leaves: &[u32]) -> f32 {
        let leaves = leaves.iter().zip(&self.values);
        leaves.fold(0.0, |sum, (&leaves, values)| sum + values[leaf(leaves)])
    }

    /// The sums of all trees for each row of the batches.
    pub(super) fn sums(&self, batches: &[Batch]) -> Vec<f32> {
        let ranges = ranges(batches);
        let remaining = Remaining::of(self, |input| ranges[input]);
        let mut leaves = vec![[0; LANES]; self.len()];
        let mut sums = Vec::with_capacity(batches.len() * LANES);
        for batch in batches {
            remaining.find_leaves(batch, &mut leaves);
            sums.extend(&self.add_leaves(&leaves)[..batch.rows()]);
        }
        sums
    }

    #[inline(always)]
    fn add_leaves(&self, leaves: &[[u32; LANES]]) -> [f32; LANES] {
        let mut sums = [0.0; LANES];
        for (group, sums) in sums.as_chunks_mut::<SUMMED>().0.iter_mut().enumerate() {
            for (leaves, values) in leaves.iter().zip(&self.values) {
                let leaves = &leaves.as_chunks::<SUMMED>().0[group];
                for (sum, &leaves) in sums.iter_mut().zip(leaves) {
                    *sum += values[leaf(leaves)];
                }
            }
        }
        sums
    }
}

/// The leaves of one tree that remain for each row.
#[inline(always)]
fn leaves_of_tree(common: u32, tests: &[Test], columns: &[[f32; LANES]]) -> [u32; LANES] {
    let mut leaves = [common; LANES];
    for test in tests {
        for (leaves, &value) in leaves.iter_mut().zip(&columns[test.input as usize]) {
            // All bits if the value is not above the threshold.
            *leaves &= u32::from(value > test.threshold).wrapping_sub(1) | test.stay;
        }
    }
    leaves
}

/// The lowest leaf that remains; there is always one.
#[inline(always)]
fn leaf(leaves: u32) -> usize {
    leaves.trailing_zeros() as usize % MAX_LEAVES
}
