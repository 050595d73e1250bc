import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import TypeAlias
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.evaluation.report.evaluations import evaluation, failed, grid, page_score
from webwinnow.evaluation.report import plots
from webwinnow.evaluation.report.figures import Figures

Drawing: TypeAlias = Callable[[Figures], str]

DRAWINGS: list[Drawing] = [
    plots.scores,
    plots.distributions,
    plots.times,
    plots.precision_and_recall,
]
SHAPES = {
    "one method": grid(1, 5),
    "one page": grid(3, 1),
    "ten methods": grid(10, 8, kinds=7),
    "no curves": grid(3, 5, has_curve=False),
    "all alike": evaluation(page_score(name, "1", 10) for name in "abc"),
    "one that always fails": evaluation([page_score("a"), failed("b", "1")]),
    "only failures": evaluation([failed("a", "1"), failed("a", "2")]),
    "strange names": evaluation([page_score("$a_{b}$<i>&" * 9)]),
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("draw", DRAWINGS)
def test_every_shape_is_drawn_as_well_formed_svg(draw: Drawing, shape: str) -> None:
    svg = draw(Figures(SHAPES[shape]))
    if draw is plots.times and shape == "only failures":
        assert svg == ""
        return
    root = ElementTree.fromstring(svg)
    assert root.get("role") == "img"
    assert root.get("aria-label")
    assert not re.search(r"\bnan\b", svg)


@pytest.mark.parametrize("draw", DRAWINGS)
def test_plots_are_reproducible_and_have_no_date(draw: Drawing) -> None:
    figures = Figures(grid(3, 5))
    svg = draw(figures)
    assert draw(figures) == svg
    assert "<metadata" not in svg
    assert not re.search(r"\d{4}-\d{2}-\d{2}", svg)


def test_ids_are_unique_over_all_drawings() -> None:
    figures = Figures(grid(3, 5))
    found = Counter(
        found for draw in DRAWINGS for found in re.findall(r'\bid="([^"]+)"', draw(figures))
    )
    assert found
    assert set(found.values()) == {1}


def test_labels_are_text_in_the_page_colour() -> None:
    svg = plots.scores(Figures(grid(2, 5)))
    assert ">method-1</text>" in svg
    assert "currentColor" in svg


def test_user_settings_of_matplotlib_are_unchanged() -> None:
    import matplotlib

    before = dict(matplotlib.rcParams)
    plots.scores(Figures(grid(2, 5)))
    assert dict(matplotlib.rcParams) == before


def test_the_curve_is_the_mean_of_pages_that_have_one() -> None:
    with_curve, without = page_score(has_curve=True), page_score(page="2")
    curve = plots.mean_curve([with_curve, without])
    assert with_curve.curve is not None
    assert curve[0][0] == with_curve.curve[0].recall
    assert curve[1][-1] == with_curve.curve[-1].precision
    assert plots.mean_curve([without]) is None


def test_times_exclude_failures() -> None:
    found = plots.seconds_of(Figures(evaluation([page_score("a", "1"), failed("a", "2")])))
    assert found == {"a": [0.01]}


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0.00012, "120 µs"), (0.0123, "12 ms"), (0.00099996, "1 ms"), (2.5, "2.5 s"), (130, "130 s")],
)
def test_durations_have_two_digits_and_a_unit(seconds: float, shown: str) -> None:
    assert plots.duration(seconds) == shown


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12).map(lambda found: sorted(found)[::-1]))
def test_labels_never_overlap_or_rise_above_the_plot(heights: list[float]) -> None:
    room = 0.05
    found = plots.spread(heights, room)
    assert len(found) == len(heights)
    assert found[0] <= 1 + 1e-9
    assert all(above - below >= room - 1e-9 for above, below in pairwise(found))


def test_labels_with_room_stay_at_their_points() -> None:
    assert plots.spread([0.9, 0.5, 0.1], 0.05) == [0.9, 0.5, 0.1]
    assert plots.spread([0.5, 0.5], 0.1) == pytest.approx([0.55, 0.45])
