//! Boosted trees: from rows of inputs to a probability for each.

use crate::markup::logistic;

/// A model as flat columns. A row goes left where its input is at most the threshold; a child below
/// zero is a leaf, whose number is `!child`.
#[derive(Debug, Clone, Default)]
pub struct Columns {
    /// The first node of each tree, or its only leaf.
    pub roots: Vec<i32>,
    pub feature: Vec<u16>,
    pub threshold: Vec<f32>,
    pub left: Vec<i32>,
    pub right: Vec<i32>,
    /// What each leaf adds.
    pub values: Vec<f32>,
}

/// A checked model: every walk ends in a leaf.
#[derive(Debug, Clone)]
pub struct Trees {
    inputs: usize,
    nodes: Vec<Node>,
    /// First node and greatest number of steps of each tree.
    trees: Vec<(u32, u32)>,
}

/// A leaf leads to itself, so that rows which arrive early can go on with the others.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// In a leaf, what it adds.
    threshold: f32,
    feature: u16,
    is_leaf: bool,
    children: [u32; 2],
}

/// Rows that walk down a tree side by side: while one waits for memory, others step.
const ABREAST: usize = 16;
/// Rows that stay in the nearest cache while all trees pass over them.
const CHUNK: usize = 64;

impl Trees {
    /// Checks a model for rows of `inputs` values; the error says what is wrong with it.
    pub fn new(columns: &Columns, inputs: usize) -> Result<Trees, String> {
        check(columns, inputs)?;
        let inner = columns.feature.len();
        let place = |child: i32| match usize::try_from(child) {
            Ok(node) => node as u32,
            Err(_) => (inner + !child as usize) as u32,
        };
        let mut nodes = Vec::with_capacity(inner + columns.values.len());
        for node in 0..inner {
            nodes.push(Node {
                threshold: columns.threshold[node],
                feature: columns.feature[node],
                is_leaf: false,
                children: [place(columns.left[node]), place(columns.right[node])],
            });
        }
        for (leaf, &value) in columns.values.iter().enumerate() {
            let own = (inner + leaf) as u32;
            nodes.push(Node { threshold: value, feature: 0, is_leaf: true, children: [own; 2] });
        }
        let steps = steps_below(&nodes);
        let trees = columns.roots.iter().map(|&root| (place(root), steps[place(root) as usize]));
        Ok(Trees { inputs, trees: trees.collect(), nodes })
    }

    /// How many inputs a row has.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// How many trees there are.
    pub fn len(&self) -> usize {
        self.trees.len()
    }

    pub fn is_empty(&self) -> bool {
        self.trees.is_empty()
    }

    /// The probability of each row; `rows` holds them one after the other, without NaN.
    pub fn predict(&self, rows: &[f32]) -> Vec<f32> {
        if self.inputs == 0 {
            return Vec::new();
        }
        let mut sums = vec![0.0; rows.len() / self.inputs];
        let chunks = sums.chunks_mut(CHUNK).zip(rows.chunks(CHUNK * self.inputs));
        for (sums, rows) in chunks {
            for &(root, steps) in &self.trees {
                self.add_tree(root, steps, rows, sums);
            }
        }
        sums.into_iter().map(logistic).collect()
    }

    fn add_tree(&self, root: u32, steps: u32, rows: &[f32], sums: &mut [f32]) {
        let groups = sums.chunks_mut(ABREAST).zip(rows.chunks(ABREAST * self.inputs));
        for (sums, rows) in groups {
            let mut at = [root; ABREAST];
            for _ in 0..steps {
                for (at, row) in at.iter_mut().zip(rows.chunks_exact(self.inputs)) {
                    let node = &self.nodes[*at as usize];
                    let goes_right = row[node.feature as usize] > node.threshold;
                    *at = node.children[usize::from(goes_right)];
                }
            }
            for (sum, at) in sums.iter_mut().zip(at) {
                *sum += self.nodes[at as usize].threshold;
            }
        }
    }
}

/// The greatest number of steps from each node to a leaf.
fn steps_below(nodes: &[Node]) -> Vec<u32> {
    let mut steps = vec![0; nodes.len()];
    // Children come after their parents.
    for (at, node) in nodes.iter().enumerate().rev().filter(|(_, node)| !node.is_leaf) {
        let [left, right] = node.children.map(|child| steps[child as usize]);
        steps[at] = left.max(right) + 1;
    }
    steps
}

fn check(columns: &Columns, inputs: usize) -> Result<(), String> {
    let nodes = columns.feature.len();
    let lengths = [
        ("threshold", columns.threshold.len()),
        ("left", columns.left.len()),
        ("right", columns.right.len()),
    ];
    for (column, length) in lengths {
        if length != nodes {
            return Err(format!("{column} has {length} values, but the trees have {nodes} nodes"));
        }
    }
    if nodes + columns.values.len() > i32::MAX as usize {
        return Err("the trees have too many nodes".to_owned());
    }
    for (tree, &root) in columns.roots.iter().enumerate() {
        check_place(columns, root, 0).map_err(|what| format!("tree {tree} starts at {what}"))?;
    }
    for node in 0..nodes {
        check_node(columns, node, inputs).map_err(|what| format!("node {node} {what}"))?;
    }
    match columns.values.iter().position(|value| !value.is_finite()) {
        Some(leaf) => Err(format!("leaf {leaf} adds {}, not a number", columns.values[leaf])),
        None => Ok(()),
    }
}

fn check_node(columns: &Columns, node: usize, inputs: usize) -> Result<(), String> {
    let feature = columns.feature[node];
    if feature as usize >= inputs {
        return Err(format!("asks for input {feature}, but rows have {inputs}"));
    }
    if !columns.threshold[node].is_finite() {
        return Err(format!("compares with {}", columns.threshold[node]));
    }
    for child in [columns.left[node], columns.right[node]] {
        // A child further on can never lead back.
        check_place(columns, child, node + 1).map_err(|what| format!("leads to {what}"))?;
    }
    Ok(())
}

fn check_place(columns: &Columns, place: i32, from: usize) -> Result<(), String> {
    match usize::try_from(place) {
        Ok(node) if node < from => Err(format!("node {node}, which is not after it")),
        Ok(node) if node >= columns.feature.len() => {
            Err(format!("node {node}, but there are {}", columns.feature.len()))
        }
        Ok(_) => Ok(()),
        Err(_) if (!place) as usize >= columns.values.len() => {
            Err(format!("leaf {}, but there are {}", !place, columns.values.len()))
        }
        Err(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// x₀ ≤ 0.5 → −1; otherwise x₁ ≤ 2 → 1, else 3; and a tree that is one leaf of 0.25.
    fn columns() -> Columns {
        Columns {
            roots: vec![0, -4],
            feature: vec![0, 1],
            threshold: vec![0.5, 2.0],
            left: vec![-1, -2],
            right: vec![1, -3],
            values: vec![-1.0, 1.0, 3.0, 0.25],
        }
    }

    #[test]
    fn rows_walk_down_to_their_leaves() {
        let trees = Trees::new(&columns(), 2).unwrap();
        let rows = [0.5, 9.0, 0.6, 2.0, 1.0, 2.1];
        assert_eq!(trees.predict(&rows), [-0.75, 1.25, 3.25].map(logistic));
        assert!(trees.predict(&[]).is_empty());
    }

    #[test]
    fn many_rows_give_what_one_at_a_time_gives() {
        let trees = Trees::new(&columns(), 2).unwrap();
        let rows: Vec<f32> = (0..2 * 1000).map(|i| ((i * 37) % 50) as f32 / 10.0 - 1.0).collect();
        let alone: Vec<f32> = rows.chunks(2).flat_map(|row| trees.predict(row)).collect();
        assert_eq!(trees.predict(&rows), alone);
    }

    #[test]
    fn a_model_without_trees_is_undecided() {
        let trees = Trees::new(&Columns::default(), 3).unwrap();
        assert_eq!(trees.predict(&[0.0; 6]), [0.5, 0.5]);
    }

    fn error(change: impl FnOnce(&mut Columns)) -> String {
        let mut columns = columns();
        change(&mut columns);
        Trees::new(&columns, 2).unwrap_err()
    }

    #[test]
    fn a_broken_model_says_what_is_wrong() {
        assert_eq!(error(|c| c.feature[1] = 2), "node 1 asks for input 2, but rows have 2");
        assert_eq!(error(|c| c.left[1] = 0), "node 1 leads to node 0, which is not after it");
        assert_eq!(error(|c| c.right[0] = 2), "node 0 leads to node 2, but there are 2");
        assert_eq!(error(|c| c.left[0] = -5), "node 0 leads to leaf 4, but there are 4");
        assert_eq!(error(|c| c.left[0] = i32::MIN), {
            "node 0 leads to leaf 2147483647, but there are 4"
        });
        assert_eq!(error(|c| c.roots[1] = 2), "tree 1 starts at node 2, but there are 2");
        assert_eq!(error(|c| c.threshold[0] = f32::NAN), "node 0 compares with NaN");
        assert_eq!(error(|c| c.values[3] = f32::INFINITY), "leaf 3 adds inf, not a number");
        assert_eq!(error(|c| c.left.truncate(1)), "left has 1 values, but the trees have 2 nodes");
    }
}
