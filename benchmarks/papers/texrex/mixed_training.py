"""What texrex's authors' blocks of a language add to pages of ours, and ours to them.

    python -m benchmarks.papers.texrex.mixed

Four fifths of the sites of our four gold sets teach, four fifths of the pages of a language's
blocks, or both, in the way of the networks that come with the package. The other fifths tell how
many of the authors' blocks are judged rightly, and F1 of the characters that our pages keep, mean
over pages. It takes ten minutes on one core.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack

import numpy as np

from benchmarks.papers.texrex.data import LANGUAGES, PAGE, Blocks, folds_of, read_languages
from benchmarks.papers.texrex.shipped import LEARNED, archive
from webwinnow.gold.datasets import open_set
from webwinnow.gold.folds import split
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.texrex.fit import train_network
from webwinnow.methods.texrex.method import Texrex
from webwinnow.methods.texrex.network import Network
from webwinnow.train import Reading

FOLDS = 5


def right(network: Network, blocks: Blocks) -> float:
    """Share of the blocks that are judged rightly."""
    said = network(blocks.inputs).ravel() >= Texrex().threshold
    return float((said == blocks.is_boilerplate).mean())


def found(network: Network, examples: Sequence[TrainingExample]) -> float:
    """F1 of kept characters, mean over the pages that have some."""
    method = Texrex()
    method.network_ = network
    scores = []
    for example in examples:
        chars, keep = example.page.runs.chars, method.decide(example.page).keep
        wanted = chars[example.keep].sum()
        if wanted:
            scores.append(2 * chars[keep & example.keep].sum() / (chars[keep].sum() + wanted))
    return float(np.mean(scores))


def read_examples() -> list[TrainingExample]:
    with ExitStack() as stack:
        sets = [stack.enter_context(open_set(archive(f"{name}.tar.xz"))) for name in LEARNED]
        return list(Reading(sets).examples())


def parted(examples: list[TrainingExample]) -> tuple[list[TrainingExample], list[TrainingExample]]:
    """To learn from, and to try on: other sites."""
    fold = split({str(row): example.site for row, example in enumerate(examples)}, FOLDS)
    parts: tuple[list[TrainingExample], list[TrainingExample]] = [], []
    for row, example in enumerate(examples):
        parts[fold[str(row)] == 0].append(example)
    return parts


def main() -> None:
    known, new = parted(read_examples())
    ours = train_network(known)
    print("right on the authors' other pages, and F1 on our other sites: learned from ours,")
    print("from ours and the authors' blocks, from those alone")
    for language, blocks in read_languages(LANGUAGES).items():
        first = folds_of(blocks, FOLDS, PAGE, seed=0) == 0
        theirs, others = blocks.where(~first), blocks.where(first)
        more = theirs.inputs, theirs.is_boilerplate.astype(np.float32)
        networks = [ours, train_network(known, more=more), train_network([], more=more)]
        accuracies = " ".join(f"{right(network, others):.3f}" for network in networks)
        scores = " ".join(f"{found(network, new):.3f}" for network in networks)
        print(f"{LANGUAGES[language]:8} {accuracies} | {scores}", flush=True)


if __name__ == "__main__":
    main()
