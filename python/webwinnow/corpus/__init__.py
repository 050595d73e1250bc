"""Build clean text corpora.

`build` makes a corpus of crawls; `CleanTable` and `clean_frame` run its stages on tables. These
three require `webwinnow[corpus]`; `dedup` and `Onion` require no extra.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from webwinnow.corpus.dedup.onion import Kept, Marks, Onion, dedup
from webwinnow.corpus.settings import Settings

if TYPE_CHECKING:
    from webwinnow.corpus.adapters.tables import CleanTable, clean_frame
    from webwinnow.corpus.builder import Built, Engine, build

__all__ = [
    "Built",
    "CleanTable",
    "Engine",
    "Kept",
    "Marks",
    "Onion",
    "Settings",
    "build",
    "clean_frame",
    "dedup",
]

# Imported on first access, because they require optional packages.
LAZY = {
    "Built": "webwinnow.corpus.builder",
    "CleanTable": "webwinnow.corpus.adapters.tables",
    "Engine": "webwinnow.corpus.builder",
    "build": "webwinnow.corpus.builder",
    "clean_frame": "webwinnow.corpus.adapters.tables",
}


def __getattr__(name: str) -> object:
    if name in LAZY:
        return getattr(import_module(LAZY[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *LAZY})
