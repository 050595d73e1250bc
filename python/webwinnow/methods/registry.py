"""The table of methods, and how one is made from its name.

A method's file, and NumPy with it, is imported when the method is first asked for.
"""

import ast
from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING, cast

from webwinnow.errors import UnknownMethod, UnknownSetting
from webwinnow.methods.settings import check_settings

if TYPE_CHECKING:
    from webwinnow.methods.base import Method

__all__ = ["METHODS", "find", "load", "load_described"]

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


def find(name: str) -> "type[Method]":
    """The method's class."""
    try:
        module, _, class_name = METHODS[name].partition(":")
    except KeyError:
        raise UnknownMethod(unknown(name)) from None
    return cast("type[Method]", getattr(import_module(module), class_name))


def load(name: str, *, preset: str | None = None, **settings: object) -> "Method":
    """A method ready to decide; settings given by name win over those of the preset."""
    method = find(name)
    if preset is not None:
        settings = {**preset_of(method, preset), **settings}
    check_settings(method, settings)
    return method(**settings)


def load_described(description: str, *, preset: str | None = None, **others: object) -> "Method":
    """A method from its name and settings: "bte", or "bte:tag_weight=2".

    Several settings are set apart by more colons; a value is a number, True, False, None, or else
    a text as it stands. Other settings given by name win over these, and these over the preset.
    """
    name, *settings = description.split(":")
    given: dict[str, object] = {}
    for setting in settings:
        key, is_set, value = setting.partition("=")
        if not is_set:
            raise UnknownSetting(f"{setting!r} sets nothing; write {name}:setting=value")
        given[key] = value_of(value)
    return load(name, preset=preset, **{**given, **others})


def value_of(text: str) -> object:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):  # the latter two: deep nesting
        return text


def preset_of(method: "type[Method]", preset: str) -> dict[str, object]:
    try:
        return method.presets[preset]
    except KeyError:
        having = [name for name in METHODS if preset in find(name).presets]
        remedy = f"choose a method that has: {', '.join(having)}" if having else "leave it out"
        raise UnknownSetting(f"method {method.name!r} has no {preset} preset; {remedy}") from None


def unknown(name: str) -> str:
    choices = f"choose from {', '.join(METHODS)}"
    close = get_close_matches(name.lower(), METHODS, n=1)
    guess = f"did you mean {close[0]!r}? " if close else ""
    return f"no method {name!r}; {guess}{choices}"
