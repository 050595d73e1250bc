"""Speed of Victor, beyond parsing: python -m benchmarks.papers.victor.speed

Pages of CleanEval and L3S-GN1, and of WCXB, each once. Times are of the processor, one thread.
Deciding is all that comes after parsing: the features, the scores of labels, the best labels and
their chances, and what becomes of each run.
"""

from __future__ import annotations

import argparse
from itertools import islice
from statistics import median

from benchmarks.papers.texrex.speed import SETS, Clock, htmls
from webwinnow import Page, load
from webwinnow.methods.victor.features import encode
from webwinnow.methods.victor.method import Victor

BAR = 4.0


def measure(documents: list[bytes]) -> tuple[list[float], list[float], dict[str, float]]:
    """Runs and milliseconds of deciding for each page; and milliseconds a page by stage."""
    method = load("victor")
    assert isinstance(method, Victor)
    method.check_usable()
    crf = method.crf()
    method.decide(Page("<p>a"))
    clocks = {name: Clock() for name in ("parse", "features", "scores", "labels", "chances")}
    runs, took = [], []
    for html in documents:
        with clocks["parse"]:
            page = Page(html)
        deciding = Clock()
        with deciding:
            method.decide(page)
        took.append(1000 * deciding.seconds)
        # Once more, by its parts, on a page that has counted nothing yet.
        page = Page(html)
        with clocks["features"]:
            values = encode(page, crf.setup)
        with clocks["scores"]:
            scores = crf.scores(values)
        with clocks["labels"]:
            crf.best_labels(scores)
        with clocks["chances"]:
            crf.marginals(scores)
        runs.append(float(len(values)))
    each = {name: 1000 * clock.seconds / len(documents) for name, clock in clocks.items()}
    return runs, took, each


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--documents", type=int, help="as many of each set; all, unless given")
    count = parser.parse_args().documents
    for kind, sets in SETS.items():
        found = [html for name, part in sets.items() for html in islice(htmls(name, part), count)]
        runs, took, each = measure(found)
        print(f"{kind}: {len(found):,} documents, {median(runs):.0f} runs in the middle one")
        middle, mean = median(took), sum(took) / len(took)
        print(f"  deciding {middle:.2f} ms (median; bar {BAR:.0f}), {mean:.2f} ms (mean)")
        print(
            "  means: " + ", ".join(f"{name} {value:.2f}" for name, value in each.items()) + " ms"
        )


if __name__ == "__main__":
    main()
