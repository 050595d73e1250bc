from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.methods.fiasco.sample_models import (
    EVERYTHING,
    STRUCTURE,
    VISUAL,
    WORDS,
    constant_model,
    constant_svm,
    fake_measures,
    make_svm,
    paragraph_svm,
    trained_fiasco,
    trained_visual,
)
from tests.support.generated_pages import training_examples
from tests.support.model_files import contents, loading_error, rewrite, with_model
from webwinnow import Page
from webwinnow.methods.fiasco.fit import TrainingOptions, train_model
from webwinnow.methods.fiasco.keywords import Keywords
from webwinnow.methods.fiasco.method import Fiasco, FiascoVisual
from webwinnow.methods.fiasco.model import FeatureSet, Model
from webwinnow.methods.fiasco.targets import Targets

KINDS = (STRUCTURE, WORDS, VISUAL, EVERYTHING)


@pytest.mark.parametrize("kind", KINDS)
def test_a_feature_set_is_inferred_from_an_svm(kind: FeatureSet) -> None:
    assert FeatureSet.of(constant_svm(kind, 0.5)) == kind


def test_a_model_finds_svms_by_feature_set() -> None:
    model = constant_model({kind: 0.1 * number for number, kind in enumerate(KINDS, 1)})
    assert {kind: model.svms.index(each) for kind, each in model.svm_of.items()} == {
        kind: number for number, kind in enumerate(KINDS)
    }


def test_groups_of_a_feature_set() -> None:
    assert STRUCTURE.groups(pos=True) == STRUCTURE.groups(pos=False) == ("structural",)
    assert WORDS.groups(pos=False) == ("structural", "linguistic")
    assert WORDS.groups(pos=True) == ("structural", "linguistic", "pos")
    assert EVERYTHING.groups(pos=True) == ("structural", "linguistic", "pos", "visual")
    assert VISUAL.groups(pos=True) == ("structural", "visual")


def test_probabilities_are_those_of_the_chosen_svm() -> None:
    page = Page("<p>one</p><div>two</div>")
    asked = paragraph_svm(STRUCTURE)
    model = Model(Keywords(), (asked, constant_svm(WORDS, 0.9)))
    targets = Targets.of(page)
    margin = 1 - np.exp(-4)
    probabilities = 1 / (1 + np.exp(-4 * np.array([margin, -margin])))
    assert model.probabilities(page, targets, asked, None).tolist() == pytest.approx(
        probabilities.tolist()
    )
    other = model.svms[1]
    assert model.probabilities(page, targets, other, None).tolist() == pytest.approx([0.9, 0.9])


def test_the_model_uses_its_own_keywords() -> None:
    page = Page("<p>one</p><p>two</p>")
    asked = make_svm(("clean keyword share",), [[1], [-1]], [1, -1])
    found = Model(Keywords(clean=("two",)), (asked,)).probabilities(
        page, Targets.of(page), asked, None
    )
    assert (found > 0.5).tolist() == [False, True]


def test_the_model_uses_visual_measures() -> None:
    page = Page("<p>one</p><p>two</p>")
    asked = make_svm(("region's top",), [[1], [-1]], [1, -1])
    targets = Targets.of(page)
    found = Model(Keywords(), (asked,)).probabilities(
        page, targets, asked, fake_measures(page, targets)
    )
    assert (found > 0.5).tolist() == [False, True]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "m"
    trained_fiasco().save(path)
    return path


def load_error(path: Path) -> str:
    return loading_error(Fiasco, path)


def broken(path: Path, name: str, value: object) -> str:
    """The error after a change of the second SVM's part of the card."""
    card, tensors = contents(path)
    first, second = card["machines"]
    rewrite(path, {**card, "machines": [first, {**second, name: value}]}, tensors)
    message = load_error(path)
    rewrite(path, card, tensors)
    return message


def test_unknown_features_are_rejected(path: Path) -> None:
    names = ["colour", *trained_fiasco().current_model.svms[1].names[1:]]
    found = broken(path, "names", names)
    assert "trained for other features than this version has; train it again" in found


def test_missing_svms_are_rejected(path: Path) -> None:
    both = trained_fiasco().current_model.svms
    for machines in ((), both[:1], both[1:]):
        with_model(Fiasco(), Model(Keywords(), machines)).save(path)
        assert "it does not have the SVMs that the method needs" in load_error(path)
    with_model(FiascoVisual(), trained_fiasco().current_model).save(path)
    assert "it does not have the SVMs" in loading_error(FiascoVisual, path)
    with_model(Fiasco(), trained_visual().current_model).save(path)
    assert "it does not have the SVMs" in load_error(path)


@pytest.mark.parametrize("part", ["low 0", "high 1", "centres 0", "weights 1"])
def test_invalid_tensors_are_rejected(path: Path, part: str) -> None:
    card, tensors = contents(path)
    whole = tensors[part]
    endless, unknown = whole.copy(), whole.copy()
    endless.flat[0], unknown.flat[0] = np.inf, np.nan
    for other in (whole[:-1].copy(), whole[..., None].copy(), np.array(whole[0]), endless, unknown):
        rewrite(path, card, {**tensors, part: other})
        assert "it is damaged" in load_error(path)
    rewrite(path, card, {name: each for name, each in tensors.items() if name != part})
    assert "it is damaged" in load_error(path)


def test_invalid_numbers_are_rejected(path: Path) -> None:
    for name in ("gamma", "slope"):
        for value in (0, -1):
            assert "out of range" in broken(path, name, value)
    for name in ("gamma", "bias", "slope"):
        for endless in (float("nan"), float("inf")):
            assert "a number is not finite" in broken(path, name, endless)
        for other in ("steep", None, [1]):
            assert "it is damaged" in broken(path, name, other)
    assert "do not fit together" in broken(path, "names", ["depth"])


@pytest.mark.parametrize(
    "changes",
    [
        {"keywords": {}},
        {"keywords": None},
        {"keywords": {"clean": 7, "dirty": [], "common": []}},
        {"machines": None},
        {"machines": [1, 2]},
        {"machines": [{}, {}]},
    ],
)
def test_invalid_cards_are_rejected(path: Path, changes: dict[str, Any]) -> None:
    card, tensors = contents(path)
    rewrite(path, {**card, **changes}, tensors)
    assert "it is damaged" in load_error(path)


def test_parts_of_speech_are_saved(tmp_path: Path) -> None:
    pytest.importorskip("HanTa")
    method = with_model(
        Fiasco(), train_model(training_examples(range(4)), TrainingOptions(pos=True))
    )
    method.save(tmp_path / "m")
    names = Fiasco.load(tmp_path / "m").current_model.svm_of[WORDS].names
    assert "closed class" in names


def test_inconsistent_models_are_rejected(path: Path) -> None:
    card, tensors = contents(path)
    names = card["machines"][1]["names"]
    assert "out of range" in broken(path, "gamma", 1e300)
    assert "out of range" in broken(path, "slope", 1e300)
    assert "occurs twice" in broken(path, "names", [names[0], *names[:-1]])
    rewrite(path, {**card, "keywords": {**card["keywords"], "dirty": "abc"}}, tensors)
    assert "not lists" in load_error(path)
    first, second = card["machines"]
    more = {f"{name[:-1]}2": each for name, each in tensors.items() if name.endswith(" 1")}
    rewrite(path, {**card, "machines": [first, second, second]}, {**tensors, **more})
    assert "it does not have the SVMs" in load_error(path)
