"""Choose Victor's defaults on pages that its tables do not score: CleanEval's final set.

    python -m benchmarks.papers.victor.choices

Three samples of 120 pages, three folds by site each. The rows are the default with one setting
changed. p compares each page's share of right runs with the default's, by site. About three minutes
on one core.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from benchmarks.data import open_sets
from benchmarks.papers.markdown import table
from webwinnow import Page
from webwinnow.evaluation.statistics import compare
from webwinnow.gold.datasets.base import GoldPage
from webwinnow.gold.folds import split_by_site
from webwinnow.gold.labels import align_bounded
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.victor.crf import LABELS, OTHER, Crf
from webwinnow.methods.victor.fit import LabelledSequence, labelled_sequences, train_on_sequences
from webwinnow.methods.victor.method import OPTIONS, RARE_WEIGHT
from webwinnow.methods.victor.search import mean_f1
from webwinnow.methods.victor.setup import Setup
from webwinnow.methods.victor.training_options import TrainingOptions

SAMPLES, PAGES, FOLDS = 3, 120, 3
FINAL = "cleaneval-final/"
HALF = 0.5
DEFAULT = "default"
TRAININGS: dict[str, TrainingOptions] = {
    DEFAULT: OPTIONS,
    "with a chain": replace(OPTIONS, chain=True),
    "l2=8": replace(OPTIONS, l2=8.0),
    "l2=40": replace(OPTIONS, l2=40.0),
}
WEIGHTS = (1.0, 3.0)

Labels = NDArray[np.uint8]


@dataclass
class Outcome:
    """Labels of all samples under one setting."""

    confusion: NDArray[np.int64] = field(
        default_factory=lambda: np.zeros((len(LABELS), len(LABELS)), np.int64)
    )
    labels: list[float] = field(default_factory=list)  # share of right labels of each page
    content: list[float] = field(default_factory=list)

    def add(self, wanted: Labels, found: Labels) -> None:
        np.add.at(self.confusion, (wanted, found), 1)
        self.labels.append(float((wanted == found).mean()))
        self.content.append(float(((wanted == OTHER) == (found == OTHER)).mean()))


def final_pages() -> list[GoldPage]:
    with ExitStack() as stack:
        (gold_set,) = open_sets(stack, ["cleaneval"])
        return [gold for gold in gold_set if gold.name.startswith(FINAL)]


def sampled_pages(golds: list[GoldPage], sample: int) -> list[LabelledSequence]:
    """Encode a random sample."""
    examples = []
    for place in np.random.default_rng(sample).permutation(len(golds))[:PAGES].tolist():
        gold = golds[place]
        page = Page(gold.html, charset=gold.charset)
        wanted = align_bounded(page, gold)
        if wanted is not None:
            examples.append(TrainingExample(page, wanted.keep, gold.site, kind=wanted.kind))
    return list(labelled_sequences(examples, Setup.default()))


def run(golds: list[GoldPage]) -> tuple[dict[str, Outcome], list[str]]:
    """The outcome of each setting, and the site of each scored page."""
    found: dict[str, Outcome] = {}
    sites: list[str] = []
    for sample in range(SAMPLES):
        chosen = sampled_pages(golds, sample)
        names = {str(place): page.site for place, page in enumerate(chosen)}
        fold_of = list(split_by_site(names, FOLDS, seed=sample).values())
        for fold in range(FOLDS):
            train = [page for page, own in zip(chosen, fold_of, strict=True) if own != fold]
            test = [page for page, own in zip(chosen, fold_of, strict=True) if own == fold]
            sites += [page.site for page in test]
            for name, options in TRAININGS.items():
                crf = train_on_sequences(train, Setup.default(), options)
                for page in test:
                    for way, labels in decode(crf, page, name):
                        found.setdefault(way, Outcome()).add(page.labels, labels)
    return found, sites


def decode(crf: Crf, page: LabelledSequence, name: str) -> Iterator[tuple[str, Labels]]:
    """Labels by the training's name; for the default also with other ways of decoding."""
    scores = crf.scores(page.values)
    keep = 1 - crf.marginals(scores)[:, OTHER] >= HALF
    yield name, crf.best_labels_given(scores, keep, RARE_WEIGHT)
    if name == DEFAULT:
        for weight in WEIGHTS:
            labels = crf.best_labels_given(scores, keep, weight)
            yield f"rare_weight={weight:g}", labels
    if name in (DEFAULT, "with a chain"):
        yield f"{name}, best labels", crf.best_labels(scores)


def rows(found: dict[str, Outcome], sites: list[str]) -> Iterator[list[str]]:
    base = found[DEFAULT]
    for name, each in found.items():
        confusion = each.confusion
        recall = np.diag(confusion) / np.maximum(confusion.sum(axis=1), 1)
        tests = [
            compare(getattr(each, figure), getattr(base, figure), sites=sites)
            for figure in ("labels", "content")
        ]
        cells = [f"{np.trace(confusion) / confusion.sum():.4f}", f"{tests[0].p:.3f}"]
        right = confusion[1:, 1:].sum() + confusion[0, 0]
        cells += [f"{right / confusion.sum():.4f}", f"{tests[1].p:.3f}"]
        cells += [f"{mean_f1(confusion):.4f}"]
        cells += [f"{recall[LABELS.index(label)]:.2f}" for label in ("header", "list")]
        yield [name, *cells]


def main() -> None:
    found, sites = run(final_pages())
    header = ["", "labels right", "p", "content right", "p", "mean F1"]
    header += ["recall of headers", "of lists"]
    print("\n".join(table(header, list(rows(found, sites)))))


if __name__ == "__main__":
    main()
