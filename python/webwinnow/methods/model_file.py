"""Model files, and the base class of methods that have one.

A model file is a safetensors file with tensors and a card in JSON. The card has the method, its
settings and its provenance. The rest of the card, and the meaning of the tensors, belong to each
method.
"""

import json
from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, wraps
from pathlib import Path
from reprlib import repr as short_repr
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, Generic, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from webwinnow.errors import ModelError, UnknownSetting
from webwinnow.io.atomic import write_atomically
from webwinnow.messages import error_reason
from webwinnow.methods.base import TrainableMethod
from webwinnow.methods.provenance import Provenance, ProvenanceSet
from webwinnow.methods.registry import file_state
from webwinnow.methods.settings import check_settings

if TYPE_CHECKING:
    from typing_extensions import Self

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


@dataclass(frozen=True)
class SavedModel(Generic[T]):
    """Everything in a model file."""

    model: T
    provenance: Provenance
    settings: dict[str, Any]


class IncompatibleModel(ModelError):
    """A model of another version or method; the message continues after the file name."""


def retraining_hint(method: str) -> str:
    return f"train it again: webwinnow train {method} DATA -o MODEL"


def write_model(path: Path, method: str, saved: SavedModel[tuple[Card, Tensors]]) -> None:
    """Write a model file atomically. The same model gives the same bytes."""
    from safetensors.numpy import save

    own, tensors = saved.model
    card = {
        **own,
        "method": method,
        "format": FORMAT,
        "settings": saved.settings,
        "studied": [each._asdict() for each in saved.provenance.sets],
    }
    pages = np.array(sorted(saved.provenance.pages), np.uint64)
    contiguous = {name: np.ascontiguousarray(each) for name, each in tensors.items()}
    written = json.dumps(card, sort_keys=True, ensure_ascii=False)
    write_atomically(path, save({**contiguous, PAGES: pages}, {CARD: written}))


def read_model(path: Path, method: str, parse: Callable[[Card, Tensors], T]) -> SavedModel[T]:
    """Read a model file; `parse` makes the model from the card and the tensors.

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
        return SavedModel(parse(card, tensors), provenance, dict(card["settings"]))
    except IncompatibleModel as error:
        raise ModelError(f"{str(path)!r} {error}; {retraining_hint(method)}") from error
    except (
        SafetensorError, OSError, LookupError, TypeError, ValueError, AttributeError,
        RecursionError, UnknownSetting,
    ) as error:  # fmt: skip
        reason = error_reason(error)
        problem = f"{str(path)!r} is not a model of {method}, or it is damaged ({reason})"
        raise ModelError(f"{problem}; {retraining_hint(method)}") from error


def read_method_name(path: Path) -> str:
    """Read which method a model file is for; raise ModelError for other files."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="numpy") as file:
            return str(json.loads((file.metadata() or {})[CARD])["method"])
    except (SafetensorError, OSError, LookupError, TypeError, ValueError) as error:
        reason = error_reason(error)
        raise ModelError(f"{str(path)!r} is not a model, or it is damaged ({reason})") from error


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


class ModelMethod(TrainableMethod, Generic[T]):
    """A method with a model file.

    It uses the model of `fit` or `load`, or else the file of its setting `model`, or else the model
    that comes with the package.
    """

    saved_settings: ClassVar[tuple[str, ...]]  # `save` stores these with the model
    model: str | Path | None
    model_: T  # set by `fit` and `load`

    @classmethod
    @abstractmethod
    def serialize(cls, model: T) -> tuple[Card, Tensors]:
        """Return the model's entries of the card, and its tensors."""

    @classmethod
    @abstractmethod
    def parse(cls, card: Card, tensors: Tensors) -> T:
        """Make a model from what `serialize` returned; raise as `read_model` allows."""

    @classmethod
    def read(cls, path: Path) -> SavedModel[T]:
        """Read a model file; raise ModelError for a missing, broken or incompatible one."""
        return read_model(path, cls.name, cls.parse)

    def save(self, path: Path) -> None:
        parts = self.serialize(self.current_model)
        settings = {name: getattr(self, name) for name in self.saved_settings}
        write_model(Path(path), self.name, SavedModel(parts, self.provenance, settings))

    @classmethod
    def load(cls, path: Path) -> "Self":
        """Read a model with its saved settings; the setting `model` uses the given settings."""
        saved = cls.read(Path(path))
        try:
            check_settings(cls, saved.settings)
        except UnknownSetting as error:
            problem = f"{str(path)!r} has other settings than this version"
            raise ModelError(f"{problem}: {error}") from error
        method = cls(**saved.settings)
        method.model_, method.provenance_ = saved.model, saved.provenance
        return method

    def check_fitted(self) -> None:
        """Raise ModelError if there is no usable model."""
        self.current_model  # noqa: B018, it reads the file

    @property
    def current_model(self) -> T:
        return self.model_ if "model_" in vars(self) else self.model_on_disk().model

    @property
    def provenance(self) -> Provenance:
        return self.provenance_ if "provenance_" in vars(self) else self.model_on_disk().provenance

    def model_on_disk(self) -> SavedModel[T]:
        return read_cached(self.model_path(), type(self))

    def model_path(self) -> Path:
        return shipped_path(self.name) if self.model is None else Path(self.model)


def shipped_path(stem: str) -> Path:
    """Path of a model that comes with the package."""
    return path_in(MODELS, stem)


@cache  # every page needs it, and joining paths is slow
def path_in(folder: Path, stem: str) -> Path:
    return folder / f"{stem}.safetensors"


@cache_until_rewritten
def read_cached(path: Path, method: type[ModelMethod[T]]) -> SavedModel[T]:
    if path.parent == MODELS and not path.exists():
        remedy = f"reinstall webwinnow, or train a model and use {method.name}:model=FILE"
        raise ModelError(f"{method.name}'s own model is missing: {str(path)!r}; {remedy}")
    return method.read(path)
