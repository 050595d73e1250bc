//! The core of webwinnow: HTML bytes → page tables → decisions → text.

pub mod align;
pub mod chain;
pub mod char_counts;
pub mod counts;
pub mod decision;
pub mod decode;
pub mod features;
pub mod flags;
pub mod layout;
pub mod marks;
pub mod markup;
pub mod metadata;
pub mod names;
pub mod ngrams;
pub mod page;
mod part;
#[cfg(feature = "python")]
mod python;
pub mod render;
pub mod shapes;
pub mod show;
pub mod sniff;
pub mod spaces;
pub mod stretches;
pub mod surroundings;
pub mod tag_keys;
pub mod text;
pub mod tokenizer;
pub mod tree;
pub mod trees;
pub mod winnow;
pub mod words;
