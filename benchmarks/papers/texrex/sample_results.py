"""Small blocks and artificial results for tests of the texrex experiments."""

import numpy as np

from benchmarks.papers.texrex.classifiers import MLP, PEARSON, SET_TREES
from benchmarks.papers.texrex.data import BLOCK, PAGE, Blocks
from benchmarks.papers.texrex.experiments import Figures
from benchmarks.papers.texrex.scores import THRESHOLDS, Row
from webwinnow.gold.datasets.fann import FannData

CORRECT = {MLP: 0.9, PEARSON: 0.95, SET_TREES: 0.96}


def sample_blocks(rows: int = 120, pages: int = 6, seed: int = 0) -> Blocks:
    """Blocks that are boilerplate if their first two inputs sum to more than 1."""
    rng = np.random.default_rng(seed)
    inputs = rng.random((rows, 37), np.float32)
    inputs[:, 4] = np.arange(rows) % pages / 10
    inputs[:, 21:24] = 0
    outputs = inputs[:, 0] + inputs[:, 1] > 1
    return Blocks.of(FannData(inputs, outputs[:, None].astype(np.float32)))


def row(value: float) -> dict[str, float]:
    return Row(value, value, value, value)._asdict()


def at_default(value: float) -> Figures:
    return {name: row(value) for name in ("boilerplate", "text", "weighted")}


def classifier(value: float, folds: int) -> Figures:
    curve = [[0.8 + t / 5, 1 - t / 10, 0.9, 0.9] for t in THRESHOLDS.tolist()]
    point = {"threshold": 0.5, **row(value)}
    fold = {"at 0.5": row(value), "balanced": point, "most correct": point, "curve": curve}
    errors = {"training": [0.02, 0.01], "testing": [0.02, 0.03]}
    notes = {"epoch": 2_000, "every": 1_000, "errors": errors}
    return {
        **at_default(value),
        "folds": [fold] * folds,
        "notes": [notes] * folds,
        "processor seconds": 1.0,
    }


def by_folds(folds: int, loss: float) -> Figures:
    found = {name: classifier(value - loss, folds) for name, value in CORRECT.items()}
    return {"plan": {"folds": folds, "epochs": 2_000, "seed": 0}, "classifiers": found}


def sample_results(folds: int = 10) -> Figures:
    """Results of two languages; folds of pages are worse than folds of blocks."""
    languages = ("de", "en")
    cells = {"de": {"en": at_default(0.7)}, "en": {"de": at_default(0.7)}}
    cells["all but de"] = cells["en"]
    of_all = dict.fromkeys(("de", "en", "all"), at_default(0.6))
    return {
        "sets": {code: {"blocks": 9, "pages": 3, "boilerplate": 0.75} for code in languages},
        "languages": {
            code: {BLOCK: by_folds(folds, 0), PAGE: by_folds(folds, 0.1)} for code in languages
        },
        "across": {"classifiers": dict.fromkeys((MLP, SET_TREES), cells)},
        "together": {"classifiers": dict.fromkeys((MLP, SET_TREES), of_all)},
        "algorithms": {
            "blocks": 9,
            "epochs": 5,
            "rows": [["RPROP", "gaussian symmetric", "linear piece symmetric", 0.01, 0.9]],
        },
        "text mass": {"html": [0.5, 1.0], "text": [0.2, 1.0], "is boilerplate": [True, False]},
    }
