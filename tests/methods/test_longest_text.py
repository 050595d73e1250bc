from hypothesis import given

from tests.soup import anything
from webwinnow import Page
from webwinnow.methods.longest_text import SAMPLE_BYTES, longest_text


def test_the_longest_run_is_taken_and_the_first_of_equals() -> None:
    assert longest_text(Page("<p>one<p>three<p>eight<p>six")) == "three"


def test_text_that_is_not_shown_does_not_count() -> None:
    html = f"<script>{'a' * 99}</script><p hidden>{'b' * 99}</p><!-- {'c' * 99} --><p>rain"
    assert longest_text(Page(html)) == "rain"


def test_a_page_without_text_has_none() -> None:
    for html in ("", "<img>", "<script>var a</script>"):
        assert longest_text(Page(html)) == ""


def test_a_long_text_is_cut_and_never_inside_a_character() -> None:
    assert longest_text(Page("a" * 2000)) == "a" * SAMPLE_BYTES
    # Each has three bytes.
    assert longest_text(Page("日" * 2000)) == "日" * (SAMPLE_BYTES // 3)


def test_length_is_in_bytes() -> None:
    assert longest_text(Page("<p>abcd<p>日本")) == "日本"


@given(anything)
def test_any_page_has_a_text_of_some_size(html: bytes) -> None:
    assert len(longest_text(Page(html)).encode()) <= SAMPLE_BYTES
