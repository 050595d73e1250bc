"""Compare FIASCO's reduced support vector sets with the full ones.

Run: `python -m benchmarks.papers.fiasco.support_vectors`

Two machines are trained on the same targets, one with all support vectors and one with the
package's number of centres, and classify other targets. Takes two minutes.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from functools import partial

import numpy as np
from threadpoolctl import threadpool_limits

from benchmarks.data import open_sets
from benchmarks.timing import best
from webwinnow.methods.fiasco.fit import (
    TrainingOptions,
    build_table,
    sample_pages,
    train_on_groups,
)
from webwinnow.methods.fiasco.keywords import Keywords
from webwinnow.methods.fiasco.model import FeatureSet
from webwinnow.methods.fiasco.pipeline import OURS
from webwinnow.train import ExampleReader

TARGETS = (100, 370)  # of a page


def main() -> None:
    with ExitStack() as stack:
        pages = list(ExampleReader(open_sets(stack)).examples())
    keywords, options = Keywords.fit(pages), TrainingOptions()
    known, other = (
        build_table(*sample_pages(pages, OURS, seed), keywords, options) for seed in (0, 1)
    )
    feature_set, usual = FeatureSet(words=True, visual=False), OURS.max_centres
    machines = []
    for centres in (usual, len(known.rows)):
        chosen = TrainingOptions(pipeline=replace(OURS, max_centres=centres))
        machines.append(train_on_groups(feature_set, known, chosen, 0))
    few, every = (machine.margins(other.rows) > 0 for machine in machines)
    print(f"{len(machines[1].centres):,} support vectors, {usual:,} centres instead")
    print(f"signs agree on {np.mean(few == every):.2%} of {len(other.rows):,} targets")
    with threadpool_limits(1):
        for machine in machines:
            for count in TARGETS:
                took = best(machine.margins, partial(list, [other.rows[:count]]))
                print(f"{len(machine.centres):,} centres, {count} targets: {took:.2f} ms")


if __name__ == "__main__":
    main()
