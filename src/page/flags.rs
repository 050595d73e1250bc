//! Flags of nodes and runs, one bit each. Tags and attributes set them; runs and nodes inside
//! inherit them.

use crate::html::names::{Attribute, TAG_NAMES, Tag};
use crate::html::tree::Namespace;
use memchr::memchr2;

pub const LINK: u32 = 1 << 0;
/// White space is significant, as in `pre`.
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
/// Fallback content inside `iframe`, `object`, `video` and others, which browsers do not display.
pub const FALLBACK: u32 = 1 << 10;
/// In the head or in a `title`.
pub const HEAD: u32 = 1 << 11;
/// Inside `noscript`. Such text counts as visible, since it is often the content itself.
pub const NOSCRIPT: u32 = 1 << 12;
pub const SVG: u32 = 1 << 13;
pub const MATH: u32 = 1 << 14;
/// Runs only: white space separates this run from the previous run of the block.
pub const SPACE: u32 = 1 << 15;
/// Runs only: a `br` separates them.
pub const BREAK: u32 = 1 << 16;

/// Text that is not written for readers.
pub const CODE: u32 = SCRIPT | STYLE | COMMENT;

/// A run with any of these flags is not visible.
pub const INVISIBLE: u32 =
    CODE | HIDDEN | ARIA_HIDDEN | DISPLAY_NONE | DIALOG | TEMPLATE | FALLBACK | HEAD;

/// The flags by name, for Python.
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

/// The flags of a tag without its attributes.
pub fn of_tag(tag: Tag, namespace: Namespace) -> u32 {
    match namespace {
        Namespace::Svg => match tag {
            Tag::TITLE | Tag::DESC | Tag::METADATA => SVG | FALLBACK,
            Tag::SCRIPT => SVG | SCRIPT,
            Tag::STYLE => SVG | STYLE,
            _ => SVG,
        },
        Namespace::MathMl => match tag {
            Tag::ANNOTATION | Tag::ANNOTATION_XML => MATH | FALLBACK,
            _ => MATH,
        },
        // A table is faster than a `match` here: the branch of each element would be hard to
        // predict.
        Namespace::Html => HTML_FLAGS.get(tag.0 as usize).copied().unwrap_or(0),
    }
}

static HTML_FLAGS: [u32; TAG_NAMES.len()] = {
    let mut flags = [0; TAG_NAMES.len()];
    let sets: [(u32, &[Tag]); 8] = [
        (PRE, &[Tag::PRE, Tag::TEXTAREA, Tag::LISTING, Tag::XMP, Tag::PLAINTEXT]),
        (SCRIPT, &[Tag::SCRIPT]),
        (STYLE, &[Tag::STYLE]),
        (HEAD, &[Tag::HEAD, Tag::TITLE]),
        (NOSCRIPT, &[Tag::NOSCRIPT]),
        (DIALOG, &[Tag::DIALOG]),
        (TEMPLATE, &[Tag::TEMPLATE]),
        (FALLBACK, FALLBACKS),
    ];
    let mut s = 0;
    while s < sets.len() {
        let mut i = 0;
        while i < sets[s].1.len() {
            flags[sets[s].1[i].0 as usize] = sets[s].0;
            i += 1;
        }
        s += 1;
    }
    flags
};

const FALLBACKS: &[Tag] = &[
    Tag::IFRAME,
    Tag::NOEMBED,
    Tag::NOFRAMES,
    Tag::OBJECT,
    Tag::VIDEO,
    Tag::AUDIO,
    Tag::CANVAS,
    Tag::DATALIST,
];

/// The attributes that can change flags, one bit each. Other tags need no further check.
pub const FLAG_ATTRIBUTES: u64 = bit(Attribute::HREF)
    | bit(Attribute::HIDDEN)
    | bit(Attribute::ARIA_HIDDEN)
    | bit(Attribute::STYLE)
    | bit(Attribute::OPEN)
    | bit(Attribute::CLASSID)
    | bit(Attribute::DATA)
    | bit(Attribute::SHADOWROOTMODE);

pub const fn bit(name: Attribute) -> u64 {
    1 << name.0
}

/// The flags that an attribute adds. `flags_removed_by` has those that it removes.
pub fn of_attribute(tag: Tag, name: Attribute, value: &str) -> u32 {
    if matches!(tag, Tag::HTML | Tag::BODY) {
        // Scripts usually unhide the whole page after it has loaded.
        return 0;
    }
    match name {
        Attribute::HREF if tag == Tag::A => LINK,
        Attribute::HIDDEN => HIDDEN,
        Attribute::ARIA_HIDDEN if value.eq_ignore_ascii_case("true") => ARIA_HIDDEN,
        Attribute::STYLE if style_hides(value) => DISPLAY_NONE,
        _ => 0,
    }
}

/// The flags that an attribute removes. `<dialog open>` is visible, a declarative shadow root is
/// part of the page, and an object for an obsolete plugin displays its fallback content.
pub fn flags_removed_by(tag: Tag, name: Attribute, value: &str) -> u32 {
    match name {
        Attribute::CLASSID if tag == Tag::OBJECT => FALLBACK,
        Attribute::TYPE if tag == Tag::OBJECT && is_for_plugin(value) => FALLBACK,
        Attribute::OPEN => DIALOG,
        Attribute::SHADOWROOTMODE => TEMPLATE,
        _ => 0,
    }
}

fn is_for_plugin(media_type: &str) -> bool {
    let plugin = "application/x-";
    media_type.get(..plugin.len()).is_some_and(|start| start.eq_ignore_ascii_case(plugin))
}

/// Whether a style attribute sets `display: none` or `visibility: hidden`.
fn style_hides(style: &str) -> bool {
    // Most styles are short or only set sizes and colours.
    if style.len() < "display:none".len() || memchr2(b'd', b'D', style.as_bytes()).is_none() {
        return false;
    }
    // As in CSS, the last declaration counts.
    let last = |name: &str| {
        let mut declarations = style.rsplit(';').filter_map(|each| each.split_once(':'));
        let found = declarations.find(|(property, _)| property.trim().eq_ignore_ascii_case(name));
        found.and_then(|(_, value)| value.trim().split(['!', ' ']).next())
    };
    last("display").is_some_and(|value| value.eq_ignore_ascii_case("none"))
        || last("visibility").is_some_and(|value| value.eq_ignore_ascii_case("hidden"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_declaration_counts() {
        for style in ["display:none", "color:red; DISPLAY : None!important", "visibility: hidden;"]
        {
            assert!(style_hides(style), "{style}");
        }
        for style in ["display:none;display:block", "display: flex", "background: none", ""] {
            assert!(!style_hides(style), "{style}");
        }
    }
}
