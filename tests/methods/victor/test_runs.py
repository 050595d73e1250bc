from collections import Counter

import numpy as np
import pytest
from hypothesis import given

from tests.support.soup import plain_soup
from webwinnow import Page
from webwinnow._core import VOID_TAG_NAMES, run_surroundings
from webwinnow.methods.victor.tags import BITS, CLASSES
from webwinnow.methods.victor.tree import Tree


def ancestors(page: Page, node: int) -> list[int]:
    """The node and those around it, innermost first."""
    found = []
    while node >= 0:
        found.append(node)
        node = int(page.nodes.parent[node])
    return found


def slow_crossings(page: Page) -> list[Counter[str]]:
    """Tags before each run, by walking from the one before it."""
    found, open_before, opened_before = [], set[int](), 0
    for node, opened in zip(page.runs.node.tolist(), page.runs.opened.tolist(), strict=True):
        inside = set(ancestors(page, node))
        started = set(range(opened_before, opened))
        ended = (open_before | started) - inside
        tags = [page.tag_name(each) for each in started]
        tags += [name for each in ended if (name := page.tag_name(each)) not in VOID_TAG_NAMES]
        found.append(Counter(tags))
        open_before, opened_before = inside, opened
    return found


@given(html=plain_soup)
def test_tags_and_elements_are_those_of_a_slow_walk(html: str) -> None:
    page = Page(html)
    tree = Tree(page, np.arange(len(page.runs)))
    crossings = slow_crossings(page)
    for name, tags in CLASSES.items():
        expected = [sum(tag_counts[tag] for tag in tags) for tag_counts in crossings]
        assert tree.crossed(name).tolist() == expected
        around = [
            next((n for n in ancestors(page, node) if page.tag_name(n) in tags), -1)
            for node in page.runs.node.tolist()
        ]
        assert tree.nearest(name).tolist() == around


@given(html=plain_soup)
def test_paths_are_the_same_where_the_tags_are(html: str) -> None:
    page = Page(html)
    tree = Tree(page, np.arange(len(page.runs)))
    paths = [
        tuple(page.tag_name(n) for n in ancestors(page, node)) for node in page.runs.node.tolist()
    ]
    pairs = set(zip(paths, tree.path_key.tolist(), strict=True))
    assert len(pairs) == len(set(paths)) == len(set(tree.path_key.tolist()))


def test_bits_of_all_elements_around_are_united() -> None:
    page = Page("<body><div>a<p>b</p></div>c")
    bits = np.where([page.tag_name(n) == "div" for n in range(len(page.nodes))], 1, 0)
    bits |= np.where([page.tag_name(n) == "p" for n in range(len(page.nodes))], 2, 0)
    assert Tree(page, np.arange(3)).united(bits).tolist() == [1, 3, 0]


@pytest.mark.parametrize("runs", [[1, 0], [0, 0], [-1], [2]])
def test_runs_must_be_those_of_the_page_in_order(runs: list[int]) -> None:
    page = Page("<p>a</p><p>b</p>")
    with pytest.raises(ValueError, match="runs must rise"):
        run_surroundings(page, np.array(runs), BITS, len(CLASSES))


@pytest.mark.parametrize("count", [1, 65])
def test_classes_must_be_as_many_as_their_bits(count: int) -> None:
    with pytest.raises(ValueError, match="count must be from 2 to 64"):
        run_surroundings(Page("<p>a"), np.array([0]), np.array([2], np.uint64), count)
