"""Whether values will do as settings, by the annotations of a method's constructor."""

import math
import reprlib
from collections.abc import Collection
from numbers import Integral, Real
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from webwinnow.errors import UnknownSetting

if TYPE_CHECKING:
    from webwinnow.methods.base import Method

__all__ = ["check_settings"]

PLAIN_WORDS = {
    float: "a finite number",
    int: "a whole number",
    bool: "True or False",
    str: "a text",
    NoneType: "None",
}


def check_settings(method: "type[Method]", settings: dict[str, object]) -> None:
    """An UnknownSetting for the first that the method does not have, or whose value is not one
    that its constructor is annotated to take.
    """
    known = method.settings()
    wanted = get_type_hints(method.__init__)
    for setting, value in settings.items():
        if setting not in known:
            has = f"its settings: {', '.join(known)}" if known else "it has none"
            raise UnknownSetting(f"method {method.name!r} has no setting {setting!r}; {has}")
        if not fits(value, wanted.get(setting, object)):
            problem = f"method {method.name!r} cannot take {setting}={reprlib.repr(value)}"
            raise UnknownSetting(f"{problem}; it must be {described(wanted[setting])}")


def fits(value: object, wanted: Any) -> bool:
    """Whether a value is of an annotated type; numbers must be finite, and True is none."""
    origin = get_origin(wanted)
    if origin in (Union, UnionType):
        return any(fits(value, choice) for choice in get_args(wanted))
    if origin is Literal:
        return any(type(value) is type(choice) and value == choice for choice in get_args(wanted))
    if wanted in (float, int):
        number = Real if wanted is float else Integral
        return isinstance(value, number) and not isinstance(value, bool) and is_finite(value)
    if origin is not None and issubclass(origin, Collection):
        # A text is a collection of texts, too, but never what is meant.
        if isinstance(value, str) or not isinstance(value, origin):
            return False
        return all(fits(member, get_args(wanted)[0]) for member in cast("Collection[Any]", value))
    return wanted is Any or not isinstance(wanted, type) or isinstance(value, wanted)


def is_finite(value: Any) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:  # an integer that no float holds
        return False


def described(wanted: Any) -> str:
    """An annotated type in plain words."""
    origin, args = get_origin(wanted), get_args(wanted)
    if origin in (Union, UnionType):
        return ", or ".join(map(described, args))
    if origin is Literal:
        return " or ".join(map(repr, args))
    if origin is not None and issubclass(origin, Collection):
        return f"a list or set, each member {described(args[0])}"
    return PLAIN_WORDS.get(wanted, getattr(wanted, "__name__", str(wanted)))
