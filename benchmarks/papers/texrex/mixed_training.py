"""Train texrex on our gold sets, on the authors' blocks, and on both.

    python -m benchmarks.papers.texrex.mixed_training

Training data are four fifths of the sites of our four gold sets, four fifths of the pages of a
language's blocks, or both, as for the shipped networks. The remaining fifths give the accuracy on
the authors' blocks, and the F1 of kept characters on our pages, mean over pages. It takes ten
minutes on one core.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack

import numpy as np

from benchmarks.data import open_sets
from benchmarks.papers.texrex.data import LANGUAGES, PAGE, Blocks, assign_folds, read_languages
from webwinnow.gold.folds import split_by_site
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.texrex.fit import train_network
from webwinnow.methods.texrex.method import Texrex
from webwinnow.methods.texrex.network import Network
from webwinnow.train import ExampleReader

FOLDS = 5


def accuracy(network: Network, blocks: Blocks) -> float:
    """Share of correctly classified blocks."""
    predicted = network(blocks.inputs).ravel() >= Texrex().threshold
    return float((predicted == blocks.is_boilerplate).mean())


def mean_f1(network: Network, examples: Sequence[TrainingExample]) -> float:
    """F1 of kept characters, mean over the pages with content."""
    method = Texrex()
    method.model_ = network
    scores = []
    for example in examples:
        chars, keep = example.page.runs.chars, method.decide(example.page).keep
        wanted = chars[example.keep].sum()
        if wanted:
            scores.append(2 * chars[keep & example.keep].sum() / (chars[keep].sum() + wanted))
    return float(np.mean(scores))


def read_examples() -> list[TrainingExample]:
    with ExitStack() as stack:
        return list(ExampleReader(open_sets(stack)).examples())


def split_sites(
    examples: list[TrainingExample],
) -> tuple[list[TrainingExample], list[TrainingExample]]:
    """Training and test examples, of different sites."""
    fold = split_by_site({str(row): example.site for row, example in enumerate(examples)}, FOLDS)
    parts: tuple[list[TrainingExample], list[TrainingExample]] = [], []
    for row, example in enumerate(examples):
        parts[fold[str(row)] == 0].append(example)
    return parts


def main() -> None:
    train, test = split_sites(read_examples())
    ours = train_network(train)
    print("accuracy on the authors' test pages | F1 on our test sites; trained on our pages,")
    print("on our pages and the authors' blocks, on those blocks alone")
    for language, blocks in read_languages(LANGUAGES).items():
        first = assign_folds(blocks, FOLDS, PAGE, seed=0) == 0
        theirs, others = blocks.where(~first), blocks.where(first)
        more = theirs.inputs, theirs.is_boilerplate.astype(np.float32)
        networks = [ours, train_network(train, more=more), train_network([], more=more)]
        accuracies = " ".join(f"{accuracy(network, others):.3f}" for network in networks)
        scores = " ".join(f"{mean_f1(network, test):.3f}" for network in networks)
        print(f"{LANGUAGES[language]:8} {accuracies} | {scores}", flush=True)


if __name__ == "__main__":
    main()
