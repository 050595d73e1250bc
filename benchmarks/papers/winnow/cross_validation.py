"""Score `winnow` on pages of sites outside of its training data.

The shipped model is trained on every page of six gold sets, so scores on them come from folds:
`python -m benchmarks.papers.winnow` splits their pages by site, all sets together, fits a model for
each fold on the other folds' pages, and scores the fold's pages. Four more sets are not trained on,
though some of their sites are: the shipped model scores those. Golds that keep comments are scored
with comments.

`--against` runs peers on the same pages. `-o` writes the results as JSON, which
`benchmarks.papers.winnow.plots` plots. `--check` compares with the floors in `floors.json`, which
`--raise` and `--lower WHY` change as in `benchmarks.quality`. Everything takes half an hour or
more; `--pages` is for a quick trial.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.data import WINNOW_SETS, open_sets
from benchmarks.floors import FOLDED, Floors, Measured
from benchmarks.papers.results_file import write_results
from benchmarks.papers.winnow.results import (
    PRESETS,
    WINNOW,
    Figures,
    PagePrediction,
    on_new_sites,
    results_of,
    summarise_sets,
)
from benchmarks.papers.winnow.tables import format_new_sites, format_set, format_summary
from benchmarks.quality import FLOORS, WITHOUT_EMPTY, parts_of, scores_of
from webwinnow.evaluation import Evaluation, evaluate
from webwinnow.evaluation.convention import with_convention
from webwinnow.evaluation.peers import PEERS
from webwinnow.evaluation.systems import Extraction, MethodSystem
from webwinnow.gold.datasets import GoldPage, GoldSet, digest_of, sample
from webwinnow.gold.folds import merge_sites, split_by_site
from webwinnow.methods.base import Method, TrainingExample
from webwinnow.methods.model_file import shipped_path
from webwinnow.methods.winnow.method import Winnow
from webwinnow.train import ExampleReader

UNTRAINED_SETS = ("cleanportaleval", "l3s-gn1", "daniel", "canola")
OPENING_WORDS = 30
# The floors are for these; other folds give other scores.
FOLDS, SEED = 5, 0


@dataclass(frozen=True)
class Models:
    """One model per fold, trained on the pages of the other folds."""

    of_folds: Sequence[Winnow]
    fold_of: Mapping[str, int] = field(default_factory=dict)  # by site

    def __call__(self, gold: GoldPage) -> Winnow:
        # A site in no fold is in no training data, so that any model will do.
        return with_convention(self.of_folds[self.fold_of.get(gold.site, 0)], gold)

    def with_preset(self, preset: str) -> Models:
        settings: dict[str, Any] = Winnow.presets[preset]
        changed = [Winnow(**settings) for _ in self.of_folds]
        for method, known in zip(changed, self.of_folds, strict=True):
            method.model_ = known.current_model
        return Models(changed, self.fold_of)


def fit_models(gold_sets: Sequence[GoldSet], folds: int, seed: int) -> Models:
    examples = list(ExampleReader(gold_sets, log_every(500, "pages read")).examples())
    fold_of = folds_of(examples, folds, seed)
    models = []
    for fold in range(folds):
        start = time.monotonic()
        others = [example for example in examples if fold_of[example.site] != fold]
        models.append(Winnow().fit(others, seed=seed))
        taken = time.monotonic() - start
        log(f"fold {fold + 1} of {folds}: trained on {len(others)} pages in {taken:.0f} s")
    return Models(models, fold_of)


def folds_of(examples: Sequence[TrainingExample], folds: int, seed: int) -> dict[str, int]:
    """The fold of each site; sites that share a text are in one fold."""
    keys = {
        str(number): [example.site, *opening(example)] for number, example in enumerate(examples)
    }
    found = split_by_site(merge_sites(keys), folds, seed=seed)
    return {example.site: found[str(number)] for number, example in enumerate(examples)}


def opening(example: TrainingExample) -> list[str]:
    """The first words of its content; empty if it is short.

    Readability's set has the same page in many forms, each with its own site.
    """
    texts = example.page.run_texts()
    words = " ".join(texts[run] for run in np.flatnonzero(example.keep)).split()[:OPENING_WORDS]
    return [f"text: {' '.join(words)}"] if len(words) == OPENING_WORDS else []


class RecordingSystem(MethodSystem):
    """Records the predicted confidence and type of each page."""

    def __init__(self, name: str, method_for: Callable[[GoldPage], Method]) -> None:
        super().__init__(name, method_for)
        self.predictions: dict[str, PagePrediction] = {}

    def run(self, gold: GoldPage) -> Extraction:
        extraction = super().run(gold)
        if extraction.decision is not None:
            decision = extraction.decision
            self.predictions[gold.name] = PagePrediction(decision.confidence, decision.page_type)
        return extraction


@dataclass(frozen=True)
class SetEvaluation:
    evaluation: Evaluation
    predictions: dict[str, PagePrediction]  # by page

    @classmethod
    def of(cls, gold_set: GoldSet, models: Models, against: Sequence[str]) -> SetEvaluation:
        """Evaluate the models, the presets and peers; pages with an empty gold are scored too."""
        first = RecordingSystem(WINNOW, models)
        others = [
            MethodSystem(name, models.with_preset(preset)) for preset, name in PRESETS.items()
        ]
        progress = log_every(200, f"pages of {gold_set.name} scored")
        evaluation = evaluate(
            gold_set,
            [first, *others],
            against=against,
            count_empty=True,
            progress=lambda done: progress(done, len(gold_set)),
        )
        return cls(evaluation, first.predictions)


def measure(gold_set: GoldSet, evaluation: Evaluation) -> Iterator[Measured]:
    """Scores of winnow on the pages that `benchmarks.quality` counts."""
    counted = [
        gold
        for gold in gold_set
        if gold_set.name not in WITHOUT_EMPTY or any(map(str.isalnum, gold.text))
    ]
    digest, names = digest_of(counted), {gold.name for gold in counted}
    for part, pages in parts_of(evaluation).items():
        found = scores_of(evaluation, WINNOW, pages & names)
        yield Measured(part, len(pages & names), digest, {WINNOW + FOLDED: found}, kind=FOLDED)


def open_samples(names: Sequence[str], pages: int | None, stack: ExitStack) -> list[GoldSet]:
    gold_sets = open_sets(stack, names)
    return [sample(gold_set, pages) if pages else gold_set for gold_set in gold_sets]


def log(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def log_every(step: int, what: str) -> Callable[[int, int], None]:
    def progress(done: int, total: int) -> None:
        if done % step == 0 or done == total:
            log(f"{done} of {total} {what}")

    return progress


@dataclass
class Run:
    """Options of the command, and its results so far."""

    given: argparse.Namespace
    floors: Floors
    stack: ExitStack
    sets: Figures = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)  # scores below their floors

    def results(self) -> Figures:
        gold_sets = open_samples(WINNOW_SETS, self.given.pages, self.stack)
        if self.given.shipped:
            return self.update_shipped({gold.site for gold_set in gold_sets for gold in gold_set})
        models = fit_models(gold_sets, self.given.folds, self.given.seed)
        folded = [self.evaluate_set(gold_set, models, "folds") for gold_set in gold_sets]
        if shipped_path("winnow").exists():
            self.evaluate_shipped(models.fold_of.keys())
        else:
            print(f"\n{', '.join(UNTRAINED_SETS)}: not scored; no model is shipped yet")
        of_all = summarise_sets((each.evaluation, each.predictions) for each in folded)
        print(format_summary(of_all), flush=True)
        folds = {"folds": self.given.folds, "seed": self.given.seed}
        return {**folds, "versions": self.versions, "sets": self.sets, **of_all}

    def update_shipped(self, known: Collection[str]) -> Figures:
        """The results of the output file, with new ones of the shipped model."""
        found: Figures = json.loads(self.given.output.read_text("utf-8"))
        self.evaluate_shipped(known)
        return {**found, "sets": {**found["sets"], **self.sets}}

    def evaluate_shipped(self, known: Collection[str]) -> None:
        """Score the shipped model on sets outside of its training data, and on their new sites."""
        for gold_set in open_samples(UNTRAINED_SETS, self.given.pages, self.stack):
            found = self.evaluate_set(gold_set, Models([Winnow()]), "shipped")
            figures = on_new_sites(found.evaluation, known=known)
            self.sets[gold_set.name]["new sites"] = figures
            print(format_new_sites(figures), flush=True)

    def evaluate_set(self, gold_set: GoldSet, models: Models, which: str) -> SetEvaluation:
        found = SetEvaluation.of(gold_set, models, self.given.against)
        self.versions |= {
            name: version
            for name, version in found.evaluation.versions.items()
            if name not in PRESETS.values()
        }
        self.sets[gold_set.name] = results_of(found.evaluation, found.predictions, model=which)
        print(format_set(gold_set.name, self.sets[gold_set.name]), flush=True)
        if self.given.check and which == "folds":
            self.check(gold_set, found.evaluation)
        return found

    def check(self, gold_set: GoldSet, evaluation: Evaluation) -> None:
        for each in measure(gold_set, evaluation):
            print(self.floors.format(each), flush=True)
            self.failures += self.floors.update(each, lift=self.given.lift, why=self.given.lower)


def main() -> None:
    given = arguments()
    floors = Floors.read(FLOORS)
    with ExitStack() as stack:
        run = Run(given, floors, stack)
        results = run.results()
    write_results(given.output, results)
    if given.lift or given.lower:
        floors.write(FLOORS)
        print(f"\nwrote {FLOORS.name}")
    if run.failures:
        sys.exit("\n" + "\n".join(run.failures))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--folds", type=int, default=FOLDS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--against", nargs="*", choices=list(PEERS), default=[], metavar="PEER")
    parser.add_argument("--pages", type=int, help="number of pages per set, for a quick trial")
    parser.add_argument("-o", "--output", type=Path, help="JSON file for the results")
    parser.add_argument(
        "--shipped", action="store_true", help="no folds: update the shipped model in -o"
    )
    parser.add_argument("--check", action="store_true", help="compare with the floors")
    parser.add_argument("--raise", action="store_true", dest="lift", help="raise the floors")
    parser.add_argument("--lower", metavar="WHY", help="lower or remove floors, for this reason")
    given = parser.parse_args()
    if given.output and not given.output.absolute().parent.is_dir():
        parser.error(f"no folder for {str(given.output)!r}; create it first")
    if given.shipped and not (given.output and given.output.exists()):
        parser.error("--shipped updates the file of an earlier run; name it with -o")
    given.check = given.check or given.lift or bool(given.lower)
    if given.check and (given.pages or (given.folds, given.seed) != (FOLDS, SEED)):
        parser.error(f"floors need all pages, {FOLDS} folds and seed {SEED}; omit these options")
    return given


if __name__ == "__main__":
    main()
