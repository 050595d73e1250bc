//! Authors: names in declared fields and in bylines.

mod byline_words;
mod bylines;
mod names;
mod placeholders;

pub use bylines::{Wording, is_byline, is_opening};
pub use names::{is_job_title, names_in};
