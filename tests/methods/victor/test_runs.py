import unicodedata
from collections import Counter

import numpy as np
import pytest
from hypothesis import given

from tests.support.tag_soup import any_html, plain_soup
from webwinnow import Page
from webwinnow._core import VOID_TAG_NAMES, run_shapes, run_tag_context
from webwinnow.methods.victor.runs import (  # fmt: skip
    CASELESS,
    CLOSER,
    DIGIT,
    LOWER,
    MARK,
    OTHER,
    SPACE,
    STOP,
    TAG_CLASS_BITS,
    TAG_CLASSES,
    UPPER,
    RunText,
    RunTree,
    character_classes,
)


def ancestors(page: Page, node: int) -> list[int]:
    """The node and its ancestors, innermost first."""
    found = []
    while node >= 0:
        found.append(node)
        node = int(page.nodes.parent[node])
    return found


def slow_crossings(page: Page) -> list[Counter[str]]:
    """Tags before each run, found by walking from the previous run."""
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
def test_crossed_and_nearest_match_a_slow_walk(html: str) -> None:
    page = Page(html)
    tree = RunTree(page, np.arange(len(page.runs)))
    crossings = slow_crossings(page)
    for name, tags in TAG_CLASSES.items():
        expected = [sum(tag_counts[tag] for tag in tags) for tag_counts in crossings]
        assert tree.crossed(name).tolist() == expected
        around = [
            next((n for n in ancestors(page, node) if page.tag_name(n) in tags), -1)
            for node in page.runs.node.tolist()
        ]
        assert tree.nearest(name).tolist() == around


def test_inherited_bits_combine_all_elements_around() -> None:
    page = Page("<body><div>a<p>b</p></div>c")
    bits = np.where([page.tag_name(n) == "div" for n in range(len(page.nodes))], 1, 0)
    bits |= np.where([page.tag_name(n) == "p" for n in range(len(page.nodes))], 2, 0)
    assert RunTree(page, np.arange(3)).inherited_bits(bits).tolist() == [1, 3, 0]


@pytest.mark.parametrize("runs", [[1, 0], [0, 0], [-1], [2]])
def test_the_core_rejects_runs_out_of_order_or_range(runs: list[int]) -> None:
    page = Page("<p>a</p><p>b</p>")
    with pytest.raises(ValueError, match="runs must rise"):
        run_tag_context(page, np.array(runs), TAG_CLASS_BITS, len(TAG_CLASSES))


@pytest.mark.parametrize("count", [1, 65])
def test_the_core_rejects_a_wrong_number_of_classes(count: int) -> None:
    with pytest.raises(ValueError, match="count must be from 2 to 64"):
        run_tag_context(Page("<p>a"), np.array([0]), np.array([2], np.uint64), count)


@pytest.mark.parametrize(
    ("characters", "number"),
    [
        ("AÉЖ", UPPER), ("aéж", LOWER), ("日عา", CASELESS), ("1٣½", DIGIT), (",-–(¿", MARK),
        (".?!。", STOP), ("\")»", CLOSER), (" \xa0\u3000\n", SPACE), ("€+©\x1c", OTHER),
    ],
)  # fmt: skip
def test_characters_have_classes(characters: str, number: int) -> None:
    assert {int(character_classes()[ord(c)]) for c in characters} == {number}


@given(html=any_html)
def test_counts_match_the_texts(html: bytes) -> None:
    page = Page(html)
    text = RunText(page, np.arange(len(page.runs)))
    assert text.length.tolist() == [len(each) for each in text.texts]
    letters = [sum(unicodedata.category(c)[0] in "LM" for c in each if ord(c) < 2**16)
               for each in text.texts]  # fmt: skip
    assert (text["upper"] + text["lower"] + text["caseless"]).tolist() == letters
    # `str.split` has four more white-space characters than Unicode.
    tokens = [len(each.translate(dict.fromkeys(range(0x1C, 0x20), "-")).split())
              for each in text.texts]  # fmt: skip
    assert text.tokens.tolist() == tokens


def test_the_core_rejects_unknown_classes_and_runs() -> None:
    with pytest.raises(ValueError, match="classes must be below 9"):
        run_shapes(Page("<p>a"), np.array([0]), np.array([9], np.uint8))
    with pytest.raises(ValueError, match="runs must rise"):
        run_shapes(Page("<p>a"), np.array([1]), np.array([0], np.uint8))
