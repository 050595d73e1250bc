from hypothesis import given
from hypothesis import strategies as st

from webwinnow.evaluation.scores.notation import marked, plain, unlabelled, words_and_markers


def test_marker_is_a_word_wherever_it_stands() -> None:
    assert words_and_markers("<p>a<H>b c<l> d") == ["", "<p>", "a", "<H>", "b", "c", "<l>", "d"]


def test_white_space_at_the_ends_leaves_empty_words() -> None:
    assert words_and_markers(" a\n") == ["", "a", ""]
    assert words_and_markers("") == [""]


def test_control_characters_part_words_and_no_break_spaces_do_not() -> None:
    assert words_and_markers("a\x00b\x1fc\xa0d\x85e") == ["a", "b", "c\xa0d\x85e"]


def test_address_is_dropped_even_behind_a_byte_order_mark() -> None:
    assert words_and_markers("URL: http://a.example/ \n<p>b") == ["", "<p>", "b"]
    assert words_and_markers("\ufeffURL: http://a.example/\n<p>b") == ["", "<p>", "b"]
    assert words_and_markers("<p>The URL is gone") == ["", "<p>", "The", "URL", "is", "gone"]


def test_other_tags_are_words() -> None:
    assert words_and_markers("a<b>c") == ["a<b>c"]


def test_unlabelled_markers_are_all_alike() -> None:
    assert unlabelled(["<H>", "<l>", "a"]) == ["<p>", "<p>", "a"]


def test_plain_text_has_no_notation() -> None:
    gold = "\ufeffURL: http://a.example/\n\n<h>Fish &amp; chips\n<l>salt&nbsp;&#8217;"
    assert plain(gold).split() == ["Fish", "&", "chips", "salt", "’"]
    assert plain("a<p>b") == "a\nb"


def test_each_line_is_a_paragraph() -> None:
    assert marked("one\n \n two\n") == "<p>one\n<p> two\n"
    assert marked("") == ""


@given(st.text(st.characters(exclude_characters="<&\ufeff")))
def test_plain_undoes_marked(text: str) -> None:
    # A line that begins with URL is text here, as a marker stands before it.
    assert plain(marked(text)).split() == text.split()
