import numpy as np
import pytest

from tests.visual.drawn import LEADING, LINE, layout, text_block
from webwinnow.visual.layout import FloatArray

pytest.importorskip("cv2", reason="opencv-python-headless is not installed")

from webwinnow.visual.measures import MEASURES, PUBLISHED, headline_height, measure
from webwinnow.visual.regions import find_regions

PAGE = 1000
# Right edges of a menu: every other entry is short, by far more than a word.
RAGGED = [320, 120] * 6


def measured(*blocks: list[list[float]], headline: float | None = None) -> FloatArray:
    regions, _ = find_regions(layout(*blocks, width=PAGE))
    return measure(regions, PAGE, headline)


def test_a_full_paragraph_is_a_rectangle() -> None:
    solidity_1, solidity_2, solidity_3, width, _ = measured(text_block(100, 50, [610] * 8))[0]
    assert solidity_1 == pytest.approx(1)
    assert solidity_2 == 0
    # All four vertices are half of 610 from the middle.
    assert solidity_3 == pytest.approx(0.61)
    assert width == 1


def test_lines_that_differ_by_a_word_still_make_a_rectangle() -> None:
    widths = [610, 590, 602, 610, 585, 598, 610, 592]
    solidity_1, solidity_2, solidity_3, *_ = measured(text_block(100, 50, widths))[0]
    assert solidity_1 > 0.97
    assert solidity_2 == 0
    assert solidity_3 == pytest.approx(0.61, abs=0.01)


def test_a_short_last_line_counts_less_the_longer_the_paragraph() -> None:
    short, long = (measured(text_block(100, 50, [610] * lines + [200]))[0] for lines in (3, 15))
    assert short[0] < long[0] < 1
    assert short[1] == pytest.approx(2 / (3 + LINE / LEADING), rel=0.01)
    assert long[1] == pytest.approx(2 / (15 + LINE / LEADING), rel=0.01)


def test_a_menu_is_less_solid_by_all_three_measures() -> None:
    menu, text = measured(text_block(0, 50, RAGGED), text_block(380, 50, [600] * 12))
    assert menu[0] < 0.8 < text[0]
    assert menu[1] > 1.3 > text[1] == 0
    assert menu[2] < 0.25 < 0.59 < text[2]
    assert menu[3] == pytest.approx(320 / 600, abs=0.01)


def test_vertices_of_a_known_outline_are_counted() -> None:
    # A broad half and a narrow half: an L has six vertices, two more than a rectangle.
    height = 9 * LEADING + LINE
    solidity_1, solidity_2, solidity_3, *_ = measured(text_block(0, 0, [400] * 5 + [100] * 5))[0]
    assert solidity_2 == pytest.approx(2 / (height / LEADING), rel=0.01)
    broad, narrow = 5 * LEADING, height - 5 * LEADING
    assert solidity_1 == pytest.approx((400 * broad + 100 * narrow) / (400 * height), abs=0.02)
    # The middle is at 200: four vertices are 200 away, and two, at 100, are 100 away.
    assert solidity_3 == pytest.approx((4 * 200 + 2 * 100) / 6 / (PAGE / 2), abs=0.01)


def test_headline_is_one_at_the_mean_height_and_fades() -> None:
    blocks = [text_block(0, 100 * row, [400] * lines) for row, lines in enumerate((1, 2, 4))]
    rows = measured(*blocks, headline=LINE)
    assert rows[:, 4] == pytest.approx([1, 0, 0])
    rows = measured(*blocks, headline=24)
    assert rows[:, 4] == pytest.approx([1 - 8 / 24, 1 - 12 / 24, 0])
    assert measured(*blocks)[:, 4].tolist() == [0, 0, 0]


def test_headlines_are_what_the_markup_says_and_else_single_lines() -> None:
    blocks = [text_block(0, 100 * row, [400] * lines) for row, lines in enumerate((1, 2, 4))]
    regions, _ = find_regions(layout(*blocks))
    assert headline_height(regions, [False, True, False]) == LEADING + LINE
    assert headline_height(regions, [False, False, False]) == LINE
    assert headline_height(regions[1:], [False, False]) is None
    assert headline_height([], []) is None


def test_a_row_for_each_region_and_a_column_for_each_published_measure() -> None:
    assert measured().shape == (0, len(PUBLISHED))
    assert measured(text_block(0, 0, [10])).shape == (1, len(PUBLISHED))
    assert np.isfinite(measured(text_block(0, 0, [1]))).all()


def test_the_five_of_the_paper_come_first() -> None:
    assert list(MEASURES)[:5] == PUBLISHED
    assert len(PUBLISHED) == 5
