import json

import numpy as np
from hypothesis import given

from tests.support.tag_soup import any_html
from webwinnow import Page
from webwinnow._core import FLAGS
from webwinnow.visual.layout import MAX_HEIGHT, MAX_LAYERS, MAX_WIDTH, VIEWPORT, Layout, match_runs


def parse_lines(*lines: list[float], width: float = 1280, height: float = 900) -> Layout:
    values = [value for line in lines for value in line]
    response = {"width": width, "height": height, "texts": ["a"], "names": ["p"], "lines": values}
    return Layout.parse(json.dumps(response))


def test_lines_are_parsed_to_columns() -> None:
    layout = parse_lines([0, 8, 10.5, 100, 26], [-1, 100, 10, 104, 26])
    assert layout.text_of_line.tolist() == [0, -1]
    assert layout.boxes.tolist() == [[8, 10.5, 100, 26], [100, 10, 104, 26]]


def test_lines_outside_of_the_page_are_dropped_or_clipped() -> None:
    layout = parse_lines([0, -900, 10, -800, 26], [0, -50, 10, 100, 26], [0, 8, 900, 100, 916])
    assert layout.boxes.tolist() == [[0, 10, 100, 26]]


def test_the_size_of_a_page_is_bounded() -> None:
    assert (parse_lines(width=300).width, parse_lines(width=300).height) == (VIEWPORT[0], 900)
    large = parse_lines([0, 1e6, 10, 2e6, 26], width=3e6, height=4e7)
    assert (large.width, large.height) == (MAX_WIDTH, MAX_HEIGHT)
    assert large.boxes.shape == (0, 4)
    assert large.boxes.dtype == np.float32


def test_overlapping_texts_are_bounded() -> None:
    page = [0.0, 0.0, 0.0, 1280.0, 900.0]
    assert len(parse_lines(*[page] * (MAX_LAYERS + 5)).boxes) == MAX_LAYERS


def texts_and_names(page: Page) -> tuple[list[str], list[str]]:
    """Texts and tag names of a browser that parses like us."""
    runs = np.flatnonzero(page.runs.flags & FLAGS["COMMENT"] == 0).tolist()
    texts = page.run_texts()
    return [texts[run] for run in runs], [page.tag_name(page.runs.node[run]) for run in runs]


def matched(html: str, texts: list[str], names: list[str] | None = None) -> list[int]:
    found: list[int] = match_runs(Page(html), texts, names or ["p"] * len(texts)).tolist()
    return found


@given(any_html)
def test_all_runs_match_a_browser_that_parses_alike(html: bytes) -> None:
    page = Page(html)
    found = match_runs(page, *texts_and_names(page))
    is_comment = page.runs.flags & FLAGS["COMMENT"] != 0
    assert (found[is_comment] == -1).all()
    assert found[~is_comment].tolist() == list(range(np.count_nonzero(~is_comment)))


def test_white_space_is_ignored() -> None:
    assert matched("<p>It  rained\n all night.", ["\n It rained\u00a0all night. "]) == [0]


def test_further_texts_of_the_browser_are_skipped() -> None:
    assert matched("<p>one<p>two<p>three", ["one", "more", "two", "three", "end"]) == [0, 2, 3]


def test_a_run_without_a_text_is_not_matched() -> None:
    assert matched("<p>one<p>two<p>three", ["one", "three"]) == [0, -1, 1]


def test_equal_texts_are_matched_by_tag() -> None:
    html = "<p>one<b>Home</b><p>two"
    assert matched(html, ["one", "Home", "Home", "two"], ["p", "a", "b", "p"]) == [0, 2, 3]


def test_a_text_with_another_tag_is_matched() -> None:
    assert matched("<p>one<b>two</b><p>three", ["one", "two", "three"]) == [0, 1, 2]


def test_texts_between_differences_are_matched() -> None:
    html = "<p>a<p>x<p>x<p>b<p>x<p>c<p>d"
    assert matched(html, ["z", "x", "x", "b", "x", "y", "d"]) == [-1, 1, 2, 3, 4, -1, 6]
