import re
import time
from copy import deepcopy
from html import escape
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given

from tests.support.tag_soup import any_html, plain_soup
from webwinnow import Page
from webwinnow._core import CHAR_CLASS_COLUMNS, grouped_char_class_counts
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
    return block_columns_of(Page(html), *names)


def block_columns_of(page: Page, *names: str) -> list[list[Any]]:
    blocks = TextBlocks.of(page)
    return [list(row) for row in zip(*(getattr(blocks, n).tolist() for n in names), strict=True)]


def test_only_container_tags_separate_blocks() -> None:
    assert block_texts("<p>a<b>b</b><span>c</span></p>d<div>e<p>f</div>") == ["abc", "d", "e", "f"]
    assert block_texts("<ul>a<li>b<li>c</ul>d<table><tr><th>e<td>f<td>g") == [
        "a",
        "b",
        "cde",
        "f",
        "g",
    ]


def test_an_end_tag_that_the_source_leaves_out_separates_nothing() -> None:
    assert block_texts("<ul><li>a</li></ul>b") == ["a", "b"]
    assert block_texts("<ul><li>a</ul>b") == ["ab"]


def test_blocks_are_in_the_order_of_the_source() -> None:
    assert block_texts("<table><tr><td>a</td></tr>b<tr><td>c</table>") == ["a", "b", "c"]


def test_hidden_text_is_in_no_block() -> None:
    assert block_texts("<p>a<!-- b --><script>c</script><i hidden>d</i>e") == ["ae"]


def test_tags_that_begin_with_a_count_as_anchors() -> None:
    assert block_columns("<body><abbr>a</abbr><a>b</a><acronym>c</acronym>", "anchors") == [[3]]


def test_raw_size_is_that_of_the_source() -> None:
    inside = "abc &amp; <b class='x y'  id=z >ä</b >\n<!-- d --><script>e</script></p>"
    html = f"<body><div><p>{inside}</div>"
    # texrex does not count the last byte.
    expected = len(inside.encode()) - 1
    assert block_columns(html, "raw") == [[expected]]
    assert TextBlocks.of(Page(html)).raw_page == len(html.encode())


@pytest.mark.parametrize("charset", ["utf-8", "windows-1252", "utf-16-le"])
def test_sizes_are_of_the_decoded_source(charset: str) -> None:
    html = "<body><p>Grüße <b title='ü'>aus</b> Köln</p><div>é</div>"
    text = TextBlocks.of(Page(html))
    found = TextBlocks.of(Page(html.encode(charset), charset=charset))
    assert found.raw.tolist() == text.raw.tolist()
    assert found.raw_page == text.raw_page == len(html.encode())


def test_a_truncated_page_and_a_part_of_a_page_have_blocks() -> None:
    html = "<body><p>one</p><div>two</div>"
    assert block_columns_of(Page(html, max_bytes=22), "raw") == [[6], [1]]
    part = Page(html).only(np.array([False, True]))
    assert block_columns_of(part, "raw", "skipped") == [[8, 4]]


def test_text_that_is_not_html_has_no_blocks() -> None:
    assert len(TextBlocks.of(Page(b"%PDF-1.7 abc"))) == 0


TOKEN = re.compile(
    r"<!--.*?-->|<title[^>]*>(?:.*?(?=</title))?|</?[a-z][^>]*(?:>|$)|.", re.I | re.S
)


def read_tag_by_tag(page: Page) -> list[dict[str, Any]]:
    """Count as texrex does, tag by tag in the source."""
    found: list[dict[str, Any]] = []
    waiting = visible_runs(page).nonzero()[0].tolist()
    waiting.sort(key=lambda run: page.runs.source_start[run])
    empty = {"runs": [], "open_tags": 0, "close_tags": 0, "skipped": 0}
    current: dict[str, Any] = {**deepcopy(empty), "container": 0, "is_after_end_tag": 0}
    current["skipped"] = 1
    source = str(page.source)
    for token in TOKEN.finditer(source):
        at = len(source[: token.end()].encode())
        while waiting and page.runs.source_start[waiting[0]] < at:
            current["runs"].append(waiting.pop(0))
        name = re.match("</?([a-z0-9]+)", token[0].lower())
        is_end = token[0].startswith("</")
        if token[0].startswith("<!--"):
            current["open_tags"] += 1
        if not name or (token.end() == len(source) and ">" not in token[0]):
            continue
        current["close_tags" if is_end else "open_tags"] += 1
        if name[1] == "head" and is_end and not found and not current["runs"]:
            current = {**deepcopy(empty), "container": 0, "is_after_end_tag": 0, "skipped": 1}
        elif name[1] in NUMBERS:
            if current["runs"]:
                found.append(current)
                current = deepcopy(empty)
            else:
                current["skipped"] += 1
            current |= {"container": NUMBERS[name[1]], "is_after_end_tag": int(is_end)}
    return [*found, current] if current["runs"] else found


@example("<One two three four.<p>One two three four.")
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
