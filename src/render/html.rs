//! Clean HTML: structure and inline styles, with a few safe attributes.

use super::code_language::language;
use super::image::Image;
use super::nesting::Container;
use super::roles::Role;
use super::safe_url::safe;
use super::walk::{Form, Gap, Mark, Piece, Segment, Sink};
use crate::html::names::Attribute;
use crate::page::Page;
use crate::page::decision::Kind;

pub struct Html<'a> {
    page: &'a Page,
    out: String,
    /// Styles that are open in the output.
    styles: Vec<Mark>,
    /// The end tags of the open segment.
    closing: &'static str,
    code: bool,
    /// Whether the innermost item or cell is still empty, so that its text needs no `p`.
    bare: bool,
}

impl<'a> Html<'a> {
    pub fn new(page: &'a Page) -> Html<'a> {
        let out = String::with_capacity(page.text.len());
        Html { page, out, styles: Vec::new(), closing: "", code: false, bare: false }
    }

    pub fn finish(self) -> String {
        self.out.trim_end().to_owned()
    }

    fn open_cell(&mut self, cell: &super::table_grid::Cell) {
        for _ in 0..cell.empty_before {
            self.out.push_str("<td></td>");
        }
        self.out.push_str(if cell.header { "<th" } else { "<td" });
        for (name, span) in [("colspan", cell.columns), ("rowspan", cell.rows)] {
            if span > 1 {
                self.out.push_str(&format!(" {name}=\"{span}\""));
            }
        }
        self.out.push('>');
    }

    fn begin_code(&mut self, root: usize, run: usize) {
        let node = self.page.runs.node[run] as usize;
        self.out.push_str("<pre><code");
        if let Some(language) = language(self.page, root, node) {
            self.out.push_str(&format!(" class=\"language-{language}\""));
        }
        self.out.push('>');
        self.closing = "</code></pre>\n";
    }

    fn begin_block(&mut self, segment: &Segment) {
        const HEADINGS: [(&str, &str); 6] = [
            ("<h1>", "</h1>\n"),
            ("<h2>", "</h2>\n"),
            ("<h3>", "</h3>\n"),
            ("<h4>", "</h4>\n"),
            ("<h5>", "</h5>\n"),
            ("<h6>", "</h6>\n"),
        ];
        let (opening, closing) = match segment.kind {
            Kind::Heading => HEADINGS[usize::from(segment.level.clamp(1, 6)) - 1],
            _ if self.bare => ("", ""),
            _ => ("<p>", "</p>\n"),
        };
        self.out.push_str(opening);
        self.closing = closing;
    }

    /// Closes and opens styles until the output has the wanted ones.
    fn set_styles(&mut self, wanted: &[Mark], gap: Gap) {
        let common = self.styles.iter().zip(wanted).take_while(|(a, b)| a.node == b.node).count();
        while self.styles.len() > common {
            self.close_style();
        }
        match gap {
            Gap::None => {}
            Gap::Space => self.out.push(' '),
            Gap::Break if self.code => self.out.push('\n'),
            Gap::Break => self.out.push_str("<br>\n"),
        }
        for &style in &wanted[common..] {
            self.open_style(style);
        }
    }

    fn open_style(&mut self, style: Mark) {
        self.styles.push(style);
        if style.role != Role::Link {
            self.out.push_str(&format!("<{}>", name(style.role)));
            return;
        }
        let href = self.page.attribute(style.node, Attribute::HREF).and_then(safe);
        self.out.push_str("<a href=\"");
        escape(&mut self.out, &href.unwrap_or_default());
        self.out.push_str("\">");
    }

    fn close_style(&mut self) {
        if let Some(style) = self.styles.pop() {
            self.out.push_str(&format!("</{}>", name(style.role)));
        }
    }
}

impl Sink for Html<'_> {
    fn open(&mut self, container: &Container) {
        if self.bare {
            self.out.push('\n');
        }
        match container {
            Container::List { ordered: true, start: 1 } => self.out.push_str("<ol>\n"),
            Container::List { ordered: true, start } => {
                self.out.push_str(&format!("<ol start=\"{start}\">\n"));
            }
            Container::List { .. } => self.out.push_str("<ul>\n"),
            Container::Item => self.out.push_str("<li>"),
            Container::Terms => self.out.push_str("<dl>\n"),
            Container::Term => self.out.push_str("<dt>"),
            Container::Definition => self.out.push_str("<dd>"),
            Container::Quote => self.out.push_str("<blockquote>\n"),
            Container::Table(_) => self.out.push_str("<table>\n"),
            Container::Row => self.out.push_str("<tr>"),
            Container::Cell(cell) => self.open_cell(cell),
            Container::Caption => self.out.push_str("<caption>"),
        }
        self.bare = !matches!(
            container,
            Container::List { .. }
                | Container::Terms
                | Container::Quote
                | Container::Table(_)
                | Container::Row
        );
    }

    fn close(&mut self, container: &Container) {
        self.bare = false;
        self.out.push_str(match container {
            Container::List { ordered: true, .. } => "</ol>\n",
            Container::List { .. } => "</ul>\n",
            Container::Item => "</li>\n",
            Container::Terms => "</dl>\n",
            Container::Term => "</dt>\n",
            Container::Definition => "</dd>\n",
            Container::Quote => "</blockquote>\n",
            Container::Table(_) => "</table>\n",
            Container::Row => "</tr>\n",
            Container::Cell(cell) if cell.header => "</th>",
            Container::Cell(_) => "</td>",
            Container::Caption => "</caption>\n",
        });
    }

    fn begin(&mut self, segment: &Segment) {
        self.code = segment.code.is_some();
        match segment.code {
            Some(root) => self.begin_code(root, segment.first_run),
            None => self.begin_block(segment),
        }
        self.bare = false;
    }

    fn text(&mut self, piece: &Piece, styles: &[Mark]) {
        let wanted = if self.code { &[] } else { styles };
        self.set_styles(wanted, piece.gap);
        if piece.form == Form::Preformatted && !self.code {
            let mut collapsed = String::new();
            super::text::collapse(&mut collapsed, piece.text);
            escape(&mut self.out, &collapsed);
        } else {
            escape(&mut self.out, piece.text);
        }
    }

    fn image(&mut self, image: &Image, gap: Gap, styles: &[Mark]) {
        self.set_styles(styles, gap);
        self.out.push_str("<img src=\"");
        escape(&mut self.out, &image.source);
        self.out.push_str("\" alt=\"");
        escape(&mut self.out, image.alt);
        self.out.push_str("\">");
    }

    fn end(&mut self) {
        while !self.styles.is_empty() {
            self.close_style();
        }
        if self.code {
            let text = self.out.trim_end().len();
            self.out.truncate(text);
        }
        self.out.push_str(self.closing);
        self.closing = "";
    }
}

fn name(role: Role) -> &'static str {
    match role {
        Role::Strong => "strong",
        Role::Emphasis => "em",
        Role::Code => "code",
        Role::Sub => "sub",
        Role::Sup => "sup",
        _ => "a",
    }
}

/// Writes a text or attribute value with markup escaped.
fn escape(out: &mut String, text: &str) {
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        let reference = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            _ => continue,
        };
        out.push_str(&text[from..at]);
        out.push_str(reference);
        from = at + 1;
    }
    out.push_str(&text[from..]);
}

#[cfg(test)]
mod tests {
    use crate::render::testing::rendered;
    use crate::render::{Format, Options};

    fn html(source: &str) -> String {
        rendered(source, Format::Html, Options::default())
    }

    #[test]
    fn structure_is_kept_and_attributes_are_dropped() {
        let source = "<h2 id=x>a</h2><div onclick=x>b <b class=y>c</b></div><ol start=3><li>d</ol>";
        let clean =
            "<h2>a</h2>\n<p>b <strong>c</strong></p>\n<ol start=\"3\">\n<li>d</li>\n</ol>\n";
        assert_eq!(html(source), clean);
    }

    #[test]
    fn misnested_styles_are_nested_properly() {
        assert_eq!(
            html("<p><b>a<i>b</b>c</i>d"),
            "<p><strong>a<em>b</em></strong><em>c</em>d</p>\n"
        );
    }

    #[test]
    fn empty_cells_are_written() {
        let source = "<table><tr><td><td>b<tr><td rowspan=2>c<td>d<tr><td>e</table>";
        let clean = "<table>\n<tr><td></td><td>b</td></tr>\n<tr><td rowspan=\"2\">c</td><td>d</td>\
                     </tr>\n<tr><td>e</td></tr>\n</table>\n";
        assert_eq!(html(source), clean);
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(html("<p>&lt;b> &amp;amp; \"q\""), "<p>&lt;b&gt; &amp;amp; &quot;q&quot;</p>\n");
    }

    #[test]
    fn only_safe_urls_are_written() {
        let options = Options { links: true, images: true, ..Options::default() };
        let source = "<p>x <a href='javascript:alert(1)'>a</a> <a href='/b?c&d'>b</a> \
                      <img src='data:x'> y <img src=i.png alt='\"'> z";
        let clean = "<p>x a <a href=\"/b?c&amp;d\">b</a> y \
                     <img src=\"i.png\" alt=\"&quot;\"> z</p>\n";
        assert_eq!(rendered(source, Format::Html, options), clean);
    }

    #[test]
    fn code_keeps_white_space_and_names_its_language() {
        assert_eq!(
            html("<pre><code class='language-c'>\n  a <b>b</b>\n</code></pre>"),
            "<pre><code class=\"language-c\">\n  a b</code></pre>\n"
        );
    }

    #[test]
    fn stray_text_and_items_get_containers() {
        assert_eq!(
            html("<ul><li>a</li><ul><li>b</ul>c</ul>d<li>e</li>f"),
            "<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n<p>c</p>\n</li>\n</ul>\n<p>d</p>\n\
             <ul>\n<li>e</li>\n</ul>\n<p>f</p>\n"
        );
    }
}
