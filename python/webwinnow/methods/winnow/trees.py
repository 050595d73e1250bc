"""Boosted trees by LightGBM, as the columns that the core walks."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.winnow.model import TreeColumns

__all__ = ["FIRST", "MORE", "PAGES", "SECOND", "Boosting", "boosted", "columns_of"]

COMMON = {
    "objective": "cross_entropy",
    "bagging_freq": 1,
    "verbose": -1,
    # The same trees whatever the number of threads, which by rows they would not be.
    "deterministic": True,
    "force_col_wise": True,
}
# With fewer rows threads wait for each other longer than they work.
ROWS_FOR_THREADS = 50_000


@dataclass(frozen=True)
class Boosting:
    """How many trees are grown, and how; `parameters` are LightGBM's."""

    trees: int
    fewest_rows: int  # in a leaf …
    rows_a_leaf: int  # … and one in so many of all, where that is less
    parameters: Mapping[str, float] = field(default_factory=dict)


FIRST = Boosting(
    trees=150,
    fewest_rows=100,
    rows_a_leaf=100,
    parameters={
        "num_leaves": 31,
        "learning_rate": 0.07,
        "feature_fraction": 0.3,
        "bagging_fraction": 0.5,
        "lambda_l2": 5,
        "max_bin": 63,
    },
)
SECOND = replace(FIRST, trees=100)
# On top of a model: few and careful ones, since it knows far more pages.
MORE = Boosting(
    trees=60,
    fewest_rows=100,
    rows_a_leaf=50,
    parameters={**FIRST.parameters, "num_leaves": 15, "learning_rate": 0.05, "lambda_l2": 20},
)
# Whole pages are few.
PAGES = Boosting(
    trees=40,
    fewest_rows=20,
    rows_a_leaf=20,
    parameters={
        "num_leaves": 8,
        "learning_rate": 0.1,
        "feature_fraction": 0.3,
        "bagging_fraction": 0.8,
        "lambda_l2": 5,
    },
)


def boosted(
    rows: NDArray[np.float32],
    targets: NDArray[np.float64],
    how: Boosting,
    *,
    weights: NDArray[np.float64] | None = None,
    known: NDArray[np.float64] | None = None,
    seed: int = 0,
) -> TreeColumns:
    """Trees whose sum's logistic comes near the targets, which are 0 to 1; with `known`, trees to
    be added to these sums.
    """
    import lightgbm

    weights = None if weights is None else weights / weights.mean()
    data = lightgbm.Dataset(rows, targets, weight=weights, init_score=known)
    fewest = min(how.fewest_rows, max(2, len(rows) // how.rows_a_leaf))
    threads = 0 if len(rows) >= ROWS_FOR_THREADS else 1  # 0: as many as there are processors
    found = {"min_data_in_leaf": fewest, "num_threads": threads, "seed": seed}
    parameters = {**COMMON, **how.parameters, **found}
    return columns_of(lightgbm.train(parameters, data, how.trees).dump_model())


def columns_of(model: Mapping[str, Any]) -> TreeColumns:
    """What LightGBM dumps, as columns: all nodes, each before those below it."""
    flat = Flat()
    roots = [flat.add(tree["tree_structure"]) for tree in model["tree_info"]]
    return TreeColumns(
        np.array(roots, np.int32),
        np.array(flat.feature, np.uint16),
        rounded_down(np.array(flat.threshold, np.float64)),
        np.array(flat.left, np.int32),
        np.array(flat.right, np.int32),
        np.array(flat.values, np.float32),
        np.array(flat.weights, np.float32),
    )


@dataclass
class Flat:
    """Columns that grow node by node."""

    feature: list[int] = field(default_factory=list)
    threshold: list[float] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    right: list[int] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)

    def add(self, node: Mapping[str, Any]) -> int:
        """The node's number; of a leaf, its complement."""
        if "leaf_value" in node:
            self.values.append(node["leaf_value"])
            return ~(len(self.values) - 1)
        if node["decision_type"] != "<=":
            raise ValueError(f"LightGBM splits by {node['decision_type']!r}, the core by '<='")
        number = len(self.feature)
        self.feature.append(node["split_feature"])
        self.threshold.append(node["threshold"])
        self.weights.append(node["internal_value"])
        self.left.append(0)
        self.right.append(0)
        self.left[number] = self.add(node["left_child"])
        self.right[number] = self.add(node["right_child"])
        return number


def rounded_down(thresholds: NDArray[np.float64]) -> NDArray[np.float32]:
    """In single precision a value is then below a threshold exactly where it was in double."""
    single = thresholds.astype(np.float32)
    return np.where(single > thresholds, np.nextafter(single, np.float32(-np.inf)), single)
