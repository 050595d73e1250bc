//! Blocks as texrex cuts them: the text between two boundary tags, and the tags that belong to it.
//!
//! Tags are read from the source, as texrex does: a tag that the source leaves out neither counts
//! nor separates blocks. The runs of the page say which text counts, and where it is.

use crate::html::names::Tag;
use crate::html::tokenizer::{Mode, Token, Tokenizer};
use crate::page::Page;

/// Column names. The tags of a block are those since the end of the previous block, up to the
/// boundary that ends it.
///
/// - `start`: index of its first run among the given runs
/// - `border`: the number of the last boundary before it; 0 for the body
/// - `after end tag`: 1 if that boundary was an end tag
/// - `skipped`: boundaries before it that ended no block, including the body's start tag
/// - `start tags`, `end tags`, `comments`: numbers of these in the block
/// - `counted`: start tags of the elements in `Rules::counted`
/// - `size`: bytes of the source since the last boundary, including the closing boundary
pub const COLUMNS: [&str; 9] = [
    "start", "border", "after end tag", "skipped", "start tags", "end tags", "counted", "comments",
    "size",
];

pub type Row = [i32; COLUMNS.len()];

/// Properties of tags, indexed by tag number; tags beyond the end have none.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a> {
    /// A number above 0 for boundary elements.
    pub boundaries: &'a [u8],
    pub counted: &'a [bool],
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

/// The row before the first tag of the body, whose start tag ends an empty block.
const FIRST_ROW: Row = [0, 0, 0, 1, 0, 0, 0, 0, 0];

/// Cuts `runs`, which are in the order of the source, into blocks.
pub fn texrex_blocks(source: &str, page: &Page, runs: &[i64], rules: Rules) -> Vec<Row> {
    let mut tokens = Tokenizer::new(source);
    let mut walk = Walk { rules, row: FIRST_ROW, is_open: false, border_end: 0, rows: vec![] };
    let (mut next, mut foreign) = (0, 0_usize);
    loop {
        let token = tokens.next_token();
        let at = tokens.position();
        let first = next;
        while runs.get(next).is_some_and(|&run| page.runs.source_start[run as usize] < at as i32) {
            next += 1;
        }
        if next > first {
            walk.text(first);
        }
        match token {
            Token::StartTag => {
                walk.start_tag(tokens.tag.known, at);
                // Only in foreign content may a tag close itself, such as `<svg><title/>`.
                if foreign == 0 || !tokens.tag.self_closing {
                    foreign +=
                        usize::from(is_foreign(tokens.tag.known) && !tokens.tag.self_closing);
                    enter_raw_text(&mut tokens);
                }
            }
            Token::EndTag => {
                walk.end_tag(tokens.tag.known, at);
                foreign = foreign.saturating_sub(is_foreign(tokens.tag.known).into());
            }
            Token::Comment(_) => walk.row[COMMENTS] += 1,
            Token::Text(..) | Token::Doctype => {}
            Token::End => {
                walk.boundary(0, false, at);
                return walk.rows;
            }
        }
    }
}

fn is_foreign(tag: Option<Tag>) -> bool {
    matches!(tag, Some(Tag::SVG | Tag::MATH))
}

/// Skips the content of scripts and the like, which has no tags.
fn enter_raw_text(tokens: &mut Tokenizer) {
    match tokens.tag.known {
        Some(Tag::SCRIPT) => tokens.enter_raw(Mode::Script),
        Some(Tag::TITLE | Tag::TEXTAREA) => tokens.enter_raw(Mode::Rcdata),
        Some(Tag::STYLE | Tag::XMP | Tag::IFRAME | Tag::NOEMBED | Tag::NOFRAMES) => {
            tokens.enter_raw(Mode::Rawtext);
        }
        _ => {}
    }
}

/// The current block and the finished ones.
struct Walk<'a> {
    rules: Rules<'a>,
    row: Row,
    /// The current block has text.
    is_open: bool,
    /// The end of the last boundary tag in the source.
    border_end: usize,
    rows: Vec<Row>,
}

impl Walk<'_> {
    fn text(&mut self, first: usize) {
        if !self.is_open {
            self.row[START] = first as i32;
            self.is_open = true;
        }
    }

    fn start_tag(&mut self, tag: Option<Tag>, at: usize) {
        self.row[START_TAGS] += 1;
        let Some(tag) = tag else { return };
        self.row[COUNTED] +=
            i32::from(self.rules.counted.get(tag.0 as usize).is_some_and(|counts| *counts));
        if tag == Tag::BODY {
            self.enter_body(at);
        } else {
            self.at_tag(tag, false, at);
        }
    }

    fn end_tag(&mut self, tag: Option<Tag>, at: usize) {
        self.row[END_TAGS] += 1;
        match tag {
            Some(Tag::HEAD) => self.enter_body(at),
            Some(Tag::BODY) => self.boundary(0, true, at),
            Some(tag) => self.at_tag(tag, true, at),
            None => {}
        }
    }

    /// Forgets what comes before the body: it does not count.
    fn enter_body(&mut self, at: usize) {
        if self.rows.is_empty() && !self.is_open {
            self.row = FIRST_ROW;
            self.border_end = at;
        }
    }

    fn at_tag(&mut self, tag: Tag, is_end: bool, at: usize) {
        match self.rules.boundaries.get(tag.0 as usize) {
            None | Some(0) => {}
            Some(&boundary) => self.boundary(boundary, is_end, at),
        }
    }

    fn boundary(&mut self, number: u8, is_end: bool, at: usize) {
        if std::mem::take(&mut self.is_open) {
            self.row[SIZE] = i32::try_from(at - self.border_end).unwrap_or(i32::MAX);
            self.rows.push(self.row);
            self.row = [0; COLUMNS.len()];
        } else {
            self.row[SKIPPED] += 1;
        }
        self.border_end = at;
        self.row[BORDER] = number.into();
        self.row[AFTER_END_TAG] = is_end.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;

    fn found(html: &str) -> Vec<Row> {
        let page = Page::parse(html, Limits::default());
        let mut boundaries = [0; 256];
        boundaries[Tag::P.0 as usize] = 1;
        boundaries[Tag::DIV.0 as usize] = 2;
        let mut counted = [false; 256];
        counted[Tag::A.0 as usize] = true;
        let mut runs: Vec<i64> = (0..page.run_count())
            .filter(|&run| page.is_visible(run))
            .map(|run| run as i64)
            .collect();
        runs.sort_by_key(|&run| page.runs.source_start[run as usize]);
        texrex_blocks(html, &page, &runs, Rules { boundaries: &boundaries, counted: &counted })
    }

    fn column(html: &str, name: &str) -> Vec<i32> {
        let index = COLUMNS.iter().position(|column| *column == name).unwrap_or_default();
        found(html).iter().map(|row| row[index]).collect()
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
    fn a_tag_that_closes_itself_in_foreign_content_has_no_text() {
        for name in ["title", "script", "style"] {
            let html = format!("<svg><{name}/></svg><p>a</p><p>b</p><svg><{name}></{name}></svg>");
            assert_eq!(column(&html, "border"), [1, 1], "{name}");
        }
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
    fn sizes_count_the_source_since_the_boundary() {
        let inside = "abc &amp; <b class='x y'  id=z >d</b >\n</p  >";
        assert_eq!(column(&format!("<body><div><p>{inside}"), "size"), [inside.len() as i32]);
        let script = "a<script>if (a < b) '</p>'</script><!-- <p> -->b<div>";
        assert_eq!(column(&format!("<div>{script}"), "size"), [script.len() as i32]);
    }

    #[test]
    fn tags_that_the_source_leaves_out_do_not_count() {
        assert_eq!(column("<body><div><p>a<p>b</div>", "end tags"), [0, 1]);
        assert_eq!(column("<table><td>a</table>b", "start tags"), [2]);
    }

    #[test]
    fn text_that_the_parser_moves_stays_in_its_place() {
        // The tree has "b" before the table.
        let html = "<body><table><tr><td><p>a</p></td></tr>b</table>";
        let page = Page::parse(html, Limits::default());
        assert_eq!(page.run_text(0), "b");
        assert_eq!(column(html, "after end tag"), [0, 1]);
        assert_eq!(
            column(html, "size"),
            ["a</p>".len() as i32, "</td></tr>b</table>".len() as i32]
        );
    }

    #[test]
    fn the_head_does_not_count() {
        let with_head = "<html><head><title>x</title></head><body><a>b</a></body>";
        assert_eq!(column(with_head, "start tags"), [1]);
        assert_eq!(column(with_head, "size"), ["<a>b</a></body>".len() as i32]);
        assert_eq!(column("<head><meta></head><a>b</a>", "start tags"), [1]);
    }

    #[test]
    fn a_page_without_text_has_no_blocks() {
        assert!(found("").is_empty());
        assert!(found("<p></p><!-- a -->").is_empty());
    }
}
