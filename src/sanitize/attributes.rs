//! The allowlist of attributes: those that describe an element or its appearance.

use super::escape::push_escaped;
use crate::html::character_data::decode_attribute;
use crate::html::names::Tag;
use crate::html::tokenizer::{RawAttribute, Tokenizer};

/// Longer values are dropped, and so are larger images.
const MAX_VALUE: usize = 100_000;
/// Limit of `aria-…` attributes of one element.
const MAX_ARIA: u32 = 16;

/// Sorted, for binary search.
const ALLOWED: &[&str] = &[
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

const _: () = assert!(ALLOWED.len() <= 128);

const IMAGE_TYPES: &[&str] = &["png", "jpeg", "jpg", "gif", "webp", "avif", "bmp", "x-icon"];

/// Reads the attributes of tags from the source again and writes the safe ones.
pub struct Attributes<'a> {
    tokens: Tokenizer<'a>,
    /// Bytes of tags that may still be read. Formatting elements are repeated in every block, so
    /// their attributes could inflate a page.
    budget: usize,
}

/// The attributes of an element so far.
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

    /// Writes the attributes of an element, which start at the positions `from`. The first
    /// attribute of each name counts.
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
    if let Ok(number) = ALLOWED.binary_search(&name) {
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
    if !is_safe(tag, name, &value) {
        return;
    }
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    push_escaped(out, &value);
    out.push('"');
}

/// The name in lower case; `None` if it is longer than any allowed name.
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

fn is_safe(tag: Tag, name: &str, value: &str) -> bool {
    match name {
        "src" => tag == Tag::IMG && is_embedded_image(value),
        "type" => matches!(tag, Tag::LI | Tag::OL | Tag::UL | Tag::INPUT | Tag::STYLE),
        "media" => tag == Tag::STYLE,
        // Paint values may contain a URL.
        "fill" | "stroke" => !value.contains(['(', '\\']) || value.starts_with("rgb"),
        _ => true,
    }
}

/// Whether a URL embeds an image of a type that contains no markup.
fn is_embedded_image(url: &str) -> bool {
    let start = "data:image/";
    let Some(rest) = url.get(start.len()..) else { return false };
    let kind = rest.split([';', ',']).next().unwrap_or("");
    url.as_bytes()[..start.len()].eq_ignore_ascii_case(start.as_bytes())
        && IMAGE_TYPES.iter().any(|known| kind.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allowed_names_are_sorted() {
        assert!(ALLOWED.is_sorted());
    }

    #[test]
    fn only_embedded_images_are_kept() {
        for url in ["data:image/png;base64,iVBO", "DATA:image/GIF,x"] {
            assert!(is_embedded_image(url), "{url}");
        }
        for url in
            ["", "x.png", "data:text/html,x", "data:image/svg+xml,<svg>", "data:image/", "data:é"]
        {
            assert!(!is_embedded_image(url), "{url}");
        }
    }

    #[test]
    fn paint_with_a_url_is_dropped() {
        assert!(is_safe(Tag::PATH, "fill", "rgb(1,2,3)"));
        assert!(!is_safe(Tag::PATH, "fill", "url(http://x)"));
        assert!(!is_safe(Tag::PATH, "stroke", "\\75rl(#a)"));
    }
}
