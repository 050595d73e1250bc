//! `Decision`, made by the core or from a method's NumPy arrays.

use super::columns::column_view;
use super::page::PyPage;
use crate::page::decision::{Decision, KIND_NAMES, Reasons, kinds};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

#[pyclass(name = "Decision", module = "webwinnow", frozen)]
pub struct PyDecision {
    pub decision: Decision,
}

#[pymethods]
impl PyDecision {
    #[new]
    #[pyo3(signature = (
        page, keep, *, kind=None, score=None, reason=None, reasons=None, confidence=None,
        page_type=None, comment=None
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        page: &PyPage,
        keep: PyReadonlyArray1<'_, bool>,
        kind: Option<PyReadonlyArray1<'_, u8>>,
        score: Option<PyReadonlyArray1<'_, f32>>,
        reason: Option<PyReadonlyArray1<'_, u8>>,
        reasons: Option<Vec<String>>,
        confidence: Option<f32>,
        page_type: Option<String>,
        comment: Option<PyReadonlyArray1<'_, bool>>,
    ) -> PyResult<Self> {
        let keep = keep.as_array().to_vec();
        let kind = match kind {
            Some(kind) => kind.as_array().to_vec(),
            None => kinds(&page.page),
        };
        let score = match score {
            Some(score) => score.as_array().to_vec(),
            None => keep.iter().map(|kept| f32::from(u8::from(*kept))).collect(),
        };
        let reasons = reasons.unwrap_or_else(|| vec!["kept".to_owned(), "dropped".to_owned()]);
        let reason = match reason {
            Some(reason) => reason.as_array().to_vec(),
            None => keep.iter().map(|kept| u8::from(!kept)).collect(),
        };
        let comment = match comment {
            Some(comment) => comment.as_array().to_vec(),
            None => vec![false; keep.len()],
        };
        let why = Reasons::known(reason, reasons);
        let decision = Decision { keep, kind, score, comment, confidence, page_type, why };
        check(&decision, page.page.run_count())?;
        Ok(PyDecision { decision })
    }

    /// Keeps every visible run.
    #[staticmethod]
    fn visible(py: Python<'_>, page: &Bound<'_, PyPage>) -> Self {
        let page = page.get();
        PyDecision { decision: py.detach(|| Decision::visible(&page.page)) }
    }

    #[getter]
    fn keep<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyArray1<bool>> {
        column_view(slf, |own| &own.decision.keep)
    }

    #[getter]
    fn kind<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyArray1<u8>> {
        column_view(slf, |own| &own.decision.kind)
    }

    #[getter]
    fn score<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyArray1<f32>> {
        column_view(slf, |own| &own.decision.score)
    }

    #[getter]
    fn comment<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyArray1<bool>> {
        column_view(slf, |own| &own.decision.comment)
    }

    #[getter]
    fn reason<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyArray1<u8>> {
        column_view(slf, |own| &own.decision.why.by_run)
    }

    /// Number of kept runs.
    #[getter]
    fn kept(&self) -> usize {
        self.decision.keep.iter().filter(|keep| **keep).count()
    }

    #[getter]
    fn reasons(&self, py: Python<'_>) -> &[String] {
        // Releases the GIL, since the reasons may have to be computed.
        py.detach(|| &self.decision.why.texts)
    }

    #[getter]
    fn confidence(&self) -> Option<f32> {
        self.decision.confidence
    }

    #[getter]
    fn page_type(&self) -> Option<&str> {
        self.decision.page_type.as_deref()
    }

    fn __len__(&self) -> usize {
        self.decision.keep.len()
    }
}

fn check(decision: &Decision, runs: usize) -> PyResult<()> {
    let lengths = [
        ("keep", decision.keep.len()),
        ("kind", decision.kind.len()),
        ("score", decision.score.len()),
        ("comment", decision.comment.len()),
        ("reason", decision.why.by_run.len()),
    ];
    for (column, length) in lengths {
        if length != runs {
            let message = format!("{column} has {length} values, but the page has {runs} runs");
            return Err(PyValueError::new_err(message));
        }
    }
    let Reasons { by_run, texts } = &*decision.why;
    if by_run.iter().any(|&reason| reason as usize >= texts.len()) {
        return Err(PyValueError::new_err("a reason is not an index into the list of reasons"));
    }
    if decision.kind.iter().any(|&kind| kind as usize >= KIND_NAMES.len()) {
        return Err(PyValueError::new_err("a kind is not in KIND_NAMES"));
    }
    if !decision.score.iter().all(|score| (0.0..=1.0).contains(score)) {
        return Err(PyValueError::new_err("scores must be from 0 to 1"));
    }
    if decision.confidence.is_some_and(|confidence| !(0.0..=1.0).contains(&confidence)) {
        return Err(PyValueError::new_err("confidence must be from 0 to 1"));
    }
    Ok(())
}
