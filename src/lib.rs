//! The core of webwinnow: HTML bytes → page tables → decisions → text.

pub mod align;
pub mod hash;
pub mod html;
pub mod kernels;
pub mod metadata;
pub mod ngrams;
pub mod page;
#[cfg(feature = "python")]
mod python;
pub mod render;
pub mod sanitize;
pub mod winnow;
