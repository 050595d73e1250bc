import zlib
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from benchmarks.papers.fiasco import features
from benchmarks.papers.fiasco.features import (
    AS_PUBLISHED,
    COLUMNS,
    EVERY,
    PUBLISHED,
    SUBSETS,
    WITHOUT_BROKEN,
    Data,
    FloatArray,
    columns_of,
    measures,
    path_of,
    scaled,
    select_values,
    words_by_label,
)
from benchmarks.papers.fiasco.test_pages import CLEAN, labelled_page
from webwinnow.methods.fiasco.features import FEATURES
from webwinnow.visual import MEASURES

SHOWN_COLUMN = list(MEASURES).index("shown")
NAMES = [column.name for column in COLUMNS]


def data(pages: int, labels: str = "ours") -> Data:
    """Pages of as many sites, each with a menu of four targets and two paragraphs; the browser
    shows all but the first target of each.
    """
    every = [labelled_page(str(number)) for number in range(pages)]
    measured = [np.full((6, len(MEASURES)), 0.5, np.float32) for _ in every]
    for each in measured:
        each[0] = np.nan
        each[:, SHOWN_COLUMN] = [0, 1, 1, 1, 1, 1]
    return Data(every, measured, labels)


def groups(subset: str, which: str) -> set[str]:
    return {COLUMNS[place].group for place in columns_of(subset, which).tolist()}


def test_subsets_are_those_of_the_paper() -> None:
    assert groups("All", EVERY) == {"linguistic", "structural", "pos", "visual"}
    assert groups("All \\ {POS}", EVERY) == {"linguistic", "structural", "visual"}
    assert groups("POS and visual", PUBLISHED) == {"pos", "visual"}
    for subset in SUBSETS:
        published = set(columns_of(subset, PUBLISHED).tolist())
        assert published <= set(columns_of(subset, EVERY).tolist())
        assert all(COLUMNS[place].is_published for place in published)
    assert len(columns_of("All", EVERY)) == len(FEATURES)


def test_the_browsers_own_measures_are_not_the_papers() -> None:
    names = {NAMES[place] for place in columns_of("Visual only", AS_PUBLISHED).tolist()}
    assert len(names) == 5
    assert "shown" not in names
    broken = {NAMES[place] for place in columns_of(WITHOUT_BROKEN, AS_PUBLISHED).tolist()}
    assert names - broken == {"solidity 3"}


def test_only_values_as_published_are_no_logarithms() -> None:
    values = np.full((2, len(COLUMNS)), np.e - 1, np.float32)
    for which, expected in ((AS_PUBLISHED, np.e - 1), (PUBLISHED, 1), (EVERY, 1)):
        found = select_values(values, "All", which)
        place = columns_of("All", which).tolist().index(NAMES.index("tokens"))
        assert found[:, place].tolist() == pytest.approx([expected] * 2)
        place = columns_of("All", which).tolist().index(NAMES.index("links"))
        assert found[:, place].tolist() == pytest.approx([np.e - 1] * 2)
    assert values[0, 0] == pytest.approx(np.e - 1)


def test_values_are_in_the_order_of_the_columns() -> None:
    pytest.importorskip("wordfreq")
    made = data(6)
    values = made.values(np.ones(36, bool))
    assert values.shape == (36, len(COLUMNS))
    by_name = dict(zip(NAMES, values.T, strict=True))
    assert by_name["tokens"][:6].tolist() == [1, 1, 1, 1, 7, 7]
    assert by_name["closed class in context"][4] > 0
    assert by_name["list item"][:6].tolist() == [1, 1, 1, 1, 0, 0]
    assert by_name["shown"][:6].tolist() == [0, 1, 1, 1, 1, 1]
    assert np.isnan(by_name[next(iter(MEASURES))][:2]).tolist() == [True, False]
    assert by_name["closed class"][4] > 0


def test_keywords_come_from_training_targets_only() -> None:
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


def test_words_are_split_by_target_and_label() -> None:
    one = labelled_page("a")
    found = words_by_label(one, one.keep("ours"))
    assert [words.dirty for words in found[:4]] == [["home"], ["news"], ["about"], ["help"]]
    assert found[4].clean == CLEAN[0].lower().rstrip(".").split()
    assert not found[4].dirty
    assert words_by_label(labelled_page("b", [], html=" "), np.zeros(0, bool)) == []


def test_labels_are_of_the_requested_kind() -> None:
    assert data(1).is_clean.tolist() == [False] * 4 + [True] * 2
    # Word order has no effect on Dice labels: a menu entry that equals a heading is clean.
    page = labelled_page("a", ["Rain"], html="<ul><li>Rain<li>Home</ul><h1>Rain</h1>")
    found = {labels: Data([page], [], labels).is_clean.tolist() for labels in ("ours", "dice")}
    assert found == {"ours": [True, False, False], "dice": [True, False, True]}
    assert data(2).page_of.tolist() == [0] * 6 + [1] * 6


@given(
    arrays(
        np.float32,
        array_shapes(min_dims=2, max_dims=2, max_side=6),
        elements=st.floats(-1000, 1000, width=32) | st.just(np.nan),
    )
)
def test_training_values_are_scaled_to_their_range(values: FloatArray) -> None:
    found, again = scaled(values, values)
    assert np.isfinite(found).all()
    assert (np.abs(found) <= 1.001).all()
    assert (found[np.isnan(values)] == 0).all()
    np.testing.assert_array_equal(found, again)


def test_test_values_do_not_change_the_scale() -> None:
    known_values = np.array([[0, 5], [4, 5]], np.float32)
    test = np.array([[8, 9], [np.nan, 5]], np.float32)
    found, unseen = scaled(known_values, test)
    assert found.tolist() == [[-1, 0], [1, 0]]
    assert unseen.tolist() == [[1, 0], [0, 0]]  # brought to the end


pytest.importorskip("cv2")
LAYOUT = (
    '{"width": 800, "height": 600, "texts": ["Home"], "names": ["li"],'
    ' "lines": [[0, 10, 10, 90, 30]]}'
)


class FakeBrowser:
    """Counts requests; fails on pages that contain "broken"."""

    def __init__(self) -> None:
        self.requests = 0

    def __enter__(self) -> "FakeBrowser":
        return self

    def __exit__(self, *_: object) -> None: ...

    def render(self, html: bytes, *, wants_picture: bool) -> SimpleNamespace | None:
        self.requests += 1
        return None if b"broken" in html else SimpleNamespace(layout=LAYOUT)


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> FakeBrowser:
    one = FakeBrowser()
    monkeypatch.setattr(features, "Browser", lambda: one)
    return one


def test_a_page_is_rendered_once(browser: FakeBrowser, tmp_path: Path) -> None:
    pages = [labelled_page("a"), labelled_page("b", ["Another text."])]
    first = measures(pages, tmp_path)
    assert browser.requests == 2
    again = measures(pages, tmp_path)
    assert browser.requests == 2
    assert [each.shape for each in first] == [(6, len(MEASURES)), (5, len(MEASURES))]
    for one, other in zip(first, again, strict=True):
        np.testing.assert_array_equal(one, other)
    assert not np.isnan(first[0][0]).any()
    assert np.isnan(first[0][1:]).sum(axis=1).tolist() == [len(MEASURES) - 1] * 5  # all but shown


def test_measures_of_a_failed_page_are_missing(browser: FakeBrowser, tmp_path: Path) -> None:
    one = labelled_page("a", ["broken"])
    unknown = np.isnan(measures([one], tmp_path)[0])
    assert unknown[:, [name != "shown" for name in MEASURES]].all()
    assert zlib.decompress(path_of(one, tmp_path).read_bytes()) == b""


def test_another_layout_script_renders_again(
    browser: FakeBrowser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measures([labelled_page("a")], tmp_path)
    script = tmp_path / "other.js"
    script.write_text("() => 1")
    monkeypatch.setattr(features, "SCRIPT", script)
    measures([labelled_page("a")], tmp_path)
    assert browser.requests == 2
