//! Names of elements for Python.

use super::page::PyPage;
use crate::kernels::tag_keys::{key, keys};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;

type Columns<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u64>>);

#[pyfunction]
#[pyo3(signature = (page, /))]
pub fn tag_keys<'py>(py: Python<'py>, page: &PyPage) -> Columns<'py> {
    let found = py.detach(|| keys(&page.page));
    (found.starts.into_pyarray(py), found.keys.into_pyarray(py))
}

#[pyfunction]
#[pyo3(signature = (name, /))]
pub fn tag_key(name: &str) -> u64 {
    key(name)
}
