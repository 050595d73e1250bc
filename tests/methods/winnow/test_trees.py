from typing import Any

import lightgbm
import numpy as np
import pytest

from webwinnow._core import predict_trees
from webwinnow.methods.winnow.trees import (
    PAGE_TREES,
    STAGE1,
    Boosting,
    flatten_trees,
    round_down,
    train_trees,
)

RANDOM = np.random.default_rng(0)
ROWS = RANDOM.normal(size=(800, 12)).astype(np.float32)
# Values that come again and again lie on the thresholds.
ROWS[:, ::2] = np.round(ROWS[:, ::2], 1)
TARGETS = 1 / (1 + np.exp(-(ROWS[:, 0] + ROWS[:, 1] * ROWS[:, 2]).astype(np.float64)))


def test_core_predicts_like_lightgbm() -> None:
    parameters = {"objective": "cross_entropy", "min_data_in_leaf": 5, "verbose": -1}
    model = lightgbm.train(
        {**parameters, "num_threads": 1}, lightgbm.Dataset(ROWS, TARGETS), num_boost_round=60
    )
    trees = flatten_trees(model.dump_model()).trees(12)
    others = np.round(RANDOM.normal(size=(500, 12)), 1).astype(np.float32)
    for rows in (ROWS, others):
        assert predict_trees(trees, rows) == pytest.approx(model.predict(rows), abs=1e-5)


def test_rounded_thresholds_split_alike() -> None:
    thresholds = np.array([0.1, 0.3, -0.1, 1e-35, 2.5, 1e10 / 3])
    rounded = round_down(thresholds)
    assert rounded.dtype == np.float32
    for values in (rounded, np.nextafter(rounded, np.float32(np.inf))):
        assert ((values <= rounded) == (values.astype(np.float64) <= thresholds)).all()


def test_trees_approximate_the_targets() -> None:
    columns = train_trees(ROWS, TARGETS, STAGE1)
    found = np.abs(predict_trees(columns.trees(12), ROWS) - TARGETS).mean()
    assert found < np.abs(TARGETS.mean() - TARGETS).mean() / 2
    assert len(columns.roots) == STAGE1.trees
    assert len(columns.weights) == len(columns.feature)


def test_weights_of_rows_count() -> None:
    rows, targets = np.zeros((100, 1), np.float32), np.repeat([1.0, 0.0], 50)
    columns = train_trees(rows, targets, PAGE_TREES, weights=np.repeat([3.0, 1.0], 50))
    assert predict_trees(columns.trees(1), rows[:1])[0] == pytest.approx(0.75, abs=0.01)


def test_trees_add_to_init_scores() -> None:
    first = train_trees(ROWS, TARGETS, PAGE_TREES)
    predicted = predict_trees(first.trees(12), ROWS).astype(np.float64)
    more = train_trees(ROWS, TARGETS, PAGE_TREES, init_scores=np.log(predicted / (1 - predicted)))
    both = predict_trees(first.append(more).trees(12), ROWS)
    assert len(first.append(more).roots) == 2 * PAGE_TREES.trees
    assert np.abs(both - TARGETS).mean() < np.abs(predicted - TARGETS).mean()
    sums = [predict_trees(each.trees(12), ROWS).astype(np.float64) for each in (first, more)]
    added = sum(np.log(each / (1 - each)) for each in sums)
    assert both == pytest.approx(1 / (1 + np.exp(-added)), abs=1e-4)


def test_seed_changes_the_trees() -> None:
    def values(seed: int) -> list[float]:
        return list(train_trees(ROWS, TARGETS, PAGE_TREES, seed=seed).values)

    assert values(1) == values(1) != values(2)


@pytest.mark.parametrize("target", [0.0, 1.0, 0.5])
def test_equal_targets_give_trees_of_one_leaf(target: float) -> None:
    columns = train_trees(ROWS, np.full(len(ROWS), target), Boosting(3, 20, 20))
    assert len(columns.feature) == 0
    assert predict_trees(columns.trees(12), ROWS[:1])[0] == pytest.approx(target, abs=1e-6)


def test_unknown_splits_are_rejected() -> None:
    node: dict[str, Any] = {"decision_type": "==", "split_feature": 0}
    with pytest.raises(ValueError, match="LightGBM splits by '=='"):
        flatten_trees({"tree_info": [{"tree_structure": node}]})
