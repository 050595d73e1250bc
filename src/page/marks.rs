//! What tags and attributes make of the text inside: the flags of a node by itself.

use crate::html::names::{Attribute, TAG_NAMES, Tag};
use crate::html::tree::Namespace;
use crate::page::flags;
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
        // A table, not a `match`: it is asked for every element, and the answer is hard to guess.
        Namespace::Html => HTML_MARKS.get(tag.0 as usize).copied().unwrap_or(0),
    }
}

static HTML_MARKS: [u32; TAG_NAMES.len()] = {
    let mut marks = [0; TAG_NAMES.len()];
    let sets: [(u32, &[Tag]); 8] = [
        (flags::PRE, &[Tag::PRE, Tag::TEXTAREA, Tag::LISTING, Tag::XMP, Tag::PLAINTEXT]),
        (flags::SCRIPT, &[Tag::SCRIPT]),
        (flags::STYLE, &[Tag::STYLE]),
        (flags::HEAD, &[Tag::HEAD, Tag::TITLE]),
        (flags::NOSCRIPT, &[Tag::NOSCRIPT]),
        (flags::DIALOG, &[Tag::DIALOG]),
        (flags::TEMPLATE, &[Tag::TEMPLATE]),
        (flags::FALLBACK, FALLBACKS),
    ];
    let mut s = 0;
    while s < sets.len() {
        let mut i = 0;
        while i < sets[s].1.len() {
            marks[sets[s].1[i].0 as usize] = sets[s].0;
            i += 1;
        }
        s += 1;
    }
    marks
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

/// The attributes that can change a mark, one bit each: tags without them need no second look.
pub const MARKING: u64 = bit(Attribute::HREF)
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

/// What one attribute adds. Some tags mark their element, too, and lose the mark to an attribute:
/// see `lifted_by`.
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

/// The mark that an attribute takes off its element: `<dialog open>` is shown, a declarative shadow
/// root is part of the page, and an object for a plugin, which no browser has any more, shows what
/// is inside it.
pub fn lifted_by(tag: Tag, name: Attribute, value: &str) -> u32 {
    match name {
        Attribute::CLASSID if tag == Tag::OBJECT => flags::FALLBACK,
        Attribute::TYPE if tag == Tag::OBJECT && is_for_plugin(value) => flags::FALLBACK,
        Attribute::OPEN => flags::DIALOG,
        Attribute::SHADOWROOTMODE => flags::TEMPLATE,
        _ => 0,
    }
}

fn is_for_plugin(media_type: &str) -> bool {
    let plugin = "application/x-";
    media_type.get(..plugin.len()).is_some_and(|start| start.eq_ignore_ascii_case(plugin))
}

/// Whether a style attribute says `display: none` or `visibility: hidden`.
fn style_hides(style: &str) -> bool {
    // Most styles are short or only about size and colour.
    if style.len() < "display:none".len() || memchr2(b'd', b'D', style.as_bytes()).is_none() {
        return false;
    }
    // As everywhere in CSS, the last declaration counts.
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
    fn the_last_declaration_hides_or_shows() {
        for style in ["display:none", "color:red; DISPLAY : None!important", "visibility: hidden;"]
        {
            assert!(style_hides(style), "{style}");
        }
        for style in ["display:none;display:block", "display: flex", "background: none", ""] {
            assert!(!style_hides(style), "{style}");
        }
    }
}
