"""From TOML to a setup, with a word for every mistake."""

import math
import re
from fnmatch import fnmatchcase
from itertools import pairwise
from typing import Any

from webwinnow.errors import ModelError
from webwinnow.methods.victor_columns import BITS, COLUMNS, PATTERNS
from webwinnow.methods.victor_patterns import Patterns
from webwinnow.methods.victor_setup import GROUPS, Feature, Setup, Template
from webwinnow.methods.victor_toml import parsed

__all__ = ["read_setup"]

TABLES = (*GROUPS, "offsets", "patterns", "words")
MOST_OFFSET = 20
MOST_BITS = 10


def wrong(problem: str, remedy: str) -> ModelError:
    return ModelError(f"Victor's setup: {problem}; {remedy}")


def read_setup(text: str) -> Setup:
    tables = parsed(text)
    for name, value in tables.items():
        if name != "together" and (name not in TABLES or not isinstance(value, dict)):
            raise wrong(f"there is no table {name!r}", f"there are {', '.join(TABLES)}")
    patterns = read_patterns(tables.get("patterns", {}), tables.get("words", {}))
    features = tuple(
        read_feature(name, group, value, patterns)
        for group in GROUPS
        for name, value in tables.get(group, {}).items()
    )
    columns = {feature.name: column for column, feature in enumerate(features)}
    if len(columns) < len(features):
        raise wrong("a feature is in two groups", "leave one out")
    templates = [
        Template(((offset, column),))
        for name, column in columns.items()
        for offset in offsets_of(name, tables.get("offsets", {}))
    ]
    templates += read_together(tables.get("together", []), columns)
    return Setup(features, tuple(dict.fromkeys(templates)), text, patterns)


def read_patterns(tables: dict[str, Any], words: dict[str, Any]) -> dict[str, Patterns]:
    for name, value in [*tables.items(), *words.items()]:
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise wrong(f"{name!r} is {value!r}", "it must be a list of texts")
    lists = tuple((name, tuple(value)) for name, value in words.items())
    found = {name: Patterns(tuple(value), lists) for name, value in tables.items()}
    for name, patterns in found.items():
        try:
            _ = patterns.matchers
        except (re.error, OverflowError) as error:
            raise wrong(f"an expression of {name!r} is broken: {error}", "mend it") from error
    return found


def read_feature(name: str, group: str, value: Any, patterns: dict[str, Patterns]) -> Feature:
    if name not in COLUMNS:
        raise wrong(f"there is no feature {name!r}", f"there are {', '.join(COLUMNS)}")
    kind = PATTERNS.get(name) or BITS.get(name)
    if (value == "patterns") != (kind is not None):
        raise wrong(
            f"{name!r} is {value!r}", '"patterns" is for bullet and regexp.*, and nothing else is'
        )
    if kind is not None:
        return Feature(name, group, size_of(name, kind, patterns), None)
    if value == "flag":
        return Feature(name, group, 2, (1.0,))
    if isinstance(value, dict) and list(value) == ["quantiles"]:
        bins = value["quantiles"]
        if isinstance(bins, int) and bins > 1:
            return Feature(name, group, bins, (), quantiles=bins)
    elif isinstance(value, list) and is_rising(value):
        return Feature(name, group, len(value) + 1, tuple(map(float, value)))
    raise wrong(
        f"{name!r} is {value!r}", 'it must be "flag", a list of rising numbers or {quantiles = 8}'
    )


def size_of(name: str, kind: str, patterns: dict[str, Patterns]) -> int:
    if kind not in patterns:
        raise wrong(f"{name!r} needs expressions", f"write some as {kind!r} under [patterns]")
    count = len(patterns[kind].expressions)
    if name in BITS and count > MOST_BITS:
        raise wrong(f"{kind!r} has {count} expressions", f"it can have {MOST_BITS} at most")
    return 1 << count if name in BITS else count + 1


def is_rising(value: list[Any]) -> bool:
    is_number = [isinstance(v, (int, float)) and not isinstance(v, bool) for v in value]
    if not all(is_number) or not all(map(math.isfinite, value)):
        return False
    return all(low < high for low, high in pairwise(value))


def offsets_of(name: str, offsets: dict[str, Any]) -> list[int]:
    """Those of the last pattern that fits; without one, only the run itself."""
    found: Any = [0]
    for pattern, value in offsets.items():
        if fnmatchcase(name, pattern):
            found = value
    if not isinstance(found, list) or not all(map(is_offset, found)):
        raise wrong(f"offsets of {name!r} are {found!r}", "write a list of small whole numbers")
    return found


def is_offset(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_OFFSET


def read_together(together: Any, columns: dict[str, int]) -> list[Template]:
    """Templates of several values; those of a feature that is switched off are left out."""
    if not isinstance(together, list) or not all(isinstance(each, dict) for each in together):
        raise wrong(f"together is {together!r}", 'write [{"sentence-end" = -1, bullet = [-1, 0]}]')
    found = []
    for each in together:
        parts: list[tuple[int, str]] = []
        for name, offsets in each.items():
            if name not in COLUMNS:
                raise wrong(f"there is no feature {name!r}", f"there are {', '.join(COLUMNS)}")
            places = offsets if isinstance(offsets, list) else [offsets]
            if not places or not all(map(is_offset, places)):
                raise wrong(f"offsets of {name!r} are {offsets!r}", "write small whole numbers")
            parts += [(place, name) for place in places]
        if parts and all(name in columns for _, name in parts):
            found.append(Template(tuple((place, columns[name]) for place, name in parts)))
    return found
