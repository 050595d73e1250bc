"""Every format contains each kept word exactly once."""

import html
import json
import os
import re
import xml.etree.ElementTree as ET
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.support.html_strategies import WORD, pages, plain_pages, row_pages
from webwinnow import Decision, Page
from webwinnow._core import FLAGS
from webwinnow.formats import FORMATS, RenderOptions, render

seeds = st.integers(0, 2**16)
masks = st.sampled_from([1.0, 1.0, 0.8, 0.5])
slowly = settings(
    deadline=None,
    suppress_health_check=list(HealthCheck),
    max_examples=int(os.environ.get("EXAMPLES", "200")),
)

WITH_ALL = RenderOptions(links=True, images=True)


def decide(page: Page, share: float, seed: int) -> Decision:
    """Keep a random share of the text runs."""
    is_text = (page.runs.flags & FLAGS["CODE"]) == 0
    keep = is_text & (np.random.default_rng(seed).random(len(page.runs)) < share)
    return Decision(page, keep)


def kept_texts(page: Page, decision: Decision) -> list[str]:
    texts = zip(page.run_texts(), decision.keep, strict=True)
    return [text for text, keep in texts if keep]


def words_of(page: Page, decision: Decision) -> list[str]:
    return WORD.findall(" ".join(kept_texts(page, decision)))


def plain_text(to: str, output: str) -> str:
    """Parse a format back to text."""
    if to in ("xml", "tei"):
        root = ET.fromstring(output.encode())
        return " ".join(root.itertext())
    if to == "json":
        return str(json.loads(output)["text"])
    return output


@pytest.mark.parametrize("to", [to for to in FORMATS if to != "markdown"])
@slowly
@given(source=pages, share=masks, seed=seeds)
def test_every_kept_word_comes_once_and_in_order(
    to: str, source: str, share: float, seed: int
) -> None:
    page = Page(source)
    decision = decide(page, share, seed)
    output = render(page, decision, to=to)
    assert WORD.findall(plain_text(to, output)) == words_of(page, decision)


@slowly
@given(source=plain_pages, share=masks, seed=seeds)
def test_every_kept_word_comes_once_and_in_order_in_markdown(
    source: str, share: float, seed: int
) -> None:
    page = Page(source)
    decision = decide(page, share, seed)
    output = render(page, decision, to="markdown")
    assert WORD.findall(output) == words_of(page, decision)


@slowly
@given(source=plain_pages, share=masks, seed=seeds)
def test_markdown_reads_as_the_kept_text(source: str, share: float, seed: int) -> None:
    page = Page(source)
    decision = decide(page, share, seed)
    output = render(page, decision, to="markdown")
    expected = squeezed("".join(kept_texts(page, decision)))
    assert squeezed(read_markdown(output)) == expected, output


@slowly
@given(source=plain_pages, share=masks, seed=seeds)
def test_markdown_with_links_reads_as_the_kept_text(source: str, share: float, seed: int) -> None:
    page = Page(source)
    decision = decide(page, share, seed)
    output = render(page, decision, to="markdown", options=WITH_ALL)
    expected = squeezed("".join(kept_texts(page, decision)))
    assert squeezed(read_markdown(output)) == expected, output


@slowly
@given(source=row_pages, share=masks, seed=seeds)
def test_html_reads_as_the_kept_text(source: str, share: float, seed: int) -> None:
    page = Page(source)
    decision = decide(page, share, seed)
    output = render(page, decision, to="html", options=WITH_ALL)
    again = Page(output)
    expected = squeezed("".join(kept_texts(page, decision)))
    assert squeezed("".join(again.run_texts())) == expected, output


@slowly
@given(source=pages, share=masks, seed=seeds)
def test_html_is_well_nested(source: str, share: float, seed: int) -> None:
    page = Page(source)
    output = render(page, decide(page, share, seed), to="html", options=WITH_ALL)
    as_xml = re.sub(r"<(br|img)([^>]*)>", r"<\1\2/>", output)
    ET.fromstring(f"<body>{as_xml}</body>")


@slowly
@given(text=st.text(), kind=st.integers(0, 3))
@example(text="\x00\x0b\x7f\ufffe\r]]>&<", kind=1)
def test_xml_is_well_formed_for_any_text(text: str, kind: int) -> None:
    page = Page(f"<pre>{html.escape(text)}</pre><p>{html.escape(text)}<b>x</b>")
    decision = Decision(
        page, np.ones(len(page.runs), np.bool_), kind=np.full(len(page.runs), kind, "u1")
    )
    for to in ("xml", "tei"):
        ET.fromstring(render(page, decision, to=to, metadata=cast(Any, Everything(text))).encode())


class Everything:
    """Make metadata with the same text in all fields."""

    def __init__(self, text: str) -> None:
        self.tags = (text,)
        self.text = text

    def __getattr__(self, name: str) -> str:
        return self.text


def read_markdown(source: str) -> str:
    """Return the text that a Markdown parser finds."""
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    parts = []
    for token in parser.parse(source):
        if token.type in ("fence", "code_block", "html_block"):
            parts.append(token.content)
        for child in token.children or ():
            if child.type in ("text", "code_inline"):
                parts.append(child.content)
    return "".join(parts)


def squeezed(text: str) -> str:
    return "".join(text.split())
