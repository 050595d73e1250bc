//! The page as HTML that does nothing.

use super::page::PyPage;
use crate::html::decode::decode;
use crate::sanitize::{Shown, shown as show};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

#[pyfunction]
#[pyo3(signature = (page, /, *, max_items=60_000))]
pub fn shown(py: Python<'_>, page: &PyPage, max_items: usize) -> PyResult<(String, bool)> {
    let (Some(reading), Some(source)) = (page.reading(), page.source(py)) else {
        let message = "this page is a part of another, made by only(): show the whole page";
        return Err(PyValueError::new_err(message));
    };
    let limits = reading.limits;
    let Shown { html, cut } = if page.is_not_html() {
        show("", limits, max_items)
    } else if let Ok(bytes) = source.cast::<PyBytes>() {
        let bytes = bytes.as_bytes();
        let given = &bytes[..bytes.len().min(limits.bytes)];
        let charset = reading.charset.as_deref();
        py.detach(|| show(&decode(given, charset).text, limits, max_items))
    } else {
        let text = source.cast::<PyString>()?.to_string_lossy();
        py.detach(|| show(&text, limits, max_items))
    };
    Ok((html, cut))
}
