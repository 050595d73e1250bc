//! Validates models, so that predictions cannot fail.

use super::Columns;

/// Checks a model for rows of `inputs` features. The error describes the first problem.
pub fn validate(columns: &Columns, inputs: usize) -> Result<(), String> {
    let nodes = columns.feature.len();
    let lengths = [
        ("threshold", columns.threshold.len()),
        ("left", columns.left.len()),
        ("right", columns.right.len()),
    ];
    // Weights are optional.
    let weights = columns.weights.len();
    let weights = ("weights", if weights == 0 { nodes } else { weights });
    for (column, length) in lengths.into_iter().chain([weights]) {
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
        return Err(format!("tests feature {feature}, but rows have {inputs}"));
    }
    if !columns.threshold[node].is_finite() {
        return Err(format!("compares with {}", columns.threshold[node]));
    }
    if let Some(weight) = columns.weights.get(node).filter(|weight| !weight.is_finite()) {
        return Err(format!("expects {weight}, not a number"));
    }
    for child in [columns.left[node], columns.right[node]] {
        // Children have higher numbers than their parents, so there are no cycles.
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
    use super::super::Trees;
    use super::super::tests::columns;
    use super::*;

    fn error(change: impl FnOnce(&mut Columns)) -> String {
        let mut columns = columns();
        change(&mut columns);
        Trees::new(&columns, 2).unwrap_err()
    }

    #[test]
    fn errors_describe_what_is_wrong_with_a_model() {
        assert_eq!(error(|c| c.feature[1] = 2), "node 1 tests feature 2, but rows have 2");
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
        assert_eq!(error(|c| c.weights = vec![0.0]), {
            "weights has 1 values, but the trees have 2 nodes"
        });
        assert_eq!(error(|c| c.weights = vec![0.0, f32::NAN]), "node 1 expects NaN, not a number");
    }
}
