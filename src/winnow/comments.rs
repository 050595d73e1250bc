//! What readers wrote below a text, and buyers of a product: where it stands, and whether it is
//! kept.

use super::Read;
use super::decide::Fate;
use crate::html::names::{Attribute, Tag};
use crate::metadata::tokens::Tokens;
use crate::page::Page;
use crate::winnow::features;

static COMMENTS: Tokens =
    Tokens::new(&["comment", "comments", "commentlist", "disqus", "respond", "discussion"]);
static REVIEWS: Tokens = Tokens::new(&["review", "reviews", "testimonial", "testimonials"]);

/// Comments go only where the rest is long enough to be what the page is about.
const MIN_WORDS: u32 = 50;

/// What the model is so sure of stays, unless it was asked to go.
const SURE: f32 = 0.8;

/// A comment that reads like text has this many words, and less than this share of its characters
/// in links.
const TEXT_WORDS: f32 = 5.0;
const TEXT_LINKS: f32 = 0.35;

/// Which comments go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    All,
    /// Those that the model is not sure of.
    Unsure,
    /// The same, and reviews as well.
    UnsureWithReviews,
}

/// Parts of a page whose class or id names comments or, where wanted, reviews. Only elements that are asked about, and what
/// is around them, are read, each once.
struct Parts<'a> {
    page: &'a Page,
    with_reviews: bool,
    /// By node, whether it is in such a part.
    known: Vec<Option<bool>>,
    path: Vec<usize>,
}

impl Parts<'_> {
    fn of(page: &Page, with_reviews: bool) -> Parts<'_> {
        Parts { page, with_reviews, known: vec![None; page.nodes.tag.len()], path: Vec::new() }
    }

    fn hold(&mut self, node: usize) -> bool {
        let page = self.page;
        self.path.extend(page.ancestors(node).take_while(|&node| self.known[node].is_none()));
        while let Some(node) = self.path.pop() {
            let is_inside =
                page.parent(node).is_some_and(|parent| self.known[parent] == Some(true));
            self.known[node] = Some(is_inside || names_comments(page, node, self.with_reviews));
        }
        self.known[node] == Some(true)
    }
}

fn names_comments(page: &Page, node: usize, with_reviews: bool) -> bool {
    // The class of a whole page says whether it has comments.
    if matches!(page.tag(node), Tag::HTML | Tag::BODY) {
        return false;
    }
    let mut attributes = page.node_attributes(node);
    attributes.any(|(name, value)| {
        matches!(name, Attribute::CLASS | Attribute::ID)
            && (COMMENTS.find(value).is_some() || with_reviews && REVIEWS.find(value).is_some())
    })
}

/// Drops what is kept in comments, unless hardly anything else is kept.
pub fn drop_comments(read: &Read<'_>, which: Which, fates: &mut [Fate]) {
    let mut parts = Parts::of(read.analysis.page(), which == Which::UnsureWithReviews);
    let most = if which == Which::All { f32::INFINITY } else { SURE };
    let mut words_outside = 0;
    let mut comments = Vec::new();
    for (i, one) in read.shown().iter().enumerate().filter(|&(i, _)| fates[i] == Fate::Content) {
        if read.scores[i] < most && parts.hold(one.node) {
            comments.push(i);
        } else {
            words_outside += one.text.words;
        }
    }
    if words_outside >= MIN_WORDS {
        comments.into_iter().for_each(|i| fates[i] = Fate::DroppedComment);
    }
}

/// Keeps comments, as far as they read like text, of a page that has something to keep.
pub fn keep_comments(read: &Read<'_>, reads: &[bool], fates: &mut [Fate]) {
    if !fates.contains(&Fate::Content) {
        return;
    }
    let mut parts = Parts::of(read.analysis.page(), true);
    for ((one, fate), reads) in read.shown().iter().zip(fates).zip(reads) {
        if *fate == Fate::Boilerplate && *reads && parts.hold(one.node) {
            *fate = Fate::KeptComment;
        }
    }
}

/// Whether a block's inputs are those of text that somebody wrote.
pub fn reads_like_text(row: &[f32]) -> bool {
    const WORDS: usize = place_of("words");
    const LINKS: usize = place_of("link share");
    const FORM: usize = place_of("in form");
    const CONTROL: usize = place_of("in control");
    row[WORDS] >= TEXT_WORDS && row[LINKS] < TEXT_LINKS && row[FORM] + row[CONTROL] == 0.0
}

/// The place of an input by its name, which must be there.
const fn place_of(name: &str) -> usize {
    let mut place = 0;
    while !is_same(features::FEATURES[place].0.as_bytes(), name.as_bytes()) {
        place += 1;
    }
    place
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

#[cfg(test)]
mod tests {
    use super::super::tests::page;
    use super::*;

    fn held(html: &str) -> Vec<bool> {
        let page = page(html);
        let mut parts = Parts::of(&page, false);
        page.blocks.node.iter().map(|&node| parts.hold(node as usize)).collect()
    }

    #[test]
    fn classes_and_identifiers_name_comments() {
        for name in ["comments", "post-comment", "commentList", "disqus_thread", "Respond"] {
            let html = format!("<p>a<div class='x {name}'><p>b</div><p>c<div id={name}>d</div>");
            assert_eq!(held(&html), [false, true, false, true], "{name}");
        }
        for name in ["commentary", "nocomments", "responsive"] {
            assert_eq!(held(&format!("<div class={name}>a</div>")), [false], "{name}");
        }
    }

    #[test]
    fn the_class_of_the_page_names_no_part() {
        assert_eq!(held("<html class=comments><body class=comments-open><p>a"), [false]);
    }

    #[test]
    fn parts_in_parts_are_one() {
        let html = "<div class=comments><p>a<div class=comment>b</div><p>c</div><p>d";
        assert_eq!(held(html), [true, true, true, false]);
    }

    #[test]
    fn buttons_and_lists_of_links_do_not_read_like_text() {
        let html = "<p>one two three four five<p>one two three four\
            <p>one two <a href=x>three four five</a><form>one two three four five</form>";
        let page = page(html);
        let reads: Vec<bool> =
            features::blocks(&page, &[]).chunks(features::COUNT).map(reads_like_text).collect();
        assert_eq!(reads, [true, false, false, false]);
    }
}
