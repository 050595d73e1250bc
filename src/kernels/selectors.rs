//! Hashes of simple CSS selectors: `div`, `div#content`, `div.entry`.
//!
//! Digits in ids and classes are folded to one zero, so `post-1234` and `post-99`, on two pages of
//! one site, have the same hash.

use crate::hash::mix_bytes;
use crate::html::names::Attribute;
use crate::page::Page;

/// Longer names are generated and rarely recur on another page.
const MAX_NAME: usize = 96;
const MAX_CLASSES: usize = 16;

/// The selector hashes of all elements of a page.
#[derive(Debug, Default)]
pub struct SelectorHashes {
    /// Those of node i are `hashes[starts[i]..starts[i + 1]]`.
    pub starts: Vec<i64>,
    /// Of each element first its tag, then its classes, then its id.
    pub hashes: Vec<u64>,
}

pub fn selector_hashes(page: &Page) -> SelectorHashes {
    let nodes = page.nodes.tag.len();
    let mut found = SelectorHashes {
        starts: Vec::with_capacity(nodes + 1),
        hashes: Vec::with_capacity(2 * nodes),
    };
    found.starts.push(0);
    for node in 0..nodes {
        let tag = mix_bytes(TAG, page.tag_name(node).as_bytes());
        found.hashes.push(tag);
        if let Some(classes) = page.attribute(node, Attribute::CLASS) {
            let classes = classes.split_ascii_whitespace().take(MAX_CLASSES);
            found.hashes.extend(classes.filter_map(|class| hash_name(tag, CLASS, class)));
        }
        let id = page.attribute(node, Attribute::ID);
        found.hashes.extend(id.and_then(|name| hash_name(tag, ID, name.trim_ascii())));
        found.starts.push(found.hashes.len() as i64);
    }
    found
}

/// Hashes a selector: a tag, then `#` and an id or `.` and a class.
pub fn selector_hash(name: &str) -> u64 {
    let end = name.find(['#', '.']).unwrap_or(name.len());
    let tag = mix_bytes(TAG, &name.as_bytes()[..end]);
    let kind = if name[end..].starts_with('#') { ID } else { CLASS };
    name.get(end + 1..).and_then(|rest| hash_name(tag, kind, rest)).unwrap_or(tag)
}

const TAG: u64 = 1;
const ID: u64 = 2;
const CLASS: u64 = 3;

fn hash_name(tag: u64, kind: u64, name: &str) -> Option<u64> {
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

    fn hashes_of(html: &str, tag: &str) -> Vec<u64> {
        let page = Page::parse(html, Limits::default());
        let node = (0..page.nodes.tag.len()).find(|&node| page.tag_name(node) == tag).unwrap();
        let found = selector_hashes(&page);
        found.hashes[found.starts[node] as usize..found.starts[node + 1] as usize].to_vec()
    }

    #[test]
    fn elements_have_the_hashes_of_their_selectors() {
        let found = hashes_of("<div class='a b' id=c>", "div");
        assert_eq!(found, ["div", "div.a", "div.b", "div#c"].map(selector_hash));
        assert_eq!(
            hashes_of("<x-card class=a>", "x-card"),
            ["x-card", "x-card.a"].map(selector_hash)
        );
        assert_ne!(selector_hash("div.a"), selector_hash("div#a"));
        assert_ne!(selector_hash("div.a"), selector_hash("p.a"));
    }

    #[test]
    fn numbers_are_folded() {
        assert_eq!(selector_hash("div#post-12"), selector_hash("div#post-3456"));
        assert_eq!(selector_hash("div#post-12"), selector_hash("div#post-0"));
        assert_ne!(selector_hash("div#post-12"), selector_hash("div#post-"));
    }

    #[test]
    fn generated_names_are_skipped() {
        let long = "x".repeat(MAX_NAME + 1);
        assert_eq!(hashes_of(&format!("<div id={long}>"), "div"), [selector_hash("div")]);
        assert_eq!(hashes_of("<div id='' class=' '>", "div"), [selector_hash("div")]);
        let many = (0..40).map(|i| format!("{}a", char::from(b'A' + i))).collect::<Vec<_>>();
        let found = hashes_of(&format!("<div class='{}'>", many.join(" ")), "div");
        assert_eq!(found.len(), 1 + MAX_CLASSES);
    }

    #[test]
    fn any_text_has_a_hash() {
        for name in ["", "#", ".", "div#", "é.é", "div.a#b", "#a"] {
            selector_hash(name);
        }
    }
}
