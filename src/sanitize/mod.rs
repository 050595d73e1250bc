//! A page as HTML that does nothing, with a mark before the text of each run.
//!
//! The source is parsed once more and the tree written out. What keeps it harmless does not depend on
//! how a browser builds its tree: every tag and attribute is one of a list, no element is written
//! that a browser reads as raw text but `style` and `textarea`, and no `<` of the page's is ever
//! left to begin anything, in those two either. So a browser sees the tags that are written here and
//! no others, wherever it puts them.

mod attributes;
mod elements;
mod escape;

use crate::html::character_data::decode_text;
use crate::html::names::Tag;
use crate::html::tokenizer::Form;
use crate::html::tree::{DOCUMENT, Item, Kind, Namespace, Tree, parse_recording};
use crate::page::Limits;
use crate::page::flags;
use crate::page::layout::{Watch, watch};
use attributes::Attributes;
use elements::{is_control, written_name};
use escape::{push_escaped, push_style};

/// Longer style sheets are left out.
const MAX_STYLE: usize = 1 << 20;

#[derive(Debug, PartialEq, Eq)]
pub struct Shown {
    pub html: String,
    /// There was more than was asked for; it is left out.
    pub cut: bool,
}

/// The page, at most `max_items` elements and texts of it. Before the text of run 12 of the `Page`
/// with the same `limits` stands `<!--r12-->`; in a `textarea`, which has no room for it, before the
/// element. Runs of elements that are left out have no mark, nor have scripts, styles and comments.
pub fn shown(source: &str, limits: Limits, max_items: usize) -> Shown {
    let source = &source[..source.floor_char_boundary(limits.bytes)];
    let tree = parse_recording(source, limits.items);
    let mut writer = Writer::new(source, &tree, max_items);
    if !tree.quirks {
        writer.out.push_str("<!DOCTYPE html>");
    }
    watch(source, &tree, &mut writer);
    // The tree was cut off before its root was closed, or had none.
    while !writer.open.is_empty() {
        writer.close();
    }
    Shown { html: writer.out, cut: writer.cut }
}

/// What becomes of the texts in an element.
#[derive(Clone, Copy, PartialEq)]
enum Inside {
    Text,
    /// White space counts.
    Preformatted,
    /// Only style sheets are written.
    Head,
    Style,
    /// The start tag was written at this place.
    TextArea(usize),
    Nothing,
}

/// An open element.
struct Written<'a> {
    /// Empty where no end tag is to be written.
    name: &'a str,
    inside: Inside,
    /// In SVG or MathML, also as HTML inside of it.
    foreign: bool,
}

struct Writer<'a> {
    source: &'a str,
    tree: &'a Tree,
    attributes: Attributes<'a>,
    out: String,
    open: Vec<Written<'a>>,
    items_left: usize,
    cut: bool,
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
            cut: false,
        }
    }

    fn around(&self) -> Inside {
        self.open.last().map_or(Inside::Text, |written| written.inside)
    }

    fn in_foreign(&self) -> bool {
        self.open.last().is_some_and(|written| written.foreign)
    }

    /// The name to write, empty for none, and what becomes of what is inside.
    fn form(&self, item: &Item) -> (&'a str, Inside) {
        let around = self.around();
        let is_html = item.kind == Kind::Element(Namespace::Html);
        match item.tag {
            Tag::HTML if item.parent == DOCUMENT => return ("html", Inside::Text),
            Tag::HEAD if self.open.len() == 1 => return ("head", Inside::Head),
            Tag::BODY if self.open.len() == 1 => return ("body", Inside::Text),
            Tag::STYLE if is_html && around != Inside::Nothing => {
                return match self.in_foreign() {
                    true => ("", Inside::Nothing),
                    false => ("style", Inside::Style),
                };
            }
            Tag::NOSCRIPT if around == Inside::Head => return ("", Inside::Head),
            _ => {}
        }
        if !matches!(around, Inside::Text | Inside::Preformatted) {
            return ("", Inside::Nothing);
        }
        let Some(name) = written_name(self.tree, item) else { return ("", Inside::Nothing) };
        let inside = match item.tag {
            Tag::TEXTAREA if is_html => Inside::TextArea(self.out.len()),
            _ if item.marks & flags::PRE != 0 => Inside::Preformatted,
            _ => around,
        };
        (name, inside)
    }

    /// Counts one more item; false when there is no room for it.
    fn has_room(&mut self) -> bool {
        self.cut |= self.items_left == 0;
        self.items_left = self.items_left.saturating_sub(1);
        !self.cut
    }

    fn start_tag(&mut self, number: u32, item: &Item, name: &str) {
        self.out.push('<');
        self.out.push_str(name);
        let written = self.tree.written.get(number as usize).copied();
        if matches!(name, "html" | "body") {
            let added = self.tree.added.iter().filter(|(to, _)| *to == number);
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
            // A browser takes the first line break away.
            self.out.push('\n');
        }
    }

    fn push_text(&mut self, text: &str, run: Option<usize>) {
        let mark = run.map(|run| format!("<!--r{run}-->")).unwrap_or_default();
        match self.around() {
            Inside::Style if text.len() <= MAX_STYLE => push_style(&mut self.out, text),
            Inside::Head | Inside::Nothing | Inside::Style => {}
            Inside::TextArea(start) => {
                self.out.insert_str(start, &mark);
                push_escaped(&mut self.out, text);
            }
            Inside::Preformatted => {
                self.out.push_str(&mark);
                push_escaped(&mut self.out, &text.replace('\0', ""));
            }
            Inside::Text => {
                self.out.push_str(&mark);
                push_escaped(&mut self.out, text);
            }
        }
    }
}

impl Watch for Writer<'_> {
    fn open(&mut self, number: u32) {
        let item = &self.tree.items[number as usize];
        let (mut name, mut inside) = self.form(item);
        if !name.is_empty() && !self.has_room() {
            (name, inside) = ("", Inside::Nothing);
        }
        let foreign = self.in_foreign() || item.kind != Kind::Element(Namespace::Html);
        if !name.is_empty() {
            self.start_tag(number, item, name);
        }
        if item.kind == Kind::Element(Namespace::Html) && item.tag.is_void() {
            name = "";
        }
        self.open.push(Written { name, inside, foreign });
    }

    fn close(&mut self) {
        let Some(written) = self.open.pop() else { return };
        if !written.name.is_empty() {
            self.out.push_str("</");
            self.out.push_str(written.name);
            self.out.push('>');
        }
    }

    fn text(&mut self, number: u32, run: Option<usize>) {
        let item = &self.tree.items[number as usize];
        let form = match item.kind {
            Kind::Text(form) => form,
            _ => Form::Raw,
        };
        if matches!(self.around(), Inside::Head | Inside::Nothing) || !self.has_room() {
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
        shown(source, Limits::default(), 1000).html
    }

    /// What is written in the body.
    fn body(source: &str) -> String {
        let html = html(source);
        let (_, rest) = html.split_once("<body>").unwrap();
        rest.strip_suffix("</body></html>").unwrap().to_owned()
    }

    #[test]
    fn runs_are_marked_with_their_numbers() {
        assert_eq!(
            body("<title>t</title><p>a <b>b</b><script>x</script>c<!-- d -->e"),
            "<p><!--r1-->a <b><!--r2-->b</b><!--r4-->c<!--r6-->e</p>"
        );
    }

    #[test]
    fn a_run_of_several_texts_has_one_mark() {
        assert_eq!(body("a</x>b"), "<!--r0-->ab");
    }

    #[test]
    fn the_mark_of_a_textarea_stands_before_it() {
        assert_eq!(
            body("<textarea class=x>\n<b></textarea>"),
            "<!--r0--><textarea class=\"x\" disabled>\n&lt;b&gt;</textarea>"
        );
    }

    #[test]
    fn quirks_stay() {
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
    fn handlers_and_addresses_are_not_written() {
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
    fn repeated_attributes_do_not_make_a_page_long() {
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
    fn foreign_content_is_shapes_and_texts() {
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
    fn plugins_show_what_is_inside_and_others_do_not() {
        assert_eq!(body("<object classid=x data=y>a</object>"), "<span><!--r0-->a</span>");
        assert_eq!(body("a<object data=x.svg>b</object>"), "<!--r0-->a");
        assert_eq!(
            body("<body><template shadowrootmode=open>a</template>"),
            "<span><!--r0-->a</span>"
        );
        assert_eq!(body("a<template><p>b</template>"), "<!--r0-->a");
    }

    #[test]
    fn what_is_too_much_is_left_out() {
        let source = "<p>a".repeat(10);
        let some = shown(&source, Limits::default(), 7);
        let expected = "<p><!--r0-->a</p><p><!--r1-->a</p>";
        assert_eq!(
            some,
            Shown { html: format!("<html><head></head><body>{expected}</body></html>"), cut: true }
        );
        assert!(!shown(&source, Limits::default(), 23).cut);
        assert_eq!(shown("a", Limits::default(), 0), Shown { html: String::new(), cut: true });
    }

    #[test]
    fn marks_are_those_of_the_page_with_the_same_limits() {
        let limits = Limits { bytes: 30, items: 12 };
        let source = "<p>a<p>é".repeat(9);
        let page = Page::parse(&source, limits);
        let html = shown(&source, limits, 1000).html;
        assert_eq!(html.matches("<!--r").count(), page.run_count());
    }
}
