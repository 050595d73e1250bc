from itertools import product

import numpy as np
import pytest

from webwinnow.evaluation.scores import Averaging, Counts, average
from webwinnow.evaluation.statistics import MIN_SITES, compare, interval


def pages(count: int, seed: int, quality: float = 0.9) -> list[Counts]:
    rng = np.random.default_rng(seed)
    lengths = rng.integers(20, 400, count)
    found = rng.binomial(lengths, quality)
    extra = rng.poisson(10, count)
    return [Counts(*map(int, row)) for row in zip(found, extra, lengths - found, strict=True)]


@pytest.mark.parametrize("averaging", ["micro", "mean"])
def test_value_is_the_average(averaging: Averaging) -> None:
    scores = pages(30, 1)
    for figure in ("precision", "recall", "f1"):
        found = interval(scores, averaging=averaging, figure=figure)
        assert found.value == pytest.approx(getattr(average(scores, averaging), figure))
        assert found.low < found.value < found.high


def test_numbers_are_averaged_by_their_mean() -> None:
    assert interval([0.0, 1.0, 0.5, 0.5]).value == 0.5
    assert compare([1.0, 0.5], [0.0, 0.5]).difference == 0.5


def test_equal_pages_have_an_interval_without_width() -> None:
    found = interval([Counts(8, 1, 1)] * 20)
    assert found.low == found.value == found.high == pytest.approx(16 / 18)


def test_the_interval_covers_the_true_mean_at_its_level() -> None:
    rng = np.random.default_rng(5)
    held = 0
    for trial in range(300):
        found = interval(list(rng.normal(0.7, 0.1, 50)), resamples=400, seed=trial)
        held += found.low <= 0.7 <= found.high
    assert 0.91 <= held / 300 <= 0.98


def test_the_same_seed_gives_the_same_result_for_any_chunk_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scores = pages(25, 2)
    found = interval(scores, seed=3)
    assert interval(scores, seed=3) == found
    assert interval(scores, seed=4) != found
    monkeypatch.setattr("webwinnow.evaluation.statistics.CELLS", 1000)
    assert interval(scores, seed=3) == found


def test_sites_are_resampled_if_there_are_enough() -> None:
    scores = [Counts(i % 7, 1, 1) for i in range(60)]
    many = [f"site{i % MIN_SITES}" for i in range(60)]
    few = [f"site{i % (MIN_SITES - 1)}" for i in range(60)]
    assert (interval(scores, sites=many).unit, interval(scores, sites=many).units) == ("site", 10)
    assert (interval(scores, sites=few).unit, interval(scores, sites=few).units) == ("page", 60)
    assert interval(scores).unit == "page"
    assert compare(scores, scores, sites=many).unit == "site"


def test_pages_that_agree_within_sites_widen_the_interval() -> None:
    sites = [f"site{i // 20}" for i in range(400)]
    scores = [0.5 + 0.02 * (i // 20) for i in range(400)]
    by_page, by_site = interval(scores), interval(scores, sites=sites)
    assert by_site.value == pytest.approx(by_page.value)
    assert by_site.high - by_site.low > 3 * (by_page.high - by_page.low)


@pytest.mark.parametrize("averaging", ["micro", "mean"])
def test_identical_methods_do_not_differ(averaging: Averaging) -> None:
    scores = pages(40, 3)
    found = compare(scores, scores, averaging=averaging)
    assert (found.difference, found.p) == (0, 1)


def by_enumeration(first: list[Counts], second: list[Counts], averaging: Averaging) -> float:
    """Share of all swaps whose difference is at least as large as the observed one."""

    def difference(swaps: tuple[int, ...]) -> float:
        chosen = [pair[::-1] if s else pair for pair, s in zip(both, swaps, strict=True)]
        ours, theirs = zip(*chosen, strict=True)
        return abs(average(ours, averaging).f1 - average(theirs, averaging).f1)

    both = list(zip(first, second, strict=True))
    observed = difference((0,) * len(both))
    every = [difference(swaps) for swaps in product((0, 1), repeat=len(both))]
    return sum(found >= observed - 1e-12 for found in every) / len(every)


@pytest.mark.parametrize("averaging", ["micro", "mean"])
def test_p_matches_the_exact_test(averaging: Averaging) -> None:
    first, second = pages(7, 4, 0.9), pages(7, 5, 0.87)
    exact = by_enumeration(first, second, averaging)
    found = compare(first, second, averaging=averaging)
    assert 0.01 < exact < 0.9
    assert found.p == pytest.approx(exact, abs=0.015)


def test_p_is_never_zero() -> None:
    found = compare([1.0] * 60, [0.0] * 60, rounds=999)
    assert found.p == 1 / 1000


def test_p_does_not_depend_on_the_order_of_methods() -> None:
    first, second = pages(20, 6), pages(20, 7)
    one, other = compare(first, second), compare(second, first)
    assert one.p == other.p
    assert one.difference == -other.difference


def test_equal_methods_have_small_p_as_rarely_as_expected() -> None:
    trials = [
        compare(pages(15, 100 + i), pages(15, 900 + i), rounds=200, seed=i).p for i in range(200)
    ]
    assert sum(p <= 0.1 for p in trials) / 200 < 0.18
    assert sum(p <= 0.5 for p in trials) / 200 > 0.35


def test_pages_and_sites_must_match() -> None:
    with pytest.raises(ValueError, match="2 and 1 pages; give both methods the same pages"):
        compare([0.1, 0.2], [0.1])
    with pytest.raises(ValueError, match="2 pages but 1 sites"):
        interval([0.1, 0.2], sites=["a"])
    with pytest.raises(ValueError, match="no pages"):
        interval([])
