//! The HTML parser: bytes → a tree of elements and texts, by the HTML standard.

pub mod character_data;
pub mod decode;
pub mod names;
pub mod sniff;
pub mod swar;
pub mod tokenizer;
pub mod tree;
pub mod whitespace;
