//! Inner loops of methods whose other code is in Python: texrex, Victor, FIASCO, GoldMiner.

pub mod char_classes;
pub mod crf;
pub mod run_shapes;
pub mod tag_context;
pub mod tag_keys;
pub mod texrex_blocks;
