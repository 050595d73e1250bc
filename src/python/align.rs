//! Binding of the alignment of page words with gold words.

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::align;

#[pyfunction]
#[pyo3(signature = (words, ends, gold, /))]
pub fn align_words<'py>(
    py: Python<'py>,
    words: PyReadonlyArray1<'py, u32>,
    ends: PyReadonlyArray1<'py, i64>,
    gold: PyReadonlyArray1<'py, u32>,
) -> PyResult<Bound<'py, PyArray1<i32>>> {
    let (words, gold) = (words.as_slice()?, gold.as_slice()?);
    let ends: Vec<usize> = ends.as_slice()?.iter().map(|&end| end as usize).collect();
    let are_in_order = ends.windows(2).all(|pair| pair[0] <= pair[1]);
    if !are_in_order || ends.last().copied().unwrap_or(0) != words.len() {
        return Err(PyValueError::new_err("ends must rise to the number of words"));
    }
    Ok(py.detach(|| align::align(words, &ends, gold)).into_pyarray(py))
}
