//! The heading that says the page's title, and the element that is about it.

use super::outline::{NONE, Outline};
use super::shown::Shown;
use crate::html::names::Tag;
use crate::page::Page;

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
pub fn title_heading(page: &Page, shown: &[Shown], outline: &Outline) -> Option<usize> {
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
    use super::super::shown::shown_blocks;
    use super::*;
    use crate::page::Limits;

    fn heading(html: &str) -> Option<String> {
        let page = Page::parse(html, Limits::default());
        let shown = shown_blocks(&page);
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
