import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.evaluation.scores import FAMILIES, Average, Counts, average

number = st.integers(0, 50)


def test_precision_recall_and_f1_follow_from_the_counts() -> None:
    counts = Counts(both=6, only_output=2, only_gold=6)
    assert (counts.precision, counts.recall, counts.f1) == (0.75, 0.5, 0.6)


def test_an_empty_output_scores_0() -> None:
    missed = Counts(0, 0, 5)
    assert missed.precision == missed.recall == missed.f1 == 0


def test_empty_output_and_empty_gold_score_1() -> None:
    empty = Counts(0, 0, 0)
    assert empty.precision == empty.recall == empty.f1 == 1


def test_any_output_for_an_empty_gold_scores_0() -> None:
    wrong = Counts(0, 5, 0)
    assert wrong.precision == wrong.recall == wrong.f1 == 0


@given(number, number, number)
def test_f1_lies_between_precision_and_recall(both: int, extra: int, missed: int) -> None:
    counts = Counts(both, extra, missed)
    low, high = sorted([counts.precision, counts.recall])
    assert low - 1e-12 <= counts.f1 <= high + 1e-12


PAGES = [Counts(1, 1, 0), Counts(90, 0, 10)]


def test_micro_average_adds_counts_up() -> None:
    assert average(PAGES, "micro") == Average(91 / 92, 91 / 101, 182 / 193)


def test_mean_weighs_pages_equally() -> None:
    assert average(PAGES, "mean").precision == 0.75
    assert average(PAGES, "mean").recall == 0.95
    assert average(PAGES, "mean").f1 == pytest.approx((2 / 3 + 180 / 190) / 2)


def test_the_average_of_no_pages_is_0() -> None:
    assert average([], "micro") == average([], "mean") == Average(0, 0, 0)


def test_only_bags_are_averaged_over_pages() -> None:
    assert [name for name, family in FAMILIES.items() if family.averaging == "mean"] == ["bag"]
