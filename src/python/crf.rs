//! Linear chains, for Python.

use crate::kernels::crf::{Chain, row_sums};
use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// See `_core.pyi`.
#[pyfunction]
#[pyo3(signature = (table, numbers, /))]
pub fn chain_scores<'py>(
    py: Python<'py>,
    table: PyReadonlyArray2<'py, f32>,
    numbers: PyReadonlyArray2<'py, i32>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let (items, each, labels) = (numbers.shape()[0], numbers.shape()[1], table.shape()[1]);
    if each == 0 {
        return Ok(PyArray2::zeros(py, [items, labels], false));
    }
    let (table, numbers) = (table.as_slice()?, numbers.as_slice()?);
    let sums = py.detach(|| row_sums(table, labels, numbers, each));
    let sums = sums.ok_or_else(|| PyValueError::new_err("a number names no row of the table"))?;
    sums.into_pyarray(py).reshape([items, labels])
}

/// See `_core.pyi`.
#[pyfunction]
#[pyo3(signature = (scores, transitions, /))]
pub fn chain_labels<'py>(
    py: Python<'py>,
    scores: PyReadonlyArray2<'py, f64>,
    transitions: PyReadonlyArray2<'py, f64>,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let chain = checked(&scores, &transitions)?;
    Ok(py.detach(|| chain.best()).into_pyarray(py))
}

/// See `_core.pyi`.
#[pyfunction]
#[pyo3(signature = (scores, transitions, /))]
pub fn chain_chances<'py>(
    py: Python<'py>,
    scores: PyReadonlyArray2<'py, f64>,
    transitions: PyReadonlyArray2<'py, f64>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let chain = checked(&scores, &transitions)?;
    py.detach(|| chain.chances()).into_pyarray(py).reshape(scores.dims())
}

fn checked<'a>(
    scores: &'a PyReadonlyArray2<'_, f64>,
    transitions: &'a PyReadonlyArray2<'_, f64>,
) -> PyResult<Chain<'a>> {
    let (from, to) = (transitions.shape()[0], transitions.shape()[1]);
    let labels = scores.shape()[1];
    if from != labels || to != labels || !(1..=256).contains(&labels) {
        let have = format!("{labels} labels, and {from} by {to} transitions");
        return Err(PyValueError::new_err(format!("scores of {have}")));
    }
    let chain = Chain { scores: scores.as_slice()?, transitions: transitions.as_slice()?, labels };
    let mut numbers = chain.scores.iter().chain(chain.transitions);
    if !numbers.all(|number| number.is_finite()) {
        return Err(PyValueError::new_err("scores and transitions must be finite"));
    }
    Ok(chain)
}
