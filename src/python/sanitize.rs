//! Binding of the sanitizer.

use super::page::PyPage;
use crate::sanitize::{Sanitized, sanitize as sanitize_source};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

#[pyfunction]
#[pyo3(signature = (page, /, *, max_items=60_000))]
pub fn sanitize(py: Python<'_>, page: &PyPage, max_items: usize) -> PyResult<(String, bool)> {
    let Some(limits) = page.whole_page_limits() else {
        let message = "cannot sanitize a page made by only(); sanitize the whole page";
        return Err(PyValueError::new_err(message));
    };
    let source = page.decoded_source(py)?;
    let Sanitized { html, truncated } = py.detach(|| sanitize_source(&source, limits, max_items));
    Ok((html, truncated))
}
