"""The contract of training, for all methods that learn."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.support.generated_pages import f1, gold_page, training_examples
from tests.support.gold_sets import gold_set
from tests.support.model_files import make_method, trained
from webwinnow import Page, load
from webwinnow.errors import CannotLearn
from webwinnow.evaluation.runner import evaluate
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.provenance import Provenance

UNSEEN = range(40, 60)
TRAINING_SETS = {
    "wcxb-dev",
    "cleaneval",
    "news-articles",
    "news-articles-2",
    "readability",
    "fundus",
}


def test_trained_model_finds_text_on_unseen_pages(learned: str) -> None:
    assert f1(trained(learned), UNSEEN) > 0.95 > f1(load("all"), UNSEEN)


def test_same_examples_and_seed_give_the_same_bytes(learned: str, tmp_path: Path) -> None:
    examples = training_examples(range(20))
    methods = [trained(learned), *(make_method(learned).fit(examples, seed=n) for n in (5, 6))]
    for file, method in zip("abc", methods, strict=True):
        method.save(tmp_path / file)
    first, same, other = ((tmp_path / file).read_bytes() for file in "abc")
    assert first == same
    assert (first == other) == (learned == "victor")  # which ignores the seed


def test_fit_discards_the_provenance_of_the_model_file(learned: str) -> None:
    assert make_method(learned).provenance.sets
    assert trained(learned).provenance == Provenance()


def test_evaluation_trains_a_model_per_fold(learned: str) -> None:
    found = evaluate(gold_set(*(gold_page(number) for number in range(20))), [learned], folds=2)
    assert (found.folds, found.notes) == (2, [])
    assert np.mean([score.counts["bag"].f1 for score in found.scores]) > 0.9


@pytest.mark.parametrize("html", [None, "", "<img>", "<script>a</script>"])
def test_training_needs_text(learned: str, html: str | None) -> None:
    page = Page(html or "")
    example = TrainingExample(page, np.ones(len(page.runs), bool), "a.example")
    with pytest.raises(CannotLearn, match=r"text; add|add pages that have text"):
        make_method(learned).fit([] if html is None else [example] * 3)


@pytest.mark.parametrize("keep", [True, False])
def test_training_needs_content_and_boilerplate(learned: str, keep: bool) -> None:
    pages = training_examples(range(4))
    alike = [replace(each, keep=np.full(len(each.keep), keep)) for each in pages]
    with pytest.raises(CannotLearn, match=r"add pages (that have both|with content and)"):
        make_method(learned).fit(alike)


def test_pages_without_text_are_ignored(learned: str) -> None:
    empty = [TrainingExample(Page(html), np.zeros(0, bool), "x") for html in ("", "<img>")]
    method = make_method(learned).fit([*empty, *training_examples(range(12))])
    assert f1(method, UNSEEN) > 0.9


def test_shipped_model_knows_its_training_sets(learned: str) -> None:
    method = make_method(learned)
    names = {each.name for each in method.provenance.sets}
    assert "cleaneval" in names <= TRAINING_SETS
    assert method.model_path().stat().st_size < 4_000_000


def test_shipped_model_has_the_default_settings(learned: str) -> None:
    usual = make_method(learned)
    again = type(usual).load(usual.model_path())
    for setting in usual.saved_settings:
        assert getattr(again, setting) == getattr(usual, setting)


def test_explain_empty_names_the_method(learned: str) -> None:
    found = make_method(learned).explain_empty(Page("<footer>Example Ltd</footer>"))
    assert found.startswith(f"{learned} ")
