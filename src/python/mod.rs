//! The Python module `webwinnow._core`. This folder alone names PyO3.

mod align;
mod chain;
mod char_counts;
mod columns;
mod conformance;
mod decision;
mod metadata;
mod ngrams;
mod page;
mod render;
mod shapes;
mod show;
mod stretches;
mod tag_keys;
mod winnow;

use pyo3::prelude::*;

#[pymodule]
mod _core {
    #[pymodule_export]
    use super::align::align_words;
    #[pymodule_export]
    use super::chain::{chain_chances, chain_labels, chain_scores};
    #[pymodule_export]
    use super::char_counts::{char_counts, stretch_counts};
    #[pymodule_export]
    use super::conformance::{decode, tokens};
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
    use super::shapes::{run_shapes, run_surroundings};
    #[pymodule_export]
    use super::show::shown;
    #[pymodule_export]
    use super::stretches::tag_stretches;
    #[pymodule_export]
    use super::tag_keys::{tag_key, tag_keys};
    #[pymodule_export]
    use super::winnow::{
        PyTrees, PyWinnow, block_features, counted_runs, cut, markup_bins, markup_scores,
        page_features, predict_trees, second_features,
    };

    use super::*;
    use crate::{char_counts as counted, decision, features, flags, markup, names};
    use pyo3::types::PyDict;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("TAG_NAMES", names::TAG_NAMES)?;
        module.add("VOID_TAG_NAMES", names::void_tag_names().collect::<Vec<_>>())?;
        module.add("ATTRIBUTE_NAMES", names::ATTRIBUTE_NAMES)?;
        module.add("KIND_NAMES", decision::KIND_NAMES)?;
        module.add("LINE_KINDS", crate::render::lines::LINE_KINDS)?;
        module.add("CHAR_COUNTS", counted::COLUMNS)?;
        module.add("STRETCHES", crate::stretches::COLUMNS)?;
        module.add("RUN_SHAPES", crate::shapes::COLUMNS)?;
        module.add("MARKUP_BINS", markup::BINS)?;
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
