import sys

import pytest

from webwinnow.errors import InputError
from webwinnow.messages import count_noun, describe_error, printable, warn


def test_count_noun_adds_plural_and_thousands_separator() -> None:
    assert [count_noun(number, "page") for number in (0, 1, 1200)] == [
        "0 pages",
        "1 page",
        "1,200 pages",
    ]


def test_printable_escapes_control_characters_and_surrogates() -> None:
    assert printable("a\x1b[2J\nb\udcff ő") == r"a\x1b[2J\nb\udcff ő"


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (InputError("no file 'a';\n  check its name"), "no file 'a'; check its name"),
        (ValueError("two\nlines"), "ValueError: two lines"),
        (KeyError(), "KeyError"),
    ],
)
def test_describe_error_names_the_class_unless_the_message_is_for_users(
    error: Exception, line: str
) -> None:
    assert describe_error(error) == line


def test_warn_without_standard_error_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    warn("lost")
