import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray
from sklearn.svm import SVC
from threadpoolctl import threadpool_info

from tests.methods.fiasco.sample_models import make_svm
from webwinnow.methods.fiasco import svm
from webwinnow.methods.fiasco.svm import (
    COSTS,
    GAMMAS,
    MAX_SLOPE,
    MIN_SLOPE,
    Scale,
    Svm,
    SvmParameters,
    TargetTable,
    fit_slope,
    fit_svc,
    fit_weights,
    folds_of,
    grid_search,
    kernel,
    sample,
)

NAN = float("nan")
OURS = SvmParameters(4.0, 2**-5)


def train_svm(
    targets: TargetTable,
    parameters: SvmParameters | None = OURS,
    *,
    max_centres: int = 1024,
    seed: int = 0,
) -> Svm:
    return svm.train_svm(targets, parameters, max_centres=max_centres, seed=seed)


def rings(count: int = 120, *, sites: int = 6, noise: float = 0.1, seed: int = 0) -> TargetTable:
    """Clean targets in a ring around the middle, dirty ones in a ring around that.

    There are many columns, as in the data that the parameters were chosen on.
    """
    rng = np.random.default_rng(seed)
    is_clean = np.arange(count) % 4 < 2
    angle = rng.uniform(0, 2 * np.pi, count)
    radius = np.where(is_clean, 1, 3) + rng.normal(0, noise, count)
    rows = np.stack([radius * np.cos(angle), radius * np.sin(angle)] * 20, axis=1)
    names = tuple(f"column {number}" for number in range(40))
    of_sites = [f"site{number // 4 % sites}" for number in range(count)]
    return TargetTable(names, rows.astype(np.float32), is_clean, of_sites)


def parts(machine: Svm) -> tuple[bytes | float, ...]:
    arrays = machine.scale.low, machine.scale.high, machine.centres, machine.weights
    return (*(each.tobytes() for each in arrays), machine.gamma, machine.bias, machine.slope)


def right(machine: Svm, targets: TargetTable) -> float:
    return float(((machine.margins(targets.rows) > 0) == targets.is_clean).mean())


def test_margins_equal_those_of_scikit_learn() -> None:
    targets = rings()
    machine = train_svm(targets)
    # Scaled by hand, and rounded as in a file.
    low, high = targets.rows.min(axis=0), targets.rows.max(axis=0)
    rows = (2 * (targets.rows - low) / (high - low) - 1).astype(np.float16).astype(np.float64)
    svc = SVC(C=4, gamma=2**-5).fit(rows, targets.is_clean)
    assert len(machine.centres) == len(svc.support_vectors_) < len(rows)
    np.testing.assert_allclose(
        machine.margins(targets.rows), svc.decision_function(rows), atol=2e-3
    )


def test_classes_that_are_not_linearly_separable_are_learned() -> None:
    assert right(train_svm(rings()), rings(seed=1)) > 0.98


def test_missing_and_constant_values_are_handled() -> None:
    targets = rings()
    targets.rows[:, 38:] = [7, NAN]
    targets.rows[::10, :4] = NAN
    machine = train_svm(targets)
    assert not machine.centres[:, 38:].any()
    assert right(machine, targets) > 0.98


def test_few_centres_replace_many_support_vectors() -> None:
    targets = rings(400, noise=0.8)
    whole = train_svm(targets)
    assert len(whole.centres) > 60
    small = train_svm(targets, max_centres=40)
    assert (small.centres.shape, small.weights.shape) == ((40, 40), (40,))
    vectors = {row.tobytes() for row in whole.centres}
    assert all(row.tobytes() in vectors for row in small.centres)
    assert (small.bias, small.slope) == (whole.bias, whole.slope)
    fresh = rings(400, noise=0.8, seed=1).rows
    agree = (small.margins(fresh) > 0) == (whole.margins(fresh) > 0)
    assert agree.mean() > 0.98


def test_equal_centres_have_finite_weights() -> None:
    near = np.repeat(np.array([[1, 0.5], [0.5, 1], [0.2, 0.1]], np.float32), 2, axis=1)
    wanted = near @ np.array([1, 1, -2, -2])
    weights = fit_weights(near, wanted)
    assert near @ weights == pytest.approx(wanted, abs=1e-5)
    # Equal centres share their weight.
    assert weights.tolist() == pytest.approx([1, 1, -2, -2], abs=1e-4)


def test_training_uses_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: set[int] = set()

    def noted(*given: Any) -> Any:
        threads.update(pool["num_threads"] for pool in threadpool_info())
        return fit_svc(*given)

    monkeypatch.setattr(svm, "fit_svc", noted)
    train_svm(rings(40))
    assert threads == {1}


def test_the_same_seed_gives_the_same_svm() -> None:
    targets = rings(noise=0.8)
    first, same, other = (train_svm(targets, max_centres=10, seed=seed) for seed in (1, 1, 2))
    assert parts(first) == parts(same)
    assert parts(first) != parts(other)


def test_centres_are_exact_in_16_bits() -> None:
    centres = train_svm(rings()).centres
    assert np.array_equal(centres, centres.astype(np.float16).astype(np.float32))


def test_a_sample_is_sorted_and_complete_if_small() -> None:
    assert sample(3, 3, 0).tolist() == [0, 1, 2]
    found = sample(100, 10, 0)
    assert len(set(found.tolist())) == 10
    assert (np.diff(found) > 0).all()
    assert found.tolist() != sample(100, 10, 1).tolist()


def test_folds_separate_sites() -> None:
    targets = rings(sites=7)
    tried = np.zeros(len(targets.rows), int)
    for known, other in folds_of(targets, 0):
        assert not {*targets.select_rows(known).sites} & {*targets.select_rows(other).sites}
        assert (known ^ other).all()
        tried += other
    assert (tried == 1).all()


@pytest.mark.parametrize(("sites", "folds"), [(1, 2), (2, 2), (3, 3), (9, 3)])
def test_the_number_of_folds_depends_on_the_sites(sites: int, folds: int) -> None:
    assert len(list(folds_of(rings(sites=sites), 0))) == folds


def test_one_site_is_split_into_halves() -> None:
    targets = rings(sites=1)
    halves = list(folds_of(targets, 0))
    assert [(int(known.sum()), int(other.sum())) for known, other in halves] == [(60, 60)] * 2
    assert (halves[0][0] == halves[1][1]).all()
    assert right(train_svm(targets), rings(seed=1)) > 0.98


def test_the_grid_search_finds_c_and_gamma(monkeypatch: pytest.MonkeyPatch) -> None:
    # Kernels that are too wide for rings, and too narrow for other than the training targets.
    monkeypatch.setattr(svm, "COSTS", (COSTS[0], COSTS[4]))
    monkeypatch.setattr(svm, "GAMMAS", (GAMMAS[0], GAMMAS[-1], GAMMAS[5]))
    targets = rings(60)
    assert grid_search(targets, 0) == SvmParameters(COSTS[4], GAMMAS[5])
    assert train_svm(targets, None).gamma == GAMMAS[5]
    assert train_svm(targets, SvmParameters(32, 8)).gamma == 8


def test_the_first_of_equal_parameters_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(svm, "COSTS", (16.0, 4.0))
    monkeypatch.setattr(svm, "GAMMAS", (0.02, 0.03))
    assert grid_search(rings(60, noise=0.01), 0) == SvmParameters(16.0, 0.02)


def test_the_grid_equals_that_of_the_paper() -> None:
    assert (COSTS[0], COSTS[-1], len(COSTS)) == (2**-5, 2**15, 11)
    assert (GAMMAS[0], GAMMAS[-1], len(GAMMAS)) == (2**3, 2**-15, 10)


def test_the_search_uses_a_sample_of_the_targets(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    def noted(targets: TargetTable, seed: int) -> SvmParameters:
        seen.append(len(targets.rows))
        return OURS

    monkeypatch.setattr(svm, "SEARCH_TARGETS", 50)
    monkeypatch.setattr(svm, "grid_search", noted)
    train_svm(rings(), None)
    assert seen == [50]


def test_the_slope_is_steeper_for_cleaner_data() -> None:
    slopes = [fit_slope(rings(400, noise=noise), OURS, 0) for noise in (0.1, 0.6, 1.2, 5)]
    assert slopes == sorted(slopes, reverse=True)
    assert slopes[0] > 2 * slopes[2]
    assert all(MIN_SLOPE <= slope <= MAX_SLOPE for slope in slopes)


def test_probabilities_are_calibrated() -> None:
    targets = rings(2000, noise=1.2)
    machine = train_svm(targets)
    probabilities = machine.probabilities(machine.margins(rings(4000, noise=1.2, seed=1).rows))
    is_clean = rings(4000, noise=1.2, seed=1).is_clean
    for low in (0.1, 0.3, 0.5, 0.7):
        here = (probabilities >= low) & (probabilities < low + 0.2)
        assert here.sum() > 100
        assert is_clean[here].mean() == pytest.approx(probabilities[here].mean(), abs=0.1)


def test_rows_and_columns_are_selected() -> None:
    targets = rings(9, sites=3)
    few = targets.select_columns(("column 1",)).select_rows(np.array([2, 4]))
    assert (few.names, few.sites) == (("column 1",), ["site0", "site1"])
    assert few.rows.tolist() == [[targets.rows[2, 1]], [targets.rows[4, 1]]]
    assert few.is_clean.tolist() == [False, True]
    assert targets.select_rows(targets.is_clean).is_clean.all()


Rows = NDArray[np.float32]
NAN = float("nan")


def rows(*values: list[float]) -> Rows:
    return np.array(values, np.float32)


def scaled(scale: Scale, *values: list[float]) -> list[list[float]]:
    found: list[list[float]] = scale(rows(*values)).tolist()
    return found


tables = arrays(np.float32, (4, 3), elements=st.floats(-1, 1, width=32))


@given(tables, tables, st.sampled_from([2.0**-15, 0.03, 1.0, 8.0]))
def test_the_kernel_is_gaussian(some: Rows, centres: Rows, gamma: float) -> None:
    squares = ((some[:, None].astype(float) - centres[None]) ** 2).sum(axis=2)
    found = kernel(some, centres, gamma)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, np.exp(-gamma * squares), atol=2e-5)
    assert (found <= 1).all()


def test_scale_maps_the_training_range_to_minus_one_and_one() -> None:
    scale = Scale.of(rows([0, -3], [4, 1], [1, -1]))
    assert (scale.low.tolist(), scale.high.tolist()) == ([0, -3], [4, 1])
    assert scaled(scale, [0, 1], [4, -3], [1, -1]) == [[-1, 1], [1, -1], [-0.5, 0]]


def test_scale_clips_values_outside_of_the_training_range() -> None:
    scale = Scale.of(rows([0.0], [2.0]))
    assert scaled(scale, [-7], [9], [float("inf")], [float("-inf")]) == [[-1], [1], [1], [-1]]


def test_scale_maps_nan_to_zero() -> None:
    scale = Scale.of(rows([0, NAN], [2, NAN], [NAN, NAN]))
    assert (scale.low.tolist(), scale.high.tolist()) == ([0, 0], [2, 0])
    assert scaled(scale, [NAN, NAN], [2, 5]) == [[0, 0], [1, 0]]


def test_scale_maps_a_constant_column_to_zero() -> None:
    assert scaled(Scale.of(rows([3], [3])), [3], [-100], [NAN]) == [[0], [0], [0]]


def test_scale_of_no_rows_maps_to_zero() -> None:
    scale = Scale.of(np.zeros((0, 2), np.float32))
    assert scaled(scale, [1, 2]) == [[0, 0]]


def test_scale_does_not_change_its_input() -> None:
    some = rows([5, NAN])
    Scale.of(rows([0, 0], [1, 1]))(some)
    assert some[0, 0] == 5
    assert np.isnan(some[0, 1])


def test_margins_are_weighted_sums_over_centres() -> None:
    # The row is (−1, 1) once scaled: four from one centre, by the square, and five from the other.
    two = make_svm(("part", "heading"), [[1, 1], [-2, -1]], [3, -2], gamma=0.5, bias=0.25)
    expected = 3 * math.exp(-0.5 * 4) - 2 * math.exp(-0.5 * 5) + 0.25
    margins = two.margins(rows([0, 1]))
    assert margins.dtype == np.float32
    assert margins.tolist() == pytest.approx([expected])


def test_no_rows_have_no_margins() -> None:
    two = make_svm(("part", "heading"), [[1, 1], [-1, -1]], [1, -1])
    assert two.margins(np.zeros((0, 2), np.float32)).shape == (0,)


def test_margins_do_not_depend_on_the_chunk_size(monkeypatch: pytest.MonkeyPatch) -> None:
    two = make_svm(("part", "heading"), [[1, 0.5], [-1, 0]], [3, -2], gamma=0.5)
    some = np.random.default_rng(1).random((11, 2), np.float32)
    whole = two.margins(some)
    assert len(set(whole.tolist())) == 11
    for count in (1, 4, 10, 11):
        monkeypatch.setattr(svm, "CHUNK_ROWS", count)
        np.testing.assert_allclose(two.margins(some), whole, rtol=1e-5)


def test_probabilities_are_half_at_margin_zero_and_increase() -> None:
    steep = make_svm(("part",), [[0]], [0], slope=2)
    margins = np.linspace(-3, 3, 25, dtype=np.float32)
    probabilities = steep.probabilities(margins)
    assert probabilities.dtype == np.float32
    assert probabilities[12] == 0.5
    assert (np.diff(probabilities) > 0).all()
    assert probabilities[[8, 16]].tolist() == pytest.approx(
        [1 / (1 + math.e**2), 1 / (1 + math.e**-2)]
    )


@pytest.mark.filterwarnings("error")
def test_probabilities_of_extreme_margins_do_not_overflow() -> None:
    steep = make_svm(("part",), [[0]], [0], slope=10)
    assert steep.probabilities(np.array([-1e6, 1e6], np.float32)).tolist() == [0, 1]
