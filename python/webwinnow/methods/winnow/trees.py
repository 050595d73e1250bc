"""Boosted trees: LightGBM trains them, the core predicts with their columns."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.winnow.model import TreeColumns

COMMON = {
    "objective": "cross_entropy",
    "bagging_freq": 1,
    "verbose": -1,
    # The same trees for any number of threads.
    "deterministic": True,
    "force_col_wise": True,
}
# With fewer rows one thread is faster.
MIN_ROWS_FOR_THREADS = 50_000


@dataclass(frozen=True)
class Boosting:
    """The number of trees and the parameters of LightGBM."""

    trees: int
    min_leaf_rows: int
    rows_per_leaf: int  # lowers min_leaf_rows to rows / rows_per_leaf for few rows
    parameters: Mapping[str, float] = field(default_factory=dict)


STAGE1 = Boosting(
    trees=150,
    min_leaf_rows=100,
    rows_per_leaf=100,
    parameters={
        "num_leaves": 31,
        "learning_rate": 0.07,
        "feature_fraction": 0.3,
        "bagging_fraction": 0.5,
        "lambda_l2": 5,
        "max_bin": 63,
    },
)
STAGE2 = replace(STAGE1, trees=100)
# On top of a model: few, cautious trees, because the model knows far more pages.
FINE_TUNING = Boosting(
    trees=60,
    min_leaf_rows=100,
    rows_per_leaf=50,
    parameters={**STAGE1.parameters, "num_leaves": 15, "learning_rate": 0.05, "lambda_l2": 20},
)
# There are far fewer pages than blocks.
PAGE_TREES = Boosting(
    trees=40,
    min_leaf_rows=20,
    rows_per_leaf=20,
    parameters={
        "num_leaves": 8,
        "learning_rate": 0.1,
        "feature_fraction": 0.3,
        "bagging_fraction": 0.8,
        "lambda_l2": 5,
    },
)


def train_trees(
    rows: NDArray[np.float32],
    targets: NDArray[np.float64],
    boosting: Boosting,
    *,
    weights: NDArray[np.float64] | None = None,
    init_scores: NDArray[np.float64] | None = None,
    seed: int = 0,
) -> TreeColumns:
    """Train trees whose summed leaves are log odds of the targets (0..1).

    With `init_scores`, the trees are to be added to these log odds.
    """
    import lightgbm

    weights = None if weights is None else weights / weights.mean()
    data = lightgbm.Dataset(rows, targets, weight=weights, init_score=init_scores)
    min_rows = min(boosting.min_leaf_rows, max(2, len(rows) // boosting.rows_per_leaf))
    threads = 0 if len(rows) >= MIN_ROWS_FOR_THREADS else 1  # 0: all processors
    own = {"min_data_in_leaf": min_rows, "num_threads": threads, "seed": seed}
    parameters = {**COMMON, **boosting.parameters, **own}
    return flatten_trees(lightgbm.train(parameters, data, boosting.trees).dump_model())


def flatten_trees(model: Mapping[str, Any]) -> TreeColumns:
    """Flatten LightGBM's dump into columns; every node comes before its children."""
    builder = TreeBuilder()
    roots = [builder.add(tree["tree_structure"]) for tree in model["tree_info"]]
    return TreeColumns(
        np.array(roots, np.int32),
        np.array(builder.feature, np.uint16),
        round_down(np.array(builder.threshold, np.float64)),
        np.array(builder.left, np.int32),
        np.array(builder.right, np.int32),
        np.array(builder.values, np.float32),
        np.array(builder.weights, np.float32),
    )


@dataclass
class TreeBuilder:
    """Columns under construction."""

    feature: list[int] = field(default_factory=list)
    threshold: list[float] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    right: list[int] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)

    def add(self, node: Mapping[str, Any]) -> int:
        """Add a node and its subtree; return its number, or the complement of a leaf's."""
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


def round_down(thresholds: NDArray[np.float64]) -> NDArray[np.float32]:
    """Round to single precision so that `value <= threshold` has the same result for all floats."""
    single = thresholds.astype(np.float32)
    return np.where(single > thresholds, np.nextafter(single, np.float32(-np.inf)), single)
