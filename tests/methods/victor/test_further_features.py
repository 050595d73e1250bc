import pytest

from tests.methods.victor.feature_values import values

LONG = "word " * 20


def test_a_block_has_the_words_of_all_its_runs() -> None:
    html = "<p>one <b>two</b> three</p><p>four</p><p>five six</p>"
    assert values(html, "block.words") == [3, 3, 3, 1, 2]
    assert values(html, "block.words-before") == [0, 0, 0, 3, 1]
    assert values(html, "block.words-after") == [1, 1, 1, 2, 0]
    assert values(html, "block.first") == [1, 0, 0, 1, 1]


def test_links_are_shares_of_the_blocks_characters() -> None:
    html = "<p>abc <a href=x>d</a></p><p><a href=x>e</a></p>"
    assert values(html, "block.link-share") == pytest.approx([0.25, 0.25, 1])
    assert values(html, "around.link-share") == pytest.approx([0.4, 0.4, 0.4])
    assert values(html, "document.link-share") == pytest.approx([0.4, 0.4, 0.4])


def test_words_near_are_means_over_blocks() -> None:
    html = "<p>one two three</p><p><a href=x>four</a></p><p>five</p><p>six</p><p>seven eight</p>"
    # Of three, four, five, four and three blocks; links do not count.
    assert values(html, "near.words") == pytest.approx([4 / 3, 5 / 4, 7 / 5, 4 / 4, 4 / 3])
    assert values(html, "around.words") == pytest.approx([7 / 5] * 5)


def test_the_nearest_long_block_is_so_many_blocks_away() -> None:
    html = f"<p>a</p><p>b</p><p>{LONG}</p><p>c</p><p>d</p><p>e</p><p>{LONG}</p>"
    assert values(html, "near.long") == [2, 1, 0, 1, 2, 1, 0]
    assert values("<p>a</p><p>b</p>", "near.long") >= [2, 2]


def test_the_position_in_words_is_what_comes_before() -> None:
    assert values("<p>one two</p><p>three four</p>", "position.words") == [0, 0.5]


def test_runs_of_the_same_path_count_together() -> None:
    html = "<div><p>one</p><p>two <a href=x>three</a></p></div><p>four five</p>"
    assert values(html, "path.count") == [2, 2, 1, 1]
    assert values(html, "path.word-ratio") == pytest.approx([0.5, 0.5, 0, 0.5])


def test_the_depth_counts_from_the_root() -> None:
    assert values("<body>a<p>b<b>c", "depth") == [1, 2, 3]


def test_headings_have_levels() -> None:
    assert values("<h1>a</h1><h3>b <i>c</i></h3>d", "heading.level") == [1, 3, 3, 0]


@pytest.mark.parametrize("tag", ["article", "aside", "footer", "header", "main", "nav", "li"])
def test_more_elements_are_containers(tag: str) -> None:
    html = f"<body>a<{tag}><b>b</b></{tag}>"
    assert values(html, f"container.{tag}") == [0, 1]


def test_more_tags_split() -> None:
    html = "<body>a<img src=x><h2>b</h2><ul><li>c</ul><table><tr><td>d</table>"
    assert values(html, "split.img") == [0, 1, 0, 0]
    assert values(html, "split.class-header") == [0, 1, 1, 0]
    assert values(html, "split.class-list") == [0, 0, 2, 2]
    # With the body of the table that the standard puts there.
    assert values(html, "split.class-table") == [0, 0, 0, 4]
