import numpy as np
import pytest

from benchmarks.papers.fiasco import kernel_search as search_module
from benchmarks.papers.fiasco.features import EVERY, PUBLISHED
from benchmarks.papers.fiasco.kernel_search import (
    GRIDS,
    Kernel,
    Part,
    Setting,
    accuracies,
    draw_targets,
    search,
    split_parts,
)
from benchmarks.papers.fiasco.test_features import data

RING = np.random.default_rng(0).normal(size=(120, 2))
IN_RING = (RING**2).sum(axis=1) < 1


def test_the_papers_grid_has_110_settings() -> None:
    assert len(set(GRIDS["RBF"])) == 110
    assert Setting(Kernel("RBF", 8.0), 32.0) in GRIDS["RBF"]


@pytest.mark.parametrize(
    ("kernel", "libsvm_name"),
    [
        (Kernel("RBF", 0.5), "rbf"),
        (Kernel("polynomial", 0.5, 1, 3), "poly"),
        (Kernel("linear"), "linear"),
        (Kernel("sigmoid", 0.1, -1), "sigmoid"),
    ],
)
def test_kernels_equal_those_of_libsvm(kernel: Kernel, libsvm_name: str) -> None:
    svm = pytest.importorskip("sklearn.svm")
    part = Part(RING[:80], RING[80:], IN_RING[:80], IN_RING[80:])
    setting = Setting(kernel, 2.0)
    other = svm.SVC(
        C=2.0, kernel=libsvm_name, gamma=kernel.gamma, coef0=kernel.coef0, degree=kernel.degree
    )
    right = other.fit(part.train, part.train_labels).predict(part.test) == part.test_labels
    assert accuracies([part], [setting])[setting] == round(100 * right.mean(), 2)


def test_a_ring_needs_a_nonlinear_kernel() -> None:
    pytest.importorskip("sklearn")
    part = Part(RING[:80], RING[80:], IN_RING[:80], IN_RING[80:])
    straight, radial = Setting(Kernel("linear"), 1.0), Setting(Kernel("RBF", 1.0), 8.0)
    found = accuracies([part, part], [straight, radial])
    assert found[radial] > 80 > 70 > found[straight]


def test_parts_are_split_by_fold() -> None:
    pytest.importorskip("wordfreq")
    made = data(6)
    fold = np.arange(36) % 3
    subset = np.arange(0, 36, 2)
    parts = list(split_parts(made, fold, subset, PUBLISHED))
    assert [len(part.test_labels) for part in parts] == [6, 6, 6]
    assert [len(part.train_labels) for part in parts] == [12, 12, 12]
    for each, part in enumerate(parts):
        assert part.test_labels.tolist() == made.is_clean[subset[fold[subset] == each]].tolist()


def test_targets_are_drawn_by_seed() -> None:
    found = draw_targets(9_000, 0)
    assert len(np.unique(found)) == 4_000
    assert found.tolist() == draw_targets(9_000, 0).tolist() != draw_targets(9_000, 1).tolist()
    assert len(draw_targets(10, 0)) == 10


def test_a_search_gives_the_best_setting_of_each_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sklearn")
    pytest.importorskip("wordfreq")
    grid = [Setting(Kernel("RBF", gamma), 8.0) for gamma in (1e-9, 0.1)]
    monkeypatch.setitem(search_module.GRIDS, "RBF", grid)
    found = search(data(6), np.arange(36) // 12, PUBLISHED, ["RBF"], 0)
    assert found["RBF"]["gamma"] == 0.1
    assert found["RBF"]["accuracy"] == 100
    assert found["RBF"]["tried"] == 2
    assert "linear" not in found
    assert found["columns"] < search(data(6), np.arange(36) // 12, EVERY, [], 0)["columns"]
