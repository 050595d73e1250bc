from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from webwinnow.errors import ModelError
from webwinnow.methods.model_file import (
    IncompatibleModel,
    SavedModel,
    cache_until_rewritten,
    read_model,
    write_model,
)
from webwinnow.methods.provenance import Provenance, ProvenanceSet

PROVENANCE = Provenance((ProvenanceSet("a set", "12ab", 2),), frozenset({7, 2**64 - 1}))


def write_small_model(path: Path, *, rows: int = 3) -> Path:
    tensors: dict[str, NDArray[Any]] = {"b": np.ones((rows, 2), np.float32), "a": np.arange(rows)}
    write_model(path, "mine", SavedModel(({"own": rows}, tensors), PROVENANCE, {"x": 1}))
    return path


def test_read_model_returns_what_was_written(tmp_path: Path) -> None:
    found = read_model(
        write_small_model(tmp_path / "m"),
        "mine",
        lambda card, tensors: (card["own"], tensors["a"].tolist()),
    )
    assert found == SavedModel((3, [0, 1, 2]), PROVENANCE, {"x": 1})


def test_same_model_gives_the_same_bytes(tmp_path: Path) -> None:
    first, second = write_small_model(tmp_path / "1"), write_small_model(tmp_path / "2")
    assert first.read_bytes() == second.read_bytes()
    assert first.read_bytes() != write_small_model(tmp_path / "3", rows=4).read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("raised", "message"),
    [
        (IncompatibleModel("is for another moon"), "is for another moon"),
        (ValueError("too\nlarge"), "is not a model of mine, or it is damaged (too large)"),
        (KeyError("own"), "is not a model of mine, or it is damaged ('own')"),
        (RecursionError("deep"), "is not a model of mine, or it is damaged (deep)"),
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
