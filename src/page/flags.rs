//! What is true of a node and of every run inside it, one bit each.

pub const LINK: u32 = 1 << 0;
/// White space counts, as in `pre`.
pub const PRE: u32 = 1 << 1;
pub const SCRIPT: u32 = 1 << 2;
pub const STYLE: u32 = 1 << 3;
pub const COMMENT: u32 = 1 << 4;
/// The `hidden` attribute.
pub const HIDDEN: u32 = 1 << 5;
pub const ARIA_HIDDEN: u32 = 1 << 6;
/// `display: none` or `visibility: hidden` in a `style` attribute.
pub const DISPLAY_NONE: u32 = 1 << 7;
/// A `dialog` that is not open.
pub const DIALOG: u32 = 1 << 8;
pub const TEMPLATE: u32 = 1 << 9;
/// Shown only where a browser lacks something: inside `iframe`, `object`, `video` and others.
pub const FALLBACK: u32 = 1 << 10;
/// In the head, or a `title`.
pub const HEAD: u32 = 1 << 11;
/// Inside `noscript`: counted as visible, since it is often the content itself.
pub const NOSCRIPT: u32 = 1 << 12;
pub const SVG: u32 = 1 << 13;
pub const MATH: u32 = 1 << 14;
/// Runs only: white space stood between this run and the one before it in the block.
pub const SPACE: u32 = 1 << 15;
/// Runs only: a `br` stood there.
pub const BREAK: u32 = 1 << 16;

/// Text that is not written for readers.
pub const CODE: u32 = SCRIPT | STYLE | COMMENT;

/// Any of these and the run is not visible.
pub const INVISIBLE: u32 =
    CODE | HIDDEN | ARIA_HIDDEN | DISPLAY_NONE | DIALOG | TEMPLATE | FALLBACK | HEAD;

/// The bits by name, as Python shows them.
pub const NAMES: &[(&str, u32)] = &[
    ("LINK", LINK),
    ("PRE", PRE),
    ("SCRIPT", SCRIPT),
    ("STYLE", STYLE),
    ("COMMENT", COMMENT),
    ("HIDDEN", HIDDEN),
    ("ARIA_HIDDEN", ARIA_HIDDEN),
    ("DISPLAY_NONE", DISPLAY_NONE),
    ("DIALOG", DIALOG),
    ("TEMPLATE", TEMPLATE),
    ("FALLBACK", FALLBACK),
    ("HEAD", HEAD),
    ("NOSCRIPT", NOSCRIPT),
    ("SVG", SVG),
    ("MATH", MATH),
    ("SPACE", SPACE),
    ("BREAK", BREAK),
    ("CODE", CODE),
    ("INVISIBLE", INVISIBLE),
];
