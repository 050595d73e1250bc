from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.support.generated_pages import RecordingMethod, f1, gold_page
from tests.support.gold_sets import gold_set, page
from webwinnow import load
from webwinnow._core import KIND_NAMES
from webwinnow.errors import CannotLearn, UnknownMethod
from webwinnow.evaluation.runner import evaluate
from webwinnow.gold.datasets import Problem, digest_of
from webwinnow.gold.datasets.base import GoldSegment
from webwinnow.methods.provenance import Provenance, ProvenanceSet, page_key
from webwinnow.methods.winnow.method import Winnow
from webwinnow.train import train

MENU = "<ul><li><a href=/>Home</a></ul>"


def test_each_page_is_a_training_example() -> None:
    pages = [
        page("1", "It rained.", f"{MENU}<p>It rained.", site="a", type="article"),
        page("2", "It snowed.", f"<p>It snowed.{MENU}", site="b"),
    ]
    method = RecordingMethod()
    done = train(method, [gold_set(*pages)], seed=7)
    assert done.method is method
    assert method.seed_ == 7
    one, two = method.examples_
    assert (one.keep.tolist(), two.keep.tolist()) == ([False, True], [True, False])
    assert (one.site, one.type, one.source) == ("a", "article", "tiny")
    assert (two.site, two.type) == ("b", None)
    assert (done.pages, done.sites, done.words) == (2, 2, 4)
    assert done.seconds > 0


def test_examples_have_kinds_if_the_gold_has_them() -> None:
    bare = page("1", "Rain\nIt rained.", "<p>Rain<p>It rained.")
    segments = GoldSegment("heading", "Rain"), GoldSegment("paragraph", "It rained.")
    method = RecordingMethod()
    train(method, [gold_set(bare, replace(bare, name="2", segments=segments))])
    without, known = method.examples_
    assert without.kind is None
    assert known.kind is not None
    assert [KIND_NAMES[kind] for kind in known.kind] == ["heading", "paragraph"]


def test_provenance_has_sets_and_pages() -> None:
    first, second = page("1", html="<p>It rained all night."), page("2", html="<b>It rained.")
    done = train(RecordingMethod(), [gold_set(first), gold_set(second)])
    expected = Provenance(
        (
            ProvenanceSet("tiny", digest_of([first]), 1),
            ProvenanceSet("tiny", digest_of([second]), 1),
        ),
        frozenset({page_key(first.html), page_key(second.html)}),
    )
    assert done.provenance == done.method.provenance == expected


def test_a_page_with_an_empty_gold_is_an_example_without_content() -> None:
    method = RecordingMethod()
    train(method, [gold_set(page("1", "", MENU))])
    assert [example.keep.tolist() for example in method.examples_] == [[False]]


def test_unusable_pages_are_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("webwinnow.gold.labels.MAX_WORD_PAIRS", 16)
    long = page("long", "one two three four five", "<p>one two three four five")
    done = train(RecordingMethod(), [gold_set(page("1"), long, Problem("3", "is broken"))])
    assert done.left_out == [
        Problem("3", "is broken"),
        Problem("long", "page and gold are too long to be aligned"),
    ]
    assert done.pages == 1
    assert page_key(long.html) not in done.provenance.pages


def test_progress_ends_before_fitting() -> None:
    reported: list[tuple[int, int]] = []
    pages = gold_set(page("1"), page("2"), Problem("3", "is broken"))
    train(RecordingMethod(), [pages], progress=lambda *each: reported.append(each))
    assert reported == [(1, 3), (2, 3), (3, 3)]


def test_untrainable_methods_are_rejected() -> None:
    with pytest.raises(CannotLearn, match="bte cannot be trained; choose from winnow"):
        train("bte", [])
    with pytest.raises(UnknownMethod, match="no method 'wino'"):
        train("wino", [])


def test_evaluation_reports_pages_of_the_training_data(tmp_path: Path) -> None:
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
