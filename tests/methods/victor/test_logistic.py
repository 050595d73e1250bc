import numpy as np
import pytest

from tests.methods.victor.training_pages import small_setup, training_pages
from webwinnow.methods.victor.crf import AttributeNumbering
from webwinnow.methods.victor.fit import encode_examples, train_on_sequences
from webwinnow.methods.victor.logistic import fit_logistic
from webwinnow.methods.victor.training_options import TrainingOptions

pytest.importorskip("scipy")


def test_probabilities_equal_the_shares_of_the_labels() -> None:
    # One attribute for all runs: the best weights give each label its share.
    labels = np.array([0] * 6 + [2] * 3 + [4], np.uint8)
    numbers = np.zeros((10, 1), np.int32)
    options = TrainingOptions(l2=1e-6, iterations=200)
    weights = fit_logistic(numbers, labels, 2, options)
    shares = np.exp(weights[0]) / np.exp(weights[0]).sum()
    assert shares[[0, 2, 4]] == pytest.approx([0.6, 0.3, 0.1], abs=0.01)
    assert not weights[1].any()


def test_the_gradient_vanishes_at_the_weights() -> None:
    rng = np.random.default_rng(0)
    numbers = rng.integers(0, 3, (50, 2)).astype(np.int32) + np.array([0, 3], np.int32)
    labels = rng.integers(0, 5, 50).astype(np.uint8)
    weights = fit_logistic(numbers, labels, 6, TrainingOptions(l2=0.5, iterations=300))
    scores = weights[numbers].sum(axis=1).astype(float)
    error = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    error[np.arange(50), labels] -= 1
    gradient = 2 * 0.5 * weights.astype(float)
    for column in numbers.T:
        np.add.at(gradient, column, error)
    assert np.abs(gradient).max() < 0.02


def test_the_labels_are_those_of_crfsuite_without_a_chain() -> None:
    pytest.importorskip("pycrfsuite")
    setup, pages = encode_examples(training_pages(range(30)), small_setup())
    ours = train_on_sequences(pages, setup, TrainingOptions(l2=0.5, iterations=200))
    # CRFsuite trains if there is an L1 penalty.
    theirs = train_on_sequences(pages, setup, TrainingOptions(l2=0.5, l1=1e-6, iterations=200))
    assert AttributeNumbering.from_setup(setup).total == len(ours.weight_table)
    for page in encode_examples(training_pages(range(40, 50)), small_setup())[1]:
        first, second = (each.best_labels(each.scores(page.values)) for each in (ours, theirs))
        assert (first == second).mean() > 0.98


def test_a_larger_penalty_makes_smaller_weights() -> None:
    setup, pages = encode_examples(training_pages(range(6)), small_setup())
    small, large = (
        train_on_sequences(pages, setup, TrainingOptions(l2=l2)).weights for l2 in (0.5, 50.0)
    )
    assert np.square(large).sum() < np.square(small).sum()
