import pytest

from tests.methods.victor.feature_values import values
from webwinnow.methods.victor import text as text


@pytest.mark.parametrize(
    ("written", "case"),
    [
        ("12 –", 0), ("日本", 0), ("read more", 1), ("Read more", 2), ("The cat sat on it", 2),
        ("Read More", 3), ("The Cat of Rome", 3), ("READ MORE", 4), ("A", 2),
    ],
)  # fmt: skip
def test_texts_have_cases(written: str, case: int) -> None:
    assert values(f"<p>{written}", "text.case") == [case]


def test_the_first_and_last_character_have_classes() -> None:
    html = "<p>One.</p><p>(2)</p><p>x = y</p>"
    assert values(html, "text.first") == [text.UPPER, text.MARK, text.LOWER]
    assert values(html, "text.last") == [text.STOP, text.CLOSER, text.LOWER]


def test_the_sign_of_copyright_is_seen() -> None:
    assert values("<p>me</p><p>© me", "text.copyright") == [0, 1]


def test_characters_other_than_white_space_are_counted() -> None:
    assert values("<p>a b c", "char.count") == [3]


def test_a_text_may_be_in_the_title() -> None:
    html = "<title>A long headline - Example News</title><h1>A long headline</h1>"
    assert values(f"{html}<p>Example News</p><p>News", "text.in-title") == [1, 1, 0]
    html = "<title>A long headline - News</title><h1>A long headline</h1>"
    assert values(html, "text.in-title") == [2]
    assert values("<h1>A long headline</h1>", "text.in-title") == [0]


def test_only_the_beginning_of_a_title_is_looked_through() -> None:
    title = "the first words " + "ab " * 200 + "the last words"
    html = f"<title>{title}</title><p>the first words</p><p>the last words</p>"
    assert values(html, "text.in-title") == [1, 0]
