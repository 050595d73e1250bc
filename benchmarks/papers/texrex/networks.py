"""Check the reader of the authors' networks on their training data.

    python -m benchmarks.papers.texrex.networks

The correct accuracies are 0.9836 for German and 0.9911 for English.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.data import require_archive
from benchmarks.papers.texrex.data import ARCHIVE, extract_files
from webwinnow.gold.datasets.fann import read_fann
from webwinnow.methods.texrex.fann import read_network

LANGUAGES = ("de", "en")
THRESHOLD = 0.5


def accuracy(folder: Path, language: str) -> float:
    """Share of the language's training blocks that its network classifies correctly."""
    data = read_fann(folder / f"boilerplate.{language}.dat")
    network = read_network(folder / f"boilerplate.{language}.net")
    predicted = network(data.inputs) > THRESHOLD
    return float(np.mean(predicted == (data.outputs > THRESHOLD)))


def main() -> None:
    with TemporaryDirectory() as folder:
        extract_files(require_archive(ARCHIVE), Path(folder))
        for language in LANGUAGES:
            print(f"{language} {accuracy(Path(folder), language):.4f}")


if __name__ == "__main__":
    main()
