"""Gold sets: pages, each with the text that people found in it.

>>> from webwinnow import datasets
>>> with datasets.open_set("cleaneval.tar.xz") as pages:  # doctest: +SKIP
...     print(len(pages), pages.layout)
"""

from webwinnow.gold.datasets.base import GoldPage, GoldSegment, GoldSet, Problem
from webwinnow.gold.datasets.digest import Digest, digest_of
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
]
