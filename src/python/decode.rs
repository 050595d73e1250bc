//! Binding of the decoder.

use crate::html;
use pyo3::prelude::*;

#[pyfunction]
#[pyo3(signature = (bytes, charset=None))]
pub fn decode(bytes: &[u8], charset: Option<&str>) -> (String, &'static str, &'static str) {
    let decoded = html::decode::decode(bytes, charset);
    (decoded.text.into_owned(), decoded.encoding.name(), decoded.source.name())
}
