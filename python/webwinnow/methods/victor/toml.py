"""TOML, as far as Victor's setups go: read by the standard library, written here."""

import json
import sys
from typing import Any

from webwinnow.errors import ModelError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

__all__ = ["parsed", "written"]


def parsed(text: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = tomllib.loads(text)
    except RecursionError as error:
        raise ModelError("Victor's setup is nested too deeply; see models/victor.toml") from error
    except ValueError as error:  # a TOMLDecodeError is one, and so is a number of too many digits
        raise ModelError(f"Victor's setup is not TOML: {error}; see models/victor.toml") from error
    return found


def written(tables: dict[str, Any]) -> str:
    """Tables of names and values, each on a line; comments are lost."""
    parts = []
    for name, value in tables.items():
        if isinstance(value, dict):
            lines = [f"{as_name(key)} = {as_value(each)}" for key, each in value.items()]
            parts.append("\n".join(["", f"[{as_name(name)}]", *lines]))
        else:
            # Before the first table, or it would be part of one.
            parts.insert(0, f"{as_name(name)} = {as_value(value)}")
    return "\n".join(parts).lstrip("\n") + "\n"


def as_name(name: str) -> str:
    is_bare = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if is_bare else json.dumps(name, ensure_ascii=False)


def as_value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{as_name(k)} = {as_value(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_value, value)) + "]"
    if isinstance(value, str):
        # Escapes of JSON are those of TOML, but for one character.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return repr(value) if isinstance(value, float) else json.dumps(value)
