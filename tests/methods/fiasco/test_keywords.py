import math
import sys

import numpy as np
import pytest

from tests.support.generated_pages import training_examples
from webwinnow import Page
from webwinnow.errors import InputError
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.fiasco import keywords
from webwinnow.methods.fiasco.keywords import CLEAN, COMMON, DIRTY, Keywords, keyness
from webwinnow.methods.fiasco.target_text import find_words

# Frequencies in general language; 0 for all other words.
GENERAL = {"the": 0.05, "of": 0.03}


@pytest.fixture(autouse=True)
def _known_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        keywords, "general_frequency", lambda language: lambda word: GENERAL.get(word, 0.0)
    )


def trained_winnow(clean: str, dirty: str, sites: int = 5, copies: int = 40) -> Keywords:
    html = f"<p>{clean} {'filler ' * 20}</p><div>{dirty} {'filler ' * 20}</div>" * copies
    keep = np.arange(2 * copies) % 2 == 0
    return Keywords.fit(
        [TrainingExample(Page(html), keep, f"site{number}") for number in range(sites)]
    )


def test_keyness_is_the_lower_bound_of_the_log_odds_ratio() -> None:
    # 9 of 99 here and 4 of 199 there, and half a word more in each cell.
    ratio = math.log(9.5 / 90.5) - math.log(4.5 / 195.5)
    error = math.sqrt(1 / 9.5 + 1 / 90.5 + 1 / 4.5 + 1 / 195.5)
    assert keyness(np.array([9.0]), 99, np.array([4.0]), 199) == pytest.approx(
        [ratio - 3.29 * error]
    )


def test_rare_words_have_less_keyness_than_frequent_ones() -> None:
    rare, frequent = keyness(np.array([3.0, 300.0]), 100_000, np.array([0.0, 0.0]), 100_000)
    assert rare < 0 < frequent


def test_words_of_one_part_only_are_its_keywords() -> None:
    found = trained_winnow("the weapons of committee", "login privacy login privacy")
    assert found.clean == ("committee", "weapons")
    assert found.dirty == ("login", "privacy")


def test_words_of_general_language_are_common_words() -> None:
    found = trained_winnow("the weapons of", "login")
    assert set(found.common) == {"the", "of"}
    assert found.clean == ("weapons",)


def test_words_of_few_sites_are_no_keywords() -> None:
    assert trained_winnow("weapons", "login", sites=4) == Keywords()


def test_the_length_of_lists_is_limited() -> None:
    found = Keywords.fit(training_examples(range(40)), most=3)
    assert len(found.dirty) == 3
    assert set(found.dirty) <= {"copyright", "all", "rights", "reserved", "more", *"0123456789"}


def test_keywords_do_not_depend_on_the_order_of_pages() -> None:
    some = training_examples(range(20))
    assert Keywords.fit(some) == Keywords.fit(some[::-1])


def test_the_word_table_has_a_bit_per_list() -> None:
    table = Keywords(("rain",), ("login", "home"), ("the", "home")).table
    keys = find_words(b"rain login home the other", np.zeros(0, np.int64)).keys
    assert table.look_up(keys).tolist() == [CLEAN, DIRTY, DIRTY | COMMON, COMMON, 0]


def test_a_missing_package_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setitem(sys.modules, "wordfreq", None)
    with pytest.raises(InputError, match=r"wordfreq.*webwinnow\[train\]"):
        Keywords.fit([])


def test_general_frequencies_come_from_wordfreq(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    pytest.importorskip("wordfreq")
    frequency = keywords.general_frequency("en")
    assert frequency("the") > 0.01 > frequency("weapons") > frequency("trackback")
