"""The authors' networks on the data that they learned from.

    python -m benchmarks.papers.texrex.networks

A reader of their files that prints anything but 0.9836 for German and 0.9911 for English is wrong.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.data import find_archive, read_members
from webwinnow.gold.datasets.fann import read_fann
from webwinnow.methods.texrex.fann import read_network

ARCHIVE = "texrex.tar.xz"
LANGUAGES = ("de", "en")
THRESHOLD = 0.5


def unpack(archive: Path, folder: Path) -> None:
    for name, content in read_members(archive):
        (folder / Path(name).name).write_bytes(content)


def accuracy(folder: Path, language: str) -> float:
    """Share of the blocks that a language's network is right about, in that language's data."""
    data = read_fann(folder / f"boilerplate.{language}.dat")
    network = read_network(folder / f"boilerplate.{language}.net")
    said = network(data.inputs) > THRESHOLD
    return float(np.mean(said == (data.outputs > THRESHOLD)))


def main() -> None:
    archive = find_archive(ARCHIVE)
    if archive is None:
        sys.exit(f"no {ARCHIVE}: set WEBWINNOW_DATA to the folder that holds it")
    with TemporaryDirectory() as folder:
        unpack(archive, Path(folder))
        for language in LANGUAGES:
            print(f"{language} {accuracy(Path(folder), language):.4f}")


if __name__ == "__main__":
    main()
