import numpy as np
from hypothesis import given

from tests.support.soup import anything
from webwinnow import Page
from webwinnow._core import FLAGS
from webwinnow.visual.matching import match_runs


def texts_and_names(page: Page) -> tuple[list[str], list[str]]:
    """What a browser that parses like us would say."""
    runs = np.flatnonzero(page.runs.flags & FLAGS["COMMENT"] == 0).tolist()
    texts = page.run_texts()
    return [texts[run] for run in runs], [page.tag_name(page.runs.node[run]) for run in runs]


def matched(html: str, texts: list[str], names: list[str] | None = None) -> list[int]:
    found: list[int] = match_runs(Page(html), texts, names or ["p"] * len(texts)).tolist()
    return found


@given(anything)
def test_a_browser_that_parses_alike_has_every_run(html: bytes) -> None:
    page = Page(html)
    found = match_runs(page, *texts_and_names(page))
    is_comment = page.runs.flags & FLAGS["COMMENT"] != 0
    assert (found[is_comment] == -1).all()
    assert found[~is_comment].tolist() == list(range(np.count_nonzero(~is_comment)))


def test_white_space_makes_no_difference() -> None:
    assert matched("<p>It  rained\n all night.", ["\n It rained\u00a0all night. "]) == [0]


def test_texts_that_the_browser_has_besides_are_passed_over() -> None:
    assert matched("<p>one<p>two<p>three", ["one", "more", "two", "three", "end"]) == [0, 2, 3]


def test_a_run_that_the_browser_lacks_has_no_text() -> None:
    assert matched("<p>one<p>two<p>three", ["one", "three"]) == [0, -1, 1]


def test_of_equal_texts_the_one_in_the_same_element_is_meant() -> None:
    html = "<p>one<b>Home</b><p>two"
    assert matched(html, ["one", "Home", "Home", "two"], ["p", "a", "b", "p"]) == [0, 2, 3]


def test_a_text_with_another_parent_is_still_found() -> None:
    assert matched("<p>one<b>two</b><p>three", ["one", "two", "three"]) == [0, 1, 2]


def test_texts_between_two_that_differ_are_found() -> None:
    html = "<p>a<p>x<p>x<p>b<p>x<p>c<p>d"
    assert matched(html, ["z", "x", "x", "b", "x", "y", "d"]) == [-1, 1, 2, 3, 4, -1, 6]
