"""texrex's training data: feature vectors of blocks, in FANN's text format.

A header `rows inputs outputs`, then for each row its inputs and its outputs, all of it numbers set
apart by white space.
"""

import warnings
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow.clean import read_file
from webwinnow.errors import InputError
from webwinnow.gold.datasets.base import Problem
from webwinnow.gold.datasets.files import Listing
from webwinnow.gold.datasets.reader import Places, Reader

__all__ = ["Fann", "FannData", "read_fann"]

SUFFIX = ".dat"
# Far longer than any header.
HEADER_BYTES = 99


class FannData(NamedTuple):
    inputs: NDArray[np.float32]  # a row for each block
    outputs: NDArray[np.float32]  # a row for each block; texrex's one output: 1 is boilerplate


class Fann(Reader):
    """The files of a set of vectors, which has no pages to read."""

    looks_like = "*.dat, with a header: rows inputs outputs"

    def __init__(self, places: Places) -> None:
        super().__init__(places)
        self.files = [file for place in places.values() for file in vector_files(place)]

    @classmethod
    def fits(cls, folder: Listing) -> bool:
        return any(is_fann(folder.path / name) for name in folder.files)

    def names(self) -> list[str]:
        return []

    def read(self, name: str) -> Problem:
        return Problem(name, "vectors of features, not a page")


def vector_files(place: Path) -> list[Path]:
    """Those in a folder; broken ones too, so that reading them tells. Or the one file given."""
    if place.is_file():
        return [place]
    return sorted(path for path in place.iterdir() if path.suffix.lower() == SUFFIX)


def is_fann(path: Path) -> bool:
    if path.suffix.lower() != SUFFIX or not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return header_of(file.readline(HEADER_BYTES)) is not None
    except OSError:
        return False


def header_of(line: bytes) -> tuple[int, int, int] | None:
    words = line.split()
    if len(words) != 3 or not all(word.isdigit() for word in words):
        return None
    rows, inputs, outputs = map(int, words)
    return (rows, inputs, outputs) if rows and inputs and outputs else None


def read_fann(path: Path) -> FannData:
    """All rows; `InputError` names the line where the file is broken."""
    path = Path(path)
    first, _, body = read_file(path).partition(b"\n")
    header = header_of(first[:HEADER_BYTES])
    if header is None:
        raise InputError(
            f"{str(path)!r}, line 1: not a FANN header; write three numbers: rows inputs outputs"
        )
    rows, inputs, outputs = header
    values = numbers(body)
    if values is None or len(values) != rows * (inputs + outputs):
        raise InputError(f"{str(path)!r}, {fault(body, header)}; make or download it again")
    table = values.reshape(rows, inputs + outputs)
    return FannData(table[:, :inputs].copy(), table[:, inputs:].copy())


def numbers(body: bytes) -> NDArray[np.float32] | None:
    """None where some are not, or not finite."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)  # how NumPy tells of what is no number
        try:
            values = np.fromstring(body, np.float32, sep=" ")
        except (ValueError, DeprecationWarning):
            return None
    return values if np.isfinite(values).all() else None


def fault(body: bytes, header: tuple[int, int, int]) -> str:
    """Where a file that cannot be read goes wrong, line by line: slow, but it happens once."""
    rows, inputs, outputs = header
    wanted, seen, line = rows * (inputs + outputs), 0, 1
    for line, words in enumerate((part.split() for part in body.split(b"\n")), 2):
        for word in words:
            if not is_finite(word):
                return f"line {line}: {word.decode('ascii', 'replace')[:40]!r} is no finite number"
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
