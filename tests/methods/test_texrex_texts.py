import time

import numpy as np
import pytest
from hypothesis import given

from tests.soup import anything
from webwinnow import Page
from webwinnow.methods.texrex_blocks import TextBlocks
from webwinnow.methods.texrex_texts import TextCounts, block_texts, with_stand_ins


def counts(text: str, *names: str) -> list[int]:
    found = TextCounts.of(["before", text, "after"])
    return [int(getattr(found, name)[1]) for name in names]


def texts(html: str) -> list[str]:
    page = Page(html)
    return block_texts(page, TextBlocks.of(page))


def test_a_length_lacks_the_last_byte() -> None:
    assert counts("Home", "length", "solid") == [3, 3]
    assert counts("a b c", "length", "solid") == [4, 2]
    # What is left of a character of two bytes still counts.
    assert counts("Café", "length", "solid") == [4, 4]
    assert counts("x", "length", "solid") == [1, 1]


def test_characters_are_counted_by_their_classes() -> None:
    names = "upper", "lower", "numbers", "marks", "has_copyright"
    assert counts("Über 20½ — „Fünf“, +©!", *names) == [2, 6, 3, 5, 1]
    assert counts("日本", *names) == [0, 0, 0, 0, 0]


def test_a_no_break_space_is_white_space() -> None:
    assert counts("a\u00a0b", "length", "solid") == [2, 1]


@pytest.mark.parametrize(
    ("text", "sentences", "ends"),
    [("One. Two! Three?", 3, 1), ("One. Two", 1, 0), ("1.5 u.s.w", 0, 0), ("One.)", 0, 0)],
)
def test_sentences_end_before_white_space(text: str, sentences: int, ends: int) -> None:
    assert counts(text, "sentences", "ends_sentence") == [sentences, ends]


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
    assert counts("Write to a@b.de", "ends_sentence") == [0]
    assert counts("<br/>End. <br/>", "ends_sentence") == [1]


def test_runs_of_a_block_are_set_apart_as_in_the_page() -> None:
    assert texts("<p>a<b>b</b> c<br>d<i> e</i></p>f") == ["ab c d e", "f"]
    assert texts("<table><tr><th>a</th><th>b</th></tr></table>") == ["a b"]


def test_white_space_of_preformatted_text_is_collapsed() -> None:
    assert texts("<pre>a\n\n  b\tc\n</pre>") == ["a b c"]


@given(html=anything)
def test_every_block_has_one_line_of_text_to_count(html: bytes) -> None:
    page = Page(html)
    blocks = TextBlocks.of(page)
    found = block_texts(page, blocks)
    assert len(found) == len(blocks)
    assert all(text and "\n" not in text for text in found)
    if found:
        counted = TextCounts.of(found)
        assert len(counted.length) == len(found)
        assert (counted.solid <= counted.length).all()


@pytest.mark.parametrize("piece", ["a@", "@", "<a", "www.", "#1", "a://", "a", "a.", "-@-."])
def test_counting_takes_no_longer_than_a_text_is_long(piece: str) -> None:
    def seconds(length: int) -> float:
        text = piece * (length // len(piece))
        tries = []
        for _ in range(3):
            clock = time.perf_counter()
            TextCounts.of([text + "x@y.de " + text])
            tries.append(time.perf_counter() - clock)
        return min(tries)

    TextCounts.of(["warm"])
    assert seconds(200_000) < 30 * max(seconds(20_000), 1e-3)


def test_counts_stay_apart() -> None:
    found = TextCounts.of(["A b.", "c D! E? 1", "f"])
    assert found.upper.tolist() == [1, 2, 0]
    assert found.sentences.tolist() == [1, 2, 0]
    assert np.array_equal(found.numbers, [0, 1, 0])
