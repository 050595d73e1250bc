"""Victor's models as files: one safetensors file, the weights that are not 0, and a card with the
setup in TOML.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from reprlib import repr as shown
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow.errors import ModelError, UnknownSetting
from webwinnow.methods.studied import Studied, StudiedSet
from webwinnow.methods.victor_crf import LABELS, Crf, Numbering
from webwinnow.methods.victor_setup import Setup

__all__ = ["Saved", "read", "write"]

FORMAT = 1
# The only key of the file's metadata: with several, their order, and so the bytes, would vary.
CARD = "webwinnow"
ANEW = "train it anew: webwinnow train victor DATA -o MODEL"


class Saved(NamedTuple):
    """All that is in a file."""

    crf: Crf
    studied: Studied
    settings: dict[str, Any]


def write(path: Path, saved: Saved) -> None:
    """Through a temporary file beside it, so that nobody ever sees half a model. The same model
    gives the same bytes.
    """
    from safetensors.numpy import save

    card = json.dumps(card_of(saved), sort_keys=True, ensure_ascii=False)
    content = save(tensors_of(saved), {CARD: card})
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".webwinnow-{os.getpid()}.tmp")
    try:
        temporary.write_bytes(content)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def read(path: Path) -> Saved:
    """ModelError where there is no such file, or none that this version can use."""
    from safetensors import SafetensorError, safe_open

    if path.is_dir():
        raise ModelError(f"{str(path)!r} is a folder; name the model in it, or {ANEW}")
    if not path.exists():
        raise ModelError(f"no model {str(path)!r}; check its name, or {ANEW}")
    try:
        with safe_open(path, framework="numpy") as file:
            card = json.loads((file.metadata() or {})[CARD])
            tensors = {name: file.get_tensor(name) for name in list(file.keys())}
        refuse_other(path, card)
        crf = crf_of(tensors, setup_of(path, card))
        return Saved(crf, studied_of(tensors, card), dict(card["settings"]))
    except (
        SafetensorError, OSError, LookupError, TypeError, ValueError, AttributeError,
        RecursionError, UnknownSetting,
    ) as error:  # fmt: skip
        reason = getattr(error, "strerror", None) or " ".join(str(error).split())
        problem = f"{str(path)!r} is no model of victor, or a broken one ({reason})"
        raise ModelError(f"{problem}; {ANEW}") from error


def refuse_other(path: Path, card: dict[str, Any]) -> None:
    if card["method"] != "victor":
        raise ModelError(f"{str(path)!r} was made for the method {card['method']!r}, not victor")
    if card["format"] != FORMAT:
        have = f"format {shown(card['format'])}, and this version reads {FORMAT}"
        raise ModelError(f"{str(path)!r} has {have}; {ANEW}")
    if tuple(card["labels"]) != LABELS:
        raise ModelError(f"{str(path)!r} was made for other labels than this version's; {ANEW}")


def card_of(saved: Saved) -> dict[str, object]:
    return {
        "method": "victor",
        "format": FORMAT,
        "labels": LABELS,
        "setup": saved.crf.setup.text,
        "settings": dict(saved.settings),
        "studied": [each._asdict() for each in saved.studied.sets],
    }


def tensors_of(saved: Saved) -> dict[str, NDArray[Any]]:
    return {
        "attributes": np.ascontiguousarray(saved.crf.attributes),
        "weights": np.ascontiguousarray(saved.crf.weights),
        "transitions": np.ascontiguousarray(saved.crf.transitions),
        "studied pages": np.array(sorted(saved.studied.pages), np.uint64),
    }


def setup_of(path: Path, card: dict[str, Any]) -> Setup:
    try:
        setup = Setup.read(card["setup"])
        setup.check_fitted()
        Numbering.of(setup)
    except ModelError as error:
        problem = f"{str(path)!r} has a setup that cannot be used ({error})"
        raise ModelError(f"{problem}; {ANEW}") from error
    return setup


def crf_of(tensors: Mapping[str, NDArray[Any]], setup: Setup) -> Crf:
    """ValueError where weights do not fit the setup, or cannot be computed with."""
    attributes = tensors["attributes"]
    weights, transitions = as_floats(tensors["weights"]), as_floats(tensors["transitions"])
    if weights.shape != (len(attributes), len(LABELS)) or attributes.ndim != 1:
        raise ValueError("there must be a weight for each attribute and label")
    if transitions.shape != (len(LABELS), len(LABELS)):
        raise ValueError("there must be a weight for each pair of labels")
    if not np.isfinite(weights).all() or not np.isfinite(transitions).all():
        raise ValueError("a weight is no finite number")
    ends = -1, *attributes.tolist(), Numbering.of(setup).total
    if attributes.dtype.kind not in "iu" or (np.diff(ends) <= 0).any():
        raise ValueError("attributes are not those of the setup")
    return Crf(setup, attributes.astype(np.int32), weights, transitions)


def as_floats(values: NDArray[Any]) -> NDArray[np.float32]:
    """What is too large becomes infinite."""
    with np.errstate(over="ignore"):
        return values.astype(np.float32)


def studied_of(tensors: Mapping[str, NDArray[Any]], card: dict[str, Any]) -> Studied:
    sets = tuple(StudiedSet(**each) for each in card["studied"])
    return Studied(sets, frozenset(tensors["studied pages"].tolist()))
