"""The contract of model files, for all methods that have one."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import save

from tests.methods.fiasco.sample_models import fake_measures
from tests.support.generated_pages import gold_page, training_examples
from tests.support.gold_sets import gold_set
from tests.support.model_files import contents, loading_error, rewrite, with_model
from webwinnow import METHODS, Page, load
from webwinnow.errors import ModelError
from webwinnow.evaluation.runner import evaluate
from webwinnow.methods import find_class, model_file
from webwinnow.methods.fiasco.method import FiascoVisual
from webwinnow.methods.model_file import CARD, ModelMethod
from webwinnow.methods.provenance import Provenance, ProvenanceSet
from webwinnow.visual import shared_browser

UNSEEN = training_examples(range(100, 106))
PROVENANCE = Provenance((ProvenanceSet("täglich", "a1", 2),), frozenset({7, 2**64 - 1}))
FIASCO: dict[str, object] = {"threshold": 0.3, "words": False, "pos": True, "search": True}
OTHER_SETTINGS: dict[str, dict[str, object]] = {
    "winnow": {"beta": 0.7, "low": 0.4, "high": 0.8, "comments": False, "title": True},
    "texrex": {"threshold": 0.4, "drop_documents": True},
    "victor": {"threshold": None},
    "fiasco": FIASCO,
    "fiasco-visual": FIASCO,
}


@pytest.fixture(autouse=True)
def without_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FiascoVisual, "measure", lambda self, *page: fake_measures(*page))
    monkeypatch.setattr(shared_browser, "check_browser", lambda: None)


@pytest.fixture(params=[name for name in METHODS if issubclass(find_class(name), ModelMethod)])
def name(request: pytest.FixtureRequest) -> str:
    if request.param == "victor":
        pytest.importorskip("pycrfsuite")
    return str(request.param)


def make(name: str, **settings: Any) -> ModelMethod[Any]:
    method = load(name, **settings)
    assert isinstance(method, ModelMethod)
    return method


@cache
def trained(name: str) -> ModelMethod[Any]:
    return make(name).fit(training_examples(range(20)), seed=5)


@pytest.fixture
def path(name: str, tmp_path: Path) -> Path:
    path = tmp_path / "new" / "m.safetensors"
    with_model(make(name), trained(name).current_model, PROVENANCE).save(path)
    return path


def values(method: ModelMethod[Any], page: Page) -> list[object]:
    found = method.decide(page)
    columns = [found.keep, found.kind, found.score, found.reason]
    return [found.confidence, found.page_type, found.reasons, *(each.tolist() for each in columns)]


def error_of(name: str, path: Path) -> str:
    return loading_error(type(make(name)), path)


def test_saved_model_decides_the_same(name: str, path: Path) -> None:
    for other in (type(make(name)).load(path), make(name, model=path), make(name, model=str(path))):
        other.check_usable()
        assert other.provenance == PROVENANCE
        for each in UNSEEN:
            assert values(other, each.page) == values(trained(name), each.page)
            assert other.decide(each.page).keep.any()
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_settings_are_saved_and_can_be_overridden(name: str, path: Path) -> None:
    expected = OTHER_SETTINGS[name]
    with_model(make(name, **expected), trained(name).current_model).save(path)
    again, named = type(make(name)).load(path), make(name, model=path)
    assert {setting: getattr(again, setting) for setting in again.saved_settings} == expected
    for setting in expected:
        assert getattr(named, setting) == getattr(make(name), setting) != expected[setting]


def test_same_examples_give_the_same_bytes(name: str, tmp_path: Path) -> None:
    again = make(name).fit(training_examples(range(20)), seed=5)
    for file, method in (("a", trained(name)), ("b", again)):
        method.save(tmp_path / file)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_fit_discards_the_provenance_of_the_model_file(name: str) -> None:
    assert make(name).provenance.sets
    assert trained(name).provenance == Provenance()


def test_evaluation_trains_a_model_per_fold(name: str) -> None:
    found = evaluate(gold_set(*(gold_page(number) for number in range(20))), [name], folds=2)
    assert (found.folds, found.notes) == (2, [])
    assert np.mean([score.counts["bag"].f1 for score in found.scores]) > 0.9


def test_model_is_read_once_and_lazily(
    name: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path] = []
    read = model_file.read_model

    def watched(path: Path, *others: Any) -> Any:
        opened.append(path)
        return read(path, *others)

    monkeypatch.setattr(model_file, "read_model", watched)
    method = make(name, model=path)
    assert opened == []
    for each in (method, method, make(name, model=path)):
        each.decide(UNSEEN[0].page)
    assert opened == [path]


def test_method_in_use_reads_a_rewritten_model(name: str, path: Path) -> None:
    method = make(name, model=path)
    old = values(method, UNSEEN[0].page)
    with_model(make(name), make(name).current_model).save(path)  # the shipped model
    assert method.provenance == Provenance()
    assert values(method, UNSEEN[0].page) != old


def uses(method: ModelMethod[Any]) -> list[Callable[[], object]]:
    page = Page("<p>a")
    return [method.check_usable, lambda: method.decide(page), lambda: method.provenance]


def test_missing_model_is_reported(name: str, tmp_path: Path) -> None:
    for use in uses(make(name, model=tmp_path / "gone")):
        remedy = f"check its name, or train it again: webwinnow train {name} DATA"
        with pytest.raises(ModelError, match=rf"no model '.*gone'; {remedy}"):
            use()
    assert "is a folder; name the model in it" in error_of(name, tmp_path)


def test_missing_shipped_model_is_reported(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_file, "MODELS", tmp_path)
    remedy = f"reinstall webwinnow, or train a model and use {name}:model=FILE"
    for use in uses(make(name)):
        with pytest.raises(ModelError, match=rf"{name}'s own model is missing: .*; {remedy}"):
            use()


def test_file_that_is_no_model_is_rejected(name: str, path: Path) -> None:
    whole, (_, tensors) = path.read_bytes(), contents(path)
    truncated = [whole[:size] for size in (0, 4, 8, 100, len(whole) // 2, len(whole) - 1)]
    others = [b"hello", b"{}", b"PK\x03\x04", b"\x80\x04pickle", bytes(64)]
    others.append(save({"weight": np.zeros(3, np.float32)}, {"format": "pt"}))
    others.append(save(tensors, {CARD: "[" * 100_000}))  # nested too deeply
    for content in truncated + others:
        path.write_bytes(content)
        assert f"is no model of {name}, or a broken one (" in error_of(name, path)


@pytest.mark.parametrize("card", [None, 3, [], {}, {"method": "winnow"}])
def test_malformed_card_is_rejected(name: str, path: Path, card: object) -> None:
    rewrite(path, card, contents(path)[1])
    error = error_of(name, path)
    assert "a broken one" in error or "was made for the method 'winnow'" in error


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"method": "bte"}, "was made for the method 'bte', not NAME; train it again"),
        ({"format": 99}, "has format 99, and this version reads 1; train it again"),
        ({"format": "1"}, "has format '1', and this version reads 1"),
        ({"settings": {"spam": 1}}, "has other settings than this version: method 'NAME' has no"),
        ({"settings": None}, "is no model of NAME, or a broken one"),
        ({"settings": 7}, "is no model of NAME, or a broken one"),
        ({"studied": None}, "is no model of NAME, or a broken one"),
    ],
)
def test_incompatible_card_is_rejected(
    name: str, path: Path, change: dict[str, object], problem: str
) -> None:
    card, tensors = contents(path)
    rewrite(path, {**card, **change}, tensors)
    assert problem.replace("NAME", name) in error_of(name, path)
