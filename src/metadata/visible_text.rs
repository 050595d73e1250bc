//! The lines around the heading, where readers are told who wrote the page and when.

use super::bylines::{is_opening, opens_byline};
use super::candidates::{Candidates, Field};
use super::dates::has_date;
use super::ranks::{AFTER_HEADING, BEFORE_HEADING, CHANGED};
use super::words::{fold, is_listed, shared_words};
use crate::html::names::{Attribute, Tag};
use crate::page::Page;
use crate::page::flags::LINK;
use std::ops::Range;

/// Blocks looked at on either side of the heading.
const AFTER: usize = 16;
const BEFORE: usize = 6;
/// Longer blocks are text.
const MAX_LINE: usize = 160;

/// Words that say a date is of a change.
const CHANGES: &[&str] = &["updated", "modified", "edited", "reviewed", "revised", "aktualisiert"];

/// Steps of addresses that lead to authors' pages.
const AUTHOR_STEPS: &str = "author authors auteur autor autoren contributor contributors writer \
    writers members users profile profiles";

/// The node of the first line that is the title, for pages whose heading is no `h1`.
pub fn title_line(page: &Page, title: &str) -> Option<usize> {
    /// Blocks looked at from the page's start.
    const ENOUGH: usize = 600;
    let folded = fold(title);
    let lengths = title.len().saturating_sub(8)..title.len() + 8;
    let says = |text: &str| lengths.contains(&text.len()) && fold(text) == folded;
    (0..page.blocks.first.len().min(ENOUGH)).find_map(|block| {
        let first = page.blocks.first[block] as usize;
        // A `br` may part it from the byline.
        let found = page.is_visible(first)
            && (says(page.run_text(first))
                || (lengths.contains(&block_bytes(page, block)) && says(&page.block_text(block))));
        found.then_some(page.runs.node[first] as usize)
    })
}

/// Adds bylines and dates near the heading, the nearest first.
pub fn add_around(
    page: &Page,
    heading: usize,
    with_authors: bool,
    candidates: &mut Candidates<'_>,
) {
    let run = page.runs.opened.partition_point(|&opened| opened <= heading as i32);
    let Some(block) = page.runs.block.get(run).and_then(|&block| usize::try_from(block).ok())
    else {
        return;
    };
    let after = block + 1..(block + 1 + AFTER).min(page.blocks.first.len());
    let before = block.saturating_sub(BEFORE)..block;
    for (blocks, rank) in [(after, AFTER_HEADING), (before, BEFORE_HEADING)] {
        add_dates(page, blocks.clone(), rank, candidates);
        if with_authors {
            add_authors(page, blocks, rank, candidates);
        }
    }
}

fn add_dates(page: &Page, blocks: Range<usize>, rank: u8, candidates: &mut Candidates<'_>) {
    for line in blocks.filter_map(|block| line(page, block)).filter(|line| has_date(line)) {
        let changed = fold(&line).split(' ').any(|word| CHANGES.contains(&word));
        candidates.add(Field::Published, if changed { CHANGED } else { rank }, line);
    }
}

fn add_authors(page: &Page, blocks: Range<usize>, rank: u8, candidates: &mut Candidates<'_>) {
    // `By` may stand on a line of its own.
    let mut opened = false;
    for block in blocks {
        let line = line(page, block).unwrap_or_default();
        let opens = is_opening(&line);
        if opened || opens_byline(&line) {
            candidates.add(Field::Author, rank, line);
        } else if let Some(name) = author_link(page, block) {
            candidates.add(Field::Author, rank + 1, name.to_owned());
        }
        opened = opens;
    }
}

fn block_bytes(page: &Page, block: usize) -> usize {
    let last = page.blocks.end[block] as usize - 1;
    (page.runs.end[last] - page.runs.start[page.blocks.first[block] as usize]) as usize
}

fn line(page: &Page, block: usize) -> Option<String> {
    let first = page.blocks.first[block] as usize;
    let short = block_bytes(page, block) <= MAX_LINE && page.is_visible(first);
    // Style sheets part `By` from the name where the text has no space.
    let parted = is_opening(page.run_text(first));
    short.then(|| if parted { spaced_text(page, block) } else { page.block_text(block) })
}

fn spaced_text(page: &Page, block: usize) -> String {
    page.block_runs(block).map(|run| page.run_text(run)).collect::<Vec<_>>().join(" ")
}

/// Whether an address such as `/author/ann-lee` leads to the page of the one named.
fn leads_to(href: &str, name: &str) -> bool {
    let author = href.split('/').any(|step| is_listed(step, AUTHOR_STEPS));
    author && shared_words(&fold(name), &fold(href)) >= 0.5
}

/// The text of a link to an author's page.
fn author_link(page: &Page, block: usize) -> Option<&str> {
    let links = page.block_runs(block).filter(|&run| page.runs.flags[run] & LINK != 0);
    let mut authors = links.filter(|&run| {
        let anchor = page.ancestors(page.runs.node[run] as usize).find(|&n| page.tag(n) == Tag::A);
        let href = anchor.and_then(|anchor| page.attribute(anchor, Attribute::HREF));
        href.is_some_and(|href| leads_to(href, page.run_text(run)))
    });
    authors.next().map(|run| page.run_text(run))
}
