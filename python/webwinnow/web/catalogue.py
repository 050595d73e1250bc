"""The methods and trained models that clients can choose from."""

import copy
import re
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webwinnow.clean import DEFAULT_METHOD
from webwinnow.errors import InputError, UnknownMethod, UnknownSetting
from webwinnow.methods import METHODS, MethodSpec, find_class, parse_method
from webwinnow.methods.base import Method, TrainableMethod
from webwinnow.methods.registry import resolve_settings, unknown_method
from webwinnow.methods.settings import setting_types

# Clients can send any number of descriptions.
MAX_CACHED = 256
# Types of settings that name files or run other methods.
FOR_SERVER = frozenset({Path, Method})
PLAIN_TEXT = re.compile(r"[\w-]{0,40}")


@dataclass(frozen=True)
class Model:
    """A trained model with a name of its own."""

    method: Method
    summary: str


class Catalogue:
    """Methods by description, each created once and shared by all threads.

    A description begins with a name of the catalogue. Clients cannot change settings that name
    files or methods. `names` are those of METHODS to offer.
    """

    def __init__(self, names: Iterable[str] = METHODS) -> None:
        self._shipped = {name: find_class(name) for name in names}
        self._models: dict[str, Model] = {}
        self._cache: dict[tuple[str, str | None], tuple[str, Method]] = {}
        self._lock = threading.RLock()
        self._create_lock = threading.Lock()  # held long: it may load a model

    def names(self) -> list[str]:
        with self._lock:
            return [*self._shipped, *self._models]

    def presets(self) -> list[str]:
        """Presets of all methods."""
        with self._lock:
            known = [self._class_of(name).presets for name in self.names()]
        return sorted({preset for presets in known for preset in presets})

    @property
    def default(self) -> str:
        """Name of the method for requests that name none."""
        return DEFAULT_METHOD if DEFAULT_METHOD in self._shipped else self.names()[0]

    def find(self, description: str, preset: str | None = None) -> Method:
        """Return the method of a description, such as "winnow:comments=false".

        Raise UnknownMethod, UnknownSetting, or the error that makes the method unusable, such as a
        missing package.
        """
        key = description, preset
        known = self._cache.get(key)
        if known is not None:
            return known[1]
        spec = parse_method(description, preset=preset)
        with self._create_lock:
            known = self._cache.get(key) or (spec.name, self._create(spec))
        with self._lock:
            if spec.name in self._shipped or spec.name in self._models:
                while len(self._cache) >= MAX_CACHED:
                    del self._cache[next(iter(self._cache))]
                self._cache[key] = known
        return known[1]

    def add(self, name: str, method: Method, summary: str) -> None:
        """Add a model, or replace the model of the same name."""
        method.check_usable()
        with self._lock:
            if name in METHODS:
                raise InputError(f"{name!r} is a method; choose another name for the model")
            self._uncache(name)
            self._models[name] = Model(method, summary)

    def remove(self, name: str) -> None:
        """Remove a model; running requests can still use it."""
        with self._lock:
            if name not in self._models:
                raise UnknownMethod(unknown_method(name, self._models))
            self._uncache(name)
            del self._models[name]

    def describe(self) -> list[dict[str, Any]]:
        with self._lock:
            return [self._describe_method(name) for name in self.names()]

    def _describe_method(self, name: str) -> dict[str, Any]:
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

    def _create(self, spec: MethodSpec) -> Method:
        if spec.name not in self.names():
            raise UnknownMethod(unknown_method(spec.name, self.names()))
        model, method_class = self._models.get(spec.name), self._class_of(spec.name)
        settings = resolve_settings(method_class, spec)
        check_client_settings(method_class, settings)
        if model is not None:
            return with_settings(model.method, settings)
        method = method_class(**settings)
        method.check_usable()
        return method

    def _uncache(self, name: str) -> None:
        self._cache = {key: value for key, value in self._cache.items() if value[0] != name}


def check_client_settings(method: type[Method], settings: dict[str, object]) -> None:
    """Raise UnknownSetting for settings that a client must not change: those that name files or
    methods, and values other than numbers, booleans and single words.
    """
    for setting, value in settings.items():
        is_plain = isinstance(value, (int, float, type(None)))
        if isinstance(value, str):
            is_plain = PLAIN_TEXT.fullmatch(value) is not None
        if not is_plain or not FOR_SERVER.isdisjoint(setting_types(method, setting)):
            raise UnknownSetting(f"clients cannot set {setting!r} of {method.name!r}; leave it out")


def with_settings(method: Method, settings: dict[str, object]) -> Method:
    """Copy a model with other settings: constructors only store them, under their own names."""
    if not settings:
        return method
    other = copy.copy(method)
    for setting, value in settings.items():
        setattr(other, setting, value)
    return other
