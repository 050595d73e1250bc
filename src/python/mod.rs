//! The Python module `webwinnow._core`. This folder alone names PyO3.

mod align;
mod char_classes;
mod columns;
mod conformance;
mod crf;
mod decision;
mod metadata;
mod ngrams;
mod page;
mod render;
mod run_shapes;
mod sanitize;
mod tag_keys;
mod texrex_blocks;
mod winnow;

use pyo3::prelude::*;

#[pymodule]
mod _core {
    #[pymodule_export]
    use super::align::align_words;
    #[pymodule_export]
    use super::char_classes::{char_counts, stretch_counts};
    #[pymodule_export]
    use super::conformance::{decode, tokens};
    #[pymodule_export]
    use super::crf::{chain_chances, chain_labels, chain_scores};
    #[pymodule_export]
    use super::decision::PyDecision;
    #[pymodule_export]
    use super::metadata::page_metadata;
    #[pymodule_export]
    use super::ngrams::{PyOnion, PySurvey, document_keys, judge, ngram_hashes};
    #[pymodule_export]
    use super::page::{PyBlocks, PyNodes, PyPage, PyRuns};
    #[pymodule_export]
    use super::render::{PySegment, lines, render, segments};
    #[pymodule_export]
    use super::run_shapes::{run_shapes, run_surroundings};
    #[pymodule_export]
    use super::sanitize::shown;
    #[pymodule_export]
    use super::tag_keys::{tag_key, tag_keys};
    #[pymodule_export]
    use super::texrex_blocks::tag_stretches;
    #[pymodule_export]
    use super::winnow::{
        PyTrees, PyWinnow, block_features, counted_runs, cut, markup_bins, markup_scores,
        page_features, predict_trees, second_features,
    };

    use super::*;
    use crate::html::names;
    use crate::kernels;
    use crate::page::{decision, flags};
    use crate::winnow::{features, markup_words};
    use pyo3::types::PyDict;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("TAG_NAMES", names::TAG_NAMES)?;
        module.add("VOID_TAG_NAMES", names::void_tag_names().collect::<Vec<_>>())?;
        module.add("ATTRIBUTE_NAMES", names::ATTRIBUTE_NAMES)?;
        module.add("KIND_NAMES", decision::KIND_NAMES)?;
        module.add("LINE_KINDS", crate::render::lines::LINE_KINDS)?;
        module.add("CHAR_COUNTS", kernels::char_classes::COLUMNS)?;
        module.add("STRETCHES", kernels::texrex_blocks::COLUMNS)?;
        module.add("RUN_SHAPES", kernels::run_shapes::COLUMNS)?;
        module.add("MARKUP_BINS", markup_words::BINS)?;
        for (list, all) in
            [("FEATURES", features::FEATURES), ("SECOND_FEATURES", features::SECOND_FEATURES)]
        {
            let inputs = PyDict::new(module.py());
            for (name, meaning) in all {
                inputs.set_item(name, meaning)?;
            }
            module.add(list, inputs)?;
        }
        let inputs = PyDict::new(module.py());
        for (name, meaning) in features::page_row::page_features() {
            inputs.set_item(name, meaning)?;
        }
        module.add("PAGE_FEATURES", inputs)?;
        module.add(
            "FLAGS",
            flags::NAMES.iter().copied().collect::<std::collections::BTreeMap<_, _>>(),
        )
    }
}
