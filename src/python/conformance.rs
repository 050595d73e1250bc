//! The tokenizer alone, for html5lib's test suite.

use crate::html::character_data::{decode_attribute, decode_name, decode_text};
use crate::html::tokenizer::{Mode, Span, Token, Tokenizer};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// Tokens in the format of html5lib's tokenizer tests.
#[pyfunction]
#[pyo3(signature = (html, *, state="Data state", last_start_tag=None))]
pub fn tokens<'py>(
    py: Python<'py>,
    html: &str,
    state: &str,
    last_start_tag: Option<&str>,
) -> PyResult<Bound<'py, PyList>> {
    let mut tokenizer = Tokenizer::with_all_attributes(html);
    tokenizer.mode = match state {
        "Data state" => Mode::Data,
        "PLAINTEXT state" => Mode::Plaintext,
        "RCDATA state" => Mode::Rcdata,
        "RAWTEXT state" => Mode::Rawtext,
        "Script data state" => Mode::Script,
        "CDATA section state" => Mode::Cdata,
        _ => {
            return Err(PyValueError::new_err(format!("unknown tokenizer state {state:?}")));
        }
    };
    tokenizer.last_start = last_start_tag.unwrap_or("").as_bytes().to_vec();
    let list = PyList::empty(py);
    loop {
        match tokenizer.next_token() {
            Token::End => return Ok(list),
            Token::Text(span, form) => {
                list.append(("Character", decode_text(span.of(html), form)))?;
            }
            Token::Comment(span) => {
                let text = decode_text(span.of(html), crate::html::tokenizer::Form::Raw);
                list.append(("Comment", text))?;
            }
            Token::Doctype => {
                let doctype = &tokenizer.doctype;
                let name = doctype.name.map(|span| decode_name(span.of(html)));
                let id = |span: Option<Span>| {
                    span.map(|s| decode_text(s.of(html), crate::html::tokenizer::Form::Raw))
                };
                list.append((
                    "DOCTYPE",
                    name,
                    id(doctype.public),
                    id(doctype.system),
                    !doctype.force_quirks,
                ))?;
            }
            Token::EndTag => list.append(("EndTag", decode_name(tokenizer.tag.name.of(html))))?,
            Token::StartTag => {
                let attributes = PyDict::new(py);
                for attribute in &tokenizer.tag.attributes {
                    let name = decode_name(attribute.name.of(html));
                    if !attributes.contains(&name)? {
                        attributes.set_item(name, decode_attribute(attribute.value.of(html)))?;
                    }
                }
                let name = decode_name(tokenizer.tag.name.of(html));
                if tokenizer.tag.self_closing {
                    list.append(("StartTag", name, attributes, true))?;
                } else {
                    list.append(("StartTag", name, attributes))?;
                }
            }
        }
    }
}
