//! Bindings of the renderers, for `webwinnow.formats`.

use super::decision::PyDecision;
use super::page::PyPage;
use crate::page::decision::KIND_NAMES;
use crate::render::lines::{Lines, lines as find_lines};
use crate::render::segments::{CellPlace, Place, SegmentRecord, segments as find_segments};
use crate::render::{Format, Options, render as render_page};
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The text, then start, end, kind, level and score of each block.
type LineColumns<'py> = (
    String,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<f32>>,
);

#[pyfunction]
#[pyo3(signature = (page, decision, to, links, images, tables, /))]
pub fn render(
    py: Python<'_>,
    page: &Bound<'_, PyPage>,
    decision: &Bound<'_, PyDecision>,
    to: &str,
    links: bool,
    images: bool,
    tables: bool,
) -> PyResult<String> {
    let Some(format) = Format::named(to) else {
        return Err(PyValueError::new_err(format!("unknown format {to:?}")));
    };
    let (page, decision) = matching(page, decision)?;
    let options = Options { links, images, tables };
    Ok(py.detach(|| render_page(&page.page, &decision.decision, format, options)))
}

#[pyfunction]
#[pyo3(signature = (page, decision, *, tables=true))]
pub fn segments(
    py: Python<'_>,
    page: &Bound<'_, PyPage>,
    decision: &Bound<'_, PyDecision>,
    tables: bool,
) -> PyResult<Vec<PySegment>> {
    let (page, decided) = matching(page, decision)?;
    let options = Options { tables, ..Options::default() };
    let found = py.detach(|| find_segments(&page.page, &decided.decision, options));
    let segment = |record| PySegment { record, decision: decision.clone().unbind() };
    Ok(found.into_iter().map(segment).collect())
}

#[pyfunction]
#[pyo3(signature = (page, decision, *, tables=true))]
pub fn lines<'py>(
    py: Python<'py>,
    page: &Bound<'py, PyPage>,
    decision: &Bound<'py, PyDecision>,
    tables: bool,
) -> PyResult<LineColumns<'py>> {
    let (page, decision) = matching(page, decision)?;
    let options = Options { tables, ..Options::default() };
    let Lines { text, start, end, kind, level, score } =
        py.detach(|| find_lines(&page.page, &decision.decision, options));
    Ok((
        text,
        start.into_pyarray(py),
        end.into_pyarray(py),
        kind.into_pyarray(py),
        level.into_pyarray(py),
        score.into_pyarray(py),
    ))
}

/// Checks that the decision has as many runs as the page.
fn matching<'a>(
    page: &'a Bound<'_, PyPage>,
    decision: &'a Bound<'_, PyDecision>,
) -> PyResult<(&'a PyPage, &'a PyDecision)> {
    let (page, decision) = (page.get(), decision.get());
    let (runs, decided) = (page.page.run_count(), decision.decision.keep.len());
    if runs == decided {
        return Ok((page, decision));
    }
    let message = format!(
        "the decision has {decided} runs, but the page has {runs}; use a decision for this page"
    );
    Err(PyValueError::new_err(message))
}

/// A kept segment; `_core.pyi` documents it.
#[pyclass(name = "Segment", module = "webwinnow._core", frozen)]
pub struct PySegment {
    record: SegmentRecord,
    /// Only for the reason, which may have to be computed.
    decision: Py<PyDecision>,
}

#[pymethods]
impl PySegment {
    #[getter]
    fn kind(&self) -> &'static str {
        KIND_NAMES[self.record.kind as usize]
    }

    #[getter]
    fn level(&self) -> Option<u8> {
        self.record.level
    }

    #[getter]
    fn text(&self) -> &str {
        &self.record.text
    }

    #[getter]
    fn places(&self) -> Vec<Place> {
        self.record.places.clone()
    }

    #[getter]
    fn cell(&self) -> Option<CellPlace> {
        self.record.cell
    }

    #[getter]
    fn is_code(&self) -> bool {
        self.record.is_code
    }

    #[getter]
    fn language(&self) -> Option<&str> {
        self.record.language.as_deref()
    }

    #[getter]
    fn runs(&self) -> Vec<usize> {
        self.record.runs.clone()
    }

    #[getter]
    fn block(&self) -> usize {
        self.record.block
    }

    #[getter]
    fn tag(&self) -> &str {
        &self.record.tag
    }

    #[getter]
    fn score(&self) -> f32 {
        self.record.score
    }

    #[getter]
    fn reason(&self, py: Python<'_>) -> &str {
        let decision = &self.decision.get().decision;
        py.detach(|| decision.reason(self.record.first_run))
    }
}
