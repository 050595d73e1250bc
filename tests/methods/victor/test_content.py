import pytest

from tests.methods.victor.feature_values import values


@pytest.mark.parametrize(
    ("name", "count"), [("alpha", 4), ("num", 2), ("punct", 2), ("white", 3), ("other", 2)]
)
def test_characters_are_shares_of_all(name: str, count: int) -> None:
    assert values("<p>Ab c, 12 é.=$", f"char.{name}-rel") == pytest.approx([count / 13])


@pytest.mark.parametrize(("name", "count"), [("alpha", 3), ("num", 2), ("mix", 1), ("other", 1)])
def test_tokens_are_counted_and_shares_of_all(name: str, count: int) -> None:
    html = "<p>It's (really) so 12 3.5% 2nd --"
    assert values(html, f"token.{name}-abs") == [count]
    assert values(html, f"token.{name}-rel") == pytest.approx([count / 7])


def test_sentences_are_counted() -> None:
    html = "<p>One. Two? Three!</p><p>four</p>"
    assert values(html, "sentence.count") == [3, 0]


def test_the_length_of_sentences_is_in_words() -> None:
    html = "<p>One two. Three four five six.</p><p>seven eight</p>"
    assert values(html, "sentence.avg-length") == [3, 2]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("One", 1), ("“One", 1), ("(É", 1), ("日本", 1), ("one", 0), ("2 One", 0), ("…", 0)],
)
def test_a_sentence_begins_with_a_letter_that_is_not_small(text: str, expected: int) -> None:
    assert values(f"<p>{text}", "sentence-begin") == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a.", 1), ("a.”)", 1), ("a?", 1), ("a。", 1), ("a", 0), ("a:", 0), ("a. b", 0), ("”", 0)],
)
def test_a_sentence_ends_in_a_stop(text: str, expected: int) -> None:
    assert values(f"<p>{text}", "sentence-end") == [expected]


def test_duplicates_have_the_same_letters() -> None:
    html = "<p>Read more (3)</p><p>text</p><p>Read more</p><p>Read&nbsp;more 12</p>"
    assert values(html, "duplicate-count") == [2, 0, 2, 2]
    assert values(html, "first-duplicate") == [1, 0, 0, 0]


def test_texts_without_letters_are_duplicates_when_they_are_equal() -> None:
    html = "<p>|</p><p>1</p><p>2</p><p>|</p>"
    assert values(html, "duplicate-count") == [1, 0, 0, 1]


@pytest.mark.parametrize(
    ("name", "place"), [("regexp.url", 1), ("regexp.date", 2), ("regexp.time", 3), ("bullet", 4)]
)
def test_patterns_are_looked_for(name: str, place: int) -> None:
    html = "<p>words</p><p>www.example.org</p><p>2007-05-01</p><p>14:30</p><p>a) item</p>"
    assert [index for index, value in enumerate(values(html, name)) if value] == [place]


def test_combinations_of_bullets_have_values_of_their_own() -> None:
    html = "<p>1. one</p><p>2. two</p><p>1) one</p><p>- one</p><p>one"
    number_dot, again, number_parenthesis, dash, none = values(html, "bullet")
    assert number_dot == again
    assert len({number_dot, number_parenthesis, dash, none}) == 4
    assert none == 0
