import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.visual.sample_layouts import LEADING, LINE, layout, text_block

pytest.importorskip("cv2", reason="opencv-python-headless is not installed")

from webwinnow.visual.regions import MAX_PIXELS, find_regions


def test_lines_of_a_paragraph_are_one_region() -> None:
    regions, region_of_line = find_regions(layout(text_block(100, 50, [400] * 5)))
    assert len(regions) == 1
    assert regions[0].box.tolist() == [100, 50, 500, 50 + 4 * LEADING + LINE]
    assert (regions[0].lines, regions[0].line) == (5, LEADING)
    assert region_of_line.tolist() == [0] * 5


def test_a_blank_line_separates_regions() -> None:
    above, below = text_block(100, 50, [400, 400]), text_block(100, 50 + 3 * LEADING, [400, 400])
    regions, region_of_line = find_regions(layout(above, below))
    assert [region.lines for region in regions] == [2, 2]
    assert region_of_line.tolist() == [0, 0, 1, 1]


def test_list_items_are_one_region() -> None:
    items = [text_block(100, 50 + row * LEADING, [60 + 40 * (row % 3)]) for row in range(6)]
    regions, _ = find_regions(layout(*items))
    assert [region.lines for region in regions] == [6]


def test_columns_two_pixels_apart_are_separate_regions() -> None:
    regions, _ = find_regions(layout(text_block(0, 0, [300] * 4), text_block(302, 0, [300] * 4)))
    assert [region.width for region in regions] == [300, 300]


def test_widely_spaced_lines_are_joined_if_that_is_typical() -> None:
    regions, _ = find_regions(layout(text_block(100, 50, [400] * 5, leading=2 * LINE - 2)))
    assert [region.lines for region in regions] == [5]


def test_a_rectangle_has_four_vertices() -> None:
    for widths in [[400] * 6, [400], [8], [3]]:
        region = find_regions(layout(text_block(100, 50, widths)))[0][0]
        left, top, right, bottom = region.box.tolist()
        corners = {(left, top), (left, bottom), (right, top), (right, bottom)}
        assert {tuple(vertex) for vertex in region.polygon.tolist()} == corners


def test_a_tall_page_is_scaled_down_but_measured_in_page_pixels() -> None:
    height = 90_000
    assert 1000 * height > 2 * MAX_PIXELS
    paragraphs = [text_block(100, top, [400] * 5) for top in (50, height - 500)]
    regions, _ = find_regions(layout(*paragraphs, height=height))
    assert len(regions) == 2
    expected = [100, height - 500, 500, height - 500 + 4 * LEADING + LINE]
    np.testing.assert_allclose(regions[1].box, expected, atol=3)


def test_text_in_a_hole_is_a_separate_region() -> None:
    # Lines above and below, and columns at both sides, are one region around a hole.
    frame = text_block(0, 0, [600]) + text_block(0, 200, [600])
    sides = text_block(0, 20, [100] * 9) + text_block(500, 20, [100] * 9)
    regions, region_of_line = find_regions(layout(frame + sides, text_block(250, 90, [100, 100])))
    assert [region.box.tolist() for region in regions] == [[0, 0, 600, 216], [250, 90, 350, 126]]
    assert region_of_line.tolist() == [0] * 20 + [1] * 2


def test_regions_are_ordered_from_the_top() -> None:
    blocks = [text_block(left, top, [100] * 3) for left, top in ((0, 301), (400, 300), (0, 0))]
    regions, _ = find_regions(layout(*blocks))
    assert [region.box[:2].tolist() for region in regions] == [[0, 0], [400, 300], [0, 301]]


def test_a_page_without_text_has_no_regions() -> None:
    regions, region_of_line = find_regions(layout())
    assert regions == []
    assert len(region_of_line) == 0


boxes = st.tuples(
    st.integers(0, 980), st.integers(0, 1900), st.integers(1, 400), st.integers(1, 60)
).map(lambda box: [box[0], box[1], min(box[0] + box[2], 1000), min(box[1] + box[3], 2000)])


@given(st.lists(st.lists(boxes, min_size=1, max_size=5), max_size=8))
def test_every_line_lies_in_its_region(texts: list[list[list[float]]]) -> None:
    page = layout(*texts)
    regions, region_of_line = find_regions(page)
    assert len(region_of_line) == len(page.boxes)
    for box, number in zip(page.boxes, region_of_line.tolist(), strict=True):
        region = regions[number].box
        assert (region[:2] <= box[:2]).all()
        assert (region[2:] >= box[2:]).all()
