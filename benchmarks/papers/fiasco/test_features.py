import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from benchmarks.papers.fiasco.columns import (
    COLUMNS,
    EVERY,
    PUBLISHED,
    SUBSETS,
    Data,
    FloatArray,
    chosen,
    scaled,
    words_of,
)
from tests.benchmarks.fiasco.test_pages import CLEAN, known
from webwinnow.visual import MEASURES

SHOWN = list(MEASURES).index("shown")
NAMES = [column.name for column in COLUMNS]


def data(pages: int, labels: str = "ours") -> Data:
    """Pages of as many sites, each with a menu of four targets and two paragraphs; the browser
    shows all but the first target of each.
    """
    every = [known(str(number)) for number in range(pages)]
    measured = [np.full((6, len(MEASURES)), 0.5, np.float32) for _ in every]
    for each in measured:
        each[0] = np.nan
        each[:, SHOWN] = [0, 1, 1, 1, 1, 1]
    return Data(every, measured, labels)


def groups(subset: str, which: str) -> set[str]:
    return {COLUMNS[place].group for place in chosen(subset, which).tolist()}


def test_subsets_are_the_papers() -> None:
    assert groups("All", EVERY) == {"linguistic", "structural", "pos", "visual"}
    assert groups("All \\ {POS}", EVERY) == {"linguistic", "structural", "visual"}
    assert groups("POS and visual", PUBLISHED) == {"pos", "visual"}
    for subset in SUBSETS:
        published = set(chosen(subset, PUBLISHED).tolist())
        assert published <= set(chosen(subset, EVERY).tolist())
        assert all(COLUMNS[place].is_published for place in published)
    assert len(chosen("All", EVERY)) == len(COLUMNS)


def test_values_are_in_the_order_of_the_columns() -> None:
    pytest.importorskip("wordfreq")
    made = data(6)
    values = made.values(np.ones(36, bool))
    assert values.shape == (36, len(COLUMNS))
    by_name = dict(zip(NAMES, values.T, strict=True))
    assert np.expm1(by_name["tokens"][:6]).round().tolist() == [1, 1, 1, 1, 7, 7]
    assert by_name["list item"][:6].tolist() == [1, 1, 1, 1, 0, 0]
    assert by_name["shown"][:6].tolist() == [0, 1, 1, 1, 1, 1]
    assert np.isnan(by_name[next(iter(MEASURES))][:2]).tolist() == [True, False]
    assert by_name["closed class"][4] > 0


def test_keywords_are_those_of_known_targets_alone() -> None:
    pytest.importorskip("wordfreq")
    made = data(200)  # fewer do not make a key of a word that occurs once a page
    known_targets = np.ones(1200, bool)
    known_targets[0::6] = False  # Home
    known_targets[5::6] = False  # the river
    found = made.keywords(known_targets)
    assert "news" in found.dirty
    assert "home" not in found.dirty
    assert "rained" in found.clean
    assert not {"river", "bridge"} & {*found.clean, *found.common}
    assert "home" in made.keywords(np.ones(1200, bool)).dirty


def test_words_belong_to_their_target_and_its_label() -> None:
    one = known("a")
    found = words_of(one, one.keep("ours"))
    assert [words.dirty for words in found[:4]] == [["home"], ["news"], ["about"], ["help"]]
    assert found[4].clean == CLEAN[0].lower().rstrip(".").split()
    assert not found[4].dirty
    assert words_of(known("b", [], html=" "), np.zeros(0, bool)) == []


def test_labels_are_of_the_kind_asked_for() -> None:
    assert data(1).wanted.tolist() == [False] * 4 + [True] * 2
    # Word order has no effect on Dice labels: a menu entry that equals a heading is clean.
    page = known("a", ["Rain"], html="<ul><li>Rain<li>Home</ul><h1>Rain</h1>")
    wanted = {labels: Data([page], [], labels).wanted.tolist() for labels in ("ours", "dice")}
    assert wanted == {"ours": [True, False, False], "dice": [True, False, True]}
    assert data(2).page_of.tolist() == [0] * 6 + [1] * 6


@given(
    arrays(
        np.float32,
        array_shapes(min_dims=2, max_dims=2, max_side=6),
        elements=st.floats(-1000, 1000, width=32) | st.just(np.nan),
    )
)
def test_what_is_known_is_scaled_to_its_range(values: FloatArray) -> None:
    found, again = scaled(values, values)
    assert np.isfinite(found).all()
    assert (np.abs(found) <= 1.001).all()
    assert (found[np.isnan(values)] == 0).all()
    np.testing.assert_array_equal(found, again)


def test_what_is_asked_about_moves_no_scale() -> None:
    known_values = np.array([[0, 5], [4, 5]], np.float32)
    asked = np.array([[8, 9], [np.nan, 5]], np.float32)
    found, unseen = scaled(known_values, asked)
    assert found.tolist() == [[-1, 0], [1, 0]]
    assert unseen.tolist() == [[1, 0], [0, 0]]  # brought to the end
