//! What tags and attributes make of the text inside: the flags of a node by itself.

use crate::flags;
use crate::names::{Attribute, Tag};
use crate::tree::Namespace;
use memchr::memchr2;

/// What a tag by itself makes of the text inside.
pub fn of_tag(tag: Tag, namespace: Namespace) -> u32 {
    match namespace {
        Namespace::Svg => match tag {
            Tag::TITLE | Tag::DESC | Tag::METADATA => flags::SVG | flags::FALLBACK,
            Tag::SCRIPT => flags::SVG | flags::SCRIPT,
            Tag::STYLE => flags::SVG | flags::STYLE,
            _ => flags::SVG,
        },
        Namespace::MathMl => match tag {
            Tag::ANNOTATION | Tag::ANNOTATION_XML => flags::MATH | flags::FALLBACK,
            _ => flags::MATH,
        },
        Namespace::Html => match tag {
            Tag::PRE | Tag::TEXTAREA | Tag::LISTING | Tag::XMP | Tag::PLAINTEXT => flags::PRE,
            Tag::SCRIPT => flags::SCRIPT,
            Tag::STYLE => flags::STYLE,
            Tag::HEAD | Tag::TITLE => flags::HEAD,
            Tag::NOSCRIPT => flags::NOSCRIPT,
            Tag::DIALOG => flags::DIALOG,
            Tag::TEMPLATE => flags::TEMPLATE,
            Tag::IFRAME
            | Tag::NOEMBED
            | Tag::NOFRAMES
            | Tag::OBJECT
            | Tag::APPLET
            | Tag::VIDEO
            | Tag::AUDIO
            | Tag::CANVAS
            | Tag::RP
            | Tag::DATALIST => flags::FALLBACK,
            _ => 0,
        },
    }
}

/// What one attribute adds. `dialog` and `template` are marked by their tag, and lose the mark to an
/// attribute that opens them: see `lifted_by`.
pub fn of_attribute(tag: Tag, name: Attribute, value: &str) -> u32 {
    if matches!(tag, Tag::HTML | Tag::BODY) {
        // Scripts take such marks off the whole page once it has loaded.
        return 0;
    }
    match name {
        Attribute::HREF if tag == Tag::A => flags::LINK,
        Attribute::HIDDEN => flags::HIDDEN,
        Attribute::ARIA_HIDDEN if value.eq_ignore_ascii_case("true") => flags::ARIA_HIDDEN,
        Attribute::STYLE if style_hides(value) => flags::DISPLAY_NONE,
        _ => 0,
    }
}

/// The mark that an attribute takes off its element: `<dialog open>` is shown, and a declarative
/// shadow root is part of the page.
pub fn lifted_by(name: Attribute) -> u32 {
    match name {
        Attribute::OPEN => flags::DIALOG,
        Attribute::SHADOWROOTMODE => flags::TEMPLATE,
        _ => 0,
    }
}

/// `display: none` or `visibility: hidden`, anywhere in a style attribute.
fn style_hides(style: &str) -> bool {
    // Most styles are short or only about size and colour.
    if style.len() < "display:none".len() || memchr2(b'd', b'D', style.as_bytes()).is_none() {
        return false;
    }
    style.split(';').any(|declaration| {
        let Some((property, value)) = declaration.split_once(':') else {
            return false;
        };
        let value = value.trim().split(['!', ' ']).next().unwrap_or("");
        let property = property.trim();
        (property.eq_ignore_ascii_case("display") && value.eq_ignore_ascii_case("none"))
            || (property.eq_ignore_ascii_case("visibility") && value.eq_ignore_ascii_case("hidden"))
    })
}
