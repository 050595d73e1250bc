import pytest

from tests.methods.victor.feature_values import values
from webwinnow.methods.victor.names import HINTS, hints_of


def test_a_word_hints_at_one_thing() -> None:
    words = [word for each in HINTS.values() for word in each]
    assert len(words) == len(set(words))


@pytest.mark.parametrize("name", ["main-content", "mainContent", "CONTENT", "col content_2"])
def test_words_are_parted_by_case_and_signs(name: str) -> None:
    assert hints_of(name) == 1 << list(HINTS).index("content")


def test_other_words_hint_at_nothing() -> None:
    assert hints_of("contented navy a1 ") == 0


def test_classes_and_identifiers_around_a_run_are_hints() -> None:
    html = "<body><div id=nav>a</div><div class='x menu'><p>b</p></div><p>c"
    assert values(html, "name.navigation") == [1, 1, 0]


def test_hints_of_several_elements_add_up() -> None:
    html = "<div class=content><div class=comments><p>a</p></div>b</div>"
    assert values(html, "name.content") == [1, 1]
    assert values(html, "name.comment") == [1, 0]


def test_the_body_is_no_hint() -> None:
    assert values("<body class=nav><p>a", "name.navigation") == [0]
