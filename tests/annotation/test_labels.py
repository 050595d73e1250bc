import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.annotation.sample_project import HTML, FixedMethod
from tests.support.tag_soup import soup
from webwinnow import Page
from webwinnow._core import Decision, render, segments
from webwinnow.annotation import (
    BOILERPLATE,
    CONTENT,
    LABELS,
    labels_from_method,
    labels_to_decision,
    visible_runs,
)
from webwinnow.annotation.labels import labels_from_kept
from webwinnow.annotation.run_layout import RunLayout

PAGE = Page(HTML)
HEADING, PARAGRAPH, ITEM = 3, 4, 5


def labels(*numbers: int) -> "np.ndarray[tuple[int], np.dtype[np.uint8]]":
    return np.array(numbers, np.uint8)


def marked(page: Page, found: Decision) -> str:
    return render(page, found, "cleaneval", False, False, True)


def test_labels_have_fixed_names() -> None:
    assert LABELS == ("none", "boilerplate", "content", "heading", "paragraph", "list item")


def test_content_has_the_kind_of_the_markup() -> None:
    found = labels_to_decision(PAGE, labels(1, 2, 2, 2, 2, 2, 2, 1))
    assert (
        marked(PAGE, found)
        == "<h>Rain\n<p>It rained all night.\n<l>One boat sank.\n<l>Two did not.\n"
    )


def test_explicit_kinds_override_the_markup() -> None:
    found = labels_to_decision(PAGE, labels(1, PARAGRAPH, ITEM, ITEM, ITEM, HEADING, 1, 0))
    assert marked(PAGE, found) == "<p>Rain\n<l>It rained all night.\n<h>One boat sank.\n"


def test_a_change_of_kind_inside_a_block_starts_a_segment() -> None:
    found = labels_to_decision(PAGE, labels(1, 1, PARAGRAPH, HEADING, PARAGRAPH, 1, 1, 1))
    assert marked(PAGE, found) == "<p>It rained\n<h>all\n<p>night.\n"


def test_dropped_runs_are_boilerplate_and_hidden_runs_unlabelled() -> None:
    page = Page("<title>T</title><nav>Home</nav><h1>Rain</h1><p hidden>x<p>It rained.")
    assert labels_from_method(page, FixedMethod()).tolist() == [0, HEADING, HEADING, 0, BOILERPLATE]


def test_a_continuation_has_the_kind_of_its_segment() -> None:
    kind = labels(1, 0, 1, 3, 3, 2, 3, 1)
    keep = np.array([False, True, True, True, True, True, True, False])
    found = labels_from_kept(PAGE, keep, kind).tolist()
    # The last item goes on with the one before it, as the gold of CleanEval has it.
    assert found == [1, HEADING, PARAGRAPH, PARAGRAPH, PARAGRAPH, ITEM, ITEM, 1]


def test_a_block_with_a_dropped_first_run_keeps_its_kind() -> None:
    page = Page("<p>x<h1>By <b>Ann</b></h1>")
    found = labels_from_kept(page, np.array([True, False, True]), labels(1, 0, 3))
    assert found.tolist() == [PARAGRAPH, BOILERPLATE, HEADING]


def test_kept_runs_without_kinds_are_content() -> None:
    found = labels_from_kept(PAGE, np.arange(8) == 1)
    assert found.tolist() == [1, CONTENT, 1, 1, 1, 1, 1, 1]


@given(soup)
def test_content_everywhere_renders_all_visible_runs(html: str) -> None:
    page = Page(html)
    found = labels_to_decision(page, np.full(len(page.runs), CONTENT, np.uint8))
    seen = Decision(page, visible_runs(page))
    for form in ("text", "cleaneval", "html"):
        assert render(page, found, form, False, False, True) == (
            render(page, seen, form, False, False, True)
        )


@given(soup, st.data())
def test_labels_survive_conversion_to_a_decision(html: str, data: st.DataObject) -> None:
    page = Page(html)
    size = len(page.runs)
    given = data.draw(st.lists(st.integers(1, 5), min_size=size, max_size=size))
    found = labels_to_decision(page, labels(*given))
    expected = RunLayout.of(page).resolve(labels(*given))
    assert labels_from_kept(page, found.keep, found.kind).tolist() == expected.tolist()
    assert {run for part in segments(page, found) for run in part.runs} == (
        set(np.flatnonzero(expected >= HEADING).tolist())
    )
