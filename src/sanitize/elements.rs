//! The allowlist of elements, and the names under which they are written.
//!
//! Browsers may define new elements without a hyphen, so unknown names without a hyphen are never
//! written.

use crate::html::names::{TAG_NAMES, Tag};
use crate::html::tree::{Item, Kind, Namespace, Tree};
use crate::page::flags;

/// Longer names are generated.
const MAX_NAME: usize = 64;

/// The name to write; `None` if the element is dropped with its content.
pub fn output_name<'a>(tree: &'a Tree, item: &Item) -> Option<&'a str> {
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
        // Elements that run or load something, navigate, or embed another document.
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
        // Raw text that browsers do not display.
        Tag::TITLE | Tag::NOEMBED | Tag::NOFRAMES => None,
        // Other objects display their fallback content, since browsers have no plugins any more.
        Tag::OBJECT if item.flags & flags::FALLBACK != 0 => None,
        // The name of an `object` becomes a property of the document, which could shadow properties
        // that scripts read.
        Tag::OBJECT | Tag::APPLET => Some("span"),
        // A declarative shadow root is part of the page.
        Tag::TEMPLATE if item.flags & flags::TEMPLATE != 0 => None,
        Tag::TEMPLATE => Some("span"),
        Tag::XMP | Tag::LISTING | Tag::PLAINTEXT => Some("pre"),
        // Browsers read it as raw text if scripts are enabled.
        Tag::NOSCRIPT => Some("span"),
        // Browsers fill these with copies of other elements.
        Tag::SELECTEDCONTENT | Tag::SLOT => Some("span"),
        // The elements of the document itself are written elsewhere.
        Tag::HTML | Tag::HEAD | Tag::BODY => Some("span"),
        // SVG and MathML names in the HTML namespace come from elements that nest too deep.
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

/// SVG: shapes, texts and groups.
fn svg(name: &str) -> Option<&str> {
    match name {
        "svg" | "g" | "path" | "circle" | "ellipse" | "rect" | "line" | "polyline" | "polygon"
        | "text" | "tspan" => Some(name),
        "a" | "switch" => Some("g"),
        _ => None,
    }
}

/// MathML Core without elements that refer to something or contain other markup.
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

/// Whether the element is a control, which is written as disabled.
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
    fn foreign_elements_with_references_or_markup_are_dropped() {
        for name in ["use", "image", "foreignobject", "animate", "set", "style", "script", "title"]
        {
            assert_eq!(svg(name), None, "{name}");
        }
        for name in ["annotation-xml", "annotation", "mglyph", "style", "malignmark"] {
            assert_eq!(mathml(name), None, "{name}");
        }
    }
}
