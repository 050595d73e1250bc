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
    Contents,
    Others,
    as_written,
    read_model,
    with_settings,
    write_model,
)
from webwinnow.methods.provenance import Provenance, ProvenanceSet
from webwinnow.methods.texrex.method import Texrex
from webwinnow.train import learner

STUDIED = Provenance((ProvenanceSet("a set", "12ab", 2),), frozenset({7, 2**64 - 1}))


def written(path: Path, *, rows: int = 3) -> Path:
    tensors: dict[str, NDArray[Any]] = {"b": np.ones((rows, 2), np.float32), "a": np.arange(rows)}
    write_model(path, "mine", Contents({"own": rows}, tensors, STUDIED, {"x": 1}))
    return path


def test_what_was_written_is_read(tmp_path: Path) -> None:
    found, provenance, settings = read_model(
        written(tmp_path / "m"), "mine", lambda card, tensors: (card["own"], tensors["a"].tolist())
    )
    assert found == (3, [0, 1, 2])
    assert (provenance, settings) == (STUDIED, {"x": 1})


def test_the_same_model_gives_the_same_bytes(tmp_path: Path) -> None:
    first, second = written(tmp_path / "1"), written(tmp_path / "2")
    assert first.read_bytes() == second.read_bytes()
    assert first.read_bytes() != written(tmp_path / "3", rows=4).read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        (Others("is for another moon"), "is for another moon"),
        (ValueError("too\nlarge"), "is no model of mine, or a broken one (too large)"),
        (KeyError("own"), "is no model of mine, or a broken one ('own')"),
        (RecursionError("deep"), "is no model of mine, or a broken one (deep)"),
    ],
)
def test_what_cannot_be_understood_names_the_file_and_the_remedy(
    tmp_path: Path, raised: Exception, said: str
) -> None:
    path = written(tmp_path / "m")

    def understood(card: object, tensors: object) -> None:
        raise raised

    with pytest.raises(ModelError) as refused:
        read_model(path, "mine", understood)
    remedy = "train it anew: webwinnow train mine DATA -o MODEL"
    assert str(refused.value) == f"{str(path)!r} {said}; {remedy}"


def test_models_of_another_method_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="was made for the method 'mine', not other"):
        read_model(written(tmp_path / "m"), "other", lambda card, tensors: None)


def test_settings_of_another_version_are_refused(tmp_path: Path) -> None:
    assert isinstance(with_settings(BTE, {}, tmp_path), BTE)
    with pytest.raises(ModelError, match=r"has other settings than this version: .*'colour'"):
        with_settings(BTE, {"colour": 1}, tmp_path)


@as_written
def text_of(path: Path, *, end: str = "") -> str:
    READ.append(path.name)
    return path.read_text() + end


READ: list[str] = []


def test_a_file_is_read_once_and_again_when_it_was_written_anew(tmp_path: Path) -> None:
    path, beside = tmp_path / "one", tmp_path / "beside"
    path.write_text("old")
    READ.clear()
    assert [text_of(path), text_of(path), text_of(path, end="!")] == ["old", "old", "old!"]
    assert READ == ["one", "one"]
    beside.write_text("new")  # as long as the old one, and perhaps in the same tick of the clock
    beside.replace(path)
    assert [text_of(path), text_of(path)] == ["new", "new"]
    path.unlink()
    for _ in range(2):
        with pytest.raises(FileNotFoundError):
            text_of(path)
    path.write_text("old")
    assert text_of(path) == "old"


@pytest.mark.parametrize(
    "name", [name for name in METHODS if issubclass(find_class(name), TrainableMethod)]
)
def test_every_method_sees_a_model_that_was_written_again(tmp_path: Path, name: str) -> None:
    path = tmp_path / "model"
    for digest in ("a1", "b2"):
        taught = learner(name)
        taught.provenance_ = Provenance((ProvenanceSet("set", digest, 1),), frozenset({1}))
        taught.save(path)
        assert learner(f"{name}:model={path}").provenance == taught.provenance


def test_a_method_in_use_decides_by_the_model_that_was_written_last(tmp_path: Path) -> None:
    page, path = Page("<p>It rained all night, and nobody slept."), tmp_path / "model"
    method = Texrex(model=path)
    scores = []
    for language in ("de", "fr"):
        Texrex(language=language).save(path)
        scores.append(method.decide(page).score.tolist())
    assert scores[0] != scores[1]
