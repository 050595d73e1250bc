//! Bindings of the search for over-represented phrases, for `webwinnow.corpus.phrases`.

use crate::ngrams::phrase_matcher::PhraseMatcher;
use crate::ngrams::phrases::PhraseSearch;
use crate::ngrams::tokens::Tokens;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::borrow::Cow;
use std::sync::{Mutex, MutexGuard, PoisonError};

type Matches<'py> = (Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u32>>);

/// Both passes of a search; `_core.pyi` documents it.
#[pyclass(name = "PhraseSearch", module = "webwinnow._core", frozen)]
pub struct PyPhraseSearch {
    // Locked only while the GIL is released, so that a waiting thread does not block others.
    search: Mutex<PhraseSearch>,
}

#[pymethods]
impl PyPhraseSearch {
    #[new]
    #[pyo3(signature = (n, *, tokens, memory))]
    fn new(n: u32, tokens: &str, memory: usize) -> PyResult<Self> {
        let search = PhraseSearch::new(at_least_two(n)?, named(tokens)?, memory);
        Ok(PyPhraseSearch { search: Mutex::new(search) })
    }

    #[pyo3(signature = (text, key=0))]
    fn count(&self, py: Python<'_>, text: &Bound<'_, PyString>, key: u64) {
        let text = utf8(text);
        py.detach(|| locked(&self.search).count(&text, key));
    }

    fn set_threshold(&self, py: Python<'_>, documents: u32) -> u32 {
        py.detach(|| locked(&self.search).set_threshold(documents))
    }

    #[pyo3(signature = (text, key=0))]
    fn collect(&self, py: Python<'_>, text: &Bound<'_, PyString>, key: u64) {
        let text = utf8(text);
        py.detach(|| locked(&self.search).collect(&text, key));
    }

    #[getter]
    fn truncated(&self, py: Python<'_>) -> u32 {
        py.detach(|| locked(&self.search).truncated)
    }

    #[getter]
    fn words(&self, py: Python<'_>) -> u64 {
        py.detach(|| locked(&self.search).words)
    }

    #[getter]
    fn repeated_words(&self, py: Python<'_>) -> u64 {
        py.detach(|| locked(&self.search).repeated_words)
    }

    fn candidates<'py>(
        &self,
        py: Python<'py>,
        most: usize,
    ) -> Vec<(String, u32, Bound<'py, PyArray1<u64>>)> {
        let found: Vec<_> = py.detach(|| {
            locked(&self.search).candidates(most).into_iter().cloned().collect::<Vec<_>>()
        });
        found
            .into_iter()
            .map(|each| (each.text, each.words, each.ngrams.into_pyarray(py)))
            .collect()
    }
}

/// Finds known phrases in documents.
#[pyclass(name = "PhraseMatcher", module = "webwinnow._core", frozen)]
pub struct PyPhraseMatcher {
    matcher: Mutex<PhraseMatcher>,
}

#[pymethods]
impl PyPhraseMatcher {
    #[new]
    #[pyo3(signature = (phrases, n, *, tokens))]
    fn new(phrases: Vec<PyReadonlyArray1<'_, u64>>, n: u32, tokens: &str) -> PyResult<Self> {
        let lists: Result<Vec<_>, _> =
            phrases.iter().map(|each| each.as_slice().map(<[u64]>::to_vec)).collect();
        let matcher = PhraseMatcher::new(at_least_two(n)?, named(tokens)?, lists?);
        Ok(PyPhraseMatcher { matcher: Mutex::new(matcher) })
    }

    #[pyo3(signature = (text, key=0))]
    fn find<'py>(&self, py: Python<'py>, text: &Bound<'py, PyString>, key: u64) -> Matches<'py> {
        let text = utf8(text);
        let found = py.detach(|| locked(&self.matcher).find(&text, key));
        let (numbers, occurrences): (Vec<u32>, Vec<u32>) = found.into_iter().unzip();
        (numbers.into_pyarray(py), occurrences.into_pyarray(py))
    }
}

fn at_least_two(n: u32) -> PyResult<u32> {
    if n < 2 { Err(PyValueError::new_err("n must be 2 or more")) } else { Ok(n) }
}

fn named(tokens: &str) -> PyResult<Tokens> {
    let unknown = || PyValueError::new_err(format!("unknown kind of tokens {tokens:?}"));
    Tokens::named(tokens).ok_or_else(unknown)
}

/// A panic does not invalidate the data: at worst a document counts in part.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lone surrogates, which have no UTF-8 form, become replacement characters.
fn utf8<'a>(text: &'a Bound<'_, PyString>) -> Cow<'a, str> {
    match text.to_str() {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => text.to_string_lossy(),
    }
}
