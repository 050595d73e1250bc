//! Which elements are written, and under what name.
//!
//! Browsers define new elements without a hyphen, so that a name that is neither known here nor has
//! one is never written.

use crate::html::names::{TAG_NAMES, Tag};
use crate::html::tree::{Item, Kind, Namespace, Tree};
use crate::page::flags;

/// Longer names are machine-made.
const MAX_NAME: usize = 64;

/// The name to write; `None` for an element that is left out with all that is in it.
pub fn written_name<'a>(tree: &'a Tree, item: &Item) -> Option<&'a str> {
    let other = (item.tag.0 as usize).checked_sub(TAG_NAMES.len());
    let name = match (item.tag.known_name(), other) {
        (Some(name), _) => name,
        (None, Some(number)) => tree.other_names.get(number).map_or("", String::as_str),
        (None, None) => "",
    };
    match item.kind {
        Kind::Element(Namespace::Html) if other.is_some() => other_html(name),
        Kind::Element(Namespace::Html) => known_html(item, name),
        Kind::Element(Namespace::Svg) => svg(name),
        Kind::Element(Namespace::MathMl) => mathml(name),
        Kind::Text(_) | Kind::Comment => None,
    }
}

fn known_html<'a>(item: &Item, name: &'a str) -> Option<&'a str> {
    match item.tag {
        // What runs, loads, moves the page elsewhere or is a document of its own.
        Tag::SCRIPT
        | Tag::IFRAME
        | Tag::FRAME
        | Tag::FRAMESET
        | Tag::EMBED
        | Tag::BASE
        | Tag::BASEFONT
        | Tag::BGSOUND
        | Tag::LINK
        | Tag::META
        | Tag::AUDIO
        | Tag::VIDEO
        | Tag::SOURCE
        | Tag::TRACK
        | Tag::PARAM
        | Tag::AREA
        | Tag::KEYGEN => None,
        // Raw text that no browser shows.
        Tag::TITLE | Tag::NOEMBED | Tag::NOFRAMES => None,
        // Without attributes that load anything, they show what is inside, as they do anywhere now
        // that browsers have no plugins.
        Tag::OBJECT if item.flags & flags::FALLBACK != 0 => None,
        // What an `object` is called would be a name of the document itself: it could stand in the way
        // of whoever reads it.
        Tag::OBJECT | Tag::APPLET => Some("span"),
        // A declarative shadow root is part of the page.
        Tag::TEMPLATE if item.flags & flags::TEMPLATE != 0 => None,
        Tag::TEMPLATE => Some("span"),
        Tag::XMP | Tag::LISTING | Tag::PLAINTEXT => Some("pre"),
        // Raw text to a browser that runs scripts; `inline` to one that does not.
        Tag::NOSCRIPT => Some("span"),
        // Browsers fill them with copies of other elements.
        Tag::SELECTEDCONTENT | Tag::SLOT => Some("span"),
        // Those of the document are written elsewhere.
        Tag::HTML | Tag::HEAD | Tag::BODY => Some("span"),
        // Names of SVG and MathML in HTML are those of elements nested too deep.
        tag if tag >= Tag::SVG => Some("span"),
        _ => Some(name),
    }
}

fn other_html(name: &str) -> Option<&str> {
    match name {
        "portal" | "fencedframe" => None,
        _ if is_custom(name) => Some(name),
        _ => Some("span"),
    }
}

fn is_custom(name: &str) -> bool {
    name.len() <= MAX_NAME
        && name.contains('-')
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// Shapes and texts, and what holds them together.
fn svg(name: &str) -> Option<&str> {
    match name {
        "svg" | "g" | "path" | "circle" | "ellipse" | "rect" | "line" | "polyline" | "polygon"
        | "text" | "tspan" => Some(name),
        "a" | "switch" => Some("g"),
        _ => None,
    }
}

/// MathML Core without what refers to anything or holds other markup.
fn mathml(name: &str) -> Option<&str> {
    match name {
        "math" | "mrow" | "mi" | "mo" | "mn" | "ms" | "mtext" | "mfrac" | "msqrt" | "mroot"
        | "mstyle" | "merror" | "mpadded" | "mphantom" | "msub" | "msup" | "msubsup" | "munder"
        | "mover" | "munderover" | "mmultiscripts" | "mprescripts" | "none" | "mtable" | "mtr"
        | "mtd" | "mspace" | "mfenced" | "menclose" | "semantics" => Some(name),
        "maction" => Some("mrow"),
        _ => None,
    }
}

/// Controls are shown as they are, and can be neither filled in nor pressed.
pub fn is_control(tag: Tag) -> bool {
    matches!(tag, Tag::INPUT | Tag::BUTTON | Tag::SELECT | Tag::TEXTAREA)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_or_custom() {
        assert_eq!(other_html("x-card"), Some("x-card"));
        for name in ["permission", "o:p", "x-é", "x-\"", "-x", "x-Y", ""] {
            assert_eq!(other_html(name), Some("span"), "{name}");
        }
        assert_eq!(other_html("portal"), None);
    }

    #[test]
    fn foreign_elements_that_refer_or_hold_markup_are_left_out() {
        for name in ["use", "image", "foreignobject", "animate", "set", "style", "script", "title"]
        {
            assert_eq!(svg(name), None, "{name}");
        }
        for name in ["annotation-xml", "annotation", "mglyph", "style", "malignmark"] {
            assert_eq!(mathml(name), None, "{name}");
        }
    }
}
