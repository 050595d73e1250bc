//! Names that tell elements apart, as numbers: `div`, `div#content`, `div.entry`.
//!
//! Digits in identifiers and classes count as one zero, however many there are: `post-1234` and
//! `post-99` are the same name on two pages of one site.

use crate::hash::mix_bytes;
use crate::html::names::Attribute;
use crate::page::Page;

/// Longer names are made by machines, and hardly the same on the next page.
const MAX_NAME: usize = 96;
const MAX_CLASSES: usize = 16;

/// The names of all elements, one element after the other.
#[derive(Debug, Default)]
pub struct Keys {
    /// Where each element's keys start, and where the last one's end.
    pub starts: Vec<i64>,
    /// Of an element first its tag, then its classes, then its identifier.
    pub keys: Vec<u64>,
}

pub fn keys(page: &Page) -> Keys {
    let nodes = page.nodes.tag.len();
    let mut found =
        Keys { starts: Vec::with_capacity(nodes + 1), keys: Vec::with_capacity(2 * nodes) };
    found.starts.push(0);
    for node in 0..nodes {
        let tag = mix_bytes(TAG, page.tag_name(node).as_bytes());
        found.keys.push(tag);
        if let Some(classes) = page.attribute(node, Attribute::CLASS) {
            let classes = classes.split_ascii_whitespace().take(MAX_CLASSES);
            found.keys.extend(classes.filter_map(|class| named(tag, CLASS, class)));
        }
        let identifier = page.attribute(node, Attribute::ID);
        found.keys.extend(identifier.and_then(|name| named(tag, ID, name.trim_ascii())));
        found.starts.push(found.keys.len() as i64);
    }
    found
}

/// The key of a name as it is written: a tag, and `#` with an identifier or `.` with a class.
pub fn key(name: &str) -> u64 {
    let end = name.find(['#', '.']).unwrap_or(name.len());
    let tag = mix_bytes(TAG, &name.as_bytes()[..end]);
    let kind = if name[end..].starts_with('#') { ID } else { CLASS };
    name.get(end + 1..).and_then(|rest| named(tag, kind, rest)).unwrap_or(tag)
}

const TAG: u64 = 1;
const ID: u64 = 2;
const CLASS: u64 = 3;

fn named(tag: u64, kind: u64, name: &str) -> Option<u64> {
    let mut folded = [0; MAX_NAME];
    let mut length = 0;
    let mut after_digit = false;
    for &byte in name.as_bytes() {
        let is_digit = byte.is_ascii_digit();
        if is_digit && after_digit {
            continue;
        }
        *folded.get_mut(length)? = if is_digit { b'0' } else { byte };
        length += 1;
        after_digit = is_digit;
    }
    (length > 0).then(|| mix_bytes(tag.rotate_left(kind as u32), &folded[..length]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;

    fn keys_of(html: &str, tag: &str) -> Vec<u64> {
        let page = Page::parse(html, Limits::default());
        let node = (0..page.nodes.tag.len()).find(|&node| page.tag_name(node) == tag).unwrap();
        let keys = keys(&page);
        keys.keys[keys.starts[node] as usize..keys.starts[node + 1] as usize].to_vec()
    }

    #[test]
    fn elements_have_the_keys_of_their_names() {
        let found = keys_of("<div class='a b' id=c>", "div");
        assert_eq!(found, ["div", "div.a", "div.b", "div#c"].map(key));
        assert_eq!(keys_of("<x-card class=a>", "x-card"), ["x-card", "x-card.a"].map(key));
        assert_ne!(key("div.a"), key("div#a"));
        assert_ne!(key("div.a"), key("p.a"));
    }

    #[test]
    fn digits_are_alike() {
        assert_eq!(key("div#post-12"), key("div#post-3456"));
        assert_eq!(key("div#post-12"), key("div#post-0"));
        assert_ne!(key("div#post-12"), key("div#post-"));
    }

    #[test]
    fn what_no_person_wrote_is_no_name() {
        let long = "x".repeat(MAX_NAME + 1);
        assert_eq!(keys_of(&format!("<div id={long}>"), "div"), [key("div")]);
        assert_eq!(keys_of("<div id='' class=' '>", "div"), [key("div")]);
        let many = (0..40).map(|i| format!("{}a", char::from(b'A' + i))).collect::<Vec<_>>();
        let found = keys_of(&format!("<div class='{}'>", many.join(" ")), "div");
        assert_eq!(found.len(), 1 + MAX_CLASSES);
    }

    #[test]
    fn any_text_has_a_key() {
        for name in ["", "#", ".", "div#", "é.é", "div.a#b", "#a"] {
            key(name);
        }
    }
}
