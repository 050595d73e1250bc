//! The lines around the heading, where readers are told who wrote the page and when.

use super::candidates::{Candidates, Field};
use super::dates::has_date;
use super::people::{is_opening, opens_byline};
use super::ranks::{AFTER_HEADING, BEFORE_HEADING, CHANGED};
use super::words::fold;
use crate::page::Page;

/// Blocks looked at on either side of the heading.
const AFTER: usize = 16;
const BEFORE: usize = 6;
/// Longer blocks are text.
const MAX_LINE: usize = 160;

/// Words that say a date is of a change.
const CHANGES: &[&str] = &["updated", "modified", "edited", "reviewed", "revised", "aktualisiert"];

/// Adds bylines and dates near the heading, the nearest first.
pub fn add_around(page: &Page, heading: usize, candidates: &mut Candidates<'_>) {
    let run = page.runs.opened.partition_point(|&opened| opened <= heading as i32);
    let Some(block) = page.runs.block.get(run).and_then(|&block| usize::try_from(block).ok())
    else {
        return;
    };
    let blocks = page.blocks.first.len();
    add_lines(page, block + 1..(block + 1 + AFTER).min(blocks), AFTER_HEADING, candidates);
    add_lines(page, block.saturating_sub(BEFORE)..block, BEFORE_HEADING, candidates);
}

fn add_lines(
    page: &Page,
    blocks: std::ops::Range<usize>,
    rank: u8,
    candidates: &mut Candidates<'_>,
) {
    let mut opened = false;
    for block in blocks {
        let Some(line) = line(page, block) else {
            opened = false;
            continue;
        };
        if has_date(&line) {
            let changed = fold(&line).split(' ').any(|word| CHANGES.contains(&word));
            candidates.add(Field::Published, if changed { CHANGED } else { rank }, line.clone());
        }
        // `By` may stand on a line of its own.
        if opened || opens_byline(&line) {
            candidates.add(Field::Author, rank, line.clone());
        }
        opened = is_opening(&line);
    }
}

fn line(page: &Page, block: usize) -> Option<String> {
    let first = page.blocks.first[block] as usize;
    let last = page.blocks.end[block] as usize - 1;
    let bytes = page.runs.end[last] - page.runs.start[first];
    let short = (bytes as usize) <= MAX_LINE && page.is_visible(first);
    short.then(|| page.block_text(block))
}
