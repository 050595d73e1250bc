from typing import Any

import numpy as np
import pytest
from sklearn.svm import SVC
from threadpoolctl import threadpool_info

from webwinnow.methods.fiasco import svm
from webwinnow.methods.fiasco.machine import Machine
from webwinnow.methods.fiasco.svm import (
    COSTS,
    FLATTEST,
    GAMMAS,
    STEEPEST,
    Constants,
    Targeted,
    best,
    fitted,
    folds_of,
    machine_of,
    slope_of,
    some,
    standing_in,
)

NAN = float("nan")


def rings(count: int = 120, *, sites: int = 6, noise: float = 0.1, seed: int = 0) -> Targeted:
    """Clean targets are around the middle, dirty ones around those: no line tells them apart.

    There are many columns, as those who chose the constants had.
    """
    chance = np.random.default_rng(seed)
    is_clean = np.arange(count) % 4 < 2
    angle = chance.uniform(0, 2 * np.pi, count)
    radius = np.where(is_clean, 1, 3) + chance.normal(0, noise, count)
    rows = np.stack([radius * np.cos(angle), radius * np.sin(angle)] * 20, axis=1)
    names = tuple(f"column {number}" for number in range(40))
    of_sites = [f"site{number // 4 % sites}" for number in range(count)]
    return Targeted(names, rows.astype(np.float32), is_clean, of_sites)


def parts(machine: Machine) -> tuple[bytes | float, ...]:
    arrays = machine.scale.low, machine.scale.high, machine.centres, machine.weights
    return (*(each.tobytes() for each in arrays), machine.gamma, machine.bias, machine.slope)


def right(machine: Machine, targets: Targeted) -> float:
    return float(((machine.margins(targets.rows) > 0) == targets.is_clean).mean())


def test_margins_are_those_of_scikit_learn() -> None:
    targets = rings()
    machine = machine_of(targets)
    # Scaled by hand, and rounded as rows of a file are.
    low, high = targets.rows.min(axis=0), targets.rows.max(axis=0)
    rows = (2 * (targets.rows - low) / (high - low) - 1).astype(np.float16).astype(np.float64)
    svc = SVC(C=4, gamma=2**-5).fit(rows, targets.is_clean)
    assert len(machine.centres) == len(svc.support_vectors_) < len(rows)
    np.testing.assert_allclose(
        machine.margins(targets.rows), svc.decision_function(rows), atol=2e-3
    )


def test_what_no_line_could_tell_is_learned() -> None:
    assert right(machine_of(rings()), rings(seed=1)) > 0.98


def test_what_is_not_known_and_what_never_changes_is_learned_around() -> None:
    targets = rings()
    targets.rows[:, 38:] = [7, NAN]
    targets.rows[::10, :4] = NAN
    machine = machine_of(targets)
    assert not machine.centres[:, 38:].any()
    assert right(machine, targets) > 0.98


def test_few_centres_stand_for_many_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    targets = rings(400, noise=0.8)
    whole = machine_of(targets)
    assert len(whole.centres) > 60
    monkeypatch.setattr(svm, "CENTRES", 40)
    small = machine_of(targets)
    assert (small.centres.shape, small.weights.shape) == ((40, 40), (40,))
    vectors = {row.tobytes() for row in whole.centres}
    assert all(row.tobytes() in vectors for row in small.centres)
    assert (small.bias, small.slope) == (whole.bias, whole.slope)
    fresh = rings(400, noise=0.8, seed=1).rows
    agree = (small.margins(fresh) > 0) == (whole.margins(fresh) > 0)
    assert agree.mean() > 0.98


def test_centres_that_are_alike_have_finite_weights() -> None:
    near = np.repeat(np.array([[1, 0.5], [0.5, 1], [0.2, 0.1]], np.float32), 2, axis=1)
    wanted = near @ np.array([1, 1, -2, -2])
    weights = standing_in(near, wanted)
    assert near @ weights == pytest.approx(wanted, abs=1e-5)
    # Twins share what is wanted of them.
    assert weights.tolist() == pytest.approx([1, 1, -2, -2], abs=1e-4)


def test_machines_are_learned_in_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: set[int] = set()

    def noted(*given: Any) -> Any:
        threads.update(pool["num_threads"] for pool in threadpool_info())
        return fitted(*given)

    monkeypatch.setattr(svm, "fitted", noted)
    machine_of(rings(40))
    assert threads == {1}


def test_the_same_seed_gives_the_same_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(svm, "CENTRES", 10)
    targets = rings(noise=0.8)
    first, same, other = (machine_of(targets, seed=seed) for seed in (1, 1, 2))
    assert parts(first) == parts(same)
    assert parts(first) != parts(other)


def test_rows_of_a_machine_fit_into_half_the_bytes() -> None:
    centres = machine_of(rings()).centres
    assert np.array_equal(centres, centres.astype(np.float16).astype(np.float32))


def test_some_are_all_where_there_are_few_and_are_in_order() -> None:
    assert some(3, 3, 0).tolist() == [0, 1, 2]
    found = some(100, 10, 0)
    assert len(set(found.tolist())) == 10
    assert (np.diff(found) > 0).all()
    assert found.tolist() != some(100, 10, 1).tolist()


def test_no_site_is_learned_from_and_tried() -> None:
    targets = rings(sites=7)
    tried = np.zeros(len(targets.rows), int)
    for known, other in folds_of(targets, 0):
        assert not {*targets.chosen(known).sites} & {*targets.chosen(other).sites}
        assert (known ^ other).all()
        tried += other
    assert (tried == 1).all()


@pytest.mark.parametrize(("sites", "folds"), [(1, 2), (2, 2), (3, 3), (9, 3)])
def test_there_are_as_many_folds_as_sites_allow(sites: int, folds: int) -> None:
    assert len(list(folds_of(rings(sites=sites), 0))) == folds


def test_one_site_is_tried_by_halves() -> None:
    targets = rings(sites=1)
    halves = list(folds_of(targets, 0))
    assert [(int(known.sum()), int(other.sum())) for known, other in halves] == [(60, 60)] * 2
    assert (halves[0][0] == halves[1][1]).all()
    assert right(machine_of(targets), rings(seed=1)) > 0.98


def test_a_search_finds_constants_of_the_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    # Kernels that are too wide to tell rings, and too narrow for others than the lessons.
    monkeypatch.setattr(svm, "COSTS", (COSTS[0], COSTS[4]))
    monkeypatch.setattr(svm, "GAMMAS", (GAMMAS[0], GAMMAS[-1], GAMMAS[5]))
    targets = rings(60)
    assert best(targets, 0) == Constants(COSTS[4], GAMMAS[5])
    assert machine_of(targets, search=True).gamma == GAMMAS[5]
    assert machine_of(targets).gamma == Constants().gamma


def test_of_equal_constants_the_first_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(svm, "COSTS", (16.0, 4.0))
    monkeypatch.setattr(svm, "GAMMAS", (0.02, 0.03))
    assert best(rings(60, noise=0.01), 0) == Constants(16.0, 0.02)


def test_the_grid_is_that_of_the_paper() -> None:
    assert (COSTS[0], COSTS[-1], len(COSTS)) == (2**-5, 2**15, 11)
    assert (GAMMAS[0], GAMMAS[-1], len(GAMMAS)) == (2**3, 2**-15, 10)


def test_constants_are_searched_on_some_targets_only(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    def noted(targets: Targeted, seed: int) -> Constants:
        seen.append(len(targets.rows))
        return Constants()

    monkeypatch.setattr(svm, "FEW", 50)
    monkeypatch.setattr(svm, "best", noted)
    machine_of(rings(), search=True)
    assert seen == [50]


def test_cleaner_targets_have_a_steeper_curve() -> None:
    slopes = [slope_of(rings(400, noise=noise), Constants(), 0) for noise in (0.1, 0.6, 1.2, 5)]
    assert slopes == sorted(slopes, reverse=True)
    assert slopes[0] > 2 * slopes[2]
    assert all(FLATTEST <= slope <= STEEPEST for slope in slopes)


def test_a_curve_fits_what_was_seen_of_other_sites() -> None:
    targets = rings(2000, noise=1.2)
    machine = machine_of(targets)
    chances = machine.chances(machine.margins(rings(4000, noise=1.2, seed=1).rows))
    is_clean = rings(4000, noise=1.2, seed=1).is_clean
    for low in (0.1, 0.3, 0.5, 0.7):
        here = (chances >= low) & (chances < low + 0.2)
        assert here.sum() > 100
        assert is_clean[here].mean() == pytest.approx(chances[here].mean(), abs=0.1)


def test_columns_and_rows_are_chosen_together() -> None:
    targets = rings(9, sites=3)
    few = targets.columns(("column 1",)).chosen(np.array([2, 4]))
    assert (few.names, few.sites) == (("column 1",), ["site0", "site1"])
    assert few.rows.tolist() == [[targets.rows[2, 1]], [targets.rows[4, 1]]]
    assert few.is_clean.tolist() == [False, True]
    assert targets.chosen(targets.is_clean).is_clean.all()
