"""Victor's setup: its features, their bins, and the templates that the CRF learns weights for.

A setup is a TOML text; `models/victor.toml` is the default and documents the format. A model stores
the setup that it was trained with.
"""

import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache, cached_property
from importlib.resources import files
from itertools import pairwise
from reprlib import repr as short_repr
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import PATTERN_CHARS
from webwinnow.errors import ModelError, UnknownSetting
from webwinnow.methods.victor.features import BIT_FEATURES, FEATURES, PATTERN_FEATURES
from webwinnow.methods.victor.patterns import Patterns

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FeatureSet = Literal["all", "paper"]

GROUPS = ("markup", "content", "document", "further")
TABLES = (*GROUPS, "offsets", "patterns", "words")
DECIMALS = 1e6
MAX_OFFSET = 20
MAX_BITS = 10
MAX_EXPRESSIONS = 20  # of a list: each may take megabytes, and every run may be searched for it
MAX_BINS = 1000  # the edges of all features are in memory
EXPRESSION_REMEDY = "shorten it, or rewrite it without look-around and backreferences"
MAX_EDGE = float(np.finfo(np.float32).max)  # edges are compared with values of this type


@dataclass(frozen=True)
class Feature:
    """A feature with finitely many values, 0 to size − 1."""

    name: str
    group: str  # one of GROUPS
    size: int
    edges: tuple[float, ...] | None  # where each bin but the first begins; None: no bins
    quantiles: int = 0  # number of bins that `Setup.fit_bins` has to find


@dataclass(frozen=True)
class Template:
    """Feature values that have one weight together, each at an offset in runs."""

    parts: tuple[tuple[int, int], ...]  # offset and feature column


@dataclass(frozen=True)
class Setup:
    """Features and templates, and the TOML text that they were parsed from."""

    features: tuple[Feature, ...]
    templates: tuple[Template, ...]
    text: str
    patterns: dict[str, Patterns] = field(repr=False, compare=False)

    @classmethod
    def parse(cls, text: str) -> "Setup":
        """Parse a TOML text; ModelError if it is not TOML or not a setup."""
        tables = parse_toml(text)
        check_tables(tables)
        patterns = parse_patterns(tables.get("patterns", {}), tables.get("words", {}))
        features = tuple(
            parse_feature(name, group, value, patterns)
            for group in GROUPS
            for name, value in tables.get(group, {}).items()
        )
        columns = {feature.name: column for column, feature in enumerate(features)}
        if len(columns) < len(features):
            raise setup_error("a feature is in two groups", "remove one of the two")
        offsets = parse_offsets(tables.get("offsets", {}))
        templates = [
            Template(((offset, column),))
            for name, column in columns.items()
            for offset in offsets_of(name, offsets)
        ]
        templates += parse_together(tables.get("together", []), columns)
        return cls(features, tuple(dict.fromkeys(templates)), text, patterns)

    @classmethod
    def default(cls) -> "Setup":
        """The setup that the package ships, with all features."""
        return shipped_setup("all")

    @classmethod
    def shipped(cls, features: FeatureSet) -> "Setup":
        """A setup that the package ships: all features, or those of the paper."""
        return shipped_setup(features)

    def without(self, *names: str) -> "Setup":
        """Remove features by name, group or pattern: "position", "markup", "char.*".

        Raises UnknownSetting for a name that is no group and matches no feature.
        """
        tables = parse_toml(self.text)
        for name in names:
            matching = [feature for feature in self.features if is_match(feature, name)]
            if not matching and name not in GROUPS:
                known = ", ".join([*GROUPS, *(feature.name for feature in self.features)])
                raise UnknownSetting(f"victor has no feature {name!r}; choose from {known}")
            for feature in matching:
                tables[feature.group].pop(feature.name, None)
        return Setup.parse(format_toml(tables))

    def fit_bins(self, tables: Iterable[NDArray[np.floating[Any]]]) -> "Setup":
        """Replace quantile bins by edges, computed from the raw feature values of pages."""
        columns = [i for i, feature in enumerate(self.features) if feature.quantiles]
        parts = [table[:, columns] for table in tables]
        values = np.concatenate([np.zeros((0, len(columns))), *parts])
        found = parse_toml(self.text)
        for index, column in zip(columns, values.T, strict=True):
            feature = self.features[index]
            found[feature.group][feature.name] = quantile_edges(column, feature.quantiles)
        return Setup.parse(format_toml(found))

    @cached_property
    def edges(self) -> NDArray[np.float32]:
        """Bin edges, one layer per edge and one row per feature; missing edges are infinite."""
        edges = [feature.edges or () for feature in self.features]
        found = np.full((max(map(len, edges), default=0), len(edges), 1), np.inf, np.float32)
        for number, each in enumerate(edges):
            found[: len(each), number, 0] = each
        return found

    def check_fitted(self) -> None:
        for feature in self.features:
            if feature.quantiles:
                raise ModelError(
                    f"the quantile bins of Victor's {feature.name!r} are not fitted; "
                    "call fit_bins() with raw values of pages, or list edges"
                )


@cache
def shipped_setup(features: FeatureSet) -> Setup:
    """Read a setup of the package; the paper's takes its expressions from the other."""
    models = files("webwinnow") / "models"
    text = (models / "victor.toml").read_text("utf-8")
    if features == "paper":
        shared = {name: parse_toml(text)[name] for name in ("patterns", "words")}
        own = parse_toml((models / "victor-paper.toml").read_text("utf-8"))
        text = format_toml({**own, **shared})
    return Setup.parse(text)


def is_match(feature: Feature, name: str) -> bool:
    return name in (feature.name, feature.group) or fnmatchcase(feature.name, name)


def quantile_edges(values: NDArray[np.float64], bins: int) -> list[float]:
    """Edges of bins with about equally many values.

    The lowest value, which is often the most frequent, has a bin of its own.
    """
    least = values.min(initial=np.inf)
    above = np.sort(values[values > least])
    if not len(above):
        return []
    places = len(above) * np.arange(bins - 1) // (bins - 1)
    # Rounded down, so that no value is below its own edge.
    edges = np.unique(np.floor(above[places] * DECIMALS) / DECIMALS)
    found: list[float] = edges[edges > least].tolist()
    return found


def setup_error(problem: str, remedy: str) -> ModelError:
    return ModelError(f"Victor's setup: {problem}; {remedy}")


def unknown_feature(name: str) -> ModelError:
    return setup_error(f"unknown feature {name!r}", f"choose from {', '.join(FEATURES)}")


def check_tables(tables: dict[str, Any]) -> None:
    for name, value in tables.items():
        if name not in (*TABLES, "together"):
            raise setup_error(f"unknown table {name!r}", f"choose from {', '.join(TABLES)}")
        if name in TABLES and not isinstance(value, dict):
            raise setup_error(f"{name!r} is {short_repr(value)}", f"it must be a table: [{name}]")


def parse_patterns(tables: dict[str, Any], words: dict[str, Any]) -> dict[str, Patterns]:
    for name, value in [*tables.items(), *words.items()]:
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise setup_error(f"{name!r} is {short_repr(value)}", "it must be a list of strings")
    known = [*PATTERN_FEATURES.values(), *BIT_FEATURES.values()]
    for name, value in tables.items():
        if name not in known:
            problem = f"no feature has the expressions {name!r}"
            raise setup_error(problem, f"choose from {', '.join(known)}")
        if len(value) > MAX_EXPRESSIONS:
            problem = f"{name!r} has {len(value)} expressions"
            raise setup_error(problem, f"at most {MAX_EXPRESSIONS}")
    for name, value in words.items():
        longest = max(map(len, value), default=0)
        if longest > PATTERN_CHARS:
            problem = f"a word of {name!r} has {longest} letters"
            raise setup_error(problem, f"at most {PATTERN_CHARS}")
    lists = tuple((name, tuple(value)) for name, value in words.items())
    found = {name: Patterns(tuple(value), lists) for name, value in tables.items()}
    for name, patterns in found.items():
        try:
            _ = patterns.compiled
        except ValueError as error:
            raise setup_error(f"{name!r}: {error}", EXPRESSION_REMEDY) from error
    return found


def parse_feature(name: str, group: str, value: Any, patterns: dict[str, Patterns]) -> Feature:
    if name not in FEATURES:
        raise unknown_feature(name)
    list_name = PATTERN_FEATURES.get(name) or BIT_FEATURES.get(name)
    if (value == "patterns") != (list_name is not None):
        problem = f"{name!r} is {short_repr(value)}"
        raise setup_error(problem, '"patterns" is for bullet and regexp.*, and only that')
    if list_name is not None:
        return Feature(name, group, pattern_size(name, list_name, patterns), None)
    if value == "flag":
        return Feature(name, group, 2, (1.0,))
    if isinstance(value, dict) and list(value) == ["quantiles"]:
        bins = value["quantiles"]
        if isinstance(bins, int) and 1 < bins <= MAX_BINS:
            return Feature(name, group, bins, (), quantiles=bins)
    elif isinstance(value, list) and is_increasing(value):
        return Feature(name, group, len(value) + 1, tuple(map(float, value)))
    allowed = f'"flag", a list of increasing numbers, or {{quantiles = 8}} with at most {MAX_BINS}'
    raise setup_error(f"{name!r} is {short_repr(value)}", f"it must be {allowed}")


def pattern_size(name: str, list_name: str, patterns: dict[str, Patterns]) -> int:
    """Number of values of a feature that matches expressions."""
    if list_name not in patterns:
        remedy = f"list some as {list_name!r} under [patterns]"
        raise setup_error(f"{name!r} needs expressions", remedy)
    count = len(patterns[list_name].expressions)
    if name in BIT_FEATURES and count > MAX_BITS:
        raise setup_error(f"{list_name!r} has {count} expressions", f"at most {MAX_BITS}")
    return 1 << count if name in BIT_FEATURES else count + 1


def is_increasing(value: list[Any]) -> bool:
    is_number = [isinstance(v, (int, float)) and not isinstance(v, bool) for v in value]
    # `math.isfinite` would raise for very large integers.
    if not all(is_number) or not all(abs(v) <= MAX_EDGE for v in value):
        return False
    return all(low < high for low, high in pairwise(value))


def parse_offsets(offsets: dict[str, Any]) -> dict[str, list[int]]:
    """Check offsets by feature name or pattern; the feature itself may be removed."""
    for pattern, value in offsets.items():
        if not any(fnmatchcase(name, pattern) for name in FEATURES):
            problem = f"the offsets of {pattern!r} match no feature"
            raise setup_error(problem, f"choose from {', '.join(FEATURES)}")
        if not isinstance(value, list) or not all(map(is_offset, value)):
            problem = f"offsets of {pattern!r} are {short_repr(value)}"
            raise setup_error(problem, f"list integers of at most {MAX_OFFSET}")
    return offsets


def offsets_of(name: str, offsets: dict[str, list[int]]) -> list[int]:
    """Offsets of the last pattern that matches; without one, only the run itself."""
    matching = [value for pattern, value in offsets.items() if fnmatchcase(name, pattern)]
    return matching[-1] if matching else [0]


def is_offset(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MAX_OFFSET


def parse_together(together: Any, columns: dict[str, int]) -> list[Template]:
    """Templates of several values; a template with a removed feature is left out."""
    if not isinstance(together, list) or not all(isinstance(each, dict) for each in together):
        problem = f"together is {short_repr(together)}"
        raise setup_error(problem, 'write [{"sentence-end" = -1, bullet = [-1, 0]}]')
    found = []
    for each in together:
        parts: list[tuple[int, str]] = []
        for name, offsets in each.items():
            if name not in FEATURES:
                raise unknown_feature(name)
            places = offsets if isinstance(offsets, list) else [offsets]
            if not places or not all(map(is_offset, places)):
                problem = f"offsets of {name!r} are {short_repr(offsets)}"
                raise setup_error(problem, f"use integers of at most {MAX_OFFSET}")
            parts += [(place, name) for place in places]
        if parts and all(name in columns for _, name in parts):
            found.append(Template(tuple((place, columns[name]) for place, name in parts)))
    return found


def parse_toml(text: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = tomllib.loads(text)
    except RecursionError as error:
        raise ModelError("Victor's setup is nested too deeply; see models/victor.toml") from error
    except ValueError as error:  # TOMLDecodeError, or an integer with too many digits
        raise ModelError(f"Victor's setup is not TOML: {error}; see models/victor.toml") from error
    return found


def format_toml(tables: dict[str, Any]) -> str:
    """Format tables with one key per line; comments are not preserved."""
    parts = []
    for name, value in tables.items():
        if isinstance(value, dict):
            lines = [f"{toml_key(key)} = {toml_value(each)}" for key, each in value.items()]
            parts.append("\n".join(["", f"[{toml_key(name)}]", *lines]))
        else:
            # Before the first table, so that it does not become a part of one.
            parts.insert(0, f"{toml_key(name)} = {toml_value(value)}")
    return "\n".join(parts).lstrip("\n") + "\n"


def toml_key(name: str) -> str:
    is_bare = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if is_bare else json.dumps(name, ensure_ascii=False)


def toml_value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{toml_key(k)} = {toml_value(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    if isinstance(value, str):
        # JSON escapes are TOML escapes, except for one character.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return repr(value) if isinstance(value, float) else json.dumps(value)
