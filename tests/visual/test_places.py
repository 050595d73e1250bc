import numpy as np
import pytest

from tests.visual.drawn import LEADING, LINE, layout, text_block
from webwinnow import Page

pytest.importorskip("cv2", reason="opencv-python-headless is not installed")

from webwinnow.visual.layout import Layout
from webwinnow.visual.look import look_of
from webwinnow.visual.measures import MEASURES


def measured(drawn: Layout) -> dict[str, list[float]]:
    """The measures by their names; each text is a target."""
    count = len(drawn.texts)
    page = Page("".join(f"<p>text {number}" for number in range(count)))
    rows = look_of(drawn, page, np.arange(count, dtype=np.int32), count).measures
    return dict(zip(MEASURES, rows.T.tolist(), strict=True))


def line(left: int, top: int, width: int, height: int) -> list[list[float]]:
    return [[left, top, left + width, top + height]]


def test_letters_are_compared_with_the_usual_and_the_largest() -> None:
    found = measured(layout(line(0, 0, 100, 32), line(0, 200, 900, 16), line(0, 400, 100, 8)))
    # By h / (h + 16), and h / 32.
    assert found["letters"] == pytest.approx([2 / 3, 1 / 2, 1 / 3])
    assert found["letters by largest"] == pytest.approx([1, 1 / 2, 1 / 4])


def test_text_in_letters_that_are_no_larger_is_counted_by_its_area() -> None:
    blocks = [line(0, 0, 100, 20), line(0, 200, 600, 10), line(0, 400, 200, 10)]
    # The areas are 2000, 6000 and 2000.
    assert measured(layout(*blocks))["smaller letters"] == pytest.approx([1, 0.8, 0.8])


def test_letters_of_a_target_are_those_of_its_wider_lines() -> None:
    blocks = [line(0, 0, 300, 20) + line(0, 200, 100, 40), line(0, 400, 900, 25)]
    # The first has 300 pixels of 20 and 100 of 40: 25, like the second.
    assert measured(layout(*blocks))["letters"] == pytest.approx([0.5, 0.5])


def test_a_target_knows_the_text_and_the_lines_of_its_region() -> None:
    menu = [text_block(0, row * LEADING, [100]) for row in range(3)]
    found = measured(layout(*menu, text_block(0, 500, [700])))
    assert found["region's text"] == pytest.approx([0.3] * 3 + [0.7])
    assert found["region's lines"] == pytest.approx([np.log(4)] * 3 + [np.log(2)])


def test_edges_of_a_region_are_shares_of_the_page() -> None:
    found = measured(layout(text_block(100, 500, [300, 200]), width=1000, height=2000))
    assert found["region's top"] == [0.25]
    assert found["region's right"] == pytest.approx([0.4])


def test_text_of_a_column_has_its_middle_between_the_edges_of_the_target() -> None:
    left, right = text_block(0, 0, [200]), text_block(300, 0, [600])
    below = text_block(0, 300, [900])  # its middle, at 450, is in the right column
    found = measured(layout(left, right, below))
    assert found["column's text"] == pytest.approx([200 / 1700, 1500 / 1700, 1])


def test_height_of_a_column_is_compared_with_the_highest() -> None:
    narrow, wide = text_block(0, 0, [300]), text_block(300, 0, [600] * 4)
    below = text_block(0, 500, [900])
    found = measured(layout(narrow, wide, below))
    # Lines above one another: 2 at the left, 5 at the right.
    mean = (300 * 2 + 600 * 5) / 900
    assert found["column's height"] == pytest.approx([2 / 5, 1, mean / 5])


def test_other_texts_of_the_page_do_not_count() -> None:
    drawn = layout(text_block(0, 0, [100]), text_block(0, 500, [900]))
    page = Page("<p>text 0<p>text 1")
    look = look_of(drawn, page, np.array([0, -1], np.int32), 1)
    found = dict(zip(MEASURES, look.measures[0].tolist(), strict=True))
    assert found["region's text"] == found["column's text"] == found["smaller letters"] == 1


def test_where_nothing_is_shown_all_are_unknown_but_that() -> None:
    found = measured(layout([], []))
    assert found.pop("shown") == [0, 0]
    assert all(np.isnan(values).all() for values in found.values())


def test_spaces_between_elements_are_no_text() -> None:
    drawn = layout(text_block(0, 0, [100]))
    boxes = np.concatenate([drawn.boxes, np.array([[100, 0, 104, LINE]], np.float32)])
    with_space = Layout(1000, 2000, drawn.texts, drawn.names, np.array([0, -1], np.int32), boxes)
    assert measured(with_space)["column's text"] == [1]
