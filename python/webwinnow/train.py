"""Train a method on gold sets."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from webwinnow._core import Page
from webwinnow.errors import CannotLearn
from webwinnow.gold.datasets.base import Digest, GoldPage, GoldSet, Problem
from webwinnow.gold.labels import align_bounded
from webwinnow.methods import METHODS, find_class, load
from webwinnow.methods.base import Method, TrainableMethod, TrainingExample
from webwinnow.methods.provenance import Provenance, ProvenanceSet, page_key

TOO_LONG = "page and gold are too long to be aligned"


@dataclass(frozen=True)
class Training:
    """A trained method and its training data."""

    method: TrainableMethod
    provenance: Provenance  # of this training only
    sites: int
    words: int  # of content, over all pages
    left_out: list[Problem]
    seconds: float

    @property
    def pages(self) -> int:
        return sum(each.pages for each in self.provenance.sets)


def train(
    method: str | TrainableMethod,
    gold_sets: Sequence[GoldSet],
    *,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Training:
    """Fit the method, given by name, by name and settings, or as an object, on all pages.

    A page with an empty gold is an example without content. `progress` is called with the number of
    pages read and the total; fitting starts after the last page.
    """
    start = time.monotonic()
    method = load_trainable(method)
    method.check_trainable()
    reader = ExampleReader(gold_sets, progress, method.aligner)
    fitted = method.fit(list(reader.examples()), seed=seed)
    fitted.provenance_ = fitted.provenance | reader.provenance
    problems = [problem for each in gold_sets for problem in each.problems]
    return Training(
        fitted,
        reader.provenance,
        len(reader.sites),
        reader.words,
        problems + reader.too_long,
        time.monotonic() - start,
    )


def load_trainable(method: str | Method) -> TrainableMethod:
    """Load a method given as in `train`; raise `CannotLearn` if it is not trainable."""
    found = load(method) if isinstance(method, str) else method
    if not isinstance(found, TrainableMethod):
        others = [name for name in METHODS if issubclass(find_class(name), TrainableMethod)]
        raise CannotLearn(f"{found.name} cannot be trained; choose from {', '.join(others)}")
    return found


@dataclass
class ExampleReader:
    """Reads gold sets once as training examples, and records their provenance."""

    gold_sets: Sequence[GoldSet]
    progress: Callable[[int, int], None] | None = None
    aligner: str = "in-order"
    provenance: Provenance = field(default_factory=Provenance)
    sites: set[str] = field(default_factory=set)
    words: int = 0
    too_long: list[Problem] = field(default_factory=list)

    def examples(self) -> Iterator[TrainingExample]:
        total, done = sum(map(len, self.gold_sets)), 0
        for gold_set in self.gold_sets:
            digest, keys = Digest(), set()
            for gold in gold_set:
                example = self.make_example(gold, gold_set.name)
                if example:
                    digest.add(gold)
                    keys.add(page_key(gold.html))
                    yield example
                done += 1
                if self.progress and done < total:
                    self.progress(done, total)
            entry = ProvenanceSet(gold_set.name, digest.hexdigest(), len(digest.pages))
            self.provenance |= Provenance((entry,), frozenset(keys))
        # Unusable pages were not counted before.
        if self.progress:
            self.progress(total, total)

    def make_example(self, gold: GoldPage, source: str) -> TrainingExample | None:
        page = Page(gold.html, charset=gold.charset)
        found = align_bounded(page, gold, aligner=self.aligner)
        if found is None:
            self.too_long.append(Problem(gold.name, TOO_LONG))
            return None
        self.sites.add(gold.site)
        self.words += int(page.runs.words[found.keep].sum())
        return TrainingExample(page, found.keep, gold.site, gold.type, source, found.kind)
