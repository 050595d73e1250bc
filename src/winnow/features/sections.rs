//! Features about headings: the section of a block and the heading that repeats the title.

use super::groups::Group;
use super::outline::{NONE, Outline, Sums};
use super::text_blocks::{TextBlock, ratio};
use crate::html::names::Tag;
use crate::page::Page;

#[derive(Debug, Default)]
pub struct Sections {
    /// By block, the section that it is in.
    number: Vec<u32>,
    sections: Vec<Group>,
    /// By section, the level of its heading, 0 for what stands before the first.
    levels: Vec<u8>,
    /// By block, headings of the first level so far.
    first_levels: Vec<u32>,
    /// By block, how often an article or main part began or ended so far.
    articles: Vec<u32>,
    /// The block that is the title's heading.
    title: Option<usize>,
    /// First and end of the nodes that are about it.
    root: std::ops::Range<usize>,
}

impl Sections {
    pub fn of(page: &Page, shown: &[TextBlock], outline: &Outline) -> Sections {
        let title = title_heading(page, shown, outline);
        let root = title.map(|i| root_of(page, outline, shown[i].node));
        let mut sections = Sections {
            title,
            root: root.map_or(0..0, |node| node..page.subtree_end(node)),
            sections: vec![Group::default()],
            levels: vec![0],
            ..Sections::default()
        };
        for (i, one) in shown.iter().enumerate() {
            sections.add(i, one, outline.around[one.node].heading);
        }
        sections.articles = changes(shown.iter().map(|one| outline.around[one.node].article));
        sections
    }

    fn add(&mut self, i: usize, one: &TextBlock, level: u8) {
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
        section.sums.add(&Sums::of(one));
    }

    /// The shown block that is the title's heading.
    pub fn title(&self) -> Option<usize> {
        self.title
    }

    /// The number of a block's section.
    pub fn number(&self, i: usize) -> usize {
        self.number[i] as usize
    }

    /// How many sections there are.
    pub fn count(&self) -> usize {
        self.sections.len()
    }

    /// The section of a block.
    pub fn group(&self, i: usize) -> &Group {
        &self.sections[self.number[i] as usize]
    }
}

/// How often the values have changed so far.
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
        let node = all.shown[i].node;
        let article = all.outline.around[node].article;
        let title_article = found.title.map_or(NONE, |title| {
            all.outline.around[all.shown[title].node].article
        });
    }
    "words of section" "words from the last heading to the next" = section.sums.words;
    "text share of section" "share of them that are running text" =
        ratio(section.sums.mass, section.sums.words);
    "link share of section" "link share from the last heading to the next" =
        section.sums.link_share();
    "blocks since heading" "blocks since the last heading, or since the beginning" =
        i as u32 - section.first;
    "level of section" "level of the last heading, 0 before the first" =
        found.levels[found.number[i] as usize];
    "has title" "whether a heading says the title" = found.title.is_some();
    "title" "whether this block is the title's heading" = found.title == Some(i);
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

/// Headings compared with the title.
const LOOKS: usize = 32;
/// Bytes of a title, and of a heading, that are compared.
const MAX_TITLE: usize = 512;

/// The text of the page's `<title>`, cut where it is very long.
pub fn title(page: &Page) -> &str {
    let is_title = |run: &usize| page.tag(page.runs.node[*run] as usize) == Tag::TITLE;
    // Titles stand in the head, and code before them.
    let runs = (0..page.run_count()).take(LOOKS * 4);
    let text =
        runs.filter(|&run| !page.is_code(run)).find(is_title).map_or("", |run| page.run_text(run));
    &text[..text.floor_char_boundary(MAX_TITLE)]
}

/// The shown block that is the title's heading: an `h1` or `h2` that shares its words with the
/// title, else the first `h1`.
pub fn title_heading(page: &Page, shown: &[TextBlock], outline: &Outline) -> Option<usize> {
    let title = folded(title(page));
    let level = |&i: &usize| outline.around[shown[i].node].heading;
    let headings = |wanted: u8| (0..shown.len()).filter(move |i| level(i) == wanted).take(LOOKS);
    let says_title = |&i: &usize| {
        let heading = folded(&page.block_text(shown[i].block));
        heading.len() > 1 && (title.contains(&heading) || starts(&heading, &title))
    };
    headings(1)
        .find(says_title)
        .or_else(|| headings(1).next())
        .or_else(|| headings(2).find(says_title))
}

fn starts(heading: &str, title: &str) -> bool {
    title.len() > 1 && heading.starts_with(title)
}

/// Letters and digits alone, in lower case.
fn folded(text: &str) -> String {
    let text = &text[..text.floor_char_boundary(MAX_TITLE)];
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The element that is about a heading: the nearest article or main part, else the nearest element
/// that holds running text beside it.
pub fn root_of(page: &Page, outline: &Outline, heading: usize) -> usize {
    let article = outline.around[heading].article;
    if article != NONE {
        return article as usize;
    }
    let holds_more = |&node: &usize| outline.sums[node].mass > outline.sums[heading].mass;
    page.ancestors(heading).find(holds_more).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::tests::column;
    use super::super::text_blocks::text_blocks;
    use super::*;
    use crate::page::Limits;

    #[test]
    fn sections_go_from_heading_to_heading() {
        let html = "<p>a<h2>b</h2><p>c d<h3>e</h3>";
        assert_eq!(column(html, "words of section"), [1.0, 3.0, 3.0, 1.0]);
        assert_eq!(column(html, "level of section"), [0.0, 2.0, 2.0, 3.0]);
    }

    #[test]
    fn without_an_article_the_text_beside_the_heading_is_about_it() {
        let html = "<div><h1>a</h1><p>b</div><p>c";
        assert_eq!(column(html, "in root of title"), [1.0, 1.0, 0.0]);
    }

    fn heading(html: &str) -> Option<String> {
        let page = Page::parse(html, Limits::default());
        let shown = text_blocks(&page);
        let outline = Outline::of(&page, &shown);
        title_heading(&page, &shown, &outline).map(|i| page.block_text(shown[i].block))
    }

    #[test]
    fn the_heading_that_says_the_title_is_found() {
        let title = "<title>Rain, again – The Daily</title>";
        let found = |body: &str| heading(&format!("{title}{body}"));
        assert_eq!(found("<h1>Menu</h1><h1>Rain, <b>again</b></h1>").unwrap(), "Rain, again");
        assert_eq!(found("<h1>Menu</h1><h2>Rain, again</h2>").unwrap(), "Menu");
        assert_eq!(found("<h2>Menu</h2><h2>Rain, again</h2>").unwrap(), "Rain, again");
        assert_eq!(found("<h2>Menu</h2><p>text"), None);
    }
}
