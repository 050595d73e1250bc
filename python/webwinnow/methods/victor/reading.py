"""From TOML to a setup, with a word for every mistake."""

import re
from fnmatch import fnmatchcase
from itertools import pairwise
from reprlib import repr as shown
from typing import Any

import numpy as np

from webwinnow.errors import ModelError
from webwinnow.methods.victor.columns import BITS, COLUMNS, PATTERNS
from webwinnow.methods.victor.patterns import REACH, Patterns
from webwinnow.methods.victor.setup import GROUPS, Feature, Setup, Template
from webwinnow.methods.victor.toml import parsed

__all__ = ["read_setup"]

TABLES = (*GROUPS, "offsets", "patterns", "words")
MOST_OFFSET = 20
MOST_BITS = 10
MOST_BINS = 1000  # of quantiles, which are all in memory
MOST_EDGE = float(np.finfo(np.float32).max)  # edges are compared with values of that type


def wrong(problem: str, remedy: str) -> ModelError:
    return ModelError(f"Victor's setup: {problem}; {remedy}")


def read_setup(text: str) -> Setup:
    tables = parsed(text)
    for name, value in tables.items():
        if name not in (*TABLES, "together"):
            raise wrong(f"there is no table {name!r}", f"there are {', '.join(TABLES)}")
        if name in TABLES and not isinstance(value, dict):
            raise wrong(f"{name!r} is {shown(value)}", f"it must be a table: [{name}]")
    patterns = read_patterns(tables.get("patterns", {}), tables.get("words", {}))
    features = tuple(
        read_feature(name, group, value, patterns)
        for group in GROUPS
        for name, value in tables.get(group, {}).items()
    )
    columns = {feature.name: column for column, feature in enumerate(features)}
    if len(columns) < len(features):
        raise wrong("a feature is in two groups", "leave one out")
    offsets = read_offsets(tables.get("offsets", {}))
    templates = [
        Template(((offset, column),))
        for name, column in columns.items()
        for offset in offsets_of(name, offsets)
    ]
    templates += read_together(tables.get("together", []), columns)
    return Setup(features, tuple(dict.fromkeys(templates)), text, patterns)


def read_patterns(tables: dict[str, Any], words: dict[str, Any]) -> dict[str, Patterns]:
    for name, value in [*tables.items(), *words.items()]:
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise wrong(f"{name!r} is {shown(value)}", "it must be a list of texts")
    for name, value in words.items():
        longest = max(map(len, value), default=0)
        if longest > REACH:
            raise wrong(f"a word of {name!r} has {longest} letters", f"{REACH} are the most")
    lists = tuple((name, tuple(value)) for name, value in words.items())
    found = {name: Patterns(tuple(value), lists) for name, value in tables.items()}
    for name, patterns in found.items():
        try:
            _ = patterns.matchers
        except RecursionError as error:
            raise wrong(f"an expression of {name!r} is nested too deeply", "mend it") from error
        except (re.error, OverflowError, ValueError) as error:
            raise wrong(f"an expression of {name!r} is broken: {error}", "mend it") from error
    return found


def read_feature(name: str, group: str, value: Any, patterns: dict[str, Patterns]) -> Feature:
    if name not in COLUMNS:
        raise wrong(f"there is no feature {name!r}", f"there are {', '.join(COLUMNS)}")
    kind = PATTERNS.get(name) or BITS.get(name)
    if (value == "patterns") != (kind is not None):
        raise wrong(
            f"{name!r} is {shown(value)}",
            '"patterns" is for bullet and regexp.*, and nothing else is',
        )
    if kind is not None:
        return Feature(name, group, size_of(name, kind, patterns), None)
    if value == "flag":
        return Feature(name, group, 2, (1.0,))
    if isinstance(value, dict) and list(value) == ["quantiles"]:
        bins = value["quantiles"]
        if isinstance(bins, int) and 1 < bins <= MOST_BINS:
            return Feature(name, group, bins, (), quantiles=bins)
    elif isinstance(value, list) and is_rising(value):
        return Feature(name, group, len(value) + 1, tuple(map(float, value)))
    raise wrong(
        f"{name!r} is {shown(value)}",
        'it must be "flag", a list of rising numbers or {quantiles = 8}, '
        f"of which {MOST_BINS} are the most",
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
    # Not by `math.isfinite`, which whole numbers may be too large for.
    if not all(is_number) or not all(abs(v) <= MOST_EDGE for v in value):
        return False
    return all(low < high for low, high in pairwise(value))


def read_offsets(offsets: dict[str, Any]) -> dict[str, list[int]]:
    """By name or pattern; those of a feature that is switched off may stay."""
    for pattern, value in offsets.items():
        if not any(fnmatchcase(name, pattern) for name in COLUMNS):
            raise wrong(
                f"offsets are given for {pattern!r}, which fits no feature",
                f"there are {', '.join(COLUMNS)}",
            )
        if not isinstance(value, list) or not all(map(is_offset, value)):
            raise wrong(
                f"offsets of {pattern!r} are {shown(value)}", "write a list of small whole numbers"
            )
    return offsets


def offsets_of(name: str, offsets: dict[str, list[int]]) -> list[int]:
    """Those of the last pattern that fits; without one, only the run itself."""
    fitting = [value for pattern, value in offsets.items() if fnmatchcase(name, pattern)]
    return fitting[-1] if fitting else [0]


def is_offset(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_OFFSET


def read_together(together: Any, columns: dict[str, int]) -> list[Template]:
    """Templates of several values; those of a feature that is switched off are left out."""
    if not isinstance(together, list) or not all(isinstance(each, dict) for each in together):
        raise wrong(
            f"together is {shown(together)}", 'write [{"sentence-end" = -1, bullet = [-1, 0]}]'
        )
    found = []
    for each in together:
        parts: list[tuple[int, str]] = []
        for name, offsets in each.items():
            if name not in COLUMNS:
                raise wrong(f"there is no feature {name!r}", f"there are {', '.join(COLUMNS)}")
            places = offsets if isinstance(offsets, list) else [offsets]
            if not places or not all(map(is_offset, places)):
                raise wrong(
                    f"offsets of {name!r} are {shown(offsets)}", "write small whole numbers"
                )
            parts += [(place, name) for place in places]
        if parts and all(name in columns for _, name in parts):
            found.append(Template(tuple((place, columns[name]) for place, name in parts)))
    return found
