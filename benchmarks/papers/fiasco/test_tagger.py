import pytest

from benchmarks.papers.fiasco.tagger import COLUMNS, contextual_features, count_classes
from webwinnow import Page
from webwinnow.methods.fiasco.targets import Targets

pytest.importorskip("HanTa")


def test_a_word_has_the_class_that_it_has_in_its_sentence() -> None:
    # "can" is a modal verb, of a closed class, and a noun.
    assert count_classes("They can fish.")["closed class"] == 2
    assert count_classes("A can of fish.")["closed class"] == 2
    assert count_classes("A can of fish.")["open class"] == 2


def test_words_outside_of_the_lexicon_are_unknown() -> None:
    counts = count_classes("Zzyzxy 2007 © ... the")
    assert counts["unknown words"] == 1
    assert counts["symbols"] == 1
    assert counts["punctuation"] == 3
    assert counts["closed class"] == 1
    assert counts.total() == 7  # with the numeral


def test_shares_are_of_each_target() -> None:
    page = Page("<p>The rain</p><p>© ©</p><p> </p>")
    found = contextual_features(page, Targets.of(page))
    assert found[:, COLUMNS.index("closed class")].tolist() == [0.5, 0]
    assert found[:, COLUMNS.index("symbols")].tolist() == [0, 1]
