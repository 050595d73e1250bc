import time
from html import escape

import numpy as np
import pytest
from hypothesis import given

from tests.support.soup import anything
from webwinnow import Page
from webwinnow._core import CHAR_CLASS_COLUMNS, grouped_char_class_counts
from webwinnow.methods.texrex.blocks import TextBlocks
from webwinnow.methods.texrex.texts import TextCounts, character_classes, with_stand_ins

REPLACED = ["tags", "emails", "uris", "hashtags"]


def counted(*texts: str) -> dict[str, list[int]]:
    """By name, a count of each text."""
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


def texts(html: str) -> list[str]:
    page = Page(html)
    blocks = TextBlocks.of(page)
    return [text for _, text in read(page, blocks)]


def read(page: Page, blocks: TextBlocks) -> list[tuple[int, str]]:
    """All texts: every one has the empty sign."""
    return grouped_char_class_counts(page, blocks.runs, blocks.starts, character_classes(), [""])[1]


def test_a_length_lacks_the_last_byte() -> None:
    assert counts("Home", "length", "solid") == [3, 3]
    assert counts("a b c", "length", "solid") == [4, 2]
    # What is left of a character of two bytes still counts.
    assert counts("Café", "length", "solid") == [4, 4]
    assert counts("x", "length", "solid") == [1, 1]


def test_characters_are_counted_by_their_classes() -> None:
    names = "upper", "lower", "number", "mark", "stop", "copyright"
    assert counts("Über 20½ — „Fünf“, +©!", *names) == [2, 6, 3, 4, 1, 1]
    assert counts("日本", *names) == [0] * 6


def test_a_no_break_space_is_white_space() -> None:
    assert counts("a\u00a0b", "length", "solid") == [2, 1]


@pytest.mark.parametrize(
    ("text", "sentences", "ends"),
    [("One. Two! Three?", 3, 1), ("One. Two", 1, 0), ("1.5 u.s.w", 0, 0), ("One.)", 0, 0)],
)
def test_sentences_end_before_white_space(text: str, sentences: int, ends: int) -> None:
    assert counts(text, "sentences", "ends in stop") == [sentences, ends]


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("in 2000, 2019", 2),
        ("in 1999 and 2020", 0),
        ("in 12010", 0),
        ("in 20101", 0),
        ("2010 and", 0),
    ],
)
def test_years_of_two_decades_are_counted_but_not_as_the_first_word(text: str, years: int) -> None:
    assert counts(text, "years") == [years]


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
def test_a_word_stands_in_for_an_address(text: str, kind: str, count: int, seen: str) -> None:
    assert counts(text, kind) == [count]
    (found,), _ = with_stand_ins([text])
    assert found.split() == seen.split()


def test_an_address_alone_is_as_long_as_in_the_authors_data() -> None:
    # They have 1/9, 1/7 and 1/11 for blocks of nothing else.
    assert counts("a@b.de", "solid") == [9]
    assert counts("http://www.b.de/", "solid") == [7]
    assert counts("#word", "solid") == [11]


def test_a_stand_in_at_the_end_hides_no_full_stop() -> None:
    assert counts("Write to a@b.de", "ends in stop") == [0]
    assert counts("<br/>End. <br/>", "ends in stop") == [1]


def test_runs_of_a_block_are_set_apart_as_in_the_page() -> None:
    assert texts("<p>a<b>b</b> c<br>d<i> e</i></p>f") == ["ab c d e", "f"]
    assert texts("<table><tr><th>a</th><th>b</th></tr></table>") == ["a b"]


def test_white_space_of_preformatted_text_is_collapsed() -> None:
    assert texts("<pre>a\n\n  b\tc\n</pre>") == ["a b c"]


@given(html=anything)
def test_every_block_has_one_line_of_text_to_count(html: bytes) -> None:
    page = Page(html)
    blocks = TextBlocks.of(page)
    found = [text for _, text in read(page, blocks)]
    assert len(found) == len(blocks)
    assert all(text and "\n" not in text and text == text.strip(" ") for text in found)
    counts = TextCounts.of(page, blocks)
    assert len(counts.length) == len(found)
    assert (counts.solid <= counts.length).all()


@given(html=anything)
def test_every_character_is_in_one_class(html: bytes) -> None:
    page = Page(html)
    blocks = TextBlocks.of(page)
    rows, signed = grouped_char_class_counts(
        page, blocks.runs, blocks.starts, character_classes(), [""]
    )
    assert rows[:, :8].sum(axis=1).tolist() == [len(text) for _, text in signed]


@pytest.mark.parametrize("piece", ["a@", "@", "<a", "www.", "#1", "a://", "a", "a.", "-@-.", "20"])
def test_counting_takes_no_longer_than_a_text_is_long(piece: str) -> None:
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


def test_counts_stay_apart() -> None:
    found = counted("A b.", "c D! E? 1", "f", "g@h.de", "i")
    assert found["upper"] == [1, 2, 0, 0, 0]
    assert found["sentences"] == [1, 2, 0, 0, 0]
    assert found["number"] == [0, 1, 0, 0, 0]
    assert found["emails"] == [0, 0, 0, 1, 0]
    assert found["length"] == [3, 8, 1, 11, 1]


def test_runs_and_starts_out_of_range_are_refused() -> None:
    page, classes = Page("<p>a<p>b"), character_classes()
    for runs, starts in (([2], [0]), ([-1], [0]), ([0, 1], [1, 0]), ([0], [2]), ([0], [-1])):
        with pytest.raises(ValueError, match=r"runs|starts"):
            grouped_char_class_counts(page, np.array(runs), np.array(starts), classes, [])
    with pytest.raises(ValueError, match="below 8"):
        grouped_char_class_counts(page, np.array([0]), np.array([0]), np.full(9, 8, np.uint8), [])
