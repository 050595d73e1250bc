"""Victor's Table 2 and its ablations: six folds of CleanEval's development pages.

    python -m benchmarks.papers.victor.paper -o benchmarks/victor_paper.json
    python -m benchmarks.papers.victor.paper --only Exp-1 Exp-2 Exp-3 -o FILE
    python -m benchmarks.papers.victor.paper --show -o FILE --figures docs/pictures

What the file has already is not computed again, so that a run that was stopped goes on. How much
large weights cost was set on pages of the final set, and is the same for all experiments; nothing
is drawn but the folds. All of it takes about half an hour on one core.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from benchmarks.data import find_archive
from benchmarks.papers.victor.figures import draw
from benchmarks.papers.victor.results import Figures, Labelled, cross_validated, experiments
from benchmarks.papers.victor.tables import shown
from webwinnow import Page
from webwinnow.gold.datasets import open_set
from webwinnow.gold.labels.bounded import labels
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.victor.fit import TrainingOptions
from webwinnow.methods.victor.setup import Setup, format_toml, parse_toml

ARCHIVE = "cleaneval.tar.xz"
DEVELOPMENT = "cleaneval-dev/"
FOLDS = 6
# The package's setup looks at fewer neighbours, which is as good where features of our own tell
# about them. The authors' own offsets are not known.
OFFSETS = {
    "*": [-1, 0, 1],
    "token.alpha-abs": [-3, -2, -1, 0, 1, 2, 3],
    "container.*": [-2, -1, 0, 1, 2],
    "split.*": [-1, 0, 1, 2],
    "sentence.*": [-2, -1, 0, 1, 2],
    "position": [0],
    "document.*": [0],
}
# Of 10, 40, 120 and 300, the best for learning from 48 pages of the final set, three times drawn,
# by 200 others of it.
RULE = TrainingOptions(l2=120.0, iterations=60)


def development_pages(archive: Path) -> list[Labelled]:
    """The pages that the paper's authors had from CleanEval, with our labels."""
    found = []
    with open_set(archive) as gold_set:
        for gold in gold_set:
            if not gold.name.startswith(DEVELOPMENT):
                continue
            page = Page(gold.html, charset=gold.charset)
            wanted = labels(page, gold)
            if wanted is not None:
                example = TrainingExample(page, wanted.keep, gold.site, kind=wanted.kind)
                found.append(Labelled(gold, example))
    return found


def wide_setup() -> Setup:
    return Setup.parse(format_toml({**parse_toml(Setup.default().text), "offsets": OFFSETS}))


def find(pages: list[Labelled], given: argparse.Namespace) -> Figures:
    setup, path = wide_setup(), given.output
    found: Figures = json.loads(path.read_text("utf-8")) if path and path.exists() else {}
    found |= {"pages": len(pages), "folds": given.folds, "seed": given.seed}
    done = found.setdefault("experiments", {})
    for name, off in experiments(setup):
        if name in done or (given.only and name not in given.only):
            continue
        figures = cross_validated(
            pages, setup.without(*off), RULE, folds=given.folds, seed=given.seed
        )
        done[name] = {"without": list(off), **figures}
        print(f"{name}: done", file=sys.stderr, flush=True)
        if path:
            path.write_text(json.dumps(found, separators=(",", ":")) + "\n", "utf-8")
    return found


def main() -> None:
    given = arguments()
    if given.show:
        found = json.loads(given.output.read_text("utf-8"))
    else:
        archive = find_archive(ARCHIVE)
        if archive is None:
            sys.exit(f"no {ARCHIVE}: set WEBWINNOW_DATA to the folder that holds it")
        found = find(development_pages(archive), given)
    print(shown(found))
    if given.figures:
        for path in draw(found, given.figures):
            print(f"wrote {path}")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these experiments")
    parser.add_argument("--folds", type=int, default=FOLDS)
    parser.add_argument("--seed", type=int, default=0, help="of the folds")
    parser.add_argument("--show", action="store_true", help="only what the file has")
    parser.add_argument("-o", "--output", type=Path, help="a JSON file, added to")
    parser.add_argument("--figures", type=Path, metavar="FOLDER", help="where to draw pictures")
    given = parser.parse_args()
    if given.show and not given.output:
        parser.error("--show needs -o FILE")
    return given


if __name__ == "__main__":
    main()
