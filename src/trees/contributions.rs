//! What each input adds to a row's sum.

use super::{Columns, Trees};

/// The trees as they are walked down; empty where nothing is known of their nodes.
#[derive(Debug, Clone, Default)]
pub struct Walks {
    roots: Vec<i32>,
    steps: Vec<Step>,
}

/// A node: what is asked, where it leads, and how that changes what is expected.
#[derive(Debug, Clone, Copy)]
struct Step {
    input: u16,
    threshold: f32,
    left: Way,
    right: Way,
}

#[derive(Debug, Clone, Copy)]
struct Way {
    to: i32,
    change: f32,
}

impl Walks {
    /// Those of a checked model.
    pub fn of(columns: &Columns) -> Walks {
        if columns.weights.is_empty() {
            return Walks::default();
        }
        let step = |node: usize| {
            let change = |to| expected(columns, to) - columns.weights[node];
            let way = |to| Way { to, change: change(to) };
            Step {
                input: columns.feature[node],
                threshold: columns.threshold[node],
                left: way(columns.left[node]),
                right: way(columns.right[node]),
            }
        };
        let steps = (0..columns.feature.len()).map(step).collect();
        Walks { roots: columns.roots.clone(), steps }
    }
}

/// A leaf's value, or what is expected at a node.
fn expected(columns: &Columns, place: i32) -> f32 {
    match usize::try_from(place) {
        Ok(node) => columns.weights[node],
        Err(_) => columns.values[!place as usize],
    }
}

impl Trees {
    /// How much each input moves a row, which has no NaN: the steps from what is expected at a node
    /// to what is expected at the next go to the input asked there. Together with what is expected
    /// at the roots they make the row's sum. All are 0 without weights.
    pub fn contributions(&self, row: &[f32]) -> Vec<f32> {
        let mut contributions = vec![0.0; self.inputs];
        for &root in &self.walks.roots {
            let mut at = root;
            while let Ok(node) = usize::try_from(at) {
                let step = &self.walks.steps[node];
                let input = step.input as usize;
                let way = if row[input] > step.threshold { step.right } else { step.left };
                contributions[input] += way.change;
                at = way.to;
            }
        }
        contributions
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
    fn contributions_and_roots_make_the_sum() {
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
