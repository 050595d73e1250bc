//! The TeX that a formula in MathML, or its picture, carries along.

use crate::html::names::{Attribute, Tag};
use crate::page::Page;

/// What stands in the TeX annotation or, without one, in the alternative text.
pub fn tex(page: &Page, math: usize) -> Option<String> {
    let annotation = (math..page.subtree_end(math)).find(|&node| {
        page.tag(node) == Tag::ANNOTATION
            && page.attribute(node, Attribute::ENCODING).is_some_and(|e| e.ends_with("x-tex"))
    });
    let source = match annotation {
        Some(node) => page.text_of(node),
        None => page.attribute(math, Attribute::ALTTEXT)?.to_owned(),
    };
    cleaned(&source)
}

/// What the picture of a formula says in its alternative text, in Wikipedia and in WordPress.
pub fn tex_of_image(page: &Page, node: usize) -> Option<String> {
    let class = page.attribute(node, Attribute::CLASS)?;
    let is_formula = class
        .split_ascii_whitespace()
        .any(|token| token == "latex" || token.starts_with("mwe-math-fallback-image"));
    if is_formula { cleaned(page.attribute(node, Attribute::ALT)?) } else { None }
}

pub fn has_pictures(page: &Page) -> bool {
    let mut tags = page.nodes.tag.iter().enumerate();
    tags.any(|(node, &tag)| tag == Tag::IMG.0 && tex_of_image(page, node).is_some())
}

fn cleaned(source: &str) -> Option<String> {
    let tex = one_line(unwrapped(source.trim()));
    (!tex.is_empty()).then_some(tex)
}

pub fn is_display(page: &Page, math: usize) -> bool {
    page.attribute(math, Attribute::DISPLAY).is_some_and(|value| value == "block")
}

/// Wikipedia wraps every formula in a style of its own.
fn unwrapped(tex: &str) -> &str {
    for style in ["{\\displaystyle ", "{\\textstyle "] {
        if let Some(inner) = tex.strip_prefix(style).and_then(|rest| rest.strip_suffix('}')) {
            return inner.trim();
        }
    }
    tex
}

fn one_line(tex: &str) -> String {
    tex.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;

    fn of(html: &str) -> Option<String> {
        let page = Page::parse(html, Limits::default());
        let math = (0..page.nodes.tag.len()).find(|&node| page.tag(node) == Tag::MATH).unwrap();
        tex(&page, math)
    }

    #[test]
    fn the_annotation_comes_before_the_alternative_text() {
        let html = "<math alttext='words'><semantics><mi>x</mi>\
                    <annotation encoding='application/x-tex'>x\n^2</annotation></semantics></math>";
        assert_eq!(of(html).as_deref(), Some("x ^2"));
        let html = "<math alttext='{\\displaystyle x^{2}}'><mi>x</mi></math>";
        assert_eq!(of(html).as_deref(), Some("x^{2}"));
    }

    #[test]
    fn plain_mathml_has_no_tex() {
        assert_eq!(of("<math><mi>x</mi></math>"), None);
    }
}
