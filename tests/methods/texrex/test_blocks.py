import time
from collections.abc import Iterator
from html import escape
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from tests.support.tag_soup import any_html, plain_soup
from webwinnow import Page
from webwinnow._core import CHAR_CLASS_COLUMNS, FLAGS, VOID_TAG_NAMES, grouped_char_class_counts
from webwinnow.methods.base import visible_runs
from webwinnow.methods.texrex.blocks import (
    CONTAINERS,
    TextBlocks,
    TextCounts,
    character_classes,
    replace_patterns,
)

NUMBERS = {tag: number for number, tags in enumerate(CONTAINERS.values(), 1) for tag in tags}


def block_texts(html: str) -> list[str]:
    page = Page(html)
    blocks, runs = TextBlocks.of(page), page.run_texts()
    parts = np.split(blocks.runs, blocks.starts[1:])
    return ["".join(runs[run] for run in part) for part in parts]


def block_columns(html: str, *names: str) -> list[list[Any]]:
    blocks = TextBlocks.of(Page(html))
    return [list(row) for row in zip(*(getattr(blocks, n).tolist() for n in names), strict=True)]


def test_only_container_tags_separate_blocks() -> None:
    assert block_texts("<p>a<b>b</b><span>c</span></p>d<div>e<p>f</div>") == ["abc", "d", "e", "f"]
    assert block_texts("<ul>a<li>b<li>c</ul>d<table><tr><th>e<td>f<td>g") == [
        "a",
        "b",
        "c",
        "de",
        "f",
        "g",
    ]


def test_hidden_text_is_in_no_block() -> None:
    assert block_texts("<p>a<!-- b --><script>c</script><i hidden>d</i>e") == ["ae"]


def test_tags_that_begin_with_a_count_as_anchors() -> None:
    assert block_columns("<body><abbr>a</abbr><a>b</a><acronym>c</acronym>", "anchors") == [[3]]


def test_raw_size_includes_text_and_tags() -> None:
    # <b>, </b> and </p>, less one.
    assert block_columns("<body><div><p>abc<b>ä</b></p></div>", "raw") == [[5 + 3 + 4 + 4 - 1]]
    # With a comment and a script.
    html = "<body><p>abc<!-- d --><script>e</script></p>"
    assert block_columns(html, "raw") == [[3 + 10 + 8 + 1 + 9 + 4 - 1]]


def test_attributes_increase_the_raw_size() -> None:
    plain, linked = (
        block_columns(f"<p>{tag}abc</a></p>", "raw") for tag in ("<a>", "<a href=x id=y>")
    )
    assert plain[0][0] + 40 < linked[0][0]


def events(page: Page) -> Iterator[tuple[str, int]]:
    """Tags and runs in document order."""
    stack: list[int] = []
    run, runs, nodes = 0, page.runs, page.nodes
    for node in range(len(nodes) + 1):
        while run < len(runs) and runs.opened[run] == node:
            # A comment before the first tag stands in no element.
            while stack and stack[-1] != runs.node[run]:
                yield "close", stack.pop()
            yield "run", run
            run += 1
        if node < len(nodes):
            while stack and stack[-1] != nodes.parent[node]:
                yield "close", stack.pop()
            yield "open", node
            stack.append(node)
    while stack:
        yield "close", stack.pop()


def read_tag_by_tag(page: Page) -> list[dict[str, Any]]:
    """Count as texrex does, tag by tag."""
    found: list[dict[str, Any]] = []
    current: dict[str, Any] = {}
    visible, is_in_body = visible_runs(page), False
    is_comment = page.runs.flags & FLAGS["COMMENT"] != 0
    for kind, number in events(page):
        name = page.tag_name(number) if kind != "run" else ""
        if not is_in_body:
            if is_in_body := (kind, name) == ("open", "body"):
                current = {"runs": [], "open_tags": 0, "close_tags": 0, "skipped": 1}
                current |= {"container": 0, "is_after_end_tag": False}
            continue
        if kind == "run":
            if visible[number]:
                current["runs"].append(number)
            current["open_tags"] += int(is_comment[number])
            continue
        current["open_tags"] += kind == "open"
        current["close_tags"] += kind == "close" and name not in VOID_TAG_NAMES
        is_last = (kind, name) == ("close", "body")
        if name in NUMBERS or is_last:
            if current["runs"]:
                found.append(current)
                current = {"runs": [], "open_tags": 0, "close_tags": 0, "skipped": 0}
            else:
                current["skipped"] += 1
            current |= {"container": NUMBERS.get(name, 0), "is_after_end_tag": kind == "close"}
        if is_last:
            break
    return found


@given(html=plain_soup)
def test_blocks_match_a_walk_tag_by_tag(html: str) -> None:
    page = Page(html)
    blocks, wanted = TextBlocks.of(page), read_tag_by_tag(page)
    assert [part.tolist() for part in np.split(blocks.runs, blocks.starts[1:])] == (
        [block["runs"] for block in wanted] or [[]]
    )
    for name in ("open_tags", "close_tags", "skipped", "container", "is_after_end_tag"):
        assert getattr(blocks, name).tolist() == [block[name] for block in wanted], name


REPLACED = ["tags", "emails", "uris", "hashtags"]


def counted(*texts: str) -> dict[str, list[int]]:
    """Counts of each text, by name."""
    page = Page("".join(f"<p>{escape(text)}</p>" for text in texts))
    found = TextCounts.of(page, TextBlocks.of(page))
    replaced = np.zeros((4, len(texts))) if found.replaced is None else found.replaced
    columns = {"length": found.length, "solid": found.solid}
    columns |= dict(zip(CHAR_CLASS_COLUMNS, found.columns, strict=True))
    columns |= dict(zip(REPLACED, replaced, strict=True))
    return {name: column.astype(int).tolist() for name, column in columns.items()}


def counts(text: str, *names: str) -> list[int]:
    found = counted("before", text, "after")
    return [found[name][1] for name in names]


def all_texts(page: Page, blocks: TextBlocks) -> list[tuple[int, str]]:
    """All texts, since every text contains the empty string."""
    return grouped_char_class_counts(page, blocks.runs, blocks.starts, character_classes(), [""])[1]


def test_a_length_lacks_the_last_byte() -> None:
    assert counts("Home", "length", "solid") == [3, 3]
    assert counts("a b c", "length", "solid") == [4, 2]
    # The rest of a two-byte character still counts.
    assert counts("Café", "length", "solid") == [4, 4]
    assert counts("x", "length", "solid") == [1, 1]


def test_characters_are_counted_by_class() -> None:
    names = "upper", "lower", "number", "mark", "stop", "copyright"
    assert counts("Über 20½ — „Fünf“, +©!", *names) == [2, 6, 3, 4, 1, 1]
    assert counts("日本", *names) == [0] * 6


def test_a_no_break_space_is_white_space() -> None:
    assert counts("a\u00a0b", "length", "solid") == [2, 1]


@pytest.mark.parametrize(
    ("text", "kind", "count", "seen"),
    [
        ("Mail (a.b@c-d.de) or x@y.org now", "emails", 2, "Mail ( emailblank ) or emailblank now"),
        ("me@home", "emails", 0, "me@home"),
        ("http://a.b/c?d, www.e.de. f", "uris", 2, "uriblank , uriblank . f"),
        ("WWW.e.de HTTP://a.b.de", "uris", 1, "WWW.e.de uriblank"),
        ("#one #2 #3d#e", "hashtags", 3, "hashtagblank #2 hashtagblank hashtagblank"),
        ("a <b class=c>d</b> 1 < 2", "tags", 2, "a d 1 < 2"),
    ],
)
def test_addresses_tags_and_hashtags_are_replaced(
    text: str, kind: str, count: int, seen: str
) -> None:
    assert counts(text, kind) == [count]
    (found,), _ = replace_patterns([text])
    assert found.split() == seen.split()


def test_a_replaced_address_is_as_long_as_in_the_authors_data() -> None:
    # They have 1/9, 1/7 and 1/11 for blocks of nothing else.
    assert counts("a@b.de", "solid") == [9]
    assert counts("http://www.b.de/", "solid") == [7]
    assert counts("#word", "solid") == [11]


def test_replacements_at_the_end_do_not_change_the_sentence_end() -> None:
    assert counts("Write to a@b.de", "ends in stop") == [0]
    assert counts("<br/>End. <br/>", "ends in stop") == [1]


@given(html=any_html)
def test_every_block_has_one_line_of_text(html: bytes) -> None:
    page = Page(html)
    blocks = TextBlocks.of(page)
    found = [text for _, text in all_texts(page, blocks)]
    assert len(found) == len(blocks)
    assert all(text and "\n" not in text and text == text.strip(" ") for text in found)
    counts = TextCounts.of(page, blocks)
    assert len(counts.length) == len(found)
    assert (counts.solid <= counts.length).all()


@given(html=any_html)
def test_every_character_is_in_one_class(html: bytes) -> None:
    page = Page(html)
    blocks = TextBlocks.of(page)
    rows, signed = grouped_char_class_counts(
        page, blocks.runs, blocks.starts, character_classes(), [""]
    )
    assert rows[:, :8].sum(axis=1).tolist() == [len(text) for _, text in signed]


@pytest.mark.parametrize("piece", ["a@", "@", "<a", "www.", "#1", "a://", "a", "a.", "-@-.", "20"])
def test_counting_takes_linear_time(piece: str) -> None:
    def seconds(length: int) -> float:
        text = piece * (length // len(piece))
        page = Page(f"<p>{escape(text)}x@y.de {escape(text)}")
        blocks, tries = TextBlocks.of(page), []
        for _ in range(3):
            clock = time.process_time()
            TextCounts.of(page, blocks)
            tries.append(time.process_time() - clock)
        return min(tries)

    assert seconds(200_000) < 30 * max(seconds(20_000), 1e-3)


def test_counts_of_blocks_are_separate() -> None:
    found = counted("A b.", "c D! E? 1", "f", "g@h.de", "i")
    assert found["upper"] == [1, 2, 0, 0, 0]
    assert found["sentences"] == [1, 2, 0, 0, 0]
    assert found["number"] == [0, 1, 0, 0, 0]
    assert found["emails"] == [0, 0, 0, 1, 0]
    assert found["length"] == [3, 8, 1, 11, 1]


def test_the_core_rejects_runs_and_starts_out_of_range() -> None:
    page, classes = Page("<p>a<p>b"), character_classes()
    for runs, starts in (([2], [0]), ([-1], [0]), ([0, 1], [1, 0]), ([0], [2]), ([0], [-1])):
        with pytest.raises(ValueError, match=r"runs|starts"):
            grouped_char_class_counts(page, np.array(runs), np.array(starts), classes, [])
    with pytest.raises(ValueError, match="below 8"):
        grouped_char_class_counts(page, np.array([0]), np.array([0]), np.full(9, 8, np.uint8), [])
