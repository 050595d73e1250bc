"""Models as files: one safetensors file, tensors and a card that tells what they are.

What all methods have is here: which method, its settings, what it learned from. What else is in the
card, and what the tensors mean, is the method's own affair.
"""

import json
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from reprlib import repr as shown
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from webwinnow.errors import ModelError, UnknownSetting
from webwinnow.io.atomic import write_atomically
from webwinnow.messages import error_reason
from webwinnow.methods.base import Method
from webwinnow.methods.provenance import Provenance, ProvenanceSet
from webwinnow.methods.settings import check_settings

__all__ = [
    "CARD",
    "MODELS",
    "Contents",
    "Others",
    "anew",
    "as_written",
    "made_for",
    "read_model",
    "with_settings",
    "write_model",
]

FORMAT = 1
# The models that the package ships.
MODELS = Path(__file__).parents[1] / "models"
# The only key of the file's metadata: with several, their order, and so the bytes, would vary.
CARD = "webwinnow"
STUDIED = "studied pages"

Tensors = Mapping[str, NDArray[Any]]
Card = dict[str, Any]
T = TypeVar("T")
P = ParamSpec("P")
M = TypeVar("M", bound=Method)


class Contents(NamedTuple):
    """All that is in a file."""

    card: Card  # the method's own part
    tensors: Tensors
    provenance: Provenance
    settings: dict[str, Any]


class Others(ModelError):
    """A model that may be whole, but not for this version; the message says why."""


def anew(method: str) -> str:
    return f"train it anew: webwinnow train {method} DATA -o MODEL"


def write_model(path: Path, method: str, contents: Contents) -> None:
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
    content = save({**tensors, STUDIED: pages}, {CARD: written})
    write_atomically(path, content)


def read_model(path: Path, method: str, understood: Callable[[Card, Tensors], T]) -> tuple[
    T, Provenance, dict[str, Any]
]:  # fmt: skip
    """What the method understands card and tensors as, what was learned from, and the settings.

    ModelError where there is no such file, or none that this version can use; for the latter
    `understood` may raise whatever comes, `Others` with a message that begins behind the name.
    """
    from safetensors import SafetensorError, safe_open

    refuse_missing(path, method)
    try:
        with safe_open(path, framework="numpy") as file:
            card = json.loads((file.metadata() or {})[CARD])
            tensors = {name: file.get_tensor(name) for name in list(file.keys())}
        refuse_other(method, card)
        sets = tuple(ProvenanceSet(**each) for each in card["studied"])
        provenance = Provenance(sets, frozenset(tensors[STUDIED].tolist()))
        return understood(card, tensors), provenance, dict(card["settings"])
    except Others as error:
        raise ModelError(f"{str(path)!r} {error}; {anew(method)}") from error
    except (
        SafetensorError, OSError, LookupError, TypeError, ValueError, AttributeError,
        RecursionError, UnknownSetting,
    ) as error:  # fmt: skip
        reason = error_reason(error)
        problem = f"{str(path)!r} is no model of {method}, or a broken one ({reason})"
        raise ModelError(f"{problem}; {anew(method)}") from error


def made_for(path: Path) -> str:
    """The method whose model a file is; ModelError where it is none."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="numpy") as file:
            return str(json.loads((file.metadata() or {})[CARD])["method"])
    except (SafetensorError, OSError, LookupError, TypeError, ValueError) as error:
        reason = error_reason(error)
        raise ModelError(f"{str(path)!r} is no model, or a broken one ({reason})") from error


def as_written(
    read: Callable[Concatenate[Path, P], T],
) -> Callable[Concatenate[Path, P], T]:
    """Reads a file once, and again when it has been written anew; errors are not remembered."""
    known: dict[object, tuple[object, T]] = {}

    @wraps(read)
    def reading(path: Path, /, *others: P.args, **named: P.kwargs) -> T:
        key = path, others, tuple(sorted(named.items()))
        # Taken before reading: whatever is written meanwhile makes for another one.
        written = state_of(path)
        if written is not None and key in known and known[key][0] == written:
            return known[key][1]
        found = read(path, *others, **named)
        known[key] = written, found
        return found

    return reading


def state_of(path: Path) -> tuple[int, ...] | None:
    """Another one for a file that was written anew; None where there is no file."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino, found.st_dev


def with_settings(method: type[M], settings: dict[str, Any], path: Path) -> M:
    """The method as a model was saved with; ModelError where this version has other settings."""
    try:
        check_settings(method, settings)
    except UnknownSetting as error:
        raise ModelError(f"{str(path)!r} has other settings than this version: {error}") from error
    return method(**settings)


def refuse_missing(path: Path, method: str) -> None:
    if path.is_dir():
        raise ModelError(f"{str(path)!r} is a folder; name the model in it, or {anew(method)}")
    if not path.exists():
        raise ModelError(f"no model {str(path)!r}; check its name, or {anew(method)}")


def refuse_other(method: str, card: Card) -> None:
    if card["method"] != method:
        raise Others(f"was made for the method {card['method']!r}, not {method}")
    if card["format"] != FORMAT:
        raise Others(f"has format {shown(card['format'])}, and this version reads {FORMAT}")
