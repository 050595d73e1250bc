//! Short texts of nodes, and the check whether a node belongs to other content.

use super::authors::{is_job_title, is_opening};
use super::text::is_mark;
use crate::html::names::{Attribute, Tag};
use crate::page::Page;
use crate::page::class_words::ClassWords;
use crate::page::flags::{CODE, LINK, SPACE};

/// The text inside a node, hidden or not; `None` if it is blank or longer than `max` bytes. Unlike
/// `Page::text_of` it stops at `max`, so that nested nodes stay cheap.
pub fn short_text(page: &Page, node: usize, max: usize) -> Option<String> {
    let mut text = String::new();
    for (run, apart) in runs_inside(page, node) {
        if text.len() > max {
            break;
        }
        push(&mut text, page.run_text(run), apart);
    }
    (!text.is_empty() && text.len() <= max).then_some(text)
}

/// The same for bylines: separates a name from a following job title even without a space, and
/// drops the job title and the text after it.
pub fn short_byline(page: &Page, node: usize, max: usize) -> Option<String> {
    let mut text = String::new();
    let mut last = None;
    for (run, apart) in runs_inside(page, node) {
        let next = page.run_text(run);
        if text.len() > max || (is_job_title(next) && is_named(&text)) {
            break;
        }
        if last.is_some_and(|last| are_two_names(page, last, run)) {
            text.truncate(text.trim_end_matches(is_mark).len());
            text.push(';');
        }
        let glued = text.ends_with(char::is_lowercase) && next.starts_with(char::is_uppercase);
        let apart = apart || glued || text.ends_with(';');
        push(&mut text, next, apart);
        // A bar or a comma may separate two names.
        last = if next.chars().all(is_mark) { last } else { Some(run) };
    }
    (!text.is_empty() && text.len() <= max).then_some(text)
}

/// Whether a byline has more than its opening.
fn is_named(text: &str) -> bool {
    !text.is_empty() && !is_opening(text, "")
}

/// Whether two runs are the names of two people: both are links, or both are elements of one kind
/// beside each other.
fn are_two_names(page: &Page, run: usize, next: usize) -> bool {
    let node = |run: usize| page.runs.node[run] as usize;
    let linked = |run: usize| page.runs.flags[run] & LINK != 0;
    let is_name = |run: usize| is_full_name(page.run_text(run));
    let like = (linked(run) && linked(next)) || are_beside(page, node(run), node(next));
    node(run) != node(next) && like && is_name(run) && is_name(next)
}

/// Whether a text is two to four words with capitals, and not a sentence.
pub fn is_full_name(text: &str) -> bool {
    let is_end = |word: &str| word.len() > 3 && word.ends_with(['.', '!', '?', ':']);
    let capital = |word: &str| word.starts_with(char::is_uppercase) && !is_end(word);
    (2..=4).contains(&text.split(' ').count()) && text.split(' ').all(capital)
}

/// Whether two elements have the same tag and class, and the same parent or grandparent.
pub fn are_beside(page: &Page, node: usize, other: usize) -> bool {
    let parent = |node: usize| page.nodes.parent[node];
    let grandparent = |node: usize| page.nodes.parent[parent(node).max(0) as usize];
    let class = |node: usize| page.attribute(node, Attribute::CLASS);
    page.tag(node) == page.tag(other)
        && class(node) == class(other)
        && (parent(node) == parent(other) || grandparent(node) == grandparent(other))
}

/// The runs inside a node, each with whether a space or a block boundary precedes it.
pub fn runs_inside(page: &Page, node: usize) -> impl Iterator<Item = (usize, bool)> {
    let inside = node as i32..page.subtree_end(node) as i32;
    let first = page.runs.opened.partition_point(|&opened| opened <= node as i32);
    let runs =
        (first..page.run_count()).take_while(move |&run| inside.contains(&page.runs.node[run]));
    runs.filter(|&run| page.runs.flags[run] & CODE == 0).map(|run| {
        let block = |run: usize| page.runs.block[run];
        (run, page.runs.flags[run] & SPACE != 0 || block(run) != block(run.max(1) - 1))
    })
}

fn push(text: &mut String, next: &str, apart: bool) {
    if apart && !text.is_empty() {
        text.push(' ');
    }
    text.push_str(next);
}

/// The raw text of a script.
pub fn script_text(page: &Page, node: usize) -> &str {
    let first = page.runs.opened.partition_point(|&opened| opened <= node as i32);
    match page.runs.node.get(first) {
        Some(&found) if found == node as i32 => page.run_text(first),
        _ => "",
    }
}

/// Class words of boilerplate: navigation, related articles, comments, sidebars and footers.
static BOILERPLATE_CLASSES: ClassWords = ClassWords::new(&[
    "comment", "comments", "commentlist", "disqus", "footer", "menu", "nav", "navbar", "popular",
    "recommended", "related", "reviews", "sidebar", "testimonial", "testimonials", "trending",
]);

/// Whether a node is inside navigation, an aside, a footer or a comment.
pub fn is_in_boilerplate(page: &Page, node: usize) -> bool {
    page.ancestors(node).any(|node| match page.tag(node) {
        Tag::HTML | Tag::BODY | Tag::MAIN | Tag::ARTICLE => false,
        // `with-sidebar` around most of the page describes its layout.
        _ if is_most_of_page(page, node) => false,
        Tag::NAV | Tag::ASIDE | Tag::FOOTER => true,
        _ => page.node_attributes(node).any(|(name, value)| match name {
            Attribute::CLASS | Attribute::ID => BOILERPLATE_CLASSES.find(value).is_some(),
            // An article may be a review, but reviews in microdata belong to other people.
            Attribute::ITEMPROP => matches!(value, "comment" | "review" | "reviews"),
            _ => false,
        }),
    })
}

fn is_most_of_page(page: &Page, node: usize) -> bool {
    (page.subtree_end(node) - node) * 2 > page.nodes.tag.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;

    #[test]
    fn texts_beyond_the_limit_are_none() {
        let page = Page::parse("<p>one <b>two</b></p><p>three", Limits::default());
        let node = |tag| (0..page.nodes.tag.len()).find(|&n| page.tag(n) == tag).unwrap();
        assert_eq!(short_text(&page, node(Tag::P), 20).as_deref(), Some("one two"));
        assert_eq!(short_text(&page, node(Tag::BODY), 20).as_deref(), Some("one two three"));
        assert_eq!(short_text(&page, node(Tag::BODY), 5), None);
    }

    #[test]
    fn bylines_end_before_the_job_title() {
        for (html, byline) in [
            ("<i><b>Ann Lee</b><u>Founder at Oaks</u></i>", "Ann Lee"),
            ("<i><b>Ann Lee</b> <u>Head Gardener</u><u>Oaks</u></i>", "Ann Lee"),
            ("<i><b>Ann</b><u>Lee</u></i>", "Ann Lee"),
            ("<i><b>A</b>nn Lee</i>", "Ann Lee"),
            ("<i><a href=/a>Ann Lee</a> <a href=/b>Bo Ek</a></i>", "Ann Lee; Bo Ek"),
            ("<i><a href=/a>Ann Lee</a> | <a href=/b>Bo Ek</a></i>", "Ann Lee; Bo Ek"),
            ("<i><u>Ann Lee</u> <u>Bo Ek</u></i>", "Ann Lee; Bo Ek"),
            ("<i><b>Ann Lee</b> <u>Acme Oaks</u></i>", "Ann Lee Acme Oaks"),
            ("<i><b>By</b><u>Editor Ann Lee</u></i>", "By Editor Ann Lee"),
            ("<i><b>3 May</b> <u>Dr. Lee</u></i>", "3 May Dr. Lee"),
        ] {
            let page = Page::parse(html, Limits::default());
            let node = (0..page.nodes.tag.len()).find(|&n| page.tag(n) == Tag::I).unwrap();
            assert_eq!(short_byline(&page, node, 40).as_deref(), Some(byline), "{html}");
        }
    }

    #[test]
    fn comments_are_other_content() {
        let html = "<article><p>a<p><p></article><div class=comment-list><i>b</i></div>";
        let page = Page::parse(html, Limits::default());
        let node = |tag| (0..page.nodes.tag.len()).find(|&n| page.tag(n) == tag).unwrap();
        assert!(!is_in_boilerplate(&page, node(Tag::P)));
        assert!(is_in_boilerplate(&page, node(Tag::I)));
    }
}
