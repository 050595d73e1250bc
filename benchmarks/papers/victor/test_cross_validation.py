from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks.papers.victor import cross_validation
from benchmarks.papers.victor.cross_validation import (
    BEST,
    MARGINALS,
    GoldExample,
    Results,
    assign_folds,
    cross_validate,
    run_experiment,
)
from benchmarks.papers.victor.experiments import Experiment
from tests.methods.victor.training_pages import small_setup, training_page
from webwinnow import render
from webwinnow._core import Decision
from webwinnow.gold.datasets.base import GoldPage
from webwinnow.methods.victor.fit import LabelledSequence, run_labels
from webwinnow.methods.victor.training_options import TrainingOptions


def gold_example(number: int) -> GoldExample:
    known = training_page(number)
    right = Decision(known.page, known.keep, kind=known.kind)
    marked = render(known.page, right, to="cleaneval")
    return GoldExample(GoldPage(str(number), b"", "a", known.site, marked_text=marked), known)


def test_folds_hold_equally_many_pages() -> None:
    found = assign_folds(20, 6, seed=0)
    assert sorted(np.bincount(found).tolist()) == [3, 3, 3, 3, 4, 4]
    assert assign_folds(20, 6, seed=0).tolist() == found.tolist()
    assert assign_folds(20, 6, seed=1).tolist() != found.tolist()


def test_pages_are_labelled_by_models_of_other_folds() -> None:
    pytest.importorskip("pycrfsuite")
    pages = [gold_example(number) for number in range(12)]
    found = cross_validate(pages, small_setup(), TrainingOptions(l2=0.1), folds=3)
    for way in (BEST, MARGINALS):
        assert 90 < found[way]["labels right"] <= found[way]["content right"] <= 100
        assert found[way]["total"] > 90
        assert len(found[way]["total by fold"]) == 3


def test_no_page_of_a_fold_is_trained_on(monkeypatch: pytest.MonkeyPatch) -> None:
    trained, tested = [], []

    def train_on_sequences(pages: list[LabelledSequence], *_: object) -> list[LabelledSequence]:
        return pages

    def decode(
        pages: list[LabelledSequence], values: NDArray[np.int32]
    ) -> dict[str, NDArray[np.uint8]]:
        trained.append({id(each.values) for each in pages})
        tested.append(id(values))
        labels = np.zeros(len(values), np.uint8)
        return {BEST: labels, MARGINALS: labels}

    monkeypatch.setattr(cross_validation, "train_on_sequences", train_on_sequences)
    monkeypatch.setattr(cross_validation, "decode", decode)
    cross_validate(
        [gold_example(number) for number in range(6)], small_setup(), TrainingOptions(), folds=3
    )
    everything = set(tested)
    assert len(everything) == len(tested) == 6
    for first in range(0, 6, 2):
        held_out = set(tested[first : first + 2])
        assert trained[first] == trained[first + 1] == everything - held_out


def test_wrong_kinds_do_not_change_the_text_score() -> None:
    results, page = Results(), gold_example(1)
    wanted = run_labels(page.example)
    results.add(page, wanted, np.where(wanted == 0, wanted, np.uint8(2)), 0)
    assert results.figures()["text"] == 100
    assert results.figures()["markup"] < 100


def test_accuracy_is_counted_by_run() -> None:
    results = Results()
    page = gold_example(1)
    wanted = np.array([0, 0, 0, 1, 2, 4, 4, 3, 3][: len(page.example.keep)], np.uint8)
    wanted = np.resize(wanted, len(page.example.keep))
    found = wanted.copy()
    found[0] = 2
    found[3] = 2
    results.add(page, wanted, found, 0)
    runs = len(wanted)
    assert results.figures()["labels right"] == pytest.approx(100 * (runs - 2) / runs, abs=0.01)
    assert results.figures()["content right"] == pytest.approx(100 * (runs - 1) / runs, abs=0.01)


def test_pages_with_an_empty_gold_count_only_for_labels() -> None:
    results, page = Results(), gold_example(1)
    wanted = np.zeros(len(page.example.keep), np.uint8)
    results.add(page, wanted, wanted, 0)
    before = results.figures()
    empty = GoldExample(replace(page.gold, name="empty", text=" ", marked_text=""), page.example)
    results.add(empty, wanted, wanted + np.uint8(1), 1)
    after = results.figures()
    assert (after["total"], after["total by fold"]) == (before["total"], before["total by fold"])
    assert after["content right"] == 50


def test_results_by_page_are_kept_only_for_significance_tests() -> None:
    pytest.importorskip("pycrfsuite")
    pages = [gold_example(number) for number in range(6)]
    options = TrainingOptions(l2=0.1, iterations=5)
    for name, is_kept in (("paper: Exp-1", True), ("without position", False)):
        found = run_experiment(pages, Experiment(name, "paper", options), 3)
        assert (found["features"], found["templates"]) == (46, 292)
        assert ("pages" in found[BEST]) == is_kept
