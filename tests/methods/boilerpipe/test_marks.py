import pytest

from webwinnow.methods.boilerpipe.marks import (
    END_HINTS,
    TitleMatch,
    is_end_of_text,
    may_be_end_of_text,
)

ENDS = [
    "Comments",
    "Comments (3)",
    "12 Comments",
    "3 users responded in this post",
    "© Reuters 2009",
    "Please rate this story",
    "Post a comment",
    "Tell us what you think...",
    "Add your comment",
    "Add comment",
    "Reader views",
    "Sport: have your say",
    "All reader comments",
    "Rätta artikeln",
    "Thanks for your comments - this feedback is now closed",
]


@pytest.mark.parametrize("text", ENDS)
def test_what_stands_under_articles_is_an_end(text: str) -> None:
    assert is_end_of_text(text)
    assert may_be_end_of_text(f"Home\n{text}")


@pytest.mark.parametrize(
    "text", ["Comment", "No comments", "12comments", "Reuters", "Thanks for your comments", ""]
)
def test_what_is_only_like_an_end_is_none(text: str) -> None:
    assert not is_end_of_text(text)


def test_texts_without_a_hint_need_no_second_look() -> None:
    assert not may_be_end_of_text("Home\nNews\nImprint")
    assert all(any(hint in text.lower() for text in ENDS) for hint in END_HINTS)


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("It rained", "It rained"),
        ("It rained", "IT RAINED!"),
        ("It didn't rain", "It didnt rain"),
        ("It rained - The Post", "It rained"),
        ("It rained – The Post", "It rained"),
        ("The Post | It rained all night", "It rained all night"),
        ("The Post » It rained all night", "It rained all night"),
        ("The Post: It rained all night", "It rained all night"),
        ("It rained all night (The Post)", "It rained all night"),
        ("It rained all night, The Post", "It rained all night"),
        ("News - Rain - The Post", "News - Rain"),
        ("News - Rain - The Post", "Rain - The Post"),
        ("The Daily Post of Rivertown | It rained all night | Weather", "It rained all night"),
        ("Rain-proof coats - A very long name of a shop", "Rain-proof coats"),
    ],
)
def test_block_that_repeats_the_title_or_its_main_part_matches(title: str, text: str) -> None:
    assert TitleMatch(title).matches(text)


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("It rained all night - The Post", "Post"),
        ("It rained | www.thepostofrivertown.com", "www.thepostofrivertown.com"),
        ("One | It rained all night", "One"),
        ("It rained", "It rained all night"),
        ("", ""),
        ("…", "It"),
    ],
)
def test_other_blocks_do_not_match(title: str, text: str) -> None:
    assert not TitleMatch(title).matches(text)
