"""Trained models: files in a folder, each with a card, and entries of the catalogue."""

import shlex
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from webwinnow.errors import InputError, ModelError
from webwinnow.io.atomic import remove_drafts
from webwinnow.messages import count_noun, describe_error
from webwinnow.methods import find_class
from webwinnow.methods.base import TrainableMethod
from webwinnow.methods.model_file import read_method_name
from webwinnow.web.studio.jobs.job import (
    INVALID_JSON,
    check_model_name,
    check_types,
    read_json_object,
)

if TYPE_CHECKING:
    from webwinnow.web.catalogue import Catalogue

SUFFIX = ".safetensors"


class ModelNotFound(InputError):
    """No trained model has this name."""


@dataclass(frozen=True)
class Model:
    name: str
    method: str
    path: Path
    size: int  # bytes
    card: dict[str, Any] = field(default_factory=dict)  # empty if the file was not trained here

    @property
    def summary(self) -> str:
        """One line for the list of methods."""
        if not self.card:
            return f"A model of {self.method}."
        pages, sites = (
            count_noun(self.card["pages"], "page"),
            count_noun(self.card["sites"], "site"),
        )
        method = f"{self.method} on top of its own model" if self.card["on_top"] else self.method
        return f"{method}, trained on {self.card['origin']['name']}: {pages} of {sites}."

    def describe(self) -> dict[str, Any]:
        setting = f"{self.method}:model={self.path}"
        return {
            "name": self.name,
            "method": self.method,
            "summary": self.summary,
            "file": str(self.path),
            "size": self.size,
            "card": self.card,
            "command": f"webwinnow clean PAGE --method {shlex.quote(setting)}",
        }


class Models:
    """Keeps the folder and the catalogue in sync."""

    def __init__(self, folder: Path, catalogue: "Catalogue") -> None:
        self.folder, self.catalogue = folder.absolute(), catalogue
        self.folder.mkdir(parents=True, exist_ok=True)
        self.broken: dict[str, str] = {}  # error by file name
        self._known: dict[str, Model] = {}
        self._lock = threading.RLock()
        self.refresh()

    def refresh(self) -> None:
        """Find added and removed files: another studio may use the folder."""
        with self._lock:
            paths = {path.name: path for path in sorted(self.folder.glob(f"*{SUFFIX}"))}
            for model in list(self._known.values()):
                if model.path.name not in paths:
                    self._drop(model.name)
            self.broken = {file: error for file, error in self.broken.items() if file in paths}
            for file, path in paths.items():
                if path.stem in self._known or file in self.broken:
                    continue
                try:
                    check_model_name(path.stem, ())
                    self.add(path.stem)
                except Exception as error:  # a broken file must not stop the studio
                    self.broken[file] = describe_error(error)

    def add(self, name: str) -> Model:
        """Load the file of a model and add it to the catalogue."""
        path = model_file(self.folder, name)
        method = find_class(read_method_name(path))
        if not issubclass(method, TrainableMethod):
            raise ModelError(f"{str(path)!r} is a model of {method.name}, which cannot be trained")
        loaded = method.load(path)
        model = Model(name, method.name, path, path.stat().st_size, self.card(name))
        with self._lock:
            self.catalogue.add(name, loaded, model.summary)
            self._known[name] = model
        return model

    def card(self, name: str) -> dict[str, Any]:
        """Read the card of a model; empty if it is missing or invalid."""
        try:
            card = read_json_object(card_file(self.folder, name))
            check_types({"scores": {}, **card}, pages=int, sites=int, on_top=bool, scores=dict)
            check_types(card["origin"], name=str)
            return card
        except INVALID_JSON:
            return {}

    def find(self, name: str) -> Model:
        with self._lock:
            if name not in self._known:
                raise ModelNotFound(f"no model {name!r}; it may have been deleted")
            return self._known[name]

    def remove(self, name: str) -> None:
        with self._lock:
            model = self.find(name)
            model.path.unlink(missing_ok=True)
            card_file(self.folder, name).unlink(missing_ok=True)
            self._drop(name)

    def _drop(self, name: str) -> None:
        self.catalogue.remove(name)
        del self._known[name]

    def names(self) -> list[str]:
        with self._lock:
            return list(self._known)

    def discard(self, job: str, name: str, process: int | None = None) -> None:
        """Delete what a failed job left behind; `process` has ended."""
        if process is not None:
            remove_drafts(self.folder, process)
        if name not in self.names() and self.card(name).get("job") == job:
            model_file(self.folder, name).unlink(missing_ok=True)
            card_file(self.folder, name).unlink(missing_ok=True)

    def is_from_job(self, job: str, name: str) -> bool:
        """True if the job saved this model."""
        return name in self.names() and self.find(name).card.get("job") == job

    def describe(self) -> list[dict[str, Any]]:
        """All models as JSON, newest first."""
        with self._lock:
            models = list(self._known.values())
        models.sort(key=lambda model: str(model.card.get("made", "")), reverse=True)
        return [model.describe() for model in models]


def model_file(folder: Path, name: str) -> Path:
    return folder / f"{name}{SUFFIX}"


def card_file(folder: Path, name: str) -> Path:
    return folder / f"{name}.json"
