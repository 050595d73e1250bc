import numpy as np
import pytest

from tests.visual.sample_layouts import LEADING, LINE, layout, text_block
from webwinnow import Page
from webwinnow.visual.layout import FloatArray, Layout

pytest.importorskip("cv2", reason="opencv-python-headless is not installed")

from webwinnow.visual.look import make_look
from webwinnow.visual.measures import MEASURES, PUBLISHED, headline_height, measure_regions
from webwinnow.visual.regions import find_regions

PAGE = 1000
# Right edges of a menu: every other entry is short, by far more than a word.
RAGGED = [320, 120] * 6


def measured(*blocks: list[list[float]], headline: float | None = None) -> FloatArray:
    regions, _ = find_regions(layout(*blocks, width=PAGE))
    return measure_regions(regions, PAGE, headline)


def test_a_full_paragraph_is_a_rectangle() -> None:
    solidity_1, solidity_2, solidity_3, width, _ = measured(text_block(100, 50, [610] * 8))[0]
    assert solidity_1 == pytest.approx(1)
    assert solidity_2 == 0
    # All four vertices are half of 610 from the middle.
    assert solidity_3 == pytest.approx(0.61)
    assert width == 1


def test_small_differences_of_lines_are_ignored() -> None:
    widths = [610, 590, 602, 610, 585, 598, 610, 592]
    solidity_1, solidity_2, solidity_3, *_ = measured(text_block(100, 50, widths))[0]
    assert solidity_1 > 0.97
    assert solidity_2 == 0
    assert solidity_3 == pytest.approx(0.61, abs=0.01)


def test_a_short_last_line_matters_less_in_a_long_paragraph() -> None:
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


def test_headline_falls_with_the_distance_from_the_mean_height() -> None:
    blocks = [text_block(0, 100 * row, [400] * lines) for row, lines in enumerate((1, 2, 4))]
    rows = measured(*blocks, headline=LINE)
    assert rows[:, 4] == pytest.approx([1, 0, 0])
    rows = measured(*blocks, headline=24)
    assert rows[:, 4] == pytest.approx([1 - 8 / 24, 1 - 12 / 24, 0])
    assert measured(*blocks)[:, 4].tolist() == [0, 0, 0]


def test_headlines_are_headings_or_else_single_lines() -> None:
    blocks = [text_block(0, 100 * row, [400] * lines) for row, lines in enumerate((1, 2, 4))]
    regions, _ = find_regions(layout(*blocks))
    assert headline_height(regions, [False, True, False]) == LEADING + LINE
    assert headline_height(regions, [False, False, False]) == LINE
    assert headline_height(regions[1:], [False, False]) is None
    assert headline_height([], []) is None


def test_published_measures_have_a_row_per_region() -> None:
    assert measured().shape == (0, len(PUBLISHED))
    assert measured(text_block(0, 0, [10])).shape == (1, len(PUBLISHED))
    assert np.isfinite(measured(text_block(0, 0, [1]))).all()


def test_the_five_measures_of_the_paper_come_first() -> None:
    assert list(MEASURES)[:5] == PUBLISHED
    assert len(PUBLISHED) == 5


def target_measures(drawn: Layout) -> dict[str, list[float]]:
    """Measures by name; each text is a target."""
    count = len(drawn.texts)
    page = Page("".join(f"<p>text {number}" for number in range(count)))
    rows = make_look(drawn, page, np.arange(count, dtype=np.int32), count).measures
    return dict(zip(MEASURES, rows.T.tolist(), strict=True))


def line(left: int, top: int, width: int, height: int) -> list[list[float]]:
    return [[left, top, left + width, top + height]]


def test_letter_sizes_are_relative_to_the_typical_and_the_largest() -> None:
    found = target_measures(
        layout(line(0, 0, 100, 32), line(0, 200, 900, 16), line(0, 400, 100, 8))
    )
    # By h / (h + 16), and h / 32.
    assert found["letters"] == pytest.approx([2 / 3, 1 / 2, 1 / 3])
    assert found["letters by largest"] == pytest.approx([1, 1 / 2, 1 / 4])


def test_text_with_smaller_letters_is_measured_by_area() -> None:
    blocks = [line(0, 0, 100, 20), line(0, 200, 600, 10), line(0, 400, 200, 10)]
    # The areas are 2000, 6000 and 2000.
    assert target_measures(layout(*blocks))["smaller letters"] == pytest.approx([1, 0.8, 0.8])


def test_wide_lines_have_more_weight_in_the_letter_size() -> None:
    blocks = [line(0, 0, 300, 20) + line(0, 200, 100, 40), line(0, 400, 900, 25)]
    # The first has 300 pixels of 20 and 100 of 40: 25, like the second.
    assert target_measures(layout(*blocks))["letters"] == pytest.approx([0.5, 0.5])


def test_region_text_and_lines() -> None:
    menu = [text_block(0, row * LEADING, [100]) for row in range(3)]
    found = target_measures(layout(*menu, text_block(0, 500, [700])))
    assert found["region's text"] == pytest.approx([0.3] * 3 + [0.7])
    assert found["region's lines"] == pytest.approx([np.log(4)] * 3 + [np.log(2)])


def test_region_edges_are_shares_of_the_page() -> None:
    found = target_measures(layout(text_block(100, 500, [300, 200]), width=1000, height=2000))
    assert found["region's top"] == [0.25]
    assert found["region's right"] == pytest.approx([0.4])


def test_column_text_has_its_middle_between_the_edges() -> None:
    left, right = text_block(0, 0, [200]), text_block(300, 0, [600])
    below = text_block(0, 300, [900])  # its middle, at 450, is in the right column
    found = target_measures(layout(left, right, below))
    assert found["column's text"] == pytest.approx([200 / 1700, 1500 / 1700, 1])


def test_column_height_is_relative_to_the_maximum() -> None:
    narrow, wide = text_block(0, 0, [300]), text_block(300, 0, [600] * 4)
    below = text_block(0, 500, [900])
    found = target_measures(layout(narrow, wide, below))
    # Lines above one another: 2 at the left, 5 at the right.
    mean = (300 * 2 + 600 * 5) / 900
    assert found["column's height"] == pytest.approx([2 / 5, 1, mean / 5])


def test_texts_in_no_target_are_ignored() -> None:
    drawn = layout(text_block(0, 0, [100]), text_block(0, 500, [900]))
    page = Page("<p>text 0<p>text 1")
    look = make_look(drawn, page, np.array([0, -1], np.int32), 1)
    found = dict(zip(MEASURES, look.measures[0].tolist(), strict=True))
    assert found["region's text"] == found["column's text"] == found["smaller letters"] == 1


def test_measures_of_targets_that_are_not_shown_are_nan() -> None:
    found = target_measures(layout([], []))
    assert found.pop("shown") == [0, 0]
    assert all(np.isnan(values).all() for values in found.values())


def test_spaces_between_elements_are_not_text() -> None:
    drawn = layout(text_block(0, 0, [100]))
    boxes = np.concatenate([drawn.boxes, np.array([[100, 0, 104, LINE]], np.float32)])
    with_space = Layout(1000, 2000, drawn.texts, drawn.names, np.array([0, -1], np.int32), boxes)
    assert target_measures(with_space)["column's text"] == [1]
