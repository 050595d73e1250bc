import builtins
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.methods.victor.training_pages import small_setup, training_pages
from webwinnow import Page
from webwinnow.errors import CannotLearn
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.victor.crf import LABELS, AttributeNumbering
from webwinnow.methods.victor.fit import (
    labelled_sequences,
    run_labels,
    train_crf,
    train_on_sequences,
)
from webwinnow.methods.victor.method import Victor
from webwinnow.methods.victor.setup import Setup
from webwinnow.methods.victor.training_options import TrainingOptions

pycrfsuite = pytest.importorskip("pycrfsuite")


def names(found: Any) -> list[str]:
    return [LABELS[label] for label in found]


def test_scores_and_labels_equal_those_of_crfsuite(tmp_path: Path) -> None:
    setup = small_setup()
    pages = list(labelled_sequences(training_pages(range(12)), setup))
    rule = TrainingOptions(l2=0.5, iterations=40, chain=True)
    ours = train_on_sequences(pages, setup, rule)
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params({
        "c1": 0.0, "c2": 0.5, "max_iterations": 40, "feature.possible_transitions": True,
    })  # fmt: skip
    numbering = AttributeNumbering.from_setup(setup)

    def items(values: Any) -> list[list[str]]:
        return [[str(each) for each in row] for row in numbering.numbers(values).tolist()]

    for page in pages:
        trainer.append(items(page.values), [str(label) for label in page.labels])
    trainer.train(str(tmp_path / "theirs"))
    tagger = pycrfsuite.Tagger()
    tagger.open(str(tmp_path / "theirs"))
    for page in labelled_sequences(training_pages(range(20, 30)), setup):
        theirs = tagger.tag(items(page.values))
        scores = ours.scores(page.values)
        assert ours.best_labels(scores).tolist() == [int(label) for label in theirs]
        marginals = ours.marginals(scores)
        for label in tagger.labels():
            expected = [tagger.marginal(label, place) for place in range(len(theirs))]
            assert marginals[:, int(label)] == pytest.approx(expected, abs=1e-4)


def test_without_a_chain_runs_are_labelled_one_by_one() -> None:
    setup = small_setup()
    pages = list(labelled_sequences(training_pages(range(12)), setup))
    found = train_on_sequences(pages, setup, TrainingOptions(l2=0.5, chain=False))
    assert not found.transitions.any()
    for page in pages:
        scores = found.scores(page.values)
        assert found.best_labels(scores).tolist() == scores.argmax(axis=1).tolist()


def test_label_pairs_have_weights_only_with_a_chain() -> None:
    pages = training_pages(range(6))
    assert Victor(chain=True).fit(pages).current_model.has_chain
    assert not Victor(chain=False).fit(pages).current_model.has_chain
    assert not Victor().fit(pages).current_model.has_chain


def test_attributes_with_zero_weights_are_left_out() -> None:
    found = train_crf(training_pages(range(4)), small_setup(), TrainingOptions(l1=5.0))
    assert 0 < len(found.attributes) < AttributeNumbering.from_setup(small_setup()).total
    assert found.weights.any(axis=1).all()
    assert (np.diff(found.attributes) > 0).all()


def test_quantile_bins_are_fitted_to_the_training_pages() -> None:
    text = '[content]\n"token.alpha-abs" = {quantiles = 3}\n[offsets]\n"*" = [0]\n'
    found = train_crf(training_pages(range(6)), Setup.parse(text), TrainingOptions(l2=0.1)).setup
    assert found.features[0].edges
    assert not found.features[0].quantiles


def test_labels_use_the_kinds_of_the_training_page() -> None:
    page = Page("<h1>a</h1><p>b<b>c</b></p><li>d")
    page_with_kinds = TrainingExample(
        page, np.array([True, True, False, True]), "", kind=np.array([1, 0, 3, 3], "u1")
    )
    assert names(run_labels(page_with_kinds)) == ["paragraph", "header", "other", "continuation"]


def test_labels_use_the_markup_if_the_page_has_no_kinds() -> None:
    page = Page("<h1>a</h1><p>b<b>c</b></p><li>d<i>e</i>f")
    keep = np.array([True, True, True, False, True, True])
    wanted = ["header", "paragraph", "continuation", "other", "list", "continuation"]
    assert names(run_labels(TrainingExample(page, keep, ""))) == wanted


@pytest.mark.parametrize(
    ("missing", "written"), [("pycrfsuite", "python-crfsuite"), ("scipy", "SciPy")]
)
def test_a_missing_package_is_reported(
    monkeypatch: pytest.MonkeyPatch, missing: str, written: str
) -> None:
    real = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == missing:
            raise ImportError(name, name=name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(CannotLearn, match=rf"needs {written}.*pip install 'webwinnow\[train\]'"):
        Victor().check_trainable()
