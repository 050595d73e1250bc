//! `Page` and its tables, as read-only NumPy arrays over the same memory.

use super::columns::column_view;
use crate::html::decode::decode;
use crate::html::names::{ATTRIBUTE_LOOKUP, Attribute, key_of};
use crate::html::sniff::not_html;
use crate::page::counts::Counts;
use crate::page::{Limits, Page};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// The settings of the parser, for reading the source again.
#[derive(Clone)]
pub struct Reading {
    pub charset: Option<String>,
    pub limits: Limits,
}

/// A parsed page; `_core.pyi` documents it.
#[pyclass(name = "Page", module = "webwinnow", frozen)]
pub struct PyPage {
    /// Shared with decisions, which may compute their reasons later.
    pub page: Arc<Page>,
    /// The HTML as it was passed in.
    source: Option<Py<PyAny>>,
    reading: Option<Reading>,
    is_subset: bool,
    encoding: Option<&'static str>,
    encoding_source: Option<&'static str>,
    not_html: Option<&'static str>,
    counts: OnceLock<Counts>,
}

impl PyPage {
    fn of(page: Page) -> Self {
        PyPage {
            page: Arc::new(page),
            source: None,
            reading: None,
            is_subset: false,
            encoding: None,
            encoding_source: None,
            not_html: None,
            counts: OnceLock::new(),
        }
    }

    fn from_bytes(bytes: &[u8], charset: Option<&str>, limits: Limits) -> Self {
        if let Some(what) = not_html(bytes) {
            return PyPage { not_html: Some(what), ..PyPage::of(Page::parse("", limits)) };
        }
        // Truncates before decoding, which may triple the size.
        let cut = &bytes[..bytes.len().min(limits.bytes)];
        let decoded = decode(cut, charset);
        let mut page = Page::parse(&decoded.text, limits);
        page.truncated |= cut.len() < bytes.len();
        PyPage {
            encoding: Some(decoded.encoding.name()),
            encoding_source: Some(decoded.source.name()),
            ..PyPage::of(page)
        }
    }

    /// The limits of the parser; `None` for a subset of another page.
    pub fn whole_page_limits(&self) -> Option<Limits> {
        self.reading.as_ref().filter(|_| !self.is_subset).map(|reading| reading.limits)
    }

    /// The text that was parsed: the decoded source up to the limit. Empty if it is not HTML.
    pub fn decoded_source<'py>(&'py self, py: Python<'py>) -> PyResult<Cow<'py, str>> {
        let (Some(reading), Some(source), None) = (&self.reading, &self.source, self.not_html)
        else {
            return Ok(Cow::Borrowed(""));
        };
        let limit = reading.limits.bytes;
        let text = if let Ok(bytes) = source.cast_bound::<PyBytes>(py) {
            let bytes = bytes.as_bytes();
            decode(&bytes[..bytes.len().min(limit)], reading.charset.as_deref()).text
        } else {
            source.cast_bound::<PyString>(py)?.to_string_lossy()
        };
        Ok(match text {
            Cow::Borrowed(text) => Cow::Borrowed(&text[..text.floor_char_boundary(limit)]),
            Cow::Owned(mut text) => {
                text.truncate(text.floor_char_boundary(limit));
                Cow::Owned(text)
            }
        })
    }

    fn counts(&self) -> &Counts {
        self.counts.get_or_init(|| Counts::of(&self.page))
    }

    fn node_index(&self, node: usize) -> PyResult<usize> {
        let nodes = self.page.nodes.tag.len();
        if node < nodes {
            return Ok(node);
        }
        Err(PyIndexError::new_err(format!("no node {node}; the page has {nodes} nodes")))
    }
}

#[pymethods]
impl PyPage {
    #[new]
    #[pyo3(signature = (html, *, charset=None, max_bytes=None, max_nodes=None))]
    fn new(
        py: Python<'_>,
        html: &Bound<'_, PyAny>,
        charset: Option<&str>,
        max_bytes: Option<usize>,
        max_nodes: Option<usize>,
    ) -> PyResult<Self> {
        let bounds = Limits::default();
        let limits = Limits {
            // Offsets are 32-bit, and decoding may triple the bytes.
            bytes: max_bytes.unwrap_or(bounds.bytes).min(512 << 20),
            items: max_nodes.unwrap_or(bounds.items).clamp(1, 64 << 20),
        };
        let source = Some(html.clone().unbind());
        let reading = Some(Reading { charset: charset.map(str::to_owned), limits });
        if let Ok(bytes) = html.cast::<PyBytes>() {
            let bytes = bytes.as_bytes();
            let page = py.detach(|| PyPage::from_bytes(bytes, charset, limits));
            return Ok(PyPage { source, reading, ..page });
        }
        let Ok(string) = html.cast::<PyString>() else {
            return Err(PyTypeError::new_err(format!(
                "cannot read HTML from {}; expected bytes, str or pathlib.Path",
                html.get_type().name()?
            )));
        };
        let page = match string.to_str() {
            // CPython caches the UTF-8 form of a string, so a second access is cheap.
            Ok(text) => py.detach(|| Page::parse(text, limits)),
            // A str with lone surrogates has no UTF-8 form.
            Err(_) => {
                let text = string.to_string_lossy();
                py.detach(|| Page::parse(&text, limits))
            }
        };
        Ok(PyPage { source, reading, ..PyPage::of(page) })
    }

    #[getter]
    pub fn source<'py>(&self, py: Python<'py>) -> Option<&Bound<'py, PyAny>> {
        self.source.as_ref().map(|source| source.bind(py))
    }

    #[getter]
    fn nodes(slf: Py<Self>) -> PyNodes {
        PyNodes { page: slf }
    }

    #[getter]
    fn runs(slf: Py<Self>) -> PyRuns {
        PyRuns { page: slf }
    }

    #[getter]
    fn blocks(slf: Py<Self>) -> PyBlocks {
        PyBlocks { page: slf }
    }

    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.page.text.as_bytes())
    }

    #[getter]
    fn encoding(&self) -> Option<&str> {
        self.encoding
    }

    #[getter]
    fn encoding_source(&self) -> Option<&str> {
        self.encoding_source
    }

    #[getter]
    fn not_html(&self) -> Option<&str> {
        self.not_html
    }

    #[getter]
    fn truncated(&self) -> bool {
        self.page.truncated
    }

    #[getter]
    fn doctype(&self) -> Option<&str> {
        self.page.doctype.as_deref()
    }

    #[getter]
    fn other_tag_names(&self) -> &[String] {
        &self.page.other_tag_names
    }

    fn tag_name(&self, node: usize) -> PyResult<&str> {
        Ok(self.page.tag_name(self.node_index(node)?))
    }

    fn attribute(&self, node: usize, name: &str) -> PyResult<Option<&str>> {
        let node = self.node_index(node)?;
        Ok(self.page.attribute(node, kept_attribute(name)?))
    }

    fn having<'py>(
        &self,
        py: Python<'py>,
        name: &str,
    ) -> PyResult<(Bound<'py, PyArray1<i32>>, Vec<&str>)> {
        let found = self.page.nodes_with([kept_attribute(name)?]);
        let (nodes, values): (Vec<i32>, _) =
            found.map(|(node, _, value)| (node as i32, value)).unzip();
        Ok((nodes.into_pyarray(py), values))
    }

    fn attributes<'py>(&self, py: Python<'py>, node: usize) -> PyResult<Bound<'py, PyDict>> {
        let found = PyDict::new(py);
        for (name, value) in self.page.node_attributes(self.node_index(node)?) {
            found.set_item(name.name(), value)?;
        }
        Ok(found)
    }

    fn only(&self, py: Python<'_>, runs: PyReadonlyArray1<'_, bool>) -> PyResult<PyPage> {
        let chosen = runs.as_slice()?;
        let count = self.page.run_count();
        if chosen.len() != count {
            let given = chosen.len();
            let message = format!("{given} values for {count} runs; expected one for each run");
            return Err(PyValueError::new_err(message));
        }
        Ok(PyPage {
            source: self.source.as_ref().map(|source| source.clone_ref(py)),
            encoding: self.encoding,
            encoding_source: self.encoding_source,
            not_html: self.not_html,
            reading: self.reading.clone(),
            is_subset: true,
            ..PyPage::of(py.detach(|| self.page.only(chosen)))
        })
    }

    fn run_texts(&self) -> Vec<&str> {
        (0..self.page.run_count()).map(|run| self.page.run_text(run)).collect()
    }

    fn block_texts(&self) -> Vec<String> {
        (0..self.page.blocks.first.len()).map(|block| self.page.block_text(block)).collect()
    }

    fn __repr__(&self) -> String {
        let page = &self.page;
        format!(
            "<Page: {} nodes, {} runs, {} blocks>",
            page.nodes.tag.len(),
            page.runs.node.len(),
            page.blocks.node.len()
        )
    }
}

fn kept_attribute(name: &str) -> PyResult<Attribute> {
    match ATTRIBUTE_LOOKUP.find(key_of(name.as_bytes()), name.as_bytes()) {
        Some(number) => Ok(Attribute(number)),
        None => Err(PyValueError::new_err(format!(
            "attribute {name:?} is not stored; see ATTRIBUTE_NAMES"
        ))),
    }
}

macro_rules! table {
    ($type:ident, $name:literal, $length:expr, $($column:ident: $element:ty = $get:expr;)*) => {
        #[pyclass(name = $name, module = "webwinnow", frozen)]
        pub struct $type {
            page: Py<PyPage>,
        }

        #[pymethods]
        impl $type {
            $(
                #[getter]
                fn $column<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<$element>> {
                    column_view(self.page.bind(py), $get)
                }
            )*

            fn __len__(&self) -> usize {
                let length: fn(&Page) -> usize = $length;
                length(&self.page.get().page)
            }
        }
    };
}

table! { PyNodes, "Nodes", |page| page.nodes.tag.len(),
    tag: u16 = |p| &p.page.nodes.tag;
    parent: i32 = |p| &p.page.nodes.parent;
    end: i32 = |p| &p.page.nodes.end;
    depth: u16 = |p| &p.page.nodes.depth;
    flags: u32 = |p| &p.page.nodes.flags;
    attributes: u8 = |p| &p.page.nodes.attributes;
}

table! { PyRuns, "Runs", |page| page.runs.node.len(),
    node: i32 = |p| &p.page.runs.node;
    start: i32 = |p| &p.page.runs.start;
    end: i32 = |p| &p.page.runs.end;
    block: i32 = |p| &p.page.runs.block;
    flags: u32 = |p| &p.page.runs.flags;
    opened: i32 = |p| &p.page.runs.opened;
    source_start: i32 = |p| &p.page.runs.source_start;
    chars: i32 = |p| &p.counts().chars;
    words: i32 = |p| &p.counts().words;
    sentences: i32 = |p| &p.counts().sentences;
}

table! { PyBlocks, "Blocks", |page| page.blocks.node.len(),
    first: i32 = |p| &p.page.blocks.first;
    end: i32 = |p| &p.page.blocks.end;
    node: i32 = |p| &p.page.blocks.node;
}
