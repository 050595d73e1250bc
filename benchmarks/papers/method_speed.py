"""Speed of FIASCO without looks, beyond parsing: python -m benchmarks.papers.fiasco.speed

Pages of CleanEval and L3S-GN1, and of WCXB, each once. Times are of the processor, one thread.
"""

from __future__ import annotations

import argparse
from itertools import islice
from statistics import median

from threadpoolctl import threadpool_limits

from benchmarks.papers.texrex.speed import SETS, Clock, htmls
from webwinnow import Page, load
from webwinnow.methods.fiasco.features import compute_features
from webwinnow.methods.fiasco.method import Fiasco
from webwinnow.methods.fiasco.model import FeatureSet
from webwinnow.methods.fiasco.targets import Targets

BAR = 3.0


def measure(documents: list[bytes]) -> tuple[list[int], list[float], dict[str, float]]:
    """Targets and milliseconds of deciding for each page; and milliseconds a page by stage."""
    method = load("fiasco")
    assert isinstance(method, Fiasco)
    model = method.fitted()
    svm = model.svm_of[FeatureSet(words=True, visual=False)]
    method.decide(Page("<p>a"))
    clocks = {name: Clock() for name in ("parse", "targets", "features", "machine")}
    sizes, took = [], []
    for html in documents:
        with clocks["parse"]:
            page = Page(html)
        deciding = Clock()
        with deciding:
            method.decide(page)
        took.append(1000 * deciding.seconds)
        # Once more, by its parts, on a page that has counted nothing yet.
        page = Page(html)
        with clocks["targets"]:
            targets = Targets.of(page)
        with clocks["features"]:
            rows = compute_features(page, targets, svm.names, keywords=model.keywords)
        with clocks["machine"]:
            svm.probabilities(svm.margins(rows))
        sizes.append(len(targets))
    each = {name: 1000 * clock.seconds / len(documents) for name, clock in clocks.items()}
    return sizes, took, each


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--documents", type=int, help="as many of each set; all, unless given")
    count = parser.parse_args().documents
    for kind, sets in SETS.items():
        found = [html for name, part in sets.items() for html in islice(htmls(name, part), count)]
        with threadpool_limits(1):
            sizes, took, each = measure(found)
        print(f"{kind}: {len(found):,} documents, {median(sizes):.0f} targets in the middle one")
        middle, mean = median(took), sum(took) / len(took)
        print(f"  deciding {middle:.2f} ms (median; bar {BAR:.0f}), {mean:.2f} ms (mean)")
        means = ", ".join(f"{name} {value:.2f}" for name, value in each.items())
        print(f"  means: {means} ms")


if __name__ == "__main__":
    main()
