import numpy as np
import pytest
from numpy.typing import NDArray

from webwinnow import Page
from webwinnow.methods.fiasco.features import FEATURES, compute_features, feature_names
from webwinnow.methods.fiasco.structural import MAX_DISTANCE, MAX_WRAPPERS, prose_features
from webwinnow.methods.fiasco.targets import Targets

PROSE = "It rained all night, and nobody slept before the morning came to the bay"
assert len(PROSE) == 72


def columns(html: str, *names: str) -> list[list[float]]:
    """Named columns with a rounded value per target, without the logarithm."""
    page = Page(html)
    table = compute_features(page, Targets.of(page), names)
    found = []
    for name, column in zip(names, table.T, strict=True):
        column = np.expm1(column) if FEATURES[name].is_unbounded else column
        found.append([round(value, 3) for value in column.tolist()])
    return found


def sizes_around(html: str) -> list[list[float]]:
    return columns(html, "section size", "outer section size", "third section size")


def test_sections_are_the_elements_around_from_the_nearest_outwards() -> None:
    html = "<div><div><div><p>1<p>12</div><p>123</div><p>1234</div><p>12345"
    assert sizes_around(html) == [
        [3, 3, 6, 10, 15],
        [6, 6, 10, 15, 15],
        [10, 10, 15, 15, 15],
    ]


def test_elements_without_more_text_are_skipped() -> None:
    html = "<p>12345<div><section><article><div><p>1<p>12</div></article></section></div>"
    assert [row[1:] for row in sizes_around(html)] == [[3, 3], [8, 8], [8, 8]]


@pytest.mark.parametrize(("wrappers", "outer"), [(MAX_WRAPPERS, 8), (MAX_WRAPPERS + 1, 3)])
def test_the_number_of_skipped_elements_is_limited(wrappers: int, outer: int) -> None:
    # The innermost element is the section itself.
    html = f"<p>12345{'<div>' * (wrappers + 1)}<p>1<p>12{'</div>' * (wrappers + 1)}"
    assert columns(html, "outer section size")[0][1:] == [outer, outer]


def test_the_section_of_a_part_is_its_element() -> None:
    html = "<div><div>123<br>12345<p>1</div><p>1234</div>"
    assert columns(html, "part", "section size") == [[1, 1, 0, 0], [9, 9, 9, 13]]


def test_the_outermost_section_is_the_page() -> None:
    names = ("section size", "outer section size", "third section size", "third section targets")
    assert columns("<p>123", *names) == [[3], [3], [3], [1]]


def test_section_features_describe_the_contents_of_sections() -> None:
    html = f"<div><p>{PROSE}<p>12<a href=x>34</a></div><ul><li><a href=y>1234</a></ul><p>{PROSE}"
    # Targets: two of the division, the link in its item, and the last paragraph in the body.
    assert columns(html, "section targets", "section prose", "section link text") == [
        [2, 2, 1, 4],
        [0.5, 0.5, 0, 1],
        [round(2 / 76, 3)] * 2 + [1, round(6 / 152, 3)],
    ]
    assert columns(html, "outer section targets", "outer section prose") == [[4] * 4, [1] * 4]


def test_prose_is_long_and_not_in_links() -> None:
    linked = f"<a href=x>{'a' * 24}</a>"
    html = f"<p>{PROSE}<p>{PROSE[1:]}<p>{linked}{'b' * 48}<p>{linked}{'b' * 49}"
    assert columns(html, "link text", "since prose") == [[0, 0, 0.333, 0.329], [0, 1, 2, 0]]


def test_a_page_without_prose_has_none_anywhere() -> None:
    names = "section prose", "prose before", "prose after", "since prose", "until prose"
    assert columns("<p>a<p>b", *names) == [[0, 0]] * 3 + [[MAX_DISTANCE, MAX_DISTANCE]] * 2


def row(*values: float) -> NDArray[np.float64]:
    return np.array(values, np.float64)


def test_prose_features_are_distances_and_shares() -> None:
    found = prose_features(row(5, 100, 5, 5, 300, 5), row(0, 0, 0, 0, 0.1, 0))
    assert {name: column.tolist() for name, column in found.items()} == {
        "since prose": [50, 0, 1, 2, 0, 1],
        "until prose": [1, 0, 2, 1, 0, 50],
        "prose before": [0, 0, 0.25, 0.25, 0.25, 1],
        "prose after": [1, 0.75, 0.75, 0.75, 0, 0],
    }


def test_distances_to_prose_are_capped() -> None:
    sizes = np.zeros(120)
    sizes[[0, -1]] = 100
    found = prose_features(sizes, np.zeros(120))
    assert found["since prose"][[48, 50, 70, 118]].tolist() == [48, 50, 50, 50]
    assert found["until prose"][[1, 69, 71, 118]].tolist() == [50, 50, 48, 1]


def test_similar_targets_have_the_same_depth_and_tags() -> None:
    html = "<ul><li>1<li>12<li><a href=x>123</a></ul><ol><li>1</ol><div><ul><li>1</ul></div>"
    assert columns(html, "alike", "alike size") == [[2, 2, 1, 1, 1], [1.5, 1.5, 3, 1, 1]]
    assert columns(html, "alike share") == [[0.375, 0.375, 0.375, 0.125, 0.125]]


def test_targets_of_different_depth_are_not_similar() -> None:
    html = "<div>" * 4 + "<p>1<p>2" + "</div>" * 4
    assert columns(html + html, "alike") == [[4] * 4]
    assert columns(f"{html}<div>{html}</div>", "alike") == [[2] * 4]


def test_link_text_of_similar_targets_is_combined() -> None:
    html = "<p>1<a href=x>123</a><p>1234<div>12</div>"
    assert columns(html, "alike link text") == [[0.375, 0.375, 0]]


def test_a_part_is_not_similar_to_an_element() -> None:
    assert columns("<div>1</div><div>12<p>3</div>", "alike") == [[1, 1, 1]]
    assert columns("<div>1</div><div>12</div>", "alike") == [[2, 2]]


def test_structural_features_are_independent_of_the_language() -> None:
    page = """<ul><li><a href=/>{0}</a><li><a href=/b>{1}</a></ul><div><h1>{1}</h1>
<p>{2}<p>{2}<b>{0}</b>{2}</div><div>{0}<br>{1}</div><footer><p>{2}"""
    english = page.format("Homing", "All of it", f"{PROSE} as they often say")
    chinese = page.format(
        "首页", "天气报", "雨下了一整夜，谁也睡不着，听见风声和海浪的人都这么说。啊哈哈"
    )
    assert len(english) == len(chinese.encode())
    # "own text" is a share of characters, not of bytes, and differs slightly.
    names = tuple(name for name in feature_names("structural") if name != "own text")
    tables = []
    for html in (english, chinese):
        read = Page(html)
        tables.append(compute_features(read, Targets.of(read), names))
    np.testing.assert_array_equal(tables[0], tables[1])
    assert len(tables[0]) == 8
