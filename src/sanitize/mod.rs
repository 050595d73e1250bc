//! Sanitizer: writes a page as HTML without active content, with a comment before each run's text.
//!
//! The source is parsed again and its tree is serialised. Safety does not depend on how a browser
//! builds its tree. Every tag and attribute comes from an allowlist. `style` and `textarea` are the
//! only raw-text elements that are written. Every `<` of the page is escaped, in those two as well.
//! So a browser sees exactly the tags that are written here, wherever it puts them.

mod attributes;
mod elements;
mod escape;

use crate::html::character_data::decode_text;
use crate::html::names::Tag;
use crate::html::tokenizer::Form;
use crate::html::tree::{DOCUMENT, Item, Kind, Namespace, Tree, parse_with_attribute_positions};
use crate::page::Limits;
use crate::page::flags;
use crate::page::layout::{Visitor, visit};
use attributes::Attributes;
use elements::{is_control, output_name};
use escape::{push_escaped, push_style};

/// Longer style sheets are dropped.
const MAX_STYLE: usize = 1 << 20;

#[derive(Debug, PartialEq, Eq)]
pub struct Sanitized {
    pub html: String,
    /// Whether the page had more than `max_items` elements and texts.
    pub truncated: bool,
}

/// Sanitizes a page and writes at most `max_items` elements and texts.
///
/// The comment `<!--r12-->` precedes the text of run 12 of the `Page` with the same `limits`. A
/// `textarea` cannot contain comments, so there it precedes the element. Runs in dropped elements,
/// scripts, styles and comments have none.
pub fn sanitize(source: &str, limits: Limits, max_items: usize) -> Sanitized {
    let source = &source[..source.floor_char_boundary(limits.bytes)];
    let tree = parse_with_attribute_positions(source, limits.items);
    let mut writer = Writer::new(source, &tree, max_items);
    if !tree.quirks {
        writer.out.push_str("<!DOCTYPE html>");
    }
    visit(source, &tree, &mut writer);
    // The tree may have been truncated before its root was closed, or have no root.
    while !writer.open.is_empty() {
        writer.close();
    }
    Sanitized { html: writer.out, truncated: writer.truncated }
}

/// How the text inside an element is written.
#[derive(Clone, Copy, PartialEq)]
enum Content {
    Text,
    /// White space is significant.
    Preformatted,
    /// Only style sheets are written.
    Head,
    Style,
    /// With the position of the start tag in the output.
    TextArea(usize),
    Nothing,
}

/// An open element.
struct OpenElement<'a> {
    /// Empty if no end tag is written.
    name: &'a str,
    content: Content,
    /// Inside SVG or MathML, even if the element itself is HTML.
    foreign: bool,
}

struct Writer<'a> {
    source: &'a str,
    tree: &'a Tree,
    attributes: Attributes<'a>,
    out: String,
    open: Vec<OpenElement<'a>>,
    items_left: usize,
    truncated: bool,
}

impl<'a> Writer<'a> {
    fn new(source: &'a str, tree: &'a Tree, max_items: usize) -> Self {
        Writer {
            source,
            tree,
            attributes: Attributes::new(source),
            out: String::with_capacity(source.len()),
            open: Vec::new(),
            items_left: max_items,
            truncated: false,
        }
    }

    fn content(&self) -> Content {
        self.open.last().map_or(Content::Text, |element| element.content)
    }

    fn in_foreign(&self) -> bool {
        self.open.last().is_some_and(|element| element.foreign)
    }

    /// The name to write, empty for none, and how the content is written.
    fn output_form(&self, item: &Item) -> (&'a str, Content) {
        let outer = self.content();
        let is_html = item.kind == Kind::Element(Namespace::Html);
        match item.tag {
            Tag::HTML if item.parent == DOCUMENT => return ("html", Content::Text),
            Tag::HEAD if self.open.len() == 1 => return ("head", Content::Head),
            Tag::BODY if self.open.len() == 1 => return ("body", Content::Text),
            Tag::STYLE if is_html && outer != Content::Nothing => {
                return match self.in_foreign() {
                    true => ("", Content::Nothing),
                    false => ("style", Content::Style),
                };
            }
            Tag::NOSCRIPT if outer == Content::Head => return ("", Content::Head),
            _ => {}
        }
        if !matches!(outer, Content::Text | Content::Preformatted) {
            return ("", Content::Nothing);
        }
        let Some(name) = output_name(self.tree, item) else { return ("", Content::Nothing) };
        let content = match item.tag {
            Tag::TEXTAREA if is_html => Content::TextArea(self.out.len()),
            _ if item.flags & flags::PRE != 0 => Content::Preformatted,
            _ => outer,
        };
        (name, content)
    }

    /// Counts one more item. Returns false beyond the limit.
    fn has_room(&mut self) -> bool {
        self.truncated |= self.items_left == 0;
        self.items_left = self.items_left.saturating_sub(1);
        !self.truncated
    }

    fn start_tag(&mut self, number: u32, item: &Item, name: &str) {
        self.out.push('<');
        self.out.push_str(name);
        let written = self.tree.attribute_starts.get(number as usize).copied();
        if matches!(name, "html" | "body") {
            let added = self.tree.added_attributes.iter().filter(|(to, _)| *to == number);
            let all = written.into_iter().chain(added.map(|(_, start)| *start));
            self.attributes.write(&mut self.out, item.tag, all);
        } else {
            self.attributes.write(&mut self.out, item.tag, written.into_iter());
        }
        if is_control(item.tag) {
            self.out.push_str(" disabled");
        }
        self.out.push('>');
        if matches!(name, "pre" | "textarea") {
            // Browsers drop the first line break.
            self.out.push('\n');
        }
    }

    fn push_text(&mut self, text: &str, run: Option<usize>) {
        let mark = run.map(|run| format!("<!--r{run}-->")).unwrap_or_default();
        match self.content() {
            Content::Style if text.len() <= MAX_STYLE => push_style(&mut self.out, text),
            Content::Head | Content::Nothing | Content::Style => {}
            Content::TextArea(start) => {
                self.out.insert_str(start, &mark);
                push_escaped(&mut self.out, text);
            }
            Content::Preformatted => {
                self.out.push_str(&mark);
                push_escaped(&mut self.out, &text.replace('\0', ""));
            }
            Content::Text => {
                self.out.push_str(&mark);
                push_escaped(&mut self.out, text);
            }
        }
    }
}

impl Visitor for Writer<'_> {
    fn open(&mut self, number: u32) {
        let item = &self.tree.items[number as usize];
        let (mut name, mut content) = self.output_form(item);
        if !name.is_empty() && !self.has_room() {
            (name, content) = ("", Content::Nothing);
        }
        let foreign = self.in_foreign() || item.kind != Kind::Element(Namespace::Html);
        if !name.is_empty() {
            self.start_tag(number, item, name);
        }
        if item.kind == Kind::Element(Namespace::Html) && item.tag.is_void() {
            name = "";
        }
        self.open.push(OpenElement { name, content, foreign });
    }

    fn close(&mut self) {
        let Some(element) = self.open.pop() else { return };
        if !element.name.is_empty() {
            self.out.push_str("</");
            self.out.push_str(element.name);
            self.out.push('>');
        }
    }

    fn text(&mut self, number: u32, run: Option<usize>) {
        let item = &self.tree.items[number as usize];
        let form = match item.kind {
            Kind::Text(form) => form,
            _ => Form::Raw,
        };
        if matches!(self.content(), Content::Head | Content::Nothing) || !self.has_room() {
            return;
        }
        self.push_text(&decode_text(item.span.of(self.source), form), run);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;

    fn html(source: &str) -> String {
        sanitize(source, Limits::default(), 1000).html
    }

    /// The sanitized content of the body.
    fn body(source: &str) -> String {
        let html = html(source);
        let (_, rest) = html.split_once("<body>").unwrap();
        rest.strip_suffix("</body></html>").unwrap().to_owned()
    }

    #[test]
    fn a_comment_with_its_number_precedes_each_run() {
        assert_eq!(
            body("<title>t</title><p>a <b>b</b><script>x</script>c<!-- d -->e"),
            "<p><!--r1-->a <b><!--r2-->b</b><!--r4-->c<!--r6-->e</p>"
        );
    }

    #[test]
    fn a_run_of_several_texts_has_one_comment() {
        assert_eq!(body("a</x>b"), "<!--r0-->ab");
    }

    #[test]
    fn the_comment_of_a_textarea_precedes_it() {
        assert_eq!(
            body("<textarea class=x>\n<b></textarea>"),
            "<!--r0--><textarea class=\"x\" disabled>\n&lt;b&gt;</textarea>"
        );
    }

    #[test]
    fn quirks_mode_is_preserved() {
        assert!(html("<!doctype html>").starts_with("<!DOCTYPE html><html>"));
        assert!(html("<p>").starts_with("<html>"));
    }

    #[test]
    fn only_style_sheets_of_the_head_are_written() {
        let head = "<meta charset=utf-8><base href=x><link href=y><title>t</title>\
            <style media=print>a{}</style><noscript><style>b{}</style><link></noscript>";
        assert_eq!(
            html(head),
            "<html><head><style media=\"print\">a{}</style><style>b{}</style></head><body></body></html>"
        );
    }

    #[test]
    fn handlers_and_urls_are_dropped() {
        assert_eq!(
            body("<a href=javascript:x ONCLICK=x class='a\"b' style=color:red name=body>y"),
            "<a class=\"a&quot;b\" style=\"color:red\" data-link><!--r0-->y</a>"
        );
        assert_eq!(
            body("<img src=x srcset=y onerror=z alt=w><form action=x><input autofocus>"),
            "<img alt=\"w\"><form><input disabled></form>"
        );
    }

    #[test]
    fn repeated_formatting_keeps_its_attributes() {
        assert_eq!(
            body("<font color=red><p>a</font>b"),
            "<font color=\"red\"></font><p><font color=\"red\"><!--r0-->a</font><!--r1-->b</p>"
        );
    }

    #[test]
    fn attributes_of_a_second_body_are_added() {
        let html = html("<body class=a><body class=b bgcolor=red onload=x>");
        assert!(html.contains("<body class=\"a\" bgcolor=\"red\">"), "{html}");
    }

    #[test]
    fn repeated_attributes_do_not_inflate_a_page() {
        let source = format!("<b class='{}'>", "x".repeat(10_000)) + &"<p>a".repeat(5_000);
        assert!(html(&source).len() < 10 * source.len());
    }

    #[test]
    fn raw_text_is_written_as_text() {
        assert_eq!(body("<xmp><i>a</xmp>"), "<pre>\n<!--r0-->&lt;i&gt;a</pre>");
        assert_eq!(body("<body><noscript><i>a</i></noscript>"), "<span><i><!--r0-->a</i></span>");
        assert_eq!(body("x<noembed><i></noembed><iframe><i></iframe>"), "<!--r0-->x");
    }

    #[test]
    fn foreign_content_is_reduced_to_shapes_and_text() {
        assert_eq!(
            body("<svg viewBox=1><style>a{}</style><use href=#x /><path d=M onclick=x /></svg>"),
            "<svg viewbox=\"1\"><path d=\"M\"></path></svg>"
        );
        assert_eq!(
            body("<math><mtext><style>a{}</style><b>x</b></mtext></math>"),
            "<math><mtext><b><!--r1-->x</b></mtext></math>"
        );
    }

    #[test]
    fn plugin_objects_keep_their_content_and_others_do_not() {
        assert_eq!(body("<object classid=x data=y>a</object>"), "<span><!--r0-->a</span>");
        assert_eq!(body("a<object data=x.svg>b</object>"), "<!--r0-->a");
        assert_eq!(
            body("<body><template shadowrootmode=open>a</template>"),
            "<span><!--r0-->a</span>"
        );
        assert_eq!(body("a<template><p>b</template>"), "<!--r0-->a");
    }

    #[test]
    fn output_is_truncated_after_the_limit() {
        let source = "<p>a".repeat(10);
        let some = sanitize(&source, Limits::default(), 7);
        let expected = "<p><!--r0-->a</p><p><!--r1-->a</p>";
        assert_eq!(
            some,
            Sanitized {
                html: format!("<html><head></head><body>{expected}</body></html>"),
                truncated: true
            }
        );
        assert!(!sanitize(&source, Limits::default(), 23).truncated);
        assert_eq!(
            sanitize("a", Limits::default(), 0),
            Sanitized { html: String::new(), truncated: true }
        );
    }

    #[test]
    fn run_comments_match_the_page_with_the_same_limits() {
        let limits = Limits { bytes: 30, items: 12 };
        let source = "<p>a<p>é".repeat(9);
        let page = Page::parse(&source, limits);
        let html = sanitize(&source, limits, 1000).html;
        assert_eq!(html.matches("<!--r").count(), page.run_count());
    }
}
