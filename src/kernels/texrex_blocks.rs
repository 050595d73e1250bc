//! Blocks as texrex cuts them: the text between two boundary tags, and the tags that belong to it.
//!
//! The tags of the tree are visited in document order. End tags that the source leaves out count
//! like the others, and so do elements that the parser inserts. The tags of boundary elements
//! inside the body separate blocks, and so do the tags of the body.

use crate::html::names::Tag;
use crate::page::Page;
use crate::page::flags::COMMENT;

/// Column names. The tags of a block are those since the end of the previous block, up to the
/// boundary that ends it.
///
/// - `start`: index of its first run among the given runs
/// - `border`: the number of the last boundary before it; 0 for the body
/// - `after end tag`: 1 if that boundary was an end tag
/// - `skipped`: boundaries before it that ended no block, including the body's start tag
/// - `start tags`, `end tags`, `comments`: numbers of these in the block
/// - `counted`: start tags of the elements in `Rules::counted`
/// - `size`: estimated bytes of the source since the last boundary, including the closing boundary
pub const COLUMNS: [&str; 9] = [
    "start", "border", "after end tag", "skipped", "start tags", "end tags", "counted", "comments",
    "size",
];
const COMMENT_SIZE: usize = "<!---->".len();

pub type Row = [i32; COLUMNS.len()];

/// Properties of tags. `boundaries` and `counted` are indexed by tag number; tags beyond the end
/// are neither.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a> {
    /// A number above 0 for boundary elements.
    pub boundaries: &'a [u8],
    pub counted: &'a [bool],
    /// Estimated bytes of an attribute. A page does not store the lengths of its attributes.
    pub attribute_size: usize,
}

/// Cuts `runs`, which rise, into blocks. Returns their rows and the estimated size of the page.
pub fn texrex_blocks(page: &Page, runs: &[i64], rules: Rules) -> (Vec<Row>, usize) {
    let is_body = |node: &usize| page.tag(*node) == Tag::BODY;
    let body = (0..page.nodes.tag.len()).find(is_body).unwrap_or(0);
    let mut walk =
        Walk { page, rules, body, row: [0; COLUMNS.len()], is_open: false, size: 0, rows: vec![] };
    let (mut stack, mut run, mut chosen) = (Vec::<usize>::new(), 0, 0);
    let mut total = 0;
    for node in 0..=page.nodes.tag.len() {
        while run < page.run_count() && page.runs.opened[run] as usize <= node {
            while stack.last().is_some_and(|&top| top as i32 != page.runs.node[run]) {
                total += walk.end_tag(stack.pop().unwrap_or_default());
            }
            let is_chosen = runs.get(chosen).is_some_and(|&next| next as usize == run);
            total += walk.run(run, is_chosen.then_some(chosen));
            chosen += usize::from(is_chosen);
            run += 1;
        }
        let parent = if node < page.nodes.tag.len() { page.parent(node) } else { None };
        while stack.last().is_some_and(|&top| Some(top) != parent) {
            total += walk.end_tag(stack.pop().unwrap_or_default());
        }
        if node < page.nodes.tag.len() {
            total += walk.start_tag(node);
            stack.push(node);
        }
    }
    walk.boundary(0, false);
    (walk.rows, total)
}

const START: usize = 0;
const BORDER: usize = 1;
const AFTER_END_TAG: usize = 2;
const SKIPPED: usize = 3;
const START_TAGS: usize = 4;
const END_TAGS: usize = 5;
const COUNTED: usize = 6;
const COMMENTS: usize = 7;
const SIZE: usize = 8;

/// The current block and the finished ones. Each step returns its size in bytes.
struct Walk<'a> {
    page: &'a Page,
    rules: Rules<'a>,
    body: usize,
    row: Row,
    /// The current block has text.
    is_open: bool,
    size: usize,
    rows: Vec<Row>,
}

impl Walk<'_> {
    fn start_tag(&mut self, node: usize) -> usize {
        let attributes = self.page.nodes.attributes[node] as usize;
        let name = self.page.tag_name(node).len();
        let size = name + "<>".len() + self.rules.attribute_size * attributes;
        self.size += size;
        self.row[START_TAGS] += 1;
        let number = self.page.tag(node).0 as usize;
        self.row[COUNTED] += i32::from(self.rules.counted.get(number) == Some(&true));
        if node == self.body {
            // What comes before the body does not count.
            self.row = [0; COLUMNS.len()];
            self.row[SKIPPED] = 1;
            self.size = 0;
        } else {
            self.at_tag(node, false);
        }
        size
    }

    fn end_tag(&mut self, node: usize) -> usize {
        if self.page.tag(node).is_void() {
            self.at_tag(node, true);
            return 0;
        }
        let size = self.page.tag_name(node).len() + "</>".len();
        self.size += size;
        self.row[END_TAGS] += 1;
        if node == self.body {
            self.boundary(0, true)
        } else {
            self.at_tag(node, true)
        }
        size
    }

    fn run(&mut self, run: usize, chosen: Option<usize>) -> usize {
        let is_comment = self.page.runs.flags[run] & COMMENT != 0;
        let size = self.page.run_text(run).len() + if is_comment { COMMENT_SIZE } else { 0 };
        self.size += size;
        self.row[COMMENTS] += i32::from(is_comment);
        if let Some(place) = chosen
            && !self.is_open
        {
            self.row[START] = place as i32;
            self.is_open = true;
        }
        size
    }

    fn at_tag(&mut self, node: usize, is_end: bool) {
        let number = self.page.tag(node).0 as usize;
        match self.rules.boundaries.get(number) {
            None | Some(0) => {}
            Some(&boundary) => self.boundary(boundary, is_end),
        }
    }

    fn boundary(&mut self, number: u8, is_end: bool) {
        if std::mem::take(&mut self.is_open) {
            self.row[SIZE] = i32::try_from(self.size).unwrap_or(i32::MAX);
            self.rows.push(self.row);
            self.row = [0; COLUMNS.len()];
        } else {
            self.row[SKIPPED] += 1;
        }
        self.size = 0;
        self.row[BORDER] = number.into();
        self.row[AFTER_END_TAG] = is_end.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;

    fn found(html: &str) -> (Vec<Row>, usize) {
        let page = Page::parse(html, Limits::default());
        let mut boundaries = [0; 256];
        boundaries[Tag::P.0 as usize] = 1;
        boundaries[Tag::DIV.0 as usize] = 2;
        let mut counted = [false; 256];
        counted[Tag::A.0 as usize] = true;
        let runs: Vec<i64> = (0..page.run_count())
            .filter(|&run| page.is_visible(run))
            .map(|run| run as i64)
            .collect();
        let rules = Rules { boundaries: &boundaries, counted: &counted, attribute_size: 10 };
        texrex_blocks(&page, &runs, rules)
    }

    fn column(html: &str, name: &str) -> Vec<i32> {
        let index = COLUMNS.iter().position(|column| *column == name).unwrap_or_default();
        found(html).0.iter().map(|row| row[index]).collect()
    }

    #[test]
    fn boundary_tags_separate_blocks() {
        let html = "<body>a<p>b<b>c</b></p>d<div><p></p></div>e";
        assert_eq!(column(html, "start"), [0, 1, 3, 4]);
        assert_eq!(column(html, "border"), [0, 1, 1, 2]);
        assert_eq!(column(html, "after end tag"), [0, 0, 1, 1]);
        assert_eq!(column(html, "skipped"), [1, 0, 0, 3]);
    }

    #[test]
    fn tags_belong_to_the_block_after_them() {
        let html = "<body><i></i><p>a<br>b<!-- c --></p><a>d</a><p>e</p></body>";
        assert_eq!(column(html, "start tags"), [3, 2, 0]);
        assert_eq!(column(html, "end tags"), [2, 1, 1]);
        assert_eq!(column(html, "counted"), [0, 1, 0]);
        assert_eq!(column(html, "comments"), [1, 0, 0]);
    }

    #[test]
    fn sizes_count_everything_since_the_boundary() {
        // The text, `<b class=x>` with 10 bytes for its attribute, `</b>` and `</p>`.
        assert_eq!(column("<body><div><p>abc<b class=x>d</b></p>", "size"), [4 + 3 + 10 + 4 + 4]);
        let (_, total) = found("<body>a");
        assert_eq!(total, "<html><head></head><body>a</body></html>".len());
    }

    #[test]
    fn a_page_without_text_has_no_blocks() {
        assert!(found("").0.is_empty());
        assert!(found("<p></p><!-- a -->").0.is_empty());
    }
}
