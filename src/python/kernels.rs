//! Bindings of the kernels. `_core.pyi` documents the functions.

use super::page::PyPage;
use crate::kernels::crf::{Crf, feature_scores};
use crate::kernels::patterns::Patterns;
use crate::kernels::selectors;
use crate::kernels::tag_context::{ElementClasses, tag_context};
use crate::kernels::texrex_blocks::Rules;
use crate::kernels::{self, char_classes, text_shapes};
use crate::page::Page;
use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

type Table<'py> = Bound<'py, PyArray2<i32>>;
type Hashes<'py> = Bound<'py, PyArray1<u64>>;

#[pyfunction]
#[pyo3(signature = (page, runs, boundaries, counted, /))]
pub fn texrex_blocks<'py>(
    py: Python<'py>,
    page: &Bound<'py, PyPage>,
    runs: PyReadonlyArray1<'py, i64>,
    boundaries: PyReadonlyArray1<'py, u8>,
    counted: PyReadonlyArray1<'py, bool>,
) -> PyResult<(Table<'py>, usize)> {
    let source = page.get().decoded_source(py)?;
    let page = &page.get().page;
    let runs = runs.as_slice()?;
    check_source_order(page, runs)?;
    let rules = Rules { boundaries: boundaries.as_slice()?, counted: counted.as_slice()? };
    let rows = py.detach(|| kernels::texrex_blocks::texrex_blocks(&source, page, runs, rules));
    let shape = [rows.len(), kernels::texrex_blocks::COLUMNS.len()];
    Ok((rows.concat().into_pyarray(py).reshape(shape)?, source.len()))
}

#[pyfunction]
#[pyo3(signature = (texts, classes, /))]
pub fn char_class_counts<'py>(
    py: Python<'py>,
    texts: Vec<String>,
    classes: PyReadonlyArray1<'py, u8>,
) -> PyResult<Table<'py>> {
    let table = char_classes::Table::new(classes.as_slice()?).map_err(PyValueError::new_err)?;
    let counts: Vec<i32> =
        py.detach(|| texts.iter().flat_map(|text| char_classes::count(text, table)).collect());
    counts.into_pyarray(py).reshape([texts.len(), char_classes::COLUMNS.len()])
}

#[pyfunction]
#[pyo3(signature = (page, runs, starts, classes, signs, /))]
pub fn grouped_char_class_counts<'py>(
    py: Python<'py>,
    page: &Bound<'py, PyPage>,
    runs: PyReadonlyArray1<'py, i64>,
    starts: PyReadonlyArray1<'py, i64>,
    classes: PyReadonlyArray1<'py, u8>,
    signs: Vec<String>,
) -> PyResult<(Table<'py>, Vec<(usize, String)>)> {
    let page = &page.get().page;
    let (runs, starts) = (runs.as_slice()?, starts.as_slice()?);
    let table = char_classes::Table::new(classes.as_slice()?).map_err(PyValueError::new_err)?;
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
    let found = py.detach(|| char_classes::count_groups(page, runs, starts, table, &signs));
    let shape = [starts.len(), char_classes::COLUMNS.len()];
    Ok((found.counts.into_pyarray(py).reshape(shape)?, found.with_sign))
}

#[pyfunction]
#[pyo3(signature = (page, runs, classes, /))]
pub fn run_shapes<'py>(
    py: Python<'py>,
    page: &Bound<'py, PyPage>,
    runs: PyReadonlyArray1<'py, i64>,
    classes: PyReadonlyArray1<'py, u8>,
) -> PyResult<(Table<'py>, Hashes<'py>)> {
    let page = &page.get().page;
    let runs = check_rising(page, runs.as_slice()?)?;
    let table = text_shapes::Table::new(classes.as_slice()?).map_err(PyValueError::new_err)?;
    let (rows, hashes) = py.detach(|| text_shapes::shapes(page, runs, table));
    let shape = [runs.len(), text_shapes::COLUMNS.len()];
    Ok((rows.concat().into_pyarray(py).reshape(shape)?, hashes.into_pyarray(py)))
}

#[pyfunction]
#[pyo3(signature = (page, runs, classes, count, /))]
pub fn run_tag_context<'py>(
    py: Python<'py>,
    page: &Bound<'py, PyPage>,
    runs: PyReadonlyArray1<'py, i64>,
    classes: PyReadonlyArray1<'py, u64>,
    count: usize,
) -> PyResult<(Table<'py>, Table<'py>, Hashes<'py>)> {
    let page = &page.get().page;
    let (runs, bits) = (check_rising(page, runs.as_slice()?)?, classes.as_slice()?);
    let used = u64::BITS - bits.iter().fold(0, |all, &each| all | each).leading_zeros();
    if used as usize > count || count > u64::BITS as usize {
        let problem = format!("count must be from {used} to {}", u64::BITS);
        return Err(PyValueError::new_err(problem));
    }
    let found = py.detach(|| tag_context(page, runs, ElementClasses { bits, count }));
    let shape = [runs.len(), count];
    Ok((
        found.nearest.into_pyarray(py).reshape(shape)?,
        found.crossed.into_pyarray(py).reshape(shape)?,
        found.path.into_pyarray(py),
    ))
}

fn check_rising<'a>(page: &Page, runs: &'a [i64]) -> PyResult<&'a [i64]> {
    let are_in_order = runs.windows(2).all(|pair| pair[0] < pair[1]);
    let end = page.run_count() as i64;
    if !are_in_order || runs.first().is_some_and(|&run| run < 0) || runs.last() >= Some(&end) {
        return Err(PyValueError::new_err(format!("runs must rise, from 0 to below {end}")));
    }
    Ok(runs)
}

fn check_source_order(page: &Page, runs: &[i64]) -> PyResult<()> {
    let count = page.run_count() as i64;
    if !runs.iter().all(|run| (0..count).contains(run)) {
        return Err(PyValueError::new_err(format!("runs must be from 0 to below {count}")));
    }
    if !runs.is_sorted_by_key(|&run| page.runs.source_start[run as usize]) {
        return Err(PyValueError::new_err("runs must be in the order of runs.source_start"));
    }
    Ok(())
}

#[pyfunction]
#[pyo3(signature = (page, /))]
pub fn selector_hashes<'py>(
    py: Python<'py>,
    page: &PyPage,
) -> (Bound<'py, PyArray1<i64>>, Hashes<'py>) {
    let found = py.detach(|| selectors::selector_hashes(&page.page));
    (found.starts.into_pyarray(py), found.hashes.into_pyarray(py))
}

#[pyfunction]
#[pyo3(signature = (selector, /))]
pub fn selector_hash(selector: &str) -> u64 {
    selectors::selector_hash(selector)
}

#[pyfunction]
#[pyo3(signature = (weights, features, /))]
pub fn crf_scores<'py>(
    py: Python<'py>,
    weights: PyReadonlyArray2<'py, f32>,
    features: PyReadonlyArray2<'py, i32>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let (items, each, labels) = (features.shape()[0], features.shape()[1], weights.shape()[1]);
    if each == 0 {
        return Ok(PyArray2::zeros(py, [items, labels], false));
    }
    let (weights, features) = (weights.as_slice()?, features.as_slice()?);
    let scores = py.detach(|| feature_scores(weights, labels, features, each));
    let scores = scores.ok_or_else(|| PyValueError::new_err("a feature has no row of weights"))?;
    scores.into_pyarray(py).reshape([items, labels])
}

#[pyfunction]
#[pyo3(signature = (scores, transitions, /))]
pub fn crf_viterbi<'py>(
    py: Python<'py>,
    scores: PyReadonlyArray2<'py, f64>,
    transitions: PyReadonlyArray2<'py, f64>,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let crf = checked_crf(&scores, &transitions)?;
    Ok(py.detach(|| crf.viterbi()).into_pyarray(py))
}

#[pyfunction]
#[pyo3(signature = (scores, transitions, /))]
pub fn crf_marginals<'py>(
    py: Python<'py>,
    scores: PyReadonlyArray2<'py, f64>,
    transitions: PyReadonlyArray2<'py, f64>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let crf = checked_crf(&scores, &transitions)?;
    py.detach(|| crf.marginals()).into_pyarray(py).reshape(scores.dims())
}

fn checked_crf<'a>(
    scores: &'a PyReadonlyArray2<'_, f64>,
    transitions: &'a PyReadonlyArray2<'_, f64>,
) -> PyResult<Crf<'a>> {
    let (from, to) = (transitions.shape()[0], transitions.shape()[1]);
    let labels = scores.shape()[1];
    if from != labels || to != labels || !(1..=256).contains(&labels) {
        let message = format!("scores have {labels} labels, but transitions are {from} by {to}");
        return Err(PyValueError::new_err(message));
    }
    let crf = Crf { scores: scores.as_slice()?, transitions: transitions.as_slice()?, labels };
    let mut values = crf.scores.iter().chain(crf.transitions);
    if !values.all(|value| value.is_finite()) {
        return Err(PyValueError::new_err("scores and transitions must be finite"));
    }
    Ok(crf)
}

/// An ordered list of regular expressions.
#[pyclass(name = "Patterns", module = "webwinnow._core", frozen)]
pub struct PyPatterns {
    patterns: Patterns,
}

#[pymethods]
impl PyPatterns {
    #[new]
    #[pyo3(signature = (expressions, /))]
    fn new(expressions: Vec<String>) -> PyResult<Self> {
        let reject = |(index, why): (usize, String)| {
            PyValueError::new_err(format!("expression {} is invalid: {why}", index + 1))
        };
        Patterns::new(&expressions).map(|patterns| Self { patterns }).map_err(reject)
    }

    #[pyo3(signature = (texts, /))]
    fn first_matches<'py>(
        &self,
        py: Python<'py>,
        texts: Vec<PyBackedStr>,
    ) -> Bound<'py, PyArray1<i64>> {
        let numbers: Vec<i64> =
            py.detach(|| texts.iter().map(|text| self.patterns.first_match(text)).collect());
        numbers.into_pyarray(py)
    }

    #[pyo3(signature = (texts, /))]
    fn all_matches<'py>(
        &self,
        py: Python<'py>,
        texts: Vec<PyBackedStr>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        if self.patterns.len() >= i64::BITS as usize {
            return Err(PyValueError::new_err("at most 63 expressions have a bit each"));
        }
        let bits: Vec<i64> =
            py.detach(|| texts.iter().map(|text| self.patterns.all_matches(text)).collect());
        Ok(bits.into_pyarray(py))
    }
}
