"""The methods that clients may choose from, and models that were trained here."""

import copy
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from webwinnow.clean import DEFAULT_METHOD
from webwinnow.errors import InputError, UnknownMethod, UnknownSetting
from webwinnow.methods import METHODS, find, load
from webwinnow.methods.base import Method, TrainableMethod

__all__ = ["Catalogue"]


@dataclass(frozen=True)
class Model:
    """A method that was added, under a name of its own."""

    method: Method
    summary: str


class Catalogue:
    """Methods by name, each made once and shared by all threads.

    Clients never give settings, some of which name files: a method is a name of the catalogue and
    perhaps a preset. `names` are those of METHODS to offer.
    """

    def __init__(self, names: Iterable[str] = METHODS) -> None:
        self._shipped = {name: find(name) for name in names}
        self._models: dict[str, Model] = {}
        self._ready: dict[tuple[str, str | None], Method] = {}
        self._lock = threading.RLock()
        self._making = threading.Lock()  # for long: a model may have to be read

    def names(self) -> list[str]:
        with self._lock:
            return [*self._shipped, *self._models]

    def presets(self) -> list[str]:
        """All that some method has."""
        with self._lock:
            known = [self._class_of(name).presets for name in self.names()]
        return sorted({preset for presets in known for preset in presets})

    @property
    def default(self) -> str:
        """What clients get who name none."""
        return DEFAULT_METHOD if DEFAULT_METHOD in self._shipped else self.names()[0]

    def find(self, name: str, preset: str | None = None) -> Method:
        """UnknownMethod and UnknownSetting where there is none; what makes a method unusable, such
        as a package that is missing, comes up here and not with a page.
        """
        known = self._ready.get((name, preset))
        if known is not None:
            return known
        with self._making:
            known = self._ready.get((name, preset)) or self._make(name, preset)
        with self._lock:
            if name in self._shipped or name in self._models:
                self._ready[name, preset] = known
        return known

    def add(self, name: str, method: Method, summary: str) -> None:
        """From now on `find` knows it; a model of the same name is replaced."""
        method.check_usable()
        with self._lock:
            if name in METHODS:
                raise InputError(f"{name!r} is a method of its own; name the model otherwise")
            self._forget(name)
            self._models[name] = Model(method, summary)

    def remove(self, name: str) -> None:
        """Pages in work with it are finished."""
        with self._lock:
            if name not in self._models:
                raise UnknownMethod(self._unknown(name, list(self._models)))
            self._forget(name)
            del self._models[name]

    def describe(self) -> list[dict[str, Any]]:
        with self._lock:
            return [self._described(name) for name in self.names()]

    def _described(self, name: str) -> dict[str, Any]:
        method, model = self._class_of(name), self._models.get(name)
        return {
            "name": name,
            "summary": model.summary if model else method.summary(),
            "presets": list(method.presets),
            "learns": issubclass(method, TrainableMethod),
            "is_default": name == self.default,
            "is_model": model is not None,
        }

    def _class_of(self, name: str) -> type[Method]:
        model = self._models.get(name)
        return type(model.method) if model else self._shipped[name]

    def _make(self, name: str, preset: str | None) -> Method:
        model = self._models.get(name)
        if model is not None:
            return with_preset(name, model.method, preset)
        if name not in self._shipped:
            raise UnknownMethod(self._unknown(name, self.names()))
        method = load(name, preset=preset)
        method.check_usable()
        return method

    def _forget(self, name: str) -> None:
        self._ready = {key: made for key, made in self._ready.items() if key[0] != name}

    @staticmethod
    def _unknown(name: str, names: list[str]) -> str:
        close = get_close_matches(name.lower(), names, n=1)
        guess = f"did you mean {close[0]!r}? " if close else ""
        choices = f"choose from {', '.join(names)}" if names else "there is none"
        return f"no method {name!r}; {guess}{choices}"


def with_preset(name: str, method: Method, preset: str | None) -> Method:
    """The model with other settings: constructors only store them, under their own names."""
    if preset is None:
        return method
    if preset not in method.presets:
        has = f"it has {', '.join(method.presets)}" if method.presets else "it has none"
        raise UnknownSetting(f"model {name!r} has no {preset} preset; {has}")
    other = copy.copy(method)
    for setting, value in method.presets[preset].items():
        setattr(other, setting, value)
    return other
