//! Feature contributions to the prediction of a row.

use super::{Columns, Trees};

impl Trees {
    /// The contribution of each feature to the sum of a row without NaN (Saabas): each step from a
    /// node to its child adds the difference of their expected values to the feature of the node.
    /// The contributions and the expected values of the roots add up to the row's sum. All are 0
    /// without weights.
    pub fn contributions(&self, row: &[f32]) -> Vec<f32> {
        let mut contributions = vec![0.0; self.inputs];
        if let Some(columns) = &self.weighted {
            for &root in &columns.roots {
                walk(columns, root, row, &mut contributions);
            }
        }
        contributions
    }
}

fn walk(columns: &Columns, root: i32, row: &[f32], contributions: &mut [f32]) {
    let mut at = root;
    while let Ok(node) = usize::try_from(at) {
        let input = columns.feature[node] as usize;
        let goes_right = row[input] > columns.threshold[node];
        at = if goes_right { columns.right[node] } else { columns.left[node] };
        contributions[input] += expected(columns, at) - columns.weights[node];
    }
}

/// The value of a leaf, or the expected value of a node.
fn expected(columns: &Columns, place: i32) -> f32 {
    match usize::try_from(place) {
        Ok(node) => columns.weights[node],
        Err(_) => columns.values[!place as usize],
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{columns, grow, random_numbers, slow_leaf};
    use super::*;

    #[test]
    fn each_step_counts_for_the_input_asked() {
        let trees = Trees::new(&Columns { weights: vec![0.5, 2.0], ..columns() }, 2).unwrap();
        assert_eq!(trees.contributions(&[0.5, 9.0]), [-1.5, 0.0]);
        assert_eq!(trees.contributions(&[0.6, 2.0]), [1.5, -1.0]);
        assert_eq!(trees.contributions(&[0.6, 2.1]), [1.5, 1.0]);
    }

    #[test]
    fn without_weights_nothing_is_known() {
        let trees = Trees::new(&columns(), 2).unwrap();
        assert_eq!(trees.contributions(&[1.0, 1.0]), [0.0, 0.0]);
    }

    #[test]
    fn contributions_and_roots_add_up_to_the_sum() {
        let mut random = random_numbers();
        let mut columns = Columns::default();
        for leaves in [1, 2, 16, 32, 7] {
            grow(&mut columns, leaves, &mut random);
        }
        columns.weights = columns.feature.iter().map(|_| random(100) as f32 / 50.0 - 1.0).collect();
        let trees = Trees::new(&columns, 4).unwrap();
        let roots: f32 = columns.roots.iter().map(|&root| expected(&columns, root)).sum();
        for _ in 0..200 {
            let row: Vec<f32> = (0..4).map(|_| random(22) as f32 / 2.0).collect();
            let sum = roots + trees.contributions(&row).iter().sum::<f32>();
            let leaves: f32 = columns.roots.iter().map(|&r| slow_leaf(&columns, r, &row)).sum();
            assert!((sum - leaves).abs() < 1e-4);
        }
    }
}
