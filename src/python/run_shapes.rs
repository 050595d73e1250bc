//! The look of runs and what is around them, for Python.

use super::page::PyPage;
use crate::kernels::run_shapes::{CLASSES, COLUMNS, shapes};
use crate::kernels::tag_context::{Classes, surroundings};
use crate::page::Page;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

type Table<'py> = Bound<'py, PyArray2<i32>>;
type Numbers<'py> = Bound<'py, PyArray1<u64>>;

/// See `_core.pyi`, as for all that follows.
#[pyfunction]
#[pyo3(signature = (page, runs, classes, /))]
pub fn run_shapes<'py>(
    py: Python<'py>,
    page: &Bound<'py, PyPage>,
    runs: PyReadonlyArray1<'py, i64>,
    classes: PyReadonlyArray1<'py, u8>,
) -> PyResult<(Table<'py>, Numbers<'py>)> {
    let page = &page.get().page;
    let (runs, classes) = (checked(page, runs.as_slice()?)?, classes.as_slice()?);
    if classes.iter().copied().fold(0, u8::max) as usize >= CLASSES.len() {
        let problem = format!("classes must be below {}", CLASSES.len());
        return Err(PyValueError::new_err(problem));
    }
    let (rows, keys) = py.detach(|| shapes(page, runs, classes));
    let table = rows.concat().into_pyarray(py).reshape([runs.len(), COLUMNS.len()])?;
    Ok((table, keys.into_pyarray(py)))
}

#[pyfunction]
#[pyo3(signature = (page, runs, classes, count, /))]
pub fn run_surroundings<'py>(
    py: Python<'py>,
    page: &Bound<'py, PyPage>,
    runs: PyReadonlyArray1<'py, i64>,
    classes: PyReadonlyArray1<'py, u64>,
    count: usize,
) -> PyResult<(Table<'py>, Table<'py>, Numbers<'py>)> {
    let page = &page.get().page;
    let (runs, bits) = (checked(page, runs.as_slice()?)?, classes.as_slice()?);
    let used = u64::BITS - bits.iter().fold(0, |all, &each| all | each).leading_zeros();
    if used as usize > count || count > u64::BITS as usize {
        let problem = format!("count must be from {used} to {}", u64::BITS);
        return Err(PyValueError::new_err(problem));
    }
    let found = py.detach(|| surroundings(page, runs, Classes { bits, count }));
    let shape = [runs.len(), count];
    Ok((
        found.nearest.into_pyarray(py).reshape(shape)?,
        found.crossed.into_pyarray(py).reshape(shape)?,
        found.path.into_pyarray(py),
    ))
}

fn checked<'a>(page: &Page, runs: &'a [i64]) -> PyResult<&'a [i64]> {
    let are_in_order = runs.windows(2).all(|pair| pair[0] < pair[1]);
    let end = page.run_count() as i64;
    if !are_in_order || runs.first().is_some_and(|&run| run < 0) || runs.last() >= Some(&end) {
        return Err(PyValueError::new_err(format!("runs must rise, from 0 to below {end}")));
    }
    Ok(runs)
}
