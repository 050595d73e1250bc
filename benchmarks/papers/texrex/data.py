"""texrex's block vectors in four languages, their pages, and folds.

The authors' files are unordered and name no pages. But a page's share of text in its source has six
digits and is the same for all of its blocks: together with the doctype it identifies the page.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from benchmarks.data import read_members, require_archive
from webwinnow.gold.datasets.fann import FannData, read_fann
from webwinnow.gold.folds import split_by_site
from webwinnow.methods.texrex.fit import PAGE_INPUTS

ARCHIVE = "texrex.tar.xz"
LANGUAGES = {"de": "German", "en": "English", "fr": "French", "sv": "Swedish"}
# Units of folds.
BLOCK, PAGE = "block", "page"

FloatArray = NDArray[np.float32]
IntArray = NDArray[np.int64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Blocks:
    inputs: FloatArray  # one row per block
    is_boilerplate: Mask
    page: IntArray  # index of the block's page

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


def concatenate(parts: Iterable[Blocks]) -> Blocks:
    """All blocks of several sets, whose pages stay distinct."""
    parts = list(parts)
    firsts = np.cumsum([0] + [int(part.page.max()) + 1 for part in parts])
    return Blocks(
        np.concatenate([part.inputs for part in parts]),
        np.concatenate([part.is_boilerplate for part in parts]),
        np.concatenate([part.page + first for part, first in zip(parts, firsts, strict=False)]),
    )


def assign_folds(blocks: Blocks, count: int, unit: str, seed: int) -> IntArray:
    """The fold of each block; `unit` is BLOCK, as in the paper, or PAGE."""
    units = np.arange(len(blocks)) if unit == BLOCK else blocks.page
    found = split_by_site(
        {str(row): str(value) for row, value in enumerate(units)}, count, seed=seed
    )
    return np.array([found[str(row)] for row in range(len(blocks))])


def extract_files(archive: Path, folder: Path) -> None:
    for name, content in read_members(archive):
        (folder / Path(name).name).write_bytes(content)


def read_languages(languages: Iterable[str]) -> dict[str, Blocks]:
    with TemporaryDirectory() as folder:
        extract_files(require_archive(ARCHIVE), Path(folder))
        return {
            language: Blocks.of(read_fann(Path(folder) / f"boilerplate.{language}.dat"))
            for language in languages
        }
