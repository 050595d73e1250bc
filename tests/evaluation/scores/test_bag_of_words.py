from hypothesis import given
from hypothesis import strategies as st

from webwinnow.evaluation.scores import Counts, bag, words_of


def test_order_case_and_punctuation_do_not_matter() -> None:
    assert bag("Rain, and WIND!", "wind and rain") == Counts(3, 0, 0)


def test_words_count_as_often_as_both_have_them() -> None:
    assert bag("rain rain rain", "rain rain wind") == Counts(2, 1, 1)


def test_apostrophes_part_words() -> None:
    assert words_of("don't") == {"don": 1, "t": 1}


@given(st.text(), st.text())
def test_prepared_texts_score_alike(output: str, gold: str) -> None:
    counts = bag(output, gold)
    assert bag(words_of(output), words_of(gold)) == counts
    assert counts.both == (words_of(output) & words_of(gold)).total()
    assert counts.both + counts.only_gold == words_of(gold).total()
