"""The registry of methods, and the parser of method descriptions.

A description is a name and settings: "bte", "bte:tag_weight=2", "winnow:preset=recall:title=false".
The Python API, the commands, the service, the studio and corpus settings all parse it here.

A method's module, and NumPy with it, is imported when the method is first used.
"""

import ast
import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from webwinnow.errors import UnknownMethod, UnknownSetting
from webwinnow.methods.settings import check_settings, setting_types

if TYPE_CHECKING:
    from webwinnow.methods.base import Method

METHODS: dict[str, str] = {
    "all": "webwinnow.methods.visible:Visible",
    "bte": "webwinnow.methods.bte:BTE",
    "boilerpipe": "webwinnow.methods.boilerpipe:Boilerpipe",
    "justext": "webwinnow.methods.justext:JusText",
    "goldminer": "webwinnow.methods.goldminer:GoldMiner",
    "kimatu": "webwinnow.methods.kimatu:Kimatu",
    "winnow": "webwinnow.methods.winnow:Winnow",
    "texrex": "webwinnow.methods.texrex:Texrex",
    "victor": "webwinnow.methods.victor:Victor",
    "fiasco": "webwinnow.methods.fiasco:Fiasco",
    "fiasco-visual": "webwinnow.methods.fiasco:FiascoVisual",
}

PRESET = "preset"
# A colon begins the next setting only before "word=": values may be Windows paths and URLs.
NEXT_SETTING = re.compile(r":(?=[\w-]+=)")
CONSTANTS: dict[str, object] = {"true": True, "false": False, "none": None}
MAX_SHARED = 64


class MethodSpec(NamedTuple):
    """A parsed method description."""

    name: str
    preset: str | None
    settings: dict[str, object]


def parse_method(description: str, *, preset: str | None = None) -> MethodSpec:
    """Parse "name:setting=value:setting=value"; `preset=NAME` is one of the settings.

    A value is true, false or none in any case, a number or another Python literal, or else a text.
    `preset` is for callers that have an option for it; a description with a preset excludes it.

    >>> parse_method("winnow:preset=recall:title=false")
    MethodSpec(name='winnow', preset='recall', settings={'title': False})
    """
    name, colon, rest = description.partition(":")
    settings: dict[str, object] = {}
    for item in NEXT_SETTING.split(rest) if colon else []:
        setting, equals, value = item.partition("=")
        if not equals:
            raise UnknownSetting(f"{item!r} sets nothing; write {name}:setting=value")
        if setting in settings:
            raise UnknownSetting(f"{description!r} sets {setting} twice; set it once")
        settings[setting] = parse_value(value) if setting != PRESET else value
    described = settings.pop(PRESET, None)
    if described is None:
        return MethodSpec(name, preset, settings)
    if preset not in (None, described):
        raise UnknownSetting(f"two presets for {name!r}: {described} and {preset}; choose one")
    return MethodSpec(name, str(described), settings)


def parse_value(text: str) -> object:
    if text.lower() in CONSTANTS:
        return CONSTANTS[text.lower()]
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):  # the latter two: deep nesting
        return text


def find_class(name: str) -> "type[Method]":
    """Import a method's class."""
    try:
        module, _, class_name = METHODS[name].partition(":")
    except KeyError:
        raise UnknownMethod(unknown_method(name, METHODS)) from None
    return cast("type[Method]", getattr(import_module(module), class_name))


def load(description: str, /, *, preset: str | None = None, **settings: object) -> "Method":
    """Make a method from its description.

    Keyword settings override those of the description, and both override the preset.

    >>> load("bte:tag_weight=2")
    BTE(tag_weight=2)
    """
    spec = parse_method(description, preset=preset)
    method = find_class(spec.name)
    spec = spec._replace(settings={**spec.settings, **settings})
    return method(**resolve_settings(method, spec))


def load_shared(description: str) -> "Method":
    """Load a method, or return the one that an earlier call loaded.

    Methods are stateless, so callers can share them. A method is loaded again when a file that its
    settings name has changed.
    """
    files = tuple((file, file_state(Path(file))) for file in files_in(description))
    return load_once(description, files)


@lru_cache(MAX_SHARED)
def load_once(description: str, _files: tuple[object, ...]) -> "Method":
    return load(description)


@lru_cache(MAX_SHARED)
def files_in(description: str) -> tuple[str, ...]:
    """Files and folders that the settings of a description name."""
    spec = parse_method(description)
    method = find_class(spec.name)
    return tuple(
        value
        for setting, value in spec.settings.items()
        if isinstance(value, str) and Path in setting_types(method, setting)
    )


def file_state(path: Path) -> tuple[int, ...] | None:
    """A value that changes when the file is rewritten; None where there is no file."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino, found.st_dev


def resolve_settings(method: "type[Method]", spec: MethodSpec) -> dict[str, object]:
    """Merge the settings of the preset and of the spec, and check them."""
    settings = {**preset_settings(method, spec), **spec.settings}
    check_settings(method, settings)
    return settings


def preset_settings(method: "type[Method]", spec: MethodSpec) -> dict[str, object]:
    if spec.preset is None:
        return {}
    if spec.preset in method.presets:
        return method.presets[spec.preset]
    if method.presets:
        remedy = f"choose from {', '.join(method.presets)}"
    else:
        others = [name for name in METHODS if spec.preset in find_class(name).presets]
        remedy = f"choose a method that has it: {', '.join(others)}" if others else "leave it out"
    raise UnknownSetting(f"method {spec.name!r} has no preset {spec.preset!r}; {remedy}")


def unknown_method(name: str, names: Iterable[str]) -> str:
    """The error message for a method that is not among `names`."""
    names = list(names)
    close = get_close_matches(name.lower(), names, n=1)
    guess = f"did you mean {close[0]!r}? " if close else ""
    choices = f"choose from {', '.join(names)}" if names else "there is none"
    return f"no method {name!r}; {guess}{choices}"
