"""Lines of the plain text, with the block of each."""

import os
import re

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.generated_pages import gold_page
from tests.support.html_strategies import pages
from tests.support.tag_soup import soup
from webwinnow import Decision, Page, _core
from webwinnow._core import LINE_KINDS, lines
from webwinnow.formats import RenderOptions, render

Line = tuple[str, int, str]
slowly = settings(
    deadline=None,
    suppress_health_check=list(HealthCheck),
    max_examples=int(os.environ.get("EXAMPLES", "200")),
)
#: Gold pages have menus and lists; the others have arbitrary markup.
sources = st.one_of(pages, soup, st.integers(0, 99).map(lambda n: gold_page(n).html.decode()))


def lines_of(html: str, *, tables: bool = True) -> list[Line]:
    """Return kind, level and text of each line."""
    page = Page(html)
    text, start, end, kind, level, _ = lines(page, Decision.visible(page), tables=tables)
    places = zip(kind.tolist(), level.tolist(), start.tolist(), end.tolist(), strict=True)
    return [(LINE_KINDS[kind], level, text[start:end]) for kind, level, start, end in places]


def test_line_is_a_segment_without_the_mark_of_an_item() -> None:
    assert lines_of("<h3>Über 日本</h3><p>a<br>b<ul><li>𝕔<p>d</ul>") == [
        ("heading", 3, "Über 日本"),
        ("paragraph", 0, "a\nb"),
        ("list item", 0, "𝕔"),
        ("list item", 0, "d"),
    ]


def test_row_is_one_line_with_all_its_cells() -> None:
    html = "<table><caption>c<tr><th>k<th>v<tr><td><td><p>w<p>x</table>"
    rows = [("row", 0, "k\tv"), ("row", 0, "\tw x")]
    assert lines_of(html) == [("paragraph", 0, "c"), *rows]
    assert lines_of(html, tables=False) == []


def test_empty_page_has_no_lines() -> None:
    page = Page("")
    text, start, end, kind, level, score = lines(page, Decision.visible(page))
    assert text == ""
    columns = (start, end, kind, level, score)
    assert [column.tolist() for column in columns] == [[]] * 5
    assert [column.dtype.char for column in columns] == ["i", "i", "B", "B", "f"]


def test_decision_for_another_page_is_rejected() -> None:
    with pytest.raises(ValueError, match="use a decision for this page"):
        lines(Page("<p>a"), Decision.visible(Page("<p>a<p>b")))


def test_scores_are_means_over_the_runs_of_a_line() -> None:
    page = Page("<p>a <b>b</b><table><tr><td>c<td>d<tr><td>e<td>f</table>")
    score = np.array([0.5, 1.0, 0.25, 0.75, 0.0, 0.5], np.float32)
    *_, found = lines(page, Decision(page, np.ones(6, np.bool_), score=score))
    assert found.tolist() == [0.75, 0.5, 0.25]


@slowly
@given(source=sources, share=st.sampled_from([1.0, 0.8, 0.5]), seed=st.integers(0, 2**16))
def test_text_is_the_rendered_one_and_all_of_it_is_in_lines(
    source: str, share: float, seed: int
) -> None:
    page = Page(source)
    random = np.random.default_rng(seed)
    keep = random.random(len(page.runs)) < share
    # Including items and headings that only the method marks.
    kinds = random.integers(0, 4, len(page.runs)).astype(np.uint8) if seed % 2 else None
    for tables in (True, False):
        decision = Decision(page, keep, kind=kinds)
        text, start, end, *_ = lines(page, decision, tables=tables)
        rendered = render(page, decision, to="text", options=RenderOptions(tables=tables))
        assert rendered.removesuffix("\n") == text
        assert rendered.endswith("\n") or not rendered
        at = 0
        for first, last in zip(start.tolist(), end.tolist(), strict=True):
            assert at <= first < last
            assert re.fullmatch("\n(- )?" if at else "(- )?", text[at:first])
            at = last
        assert at == len(text)


@slowly
@given(source=pages, seed=st.integers(0, 2**16))
def test_lines_outside_of_tables_are_segments(source: str, seed: int) -> None:
    page = Page(source)
    score = np.random.default_rng(seed).random(len(page.runs), np.float32)
    decision = Decision(page, np.ones(len(page.runs), np.bool_), score=score)
    text, start, end, kind, level, scores = lines(page, decision)
    places = zip(start.tolist(), end.tolist(), strict=True)
    texts = [text[first:last] for first, last in places]
    rows = zip(kind.tolist(), level.tolist(), texts, scores.tolist(), strict=True)
    found = [row for row in rows if LINE_KINDS[row[0]] != "row"]
    segments = [s for s in _core.segments(page, decision) if s.cell is None]
    assert found == [(LINE_KINDS.index(s.kind), s.level or 0, s.text, s.score) for s in segments]
