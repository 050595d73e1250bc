import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.visual.sample_layouts import layout, text_block
from webwinnow import Page

pytest.importorskip("cv2", reason="opencv-python-headless is not installed")

from webwinnow.visual.look import heading_runs, make_look
from webwinnow.visual.measures import MEASURES, PUBLISHED

PAGE = Page("<p>text 0<p>text 1<p>text 2")
TARGETS = np.arange(3, dtype=np.int32)


def test_a_target_has_the_measures_of_its_region() -> None:
    paragraphs = [
        text_block(0, 200 * row, [width] * 3) for row, width in enumerate((100, 400, 200))
    ]
    look = make_look(layout(*paragraphs), PAGE, TARGETS, 3)
    assert look.region_of_target.tolist() == [0, 1, 2]
    assert look.measures.dtype == np.float32
    assert look.measures[:, 3] == pytest.approx([0.25, 1, 0.5])


def test_targets_in_one_region_have_the_same_published_measures() -> None:
    lines = [text_block(0, 20 * row, [100 + 90 * row]) for row in range(3)]
    look = make_look(layout(*lines), PAGE, TARGETS, 3)
    assert look.region_of_target.tolist() == [0, 0, 0]
    published = look.measures[:, : len(PUBLISHED)]
    assert (published == published[0]).all()


def test_a_targets_region_has_most_of_its_area() -> None:
    parts = text_block(0, 0, [300]) + text_block(0, 200, [500, 500]) + text_block(0, 400, [900])
    look = make_look(layout(parts), Page("<p>text 0"), np.zeros(1, np.int32), 1)
    assert look.regions[look.region_of_target[0]].width == 500


def test_a_target_that_is_not_shown_has_no_measures() -> None:
    shown = layout(text_block(0, 0, [100]), [], text_block(0, 100, [100]))
    look = make_look(shown, PAGE, TARGETS, 3)
    assert look.region_of_target.tolist() == [0, -1, 1]
    place = list(MEASURES).index("shown")
    assert look.measures[:, place].tolist() == [1, 0, 1]
    assert np.isnan(np.delete(look.measures[1], place)).all()
    assert np.isfinite(look.measures[[0, 2]]).all()


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 900), st.integers(0, 1900), st.integers(0, 9)), max_size=8)
)
def test_further_measures_are_bounded(places: list[tuple[int, int, int]]) -> None:
    blocks = [text_block(left, top, [2 + 10 * lines] * lines) for left, top, lines in places]
    page = Page("".join(f"<p>text {number}" for number in range(len(blocks))))
    targets = np.arange(len(blocks), dtype=np.int32)
    look = make_look(layout(*blocks, height=3000), page, targets, len(blocks))
    further = look.measures[:, len(PUBLISHED) :]
    shown = further[further[:, 0] > 0]
    assert ((shown >= 0) & (shown <= np.log1p(1000))).all()
    unbounded = list(MEASURES).index("region's lines") - len(PUBLISHED)
    assert (np.delete(shown, unbounded, axis=1) <= 1 + 1e-6).all()


def test_runs_in_no_target_still_form_regions() -> None:
    paragraphs = [
        text_block(0, 200 * row, [width] * 3) for row, width in enumerate((100, 400, 200))
    ]
    look = make_look(layout(*paragraphs), PAGE, np.array([0, -1, 1], np.int32), 2)
    assert len(look.regions) == 3
    assert look.region_of_target.tolist() == [0, 2]
    assert look.measures[:, 3] == pytest.approx([0.25, 0.5])


def test_headings_define_the_headline_height() -> None:
    blocks = [
        text_block(0, 0, [100, 100]),
        text_block(0, 200, [100]),
        text_block(0, 400, [100] * 9),
    ]
    look = make_look(layout(*blocks), Page("<h2>text 0</h2><p>text 1<p>text 2"), TARGETS, 3)
    assert look.measures[:, 4] == pytest.approx([1, 1 - 20 / 36, 0])


def test_runs_inside_headings_are_found() -> None:
    page = Page("<p>a<h1>b<i>c</i></h1>d<div><h6>e</h6>f</div>")
    assert heading_runs(page).tolist() == [False, True, True, False, True, False]


def test_an_empty_page_has_an_empty_look() -> None:
    look = make_look(layout(), Page(""), np.zeros(0, np.int32), 0)
    assert look.measures.shape == (0, len(MEASURES))
    assert look.regions == []
