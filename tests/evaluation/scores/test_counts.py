from hypothesis import given
from hypothesis import strategies as st

from webwinnow.evaluation.scores import Counts

number = st.integers(0, 50)


def test_precision_recall_and_f1_follow_from_the_counts() -> None:
    counts = Counts(both=6, only_output=2, only_gold=6)
    assert (counts.precision, counts.recall, counts.f1) == (0.75, 0.5, 0.6)


def test_nothing_is_gained_by_finding_nothing() -> None:
    missed = Counts(0, 0, 5)
    assert missed.precision == missed.recall == missed.f1 == 0


def test_all_is_well_where_nothing_was_to_be_found_and_nothing_was() -> None:
    empty = Counts(0, 0, 0)
    assert empty.precision == empty.recall == empty.f1 == 1


def test_whatever_is_found_where_nothing_is_counts_as_wrong() -> None:
    wrong = Counts(0, 5, 0)
    assert wrong.precision == wrong.recall == wrong.f1 == 0


@given(number, number, number)
def test_f1_lies_between_precision_and_recall(both: int, extra: int, missed: int) -> None:
    counts = Counts(both, extra, missed)
    low, high = sorted([counts.precision, counts.recall])
    assert low - 1e-12 <= counts.f1 <= high + 1e-12
