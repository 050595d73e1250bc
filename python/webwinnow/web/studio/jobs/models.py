"""Models that were trained here: files in a folder, each with a card, usable by their names."""

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
from webwinnow.web.studio.json_files import UNFIT, check_types, read_kept
from webwinnow.web.studio.task import check_name

if TYPE_CHECKING:
    from webwinnow.web.catalogue import Catalogue

__all__ = ["Model", "Models", "NoModel", "card_of", "file_of"]

SUFFIX = ".safetensors"


class NoModel(InputError):
    """No model of that name was trained here."""


@dataclass(frozen=True)
class Model:
    name: str
    method: str
    path: Path
    size: int  # bytes
    card: dict[str, Any] = field(default_factory=dict)  # empty where somebody put the file there

    @property
    def summary(self) -> str:
        """One line for lists of methods."""
        if not self.card:
            return f"A model of {self.method}."
        pages, sites = (
            count_noun(self.card["pages"], "page"),
            count_noun(self.card["sites"], "site"),
        )
        how = f"{self.method} on top of its own model" if self.card["on_top"] else self.method
        return f"{how}, trained on {self.card['origin']['name']}: {pages} of {sites}."

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
    """Keeps folder and catalogue alike."""

    def __init__(self, folder: Path, catalogue: "Catalogue") -> None:
        self.folder, self.catalogue = folder.absolute(), catalogue
        self.folder.mkdir(parents=True, exist_ok=True)
        self.broken: dict[str, str] = {}  # files that are no models, and what is wrong with them
        self._known: dict[str, Model] = {}
        self._lock = threading.RLock()
        self.refresh()

    def refresh(self) -> None:
        """Finds what has come or gone since: another studio may have been at work."""
        with self._lock:
            paths = {path.name: path for path in sorted(self.folder.glob(f"*{SUFFIX}"))}
            for model in list(self._known.values()):
                if model.path.name not in paths:
                    self._drop(model.name)
            self.broken = {file: why for file, why in self.broken.items() if file in paths}
            for file, path in paths.items():
                if path.stem in self._known or file in self.broken:
                    continue
                try:
                    check_name(path.stem, ())
                    self.add(path.stem)
                except Exception as error:  # one file, whatever it holds, must not end the studio
                    self.broken[file] = describe_error(error)

    def add(self, name: str) -> Model:
        """A model whose file is there; from now on the catalogue has it."""
        path = file_of(self.folder, name)
        method = find_class(read_method_name(path))
        if not issubclass(method, TrainableMethod):
            raise ModelError(f"{str(path)!r} is of {method.name}, which does not learn")
        loaded = method.load(path)
        model = Model(name, method.name, path, path.stat().st_size, self.card(name))
        with self._lock:
            self.catalogue.add(name, loaded, model.summary)
            self._known[name] = model
        return model

    def card(self, name: str) -> dict[str, Any]:
        """What is told of it; empty where that is missing, or not as it should be."""
        try:
            card = read_kept(card_of(self.folder, name))
            check_types({"scores": {}, **card}, pages=int, sites=int, on_top=bool, scores=dict)
            check_types(card["origin"], name=str)
            return card
        except UNFIT:
            return {}

    def find(self, name: str) -> Model:
        with self._lock:
            if name not in self._known:
                raise NoModel(f"no model {name!r} was trained here; it may have been removed")
            return self._known[name]

    def remove(self, name: str) -> None:
        with self._lock:
            model = self.find(name)
            model.path.unlink(missing_ok=True)
            card_of(self.folder, name).unlink(missing_ok=True)
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
            file_of(self.folder, name).unlink(missing_ok=True)
            card_of(self.folder, name).unlink(missing_ok=True)

    def has_of(self, job: str, name: str) -> bool:
        """Whether a job got as far as leaving its model."""
        return name in self.names() and self.find(name).card.get("job") == job

    def describe(self) -> list[dict[str, Any]]:
        """The newest first."""
        with self._lock:
            models = list(self._known.values())
        models.sort(key=lambda model: str(model.card.get("made", "")), reverse=True)
        return [model.describe() for model in models]


def file_of(folder: Path, name: str) -> Path:
    return folder / f"{name}{SUFFIX}"


def card_of(folder: Path, name: str) -> Path:
    return folder / f"{name}.json"
