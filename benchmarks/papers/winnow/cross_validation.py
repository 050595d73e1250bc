"""How good `winnow` is on pages of sites that it has not learned from.

The model that comes with the package has learned from every page of four gold sets, so scores on
them come from folds: `python -m benchmarks.papers.winnow.folds` splits their pages by site, all
sets together, fits a model for each fold on the other folds' pages, and scores the fold's pages.
Two more sets are not trained on, though some of their sites are: the shipped model scores those.

`--against` has peers run on the same pages. `-o` writes the figures as JSON, from which
`benchmarks.papers.winnow.figures` draws. `--check` compares with the floors in `floors.json`, which
`--raise` and `--lower WHY` move as `benchmarks.quality` does. All takes half an hour or more, for
which `--pages` is a quick trial.
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

from benchmarks.data import find_archive
from benchmarks.floors import FOLDED, Floors, Measured
from benchmarks.papers.winnow.results import (
    PRESETS,
    WINNOW,
    Figures,
    Said,
    on_new_sites,
    results_of,
    together,
)
from benchmarks.papers.winnow.tables import shown, shown_new_sites, shown_set
from benchmarks.quality import FLOORS, WITHOUT_EMPTY, parts_of, scores_of
from webwinnow.evaluation import Evaluation, evaluate
from webwinnow.evaluation.peers import PEERS
from webwinnow.evaluation.systems import Extraction, MethodSystem
from webwinnow.gold.datasets import GoldPage, GoldSet, digest_of, open_set, sample
from webwinnow.gold.folds import merge_sites, split
from webwinnow.methods.base import Method, TrainingExample
from webwinnow.methods.winnow.method import SHIPPED, Winnow
from webwinnow.train import Reading

LEARNED = ["wcxb-dev", "cleaneval", "news-articles", "readability"]
NEVER_LEARNED = ["cleanportaleval", "l3s-gn1"]
OPENING_WORDS = 30
# What the floors are of; other folds give other scores.
FOLDS, SEED = 5, 0


@dataclass(frozen=True)
class Models:
    """One for each fold, and none of them has learned from a page of its fold."""

    of_folds: Sequence[Winnow]
    fold_of: Mapping[str, int] = field(default_factory=dict)  # by site

    def __call__(self, gold: GoldPage) -> Winnow:
        # From a site that is in no fold nobody has learned, so that every model will do.
        return self.of_folds[self.fold_of.get(gold.site, 0)]

    def with_preset(self, preset: str) -> Models:
        settings: dict[str, Any] = Winnow.presets[preset]
        changed = [Winnow(**settings) for _ in self.of_folds]
        for method, known in zip(changed, self.of_folds, strict=True):
            method.model_ = known.current_model
        return Models(changed, self.fold_of)


def fitted(gold_sets: Sequence[GoldSet], folds: int, seed: int) -> Models:
    examples = list(Reading(gold_sets, say_each(500, "pages read")).examples())
    fold_of = folds_of(examples, folds, seed)
    models = []
    for fold in range(folds):
        start = time.monotonic()
        others = [example for example in examples if fold_of[example.site] != fold]
        models.append(Winnow().fit(others, seed=seed))
        taken = time.monotonic() - start
        say(f"fold {fold + 1} of {folds}: learned from {len(others)} pages in {taken:.0f} s")
    return Models(models, fold_of)


def folds_of(examples: Sequence[TrainingExample], folds: int, seed: int) -> dict[str, int]:
    """The fold of each site; sites that have a text in common are in one."""
    keys = {
        str(number): [example.site, *opening(example)] for number, example in enumerate(examples)
    }
    found = split(merge_sites(keys), folds, seed=seed)
    return {example.site: found[str(number)] for number, example in enumerate(examples)}


def opening(example: TrainingExample) -> list[str]:
    """How its content begins: Readability's set has the same page in many forms, each of which
    passes for a site. Nothing where it is short.
    """
    texts = example.page.run_texts()
    words = " ".join(texts[run] for run in np.flatnonzero(example.keep)).split()[:OPENING_WORDS]
    return [f"text: {' '.join(words)}"] if len(words) == OPENING_WORDS else []


class Telling(MethodSystem):
    """Keeps what the method says of each page as a whole."""

    def __init__(self, name: str, method_for: Callable[[GoldPage], Method]) -> None:
        super().__init__(name, method_for)
        self.said: dict[str, Said] = {}

    def run(self, gold: GoldPage) -> Extraction:
        attempt = super().run(gold)
        if attempt.decision is not None:
            decision = attempt.decision
            self.said[gold.name] = Said(decision.confidence, decision.page_type)
        return attempt


@dataclass(frozen=True)
class Judgement:
    evaluation: Evaluation
    said: dict[str, Said]  # by page

    @classmethod
    def of(cls, gold_set: GoldSet, models: Models, against: Sequence[str]) -> Judgement:
        """Pages with an empty gold are among those scored."""
        first = Telling(WINNOW, models)
        others = [
            MethodSystem(name, models.with_preset(preset)) for preset, name in PRESETS.items()
        ]
        progress = say_each(200, f"pages of {gold_set.name} judged")
        evaluation = evaluate(
            gold_set,
            [first, *others],
            against=against,
            count_empty=True,
            progress=lambda done: progress(done, len(gold_set)),
        )
        return cls(evaluation, first.said)


def measured(gold_set: GoldSet, evaluation: Evaluation) -> Iterator[Measured]:
    """The first contestant on the pages that `benchmarks.quality` counts."""
    counted = [
        gold
        for gold in gold_set
        if gold_set.name not in WITHOUT_EMPTY or any(map(str.isalnum, gold.text))
    ]
    digest, names = digest_of(counted), {gold.name for gold in counted}
    for part, pages in parts_of(evaluation).items():
        found = scores_of(evaluation, WINNOW, pages & names)
        yield Measured(part, len(pages & names), digest, {WINNOW + FOLDED: found}, kind=FOLDED)


def opened(names: Sequence[str], pages: int | None, stack: ExitStack) -> list[GoldSet]:
    found = []
    for name in names:
        archive = find_archive(f"{name}.tar.xz")
        if archive is None:
            sys.exit(f"{name}: not here; WEBWINNOW_DATA names the folder of the archives")
        gold_set = stack.enter_context(open_set(archive))
        found.append(sample(gold_set, pages) if pages else gold_set)
    return found


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def say_each(step: int, what: str) -> Callable[[int, int], None]:
    def progress(done: int, total: int) -> None:
        if done % step == 0 or done == total:
            say(f"{done} of {total} {what}")

    return progress


@dataclass
class Run:
    """What a call of the command asks for, and what has been found so far."""

    given: argparse.Namespace
    floors: Floors
    stack: ExitStack
    sets: Figures = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)  # by the floors

    def results(self) -> Figures:
        learned = opened(LEARNED, self.given.pages, self.stack)
        if self.given.shipped:
            return self.judged_again({gold.site for gold_set in learned for gold in gold_set})
        models = fitted(learned, self.given.folds, self.given.seed)
        folded = [self.judge(gold_set, models, "folds") for gold_set in learned]
        if SHIPPED.exists():
            self.judge_shipped(models.fold_of.keys())
        else:
            print(f"\n{', '.join(NEVER_LEARNED)}: not judged; no model is shipped yet")
        of_all = together((each.evaluation, each.said) for each in folded)
        print(shown(of_all), flush=True)
        folds = {"folds": self.given.folds, "seed": self.given.seed}
        return {**folds, "versions": self.versions, "sets": self.sets, **of_all}

    def judged_again(self, known: Collection[str]) -> Figures:
        """The figures of the output, with those of the shipped model as they are now."""
        found: Figures = json.loads(self.given.output.read_text("utf-8"))
        self.judge_shipped(known)
        return {**found, "sets": {**found["sets"], **self.sets}}

    def judge_shipped(self, known: Collection[str]) -> None:
        """On the sets that it has not learned from, and of these on sites that it does not know."""
        for gold_set in opened(NEVER_LEARNED, self.given.pages, self.stack):
            found = self.judge(gold_set, Models([Winnow()]), "shipped")
            figures = on_new_sites(found.evaluation, known=known)
            self.sets[gold_set.name]["new sites"] = figures
            print(shown_new_sites(figures), flush=True)

    def judge(self, gold_set: GoldSet, models: Models, which: str) -> Judgement:
        found = Judgement.of(gold_set, models, self.given.against)
        self.versions |= {
            name: version
            for name, version in found.evaluation.versions.items()
            if name not in PRESETS.values()
        }
        self.sets[gold_set.name] = results_of(found.evaluation, found.said, model=which)
        print(shown_set(gold_set.name, self.sets[gold_set.name]), flush=True)
        if self.given.check and which == "folds":
            self.check(gold_set, found.evaluation)
        return found

    def check(self, gold_set: GoldSet, evaluation: Evaluation) -> None:
        for each in measured(gold_set, evaluation):
            print(self.floors.shown(each), flush=True)
            self.wrong += self.floors.settle(each, lift=self.given.lift, why=self.given.lower)


def main() -> None:
    given = arguments()
    floors = Floors.read(FLOORS)
    with ExitStack() as stack:
        run = Run(given, floors, stack)
        results = run.results()
    if given.output:
        text = json.dumps(results, indent=1, ensure_ascii=False) + "\n"
        given.output.write_text(text, "utf-8")
    if given.lift or given.lower:
        floors.write(FLOORS)
        print(f"\nwrote {FLOORS.name}")
    if run.wrong:
        sys.exit("\n" + "\n".join(run.wrong))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--folds", type=int, default=FOLDS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--against", nargs="*", choices=list(PEERS), default=[], metavar="PEER")
    parser.add_argument("--pages", type=int, help="only so many of each set, for a quick look")
    parser.add_argument("-o", "--output", type=Path, help="a JSON file for the figures")
    parser.add_argument("--shipped", action="store_true", help="no folds: renew the rest of -o")
    parser.add_argument("--check", action="store_true", help="compare with the floors")
    parser.add_argument("--raise", action="store_true", dest="lift", help="lift the floors")
    parser.add_argument("--lower", metavar="WHY", help="let floors fall or go, for this reason")
    given = parser.parse_args()
    if given.output and not given.output.absolute().parent.is_dir():
        parser.error(f"no folder for {str(given.output)!r}; make it first")
    if given.shipped and not (given.output and given.output.exists()):
        parser.error("--shipped renews the file of an earlier run; name it with -o")
    given.check = given.check or given.lift or bool(given.lower)
    if given.check and (given.pages or (given.folds, given.seed) != (FOLDS, SEED)):
        parser.error(f"floors are of all pages, {FOLDS} folds and seed {SEED}; leave others out")
    return given


if __name__ == "__main__":
    main()
