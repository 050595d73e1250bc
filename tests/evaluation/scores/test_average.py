import pytest

from webwinnow.evaluation.scores import FAMILIES, Average, Counts, average

PAGES = [Counts(1, 1, 0), Counts(90, 0, 10)]


def test_micro_average_adds_counts_up() -> None:
    assert average(PAGES, "micro") == Average(91 / 92, 91 / 101, 182 / 193)


def test_mean_weighs_pages_alike() -> None:
    assert average(PAGES, "mean").precision == 0.75
    assert average(PAGES, "mean").recall == 0.95
    assert average(PAGES, "mean").f1 == pytest.approx((2 / 3 + 180 / 190) / 2)


def test_no_pages_have_no_merit() -> None:
    assert average([], "micro") == average([], "mean") == Average(0, 0, 0)


def test_only_bags_are_averaged_over_pages() -> None:
    assert [name for name, family in FAMILIES.items() if family.averaging == "mean"] == ["bag"]
