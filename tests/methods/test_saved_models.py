"""The contract of model files, for all methods that have one."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import save

from tests.support.generated_pages import training_examples
from tests.support.model_files import (
    contents,
    loading_error,
    make_method,
    rewrite,
    trained,
    with_model,
)
from webwinnow import Page
from webwinnow.errors import ModelError
from webwinnow.methods import model_file
from webwinnow.methods.model_file import CARD, ModelMethod
from webwinnow.methods.provenance import Provenance, ProvenanceSet

UNSEEN = training_examples(range(100, 106))
PROVENANCE = Provenance((ProvenanceSet("täglich", "a1", 2),), frozenset({7, 2**64 - 1}))
FIASCO: dict[str, object] = {"threshold": 0.3, "words": False, "pos": True, "search": True}
OTHER_SETTINGS: dict[str, dict[str, object]] = {
    "winnow": {"beta": 0.7, "low": 0.4, "high": 0.8, "comments": False, "title": True},
    "texrex": {"threshold": 0.4, "training": "paper", "drop_documents": True},
    "victor": {"threshold": None, "rare_weight": 1.5, "l2": 3.0, "l1": 0.5, "iterations": 9},
    "fiasco": FIASCO,
    "fiasco-visual": FIASCO,
}


@pytest.fixture
def path(learned: str, tmp_path: Path) -> Path:
    path = tmp_path / "new" / "m.safetensors"
    with_model(make_method(learned), trained(learned).current_model, PROVENANCE).save(path)
    return path


def values(method: ModelMethod[Any], page: Page) -> list[object]:
    found = method.decide(page)
    columns = [found.keep, found.kind, found.score, found.reason]
    return [found.confidence, found.page_type, found.reasons, *(each.tolist() for each in columns)]


def error_of(learned: str, path: Path) -> str:
    return loading_error(type(trained(learned)), path)


def test_saved_model_decides_the_same(learned: str, path: Path) -> None:
    for other in (
        type(trained(learned)).load(path),
        make_method(learned, model=path),
        make_method(learned, model=str(path)),
    ):
        other.check_usable()
        assert other.provenance == PROVENANCE
        for each in UNSEEN:
            assert values(other, each.page) == values(trained(learned), each.page)
            assert other.decide(each.page).keep.any()
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_settings_are_saved_and_can_be_overridden(learned: str, path: Path) -> None:
    expected = OTHER_SETTINGS[learned]
    with_model(make_method(learned, **expected), trained(learned).current_model).save(path)
    again, named = type(trained(learned)).load(path), make_method(learned, model=path)
    assert {setting: getattr(again, setting) for setting in again.saved_settings} == expected
    for setting in expected:
        assert (
            getattr(named, setting) == getattr(make_method(learned), setting) != expected[setting]
        )


def test_model_is_read_once_and_lazily(
    learned: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path] = []
    read = model_file.read_model

    def watched(path: Path, *others: Any) -> Any:
        opened.append(path)
        return read(path, *others)

    monkeypatch.setattr(model_file, "read_model", watched)
    method = make_method(learned, model=path)
    assert opened == []
    for each in (method, method, make_method(learned, model=path)):
        each.decide(UNSEEN[0].page)
    assert opened == [path]


def test_method_in_use_reads_a_rewritten_model(learned: str, path: Path) -> None:
    method = make_method(learned, model=path)
    old = values(method, UNSEEN[0].page)
    with_model(make_method(learned), make_method(learned).current_model).save(
        path
    )  # the shipped model
    assert method.provenance == Provenance()
    assert values(method, UNSEEN[0].page) != old


def uses(method: ModelMethod[Any]) -> list[Callable[[], object]]:
    page = Page("<p>a")
    return [method.check_usable, lambda: method.decide(page), lambda: method.provenance]


def test_missing_model_is_reported(learned: str, tmp_path: Path) -> None:
    for use in uses(make_method(learned, model=tmp_path / "gone")):
        remedy = f"check its name, or train it again: webwinnow train {learned} DATA"
        with pytest.raises(ModelError, match=rf"no model '.*gone'; {remedy}"):
            use()
    assert "is a folder; name the model in it" in error_of(learned, tmp_path)


def test_missing_shipped_model_is_reported(
    learned: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_file, "MODELS", tmp_path)
    remedy = f"reinstall webwinnow, or train a model and use {learned}:model=FILE"
    for use in uses(make_method(learned)):
        with pytest.raises(ModelError, match=rf"{learned}'s own model is missing: .*; {remedy}"):
            use()


def test_file_that_is_no_model_is_rejected(learned: str, path: Path) -> None:
    whole, (_, tensors) = path.read_bytes(), contents(path)
    truncated = [whole[:size] for size in (0, 4, 8, 100, len(whole) // 2, len(whole) - 1)]
    others = [b"hello", b"{}", b"PK\x03\x04", b"\x80\x04pickle", bytes(64)]
    others.append(save({"weight": np.zeros(3, np.float32)}, {"format": "pt"}))
    others.append(save(tensors, {CARD: "[" * 100_000}))  # nested too deeply
    for content in truncated + others:
        path.write_bytes(content)
        assert f"is not a model of {learned}, or it is damaged (" in error_of(learned, path)


@pytest.mark.parametrize("card", [None, 3, [], {}, {"method": "winnow"}])
def test_malformed_card_is_rejected(learned: str, path: Path, card: object) -> None:
    rewrite(path, card, contents(path)[1])
    error = error_of(learned, path)
    assert "it is damaged" in error or "was made for the method 'winnow'" in error


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"method": "bte"}, "was made for the method 'bte', not NAME; train it again"),
        ({"format": 99}, "has format 99, and this version reads 1; train it again"),
        ({"format": "1"}, "has format '1', and this version reads 1"),
        ({"settings": {"spam": 1}}, "has other settings than this version: method 'NAME' has no"),
        ({"settings": None}, "is not a model of NAME, or it is damaged"),
        ({"settings": 7}, "is not a model of NAME, or it is damaged"),
        ({"studied": None}, "is not a model of NAME, or it is damaged"),
    ],
)
def test_incompatible_card_is_rejected(
    learned: str, path: Path, change: dict[str, object], problem: str
) -> None:
    card, tensors = contents(path)
    rewrite(path, {**card, **change}, tensors)
    assert problem.replace("NAME", learned) in error_of(learned, path)
