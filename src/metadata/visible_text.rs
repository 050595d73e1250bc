//! Bylines and dates in the visible text: around the heading, in `<time>`, and by class names.

use super::authors::{is_byline, is_job_title, is_opening};
use super::candidates::{AFTER_HEADING, BEFORE_HEADING, CHANGED};
use super::candidates::{CLASS, TIME};
use super::candidates::{Candidates, Field};
use super::dates::{Locale, has_date, tells_change};
use super::node_text::{are_beside, is_full_name, is_in_boilerplate, short_byline, short_text};
use super::text::{fold, shared_words};
use super::word_list::WordList;
use crate::html::names::{Attribute, Tag};
use crate::page::Page;
use crate::page::class_words::ClassWords;
use crate::page::flags::CODE;
use crate::page::flags::LINK;
use std::ops::Range;

/// Number of blocks that are read after and before the heading.
const AFTER: usize = 16;
const BEFORE: usize = 6;
/// Longer blocks are not bylines.
const MAX_LINE: usize = 160;

/// Path segments of URLs of author pages.
static AUTHOR_SEGMENTS: WordList = WordList::new(
    "author authors auteur auteurs autor autora autoren autores autori \
    autore autorzy avtor avtory contributor contributors forfatter journalist journalists \
    journaliste members muhabir penulis profile profiles redakteur reporter reporters skribent \
    users writer writers yazar yazarlar",
);

/// Finds the first line that is the title, for pages whose heading is not an `h1`.
pub fn title_line(page: &Page, title: &str) -> Option<usize> {
    /// Number of blocks that are searched.
    const ENOUGH: usize = 600;
    let folded = fold(title);
    let lengths = title.len().saturating_sub(8)..title.len() + 8;
    let is_title = |text: &str| lengths.contains(&text.len()) && fold(text) == folded;
    (0..page.blocks.first.len().min(ENOUGH)).find_map(|block| {
        let first = page.blocks.first[block] as usize;
        // A `br` may separate it from the byline.
        let found = page.is_visible(first)
            && (is_title(page.run_text(first))
                || (lengths.contains(&block_bytes(page, block))
                    && is_title(&page.block_text(block))));
        found.then_some(page.runs.node[first] as usize)
    })
}

/// Adds bylines and dates near the heading, the nearest first.
pub fn add_around(
    page: &Page,
    heading: usize,
    locale: &Locale,
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
        add_dates(page, blocks.clone(), (rank, locale), candidates);
        if with_authors {
            add_authors(page, blocks, (rank, locale.language()), candidates);
        }
    }
}

fn add_dates(
    page: &Page,
    blocks: Range<usize>,
    (rank, locale): (u8, &Locale),
    candidates: &mut Candidates<'_>,
) {
    for block in blocks {
        if let Some(line) = line(page, block, locale.language())
            && has_date(&line, locale)
            && !is_caption(page, block, &line)
        {
            let rank = if tells_change(&line) { CHANGED } else { rank };
            candidates.add(Field::Published, rank, line);
        }
    }
}

/// Whether a line is a caption, which tells when a picture was taken.
fn is_caption(page: &Page, block: usize, line: &str) -> bool {
    /// Farther off, classes describe more than a caption.
    const NEAR: usize = 3;
    let node = page.runs.node[page.blocks.first[block] as usize] as usize;
    let has =
        |node: usize, name| page.attribute(node, name).is_some_and(|text| text.contains(line));
    let mut pictures = (node.saturating_sub(NEAR)..node).filter(|&node| page.tag(node) == Tag::IMG);
    let named = |node: usize| {
        page.attribute(node, Attribute::CLASS).is_some_and(|class| CAPTIONS.find(class).is_some())
    };
    page.ancestors(node).any(|node| matches!(page.tag(node), Tag::FIGCAPTION | Tag::FIGURE))
        || page.ancestors(node).take(NEAR).any(named)
        || pictures.any(|node| has(node, Attribute::ALT))
}

static CAPTIONS: ClassWords = ClassWords::new(&["caption", "captions", "figcaption"]);

fn add_authors(
    page: &Page,
    blocks: Range<usize>,
    (rank, language): (u8, &str),
    candidates: &mut Candidates<'_>,
) {
    // `By` may be on a line of its own.
    let mut opened = false;
    let mut after_job = None;
    let near = blocks.start..blocks.start + if rank == AFTER_HEADING { NEAR_HEADING } else { 0 };
    for block in blocks {
        let line = line(page, block, language).unwrap_or_default();
        let opens = is_opening(&line, language);
        if opened || is_byline(&line, language) {
            candidates.add(Field::Author, rank, line);
        } else if near.contains(&block)
            && let Some(name) = name_with_job(page, block)
        {
            if after_job == Some(block) {
                candidates.append(Field::Author, name);
            } else {
                candidates.add(Field::Author, rank, name.to_owned());
            }
            after_job = Some(block + 1);
        } else if let Some(name) = author_link(page, block) {
            candidates.add(Field::Author, rank + 1, name.to_owned());
        }
        opened = opens;
    }
}

/// Number of blocks after the heading in which a name with a job title is that of the author.
const NEAR_HEADING: usize = 8;

/// The name of a block that is a name and a job title: `<b>Ann Lee</b> <i>Reporter</i>`.
fn name_with_job(page: &Page, block: usize) -> Option<&str> {
    let mut runs = page.block_runs(block);
    let (first, second) = (runs.next()?, runs.next()?);
    let name = page.run_text(first);
    let short = block_bytes(page, block) <= MAX_LINE && page.is_visible(first);
    (short && is_full_name(name) && is_job_title(page.run_text(second))).then_some(name)
}

fn block_bytes(page: &Page, block: usize) -> usize {
    let last = page.blocks.end[block] as usize - 1;
    (page.runs.end[last] - page.runs.start[page.blocks.first[block] as usize]) as usize
}

fn line(page: &Page, block: usize, language: &str) -> Option<String> {
    let first = page.blocks.first[block] as usize;
    let short = block_bytes(page, block) <= MAX_LINE && page.is_visible(first);
    // Only a style sheet may separate `By` from the name.
    let parted = is_opening(page.run_text(first), language);
    short.then(|| if parted { spaced_text(page, block) } else { page.block_text(block) })
}

fn spaced_text(page: &Page, block: usize) -> String {
    page.block_runs(block).map(|run| page.run_text(run)).collect::<Vec<_>>().join(" ")
}

/// Whether a URL such as `/author/ann-lee` is that of the named author's page.
fn is_author_page(href: &str, name: &str) -> bool {
    let author = href.split('/').any(|step| AUTHOR_SEGMENTS.contains(step));
    author && shared_words(&fold(name), &fold(href)) >= 0.5
}

/// The text of a link to an author's page.
fn author_link(page: &Page, block: usize) -> Option<&str> {
    let links = page.block_runs(block).filter(|&run| page.runs.flags[run] & LINK != 0);
    let mut authors = links.filter(|&run| {
        let anchor = page.ancestors(page.runs.node[run] as usize).find(|&n| page.tag(n) == Tag::A);
        let href = anchor.and_then(|anchor| page.attribute(anchor, Attribute::HREF));
        href.is_some_and(|href| is_author_page(href, page.run_text(run)))
    });
    authors.next().map(|run| page.run_text(run))
}

static WORDS: ClassWords = ClassWords::new(&[
    "auteur", "author", "authorname", "authors", "autor", "autore", "autoren", "byline", "penulis",
    "username", "writer", "yazar", "date", "dateline", "dates", "datetime", "datum", "fecha",
    "posted", "pubdate", "publish", "published", "publishdate", "pubtime", "tanggal", "tarih",
    "timestamp",
]);
/// Index of the first word for dates; the words before are for authors.
const FIRST_DATE: usize = 12;

/// Number of nodes that are read before and after the heading. Farther off, names and dates belong
/// to other pages.
const NODES_BEFORE: usize = 300;
const NODES_AFTER: usize = 1500;

const MAX_ELEMENTS: usize = 64;
const MAX_TEXT: usize = 120;

/// Adds bylines and dates in `<time>` and in elements with a matching class, in document order.
pub fn add_visible(
    page: &Page,
    heading: Option<usize>,
    locale: &Locale,
    candidates: &mut Candidates<'_>,
) {
    let start = heading.unwrap_or(0).saturating_sub(NODES_BEFORE);
    let end = (start + NODES_BEFORE + NODES_AFTER).min(page.nodes.tag.len());
    let found = (start..end).filter_map(|node| Some((node, field_of(page, node)?)));
    let mut last_author = None;
    for (node, (field, rank)) in found.take(MAX_ELEMENTS) {
        if is_in_boilerplate(page, node) {
            continue;
        }
        let datetime = page.attribute(node, Attribute::DATETIME).map(str::to_owned);
        let text = datetime.or_else(|| short_text(page, node, MAX_TEXT));
        if let Some(text) = text.filter(|text| field == Field::Published || has_date(text, locale))
        {
            candidates.add(Field::Published, rank, text);
        }
        if field == Field::Author
            && let Some(byline) = short_byline(page, node, MAX_TEXT)
        {
            if last_author.is_some_and(|last| are_beside(page, last, node)) {
                candidates.append(field, &byline);
            } else {
                candidates.add(field, rank, byline);
            }
            last_author = Some(node);
        }
    }
}

fn field_of(page: &Page, node: usize) -> Option<(Field, u8)> {
    if page.nodes.flags[node] & CODE != 0 {
        return None;
    }
    if page.tag(node) == Tag::TIME {
        return Some((Field::Published, TIME));
    }
    let class = page.attribute(node, Attribute::CLASS)?;
    let word = WORDS.find(class)?;
    Some((if word < FIRST_DATE { Field::Author } else { Field::Published }, CLASS))
}
