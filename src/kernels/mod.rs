//! Inner loops of methods that are otherwise written in Python: texrex, Victor and GoldMiner.

pub mod char_classes;
pub mod crf;
pub mod patterns;
pub mod selectors;
pub mod tag_context;
pub mod texrex_blocks;
pub mod text_shapes;
