"""Train the models that are shipped with the package, except winnow's.

    python -m benchmarks.train_models
    python -m benchmarks.train_models victor fiasco -o FOLDER

`victor`, `fiasco` and `texrex` equal `webwinnow train` on four gold sets: the same data give the
same bytes. `fiasco-paper` is `fiasco:preset=paper`, trained on the same sets; `victor-paper` is
`victor:preset=paper`, trained on CleanEval alone. `texrex-paper` is trained as in texrex's paper,
on the paper's German blocks. `fiasco-visual` depends on the version of Chromium and on the
installed fonts. On one core, `fiasco`, `victor-paper` and `texrex-paper` take one minute each,
`victor` two, `fiasco-paper` and `texrex` three, `fiasco-visual` fifteen.
"""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.data import open_sets, require_archive
from benchmarks.papers.texrex.data import ARCHIVE, extract_files
from webwinnow import load
from webwinnow.gold.datasets import GoldSet
from webwinnow.gold.datasets.fann import read_fann
from webwinnow.methods.model_file import MODELS
from webwinnow.methods.provenance import Provenance
from webwinnow.methods.texrex.context import Networks
from webwinnow.methods.texrex.fit import PAPER, train_on_blocks
from webwinnow.methods.texrex.method import Texrex
from webwinnow.train import train

TEXREX_PAPER = "texrex-paper"
# Models of presets.
PRESETS = {"victor-paper": "victor:preset=paper", "fiasco-paper": "fiasco:preset=paper"}
METHODS = ("victor", "fiasco", "fiasco-visual", "texrex", *PRESETS, TEXREX_PAPER)
# Sets of the models that are not trained on all: the authors of Victor had only CleanEval.
SETS = {"victor-paper": "cleaneval"}


def train_method(name: str, gold_sets: list[GoldSet], folder: Path) -> None:
    wanted = SETS.get(name)
    chosen = [each for each in gold_sets if wanted in (None, each.name)]
    done = train(PRESETS.get(name, name), chosen)
    path = folder / f"{name}.safetensors"
    done.method.save(path)
    size = path.stat().st_size / 1000
    print(f"{path.name}: {size:.0f} KB, from {done.pages:,} pages in {done.seconds:.0f} s")


def train_texrex_paper(folder: Path) -> None:
    """Train texrex's network as in its paper, on the paper's blocks."""
    with TemporaryDirectory() as data:
        extract_files(require_archive(ARCHIVE), Path(data))
        blocks = read_fann(Path(data) / "boilerplate.de.dat")
    method = load("texrex:preset=paper")
    assert isinstance(method, Texrex)
    wanted = blocks.outputs.ravel()
    method.model_ = Networks(train_on_blocks(blocks.inputs, wanted, PAPER.rprop))
    method.provenance_ = Provenance()
    path = folder / f"{TEXREX_PAPER}.safetensors"
    method.save(path)
    print(f"{path.name}: {path.stat().st_size / 1000:.0f} KB, from {len(blocks.inputs):,} blocks")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("methods", nargs="*", help="of " + ", ".join(METHODS))
    parser.add_argument("-o", "--output", type=Path, default=MODELS, help="a folder")
    given = parser.parse_args()
    with ExitStack() as stack:
        gold_sets = open_sets(stack)
        for name in given.methods or METHODS:
            if name == TEXREX_PAPER:
                train_texrex_paper(given.output)
            else:
                train_method(name, gold_sets, given.output)


if __name__ == "__main__":
    main()
