"""Measure FIASCO (without rendering) and Victor beyond parsing, in total and by stage.

    python -m benchmarks.papers.method_speed fiasco
    python -m benchmarks.papers.method_speed victor

Runs on the pages of CleanEval and L3S-GN1, and of WCXB, each once. Times are processor times on
one thread. The decision includes everything after parsing.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from statistics import median

from benchmarks.data import read_members, require_archive
from benchmarks.timing import ProcessorClock
from webwinnow import Page, load
from webwinnow.methods.fiasco.features import compute_features
from webwinnow.methods.fiasco.method import Fiasco
from webwinnow.methods.fiasco.model import FeatureSet
from webwinnow.methods.fiasco.targets import Targets
from webwinnow.methods.victor.features import encode
from webwinnow.methods.victor.method import Victor

OLD, NEW = "CleanEval and L3S-GN1", "WCXB"
# Archives, and part of the names of their pages.
SETS = {OLD: {"cleaneval": "/input/", "l3s-gn1": "original/"}, NEW: {"wcxb-dev": "html/"}}
# Milliseconds that the median decision may take.
LIMITS = {"fiasco": 3.0, "victor": 4.0}

Clocks = dict[str, ProcessorClock]
Stages = Callable[[Page, Clocks], int]  # runs the stages, returns the number of units


def read_pages(name: str, folder: str) -> Iterator[bytes]:
    for path, content in read_members(require_archive(f"{name}.tar.xz")):
        if folder in path and path.endswith(".html"):
            yield content


def fiasco_stages(method: Fiasco) -> Stages:
    model = method.current_model
    svm = model.svm_of[FeatureSet(words=True, visual=False)]

    def run(page: Page, clocks: Clocks) -> int:
        with clocks["targets"]:
            targets = Targets.of(page)
        with clocks["features"]:
            rows = compute_features(page, targets, svm.names, keywords=model.keywords)
        with clocks["machine"]:
            svm.probabilities(svm.margins(rows))
        return len(targets)

    return run


def victor_stages(method: Victor) -> Stages:
    crf = method.current_model

    def run(page: Page, clocks: Clocks) -> int:
        with clocks["features"]:
            values = encode(page, crf.setup)
        with clocks["scores"]:
            scores = crf.scores(values)
        with clocks["labels"]:
            crf.best_labels(scores)
        with clocks["marginals"]:
            crf.marginals(scores)
        return len(values)

    return run


def measure(name: str, documents: list[bytes]) -> None:
    method = load(name)
    method.check_usable()
    method.decide(Page("<p>a"))  # loads the model
    if isinstance(method, Fiasco):
        unit, stages = "targets", fiasco_stages(method)
        clocks = {each: ProcessorClock() for each in ("parse", "targets", "features", "machine")}
    else:
        assert isinstance(method, Victor)
        unit, stages = "runs", victor_stages(method)
        names = ("parse", "features", "scores", "labels", "marginals")
        clocks = {each: ProcessorClock() for each in names}
    sizes, times = [], []
    for html in documents:
        with clocks["parse"]:
            page = Page(html)
        deciding = ProcessorClock()
        with deciding:
            method.decide(page)
        times.append(1000 * deciding.seconds)
        # A new page, on which nothing is cached.
        sizes.append(stages(Page(html), clocks))
    print(f"  {median(sizes):.0f} {unit} in the median document")
    mean = sum(times) / len(times)
    print(
        f"  deciding {median(times):.2f} ms (median; limit {LIMITS[name]:.0f}), {mean:.2f} (mean)"
    )
    each = (f"{key} {1000 * clock.seconds / len(documents):.2f}" for key, clock in clocks.items())
    print(f"  means: {', '.join(each)} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("method", choices=LIMITS)
    parser.add_argument("--documents", type=int, help="number of pages of each set (default all)")
    given = parser.parse_args()
    with suppress(ImportError):
        from threadpoolctl import threadpool_limits

        threadpool_limits(1)
    for kind, sets in SETS.items():
        documents = [
            html
            for name, part in sets.items()
            for html in islice(read_pages(name, part), given.documents)
        ]
        print(f"{kind}: {len(documents):,} documents")
        measure(given.method, documents)


if __name__ == "__main__":
    main()
