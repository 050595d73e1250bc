//! Renderers: a page and a decision → text, Markdown, HTML or CleanEval.
//!
//! `walk` turns the kept runs into a well-formed stream of events; each format is a sink of that
//! stream.

mod cleaneval;
mod code_language;
mod html;
mod image;
pub mod lines;
mod markdown;
mod math;
mod nesting;
mod roles;
mod safe_url;
pub mod segments;
mod table_grid;
mod text;
mod walk;

use crate::page::Page;
use crate::page::decision::Decision;
use walk::walk;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Text,
    Markdown,
    Html,
    CleanEval,
}

impl Format {
    pub fn named(name: &str) -> Option<Format> {
        match name {
            "text" => Some(Format::Text),
            "markdown" => Some(Format::Markdown),
            "html" => Some(Format::Html),
            "cleaneval" => Some(Format::CleanEval),
            _ => None,
        }
    }
}

/// Options of a renderer.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether to write the URLs of links, in Markdown and HTML.
    pub links: bool,
    /// Whether to write images between kept texts, in Markdown and HTML.
    pub images: bool,
    /// Whether to render data tables; layout tables are always rendered.
    pub tables: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { links: false, images: false, tables: true }
    }
}

/// Renders the kept runs of a page, each once and in order. A result that is not empty ends in a
/// line break.
///
/// Code (scripts, styles, comments) is never rendered, even if a decision keeps it.
pub fn render(page: &Page, decision: &Decision, format: Format, options: Options) -> String {
    let mut out = match format {
        Format::Text => {
            let mut sink = text::Text::new(page);
            // Plain text has neither URLs nor images.
            walk(page, decision, Options { links: false, images: false, ..options }, &mut sink);
            sink.finish()
        }
        Format::CleanEval => {
            let mut sink = cleaneval::CleanEval::default();
            walk(page, decision, Options { links: false, images: false, ..options }, &mut sink);
            sink.finish()
        }
        Format::Html => {
            let mut sink = html::Html::new(page);
            walk(page, decision, options, &mut sink);
            sink.finish()
        }
        Format::Markdown => {
            let mut sink = markdown::Markdown::new(page);
            walk(page, decision, options, &mut sink);
            sink.finish()
        }
    };
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

#[cfg(test)]
pub mod testing {
    use super::*;
    use crate::page::Limits;

    pub fn rendered(html: &str, format: Format, options: Options) -> String {
        let page = Page::parse(html, Limits::default());
        render(&page, &Decision::visible(&page), format, options)
    }
}
