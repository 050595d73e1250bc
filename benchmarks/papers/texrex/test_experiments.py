import numpy as np
import pytest

from benchmarks.papers.texrex.classifiers import MLP
from benchmarks.papers.texrex.data import BLOCK, PAGE
from benchmarks.papers.texrex.experiments import (
    Plan,
    at_default,
    cross_validate,
    train_across,
    train_on_all,
    workers,
)
from benchmarks.papers.texrex.sample_results import sample_blocks

PLAN = Plan(folds=3, epochs=100)
SETS = {"de": sample_blocks(60), "en": sample_blocks(45, seed=1)}

pytest.importorskip("threadpoolctl")


def test_each_fold_is_scored_by_the_model_of_the_others() -> None:
    with workers(1) as run:
        network = cross_validate(SETS["de"], MLP, BLOCK, PLAN, run)
    assert len(network["folds"]) == len(network["notes"]) == 3
    right = [fold["at 0.5"]["correct"] for fold in network["folds"]]
    assert network["weighted"]["correct"] == pytest.approx(np.mean(right), abs=1e-4)


def test_same_seed_gives_the_same_figures_in_one_process_and_in_two() -> None:
    found = []
    for count in (1, 2):
        with workers(count) as run:
            found.append(cross_validate(SETS["de"], MLP, PAGE, PLAN, run))
    assert found[0]["folds"] == found[1]["folds"]
    assert found[0]["notes"] == found[1]["notes"]


@pytest.mark.parametrize(("unit", "has_curves"), [(BLOCK, True), (PAGE, False)])
def test_curves_are_of_the_network_in_folds_of_blocks(unit: str, has_curves: bool) -> None:
    with workers(1) as run:
        found = cross_validate(SETS["de"], MLP, unit, PLAN, run)
    assert all(("curve" in fold) == has_curves for fold in found["folds"])


def test_training_languages_are_not_tested() -> None:
    with workers(1) as run:
        found = train_across(SETS, MLP, PLAN, run)
    tested = {source: list(cells) for source, cells in found.items()}
    assert tested == {"de": ["en"], "en": ["de"], "all but de": ["de"], "all but en": ["en"]}


def test_a_model_of_all_languages_is_scored_for_each() -> None:
    with workers(1) as run:
        found = train_on_all(SETS, MLP, PLAN, run)
    right = {name: row["weighted"]["correct"] for name, row in found.items()}
    assert right["all"] == pytest.approx((60 * right["de"] + 45 * right["en"]) / 105, abs=1e-4)


def test_text_is_the_complement_of_boilerplate() -> None:
    figures = at_default(np.array([0.9, 0.9, 0.1]), np.array([True, False, False]))
    assert figures["boilerplate"]["precision"] == figures["text"]["recall"] == 0.5
    assert figures["boilerplate"]["recall"] == figures["text"]["precision"] == 1
