//! One line of Markdown being written: emphasis, code, links, and the text between.
//!
//! Emphasis is dropped where its delimiters would not be read as such, as in `a**(b)**`.

use super::escape::{Place, escape, escape_address, longest_backticks};
use crate::names::Attribute;
use crate::page::Page;
use crate::render::address::safe;
use crate::render::image::Image;
use crate::render::roles::Role;
use crate::render::text::collapse;

/// A style open in the line.
struct Open {
    role: Role,
    node: usize,
    /// Where its delimiter stands.
    start: usize,
    /// Empty where the style cannot be shown.
    delimiter: &'static str,
}

#[derive(Default)]
pub struct Line {
    pub text: String,
    open: Vec<Open>,
    /// Nothing but delimiters since the last line break.
    line_start: bool,
    pub in_cell: bool,
}

impl Line {
    pub fn begin(&mut self, in_cell: bool) {
        self.text.clear();
        self.open.clear();
        self.line_start = true;
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
        let in_link = self.open.iter().any(|open| open.role == Role::Link);
        let place = Place { line_start: self.line_start, in_link, in_cell: self.in_cell };
        escape(&mut self.text, text, place);
        self.line_start = false;
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
        self.line_start = false;
    }

    pub fn add_image(&mut self, page: &Page, image: &Image, gap: &str, wanted: &[(Role, usize)]) {
        self.set_styles(page, wanted, gap, Some('!'));
        let mut alt = String::new();
        collapse(&mut alt, image.alt);
        self.text.push_str("![");
        let place = Place { in_link: true, in_cell: self.in_cell, ..Place::default() };
        escape(&mut self.text, &alt, place);
        self.text.push_str("](");
        escape_address(&mut self.text, &image.source);
        self.text.push(')');
        self.line_start = false;
    }

    /// Closes what is open; the line is then complete.
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
        self.line_start = false;
    }

    fn push_in_cell(&mut self, text: &str) {
        if self.in_cell {
            self.text.push_str(&text.replace('|', "\\|"));
        } else {
            self.text.push_str(text);
        }
    }

    /// Closes styles, writes the gap, opens styles; `next` is what comes then.
    fn set_styles(&mut self, page: &Page, wanted: &[(Role, usize)], gap: &str, next: Option<char>) {
        let same = |open: &Open, (role, node): (Role, usize)| {
            open.role == role && (role != Role::Link || open.node == node)
        };
        let common =
            self.open.iter().zip(wanted).take_while(|(open, wanted)| same(open, **wanted)).count();
        let after = if gap.is_empty() { next } else { Some(' ') };
        while self.open.len() > common {
            self.close(page, after);
        }
        // A line break inside a code span would be no more than a space.
        let gap = if self.in_code() && !gap.is_empty() { " " } else { gap };
        self.text.push_str(gap);
        self.line_start |= gap.ends_with('\n');
        for &(role, node) in &wanted[common..] {
            self.push(role, node, next);
        }
    }

    fn push(&mut self, role: Role, node: usize, next: Option<char>) {
        let start = self.text.len();
        let delimiter = match role {
            Role::Strong => self.emphasis(["**", "__"], next),
            Role::Emphasis => self.emphasis(["*", "_"], next),
            // A raised or lowered digit is another number beside a word, but not by itself.
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

    /// The delimiter that opens emphasis here, empty if none does.
    fn emphasis(&self, forms: [&'static str; 2], next: Option<char>) -> &'static str {
        let (before, touching) = self.before_delimiters();
        let Some(next) = next else {
            return "";
        };
        let left_flanking = !may_be_punctuation(next) || before.is_none_or(is_space_or_punctuation);
        match touching {
            _ if !left_flanking || next.is_whitespace() => "",
            None | Some('_') => forms[0],
            // Two stretches of asterisks that touch would be read as one.
            Some(_) => forms[1],
        }
    }

    /// The character before the delimiters just opened, and the closing delimiter that ends there.
    fn before_delimiters(&self) -> (Option<char>, Option<char>) {
        let mut end = self.text.len();
        for open in self.open.iter().rev() {
            if open.start + open.delimiter.len() != end || !is_emphasis(open.role) {
                break;
            }
            end = open.start;
        }
        let before = self.text[..end].chars().next_back();
        let is_delimiter = end == self.text.len()
            && matches!(before, Some('*' | '_'))
            && !self.text[..end - 1].ends_with('\\');
        (before, before.filter(|_| is_delimiter))
    }

    fn close(&mut self, page: &Page, next: Option<char>) {
        let Some(open) = self.open.pop() else {
            return;
        };
        match open.role {
            Role::Code => self.close_code(open.start),
            Role::Sup if !open.delimiter.is_empty() => self.text.push_str("</sup>"),
            Role::Sub if !open.delimiter.is_empty() => self.text.push_str("</sub>"),
            Role::Link => {
                let href = page.attribute(open.node, Attribute::HREF).and_then(safe);
                self.text.push_str("](");
                escape_address(&mut self.text, &href.unwrap_or_default());
                self.text.push(')');
            }
            _ => self.close_emphasis(&open, next),
        }
    }

    fn close_emphasis(&mut self, open: &Open, next: Option<char>) {
        if open.delimiter.is_empty() {
            return;
        }
        let inside = open.start + open.delimiter.len();
        let last = self.text[inside..].chars().next_back();
        let right_flanking = last.is_some_and(|last| !may_be_punctuation(last))
            || next.is_none_or(is_space_or_punctuation);
        // Inside a word only asterisks close.
        let closes = right_flanking
            && (!open.delimiter.starts_with('_') || next.is_none_or(is_space_or_punctuation));
        if closes {
            self.text.push_str(open.delimiter);
        } else {
            self.text.replace_range(open.start..inside, "");
        }
    }

    /// Puts backticks around the code, more of them than it has in a row.
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

/// Some parser may take it for punctuation.
fn may_be_punctuation(c: char) -> bool {
    !c.is_alphanumeric() && !c.is_whitespace()
}

/// Every parser takes it for white space or punctuation.
fn is_space_or_punctuation(c: char) -> bool {
    c.is_whitespace()
        || c.is_ascii_punctuation()
        || matches!(c, '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{203A}' | '\u{3001}'..='\u{3003}'
            | '\u{3008}'..='\u{3011}' | '«' | '»' | '¡' | '¿' | '！' | '，' | '．' | '：' | '？')
}
