//! Which attributes are written: those that say how something looks, or what it is.

use super::escape::push_escaped;
use crate::html::character_data::decode_attribute;
use crate::html::names::Tag;
use crate::html::tokenizer::{RawAttribute, Tokenizer};

/// Longer values are left out; so are larger pictures.
const MAX_VALUE: usize = 100_000;
/// `aria-…` attributes of one element.
const MAX_ARIA: u32 = 16;

/// In order, so that names are found by halving.
const WRITTEN: &[&str] = &[
    "align", "alt", "bgcolor", "border", "cellpadding", "cellspacing", "checked", "class", "clear",
    "clip-rule", "color", "cols", "colspan", "cx", "cy", "d", "dir", "display", "dx", "dy", "face",
    "fill", "fill-opacity", "fill-rule", "font-family", "font-size", "font-weight", "height",
    "hidden", "hspace", "id", "label", "lang", "linethickness", "mathvariant", "max", "media",
    "min", "multiple", "noshade", "nowrap", "opacity", "open", "placeholder", "points",
    "preserveaspectratio", "r", "reversed", "role", "rows", "rowspan", "rx", "ry", "selected",
    "size", "span", "src", "start", "stroke", "stroke-linecap", "stroke-linejoin",
    "stroke-opacity", "stroke-width", "style", "text", "text-anchor", "title", "transform", "type",
    "valign", "value", "viewbox", "vspace", "width", "x", "x1", "x2", "y", "y1", "y2",
];

const _: () = assert!(WRITTEN.len() <= 128);

const PICTURES: &[&str] = &["png", "jpeg", "jpg", "gif", "webp", "avif", "bmp", "x-icon"];

/// Reads the attributes of tags a second time and writes the harmless ones.
pub struct Attributes<'a> {
    tokens: Tokenizer<'a>,
    /// Bytes of tags that may still be read: formatting elements are repeated in every block, and
    /// their attributes could make a long page out of a short one.
    budget: usize,
}

/// What an element's attributes have been so far.
#[derive(Default)]
struct Seen {
    names: u128,
    aria: u32,
    href: bool,
}

impl<'a> Attributes<'a> {
    pub fn new(source: &'a str) -> Self {
        let budget = 2 * source.len();
        Attributes { tokens: Tokenizer::with_all_attributes(source), budget }
    }

    /// Writes the attributes of an element, which stand `from` these places on. Of each name the
    /// first one counts.
    pub fn write(&mut self, out: &mut String, tag: Tag, from: impl Iterator<Item = u32>) {
        let mut seen = Seen::default();
        for start in from.filter(|&start| start > 0) {
            if self.budget == 0 {
                return;
            }
            let read = self.tokens.attributes_at(start as usize);
            self.budget = self.budget.saturating_sub(read);
            for attribute in &self.tokens.tag.attributes {
                write_one(out, self.tokens.source, attribute, tag, &mut seen);
            }
        }
        if seen.href && tag == Tag::A {
            out.push_str(" data-link");
        }
    }
}

fn write_one(out: &mut String, source: &str, given: &RawAttribute, tag: Tag, seen: &mut Seen) {
    let mut buffer = [0; 32];
    let Some(name) = lower(given.name.of(source), &mut buffer) else { return };
    if let Ok(number) = WRITTEN.binary_search(&name) {
        if seen.names & 1 << number != 0 {
            return;
        }
        seen.names |= 1 << number;
    } else if is_aria(name) && seen.aria < MAX_ARIA {
        seen.aria += 1;
    } else {
        seen.href |= name == "href";
        return;
    }
    let raw = given.value.of(source);
    if raw.len() > MAX_VALUE {
        return;
    }
    let value = decode_attribute(raw);
    if !is_harmless(tag, name, &value) {
        return;
    }
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    push_escaped(out, &value);
    out.push('"');
}

/// The name in lower case; `None` for one that is longer than any that is written.
fn lower<'a>(name: &str, buffer: &'a mut [u8; 32]) -> Option<&'a str> {
    let lower = buffer.get_mut(..name.len())?;
    lower.copy_from_slice(name.as_bytes());
    lower.make_ascii_lowercase();
    std::str::from_utf8(lower).ok()
}

fn is_aria(name: &str) -> bool {
    let rest = name.strip_prefix("aria-");
    rest.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_lowercase()))
}

fn is_harmless(tag: Tag, name: &str, value: &str) -> bool {
    match name {
        "src" => tag == Tag::IMG && is_picture(value),
        "type" => matches!(tag, Tag::LI | Tag::OL | Tag::UL | Tag::INPUT | Tag::STYLE),
        "media" => tag == Tag::STYLE,
        // They may name something to load.
        "fill" | "stroke" => !value.contains(['(', '\\']) || value.starts_with("rgb"),
        _ => true,
    }
}

/// A picture that is part of the page, of a kind that is nothing but a picture.
fn is_picture(address: &str) -> bool {
    let start = "data:image/";
    let Some(rest) = address.get(start.len()..) else { return false };
    let kind = rest.split([';', ',']).next().unwrap_or("");
    address.as_bytes()[..start.len()].eq_ignore_ascii_case(start.as_bytes())
        && PICTURES.iter().any(|known| kind.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order() {
        assert!(WRITTEN.is_sorted());
    }

    #[test]
    fn only_pictures_in_the_page_itself_are_shown() {
        for address in ["data:image/png;base64,iVBO", "DATA:image/GIF,x"] {
            assert!(is_picture(address), "{address}");
        }
        for address in
            ["", "x.png", "data:text/html,x", "data:image/svg+xml,<svg>", "data:image/", "data:é"]
        {
            assert!(!is_picture(address), "{address}");
        }
    }

    #[test]
    fn paint_names_no_address() {
        assert!(is_harmless(Tag::PATH, "fill", "rgb(1,2,3)"));
        assert!(!is_harmless(Tag::PATH, "fill", "url(http://x)"));
        assert!(!is_harmless(Tag::PATH, "stroke", "\\75rl(#a)"));
    }
}
