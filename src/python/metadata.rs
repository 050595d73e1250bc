//! Binding of `metadata`: a tuple in the order of the Python class's fields.

use super::page::PyPage;
use crate::metadata::{Date, metadata};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

type Fields = (
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
    Vec<String>,
);

#[pyfunction]
#[pyo3(name = "metadata")]
pub fn page_metadata(
    py: Python<'_>,
    page: &Bound<'_, PyPage>,
    url: Option<&str>,
    today: (u16, u8, u8),
) -> PyResult<Fields> {
    let (year, month, day) = today;
    let Some(today) = Date::new(year, month, day) else {
        return Err(PyValueError::new_err(format!("invalid date {year}-{month}-{day}")));
    };
    let page = page.get();
    let m = py.detach(|| metadata(&page.page, url, today));
    Ok((
        m.title, m.author, m.date, m.modified, m.description, m.site_name, m.language, m.url,
        m.image, m.tags,
    ))
}
