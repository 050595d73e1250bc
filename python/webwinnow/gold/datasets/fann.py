"""texrex's training data: feature vectors of blocks, in FANN's text format.

A header `rows inputs outputs`, then the inputs and outputs of each row: numbers separated by white
space.
"""

import warnings
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow.errors import InputError
from webwinnow.gold.datasets.base import Problem
from webwinnow.gold.datasets.reader import LayoutFolders, Listing, Reader
from webwinnow.io.sources import read_file

SUFFIX = ".dat"
# Longer than any valid header.
HEADER_BYTES = 99


class FannData(NamedTuple):
    inputs: NDArray[np.float32]  # one row per block
    outputs: NDArray[np.float32]  # one row per block; texrex has one output: 1 is boilerplate


class Fann(Reader):
    """A set of feature vectors, without pages."""

    expected_files = "*.dat, with a header: rows inputs outputs"

    def __init__(self, folders: LayoutFolders) -> None:
        super().__init__(folders)
        self.files = [file for path in folders.values() for file in vector_files(path)]

    @classmethod
    def matches(cls, folder: Listing) -> bool:
        return any(is_fann(folder.path / name) for name in folder.files)

    def names(self) -> list[str]:
        return []

    def read(self, name: str) -> Problem:
        return Problem(name, "vectors of features, not a page")


def vector_files(path: Path) -> list[Path]:
    """The file itself, or all vector files of a folder; `read_fann` reports broken ones."""
    if path.is_file():
        return [path]
    return sorted(file for file in path.iterdir() if file.suffix.lower() == SUFFIX)


def is_fann(path: Path) -> bool:
    if path.suffix.lower() != SUFFIX or not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return parse_header(file.readline(HEADER_BYTES)) is not None
    except OSError:
        return False


def parse_header(line: bytes) -> tuple[int, int, int] | None:
    words = line.split()
    if len(words) != 3 or not all(word.isdigit() for word in words):
        return None
    rows, inputs, outputs = map(int, words)
    return (rows, inputs, outputs) if rows and inputs and outputs else None


def read_fann(path: Path) -> FannData:
    """Read all rows; an `InputError` names the line where the file is broken."""
    path = Path(path)
    first, _, body = read_file(path).partition(b"\n")
    header = parse_header(first[:HEADER_BYTES])
    if header is None:
        raise InputError(
            f"{str(path)!r}, line 1: not a FANN header; write three numbers: rows inputs outputs"
        )
    rows, inputs, outputs = header
    values = parse_numbers(body)
    if values is None or len(values) != rows * (inputs + outputs):
        raise InputError(
            f"{str(path)!r}, {describe_fault(body, header)}; create or download the file again"
        )
    table = values.reshape(rows, inputs + outputs)
    return FannData(table[:, :inputs].copy(), table[:, inputs:].copy())


def parse_numbers(body: bytes) -> NDArray[np.float32] | None:
    """All numbers; None if any word is not a finite number."""
    with warnings.catch_warnings():
        warnings.simplefilter(
            "error", DeprecationWarning
        )  # NumPy's reaction to a word that is not a number
        try:
            values = np.fromstring(body, np.float32, sep=" ")
        except (ValueError, DeprecationWarning):
            return None
    return values if np.isfinite(values).all() else None


def describe_fault(body: bytes, header: tuple[int, int, int]) -> str:
    """Find the first fault of a broken file, line by line: slow, but runs once."""
    rows, inputs, outputs = header
    wanted, seen, line = rows * (inputs + outputs), 0, 1
    for line, words in enumerate((part.split() for part in body.split(b"\n")), 2):
        for word in words:
            if not is_finite(word):
                return (
                    f"line {line}: {word.decode('ascii', 'replace')[:40]!r} is not a finite number"
                )
        seen += len(words)
        if seen > wanted:
            return f"line {line}: more numbers than the {rows} rows of the header"
    row = seen // (inputs + outputs) + 1
    return f"line {line}: the file ends in row {row} of the {rows} rows of the header"


def is_finite(word: bytes) -> bool:
    try:
        return bool(np.isfinite(np.float32(word)))
    except ValueError:
        return False
