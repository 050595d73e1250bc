from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings

from tests.support.tag_soup import plain_soup
from webwinnow import Page
from webwinnow.methods.boilerpipe.blocks import (
    HEADING,
    INLINE_NAMES,
    ITEM,
    read_blocks,
    words_per_line,
)


def texts(html: str) -> list[str]:
    reading = read_blocks(Page(html))
    return list(reading.texts(np.ones(len(reading.blocks), bool)).values())


@pytest.mark.parametrize("tag", ["p", "div", "br", "img", "small", "cite", "h4", "x-card"])
def test_most_tags_end_a_block(tag: str) -> None:
    assert texts(f"one <{tag}>two") == ["one", "two"]


@pytest.mark.parametrize("tag", [*sorted(INLINE_NAMES), "a"])
def test_inline_tags_and_links_do_not(tag: str) -> None:
    assert texts(f"one<{tag}>two</{tag}> three") == ["onetwo three"]


def test_closing_tag_ends_a_block() -> None:
    assert texts("<div>one</div>two") == ["one", "two"]


def test_comment_ends_no_block() -> None:
    assert texts("one <!-- a --> two") == ["one two"]


@pytest.mark.parametrize("tag", ["option", "object", "script", "style", "p hidden"])
def test_some_elements_are_not_read(tag: str) -> None:
    assert "two" not in texts(f"one<{tag}>two</{tag.split()[0]}>three")


def test_noscript_is_read() -> None:
    assert texts("<noscript><p>one</p></noscript>") == ["one"]


def test_page_without_html_and_body_tags_is_read() -> None:
    fragment, page = (
        read_blocks(Page("one<p>two")),
        read_blocks(Page("<html><body>one<p>two</body></html>")),
    )
    assert fragment.blocks.level.tolist() == page.blocks.level.tolist() == [2, 3]


def test_links_are_counted_in_words() -> None:
    blocks = read_blocks(Page("<p>one <a href=x>two three</a><p><a name=x>four</a>")).blocks
    assert blocks.words.tolist() == [3, 1]
    assert blocks.linked.tolist() == [2, 0]


def test_level_counts_links_but_no_inline_tags() -> None:
    blocks = read_blocks(Page("<div>one<p><b>two</b><p><a href=x>three</a></div>")).blocks
    assert blocks.level.tolist() == [3, 4, 5]


def test_headings_and_items_are_labelled() -> None:
    blocks = read_blocks(Page("<h3>one</h3><h4>two</h4><ul><li><p>three</ul>")).blocks
    assert blocks.labels.tolist() == [HEADING, 0, ITEM]


def test_fused_blocks_add_up() -> None:
    blocks = read_blocks(Page("<h2>one</h2><div><p>two <a href=x>three</a></div><p>four")).blocks
    fused = blocks.fuse(np.array([False, True, False]))
    assert fused.words.tolist() == [3, 1]
    assert fused.linked.tolist() == [1, 0]
    assert fused.level.tolist() == [3, 3]
    assert fused.labels.tolist() == [HEADING, 0]
    assert (fused.first.tolist(), fused.last.tolist()) == ([0, 2], [1, 2])
    assert fused.place.tolist() == [0, 0, 1]
    assert fused.select(np.array([False, True])).place.tolist() == [-1, -1, 0]


def test_one_line_has_all_its_words() -> None:
    assert words_per_line("one two three", 3) == 3


def test_last_line_does_not_count() -> None:
    # Sixteen words of four letters and their spaces fill 80 characters, one end being no space.
    assert words_per_line("word " * 17, 17) == 16
    assert words_per_line("word " * 33, 33) == 16


def test_line_holds_eighty_characters() -> None:
    assert words_per_line(f"{'a' * 40} {'b' * 39} c", 3) == 2
    assert words_per_line(f"{'a' * 40} {'b' * 40} c", 3) == 1


def test_tokens_without_letter_or_digit_take_no_room_in_a_line() -> None:
    assert words_per_line("* " * 200, 0) == 0
    assert words_per_line("word — " * 33, 33) == 16


def test_word_longer_than_a_line_is_one() -> None:
    assert words_per_line("w" * 200 + " two", 2) == 1


def test_script_without_spaces_is_dense() -> None:
    assert words_per_line("雨" * 200, 200) == 40


def test_text_density_is_of_wrapped_lines() -> None:
    density = read_blocks(Page("<p>one two<p>" + "word " * 40)).text_density()
    assert density.tolist() == [2, 16]


@settings(max_examples=300, deadline=None)
@given(html=plain_soup)
def test_columns_agree_with_a_walk_over_all_tags(html: str) -> None:
    page = Page(html)
    reading = read_blocks(page)
    read_runs = [run for run in range(len(page.runs)) if reading.block[run] >= 0]
    walked = [runs for runs in walk(page) if set(runs) & set(read_runs)]
    assert [
        reading.runs[start:end].tolist()
        for start, end in zip(reading.starts, reading.ends, strict=True)
    ] == [[run for run in runs if run in read_runs] for runs in walked]


def walk(page: Page) -> Iterator[list[int]]:
    """The runs of each block, as a handler of tags meets them."""
    open_nodes: list[int] = []
    runs: list[int] = []
    node = 0
    for run in range(len(page.runs)):
        tags = []
        while node < page.runs.opened[run]:
            tags += closed(page, open_nodes, page.nodes.parent[node])
            tags.append(page.tag_name(node))
            open_nodes.append(node)
            node += 1
        tags += closed(page, open_nodes, page.runs.node[run])
        if any(tag not in INLINE_NAMES and tag != "a" for tag in tags):
            yield runs
            runs = []
        runs.append(run)
    yield runs


def closed(page: Page, open_nodes: list[int], until: int) -> list[str]:
    tags = []
    while open_nodes and open_nodes[-1] != until:
        tags.append(page.tag_name(open_nodes.pop()))
    return tags
