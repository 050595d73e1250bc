"""How Victor sees a page: which features, in which bins, at which offsets.

A setup is read from TOML; `models/victor.toml`, which explains itself, is the default one. The
finite values of a feature are what a CRF learns weights for, so that a setup belongs to a model.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow.errors import ModelError, UnknownSetting
from webwinnow.methods.victor.patterns import Patterns
from webwinnow.methods.victor.toml import parsed, written

__all__ = ["Feature", "Setup", "Template"]

DECIMALS = 1e6
GROUPS = ("markup", "content", "document", "further")


@dataclass(frozen=True)
class Feature:
    """A column of finite values, 0 to size − 1."""

    name: str
    group: str  # one of GROUPS
    size: int
    edges: tuple[float, ...] | None  # where bins begin but for the first; None: values as they are
    quantiles: int = 0  # bins still to be found by `Setup.fitted`; 0 where there are none


@dataclass(frozen=True)
class Template:
    """Values that a weight is for, together: offsets in runs, and columns of features."""

    parts: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Setup:
    """Features and templates; the text says the same and is what models keep."""

    features: tuple[Feature, ...]
    templates: tuple[Template, ...]
    text: str
    patterns: dict[str, Patterns] = field(repr=False, compare=False)

    @classmethod
    def read(cls, text: str) -> "Setup":
        """A ModelError where the text is not TOML, or names what there is not."""
        from webwinnow.methods.victor.reading import read_setup

        return read_setup(text)

    @classmethod
    def default(cls) -> "Setup":
        """The one that comes with the package."""
        return shipped()

    def without(self, *names: str) -> "Setup":
        """The setup less some features, by name, group or pattern: "position", "markup", "char.*".

        An UnknownSetting where a name is no group and fits no feature.
        """
        tables = parsed(self.text)
        for name in names:
            fitting = [feature for feature in self.features if fits(feature, name)]
            if not fitting and name not in GROUPS:
                known = ", ".join([*GROUPS, *(feature.name for feature in self.features)])
                raise UnknownSetting(f"no feature of Victor is called {name!r}; there are {known}")
            for feature in fitting:
                tables[feature.group].pop(feature.name, None)
        return Setup.read(written(tables))

    def fitted(self, tables: Iterable[NDArray[np.floating[Any]]]) -> "Setup":
        """The setup with the bins that were left to quantiles, found in raw values of pages."""
        open_bins = [i for i, feature in enumerate(self.features) if feature.quantiles]
        parts = [table[:, open_bins] for table in tables]
        values = np.concatenate([np.zeros((0, len(open_bins))), *parts])
        found = parsed(self.text)
        for index, column in zip(open_bins, values.T, strict=True):
            feature = self.features[index]
            found[feature.group][feature.name] = quantile_edges(column, feature.quantiles)
        return Setup.read(written(found))

    @cached_property
    def edges(self) -> NDArray[np.float32]:
        """A layer for each edge and a row for each feature; what has fewer has infinite ones."""
        edges = [feature.edges or () for feature in self.features]
        found = np.full((max(map(len, edges), default=0), len(edges), 1), np.inf, np.float32)
        for number, each in enumerate(edges):
            found[: len(each), number, 0] = each
        return found

    def check_fitted(self) -> None:
        for feature in self.features:
            if feature.quantiles:
                raise ModelError(
                    f"bins of Victor's {feature.name!r} are quantiles that nobody has measured; "
                    "call fitted() with raw values of pages, or write edges"
                )


def fits(feature: Feature, name: str) -> bool:
    return name in (feature.name, feature.group) or fnmatchcase(feature.name, name)


def quantile_edges(values: NDArray[np.float64], bins: int) -> list[float]:
    """Edges of bins with about as many values each. The least value, which is often most of them,
    has one for itself.
    """
    least = values.min(initial=np.inf)
    above = np.sort(values[values > least])
    if not len(above):
        return []
    places = len(above) * np.arange(bins - 1) // (bins - 1)
    # Rounded down, so that no value is below the edge that it makes.
    edges = np.unique(np.floor(above[places] * DECIMALS) / DECIMALS)
    found: list[float] = edges[edges > least].tolist()
    return found


@cache
def shipped() -> Setup:
    return Setup.read((files("webwinnow") / "models" / "victor.toml").read_text("utf-8"))
