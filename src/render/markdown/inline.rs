//! Writes one line of Markdown: emphasis, code, links and text.
//!
//! Emphasis is dropped if its delimiters would not be parsed as such, as in `a**(b)**`.

use super::escape::{escape, escape_lone_brackets, escape_url, longest_backticks};
use crate::html::names::Attribute;
use crate::page::Page;
use crate::render::image::Image;
use crate::render::roles::Role;
use crate::render::safe_url::safe;
use crate::render::text::collapse;

/// A style that is open in the line.
struct Open {
    role: Role,
    node: usize,
    /// Position of its delimiter.
    start: usize,
    /// Empty if the style cannot be written here.
    delimiter: &'static str,
}

#[derive(Default)]
pub struct Line {
    pub text: String,
    open: Vec<Open>,
    /// End of the text, before closing delimiters.
    content_end: usize,
    pub in_cell: bool,
}

impl Line {
    pub fn begin(&mut self, in_cell: bool) {
        self.text.clear();
        self.open.clear();
        self.content_end = 0;
        self.in_cell = in_cell;
    }

    /// Adds text in the wanted styles (role and element).
    pub fn add(&mut self, page: &Page, text: &str, gap: &str, wanted: &[(Role, usize)]) {
        let next = text.chars().next();
        self.set_styles(page, wanted, gap, next);
        if self.in_code() {
            self.add_code(text);
            return;
        }
        escape(&mut self.text, text, self.in_cell);
        self.added();
    }

    pub fn add_tex(
        &mut self,
        page: &Page,
        tex: &str,
        display: bool,
        gap: &str,
        wanted: &[(Role, usize)],
    ) {
        self.set_styles(page, wanted, gap, Some('$'));
        if self.in_code() {
            self.add_code(tex);
            return;
        }
        let fence = if display { "$$" } else { "$" };
        self.text.push_str(fence);
        self.push_in_cell(tex);
        self.text.push_str(fence);
        self.added();
    }

    pub fn add_image(&mut self, page: &Page, image: &Image, gap: &str, wanted: &[(Role, usize)]) {
        self.set_styles(page, wanted, gap, Some('!'));
        let mut alt = String::new();
        collapse(&mut alt, image.alt);
        self.text.push_str("![");
        let start = self.text.len();
        escape(&mut self.text, &alt, self.in_cell);
        escape_lone_brackets(&mut self.text, start);
        self.text.push_str("](");
        let start = self.text.len();
        escape_url(&mut self.text, &image.source);
        // Brackets of a link around the image must not pair with them.
        escape_lone_brackets(&mut self.text, start);
        self.text.push(')');
        self.added();
    }

    /// Closes all styles and completes the line.
    pub fn end(&mut self, page: &Page) {
        while !self.open.is_empty() {
            self.close(page, None);
        }
    }

    fn in_code(&self) -> bool {
        self.open.last().is_some_and(|open| open.role == Role::Code)
    }

    fn add_code(&mut self, text: &str) {
        self.push_in_cell(text);
        self.added();
    }

    fn push_in_cell(&mut self, text: &str) {
        if self.in_cell {
            self.text.push_str(&text.replace('|', "\\|"));
        } else {
            self.text.push_str(text);
        }
    }

    fn added(&mut self) {
        self.content_end = self.text.len();
    }

    /// Closes styles, writes the gap, opens styles. `next` is the text that follows.
    fn set_styles(&mut self, page: &Page, wanted: &[(Role, usize)], gap: &str, next: Option<char>) {
        // Adjacent code spans become one, since their backticks would merge.
        let same = |open: &Open, (role, node): (Role, usize)| match role {
            Role::Link => open.node == node,
            Role::Code => open.role == role && (open.node == node || gap.is_empty()),
            _ => open.role == role,
        };
        let common =
            self.open.iter().zip(wanted).take_while(|(open, wanted)| same(open, **wanted)).count();
        let after = if gap.is_empty() { next } else { Some(' ') };
        while self.open.len() > common {
            self.close(page, after);
        }
        // A line break inside a code span would be only a space.
        let gap = if self.in_code() && !gap.is_empty() { " " } else { gap };
        self.text.push_str(gap);
        for (at, &(role, node)) in wanted.iter().enumerate().skip(common) {
            let inner = wanted[at + 1..].iter().find_map(|(role, _)| opening(*role));
            self.push(role, node, inner.or(next));
        }
    }

    fn push(&mut self, role: Role, node: usize, next: Option<char>) {
        let start = self.text.len();
        let delimiter = match role {
            Role::Strong if self.opens_emphasis(next) => "**",
            Role::Emphasis if self.opens_emphasis(next) => "*",
            // A superscript or subscript digit needs markup beside a word, but not by itself.
            Role::Sup if !self.follows_space() => "<sup>",
            Role::Sub if !self.follows_space() => "<sub>",
            Role::Link => {
                if self.text.ends_with('!') {
                    self.text.insert(start - 1, '\\');
                }
                "["
            }
            _ => "",
        };
        let start = self.text.len();
        self.text.push_str(delimiter);
        self.open.push(Open { role, node, start, delimiter });
    }

    fn follows_space(&self) -> bool {
        self.text.is_empty() || self.text.ends_with(char::is_whitespace)
    }

    /// Whether a delimiter at this position would open emphasis.
    fn opens_emphasis(&self, next: Option<char>) -> bool {
        let mut end = self.text.len();
        for open in self.open.iter().rev() {
            if open.start + open.delimiter.len() != end || !is_emphasis(open.role) {
                break;
            }
            end = open.start;
        }
        // Adjacent opening and closing asterisks would be parsed as one delimiter.
        let touches = end > self.content_end && self.text[..end].ends_with('*');
        let before = self.text[..end].chars().next_back();
        let next_is_word = next.is_some_and(|c| !may_be_punctuation(c));
        let left_flanking = next_is_word || before.is_none_or(is_space_or_punctuation);
        // Inside a word, asterisks may also close and would end the enclosing emphasis.
        let only_opens = before
            .is_none_or(|c| c.is_whitespace() || (is_space_or_punctuation(c) && next_is_word));
        let is_inner = self.open.iter().any(|open| open.start < end && is_shown(open));
        left_flanking && !touches && (only_opens || !is_inner)
    }

    fn close(&mut self, page: &Page, next: Option<char>) {
        let Some(open) = self.open.pop() else {
            return;
        };
        if is_emphasis(open.role) {
            self.close_emphasis(&open, next);
            return;
        }
        match open.role {
            Role::Code => self.close_code(open.start),
            Role::Sup if !open.delimiter.is_empty() => self.text.push_str("</sup>"),
            Role::Sub if !open.delimiter.is_empty() => self.text.push_str("</sub>"),
            Role::Link => {
                let href = page.attribute(open.node, Attribute::HREF).and_then(safe);
                escape_lone_brackets(&mut self.text, open.start + open.delimiter.len());
                self.text.push_str("](");
                escape_url(&mut self.text, &href.unwrap_or_default());
                self.text.push(')');
            }
            _ => return,
        }
        self.content_end = self.text.len();
    }

    fn close_emphasis(&mut self, open: &Open, next: Option<char>) {
        if open.delimiter.is_empty() {
            return;
        }
        let inside = open.start + open.delimiter.len();
        // The asterisks of several styles that end together are parsed as one delimiter.
        let only_asterisks = self.text[self.content_end..].bytes().all(|b| b == b'*');
        let end = if only_asterisks { self.content_end } else { self.text.len() };
        let last = self.text[..end].chars().next_back();
        let right_flanking = last.is_some_and(|last| !may_be_punctuation(last))
            || next.is_none_or(is_space_or_punctuation);
        if right_flanking {
            self.text.push_str(open.delimiter);
        } else {
            self.text.replace_range(open.start..inside, "");
            self.content_end -= open.delimiter.len();
        }
    }

    /// Puts backticks around the code, more than its longest sequence.
    fn close_code(&mut self, start: usize) {
        let code = &self.text[start..];
        let fence = "`".repeat(longest_backticks(code) + 1);
        let padding = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
        self.text.insert_str(start, &format!("{fence}{padding}"));
        self.text.push_str(padding);
        self.text.push_str(&fence);
    }
}

fn is_emphasis(role: Role) -> bool {
    matches!(role, Role::Strong | Role::Emphasis)
}

/// The opening of a style that is not emphasis.
fn opening(role: Role) -> Option<char> {
    match role {
        Role::Code => Some('`'),
        Role::Link => Some('['),
        Role::Sup | Role::Sub => Some('<'),
        _ => None,
    }
}

fn is_shown(open: &Open) -> bool {
    is_emphasis(open.role) && !open.delimiter.is_empty()
}

/// Whether some parser may treat the character as punctuation.
fn may_be_punctuation(c: char) -> bool {
    !c.is_alphanumeric() && !c.is_whitespace()
}

/// Whether every parser treats the character as white space or punctuation.
fn is_space_or_punctuation(c: char) -> bool {
    c.is_whitespace()
        || c.is_ascii_punctuation()
        || matches!(c, '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{203A}' | '\u{3001}'..='\u{3003}'
            | '\u{3008}'..='\u{3011}' | '«' | '»' | '¡' | '¿' | '！' | '，' | '．' | '：' | '？')
}

#[cfg(test)]
mod tests {
    use crate::render::testing::rendered;
    use crate::render::{Format, Options};

    fn line(html: &str) -> String {
        let options = Options { links: true, images: true, ..Options::default() };
        rendered(html, Format::Markdown, options).trim_end().to_owned()
    }

    #[test]
    fn adjacent_styles_are_merged() {
        assert_eq!(line("<b>a</b><strong>b</strong> <b>c</b>"), "**ab c**");
        assert_eq!(line("<code>a</code><code>b</code> <code>c</code>"), "`ab` `c`");
    }

    #[test]
    fn emphasis_that_would_be_misparsed_is_dropped() {
        assert_eq!(line("a<b>(b)</b>"), "a(b)");
        assert_eq!(line("<b>a.</b>b"), "a.b");
        assert_eq!(line("<b>a</b><i>b</i>"), "**a**b");
    }

    #[test]
    fn an_exclamation_mark_before_a_link_is_escaped() {
        assert_eq!(line("a!<a href=b>c</a>"), "a\\![c](b)");
    }

    #[test]
    fn the_text_of_a_link_has_no_needless_backslashes() {
        assert_eq!(line("<a href=b>Now!</a>"), "[Now!](b)");
        assert_eq!(line("<a href=b>[1] a]!</a>!"), "[[1] a\\]!](b)!");
        assert_eq!(line("<a href=b>[x](y)</a>"), "[[x]\\(y)](b)");
    }

    #[test]
    fn an_image_inside_a_link_is_linked() {
        assert_eq!(line("x <a href=b><img src=i.png alt='a]'></a> y"), "x [![a\\]](i.png)](b) y");
    }
}
