"""Train the models that are shipped with the package, except winnow's.

    python -m benchmarks.train_models
    python -m benchmarks.train_models victor fiasco -o FOLDER

`victor`, `fiasco` and `texrex` equal `webwinnow train` on four gold sets: the same data give the
same bytes. `victor-paper` is `victor:preset=paper`, trained on CleanEval alone. For each language
with its own network, the texrex authors' blocks are added to the pages. `fiasco-visual` depends on
the version of Chromium and on the installed fonts. On one core, `victor` takes two minutes,
`victor-paper` and `fiasco` one, `texrex` four, `fiasco-visual` fifteen.
"""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.data import open_sets, require_archive
from benchmarks.papers.texrex.data import ARCHIVE, extract_files
from webwinnow.gold.datasets import GoldSet
from webwinnow.gold.datasets.fann import read_fann
from webwinnow.methods.model_file import MODELS
from webwinnow.methods.provenance import Provenance
from webwinnow.methods.texrex.fit import train_network
from webwinnow.methods.texrex.method import LANGUAGES, Texrex
from webwinnow.train import ExampleReader, train

METHODS = ("victor", "victor-paper", "fiasco", "fiasco-visual", "texrex")
#: Models of presets.
PRESETS = {"victor-paper": "victor:preset=paper"}
#: Sets of the models that are not trained on all: the authors of Victor had only CleanEval.
SETS = {"victor-paper": "cleaneval"}


def train_method(name: str, gold_sets: list[GoldSet], folder: Path) -> None:
    wanted = SETS.get(name)
    chosen = [each for each in gold_sets if wanted in (None, each.name)]
    done = train(PRESETS.get(name, name), chosen)
    path = folder / f"{name}.safetensors"
    done.method.save(path)
    size = path.stat().st_size / 1000
    print(f"{path.name}: {size:.0f} KB, from {done.pages:,} pages in {done.seconds:.0f} s")


def train_texrex(gold_sets: list[GoldSet], authors_data: Path, folder: Path) -> None:
    """Train the general network, and one for each language of the authors' data."""
    reader = ExampleReader(gold_sets)
    examples = list(reader.examples())
    print(f"{len(examples)} pages read", flush=True)
    for language in (None, *sorted(LANGUAGES)):
        data = read_fann(authors_data / f"boilerplate.{language}.dat") if language else None
        method = Texrex()
        more = (data.inputs, data.outputs) if data else None
        method.model_ = train_network(examples, more=more)
        method.provenance_ = Provenance() | reader.provenance
        path = folder / (f"texrex-{language}.safetensors" if language else "texrex.safetensors")
        method.save(path)
        print(f"{path.name}: {path.stat().st_size / 1000:.0f} KB", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("methods", nargs="*", help="of " + ", ".join(METHODS))
    parser.add_argument("-o", "--output", type=Path, default=MODELS, help="a folder")
    given = parser.parse_args()
    with ExitStack() as stack:
        gold_sets = open_sets(stack)
        for name in given.methods or METHODS:
            if name == "texrex":
                authors_data = Path(stack.enter_context(TemporaryDirectory()))
                extract_files(require_archive(ARCHIVE), authors_data)
                train_texrex(gold_sets, authors_data, given.output)
            else:
                train_method(name, gold_sets, given.output)


if __name__ == "__main__":
    main()
