//! Images that belong to the kept text.

use super::safe_url::safe;
use crate::html::names::{Attribute, Tag};
use crate::page::Page;
use crate::page::flags::INVISIBLE;
use std::borrow::Cow;

pub struct Image<'a> {
    pub source: Cow<'a, str>,
    pub alt: &'a str,
}

/// The image of a node; `None` for other elements, hidden images and tracking pixels.
pub fn image(page: &Page, node: usize) -> Option<Image<'_>> {
    if page.tag(node) != Tag::IMG || page.nodes.flags[node] & INVISIBLE != 0 {
        return None;
    }
    let tiny = |name| matches!(page.attribute(node, name), Some("0" | "1"));
    if tiny(Attribute::WIDTH) || tiny(Attribute::HEIGHT) {
        return None;
    }
    // Lazy loaders have a placeholder in `src` and the image in `data-src`.
    let source = [Attribute::DATA_SRC, Attribute::SRC]
        .into_iter()
        .find_map(|name| page.attribute(node, name).and_then(safe))?;
    Some(Image { source, alt: page.attribute(node, Attribute::ALT).unwrap_or("") })
}

/// The nearest figure around a node.
pub fn figure(page: &Page, node: usize) -> Option<usize> {
    page.ancestors(node).take(5).find(|&around| page.tag(around) == Tag::FIGURE)
}

#[cfg(test)]
mod tests {
    use crate::render::testing::rendered;
    use crate::render::{Format, Options};

    fn markdown(html: &str) -> String {
        let options = Options { images: true, ..Options::default() };
        rendered(html, Format::Markdown, options)
    }

    #[test]
    fn lazy_images_have_their_real_url() {
        let html = "<p>a <img src='data:x' data-src=b.png> c";
        assert_eq!(markdown(html), "a ![](b.png) c\n");
    }

    #[test]
    fn tracking_pixels_and_hidden_images_are_dropped() {
        let html = "<p>a <img src=b.png width=1><img src=c.png hidden> d";
        assert_eq!(markdown(html), "a d\n");
    }

    #[test]
    fn an_image_between_kept_texts_is_a_block_or_part_of_one() {
        assert_eq!(markdown("<p>a</p><img src=b><p>c"), "a\n\n![](b)\n\nc\n");
        assert_eq!(markdown("<p>a</p><p><img src=b>c"), "a\n\n![](b) c\n");
        assert_eq!(markdown("<p>a<img src=b></p><p>c"), "a ![](b)\n\nc\n");
    }

    #[test]
    fn an_image_before_or_after_all_text_is_kept() {
        assert_eq!(markdown("<img src=b><p>a</p><img src=c>"), "![](b)\n\na\n\n![](c)\n");
        assert_eq!(markdown("<p><img src=b>a<img src=c>"), "![](b) a ![](c)\n");
        assert_eq!(markdown("<img src=b>"), "");
    }
}
