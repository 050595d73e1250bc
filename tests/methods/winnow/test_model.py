from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.support.generated_pages import trained_winnow
from tests.support.model_files import contents, loading_error, rewrite, with_model
from webwinnow.methods.winnow.method import Winnow
from webwinnow.methods.winnow.model import PageClassifier, TreeColumns


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "m.safetensors"
    trained_winnow().save(path)
    return path


@pytest.fixture
def model_of_content(tmp_path: Path) -> Path:
    """Takes its confidence for how likely pages have content, so that some have and others not."""
    model, path = trained_winnow().current_model, tmp_path / "c.safetensors"
    assert model.confidence is not None
    content = PageClassifier(model.confidence, 0.25)
    with_model(Winnow(), replace(model, content=content)).save(path)
    return path


def error_of(path: Path) -> str:
    return loading_error(Winnow, path)


def test_card_has_notes_on_the_training(model: Path) -> None:
    card, _ = contents(model)
    assert card["method"] == "winnow"
    assert card["types"] == ["article", "forum"]
    assert card["notes"]["seed"] == 0
    assert card["notes"]["pages"] == 40
    assert card["notes"]["lightgbm"]


def columns(trees: TreeColumns) -> list[NDArray[Any]]:
    return list(trees._asdict().values())


def test_content_model_is_saved(model: Path, model_of_content: Path) -> None:
    found, known = (
        Winnow.load(model_of_content).current_model.content,
        trained_winnow().current_model.confidence,
    )
    assert found is not None
    assert known is not None
    assert found.threshold == 0.25
    assert [(each.dtype, each.tolist()) for each in columns(found.trees)] == [
        (each.dtype, each.tolist()) for each in columns(known)
    ]
    assert Winnow.load(model).current_model.content is None
    assert contents(model)[0]["thresholds"] == {}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"content": 1.5}, "the content threshold is 1.5; expected 0 to 1"),
        ({"content": "a"}, "is not a model of winnow, or it is damaged"),
        (None, "is not a model of winnow, or it is damaged"),
    ],
)
def test_invalid_content_threshold_is_rejected(
    model_of_content: Path, change: dict[str, object] | None, problem: str
) -> None:
    card, tensors = contents(model_of_content)
    rewrite(model_of_content, {**card, "thresholds": change}, tensors)
    assert problem in error_of(model_of_content)


def test_content_threshold_without_trees_is_rejected(model: Path) -> None:
    card, tensors = contents(model)
    rewrite(model, {**card, "thresholds": {"content": 0.5}}, tensors)
    assert "content roots" in error_of(model)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (
            {"inputs": {"blocks": 3}},
            "was made for other inputs than this version's; train it again",
        ),
        ({"types": ["recipe"]}, "is not a model of winnow, or it is damaged"),
        ({"types": 3}, "is not a model of winnow, or it is damaged"),
    ],
)
def test_incompatible_card_is_rejected(
    model: Path, change: dict[str, object], problem: str
) -> None:
    card, tensors = contents(model)
    rewrite(model, {**card, **change}, tensors)
    assert problem in error_of(model)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("first feature", np.full(3, 60_000, np.uint16)),
        ("first left", np.zeros((2, 2), np.int32)),
        ("second values", np.zeros(0, np.float32)),
        ("second threshold", np.zeros(3, np.float64)),
        ("markup bins", np.array([1 << 30], np.uint32)),
        ("markup weights", np.array([1, 2, 3], np.float16)),
        ("markup bias", np.zeros(0)),
        ("confidence roots", np.array([1 << 20], np.int32)),
    ],
)
def test_invalid_columns_are_rejected(model: Path, name: str, values: Any) -> None:
    card, tensors = contents(model)
    rewrite(model, card, {**tensors, name: values})
    assert "is not a model of winnow, or it is damaged (" in error_of(model)


def test_error_names_a_missing_column(model: Path) -> None:
    card, tensors = contents(model)
    rewrite(model, card, {name: value for name, value in tensors.items() if name != "second roots"})
    assert "second roots" in error_of(model)
