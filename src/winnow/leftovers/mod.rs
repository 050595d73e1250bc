//! Drops what is left of the page's frame between kept blocks: labels of advertisements, controls,
//! newsletter forms, breadcrumbs, lists of links to other pages, details of forum members.
//!
//! A block is dropped if all it says is a known label (`wording/labels.txt`), or if its markup
//! names such a part. Code and the cells of data tables stay.

mod anchors;
mod labels;
mod parts;

use super::Scored;
use super::decide::Outcome;
use super::features::TextBlock;
use crate::html::names::{Attribute, Tag};
use crate::page::{Page, flags};
pub use anchors::is_heading_link;
use labels::{Label, find_label};
use parts::Parts;
pub use parts::names_cookies;

/// Why a block is left over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Leftover {
    Advertisement,
    Control,
    Newsletter,
    OtherPages,
    Breadcrumb,
    Weather,
    Member,
    CookieNotice,
}

impl Leftover {
    pub fn reason(self) -> &'static str {
        match self {
            Leftover::Advertisement => "label of an advertisement",
            Leftover::Control => "page control",
            Leftover::Newsletter => "newsletter form",
            Leftover::OtherPages => "links to other pages",
            Leftover::Breadcrumb => "breadcrumb",
            Leftover::Weather => "weather",
            Leftover::Member => "details of a forum member",
            Leftover::CookieNotice => "cookie notice",
        }
    }
}

/// If more than this share of the kept words is left over, it is the page's content.
const MAX_DROPPED: f32 = 0.5;
/// A list of links is dropped only beside this many words of other text.
const MIN_OTHER_WORDS: u32 = 100;
/// A link in a list has at least this share of its characters in links, and at most this many words.
const LINK_SHARE: f32 = 0.7;
const MAX_LINK_WORDS: u32 = 30;
/// The longest line of a weather report, in words.
const MAX_WEATHER_WORDS: u32 = 8;

/// What the rules depend on of the type of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageKind {
    /// Lists of links lead to other pages.
    Article,
    /// Posts have details of their members.
    Forum,
    Other,
}

/// Drops kept blocks that are left over.
pub fn drop_leftovers(scored: &Scored<'_>, page_kind: PageKind, outcomes: &mut [Outcome]) {
    let found = find_leftovers(scored, page_kind, outcomes);
    let words = |i: usize| scored.blocks()[i].text.words;
    let kept: u32 = (0..outcomes.len()).filter(|&i| outcomes[i].is_kept()).map(words).sum();
    let dropped: u32 = found.iter().map(|&(i, _)| words(i)).sum();
    if dropped as f32 <= MAX_DROPPED * kept as f32 {
        found.into_iter().for_each(|(i, kind)| outcomes[i] = Outcome::Leftover(kind));
    }
}

fn find_leftovers(
    scored: &Scored<'_>,
    page_kind: PageKind,
    outcomes: &[Outcome],
) -> Vec<(usize, Leftover)> {
    let is_forum = page_kind == PageKind::Forum;
    let (page, blocks) = (scored.analysis.page(), scored.blocks());
    let mut parts = Parts::of(page, is_forum);
    let mut found = Vec::new();
    let mut lists = Vec::new();
    for (i, block) in blocks.iter().enumerate().filter(|&(i, _)| outcomes[i].is_kept()) {
        if let Some(kind) = parts.kind(block.node) {
            // The member's name is kept or dropped by the model.
            let is_name = kind == Leftover::Member && block.link_share() >= LINK_SHARE;
            found.extend((!is_name).then_some((i, kind)));
            continue;
        }
        match find_label(page, block, is_forum) {
            Some(_) if is_data_cell(page, blocks, i) => {}
            Some(Label::Alone(kind)) => found.push((i, kind)),
            Some(Label::ListOf(kind)) => lists.push((i, kind)),
            None => {}
        }
    }
    for (label, kind) in lists {
        let list = list_after(scored, outcomes, label, kind);
        // On other pages the list may be what the page is for.
        if list.len() == 1 || page_kind == PageKind::Article {
            found.extend(list.into_iter().map(|i| (i, kind)));
        }
    }
    // A label may be in the list after another one.
    found.sort_unstable_by_key(|&(i, _)| i);
    found.dedup_by_key(|&mut (i, _)| i);
    found
}

/// The blocks of a labelled list with its label. None if text that is kept follows the label, for
/// then it is a heading of that text.
fn list_after(
    scored: &Scored<'_>,
    outcomes: &[Outcome],
    label: usize,
    kind: Leftover,
) -> Vec<usize> {
    let (page, blocks) = (scored.analysis.page(), scored.blocks());
    let belongs = |i: usize| match kind {
        Leftover::Weather => is_weather(page, &blocks[i]),
        _ => blocks[i].link_share() >= LINK_SHARE && blocks[i].text.words <= MAX_LINK_WORDS,
    };
    let is_kept = |i: usize| outcomes[i].is_kept();
    let next = (label + 1..blocks.len()).find(|&i| blocks[i].text.words > 0);
    let Some(next) = next.filter(|&next| is_kept(next)) else {
        // The model dropped the list, or there is none.
        return if kind == Leftover::Weather { Vec::new() } else { vec![label] };
    };
    let list: Vec<usize> = (next..blocks.len()).take_while(|&i| is_kept(i) && belongs(i)).collect();
    let other: u32 = (0..blocks.len())
        .filter(|&i| is_kept(i) && !belongs(i))
        .map(|i| blocks[i].text.words)
        .sum();
    if list.is_empty() || other < MIN_OTHER_WORDS {
        return Vec::new();
    }
    std::iter::once(label).chain(list).collect()
}

fn is_weather(page: &Page, block: &TextBlock) -> bool {
    block.text.words <= MAX_WEATHER_WORDS
        && block.runs(page).any(|run| page.run_text(run).contains('°'))
}

/// A table with a cell of this many words serves the layout of the page.
const LAYOUT_WORDS: u32 = 30;

/// Whether the block is in a table of data.
fn is_data_cell(page: &Page, blocks: &[TextBlock], i: usize) -> bool {
    let table = page.ancestors(blocks[i].node).find(|&node| page.tag(node) == Tag::TABLE);
    let Some(table) = table else { return false };
    if page.attribute(table, Attribute::ROLE) == Some("presentation") {
        return false;
    }
    if !has_neighbour_cells(page, blocks[i].node) {
        return false;
    }
    let end = page.subtree_end(table);
    let is_inside = |block: &&TextBlock| (table..end).contains(&block.node);
    let before = blocks[..i].iter().rev().take_while(is_inside);
    let after = blocks[i..].iter().take_while(is_inside);
    !before.chain(after).any(|block| block.text.words >= LAYOUT_WORDS)
}

/// Whether the row of the cell around a node has other cells.
fn has_neighbour_cells(page: &Page, node: usize) -> bool {
    let Some(row) = page.ancestors(node).find(|&node| page.tag(node) == Tag::TR) else {
        return true;
    };
    let mut child = row + 1;
    let mut cells = 0;
    while child < page.subtree_end(row) {
        cells += u32::from(matches!(page.tag(child), Tag::TD | Tag::TH));
        child = page.subtree_end(child);
    }
    cells > 1
}

/// Whether the block is code, whose words are the author's.
fn is_code(page: &Page, block: &TextBlock) -> bool {
    page.runs.flags[block.first_run] & flags::PRE != 0
}

/// Whether the block is a button or consists of links.
fn is_clickable(page: &Page, block: &TextBlock) -> bool {
    block.link_share() >= 0.6 || is_button(page, block)
}

/// Levels around a text where its button may be.
const BUTTON_LEVELS: usize = 4;

fn is_button(page: &Page, block: &TextBlock) -> bool {
    let node = page.runs.node[block.first_run] as usize;
    page.ancestors(node).take(BUTTON_LEVELS).any(|node| {
        page.tag(node) == Tag::BUTTON || page.attribute(node, Attribute::ROLE) == Some("button")
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{RULE, page, stump};
    use super::super::{Settings, Winnow};
    use crate::page::decision::Decision;
    use crate::winnow::features;
    use crate::winnow::features::page_row::PAGE_COUNT;
    use std::sync::Arc;

    /// A model that keeps every block, with the type of all pages.
    fn decide(html: &str, page_type: &str) -> (Vec<String>, Decision) {
        let first = stump(1, -1.0, features::COUNT);
        let second = stump(features::COUNT, -1.0, features::STAGE2_COUNT);
        let types = vec![(page_type.to_owned(), stump(0, -1.0, PAGE_COUNT))];
        let model = Winnow::new(first, second, &[], 0.0).unwrap().with_types(types).unwrap();
        let page = Arc::new(page(html));
        let settings = Settings { threshold: RULE, comments: None, title: None };
        let decision = Arc::new(model).decide(&page, settings);
        let dropped =
            (0..page.run_count()).filter(|&run| page.is_visible(run) && !decision.keep[run]);
        (dropped.map(|run| page.run_text(run).to_owned()).collect(), decision)
    }

    fn text() -> String {
        format!("<p>{}</p>", "word ".repeat(120))
    }

    fn dropped(html: &str) -> Vec<String> {
        decide(&format!("{}{html}{}", text(), text().replace("word", "other")), "article").0
    }

    fn dropped_from_forum(html: &str) -> Vec<String> {
        decide(&format!("{}{html}", text()), "forum").0
    }

    #[test]
    fn labels_of_advertisements_are_dropped() {
        for label in [
            "Advertisement",
            "Advertisement – article continues below",
            "广告",
            "HIRDETÉS",
            "Publicité",
            "PUBLICITE",
            "Werbung",
            "Реклама",
            "إعلان",
            "פרסומת",
            "광고",
            "Sponsored: Fine springs, posted the same day.",
        ] {
            assert_eq!(dropped(&format!("<div>{label}</div>")), [label]);
        }
    }

    #[test]
    fn controls_are_dropped() {
        for label in ["Skip to content", "Share this", "Loading…", "Click to enlarge", "続きを読む"]
        {
            assert_eq!(dropped(&format!("<div>{label}</div>")), [label]);
        }
        assert_eq!(dropped("<p>Print this page | Share on Facebook | Read more"), {
            ["Print this page | Share on Facebook | Read more"]
        });
    }

    #[test]
    fn ambiguous_controls_are_dropped_only_if_they_can_be_clicked() {
        assert_eq!(dropped("<button>Copy</button>"), ["Copy"]);
        assert_eq!(dropped("<div><a href=#>Share</a></div>"), ["Share"]);
        assert_eq!(dropped("<div role=button>Close</div>"), ["Close"]);
        assert!(dropped("<h2>Copy</h2>").is_empty());
        assert!(dropped("<button>Share 20 %</button>").is_empty());
        assert!(
            dropped("<ul><li><a href=/c>Comments</a><li><a href=/d>Drafts</a></ul>").is_empty()
        );
    }

    #[test]
    fn text_that_only_contains_a_label_stays() {
        for html in [
            "<p>Advertisement is as old as trade.",
            "<p>Copy",
            "<p>Read more books!",
            "<h2>Werbung</h2>",
            "<li>Publicidad",
            "<p>Note: advertisement",
        ] {
            assert!(dropped(html).is_empty(), "{html}");
        }
    }

    #[test]
    fn code_and_data_tables_stay() {
        assert!(dropped("<pre>Loading</pre>").is_empty());
        let cells = "<tr><td>Loading<td>3</tr><tr><td>Advertisement<td>4</tr>";
        assert!(dropped(&format!("<table>{cells}</table>")).is_empty());
        assert_eq!(dropped("<table><tr><td>Advertisement</table>"), ["Advertisement"]);
        let layout = format!("<table>{cells}<tr><td>{}</table>", "some ".repeat(40));
        assert_eq!(dropped(&layout), ["Loading", "Advertisement"]);
    }

    #[test]
    fn links_in_headings_are_dropped_without_the_heading() {
        let html = "<h2 id=a>Gaps<a href=#a>¶</a></h2><p>a<a href=#b>¶</a>";
        assert_eq!(dropped(html), ["¶"]);
        let (_, decision) = decide(&format!("{html}{}", text()), "article");
        assert_eq!(decision.reason(1), "page control");
        let wiki = "<h2>History<span class=mw-editsection>[<a href=/e>edit</a>]</span></h2>";
        assert_eq!(dropped(wiki), ["[", "edit", "]"]);
    }

    #[test]
    fn a_list_of_other_pages_goes_with_its_heading() {
        let list = "<h3>Most read</h3><ul><li><a href=/1>Pears</a><li><a href=/2>Nuts</a></ul>";
        assert_eq!(dropped(list), ["Most read", "Pears", "Nuts"]);
        let lines =
            "<div>Legolvasottabb<br>1. <a href=/1>Birs öt lépésben</a><br>2. <a href=/2>Dió</a>";
        assert_eq!(dropped(lines).len(), 5);
        // Without an article it is what the page is about.
        assert!(decide(list, "listing").0.is_empty());
        // A heading of text.
        assert!(dropped("<h3>Most read</h3><p>Plums were read most.").is_empty());
        let weather = "<b>Időjárás</b><p>Ma: 14 °C<p>Holnap: 11 °C<p>Vége.";
        assert_eq!(dropped(weather), ["Időjárás", "Ma: 14 °C", "Holnap: 11 °C"]);
    }

    #[test]
    fn links_to_other_pages_are_dropped_with_their_label() {
        assert_eq!(dropped("<p>Read also: <a href=/x>Ten plums</a>"), ["Read also:", "Ten plums"]);
        assert!(dropped("<p>Read also: the label on the bottle of plums.").is_empty());
    }

    #[test]
    fn breadcrumbs_are_dropped() {
        let links = "<a href=/>Home</a> › <a href=/f>Fruit</a>";
        for html in [
            format!("<div class=breadcrumb>{links}</div>"),
            format!("<div aria-label=Breadcrumb>{links}</div>"),
            format!("<ol itemtype=https://schema.org/BreadcrumbList>{links}</ol>"),
        ] {
            assert_eq!(dropped(&html).len(), 3, "{html}");
        }
        assert_eq!(dropped("<p>Ön itt áll: Címlap » Emberek"), ["Ön itt áll: Címlap » Emberek"]);
    }

    #[test]
    fn newsletter_forms_and_cookie_notices_are_dropped() {
        let form = "<div class=newsletter-signup><h3>Teatime</h3><p>Five stories a day.</p>\
            <form><input type=email></form></div>";
        assert_eq!(dropped(form), ["Teatime", "Five stories a day."]);
        // Without a form it may be a newsletter itself.
        assert!(dropped("<div class=newsletter><p>Five stories a day.</div>").is_empty());
        let notice = "<div id=cookie-banner><p>We bake cookies.</div>";
        assert_eq!(dropped(notice), ["We bake cookies."]);
        assert!(dropped("<div class=cookie-policy><p>We bake cookies.</div>").is_empty());
    }

    #[test]
    fn details_of_members_are_dropped_from_forums() {
        let html = "<div class=signature>Who knows?</div><dl class=postprofile><dd>Newcomer</dl>\
            <p><b>Posts:</b> 12<p>Joined: May 2009<p>Note: it rains";
        assert_eq!(
            dropped_from_forum(html),
            ["Who knows?", "Newcomer", "Posts:", "12", "Joined: May 2009"]
        );
        assert!(dropped(html).is_empty());
    }

    #[test]
    fn one_word_of_a_post_stays() {
        assert!(dropped_from_forum("<div class=post>Advertisement</div>").is_empty());
        assert!(dropped_from_forum("<div class=post>Copy</div>").is_empty());
    }

    #[test]
    fn a_page_of_leftovers_stays() {
        let html = "<p>Advertisement<p>Loading<p>Plums.";
        assert!(decide(html, "article").0.is_empty());
    }
}
