//! Rows of features, column by column.

/// Rows that are scored in parallel.
pub const LANES: usize = 32;

/// Rows and features that are transposed together: the values of one SSE register.
const GROUP: usize = 4;

/// At least one and at most `LANES` rows. Unused lanes repeat the last row, so that the range of a
/// column is that of its rows.
#[derive(Debug, Clone)]
pub struct Batch {
    columns: Vec<[f32; LANES]>,
    rows: usize,
}

impl Batch {
    /// `rows` are concatenated and have `width` features each; those beyond the lanes are ignored.
    /// There is space for as many features as `capacity` without another allocation.
    pub fn new(rows: &[f32], width: usize, capacity: usize) -> Batch {
        let mut batch = Batch { columns: Vec::with_capacity(capacity), rows: 0 };
        batch.add_features(rows, width);
        batch
    }

    /// Adds features to the rows, after those that they have.
    pub fn add_features(&mut self, rows: &[f32], width: usize) {
        self.rows = (rows.len() / width.max(1)).min(LANES);
        let Some(last) = self.rows.checked_sub(1) else {
            return;
        };
        let first = self.columns.len();
        self.columns.resize(first + width, [0.0; LANES]);
        for lane in (0..LANES).step_by(GROUP) {
            let row = |i: usize| &rows[(lane + i).min(last) * width..][..width];
            transpose(std::array::from_fn(row), &mut self.columns[first..], lane);
        }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The values of each feature.
    pub fn columns(&self) -> &[[f32; LANES]] {
        &self.columns
    }
}

/// Writes rows into columns from `lane` on.
fn transpose(rows: [&[f32]; GROUP], columns: &mut [[f32; LANES]], lane: usize) {
    let groups = rows.map(|row| row.as_chunks::<GROUP>());
    let (column_groups, last_columns) = columns.as_chunks_mut::<GROUP>();
    for (i, columns) in column_groups.iter_mut().enumerate() {
        let values = groups.map(|(groups, _)| groups[i]);
        for (feature, column) in columns.iter_mut().enumerate() {
            column[lane..lane + GROUP].copy_from_slice(&values.map(|row| row[feature]));
        }
    }
    for (feature, column) in last_columns.iter_mut().enumerate() {
        column[lane..lane + GROUP].copy_from_slice(&groups.map(|(_, rest)| rest[feature]));
    }
}

/// The lowest and the highest value of each feature over batches.
pub fn ranges(batches: &[Batch]) -> Vec<(f32, f32)> {
    let width = batches.iter().map(|batch| batch.columns.len()).min().unwrap_or(0);
    let all = |feature: usize| batches.iter().map(move |batch| &batch.columns[feature]);
    (0..width).map(|feature| range(all(feature))).collect()
}

fn range<'a>(columns: impl Iterator<Item = &'a [f32; LANES]>) -> (f32, f32) {
    let (mut low, mut high) = ([f32::INFINITY; 8], [f32::NEG_INFINITY; 8]);
    for values in columns.flat_map(|column| column.as_chunks::<8>().0) {
        for ((low, high), &value) in low.iter_mut().zip(&mut high).zip(values) {
            *low = if value < *low { value } else { *low };
            *high = if value > *high { value } else { *high };
        }
    }
    let lowest = low.into_iter().fold(f32::INFINITY, f32::min);
    (lowest, high.into_iter().fold(f32::NEG_INFINITY, f32::max))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        for (count, width) in [(1, 1), (3, 5), (32, 9), (40, 4)] {
            let rows: Vec<f32> = (0..count * width).map(|i| i as f32).collect();
            let batch = Batch::new(&rows, width, width);
            assert_eq!(batch.rows(), count.min(LANES));
            for feature in 0..width {
                let row = |lane: usize| lane.min(count - 1) * width + feature;
                let expected: [f32; LANES] = std::array::from_fn(|lane| row(lane) as f32);
                assert_eq!(&batch.columns[feature], &expected);
            }
        }
    }

    #[test]
    fn added_features_follow_the_others() {
        let mut batch = Batch::new(&[1.0, 2.0], 1, 2);
        batch.add_features(&[3.0, 4.0], 1);
        assert_eq!((batch.columns[0][..2].to_vec(), batch.columns[1][1]), (vec![1.0, 2.0], 4.0));
    }

    #[test]
    fn ranges_cover_all_batches() {
        let batches = [Batch::new(&[1.0, 5.0, 2.0, 6.0], 2, 2), Batch::new(&[-1.0, 5.5], 2, 2)];
        assert_eq!(ranges(&batches), [(-1.0, 2.0), (5.0, 6.0)]);
        assert!(ranges(&[]).is_empty());
    }
}
