import json

import numpy as np

from webwinnow.visual.layout import MAX_HEIGHT, MAX_WIDTH, MOST_LAYERS, VIEWPORT, Layout


def told(*lines: list[float], width: float = 1280, height: float = 900) -> Layout:
    values = [value for line in lines for value in line]
    answer = {"width": width, "height": height, "texts": ["a"], "names": ["p"], "lines": values}
    return Layout.of(json.dumps(answer))


def test_lines_become_columns() -> None:
    layout = told([0, 8, 10.5, 100, 26], [-1, 100, 10, 104, 26])
    assert layout.text_of_line.tolist() == [0, -1]
    assert layout.boxes.tolist() == [[8, 10.5, 100, 26], [100, 10, 104, 26]]


def test_lines_outside_of_the_page_are_dropped_and_others_cut() -> None:
    layout = told([0, -900, 10, -800, 26], [0, -50, 10, 100, 26], [0, 8, 900, 100, 916])
    assert layout.boxes.tolist() == [[0, 10, 100, 26]]


def test_a_page_is_at_least_as_wide_as_the_window_and_has_bounds() -> None:
    assert (told(width=300).width, told(width=300).height) == (VIEWPORT[0], 900)
    large = told([0, 1e6, 10, 2e6, 26], width=3e6, height=4e7)
    assert (large.width, large.height) == (MAX_WIDTH, MAX_HEIGHT)
    assert large.boxes.shape == (0, 4)
    assert large.boxes.dtype == np.float32


def test_texts_on_one_another_are_bounded() -> None:
    page = [0.0, 0.0, 0.0, 1280.0, 900.0]
    assert len(told(*[page] * (MOST_LAYERS + 5)).boxes) == MOST_LAYERS
