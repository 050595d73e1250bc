//! Any bytes through the whole core: decoding, parsing, deciding, its formats and what the others are
//! made of, metadata.
//!
//! Beyond not panicking, the tables must hold together.

#![no_main]

use libfuzzer_sys::fuzz_target;
use webwinnow_core::decision::Decision;
use webwinnow_core::decode::decode;
use webwinnow_core::metadata::{Date, metadata};
use webwinnow_core::page::{Limits, Page};
use webwinnow_core::render::segments::segments;
use webwinnow_core::render::{Format, Options, render};

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let text = decode(rest, None).text;
    let limits = Limits { bytes: 1 << 20, items: 1 << 16 };
    let page = Page::parse(&text, limits);
    check_tables(&page);
    let mut decision = Decision::visible(&page);
    // The first byte drops some runs, so that formats meet holes.
    for (run, keep) in decision.keep.iter_mut().enumerate() {
        *keep &= !(run as u8).wrapping_mul(31).wrapping_add(first).is_multiple_of(5);
    }
    let options = Options { links: first & 1 != 0, images: first & 2 != 0, tables: first & 4 == 0 };
    for format in [Format::Text, Format::Markdown, Format::Html, Format::CleanEval] {
        render(&page, &decision, format, options);
    }
    segments(&page, &decision, options);
    if let Some(today) = Date::new(2030, 1, 1) {
        metadata(&page, Some("https://example.org/2020/01/02/a"), today);
    }
});

fn check_tables(page: &Page) {
    let nodes = page.nodes.tag.len();
    assert!(nodes > 0 && page.nodes.parent[0] == -1);
    for node in 1..nodes {
        let parent = page.nodes.parent[node] as usize;
        assert!(parent < node);
        assert!(
            page.subtree_end(node) > node && page.subtree_end(node) <= page.subtree_end(parent)
        );
        assert!(page.nodes.depth[node] == page.nodes.depth[parent] + 1);
        assert!(page.nodes.depth[node] <= 512);
    }
    let mut last = 0;
    for run in 0..page.run_count() {
        assert!((page.runs.node[run] as usize) < nodes);
        assert!(page.is_code(run) || !page.run_text(run).trim().is_empty());
        assert!(page.is_code(run) == (page.runs.block[run] == -1));
        assert!(page.runs.start[run] >= last);
        last = page.runs.end[run];
    }
    for block in 0..page.blocks.node.len() {
        assert!(page.block_runs(block).all(|run| page.runs.block[run] == block as i32));
        assert!(page.block_runs(block).next() == Some(page.blocks.first[block] as usize));
    }
}
