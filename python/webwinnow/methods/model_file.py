"""Model files: one safetensors file with tensors and a card in JSON.

The card has the method, its settings and its provenance. The rest of the card, and the meaning of
the tensors, belong to each method.
"""

import json
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from reprlib import repr as short_repr
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from webwinnow.errors import ModelError, UnknownSetting
from webwinnow.io.atomic import write_atomically
from webwinnow.messages import error_reason
from webwinnow.methods.base import Method
from webwinnow.methods.provenance import Provenance, ProvenanceSet
from webwinnow.methods.registry import file_state
from webwinnow.methods.settings import check_settings

__all__ = [
    "CARD",
    "MODELS",
    "IncompatibleModel",
    "ModelContents",
    "cache_until_rewritten",
    "method_with_settings",
    "read_method_name",
    "read_model",
    "retraining_hint",
    "write_model",
]

FORMAT = 1
# The models that come with the package.
MODELS = Path(__file__).parents[1] / "models"
# The only key of the file's metadata; with several keys the bytes would vary with their order.
CARD = "webwinnow"
PAGES = "studied pages"

Tensors = Mapping[str, NDArray[Any]]
Card = dict[str, Any]
T = TypeVar("T")
P = ParamSpec("P")
M = TypeVar("M", bound=Method)


class ModelContents(NamedTuple):
    """Everything in a model file."""

    card: Card  # the method's own entries
    tensors: Tensors
    provenance: Provenance
    settings: dict[str, Any]


class IncompatibleModel(ModelError):
    """A model of another version or method; the message continues after the file name."""


def retraining_hint(method: str) -> str:
    return f"train it again: webwinnow train {method} DATA -o MODEL"


def write_model(path: Path, method: str, contents: ModelContents) -> None:
    """Write a model file atomically. The same model gives the same bytes."""
    from safetensors.numpy import save

    card = {
        **contents.card,
        "method": method,
        "format": FORMAT,
        "settings": contents.settings,
        "studied": [each._asdict() for each in contents.provenance.sets],
    }
    pages = np.array(sorted(contents.provenance.pages), np.uint64)
    tensors = {name: np.ascontiguousarray(each) for name, each in contents.tensors.items()}
    written = json.dumps(card, sort_keys=True, ensure_ascii=False)
    content = save({**tensors, PAGES: pages}, {CARD: written})
    write_atomically(path, content)


def read_model(path: Path, method: str, parse: Callable[[Card, Tensors], T]) -> tuple[
    T, Provenance, dict[str, Any]
]:  # fmt: skip
    """Read a model file: what `parse` returns, the provenance, and the settings.

    Raise ModelError for a missing, broken or incompatible file. `parse` may raise
    IncompatibleModel, or any error of malformed data.
    """
    from safetensors import SafetensorError, safe_open

    reject_missing(path, method)
    try:
        with safe_open(path, framework="numpy") as file:
            card = json.loads((file.metadata() or {})[CARD])
            tensors = {name: file.get_tensor(name) for name in list(file.keys())}
        reject_other(method, card)
        sets = tuple(ProvenanceSet(**each) for each in card["studied"])
        provenance = Provenance(sets, frozenset(tensors[PAGES].tolist()))
        return parse(card, tensors), provenance, dict(card["settings"])
    except IncompatibleModel as error:
        raise ModelError(f"{str(path)!r} {error}; {retraining_hint(method)}") from error
    except (
        SafetensorError, OSError, LookupError, TypeError, ValueError, AttributeError,
        RecursionError, UnknownSetting,
    ) as error:  # fmt: skip
        reason = error_reason(error)
        problem = f"{str(path)!r} is no model of {method}, or a broken one ({reason})"
        raise ModelError(f"{problem}; {retraining_hint(method)}") from error


def read_method_name(path: Path) -> str:
    """Read which method a model file is for; raise ModelError for other files."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="numpy") as file:
            return str(json.loads((file.metadata() or {})[CARD])["method"])
    except (SafetensorError, OSError, LookupError, TypeError, ValueError) as error:
        reason = error_reason(error)
        raise ModelError(f"{str(path)!r} is no model, or a broken one ({reason})") from error


def cache_until_rewritten(
    read: Callable[Concatenate[Path, P], T],
) -> Callable[Concatenate[Path, P], T]:
    """Cache what `read` returns for a path until the file changes. Errors are not cached."""
    known: dict[object, tuple[object, T]] = {}

    @wraps(read)
    def reading(path: Path, /, *others: P.args, **named: P.kwargs) -> T:
        key = path, others, tuple(sorted(named.items()))
        # Taken before reading, so that a change meanwhile is noticed.
        state = file_state(path)
        if state is not None and key in known and known[key][0] == state:
            return known[key][1]
        found = read(path, *others, **named)
        known[key] = state, found
        return found

    return reading


def method_with_settings(method: type[M], settings: dict[str, Any], path: Path) -> M:
    """Make a method with the settings of a model file; raise ModelError if they do not fit."""
    try:
        check_settings(method, settings)
    except UnknownSetting as error:
        raise ModelError(f"{str(path)!r} has other settings than this version: {error}") from error
    return method(**settings)


def reject_missing(path: Path, method: str) -> None:
    if path.is_dir():
        raise ModelError(
            f"{str(path)!r} is a folder; name the model in it, or {retraining_hint(method)}"
        )
    if not path.exists():
        raise ModelError(f"no model {str(path)!r}; check its name, or {retraining_hint(method)}")


def reject_other(method: str, card: Card) -> None:
    if card["method"] != method:
        raise IncompatibleModel(f"was made for the method {card['method']!r}, not {method}")
    if card["format"] != FORMAT:
        raise IncompatibleModel(
            f"has format {short_repr(card['format'])}, and this version reads {FORMAT}"
        )
