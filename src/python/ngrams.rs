//! Bindings of deduplication, for `webwinnow.corpus.dedup`.

use crate::ngrams::Ngrams;
use crate::ngrams::document_keys::{Keys, keys};
use crate::ngrams::onion::{Marks, Onion, Rule, mark_duplicates as mark_document};
use crate::ngrams::seen::{Seen, Sorted};
use crate::ngrams::seen_file::{self, Kind};
use crate::ngrams::survey::{Checksum, Survey};
use crate::ngrams::tokens::Tokens;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::borrow::Cow;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

type Columns<'py> =
    (Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u64>>);

/// Deduplication of a stream; `_core.pyi` documents it.
#[pyclass(name = "Onion", module = "webwinnow._core", frozen)]
pub struct PyOnion {
    // Locked only while the GIL is released, so that a waiting thread does not block others.
    onion: Mutex<Onion>,
    surveyed: Option<Checksum>,
}

#[pymethods]
impl PyOnion {
    #[new]
    #[pyo3(signature = (n, threshold, stub, *, smoothing, by_document, tokens, survey=None))]
    #[allow(clippy::too_many_arguments)] // they have names where they are given
    fn new(
        py: Python<'_>,
        n: u32,
        threshold: f64,
        stub: u64,
        smoothing: bool,
        by_document: bool,
        tokens: &str,
        survey: Option<&Bound<'_, PySurvey>>,
    ) -> PyResult<Self> {
        let rule = rule(n, threshold, stub, smoothing, by_document, tokens)?;
        let Some(survey) = survey else {
            return Ok(PyOnion { onion: Mutex::new(Onion::new(rule)), surveyed: None });
        };
        let survey = survey.get();
        if survey.kind != kind_of(&rule) {
            return Err(PyValueError::new_err("the survey has other n-grams"));
        }
        let Some(taken) = py.detach(|| locked(&survey.survey).take()) else {
            return Err(PyValueError::new_err("the survey has already been used"));
        };
        let surveyed = Some(taken.checksum);
        let repeated = py.detach(|| taken.finish())?;
        Ok(PyOnion { onion: Mutex::new(Onion::surveyed(rule, repeated)), surveyed })
    }

    fn add<'py>(&self, py: Python<'py>, paragraphs: &Bound<'py, PyAny>) -> PyResult<Columns<'py>> {
        let strings = strings(paragraphs)?;
        let texts = texts(&strings);
        Ok(columns(py, py.detach(|| locked(&self.onion).add(&texts))))
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        py.detach(|| locked(&self.onion).seen.len())
    }

    #[getter]
    fn matches_survey(&self, py: Python<'_>) -> bool {
        py.detach(|| self.surveyed.is_none_or(|checksum| locked(&self.onion).checksum == checksum))
    }

    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| {
            let onion = locked(&self.onion);
            match &onion.seen {
                Seen::All(set) => {
                    seen_file::save(&path, kind_of(&onion.rule), set).map_err(io_error)
                }
                Seen::Repeated(_) => Err(after_survey()),
            }
        })
    }

    fn load(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| {
            let mut onion = locked(&self.onion);
            let kind = kind_of(&onion.rule);
            match &mut onion.seen {
                Seen::All(set) => seen_file::load(&path, kind, set).map_err(io_error),
                Seen::Repeated(_) => Err(after_survey()),
            }
        })
    }
}

/// The first pass of a two-pass deduplication.
#[pyclass(name = "Survey", module = "webwinnow._core", frozen)]
pub struct PySurvey {
    kind: Kind,
    /// `None` once an `Onion` has consumed it.
    survey: Mutex<Option<Survey>>,
}

#[pymethods]
impl PySurvey {
    #[new]
    #[pyo3(signature = (n, *, tokens, memory, folder))]
    fn new(n: u32, tokens: &str, memory: usize, folder: PathBuf) -> PyResult<Self> {
        let survey = Mutex::new(Some(Survey::new(memory, &folder)));
        Ok(PySurvey { kind: kind(n, tokens)?, survey })
    }

    fn add(&self, py: Python<'_>, paragraphs: &Bound<'_, PyAny>) -> PyResult<()> {
        let strings = strings(paragraphs)?;
        let texts = texts(&strings);
        py.detach(|| {
            let mut ngrams = Ngrams::default();
            ngrams.read(&texts, self.kind.n, self.kind.tokens);
            match &mut *locked(&self.survey) {
                Some(survey) => Ok(survey.add(ngrams.hashes())?),
                None => Err(PyValueError::new_err("the survey has already been used")),
            }
        })
    }
}

#[pyfunction]
#[pyo3(signature = (paragraphs, seen, n, threshold, stub, *, smoothing, by_document, tokens))]
#[allow(clippy::too_many_arguments)] // they have names where they are given
pub fn mark_duplicates<'py>(
    py: Python<'py>,
    paragraphs: &Bound<'py, PyAny>,
    seen: PyReadonlyArray1<'py, u64>,
    n: u32,
    threshold: f64,
    stub: u64,
    smoothing: bool,
    by_document: bool,
    tokens: &str,
) -> PyResult<Columns<'py>> {
    let rule = rule(n, threshold, stub, smoothing, by_document, tokens)?;
    let seen = seen.as_slice()?;
    let strings = strings(paragraphs)?;
    let texts = texts(&strings);
    let marks = py.detach(|| seen.is_sorted().then(|| mark_document(&rule, &texts, &Sorted(seen))));
    match marks {
        Some(marks) => Ok(columns(py, marks)),
        None => Err(PyValueError::new_err("seen n-grams must be in rising order")),
    }
}

#[pyfunction]
#[pyo3(signature = (paragraphs, n, *, tokens))]
pub fn ngram_hashes<'py>(
    py: Python<'py>,
    paragraphs: &Bound<'py, PyAny>,
    n: u32,
    tokens: &str,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let kind = kind(n, tokens)?;
    let strings = strings(paragraphs)?;
    let texts = texts(&strings);
    let hashes = py.detach(|| {
        let mut ngrams = Ngrams::default();
        ngrams.read(&texts, kind.n, kind.tokens);
        ngrams.into_distinct()
    });
    Ok(hashes.into_pyarray(py))
}

#[pyfunction]
#[pyo3(signature = (paragraphs, *, n=5, tokens="auto"))]
pub fn document_keys<'py>(
    py: Python<'py>,
    paragraphs: &Bound<'py, PyAny>,
    n: u32,
    tokens: &str,
) -> PyResult<(i64, Bound<'py, PyArray1<i64>>, u64, u64)> {
    let kind = kind(n, tokens)?;
    let strings = strings(paragraphs)?;
    let texts = texts(&strings);
    let Keys { text, bands, tokens, repeated } = py.detach(|| keys(&texts, kind.n, kind.tokens));
    Ok((text, bands.into_pyarray(py), tokens, repeated))
}

fn columns(py: Python<'_>, marks: Marks) -> Columns<'_> {
    let Marks { duplicate, tokens, repeated } = marks;
    (duplicate.into_pyarray(py), tokens.into_pyarray(py), repeated.into_pyarray(py))
}

fn rule(
    n: u32,
    threshold: f64,
    stub: u64,
    smoothing: bool,
    by_document: bool,
    tokens: &str,
) -> PyResult<Rule> {
    if !(0.0..=1.0).contains(&threshold) {
        return Err(PyValueError::new_err("threshold must be from 0 to 1"));
    }
    let Kind { n, tokens } = kind(n, tokens)?;
    Ok(Rule { n, threshold, stub, smoothing, by_document, tokens })
}

fn kind(n: u32, tokens: &str) -> PyResult<Kind> {
    match (n, Tokens::named(tokens)) {
        (0, _) => Err(PyValueError::new_err("n must be 1 or more")),
        (_, None) => Err(PyValueError::new_err(format!("unknown kind of tokens {tokens:?}"))),
        (n, Some(tokens)) => Ok(Kind { n, tokens }),
    }
}

fn kind_of(rule: &Rule) -> Kind {
    Kind { n: rule.n, tokens: rule.tokens }
}

/// A panic does not invalidate the data: at worst a document is stored in part.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn strings<'py>(paragraphs: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyString>>> {
    let is_one_text =
        paragraphs.is_instance_of::<PyString>() || paragraphs.is_instance_of::<PyBytes>();
    let items = match paragraphs.try_iter() {
        Ok(items) if !is_one_text => items,
        _ => {
            return Err(PyTypeError::new_err(format!(
                "cannot read paragraphs from {}; expected a list of str",
                paragraphs.get_type().name()?
            )));
        }
    };
    let mut strings = Vec::new();
    for (number, item) in items.enumerate() {
        strings.push(item?.cast_into::<PyString>().map_err(|error| {
            let found = error.into_inner().get_type().to_string();
            PyTypeError::new_err(format!("paragraph {number} is {found}; expected a list of str"))
        })?);
    }
    Ok(strings)
}

/// Lone surrogates, which have no UTF-8 form, become replacement characters.
fn texts<'a>(strings: &'a [Bound<'_, PyString>]) -> Vec<Cow<'a, str>> {
    let text = |string: &'a Bound<'_, PyString>| match string.to_str() {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => string.to_string_lossy(),
    };
    strings.iter().map(text).collect()
}

/// Maps wrong file content to ValueError, other failures to OSError.
fn io_error(error: io::Error) -> PyErr {
    match error.kind() {
        io::ErrorKind::InvalidData => PyValueError::new_err(error.to_string()),
        _ => error.into(),
    }
}

fn after_survey() -> PyErr {
    PyValueError::new_err("with a survey only repeated n-grams are stored")
}
