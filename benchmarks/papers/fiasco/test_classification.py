from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks.papers.fiasco import classification
from benchmarks.papers.fiasco.classification import (
    BOOSTED,
    OF_SITES,
    OF_TARGETS,
    SVM,
    TABLES,
    TREE,
    Folds,
    Row,
    assign_folds,
    estimate_seconds,
    rows,
    scores,
    stratify,
)
from benchmarks.papers.fiasco.features import COLUMNS, EVERY, PUBLISHED, SUBSETS, Data, columns_of
from benchmarks.papers.fiasco.test_features import data
from benchmarks.papers.fiasco.test_pages import labelled_page

SETTING = {"C": 8.0, "gamma": 0.1}


def test_folds_of_targets_have_equally_many_clean_ones() -> None:
    wanted = np.arange(100) % 5 == 0
    fold = stratify(wanted, 10, 0)
    assert np.bincount(fold).tolist() == [10] * 10
    assert np.bincount(fold[wanted]).tolist() == [2] * 10
    assert fold.tolist() == stratify(wanted, 10, 0).tolist() != stratify(wanted, 10, 1).tolist()


def test_folds_of_sites_keep_pages_together() -> None:
    made = data(12)
    fold = assign_folds(made, OF_SITES, 3, 0)
    assert sorted(np.bincount(fold).tolist()) == [24, 24, 24]
    for page in range(12):
        assert len(set(fold[made.page_of == page].tolist())) == 1
    apart = assign_folds(made, OF_TARGETS, 3, 0)
    assert any(len(set(apart[made.page_of == page].tolist())) > 1 for page in range(12))


def test_scores_are_of_clean_targets() -> None:
    wanted = np.array([True, True, True, False, False])
    found = scores(np.array([True, True, False, True, False]), wanted)
    assert found == {"accuracy": 60.0, "precision": 0.6667, "recall": 0.6667, "f1": 0.6667}
    assert scores(np.zeros(5, bool), wanted)["f1"] == 0


@pytest.mark.parametrize("learner", [SVM, TREE])
def test_menus_are_separated_from_paragraphs(learner: str) -> None:
    pytest.importorskip("sklearn")
    pytest.importorskip("wordfreq")
    made = data(12)
    folds = Folds(made, assign_folds(made, OF_SITES, 3, 0))
    found = folds.figures(Row(EVERY, "All", learner), SETTING, 0)
    assert found["accuracy"] == 100
    assert found["columns"] == len(columns_of("All", EVERY))


def test_no_target_of_a_fold_is_trained_on(monkeypatch: pytest.MonkeyPatch) -> None:
    made = data(4)
    fold = np.arange(24) % 3
    held_out: list[NDArray[np.bool_]] = []

    class NumberClassifier:
        """A classifier whose only feature is the number of the target."""

        def fit(self, values: NDArray[Any], wanted: NDArray[np.bool_]) -> "NumberClassifier":
            self.known = values[:, 0]
            assert len(wanted) == len(values)
            return self

        def predict(self, values: NDArray[Any]) -> NDArray[np.bool_]:
            assert not set(values[:, 0].tolist()) & set(self.known.tolist())
            assert len(values) + len(self.known) == 24
            return np.ones(len(values), bool)

    def values(known: NDArray[np.bool_]) -> NDArray[np.float32]:
        held_out.append(~known)
        return np.repeat(np.arange(24, dtype=np.float32)[:, None], len(COLUMNS), axis=1)

    monkeypatch.setitem(classification.LEARNERS, SVM, lambda setting, seed: NumberClassifier())
    monkeypatch.setattr(classification, "scaled", lambda train, test: (train, test))
    folds = Folds(made, fold)
    monkeypatch.setattr(type(made), "values", lambda self, known: values(known))
    assert folds.figures(Row(PUBLISHED, "All"), SETTING, 0)["recall"] == 1
    folds.figures(Row(PUBLISHED, "POS only"), SETTING, 0)
    assert [each.nonzero()[0][0] for each in held_out] == [0, 1, 2]  # once for both rows


def test_pages_have_equal_weight_in_their_mean() -> None:
    made = Data(
        [
            labelled_page("a"),
            labelled_page("b", html="<p>One.<p>Two."),
            labelled_page("c", html=" "),
        ],
        [],
        "ours",
    )
    is_right = np.array([True] * 6 + [True, False])
    assert Folds(made, np.zeros(8, np.int64)).by_page(is_right) == 75


def test_equal_rows_are_left_out() -> None:
    every = {row.subset for row in rows(EVERY, *SUBSETS)}
    assert "POS only" not in every  # the paper has all of these
    assert "All" in every
    assert [row.subset for row in rows(PUBLISHED, *SUBSETS)] == list(SUBSETS)


def test_table_and_row_names_are_unique() -> None:
    assert len(set(map(str, TABLES))) == len(TABLES)
    for table in TABLES:
        assert len(set(map(str, table.rows))) == len(table.rows)
    assert any(row.learner == BOOSTED for table in TABLES for row in table.rows)


def test_twice_the_targets_take_four_times_as_long() -> None:
    assert estimate_seconds(20_000) == pytest.approx(4 * estimate_seconds(10_000))
