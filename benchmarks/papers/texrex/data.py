"""texrex's vectors of blocks in four languages, the pages that they are of, and folds of them.

The authors' files are in no order and name no pages. But a page's share of text in its source has
six digits and is the same for all of its blocks: with the doctype it tells pages apart.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from benchmarks.data import find_archive
from benchmarks.papers.texrex.networks import ARCHIVE, unpack
from webwinnow.gold.datasets.fann import FannData, read_fann
from webwinnow.gold.folds import split
from webwinnow.methods.texrex.fit import PAGE_INPUTS

LANGUAGES = {"de": "German", "en": "English", "fr": "French", "sv": "Swedish"}
# What is kept together in one fold.
BLOCK, PAGE = "block", "page"

FloatArray = NDArray[np.float32]
IntArray = NDArray[np.int64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Blocks:
    inputs: FloatArray  # a row for each
    is_boilerplate: Mask
    page: IntArray  # a number for each page

    @classmethod
    def of(cls, data: FannData) -> Blocks:
        keys = data.inputs[:, PAGE_INPUTS]
        page = np.unique(keys, axis=0, return_inverse=True)[1].ravel()
        return cls(data.inputs, data.outputs.ravel() > 0.5, page)

    def __len__(self) -> int:
        return len(self.inputs)

    @property
    def pages(self) -> int:
        return len(np.unique(self.page))

    def where(self, wanted: Mask) -> Blocks:
        return Blocks(self.inputs[wanted], self.is_boilerplate[wanted], self.page[wanted])


def joined(parts: Iterable[Blocks]) -> Blocks:
    """All blocks of several sets, one set after the other; no two sets have a page in common."""
    parts = list(parts)
    firsts = np.cumsum([0] + [int(part.page.max()) + 1 for part in parts])
    return Blocks(
        np.concatenate([part.inputs for part in parts]),
        np.concatenate([part.is_boilerplate for part in parts]),
        np.concatenate([part.page + first for part, first in zip(parts, firsts, strict=False)]),
    )


def folds_of(blocks: Blocks, count: int, kept_together: str, seed: int) -> IntArray:
    """The fold of each block: blocks by chance, as in the paper, or all of a page in one."""
    units = np.arange(len(blocks)) if kept_together == BLOCK else blocks.page
    found = split({str(row): str(unit) for row, unit in enumerate(units)}, count, seed=seed)
    return np.array([found[str(row)] for row in range(len(blocks))])


def twins(blocks: Blocks, fold: IntArray) -> int:
    """How many blocks have the very inputs of a block in another fold."""
    same = np.unique(blocks.inputs, axis=0, return_inverse=True)[1].ravel()
    in_fold = same * (fold.max() + 1) + fold
    return int((np.bincount(same)[same] > np.bincount(in_fold)[in_fold]).sum())


def read_languages(languages: Iterable[str]) -> dict[str, Blocks]:
    archive = find_archive(ARCHIVE)
    if archive is None:
        sys.exit(f"no {ARCHIVE}: set WEBWINNOW_DATA to the folder that holds it")
    with TemporaryDirectory() as folder:
        unpack(archive, Path(folder))
        return {
            language: Blocks.of(read_fann(Path(folder) / f"boilerplate.{language}.dat"))
            for language in languages
        }
