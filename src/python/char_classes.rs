//! Counts of characters for Python.

use super::page::PyPage;
use crate::kernels::char_classes::{CLASSES, COLUMNS, count, count_stretches};
use numpy::{IntoPyArray, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

type Counts<'py> = Bound<'py, PyArray2<i32>>;

/// See `_core.pyi`, as for all that follows.
#[pyfunction]
#[pyo3(signature = (texts, classes, /))]
pub fn char_counts<'py>(
    py: Python<'py>,
    texts: Vec<String>,
    classes: PyReadonlyArray1<'py, u8>,
) -> PyResult<Counts<'py>> {
    let classes = checked_classes(classes.as_slice()?)?;
    let counts: Vec<i32> =
        py.detach(|| texts.iter().flat_map(|text| count(text, classes)).collect());
    counts.into_pyarray(py).reshape([texts.len(), COLUMNS.len()])
}

#[pyfunction]
#[pyo3(signature = (page, runs, starts, classes, signs, /))]
pub fn stretch_counts<'py>(
    py: Python<'py>,
    page: &Bound<'py, PyPage>,
    runs: PyReadonlyArray1<'py, i64>,
    starts: PyReadonlyArray1<'py, i64>,
    classes: PyReadonlyArray1<'py, u8>,
    signs: Vec<String>,
) -> PyResult<(Counts<'py>, Vec<(usize, String)>)> {
    let page = &page.get().page;
    let (runs, starts) = (runs.as_slice()?, starts.as_slice()?);
    let classes = checked_classes(classes.as_slice()?)?;
    let count = page.run_count() as i64;
    if !runs.iter().all(|run| (0..count).contains(run)) {
        return Err(PyValueError::new_err(format!("runs must be from 0 to below {count}")));
    }
    let are_in_order = starts.windows(2).all(|pair| pair[0] <= pair[1]);
    let ends = starts.first().into_iter().chain(starts.last());
    if !are_in_order || !ends.into_iter().all(|&at| (0..=runs.len() as i64).contains(&at)) {
        return Err(PyValueError::new_err("starts must rise, to the number of runs at most"));
    }
    let signs: Vec<&str> = signs.iter().map(String::as_str).collect();
    let found = py.detach(|| count_stretches(page, runs, starts, classes, &signs));
    Ok((found.counts.into_pyarray(py).reshape([starts.len(), COLUMNS.len()])?, found.signed))
}

fn checked_classes(classes: &[u8]) -> PyResult<&[u8]> {
    // The highest, not any too high: that is found many bytes at a time.
    if classes.iter().copied().fold(0, u8::max) as usize >= CLASSES {
        return Err(PyValueError::new_err(format!("classes must be below {CLASSES}")));
    }
    Ok(classes)
}
