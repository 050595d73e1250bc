from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.papers.texrex import classifiers
from benchmarks.papers.texrex.classifiers import (
    CLASSIFIERS,
    MLP,
    TREES,
    GridSearch,
    Scores,
    Settings,
    Trial,
    grid,
    normalised,
    pearson_kernel,
    standardised,
)
from benchmarks.papers.texrex.data import BLOCK, Blocks
from benchmarks.papers.texrex.sample_results import sample_blocks

TRIAL = Trial(sample_blocks(400), sample_blocks(100, seed=1), BLOCK, epochs=300)


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_boilerplate_scores_above_half(name: str) -> None:
    pytest.importorskip("lightgbm" if TREES in name else "sklearn")
    prediction = CLASSIFIERS[name](TRIAL)
    assert ((prediction.scores > 0.5) == TRIAL.test.is_boilerplate).mean() > 0.75


def test_network_keeps_the_snapshot_of_the_lowest_training_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def output(inputs: Scores, value: float) -> Scores:
        return np.full((len(inputs), 1), value)

    def snapshots(*_: object, **__: object) -> Iterator[SimpleNamespace]:
        for number, error in enumerate((0.3, 0.1, 0.2)):
            network = partial(output, value=number / 10)
            yield SimpleNamespace(epoch=number, network=network, error=error)

    monkeypatch.setattr(classifiers, "train_rprop", snapshots)
    prediction = CLASSIFIERS[MLP](TRIAL)
    assert set(prediction.scores) == {0.1}
    assert prediction.notes["epoch"] == 1
    assert prediction.notes["errors"]["training"] == [0.3, 0.1, 0.2]
    assert len(prediction.notes["errors"]["testing"]) == 3


@given(sigma=st.floats(0.1, 10), omega=st.floats(0.3, 5))
def test_pearson_kernel_is_half_at_half_its_width(sigma: float, omega: float) -> None:
    pytest.importorskip("sklearn")
    kernel = pearson_kernel(sigma, omega)
    here, there = np.zeros((1, 2)), np.array([[sigma / 2, 0.0]])
    assert kernel(here, here) == pytest.approx(1)
    assert kernel(here, there) == pytest.approx(0.5)


def test_settings_are_selected_on_training_blocks() -> None:
    """The settings that are best on the test blocks are not selected."""
    test = TRIAL.test

    def fit(known: Blocks, others: Blocks, settings: Settings, seed: int) -> Scores:
        is_known = len(others) != len(test)
        right = settings["good"] == is_known
        return np.where(others.is_boilerplate == right, 1.0, 0.0)

    prediction = GridSearch(fit, grid(good=(0, 1)))(TRIAL)
    assert prediction.notes == {"settings": {"good": 1}}


def test_scales_come_from_training_blocks() -> None:
    train, test = np.array([[1.0, 5], [3, 5]]), np.array([[5.0, 5]])
    assert standardised(train, test)[1].tolist() == [[3, 0]]
    assert normalised(train, test)[1].tolist() == [[2, 0]]


def test_grid_has_every_combination() -> None:
    assert grid(a=(1, 2), b=(3,)) == [{"a": 1, "b": 3}, {"a": 2, "b": 3}]
