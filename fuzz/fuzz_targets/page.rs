//! Runs any bytes through the whole core: decoding, parsing, deciding, rendering, metadata.
//!
//! Besides the absence of panics it checks that the tables are consistent, that sanitized HTML has no
//! active elements, and that the default method never keeps code.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::{Arc, LazyLock};
use webwinnow_core::html::decode::decode;
use webwinnow_core::metadata::{Date, metadata};
use webwinnow_core::page::decision::Decision;
use webwinnow_core::page::{Limits, Page};
use webwinnow_core::render::segments::segments;
use webwinnow_core::render::{Format, Options, render};
use webwinnow_core::sanitize::sanitize;
use webwinnow_core::winnow::features;
use webwinnow_core::winnow::gbdt::{Columns, Trees};
use webwinnow_core::winnow::{Settings, ThresholdRule, Winnow};

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let text = decode(rest, None).text;
    let limits = Limits { bytes: 1 << 20, items: 1 << 16 };
    let page = Arc::new(Page::parse(&text, limits));
    check_tables(&page);
    check_sanitized(&text, limits, &page);
    check_decision(&page, [None, Some(false), Some(true)][first as usize % 3]);
    let mut decision = Decision::visible(&page);
    // The first byte decides which runs are dropped, so that formats see gaps.
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

/// Run comments are in order, and no element that runs or loads something is left.
fn check_sanitized(text: &str, limits: Limits, page: &Page) {
    let html = sanitize(text, limits, 1 << 10).html;
    let mut last = None;
    for rest in html.split("<!--r").skip(1) {
        let (number, _) = rest.split_once("-->").expect("the end of a comment");
        let run = number.parse::<usize>().expect("a number");
        assert!(run < page.run_count() && last < Some(run));
        last = Some(run);
    }
    let again = Page::parse(&html, Limits::default());
    let is_gone = |name| (0..again.nodes.tag.len()).all(|node| again.tag_name(node) != name);
    assert!(["script", "iframe", "meta", "link", "base", "embed"].into_iter().all(is_gone));
}

/// A block of more than three words is content if the blocks around it are.
static MODEL: LazyLock<Arc<Winnow>> = LazyLock::new(|| {
    let feature = |name: &str| {
        let index = features::STAGE2_FEATURES.iter().position(|(known, _)| *known == name);
        index.expect("a feature of that name")
    };
    let first = stump(feature("words"), 3.0, features::COUNT);
    let second = stump(feature("opinion nearby"), 0.5, features::STAGE2_COUNT);
    Arc::new(Winnow::new(first, second, &[], 0.0).expect("trees for these features"))
});

/// One tree that predicts content above the threshold.
fn stump(feature: usize, threshold: f32, inputs: usize) -> Trees {
    let columns = Columns {
        roots: vec![0],
        feature: vec![feature as u16],
        threshold: vec![threshold],
        left: vec![!0],
        right: vec![!1],
        values: vec![-2.0, 2.0],
        weights: vec![0.0],
    };
    Trees::new(&columns, inputs).expect("a tree")
}

fn check_decision(page: &Arc<Page>, comments: Option<bool>) {
    let threshold = ThresholdRule { beta: 1.0, low: 0.1, high: 0.45 };
    let decision = MODEL.decide(page, Settings { threshold, comments, title: None });
    for run in 0..page.run_count() {
        assert!((0.0..=1.0).contains(&decision.score[run]));
        assert!(decision.keep[run] == (decision.score[run] >= 0.5));
        assert!(!decision.keep[run] || !page.is_code(run));
        assert!(!decision.reason(run).is_empty());
    }
}
