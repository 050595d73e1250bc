import doctest

from hypothesis import given
from hypothesis import strategies as st

from webwinnow.gold.datasets import marked
from webwinnow.gold.datasets.base import GoldSegment
from webwinnow.gold.datasets.marked import is_marked, parse


def test_markers_open_segments_of_three_kinds() -> None:
    assert parse("<h>Rain\n<p>It rained.\n<l>one <l>two").segments == (
        GoldSegment("heading", "Rain"),
        GoldSegment("paragraph", "It rained."),
        GoldSegment("list item", "one"),
        GoldSegment("list item", "two"),
    )


def test_the_address_is_no_text() -> None:
    found = parse("\n\nURL: http://a.example/b\n<p>It rained.")
    assert (found.url, found.text) == ("http://a.example/b", "It rained.")


def test_the_address_may_stand_on_the_line_below() -> None:
    found = parse("URL: \nhttp://a.example/b\n\n<h>Rain")
    assert (found.url, found.text) == ("http://a.example/b", "Rain")


def test_a_missing_address_takes_no_text_with_it() -> None:
    found = parse("URL:\n\n<h>Rain")
    assert (found.url, found.text) == (None, "Rain")


def test_a_later_line_may_begin_with_the_word() -> None:
    assert "URL it needs" in parse("<p>It asks for the\nURL it needs.").text


def test_text_before_the_first_marker_is_a_paragraph() -> None:
    assert parse("Title of the page\n<h>Rain").segments[0] == ("paragraph", "Title of the page")


def test_references_are_decoded_after_markers_are_found() -> None:
    assert parse("<p>a &lt;p&gt; b&nbsp;&amp; c").segments == (("paragraph", "a <p> b & c"),)


def test_comments_and_end_tags_are_no_text() -> None:
    assert parse("URL: http://a.example/\n<!-- no article -->").segments == ()
    assert parse("<P>It rained.</p>").text == "It rained."


def test_empty_segments_are_left_out() -> None:
    assert parse("<p>\n<h> <p>x").segments == (("paragraph", "x"),)


def test_plain_text_is_not_marked() -> None:
    assert not is_marked("It rained.\nThe URL: none. Use <p> for paragraphs.")
    assert is_marked("It rained.\n  <p>Again.")
    assert is_marked("\nURL: http://a.example/\n")


@given(st.text())
def test_any_text_has_segments_in_one_line_each(gold: str) -> None:
    for segment in parse(gold).segments:
        assert segment.text == " ".join(segment.text.split()) != ""


def test_examples_in_docstrings_are_true() -> None:
    result = doctest.testmod(marked)
    assert result.attempted > 0
    assert result.failed == 0
