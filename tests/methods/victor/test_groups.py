import pytest

from tests.methods.victor.feature_values import values
from webwinnow import Page
from webwinnow.methods.victor.runs import View

PAPER = "<div>a<div><i>b</i> <b>c</b></div>d<div><i>e</i> <b>f</b></div>g</div>"


def test_groups_are_those_of_the_papers_example() -> None:
    view = View(Page(PAPER), {})
    groups: dict[int, str] = {}
    texts = view.text.texts
    for node, text in zip(view.tree.nearest("div").tolist(), texts, strict=True):
        groups[node] = groups.get(node, "") + text
    assert list(groups.values()) == ["adg", "bc", "ef"]


def test_a_ratio_is_the_groups_share_of_the_words() -> None:
    expected = [3 / 7, 2 / 7, 2 / 7, 3 / 7, 2 / 7, 2 / 7, 3 / 7]
    assert values(PAPER, "div-group.word-ratio") == pytest.approx(expected)
    assert values(PAPER, "document.max-div-group") == pytest.approx([3 / 7] * 7)


def test_words_in_links_count_nowhere() -> None:
    html = "<div>one two</div><div><a href=x>three four</a> five</div>"
    assert values(html, "div-group.word-ratio") == pytest.approx([2 / 3, 1 / 3, 1 / 3])


def test_runs_in_no_cell_are_a_group() -> None:
    html = "<body>one<table><tr><td>two three<td><div>four</div></table>five"
    assert values(html, "td-group.word-ratio") == pytest.approx([0.4, 0.4, 0.2, 0.4])
    assert values(html, "document.max-td-group") == pytest.approx([0.4] * 4)


def test_a_page_of_links_has_no_ratios() -> None:
    assert values("<div><a href=x>one</a></div>", "div-group.word-ratio") == [0]
    assert values("<div><a href=x>one</a></div>", "document.max-div-group") == [0]
