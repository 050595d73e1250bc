"""A Markdown parser recovers the structure of the page from its Markdown."""

import re

import pytest
from markdown_it import MarkdownIt

from webwinnow import Decision, Page
from webwinnow.formats import RenderOptions, render


def markdown(html: str, **options: bool) -> str:
    page = Page(html)
    return render(
        page, Decision.visible(page), to="markdown", options=RenderOptions(**options)
    ).rstrip("\n")


def parse_markdown_of(html: str, **options: bool) -> str:
    """The HTML that a parser makes of the page's Markdown, without line breaks between tags."""
    parser = MarkdownIt("commonmark").enable("table")
    found = parser.render(markdown(html, **options))
    return re.sub(r"\n(?=<[uo]l)", "", re.sub(r">\n+<", "><", found)).strip()


#: (page, parsed Markdown)
CASES = {
    "headings": ("<h1>a</h1><h6>b</h6>", "<h1>a</h1><h6>b</h6>"),
    "bold headings": ("<h2><b>a</b></h2>", "<h2>a</h2>"),
    "nested lists": (
        "<ul><li>a<ol start=4><li>b<li>c</ol><li>d</ul>",
        '<ul><li><p>a</p><ol start="4"><li>b</li><li>c</li></ol></li><li><p>d</p></li></ul>',
    ),
    "a list directly in a list": (
        "<ul><li>a</li><ul><li>b</li></ul></ul>",
        "<ul><li>a<ul><li>b</li></ul></li></ul>",
    ),
    "lists side by side": (
        "<ul><li>a</ul><ul><li>b</ul>",
        "<ul><li>a</li></ul><ul><li>b</li></ul>",
    ),
    "paragraphs and code in an item": (
        "<ol><li><p>a</p><pre><code class='language-c'>if\n  x</code></pre><p>b</p></ol>",
        '<ol><li><p>a</p><pre><code class="language-c">if\n  x\n</code></pre><p>b</p></li></ol>',
    ),
    "a list in a quote in a quote": (
        "<blockquote>a<blockquote><ul><li>b</ul></blockquote></blockquote>",
        "<blockquote><p>a</p><blockquote><ul><li>b</li></ul></blockquote></blockquote>",
    ),
    "quotes side by side": (
        "<blockquote>a</blockquote><blockquote>b</blockquote>",
        "<blockquote><p>a</p></blockquote><blockquote><p>b</p></blockquote>",
    ),
    "terms": (
        "<dl><dt>a<dd>b<dd>c</dl>",
        "<p><strong>a</strong></p><ul><li>b</li><li>c</li></ul>",
    ),
    "spans in tables": (
        "<table><tr><th>a<th colspan=2>b<tr><td rowspan=2>c<td>d<td>e<tr><td>f|g<td>h</table>",
        "<table><thead><tr><th>a</th><th>b</th><th></th></tr></thead><tbody>"
        "<tr><td>c</td><td>d</td><td>e</td></tr><tr><td></td><td>f|g</td><td>h</td></tr>"
        "</tbody></table>",
    ),
    "tables without a header": (
        "<table><tr><th>a<td>b<tr><th>c<td>d<br>e</table>",
        "<table><thead><tr><th></th><th></th></tr></thead><tbody><tr><td>a</td><td>b</td></tr>"
        "<tr><td>c</td><td>d<br>e</td></tr></tbody></table>",
    ),
    "tables of layout": (
        "<table><tr><td><h2>a</h2><p>b</table>",
        "<h2>a</h2><p>b</p>",
    ),
    "emphasis": (
        "<p>a <b>b</b>, <i>c</i>d <b>e <i>f</i></b>",
        "<p>a <strong>b</strong>, <em>c</em>d <strong>e <em>f</em></strong></p>",
    ),
    "spaces inside emphasis": (
        "<p>a<b> b </b>c<b> </b><i></i>",
        "<p>a <strong>b</strong> c</p>",
    ),
    "emphasis that no delimiter can show": ("<p>a<b>(b)</b>c", "<p>a(b)c</p>"),
    "code with backticks": (
        "<p><code>a`b</code> <code>`c</code>",
        "<p><code>a`b</code> <code>`c</code></p>",
    ),
    "a fence in a fence": (
        "<pre>```\na\n```</pre>",
        "<pre><code>```\na\n```\n</code></pre>",
    ),
    "one fence for all lines": (
        "<pre><div>a</div><div>  b</div></pre>",
        "<pre><code>a\n  b\n</code></pre>",
    ),
    "line breaks": ("<p>a<br># b", "<p>a<br />\n# b</p>"),
    "text that looks like markup": (
        "<p>1. a<p># b<p>* c *d* _e_ [f](g) &lt;b> &amp;amp; h\\*",
        "<p>1. a</p><p># b</p><p>* c *d* _e_ [f](g) &lt;b&gt; &amp;amp; h\\*</p>",
    ),
}


@pytest.mark.parametrize(("page", "expected"), CASES.values(), ids=CASES.keys())
def test_a_parser_recovers_the_structure_of_the_page(page: str, expected: str) -> None:
    assert parse_markdown_of(page) == expected


def test_links_and_images_are_optional() -> None:
    page = "<p>a <a href='/b_(c)?d e'>b [1]</a> <img src='i.png' alt='x'> c"
    assert markdown(page) == "a b [1] c"
    assert parse_markdown_of(page, links=True, images=True) == (
        '<p>a <a href="/b_(c)?d%20e">b [1]</a> <img src="i.png" alt="x" /> c</p>'
    )


#: Texts in several runs, as some page builders write them.
SPLIT = [
    "1|. a",
    "12|) a",
    "+| a",
    "-| a",
    "#|# a",
    "-|-|-",
    "|>| a",
    "~|~~",
    "`|``",
    "*| a",
    "[|x] a",
]


@pytest.mark.parametrize("text", SPLIT)
@pytest.mark.parametrize("before", ["", "a<br>"])
@pytest.mark.parametrize("tag", ["p", "li"])
def test_text_in_several_runs_opens_no_block(tag: str, before: str, text: str) -> None:
    page = text.replace(">", "&gt;").replace("|", "<!-- -->")
    read = (
        parse_markdown_of(f"<{tag}>{before}{page}").replace("<br />\n", "<br>").replace("&gt;", ">")
    )
    tags = ("<p>", "</p>") if tag == "p" else ("<ul><li>", "</li></ul>")
    assert read == before.join((tags[0], text.replace("|", "") + tags[1]))


def test_a_line_of_punctuation_is_not_a_heading_underline() -> None:
    assert parse_markdown_of("<p>a<br>=<!-- -->=<p>==") == "<p>a<br />\n==</p><p>==</p>"
    assert parse_markdown_of("<p>a|b<br>-<!-- -->|-") == "<p>a|b<br />\n-|-</p>"


def test_hashes_at_the_end_of_a_heading_are_kept() -> None:
    for text in ["#", "##", "a #", "C#", "# a", "1. a", "a ###"]:
        assert parse_markdown_of(f"<h2>{text}</h2>") == f"<h2>{text}</h2>"


def test_a_formula_is_written_once_as_tex() -> None:
    katex = (
        "<p>a <span class=katex><span class=katex-mathml><math><semantics><mi>x</mi>"
        "<annotation encoding='application/x-tex'>x^2</annotation></semantics></math></span>"
        "<span class=katex-html aria-hidden=true>x2</span></span>."
    )
    assert markdown(katex) == "a $x^2$."
    assert markdown("<math display=block alttext='x_1'><mi>x</mi><mn>1</mn></math>") == "$$x_1$$"
    assert markdown("<p><math><mi>x</mi><mo>+</mo><mn>1</mn></math>") == "x+1"


def test_a_superscript_digit_stays_separate_from_the_number_before_it() -> None:
    assert markdown(
        "<p>10<sup>6</sup> H<sub>2</sub>O <sup>a</sup> b<sup><a href=#n>1</a></sup>"
    ) == ("10<sup>6</sup> H<sub>2</sub>O a b1")
