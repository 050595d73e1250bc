"""Clean corpora out of many documents.

`build` makes a corpus out of crawls, and needs `webwinnow[corpus]`, as do `CleanTable` and
`clean_frame`, its stages for programs that have tables. `dedup` and `Onion` need nothing more.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from webwinnow.corpus.dedup.onion import Kept, Marks, Onion, dedup
from webwinnow.corpus.settings import Settings

if TYPE_CHECKING:
    from webwinnow.corpus.adapters.frame import clean_frame
    from webwinnow.corpus.adapters.tables import CleanTable
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

# Those that need packages which Onion does without: imported when they are asked for.
LATER = {
    "Built": "webwinnow.corpus.builder",
    "CleanTable": "webwinnow.corpus.adapters.tables",
    "Engine": "webwinnow.corpus.builder",
    "build": "webwinnow.corpus.builder",
    "clean_frame": "webwinnow.corpus.adapters.frame",
}


def __getattr__(name: str) -> object:
    if name in LATER:
        return getattr(import_module(LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *LATER})
