from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from webwinnow import METHODS, Page
from webwinnow.errors import ModelError
from webwinnow.methods import find_class
from webwinnow.methods.base import TrainableMethod
from webwinnow.methods.bte import BTE
from webwinnow.methods.model_file import (
    IncompatibleModel,
    ModelContents,
    cache_until_rewritten,
    method_with_settings,
    read_model,
    write_model,
)
from webwinnow.methods.provenance import Provenance, ProvenanceSet
from webwinnow.methods.texrex.method import Texrex
from webwinnow.train import load_trainable

PROVENANCE = Provenance((ProvenanceSet("a set", "12ab", 2),), frozenset({7, 2**64 - 1}))


def write_small_model(path: Path, *, rows: int = 3) -> Path:
    tensors: dict[str, NDArray[Any]] = {"b": np.ones((rows, 2), np.float32), "a": np.arange(rows)}
    write_model(path, "mine", ModelContents({"own": rows}, tensors, PROVENANCE, {"x": 1}))
    return path


def test_read_model_returns_what_was_written(tmp_path: Path) -> None:
    found, provenance, settings = read_model(
        write_small_model(tmp_path / "m"),
        "mine",
        lambda card, tensors: (card["own"], tensors["a"].tolist()),
    )
    assert found == (3, [0, 1, 2])
    assert (provenance, settings) == (PROVENANCE, {"x": 1})


def test_same_model_gives_the_same_bytes(tmp_path: Path) -> None:
    first, second = write_small_model(tmp_path / "1"), write_small_model(tmp_path / "2")
    assert first.read_bytes() == second.read_bytes()
    assert first.read_bytes() != write_small_model(tmp_path / "3", rows=4).read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("raised", "message"),
    [
        (IncompatibleModel("is for another moon"), "is for another moon"),
        (ValueError("too\nlarge"), "is no model of mine, or a broken one (too large)"),
        (KeyError("own"), "is no model of mine, or a broken one ('own')"),
        (RecursionError("deep"), "is no model of mine, or a broken one (deep)"),
    ],
)
def test_malformed_model_error_names_the_file_and_the_remedy(
    tmp_path: Path, raised: Exception, message: str
) -> None:
    path = write_small_model(tmp_path / "m")

    def parse(card: object, tensors: object) -> None:
        raise raised

    with pytest.raises(ModelError) as rejected:
        read_model(path, "mine", parse)
    remedy = "train it again: webwinnow train mine DATA -o MODEL"
    assert str(rejected.value) == f"{str(path)!r} {message}; {remedy}"


def test_model_of_another_method_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="was made for the method 'mine', not other"):
        read_model(write_small_model(tmp_path / "m"), "other", lambda card, tensors: None)


def test_settings_of_another_version_are_rejected(tmp_path: Path) -> None:
    assert isinstance(method_with_settings(BTE, {}, tmp_path), BTE)
    with pytest.raises(ModelError, match=r"has other settings than this version: .*'colour'"):
        method_with_settings(BTE, {"colour": 1}, tmp_path)


@cache_until_rewritten
def read_text_of(path: Path, *, end: str = "") -> str:
    READ.append(path.name)
    return path.read_text() + end


READ: list[str] = []


def test_file_is_read_once_until_it_is_rewritten(tmp_path: Path) -> None:
    path, beside = tmp_path / "one", tmp_path / "beside"
    path.write_text("old")
    READ.clear()
    assert [read_text_of(path), read_text_of(path), read_text_of(path, end="!")] == [
        "old",
        "old",
        "old!",
    ]
    assert READ == ["one", "one"]
    beside.write_text("new")  # as long as the old one, and perhaps in the same tick of the clock
    beside.replace(path)
    assert [read_text_of(path), read_text_of(path)] == ["new", "new"]
    path.unlink()
    for _ in range(2):
        with pytest.raises(FileNotFoundError):
            read_text_of(path)
    path.write_text("old")
    assert read_text_of(path) == "old"


@pytest.mark.parametrize(
    "name", [name for name in METHODS if issubclass(find_class(name), TrainableMethod)]
)
def test_every_method_reads_a_rewritten_model(tmp_path: Path, name: str) -> None:
    path = tmp_path / "model"
    for digest in ("a1", "b2"):
        trained = load_trainable(name)
        trained.provenance_ = Provenance((ProvenanceSet("set", digest, 1),), frozenset({1}))
        trained.save(path)
        assert load_trainable(f"{name}:model={path}").provenance == trained.provenance


def test_method_in_use_decides_with_the_rewritten_model(tmp_path: Path) -> None:
    page, path = Page("<p>It rained all night, and nobody slept."), tmp_path / "model"
    method = Texrex(model=path)
    scores = []
    for language in ("de", "fr"):
        Texrex(language=language).save(path)
        scores.append(method.decide(page).score.tolist())
    assert scores[0] != scores[1]
