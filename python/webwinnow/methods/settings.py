"""Checks of a method's settings against the annotations of its constructor."""

import math
import reprlib
from collections.abc import Collection
from numbers import Integral, Real
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from webwinnow.errors import UnknownSetting

if TYPE_CHECKING:
    from webwinnow.methods.base import Method

TYPE_NAMES = {
    float: "a finite number",
    int: "a whole number",
    bool: "True or False",
    str: "a text",
    NoneType: "None",
}


def check_settings(method: "type[Method]", settings: dict[str, object]) -> None:
    """Raise UnknownSetting for the first setting that the method does not have, or whose value does
    not match the annotation in its constructor.
    """
    known = method.settings()
    types = get_type_hints(method.__init__)
    for setting, value in settings.items():
        if setting not in known:
            remedy = f"its settings: {', '.join(known)}" if known else "it has none"
            raise UnknownSetting(f"method {method.name!r} has no setting {setting!r}; {remedy}")
        if not matches(value, types.get(setting, object)):
            problem = f"method {method.name!r} cannot take {setting}={reprlib.repr(value)}"
            raise UnknownSetting(f"{problem}; it must be {describe_type(types[setting])}")


def setting_types(method: "type[Method]", setting: str) -> tuple[Any, ...]:
    """Return the types that a setting is annotated with, one for each member of a union."""
    hint = get_type_hints(method.__init__).get(setting, object)
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def matches(value: object, expected: Any) -> bool:
    """Return whether a value is of a type. Numbers must be finite; a bool is not a number."""
    origin = get_origin(expected)
    if origin in (Union, UnionType):
        return any(matches(value, choice) for choice in get_args(expected))
    if origin is Literal:
        return any(type(value) is type(choice) and value == choice for choice in get_args(expected))
    if expected in (float, int):
        number = Real if expected is float else Integral
        return isinstance(value, number) and not isinstance(value, bool) and is_finite(value)
    if origin is not None and issubclass(origin, Collection):
        # A text is a collection of texts, but a single word is never meant as its letters.
        if isinstance(value, str) or not isinstance(value, origin):
            return False
        member = get_args(expected)[0]
        return all(matches(each, member) for each in cast("Collection[Any]", value))
    return expected is Any or not isinstance(expected, type) or isinstance(value, expected)


def is_finite(value: Any) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:  # an integer too large for a float
        return False


def describe_type(expected: Any) -> str:
    """Describe an annotated type in plain words."""
    origin, args = get_origin(expected), get_args(expected)
    if origin in (Union, UnionType):
        return ", or ".join(map(describe_type, args))
    if origin is Literal:
        return " or ".join(map(repr, args))
    if origin is not None and issubclass(origin, Collection):
        return f"a list or set, each member {describe_type(args[0])}"
    return TYPE_NAMES.get(expected, getattr(expected, "__name__", str(expected)))
