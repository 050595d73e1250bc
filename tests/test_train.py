from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.support.generated import f1, gold_page
from tests.support.gold_sets import gold_set, page
from webwinnow import Decision, Page, load
from webwinnow._core import KIND_NAMES
from webwinnow.errors import CannotLearn, UnknownMethod
from webwinnow.evaluation.runner import evaluate
from webwinnow.gold.datasets import Problem, digest_of
from webwinnow.gold.datasets.base import GoldSegment
from webwinnow.methods.base import TrainableMethod, TrainingExample
from webwinnow.methods.provenance import Provenance, ProvenanceSet, page_key
from webwinnow.methods.winnow.method import Winnow
from webwinnow.train import train

MENU = "<ul><li><a href=/>Home</a></ul>"


class Pupil(TrainableMethod):
    """Remembers its examples."""

    def __init__(self, diligence: float = 1.0) -> None:
        self.diligence = diligence

    def fit(self, examples: Iterable[TrainingExample], *, seed: int = 0) -> "Pupil":
        self.examples_, self.seed_ = list(examples), seed
        return self

    def decide(self, page: Page) -> Decision:
        return Decision.visible(page)

    def save(self, path: Path) -> None: ...

    @classmethod
    def load(cls, path: Path) -> "Pupil":
        return cls()


def test_each_page_is_a_lesson() -> None:
    pages = [
        page("1", "It rained.", f"{MENU}<p>It rained.", site="a", type="article"),
        page("2", "It snowed.", f"<p>It snowed.{MENU}", site="b"),
    ]
    pupil = Pupil()
    done = train(pupil, [gold_set(*pages)], seed=7)
    assert done.method is pupil
    assert pupil.seed_ == 7
    one, two = pupil.examples_
    assert (one.keep.tolist(), two.keep.tolist()) == ([False, True], [True, False])
    assert (one.site, one.type, one.source) == ("a", "article", "tiny")
    assert (two.site, two.type) == ("b", None)
    assert (done.pages, done.sites, done.words) == (2, 2, 4)
    assert done.seconds > 0


def test_a_lesson_tells_kinds_where_the_gold_has_them() -> None:
    bare = page("1", "Rain\nIt rained.", "<p>Rain<p>It rained.")
    segments = GoldSegment("heading", "Rain"), GoldSegment("paragraph", "It rained.")
    pupil = Pupil()
    train(pupil, [gold_set(bare, replace(bare, name="2", segments=segments))])
    without, known = pupil.examples_
    assert without.kind is None
    assert known.kind is not None
    assert [KIND_NAMES[kind] for kind in known.kind] == ["heading", "paragraph"]


def test_what_was_studied_is_remembered_by_set_and_by_page() -> None:
    first, second = page("1", html="<p>It rained all night."), page("2", html="<b>It rained.")
    done = train(Pupil(), [gold_set(first), gold_set(second)])
    expected = Provenance(
        (
            ProvenanceSet("tiny", digest_of([first]), 1),
            ProvenanceSet("tiny", digest_of([second]), 1),
        ),
        frozenset({page_key(first.html), page_key(second.html)}),
    )
    assert done.provenance == done.method.provenance == expected


def test_an_empty_gold_teaches_that_nothing_is_content() -> None:
    pupil = Pupil()
    train(pupil, [gold_set(page("1", "", MENU))])
    assert [example.keep.tolist() for example in pupil.examples_] == [[False]]


def test_pages_that_cannot_be_used_are_left_out_with_a_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("webwinnow.gold.labels.bounded.MOST_PAIRS", 16)
    long = page("long", "one two three four five", "<p>one two three four five")
    done = train(Pupil(), [gold_set(page("1"), long, Problem("3", "is broken"))])
    assert done.left_out == [
        Problem("3", "is broken"),
        Problem("long", "page and gold are too long to be aligned"),
    ]
    assert done.pages == 1
    assert page_key(long.html) not in done.provenance.pages


def test_progress_is_told_and_ends_when_learning_begins() -> None:
    told: list[tuple[int, int]] = []
    pages = gold_set(page("1"), page("2"), Problem("3", "is broken"))
    train(Pupil(), [pages], progress=lambda *each: told.append(each))
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_methods_that_do_not_learn_are_refused() -> None:
    with pytest.raises(CannotLearn, match="bte is a method that does not learn; train winnow"):
        train("bte", [])
    with pytest.raises(UnknownMethod, match="no method 'wino'"):
        train("wino", [])


def test_winnow_learns_from_a_set_and_its_evaluation_says_so(tmp_path: Path) -> None:
    taught, unseen = [[gold_page(n) for n in numbers] for numbers in (range(20), range(100, 108))]
    method = train("winnow:high=0.5", [gold_set(*taught)]).method
    assert isinstance(method, Winnow)
    assert method.high == 0.5
    assert f1(method, range(100, 108)) > f1(load("all"), range(100, 108))
    method.save(tmp_path / "m")
    again = f"winnow:model={tmp_path / 'm'}"
    found = evaluate(gold_set(*taught[:5], *unseen), [again])
    assert found.notes == [f"{again} was trained on 5 of 13 pages; folds train it on other sites"]
    assert evaluate(gold_set(*unseen), [again]).notes == []
    assert np.mean([score.counts["bag"].f1 for score in found.scores]) > 0.97


def test_winnow_is_trained_anew_for_each_fold() -> None:
    found = evaluate(gold_set(*(gold_page(n) for n in range(12))), [Winnow(), "all"], folds=2)
    ours, every = (
        np.mean([score.counts["bag"].f1 for score in found.of(name)]) for name in found.methods
    )
    assert found.folds == 2
    assert ours > every
