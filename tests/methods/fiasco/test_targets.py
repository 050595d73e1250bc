import numpy as np
import pytest
from hypothesis import given, settings
from numpy.typing import NDArray

from tests.support.archives import read_archive
from tests.support.tag_soup import any_html, plain_soup
from webwinnow import Page
from webwinnow._core import FLAGS
from webwinnow.methods.base import visible_runs
from webwinnow.methods.fiasco.targets import (
    Divide,
    Subtrees,
    Targets,
    next_values,
    previous_values,
    window_shares,
    window_sums,
)

DIVIDES: tuple[Divide, ...] = ("lines", "breaks", "never")
LONG = "1234567890" * 10


def texts(html: str, divide: Divide = "lines") -> list[str]:
    page = Page(html)
    runs, targets = page.run_texts(), Targets.of(page, divide=divide)
    members = [np.flatnonzero(targets.of_run == number) for number in range(len(targets))]
    return [" ".join(runs[run] for run in part) for part in members]


def roots(html: str) -> list[tuple[str, bool]]:
    """Tag of each target's element, and whether the target is a part of it."""
    page = Page(html)
    targets = Targets.of(page)
    names = map(page.tag_name, targets.nodes.tolist())
    return list(zip(names, targets.is_part.tolist(), strict=True))


def test_a_target_has_a_tenth_of_its_text_in_its_own_text_children() -> None:
    assert texts(f"<p>{'a' * 10}<b>{'b' * 90}</b></p>") == [f"{'a' * 10} {'b' * 90}"]
    assert texts(f"<p>{'a' * 10}<b>{'b' * 91}</b></p>", "never") == ["b" * 91]


def test_the_outermost_target_wins() -> None:
    html = "<div><p>It <b>rained <i>all</i></b> night.</p></div>"
    assert texts(html) == ["It rained all night."]
    assert roots(html) == [("p", False)]


def test_elements_without_own_text_are_no_targets() -> None:
    html = "<p><a>Home</a> <a>News</a></p>"
    assert texts(html) == ["Home", "News"]
    assert roots(html) == [("a", False), ("a", False)]


def test_line_breaks_make_paragraphs() -> None:
    html = "<td>One line.<br>Another <i>line</i>.<br><br>A third one.</td>"
    html = f"<table><tr>{html}</table>"
    for divide in DIVIDES[:2]:
        assert texts(html, divide) == ["One line.", "Another line .", "A third one."]
    assert texts(html, "never") == ["One line. Another line . A third one."]
    assert roots(html) == [("td", True)] * 3


def test_line_breaks_inside_of_inline_elements_make_paragraphs() -> None:
    html = "<div><font>One<br><br>two</font></div>"
    assert texts(html) == texts(html, "breaks") == ["One", "two"]
    assert roots(html) == [("font", True), ("font", True)]


def test_a_body_with_some_words_does_not_swallow_the_page() -> None:
    html = "<body>Some words<p>One</p><div>Two<ul><li>Three</ul></div>more</body>"
    assert texts(html, "breaks") == ["Some words One Two Three more"]
    assert texts(html) == ["Some words", "One", "Two", "Three", "more"]
    assert roots(html) == [
        ("body", True), ("p", False), ("div", True), ("li", False), ("body", True),
    ]  # fmt: skip


def test_text_in_no_target_becomes_a_target() -> None:
    html = f"<p>one <b>{LONG}</b> two</p>"
    assert texts(html, "breaks") == [LONG]
    assert texts(html) == ["one", LONG, "two"]
    assert roots(html) == [("p", True), ("b", False), ("p", True)]


def test_loose_text_without_words_joins_the_target_beside_it() -> None:
    assert texts(f"<p>(<b>{LONG}</b>)</p>") == [f"( {LONG} )"]
    assert texts(f"<p>(<b>{LONG}</b>)<a>{LONG}</a></p>") == [f"( {LONG} )", LONG]
    # But not the target of another line.
    assert texts(f"<div><b>{LONG}</b><br>–<br><b>{LONG}</b></div>") == [LONG, "–", LONG]


def test_of_run_is_the_target_of_each_run() -> None:
    page = Page("<p>a<b hidden>b</b><i>c</i><p>d<script>e</script>")
    targets = Targets.of(page)
    assert targets.of_run.tolist() == [0, -1, 0, 1, -1]
    assert (targets.first.tolist(), targets.end.tolist()) == ([0, 3], [3, 4])


def test_hidden_text_is_in_no_target() -> None:
    assert texts("<p>a<p hidden>b<script>c</script>") == ["a"]


def test_a_page_without_text_has_no_targets() -> None:
    for divide in DIVIDES:
        assert texts("", divide) == texts("<div><img></div>", divide) == []


@pytest.mark.parametrize("divide", DIVIDES)
@settings(max_examples=100, deadline=None)
@given(html=any_html)
def test_targets_are_disjoint_stretches_of_runs(divide: Divide, html: bytes) -> None:
    page = Page(html)
    targets = Targets.of(page, divide=divide)
    assert (targets.first < targets.end).all()
    assert (targets.first[1:] >= targets.end[:-1]).all()
    is_text = visible_runs(page)
    for number, (first, end) in enumerate(zip(targets.first, targets.end, strict=True)):
        assert set(targets.of_run[first:end][is_text[first:end]]) == {number}
    assert (targets.of_run[~is_text] == -1).all()
    for run in np.flatnonzero((targets.of_run >= 0) & (page.runs.words > 0)).tolist():
        number = targets.of_run[run]
        root = targets.nodes[number]
        is_inside = root <= page.runs.node[run] < page.nodes.end[root]
        assert is_inside or targets.is_part[number]


@settings(max_examples=200, deadline=None)
@given(html=any_html)
def test_every_visible_text_is_in_a_target_and_none_has_two_lines(html: bytes) -> None:
    page = Page(html)
    targets = Targets.of(page)
    runs = np.flatnonzero(visible_runs(page))
    number = targets.of_run[runs]
    assert (number >= 0).all()
    is_same = number[1:] == number[:-1]
    assert (page.runs.block[runs][1:] == page.runs.block[runs][:-1])[is_same].all()
    assert not (page.runs.flags[runs][1:] & FLAGS["BREAK"])[is_same].any()


@settings(deadline=None)
@given(html=plain_soup)
def test_undivided_targets_match_the_definition(html: str) -> None:
    page = Page(html)
    visible = visible_runs(page)
    chars = np.where(visible, page.runs.chars, 0)
    node, end = page.runs.node, page.nodes.end
    expected, behind = np.full(len(page.runs), -1), 0
    count = 0
    for root in range(len(page.nodes)):
        below = (node >= root) & (node < end[root])
        own, every = chars[node == root].sum(), chars[below].sum()
        if root >= behind and own and 10 * own >= every:
            expected[below & (chars > 0)] = count
            behind, count = end[root], count + 1
    assert Targets.of(page, divide="never").of_run.tolist() == expected.tolist()


def test_few_pages_of_cleaneval_have_less_than_five_targets() -> None:
    pages = [Page(html) for name, html in read_archive("cleaneval.tar.xz") if "/input/" in name]
    counts = [[len(Targets.of(page, divide=divide)) for page in pages] for divide in DIVIDES]
    few = [sum(1 <= count <= 4 for count in each) for each in counts]
    # One of the three is preformatted, a single run; the other two are short.
    assert few == [3, 16, 25]


def test_hidden_text_at_the_ends_of_a_subtree_is_left_out() -> None:
    hidden = f"<b hidden>{'1234567890' * 10}</b>"
    page = Page(f"<div><p>{hidden}one</p><p>two{hidden}</p></div>")
    subtrees = Subtrees.of(page, divide="breaks")
    bounds = zip(subtrees.first.tolist(), subtrees.end.tolist(), strict=True)
    found = {" ".join(page.run_texts()[first:end]) for first, end in bounds}
    assert {"one", "two"} < found
    assert texts(
        page.source.decode() if isinstance(page.source, bytes) else page.source, "breaks"
    ) == ["one", "two"]


@pytest.mark.parametrize("divide", DIVIDES)
@settings(max_examples=100, deadline=None)
@given(html=any_html)
def test_every_target_before_loose_text_is_a_subtree(divide: Divide, html: bytes) -> None:
    page = Page(html)
    subtrees, targets = Subtrees.of(page, divide=divide), Targets.of(page, divide=divide)
    assert (subtrees.first < subtrees.end).all()
    assert (subtrees.own_chars >= 0).all()
    if divide != "lines":
        bounds = set(zip(subtrees.first.tolist(), subtrees.end.tolist(), strict=True))
        assert set(zip(targets.first.tolist(), targets.end.tolist(), strict=True)) <= bounds


def row(*values: float) -> NDArray[np.float64]:
    return np.array(values, np.float64)


def test_previous_and_next_values_use_the_edge_value() -> None:
    assert previous_values(row(1, 2, 3), 9).tolist() == [9, 1, 2]
    assert next_values(row(1, 2, 3), 9).tolist() == [2, 3, 9]
    assert previous_values(row(1), 9).tolist() == next_values(row(1), 9).tolist() == [9]


def test_window_sums_cover_three_targets_on_each_side() -> None:
    assert window_sums(row(*[1] * 9)).tolist() == [4, 5, 6, 7, 7, 7, 6, 5, 4]
    assert window_sums(row(8, 0, 0, 0, 0)).tolist() == [8, 8, 8, 8, 0]


def test_window_shares_are_quotients_of_window_sums() -> None:
    assert window_shares(row(1, 0), row(2, 2)).tolist() == [0.25, 0.25]
    assert window_shares(row(0), row(0)).tolist() == [0]
