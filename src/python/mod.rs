//! The Python module `webwinnow._core`. Only this folder uses PyO3.

mod align;
mod columns;
mod conformance;
mod decision;
mod decode;
mod kernels;
mod metadata;
mod ngrams;
mod page;
mod phrases;
mod render;
mod sanitize;
mod winnow;

use pyo3::prelude::*;

#[pymodule]
mod _core {
    #[pymodule_export]
    use super::align::align_words;
    #[pymodule_export]
    use super::conformance::tokens;
    #[pymodule_export]
    use super::decision::PyDecision;
    #[pymodule_export]
    use super::decode::decode;
    #[pymodule_export]
    use super::kernels::{
        PyPatterns, char_class_counts, crf_marginals, crf_scores, crf_viterbi,
        grouped_char_class_counts, run_shapes, run_tag_context, selector_hash, selector_hashes,
        texrex_blocks,
    };
    #[pymodule_export]
    use super::metadata::page_metadata;
    #[pymodule_export]
    use super::ngrams::{PyOnion, PySurvey, document_keys, mark_duplicates, ngram_hashes};
    #[pymodule_export]
    use super::page::{PyBlocks, PyNodes, PyPage, PyRuns};
    #[pymodule_export]
    use super::phrases::{PyPhraseMatcher, PyPhraseSearch};
    #[pymodule_export]
    use super::render::{PySegment, lines, render, segments};
    #[pymodule_export]
    use super::sanitize::sanitize;
    #[pymodule_export]
    use super::winnow::{
        PyTrees, PyWinnow, block_features, choose_threshold, find_wall, markup_bins, markup_scores,
        page_features, predict_trees, scored_runs, stage2_features,
    };

    use super::*;
    use crate::html::names;
    use crate::kernels;
    use crate::page::{decision, flags};
    use crate::winnow::{features, markup_words, walls};
    use pyo3::types::PyDict;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("TAG_NAMES", names::TAG_NAMES)?;
        module.add("VOID_TAG_NAMES", names::void_tag_names().collect::<Vec<_>>())?;
        module.add("ATTRIBUTE_NAMES", names::ATTRIBUTE_NAMES)?;
        module.add("KIND_NAMES", decision::KIND_NAMES)?;
        module.add("LINE_KINDS", crate::render::lines::LINE_KINDS)?;
        module.add("CHAR_CLASS_COLUMNS", kernels::char_classes::COLUMNS)?;
        module.add("TEXREX_BLOCK_COLUMNS", kernels::texrex_blocks::COLUMNS)?;
        module.add("PATTERN_CHARS", kernels::patterns::MAX_CHARS)?;
        module.add("RUN_SHAPE_COLUMNS", kernels::text_shapes::COLUMNS)?;
        module.add("MARKUP_BINS", markup_words::BINS)?;
        module.add("WALLS", walls::Wall::ALL.map(walls::Wall::reason))?;
        for (list, all) in
            [("FEATURES", features::FEATURES), ("STAGE2_FEATURES", features::STAGE2_FEATURES)]
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
