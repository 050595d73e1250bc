//! Finds the parts of a page with reader comments or customer reviews, by their names, their
//! schema.org types and their headings.

use super::comment_words::{
    Heading, comment_heading, may_name_part, names_comments, names_comments_in_label,
    names_reviews, perhaps_names_comments,
};
use super::features::TextBlock;
use crate::html::names::{Attribute, TAG_NAMES, Tag};
use crate::page::{Page, flags};
use std::cell::OnceCell;
use std::ops::Range;

/// Labels of comment parts are not longer, in bytes: a longer one describes an article.
const MAX_LABEL: usize = 40;

/// Ids of comment parts do not have more words.
const MAX_ID_WORDS: usize = 3;

/// Words of running text that stand before the heading of comments.
const MIN_WORDS_BEFORE: u32 = 50;

/// Elements between a heading and the element whose first text it is.
const MAX_HEADING_WRAPPERS: usize = 3;

/// A comment reads like text if it has this many words, and less than this share of its characters
/// in links.
const MIN_TEXT_WORDS: u32 = 5;
const MAX_TEXT_LINK_SHARE: f32 = 0.35;

/// What a text block is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Part {
    #[default]
    Other,
    /// A comment that reads like text.
    Comment,
    /// Names, dates, buttons and forms around comments.
    CommentFrame,
    Review,
    ReviewFrame,
}

impl Part {
    pub fn is_comment(self) -> bool {
        matches!(self, Part::Comment | Part::CommentFrame)
    }

    pub fn is_other(self) -> bool {
        self == Part::Other
    }

    pub fn reads_like_text(self) -> bool {
        matches!(self, Part::Comment | Part::Review)
    }
}

/// The part of each text block; `None` if the page declares that it is a thread of posts or
/// answers, whose comments are its content. `title` is the block of the page's title. Parts that
/// have neither content nor comments that read like text may be missing.
pub fn parts(
    page: &Page,
    blocks: &[TextBlock],
    title: Option<usize>,
    is_content: impl Fn(usize) -> bool,
) -> Option<Vec<Part>> {
    let mut finder = Finder::of(page, blocks, title);
    finder.find_named(is_content)?;
    finder.find_headed();
    Some(finder.parts)
}

struct Finder<'a> {
    page: &'a Page,
    blocks: &'a [TextBlock],
    title: Option<usize>,
    /// Words of running text before each block, and in all blocks.
    words_before: Vec<u32>,
    /// Nodes that are text fields.
    fields: OnceCell<Vec<usize>>,
    parts: Vec<Part>,
}

impl Finder<'_> {
    fn of<'a>(page: &'a Page, blocks: &'a [TextBlock], title: Option<usize>) -> Finder<'a> {
        let mut words_before = Vec::with_capacity(blocks.len() + 1);
        let mut words = 0;
        for block in blocks {
            words_before.push(words);
            words += if block.is_running_text { block.text.words } else { 0 };
        }
        words_before.push(words);
        Finder {
            page,
            blocks,
            title,
            words_before,
            fields: OnceCell::new(),
            parts: vec![Part::Other; blocks.len()],
        }
    }

    /// Marks elements whose name or type is that of comments or reviews. `None` for threads.
    fn find_named(&mut self, is_content: impl Fn(usize) -> bool) -> Option<()> {
        let has_text = self.nodes_with_text(is_content);
        let mut ends = 0;
        for node in (0..has_text.len()).filter(|&node| has_text[node]) {
            for (name, value) in self.page.node_attributes(node) {
                if name == Attribute::ITEMTYPE && is_thread_type(value) {
                    return None;
                }
                // Shops have reviews in the markup of comments, so that the outer name counts.
                if node >= ends && self.mark_named(node, name, value) {
                    ends = self.page.subtree_end(node);
                }
            }
        }
        Some(())
    }

    /// By node, whether it has a block that is content or may be a comment. Most elements have none,
    /// so that this saves time.
    fn nodes_with_text(&self, is_content: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut has_text = vec![false; self.page.nodes.tag.len()];
        for (i, block) in self.blocks.iter().enumerate() {
            if !is_content(i) && !has_text_shape(block) {
                continue;
            }
            for node in self.page.ancestors(block.node) {
                if std::mem::replace(&mut has_text[node], true) {
                    break;
                }
            }
        }
        has_text
    }

    /// Marks an element if the attribute names comments or reviews.
    fn mark_named(&mut self, node: usize, name: Attribute, value: &str) -> bool {
        let is_name = matches!(name, Attribute::CLASS | Attribute::ID);
        if is_name && !may_name_part(value) || !self.can_be_part(node) {
            return false;
        }
        if is_name && names_reviews(value) {
            return self.mark(node, Part::Review, Part::ReviewFrame);
        }
        self.is_comment_name(node, name, value)
            && self.mark(node, Part::Comment, Part::CommentFrame)
    }

    /// Whether an element can hold comments: the class of the whole page may say whether it has
    /// any, and code has comments of its own.
    fn can_be_part(&self, node: usize) -> bool {
        let tag = self.page.tag(node);
        let is_known = (tag.0 as usize) < TAG_NAMES.len();
        !matches!(tag, Tag::HTML | Tag::BODY)
            && (tag.is_block() || !is_known)
            && self.page.nodes.flags[node] & flags::PRE == 0
    }

    fn is_comment_name(&self, node: usize, name: Attribute, value: &str) -> bool {
        match name {
            Attribute::ITEMTYPE => is_type(value, &["Comment", "UserComments"]),
            Attribute::ITEMPROP | Attribute::ROLE => value.trim() == "comment",
            Attribute::ARIA_LABEL => {
                value.len() <= MAX_LABEL
                    && is_container(self.page.tag(node))
                    && names_comments_in_label(value)
            }
            // Such an id is a heading in short.
            Attribute::ID if value.split(['-', '_']).count() > MAX_ID_WORDS => false,
            Attribute::CLASS | Attribute::ID => {
                names_comments(value) || perhaps_names_comments(value) && self.has_field(node)
            }
            _ => false,
        }
    }

    fn has_field(&self, node: usize) -> bool {
        self.field_between(node, self.page.subtree_end(node))
    }

    fn field_between(&self, node: usize, end: usize) -> bool {
        let is_field = |&node: &usize| self.page.tag(node) == Tag::TEXTAREA;
        let all = 0..self.page.nodes.tag.len();
        let fields = self.fields.get_or_init(|| all.filter(is_field).collect());
        let first = fields.partition_point(|&field| field < node);
        fields.get(first).is_some_and(|&field| field < end)
    }

    /// Marks the blocks of an element, unless it is around the main text.
    fn mark(&mut self, node: usize, text: Part, frame: Part) -> bool {
        let range = self.blocks_in(node);
        if self.is_around_main_text(&range) {
            return false;
        }
        self.mark_range(node, range, text, frame);
        true
    }

    fn mark_range(&mut self, node: usize, range: Range<usize>, text: Part, frame: Part) {
        for i in range {
            let is_text = reads_like_text(self.page, &self.blocks[i], node);
            self.parts[i] = if is_text { text } else { frame };
        }
    }

    /// Whether a part has the title, or half of the running text with none before it.
    fn is_around_main_text(&self, range: &Range<usize>) -> bool {
        let words = |from: usize, to: usize| self.words_before[to] - self.words_before[from];
        self.title.is_some_and(|title| range.contains(&title))
            || words(0, range.start) == 0
                && 2 * words(range.start, range.end) >= words(0, self.blocks.len()).max(1)
    }

    /// The text blocks inside an element.
    fn blocks_in(&self, node: usize) -> Range<usize> {
        let (page, end) = (self.page, self.page.subtree_end(node));
        let opened = |block: &TextBlock| page.runs.opened[block.first_run] as usize;
        let is_inside =
            |block: &TextBlock| (node..end).contains(&(page.runs.node[block.first_run] as usize));
        let first = self.blocks.partition_point(|block| opened(block) <= node);
        first..first + self.blocks[first..].partition_point(is_inside)
    }

    /// Marks what follows a heading of comments in its element, up to the next heading.
    fn find_headed(&mut self) {
        let mut i = self.title.map_or(0, |title| title + 1);
        while i < self.blocks.len() {
            i = self.headed_comments(i).map_or(i + 1, |(node, range)| {
                let end = range.end;
                self.mark_range(node, range, Part::Comment, Part::CommentFrame);
                end
            });
        }
    }

    /// The comments under a heading, and the element that has them.
    fn headed_comments(&self, i: usize) -> Option<(usize, Range<usize>)> {
        let level = heading_level(self.page, &self.blocks[i])?;
        if !self.parts[i].is_other() || self.words_before[i] < MIN_WORDS_BEFORE {
            return None;
        }
        let heading = self.comment_heading(i)?;
        let node = self.headed_element(i);
        let inside = self.blocks_in(node);
        let next = (i + 1..inside.end).find(|&next| {
            heading_level(self.page, &self.blocks[next]).is_some_and(|found| found <= level)
        });
        let nodes_end = next.map_or(self.page.subtree_end(node), |next| self.blocks[next].node);
        let is_sure = heading == Heading::Sure
            || self.field_between(self.blocks[i].node, nodes_end)
            || next.and_then(|next| self.comment_heading(next)) == Some(Heading::Sure);
        is_sure.then(|| (node, i..next.unwrap_or(inside.end)))
    }

    fn comment_heading(&self, i: usize) -> Option<Heading> {
        let block = &self.blocks[i];
        comment_heading(block.text.words, || self.page.block_text(block.index))
    }

    /// The element around a heading and what it is the heading of.
    fn headed_element(&self, heading: usize) -> usize {
        let parent = |node: usize| self.page.parent(node).unwrap_or(node);
        let mut node = parent(self.blocks[heading].node);
        for _ in 0..MAX_HEADING_WRAPPERS {
            if self.blocks_in(node) != (heading..heading + 1) {
                break;
            }
            node = parent(node);
        }
        node
    }
}

fn heading_level(page: &Page, block: &TextBlock) -> Option<u8> {
    page.tag(block.node).heading_level()
}

fn is_thread_type(value: &str) -> bool {
    is_type(value, &["QAPage", "DiscussionForumPosting"])
}

/// Whether an `itemtype` ends in one of the schema.org types.
fn is_type(value: &str, types: &[&str]) -> bool {
    let name = value.trim().rsplit('/').next().unwrap_or_default();
    types.contains(&name)
}

fn is_container(tag: Tag) -> bool {
    use Tag as T;
    matches!(tag, T::DIV | T::SECTION | T::ARTICLE | T::ASIDE | T::FOOTER | T::FORM | T::UL | T::OL)
}

fn is_form_or_control(tag: Tag) -> bool {
    use Tag as T;
    matches!(
        tag,
        T::FORM
            | T::FIELDSET
            | T::BUTTON
            | T::LABEL
            | T::LEGEND
            | T::OPTION
            | T::SELECT
            | T::SUMMARY
    )
}

/// Whether a block in the part below `node` reads like text: forms and lists of links do not.
fn reads_like_text(page: &Page, block: &TextBlock, node: usize) -> bool {
    let mut around = page.ancestors(block.node).take_while(|&each| each >= node);
    has_text_shape(block) && !around.any(|each| is_form_or_control(page.tag(each)))
}

fn has_text_shape(block: &TextBlock) -> bool {
    block.text.words >= MIN_TEXT_WORDS && block.link_share() < MAX_TEXT_LINK_SHARE
}

#[cfg(test)]
mod tests {
    use super::super::features::text_blocks;
    use super::super::tests::page;
    use super::*;

    /// Twelve words: running text.
    const TEXT: &str = "one two three four five six seven eight nine ten eleven twelve";

    fn parts_of(html: &str) -> Vec<Part> {
        let page = page(html);
        parts(&page, &text_blocks(&page), None, |_| true).unwrap()
    }

    fn in_comments(html: &str) -> Vec<bool> {
        parts_of(html).into_iter().map(Part::is_comment).collect()
    }

    #[test]
    fn comments_are_found_by_class_and_id() {
        let names = [
            "comments", "post-comment", "commentList", "disqus_thread", "Respond", "kommentare",
            "lista-comentarios", "reacties", "pinglun", "комментарии",
        ];
        for name in names {
            let html =
                format!("<p>{TEXT}<div class='x {name}'><p>b</div><p>c<div id={name}>d</div>");
            assert_eq!(in_comments(&html), [false, true, false, true], "{name}");
        }
        for name in ["commentary", "nocomments", "responsive", "discussion"] {
            let html = format!("<p>{TEXT}<div class={name}>a</div>");
            assert_eq!(in_comments(&html), [false; 2], "{name}");
        }
    }

    #[test]
    fn comments_are_found_by_type_role_and_label() {
        for attribute in [
            "itemscope itemtype=https://schema.org/Comment",
            "itemtype=http://schema.org/UserComments",
            "itemprop=comment",
            "role=comment",
            "aria-label='Reader comments'",
        ] {
            let html = format!("<p>{TEXT}<section {attribute}>a</section><p>b");
            assert_eq!(in_comments(&html), [false, true, false], "{attribute}");
        }
        let html = format!("<p>{TEXT}<p aria-label='3 comments'>a");
        assert_eq!(in_comments(&html), [false; 2]);
    }

    #[test]
    fn names_of_states_are_no_comments() {
        for name in ["comments-open", "no-comments", "has-comments", "tone-comment"] {
            let html = format!("<p>{TEXT}<div class={name}>a</div>");
            assert_eq!(in_comments(&html), [false; 2], "{name}");
        }
        let html = format!("<p>{TEXT}<div class='comments open'>a</div>");
        assert_eq!(in_comments(&html), [false, true]);
    }

    #[test]
    fn unsure_names_need_a_text_field() {
        let html = |field: &str| format!("<p>{TEXT}<div id=discussion>{TEXT}{field}</div>");
        assert_eq!(in_comments(&html("")), [false; 2]);
        assert_eq!(in_comments(&html("<form><textarea></textarea></form>")), [false, true]);
    }

    #[test]
    fn reviews_in_the_markup_of_comments_are_reviews() {
        let html = format!(
            "<p>{TEXT}<div id=reviews><div id=comments><p>{TEXT}<p>a</div></div>\
            <div class=testimonials-comment>{TEXT}</div><div class=comment>{TEXT}</div>"
        );
        let expected = [Part::Other, Part::Review, Part::ReviewFrame, Part::Review, Part::Comment];
        assert_eq!(parts_of(&html), expected);
    }

    #[test]
    fn comments_in_code_and_headings_in_short_are_no_comments() {
        let html = format!(
            "<p>{TEXT}<pre><div class=comment>a</div></pre><p><span class=comment>b</span>\
            <section id=respond-to-review-comments>c</section>"
        );
        assert_eq!(in_comments(&html), [false; 4]);
    }

    #[test]
    fn the_class_of_the_page_is_ignored() {
        assert_eq!(in_comments("<html class=comments><body class=comments><p>a"), [false]);
    }

    #[test]
    fn an_element_around_the_main_text_is_no_part() {
        let html = format!("<div class=comments><p>{TEXT}<div class=comment>b</div></div><p>c");
        assert_eq!(in_comments(&html), [false, true, false]);
        let html = format!("<p>{TEXT}<div class=comments><h1>a</h1><p>{TEXT}</div>");
        let page = page(&html);
        let found = parts(&page, &text_blocks(&page), Some(1), |_| true).unwrap();
        assert_eq!(found, [Part::Other; 3]);
    }

    #[test]
    fn nested_parts_are_one() {
        let html = format!(
            "<p>{TEXT}<div class=comments><p>a<div class='comment reply'>b</div><p>c</div><p>d"
        );
        assert_eq!(in_comments(&html), [false, true, true, true, false]);
    }

    #[test]
    fn threads_have_no_comment_parts() {
        for name in ["QAPage", "DiscussionForumPosting"] {
            let html = format!(
                "<div itemtype=https://schema.org/{name}>{TEXT}<div class=comments>a</div></div>"
            );
            let page = page(&html);
            assert_eq!(parts(&page, &text_blocks(&page), None, |_| true), None);
        }
    }

    #[test]
    fn comments_follow_their_heading() {
        let text = format!("<p>{}", TEXT.repeat(5));
        for heading in ["12 Comments", "Kommentare (3)", "3 thoughts on “Rain”", "Leave a Reply"]
        {
            let html = format!("<div>{text}<h3>{heading}</h3><p>b<h4>c</h4>d<h3>e</h3></div>f");
            assert_eq!(
                in_comments(&html),
                [false, true, true, true, true, false, false],
                "{heading}"
            );
        }
        let html = format!("<div>{text}<div><h3>1 comment</h3></div><p>b</div><p>c");
        assert_eq!(in_comments(&html), [false, true, true, false]);
        for heading in ["Comments", "Comments of the minister", "12 Rules"] {
            let html = format!("<div>{text}<h3>{heading}</h3><p>b</div>");
            assert_eq!(in_comments(&html), [false; 3], "{heading}");
        }
        let html = format!("<div>{text}<h3>Comments</h3><p>b<textarea></textarea></div>");
        assert_eq!(in_comments(&html), [false, true, true]);
        let html = format!("<div>{text}<h3>Comments</h3><p>b<h3>Leave a reply</h3><p>c</div>");
        assert_eq!(in_comments(&html), [false, true, true, true, true]);
        // Nothing is before the heading.
        assert_eq!(in_comments("<div><h3>2 Comments</h3><p>b</div>"), [false; 2]);
    }

    #[test]
    fn buttons_and_lists_of_links_do_not_read_like_text() {
        let html = format!(
            "<p>{TEXT}<div class=comments><p>one two three four five<p>one two three four\
            <p>one two <a href=x>three four five</a><form>one two three four five</form></div>"
        );
        let like_text: Vec<bool> =
            parts_of(&html).into_iter().map(|part| part == Part::Comment).collect();
        assert_eq!(like_text, [false, true, false, false, false]);
    }
}
