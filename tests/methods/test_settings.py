import re
from collections.abc import Collection
from typing import Any

import numpy as np
import pytest

from webwinnow import METHODS, Decision, Page, load
from webwinnow.errors import UnknownSetting
from webwinnow.methods import find_class
from webwinnow.methods.base import Method
from webwinnow.methods.kimatu.weights import Weights
from webwinnow.methods.settings import check_settings


class Sieve(Method):
    """Has settings with and without a type."""

    def __init__(
        self,
        numbers: Collection[int] = (),
        shape: object = "round",
        hint: Any = None,
    ) -> None: ...

    def decide(self, page: Page) -> Decision:
        return Decision.visible(page)


@pytest.mark.parametrize(
    ("name", "setting", "value", "expected"),
    [
        ("justext", "length_low", "70", "a finite number"),
        ("justext", "length_low", None, "a finite number"),
        ("justext", "no_headings", "no", "True or False"),
        ("justext", "no_headings", 0, "True or False"),
        ("justext", "language", 3, "a text, or None"),
        ("justext", "stoplist", "the", "a list or set, each member a text, or None"),
        ("justext", "stoplist", [1], "a list or set, each member a text, or None"),
        ("boilerpipe", "most_linked", "0.3", "a finite number"),
        ("boilerpipe", "large_words", "x", "a whole number"),
        ("boilerpipe", "large_words", 1.5, "a whole number"),
        ("boilerpipe", "extractor", "news", "'article' or 'default' or 'either' or 'both'"),
        ("kimatu", "threshold", "x", "a finite number, or None"),
        ("kimatu", "threshold", float("nan"), "a finite number, or None"),
        ("kimatu", "weights", [], "'searched' or 'paper' or 'precise', or Weights"),
        ("kimatu", "weights", "papers", "'searched' or 'paper' or 'precise', or Weights"),
        ("bte", "tag_weight", float("inf"), "a finite number"),
        ("bte", "tag_weight", True, "a finite number"),
    ],
)
def test_error_of_a_wrong_value_says_what_is_allowed(
    name: str, setting: str, value: Any, expected: str
) -> None:
    message = f"method '{name}' cannot take {setting}={value!r}; it must be {expected}"
    with pytest.raises(UnknownSetting, match=f"^{re.escape(message)}$"):
        load(name, **{setting: value})


@pytest.mark.parametrize("name", METHODS)
def test_every_setting_of_every_method_is_checked(name: str) -> None:
    for setting in find_class(name).settings():
        with pytest.raises(UnknownSetting, match=f"'{name}' cannot take {setting}="):
            load(name, **dict[str, Any]({setting: object()}))


@pytest.mark.parametrize(
    ("name", "setting", "value"),
    [
        ("justext", "length_low", 70),
        ("justext", "stoplist", {"the", "and"}),
        ("justext", "stoplist", None),
        ("boilerpipe", "large_words", np.int64(7)),
        ("kimatu", "weights", Weights()),
        ("bte", "tag_weight", np.float32(0.5)),
    ],
)
def test_right_value_is_stored_unchanged(name: str, setting: str, value: Any) -> None:
    assert getattr(load(name, **{setting: value}), setting) is value


def test_settings_without_a_type_are_not_checked() -> None:
    check_settings(Sieve, {"shape": 1, "hint": object(), "numbers": [1, 2]})
    with pytest.raises(UnknownSetting, match=r"each member a whole number$"):
        check_settings(Sieve, {"numbers": [1, 2.5]})
