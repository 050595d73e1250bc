//! Bindings of the default method and its parts: features, markup words, trees.

use super::decision::PyDecision;
use super::page::PyPage;
use crate::page::Page;
use crate::winnow::gbdt::{Columns, Trees};
use crate::winnow::{self, features, markup_words};
use crate::winnow::{Settings, ThresholdRule, Winnow};
use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;

#[pyfunction]
#[pyo3(signature = (page, markup_scores, /))]
pub fn block_features<'py>(
    py: Python<'py>,
    page: &Bound<'py, PyPage>,
    markup_scores: PyReadonlyArray1<'py, f32>,
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let page = &page.get().page;
    let scores = markup_scores.as_slice()?;
    check_scores(page, "markup scores", scores)?;
    let rows = py.detach(|| features::block_rows(page, scores));
    rows.into_pyarray(py).reshape([page.blocks.node.len(), features::COUNT])
}

#[pyfunction]
#[pyo3(signature = (page, /))]
pub fn scored_runs<'py>(py: Python<'py>, page: &Bound<'py, PyPage>) -> Bound<'py, PyArray1<bool>> {
    let page = &page.get().page;
    let counted = py.detach(|| {
        let mut counted = vec![false; page.run_count()];
        for block in features::text_blocks(page) {
            block.runs(page).for_each(|run| counted[run] = true);
        }
        counted
    });
    counted.into_pyarray(py)
}

#[pyfunction]
#[pyo3(signature = (page, markup_scores, stage1_scores, is_article, /))]
pub fn stage2_features<'py>(
    py: Python<'py>,
    page: &Bound<'py, PyPage>,
    markup_scores: PyReadonlyArray1<'py, f32>,
    stage1_scores: PyReadonlyArray1<'py, f32>,
    is_article: bool,
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let page = &page.get().page;
    let scores = markup_scores.as_slice()?;
    check_scores(page, "markup scores", scores)?;
    let stage1_scores = stage1_scores.as_slice()?;
    check_scores(page, "stage-1 scores", stage1_scores)?;
    let rows = py.detach(|| features::stage2_rows(page, scores, stage1_scores, is_article));
    rows.into_pyarray(py).reshape([page.blocks.node.len(), features::STAGE2_COUNT])
}

#[pyfunction]
#[pyo3(signature = (page, markup_scores, scores, beta, low, high, /))]
pub fn page_features<'py>(
    py: Python<'py>,
    page: &Bound<'py, PyPage>,
    markup_scores: PyReadonlyArray1<'py, f32>,
    scores: PyReadonlyArray1<'py, f32>,
    beta: f32,
    low: f32,
    high: f32,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    let page = &page.get().page;
    let (markup_scores, scores) = (markup_scores.as_slice()?, scores.as_slice()?);
    check_scores(page, "markup scores", markup_scores)?;
    check_scores(page, "scores", scores)?;
    let rule = threshold_rule(beta, low, high)?;
    let row = py.detach(|| winnow::page_row(page, markup_scores, scores, rule));
    Ok(row.into_pyarray(py))
}

#[pyfunction]
#[pyo3(signature = (page, /))]
pub fn markup_bins<'py>(
    py: Python<'py>,
    page: &Bound<'py, PyPage>,
) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u32>>) {
    let page = &page.get().page;
    let bins = py.detach(|| markup_words::bins(page));
    let starts: Vec<i64> = bins.starts.iter().map(|&start| start as i64).collect();
    (starts.into_pyarray(py), bins.bins.into_pyarray(py))
}

#[pyfunction]
#[pyo3(signature = (page, weights, bias, /))]
pub fn markup_scores<'py>(
    py: Python<'py>,
    page: &Bound<'py, PyPage>,
    weights: PyReadonlyArray1<'py, f32>,
    bias: f32,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    let page = &page.get().page;
    let weights = weights.as_slice()?;
    if weights.len() != markup_words::BINS {
        let given = weights.len();
        let message = format!("{given} weights, but there are {} bins", markup_words::BINS);
        return Err(PyValueError::new_err(message));
    }
    check_finite("bias", &[bias])?;
    let scores = py.detach(|| markup_words::scores(page, weights, bias));
    // Checking the scores is cheaper than checking all the weights.
    check_finite("weights", &scores)?;
    Ok(scores.into_pyarray(py))
}

fn threshold_rule(beta: f32, low: f32, high: f32) -> PyResult<ThresholdRule> {
    ThresholdRule::new(beta, low, high).map_err(PyValueError::new_err)
}

/// Checks that there is one finite score for each block.
fn check_scores(page: &Page, what: &str, scores: &[f32]) -> PyResult<()> {
    let (given, blocks) = (scores.len(), page.blocks.node.len());
    if given != blocks {
        let message = format!("{given} {what}, but the page has {blocks} blocks");
        return Err(PyValueError::new_err(message));
    }
    check_finite(what, scores)
}

fn check_finite(what: &str, values: &[f32]) -> PyResult<()> {
    match values.iter().find(|value| !value.is_finite()) {
        Some(value) => Err(PyValueError::new_err(format!("{what}: {value} is not a number"))),
        None => Ok(()),
    }
}

#[pyclass(name = "Trees", module = "webwinnow._core", frozen)]
pub struct PyTrees {
    trees: Trees,
}

#[pymethods]
impl PyTrees {
    #[new]
    #[pyo3(signature = (inputs, *, roots, feature, threshold, left, right, values, weights=None))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        inputs: usize,
        roots: PyReadonlyArray1<'_, i32>,
        feature: PyReadonlyArray1<'_, u16>,
        threshold: PyReadonlyArray1<'_, f32>,
        left: PyReadonlyArray1<'_, i32>,
        right: PyReadonlyArray1<'_, i32>,
        values: PyReadonlyArray1<'_, f32>,
        weights: Option<PyReadonlyArray1<'_, f32>>,
    ) -> PyResult<Self> {
        let columns = Columns {
            roots: roots.as_array().to_vec(),
            feature: feature.as_array().to_vec(),
            threshold: threshold.as_array().to_vec(),
            left: left.as_array().to_vec(),
            right: right.as_array().to_vec(),
            values: values.as_array().to_vec(),
            weights: weights.map(|weights| weights.as_array().to_vec()).unwrap_or_default(),
        };
        let trees = Trees::new(&columns, inputs).map_err(PyValueError::new_err)?;
        Ok(PyTrees { trees })
    }

    #[getter]
    fn inputs(&self) -> usize {
        self.trees.inputs()
    }

    fn __len__(&self) -> usize {
        self.trees.len()
    }
}

#[pyfunction]
#[pyo3(signature = (trees, rows, /))]
pub fn predict_trees<'py>(
    py: Python<'py>,
    trees: &Bound<'py, PyTrees>,
    rows: PyReadonlyArray2<'py, f32>,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    let trees = &trees.get().trees;
    let inputs = rows.shape()[1];
    if inputs != trees.inputs() {
        let wanted = trees.inputs();
        let message = format!("rows have {inputs} features, but the trees take {wanted}");
        return Err(PyValueError::new_err(message));
    }
    let rows = rows.as_slice()?;
    Ok(py.detach(|| trees.predict(rows)).into_pyarray(py))
}

#[pyclass(name = "Winnow", module = "webwinnow._core", frozen)]
pub struct PyWinnow {
    /// Shared with decisions, which may compute their reasons later.
    winnow: Arc<Winnow>,
}

#[pymethods]
impl PyWinnow {
    #[new]
    #[pyo3(signature = (
        first, second, bins, weights, bias, *,
        types=vec![], article=None, confidence=None, content=None
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        first: &PyTrees,
        second: &PyTrees,
        bins: PyReadonlyArray1<'_, u32>,
        weights: PyReadonlyArray1<'_, f32>,
        bias: f32,
        types: Vec<(String, PyRef<'_, PyTrees>)>,
        article: Option<(PyRef<'_, PyTrees>, f32)>,
        confidence: Option<&PyTrees>,
        content: Option<(PyRef<'_, PyTrees>, f32)>,
    ) -> PyResult<Self> {
        let (bins, weights) = (bins.as_array(), weights.as_array());
        if bins.len() != weights.len() {
            let (bins, weights) = (bins.len(), weights.len());
            let message = format!("{bins} bins, but {weights} weights");
            return Err(PyValueError::new_err(message));
        }
        let weights: Vec<(u32, f32)> = bins.iter().copied().zip(weights.iter().copied()).collect();
        let types = types.into_iter().map(|(name, trees)| (name, trees.trees.clone())).collect();
        let winnow = Winnow::new(first.trees.clone(), second.trees.clone(), &weights, bias)
            .and_then(|winnow| winnow.with_types(types))
            .and_then(|winnow| match article {
                Some((trees, threshold)) => winnow.with_article(trees.trees.clone(), threshold),
                None => Ok(winnow),
            })
            .and_then(|winnow| match confidence {
                Some(trees) => winnow.with_confidence(trees.trees.clone()),
                None => Ok(winnow),
            })
            .and_then(|winnow| match content {
                Some((trees, threshold)) => winnow.with_content(trees.trees.clone(), threshold),
                None => Ok(winnow),
            });
        Ok(PyWinnow { winnow: Arc::new(winnow.map_err(PyValueError::new_err)?) })
    }

    fn scores<'py>(&self, py: Python<'py>, page: &Bound<'py, PyPage>) -> Bound<'py, PyArray1<f32>> {
        let page = &page.get().page;
        py.detach(|| self.winnow.scores(page)).into_pyarray(py)
    }

    fn predict<'py>(
        &self,
        py: Python<'py>,
        page: &Bound<'py, PyPage>,
        beta: f32,
        low: f32,
        high: f32,
    ) -> PyResult<(Bound<'py, PyArray1<f32>>, f32)> {
        let page = &page.get().page;
        let rule = threshold_rule(beta, low, high)?;
        let prediction = py.detach(|| self.winnow.predict(page, rule));
        Ok((prediction.scores.into_pyarray(py), prediction.threshold))
    }

    #[pyo3(signature = (page, *, beta, low, high, comments=None, title=None))]
    #[allow(clippy::too_many_arguments)]
    fn decide(
        &self,
        py: Python<'_>,
        page: &Bound<'_, PyPage>,
        beta: f32,
        low: f32,
        high: f32,
        comments: Option<bool>,
        title: Option<bool>,
    ) -> PyResult<PyDecision> {
        let page = &page.get().page;
        let settings = Settings { threshold: threshold_rule(beta, low, high)?, comments, title };
        Ok(PyDecision { decision: py.detach(|| self.winnow.decide(page, settings)) })
    }
}

#[pyfunction]
#[pyo3(signature = (page, /))]
pub fn find_wall(py: Python<'_>, page: &Bound<'_, PyPage>) -> Option<&'static str> {
    let page = &page.get().page;
    py.detach(|| {
        let blocks = winnow::features::text_blocks(page);
        winnow::walls::find_wall(page, &blocks, |_| false).map(winnow::walls::Wall::reason)
    })
}

#[pyfunction]
#[pyo3(signature = (scores, words, beta, low, high, /))]
pub fn choose_threshold(
    scores: PyReadonlyArray1<'_, f32>,
    words: PyReadonlyArray1<'_, u32>,
    beta: f32,
    low: f32,
    high: f32,
) -> PyResult<f32> {
    let (scores, words) = (scores.as_slice()?, words.as_slice()?);
    if scores.len() != words.len() {
        let (scores, words) = (scores.len(), words.len());
        let message = format!("{scores} scores, but {words} word counts");
        return Err(PyValueError::new_err(message));
    }
    check_finite("scores", scores)?;
    Ok(winnow::choose_threshold(scores, words, threshold_rule(beta, low, high)?))
}
