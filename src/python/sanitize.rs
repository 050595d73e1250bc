//! Binding of the sanitizer.

use super::page::PyPage;
use crate::html::decode::decode;
use crate::sanitize::{Sanitized, sanitize as sanitize_source};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

#[pyfunction]
#[pyo3(signature = (page, /, *, max_items=60_000))]
pub fn sanitize(py: Python<'_>, page: &PyPage, max_items: usize) -> PyResult<(String, bool)> {
    let (Some(reading), Some(source)) = (page.reading(), page.source(py)) else {
        let message = "cannot sanitize a page made by only(); sanitize the whole page";
        return Err(PyValueError::new_err(message));
    };
    let limits = reading.limits;
    let Sanitized { html, truncated } = if page.is_not_html() {
        sanitize_source("", limits, max_items)
    } else if let Ok(bytes) = source.cast::<PyBytes>() {
        let bytes = bytes.as_bytes();
        let bytes = &bytes[..bytes.len().min(limits.bytes)];
        let charset = reading.charset.as_deref();
        py.detach(|| sanitize_source(&decode(bytes, charset).text, limits, max_items))
    } else {
        let text = source.cast::<PyString>()?.to_string_lossy();
        py.detach(|| sanitize_source(&text, limits, max_items))
    };
    Ok((html, truncated))
}
