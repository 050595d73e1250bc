"""The sanitizer: what its output never contains, what it always contains, and its cost."""

import re
import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.generated_pages import gold_page
from tests.support.tag_soup import any_html, soup
from tests.support.timing import assert_linear
from webwinnow import Page
from webwinnow._core import ATTRIBUTE_NAMES, FLAGS, sanitize, tokens

RUN_COMMENT = re.compile(r"<!--r(\d+)-->")
HIDDEN = FLAGS["INVISIBLE"] | FLAGS["SVG"]
ALLOWED_RAW = {"style", "textarea"}
FORBIDDEN = {
    "script", "iframe", "frame", "frameset", "embed", "base", "link", "meta", "audio", "video",
    "source", "track", "param", "portal", "fencedframe", "template", "foreignobject", "use",
    "image", "animate", "set", "title", "noembed", "noframes", "noscript", "xmp", "plaintext",
    "listing", "annotation-xml", "mglyph", "area", "keygen", "permission",
}  # fmt: skip
SAFE_ATTRIBUTES = re.compile(
    r"aria-[a-z]+|data-link|align|alt|bgcolor|border|cell(padding|spacing)|checked|class|clear|"
    r"clip-rule|color|cols|(col|row)span|c[xy]|d|dir|disabled|display|d[xy]|face|fill|"
    r"fill-(opacity|rule)|font-(family|size|weight)|height|hidden|[hv]space|id|label|lang|"
    r"linethickness|mathvariant|max|media|min|multiple|noshade|nowrap|opacity|open|placeholder|"
    r"points|preserveaspectratio|r|reversed|role|rows|r[xy]|selected|size|span|src|start|stroke|"
    r"stroke-(linecap|linejoin|opacity|width)|style|text|text-anchor|title|transform|type|valign|"
    r"value|viewbox|width|[xy][12]?"
)
HEADS = ["<!DOCTYPE html>", "<html lang=en onload=x>", "<body onload=x class=y>", "<head>", ""]
ATTRIBUTES = [
    "onclick=x", "href='javascript:x'", "style='color:red'", "class=\"a'b\"", "src=x", "srcset=y",
    "src='data:image/png;base64,AA'", "src='data:image/svg+xml,<svg onload=x>'", "id=&quot;>",
    "action=x", "formaction=x", "name=body", "autofocus", "tabindex=1", "xlink:href=x", "data=x",
    "classid=x", "shadowrootmode=open", "aria-label=x", "aria-hidden=true", "\"onclick=x", "=x",
    "title='</p><script>'", "style=x:`", "hidden", "encoding=text/html", "is=x", "<b", "type=image",
]  # fmt: skip
NAMES = [
    "p", "div", "a", "b", "font", "table", "tr", "td", "svg", "math", "mtext", "mglyph", "style",
    "title", "textarea", "select", "option", "noscript", "xmp", "iframe", "noembed", "object",
    "template", "form", "button", "input", "img", "foreignObject", "desc", "annotation-xml", "path",
    "x-y", "permission", "plaintext", "frameset", "body", "html", "head", "image", "pre", "li",
]  # fmt: skip
TEXTS = ["a", "b c", " ", "<", "&lt;script&gt;", "<!--", "-->", "]]>", "<![CDATA["]
starts = st.builds(
    lambda name, given: f"<{name} {' '.join(given)}>",
    st.sampled_from(NAMES),
    st.lists(st.sampled_from(ATTRIBUTES), max_size=3),
)
ends = st.sampled_from([f"</{name}>" for name in NAMES])
texts = st.sampled_from(TEXTS)
hostile = st.lists(st.one_of(starts, starts, ends, texts), max_size=30).map("".join)


def visible(page: Page) -> list[tuple[int, str]]:
    """Number and words of visible runs outside SVG, of which much is dropped."""
    found = enumerate(zip(page.run_texts(), page.runs.flags.tolist(), strict=True))
    return [(n, words(text)) for n, (text, flags) in found if not flags & HIDDEN]


def words(text: str) -> str:
    """The text with white space collapsed as in runs, including control characters."""
    return re.sub(r"[\s\x00-\x1f\x85]+", " ", text).strip()


def run_numbers(html: str) -> list[int]:
    return [int(mark) for mark in RUN_COMMENT.findall(html)]


def check_safe(html: str) -> None:
    """As the tokenizer of the standard reads it in its first state, which nothing may lead out of
    but `style` and `textarea`; and what those two hold has no markup in that state either.
    """
    raw = None
    for kind, name, *rest in tokens(html):
        if kind == "StartTag":
            assert raw is None, f"<{name}> in {raw}"
            assert name not in FORBIDDEN
            for attribute, value in rest[0].items():
                assert SAFE_ATTRIBUTES.fullmatch(attribute), attribute
                if attribute == "src":
                    assert name == "img"
                    assert re.match(r"data:image/(?!svg)", value, re.I)
            raw = name if name in ALLOWED_RAW else None
        elif kind == "EndTag":
            assert raw in (None, name)
            raw = None
        elif kind == "Comment":
            assert re.fullmatch(r"r\d+", name)
        elif kind == "DOCTYPE":
            assert name == "html"


@given(st.one_of(hostile, soup, st.tuples(st.sampled_from(HEADS), hostile).map("".join)))
def test_only_safe_tags_and_attributes_are_written(html: str) -> None:
    check_safe(sanitize(Page(html))[0])


@given(any_html)
def test_any_bytes_are_sanitized(given: bytes) -> None:
    page = Page(given)
    html, truncated = sanitize(page)
    check_safe(html)
    assert not truncated
    assert run_numbers(html) == sorted(set(run_numbers(html)))
    assert all(mark < len(page.runs) for mark in run_numbers(html))


@given(soup)
def test_visible_runs_are_kept_in_order_with_their_comments(html: str) -> None:
    page = Page(html)
    written = sanitize(page)[0]
    runs = visible(page)
    numbers = [n for n, _ in runs]
    assert [n for n in run_numbers(written) if not page.runs.flags[n] & HIDDEN] == numbers
    assert [text for _, text in visible(Page(written))] == [text for _, text in runs]


@given(soup)
def test_sanitizing_twice_changes_nothing(html: str) -> None:
    once = sanitize(Page(html))[0]
    twice = sanitize(Page(once))[0]
    assert [t for _, t in visible(Page(once))] == [t for _, t in visible(Page(twice))]


@pytest.mark.parametrize("number", range(6))
def test_an_example_page_keeps_its_text(number: int) -> None:
    page = Page(gold_page(number).html)
    again = Page(sanitize(page)[0])
    assert visible(again)
    assert [t for _, t in visible(again)] == [t for _, t in visible(page)]
    # Only the title is dropped.
    assert len(again.nodes) == len(page.nodes) - 1
    assert len(again.blocks) == len(page.blocks) - 1


def test_charset_and_limits_are_those_of_the_page() -> None:
    html = "<p>жук <p>ёж".encode("koi8-r") * 9
    page = Page(html, charset="koi8-r", max_bytes=40, max_nodes=14)
    written, truncated = sanitize(page)
    assert "жук" in written
    assert not truncated
    assert run_numbers(written) == list(range(len(page.runs)))


def test_strings_with_lone_surrogates_are_sanitized() -> None:
    assert "<!--r0-->a\ufffd" in sanitize(Page("a\ud800"))[0]


def test_files_that_are_not_html_give_an_empty_page() -> None:
    assert sanitize(Page(b"%PDF-1.7 <p>a")) == ("<html><head></head><body></body></html>", False)


def test_subsets_of_a_page_are_rejected() -> None:
    page = Page("<p>a<p>b")
    with pytest.raises(ValueError, match="sanitize the whole page"):
        sanitize(page.only(page.runs.block > 0))


def test_output_beyond_the_limit_is_truncated() -> None:
    page = Page("<div><p>a" * 40)
    html, truncated = sanitize(page, max_items=10)
    assert truncated
    assert run_numbers(html) == [0, 1]
    assert html.count("<div>") == html.count("</div>") == 3
    assert sanitize(page)[1] is False


HOSTILE = {
    "deep": lambda n: "<div><b>" * n + "x" + "</b></div>" * n,
    "attributes": lambda n: "<p " + "class=x on=y aria-x=z a " * (10 * n) + ">x",
    "bodies": lambda n: "<body class=x onload=y>" * n,
    "unclosed": lambda n: "<b class=x><i style=y><p>" * n,
    "formatting": lambda n: f"<b class='{'x' * n}'>" + "<p>y" * n,
    "textareas": lambda n: "<textarea class=x>y</textarea>" * n,
    "style": lambda n: "<style>" + "<" * n + "</style>" + "<svg><style><" * n,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_time_is_linear_in_the_size(name: str) -> None:
    def prepare(size: int) -> Callable[[], object]:
        page = Page(HOSTILE[name](size))
        return lambda: sanitize(page, max_items=10**9)

    assert_linear(prepare, 5_000)


def test_the_largest_pages_are_fast() -> None:
    for html in ["<p " + "a=b " * 10**6 + ">x", "<div><b>" * 100_000, "<p>" * 100_000]:
        start = time.thread_time()
        written, _ = sanitize(Page(html))
        assert time.thread_time() - start < 2
        assert len(written) < 4 * 10**6


def test_stored_attributes_are_safe_or_dropped() -> None:
    kept = [name for name in ATTRIBUTE_NAMES if SAFE_ATTRIBUTES.fullmatch(name)]
    assert not {"href", "content", "name", "data", "http-equiv", "data-src"} & set(kept)


def test_no_element_shadows_a_property_of_the_document() -> None:
    html, _ = sanitize(
        Page("<object classid=x id=createTreeWalker>a</object><applet id=y>b</applet>")
    )
    assert "<object" not in html
    assert "<applet" not in html
    assert "a" in html
