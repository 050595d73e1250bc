"""Golds that are JSON: read with words for what is wrong."""

import json
from typing import Any, TypeVar

__all__ = ["BadRecord", "field_of", "record_in", "values_in"]

Value = TypeVar("Value")
NAMES: dict[type, str] = {str: "text", dict: "an object", list: "a list"}


class BadRecord(Exception):
    """The message is what a `Problem` says."""


def values_in(data: bytes) -> Any:
    try:
        return json.loads(data)
    except UnicodeDecodeError as error:
        raise BadRecord("the gold is not UTF-8; save it as that") from error
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"the gold is broken JSON ({error})") from error


def record_in(data: bytes) -> dict[str, Any]:
    value = values_in(data)
    if not isinstance(value, dict):
        raise BadRecord("the gold is no JSON object; write {…}")
    return value


def field_of(record: dict[str, Any], key: str, kind: type[Value]) -> Value | None:
    """The field's value; None where it is left out or null."""
    value = record.get(key)
    if value is None or isinstance(value, kind):
        return value
    raise BadRecord(f"{key} in the gold is not {NAMES[kind]}")
