import builtins
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.methods.victor.training_pages import lesson, lessons, small_setup
from webwinnow import Page
from webwinnow.errors import CannotLearn
from webwinnow.methods.base import Lesson
from webwinnow.methods.victor.crf import LABELS, Numbering
from webwinnow.methods.victor.fit import Rule, examples, labels_of, learn, learn_from
from webwinnow.methods.victor.method import Victor
from webwinnow.methods.victor.setup import Setup

pycrfsuite = pytest.importorskip("pycrfsuite")


def names(found: Any) -> list[str]:
    return [LABELS[label] for label in found]


def test_scores_and_labels_are_those_of_crfsuite(tmp_path: Path) -> None:
    setup = small_setup()
    pages = list(examples(lessons(range(12)), setup))
    rule = Rule(l2=0.5, iterations=40)
    ours = learn_from(pages, setup, rule)
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params({
        "c1": 0.0, "c2": 0.5, "max_iterations": 40, "feature.possible_transitions": True,
    })  # fmt: skip
    numbering = Numbering.of(setup)

    def items(values: Any) -> list[list[str]]:
        return [[str(each) for each in row] for row in numbering.numbers(values).tolist()]

    for page in pages:
        trainer.append(items(page.values), [str(label) for label in page.labels])
    trainer.train(str(tmp_path / "theirs"))
    tagger = pycrfsuite.Tagger()
    tagger.open(str(tmp_path / "theirs"))
    for page in examples(lessons(range(20, 30)), setup):
        theirs = tagger.tag(items(page.values))
        scores = ours.scores(page.values)
        assert ours.labels(scores).tolist() == [int(label) for label in theirs]
        chances = ours.chances(scores)
        for label in tagger.labels():
            expected = [tagger.marginal(label, place) for place in range(len(theirs))]
            assert chances[:, int(label)] == pytest.approx(expected, abs=1e-4)


def test_attributes_without_weights_are_left_out() -> None:
    found = learn(lessons(range(4)), small_setup(), Rule(l1=5.0))
    assert 0 < len(found.attributes) < Numbering.of(small_setup()).total
    assert found.weights.any(axis=1).all()
    assert (np.diff(found.attributes) > 0).all()


def test_bins_left_to_quantiles_are_found_in_the_lessons() -> None:
    text = '[content]\n"token.alpha-abs" = {quantiles = 3}\n[offsets]\n"*" = [0]\n'
    found = learn(lessons(range(6)), Setup.read(text), Rule(l2=0.1)).setup
    assert found.features[0].edges
    assert not found.features[0].quantiles


def test_kinds_are_learned_where_they_are_told() -> None:
    page = Page("<h1>a</h1><p>b<b>c</b></p><li>d")
    told = Lesson(page, np.array([True, True, False, True]), "", kind=np.array([1, 0, 3, 3], "u1"))
    assert names(labels_of(told)) == ["paragraph", "header", "other", "continuation"]


def test_kinds_are_those_of_the_markup_where_nobody_told() -> None:
    page = Page("<h1>a</h1><p>b<b>c</b></p><li>d<i>e</i>f")
    keep = np.array([True, True, True, False, True, True])
    wanted = ["header", "paragraph", "continuation", "other", "list", "continuation"]
    assert names(labels_of(Lesson(page, keep, ""))) == wanted


def test_the_same_lessons_teach_the_same() -> None:
    one, two = (learn(lessons(range(6)), small_setup()) for _ in range(2))
    assert one.weights.tobytes() == two.weights.tobytes()
    assert one.transitions.tobytes() == two.transitions.tobytes()


def test_pages_without_text_teach_nothing() -> None:
    empty = Lesson(Page(""), np.zeros(0, bool), "")
    with pytest.raises(CannotLearn, match="no text to learn from"):
        learn([empty], small_setup())
    assert len(learn([empty, lesson(1)], small_setup()).attributes)


@pytest.mark.parametrize(("keep", "only"), [(True, "content"), (False, "boilerplate")])
def test_pages_that_are_all_alike_teach_nothing(keep: bool, only: str) -> None:
    alike = Lesson(Page("<p>a<p>b"), np.full(2, keep), "")
    with pytest.raises(CannotLearn, match=f"nothing but {only}"):
        learn([alike], small_setup())


def test_a_missing_package_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == "pycrfsuite":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(CannotLearn, match=r"install webwinnow\[train\]"):
        Victor().check_ready()
