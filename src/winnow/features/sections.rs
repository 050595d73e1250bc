//! Features about headings: the section of a block and the heading that repeats the title.

use super::elements::{Elements, NONE, Sums};
use super::groups::Group;
use super::text_blocks::{TextBlock, ratio};
use crate::html::names::Tag;
use crate::page::Page;

#[derive(Debug, Default)]
pub struct Sections {
    /// By block, the number of its section.
    number: Vec<u32>,
    sections: Vec<Group>,
    /// By section, the level of its heading; 0 before the first heading.
    levels: Vec<u8>,
    /// By block, the number of `h1` so far.
    first_levels: Vec<u32>,
    /// By block, how often an `article` or `main` began or ended so far.
    articles: Vec<u32>,
    /// The text block of the heading that is the page's title.
    title: Option<usize>,
    /// The nodes of the title's element; see `title_element`.
    root: std::ops::Range<usize>,
}

impl Sections {
    pub fn of(page: &Page, blocks: &[TextBlock], elements: &Elements) -> Sections {
        let title = title_heading(page, blocks, elements);
        let root = title.map(|i| title_element(page, elements, blocks[i].node));
        let mut sections = Sections {
            title,
            root: root.map_or(0..0, |node| node..page.subtree_end(node)),
            sections: vec![Group::default()],
            levels: vec![0],
            ..Sections::default()
        };
        for (i, block) in blocks.iter().enumerate() {
            sections.add(i, block, elements.context[block.node].heading);
        }
        sections.articles =
            changes(blocks.iter().map(|block| elements.context[block.node].article));
        sections
    }

    fn add(&mut self, i: usize, block: &TextBlock, level: u8) {
        let so_far = self.first_levels.last().copied().unwrap_or(0);
        self.first_levels.push(so_far + u32::from(level == 1));
        if level > 0 {
            self.sections.push(Group { first: i as u32, ..Group::default() });
            self.levels.push(level);
        }
        let number = self.sections.len() - 1;
        self.number.push(number as u32);
        let section = &mut self.sections[number];
        section.last = i as u32;
        section.sums.add(&Sums::of(block));
    }

    /// The text block of the heading that is the page's title.
    pub fn title(&self) -> Option<usize> {
        self.title
    }

    /// The section number of a block.
    pub fn number(&self, i: usize) -> usize {
        self.number[i] as usize
    }

    /// Number of sections.
    pub fn count(&self) -> usize {
        self.sections.len()
    }

    /// The section of a block.
    pub fn group(&self, i: usize) -> &Group {
        &self.sections[self.number[i] as usize]
    }
}

/// For each value, how often the values have changed so far.
fn changes(values: impl Iterator<Item = u32>) -> Vec<u32> {
    let (mut last, mut count) = (NONE, 0);
    let step = |value| {
        count += u32::from(value != last);
        last = value;
        count
    };
    values.map(step).collect()
}

features! { heading_sections
    (all, i) {
        let found = &all.sections;
        let section = found.group(i);
        let node = all.blocks[i].node;
        let article = all.elements.context[node].article;
        let title_article = found.title.map_or(NONE, |title| {
            all.elements.context[all.blocks[title].node].article
        });
    }
    "words of section" "words from the last heading to the next" = section.sums.words;
    "text share of section" "share of them that are running text" =
        ratio(section.sums.running_words, section.sums.words);
    "link share of section" "link share from the last heading to the next" =
        section.sums.link_share();
    "blocks since heading" "blocks since the last heading, or since the beginning" =
        i as u32 - section.first;
    "level of section" "level of the last heading, 0 before the first" =
        found.levels[found.number[i] as usize];
    "has title" "whether a heading is the page's title" = found.title.is_some();
    "title" "whether this block is that heading" = found.title == Some(i);
    "blocks since title" "blocks since the title's heading, below 0 before it" =
        i as i32 - found.title.map_or(-1, |title| title as i32);
    "in root of title" "in the article or other element that is about the title's heading" =
        found.root.contains(&node);
    "other article" "in an article or main part that the title's heading is not in" =
        article != NONE && article != title_article;
    "article changes" "how often an article or main part began or ended so far" =
        found.articles[i];
    "first headings" "headings of the first level so far" = found.first_levels[i];
}

/// Number of headings that are compared with the title.
const MAX_HEADINGS: usize = 32;
/// Bytes of a title and of a heading that are compared.
const MAX_TITLE: usize = 512;

/// The text of the page's `<title>`, truncated.
pub fn title(page: &Page) -> &str {
    let is_title = |run: &usize| page.tag(page.runs.node[*run] as usize) == Tag::TITLE;
    // Titles are in the head, after at most some code.
    let runs = (0..page.run_count()).take(MAX_HEADINGS * 4);
    let text =
        runs.filter(|&run| !page.is_code(run)).find(is_title).map_or("", |run| page.run_text(run));
    &text[..text.floor_char_boundary(MAX_TITLE)]
}

/// Finds the heading that is the page's title: an `h1` that matches the `<title>`, else the first
/// `h1`, else an `h2` that matches.
pub fn title_heading(page: &Page, blocks: &[TextBlock], elements: &Elements) -> Option<usize> {
    let title = folded(title(page));
    let level = |&i: &usize| elements.context[blocks[i].node].heading;
    let headings =
        |wanted: u8| (0..blocks.len()).filter(move |i| level(i) == wanted).take(MAX_HEADINGS);
    let matches_title = |&i: &usize| {
        let heading = folded(&page.block_text(blocks[i].index));
        heading.len() > 1 && (title.contains(&heading) || starts(&heading, &title))
    };
    headings(1)
        .find(matches_title)
        .or_else(|| headings(1).next())
        .or_else(|| headings(2).find(matches_title))
}

fn starts(heading: &str, title: &str) -> bool {
    title.len() > 1 && heading.starts_with(title)
}

/// Only letters and digits, in lower case.
fn folded(text: &str) -> String {
    let text = &text[..text.floor_char_boundary(MAX_TITLE)];
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The element that a heading is the title of: the nearest `article` or `main`, else the nearest
/// element with other running text.
pub fn title_element(page: &Page, elements: &Elements, heading: usize) -> usize {
    let article = elements.context[heading].article;
    if article != NONE {
        return article as usize;
    }
    let holds_more =
        |&node: &usize| elements.sums[node].running_words > elements.sums[heading].running_words;
    page.ancestors(heading).find(holds_more).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::tests::column;
    use super::super::text_blocks::text_blocks;
    use super::*;
    use crate::page::Limits;

    #[test]
    fn sections_end_at_the_next_heading() {
        let html = "<p>a<h2>b</h2><p>c d<h3>e</h3>";
        assert_eq!(column(html, "words of section"), [1.0, 3.0, 3.0, 1.0]);
        assert_eq!(column(html, "level of section"), [0.0, 2.0, 2.0, 3.0]);
    }

    #[test]
    fn without_an_article_the_text_beside_the_heading_belongs_to_the_title() {
        let html = "<div><h1>a</h1><p>b</div><p>c";
        assert_eq!(column(html, "in root of title"), [1.0, 1.0, 0.0]);
    }

    fn heading(html: &str) -> Option<String> {
        let page = Page::parse(html, Limits::default());
        let blocks = text_blocks(&page);
        let elements = Elements::of(&page, &blocks);
        title_heading(&page, &blocks, &elements).map(|i| page.block_text(blocks[i].index))
    }

    #[test]
    fn the_heading_that_matches_the_title_is_found() {
        let title = "<title>Rain, again – The Daily</title>";
        let found = |body: &str| heading(&format!("{title}{body}"));
        assert_eq!(found("<h1>Menu</h1><h1>Rain, <b>again</b></h1>").unwrap(), "Rain, again");
        assert_eq!(found("<h1>Menu</h1><h2>Rain, again</h2>").unwrap(), "Menu");
        assert_eq!(found("<h2>Menu</h2><h2>Rain, again</h2>").unwrap(), "Rain, again");
        assert_eq!(found("<h2>Menu</h2><p>text"), None);
    }
}
