//! Stretches between tags, for Python.

use super::page::PyPage;
use crate::kernels::texrex_blocks::{COLUMNS, Rules, stretches};
use numpy::{IntoPyArray, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// See `_core.pyi`.
#[pyfunction]
#[pyo3(signature = (page, runs, borders, counted, attribute_size, /))]
pub fn tag_stretches<'py>(
    py: Python<'py>,
    page: &Bound<'py, PyPage>,
    runs: PyReadonlyArray1<'py, i64>,
    borders: PyReadonlyArray1<'py, u8>,
    counted: PyReadonlyArray1<'py, bool>,
    attribute_size: u8,
) -> PyResult<(Bound<'py, PyArray2<i32>>, usize)> {
    let page = &page.get().page;
    let runs = runs.as_slice()?;
    let are_in_order = runs.windows(2).all(|pair| pair[0] < pair[1]);
    let end = page.run_count() as i64;
    if !are_in_order || runs.first().is_some_and(|&run| run < 0) || runs.last() >= Some(&end) {
        return Err(PyValueError::new_err(format!("runs must rise, from 0 to below {end}")));
    }
    let rules = Rules {
        borders: borders.as_slice()?,
        counted: counted.as_slice()?,
        attribute_size: attribute_size.into(),
    };
    let (rows, size) = py.detach(|| stretches(page, runs, rules));
    let count = rows.len();
    Ok((rows.concat().into_pyarray(py).reshape([count, COLUMNS.len()])?, size))
}
