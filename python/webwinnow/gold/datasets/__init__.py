"""Gold sets: pages, each with the content text that annotators marked.

>>> from webwinnow.gold import datasets
>>> with datasets.open_set("cleaneval.tar.xz") as pages:  # doctest: +SKIP
...     print(len(pages), pages.layout)
"""

from webwinnow.gold.datasets.base import (
    Digest,
    GoldPage,
    GoldSegment,
    GoldSet,
    Problem,
    digest_of,
    sample,
)
from webwinnow.gold.datasets.fann import FannData, read_fann
from webwinnow.gold.datasets.layouts import LAYOUTS, open_set

__all__ = [
    "LAYOUTS",
    "Digest",
    "FannData",
    "GoldPage",
    "GoldSegment",
    "GoldSet",
    "Problem",
    "digest_of",
    "open_set",
    "read_fann",
    "sample",
]
