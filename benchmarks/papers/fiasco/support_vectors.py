"""Compare FIASCO's reduced support vector sets with the full ones.

Run: `python -m benchmarks.papers.fiasco.centres`

Two machines learn from the same targets, one with all support vectors and one with the package's
number of centres, and judge targets that were drawn otherwise. Takes two minutes.
"""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial

import numpy as np
from threadpoolctl import threadpool_limits

from benchmarks.papers.texrex.shipped import LEARNED, archive
from benchmarks.timing import best
from webwinnow.gold.datasets import open_set
from webwinnow.methods.fiasco import svm
from webwinnow.methods.fiasco.fit import (
    TrainingOptions,
    build_table,
    label_page,
    sample_targets,
    train_on_groups,
)
from webwinnow.methods.fiasco.keywords import Keywords
from webwinnow.methods.fiasco.model import FeatureSet
from webwinnow.train import Reading

PAGES = (100, 370)  # targets of a page


def main() -> None:
    with ExitStack() as stack:
        sets = [stack.enter_context(open_set(archive(f"{name}.tar.xz"))) for name in LEARNED]
        lessons = list(Reading(sets).examples())
    keywords, plan = Keywords.fit(lessons), TrainingOptions()
    examples = [each for each in map(label_page, lessons) if len(each.targets)]
    known, other = (
        build_table(examples, sample_targets(examples, seed), keywords, plan) for seed in (0, 1)
    )
    kind, usual = FeatureSet(words=True, visual=False), svm.MAX_CENTRES
    machines = []
    for centres in (usual, len(known.rows)):
        svm.MAX_CENTRES = centres
        machines.append(train_on_groups(kind, known, plan, 0))
    few, every = (machine.margins(other.rows) > 0 for machine in machines)
    print(f"{len(machines[1].centres):,} support vectors, {usual:,} centres in their place")
    print(f"signs agree on {np.mean(few == every):.2%} of {len(other.rows):,} targets")
    with threadpool_limits(1):
        for machine in machines:
            for count in PAGES:
                took = best(machine.margins, partial(list, [other.rows[:count]]))
                print(f"{len(machine.centres):,} centres, {count} targets: {took:.2f} ms")


if __name__ == "__main__":
    main()
