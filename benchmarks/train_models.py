"""The networks that come with the package, made anew.

    python -m benchmarks.papers.texrex.shipped

`texrex.safetensors` is what `webwinnow train texrex` makes of four gold sets. For each language
that has a network of its own, the authors' blocks are added to the same pages. It takes four
minutes on one core.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.data import find_archive
from benchmarks.papers.texrex.networks import ARCHIVE, unpack
from webwinnow.gold.datasets import GoldSet, open_set
from webwinnow.gold.datasets.fann import read_fann
from webwinnow.methods.provenance import Provenance
from webwinnow.methods.texrex.fit import train_network
from webwinnow.methods.texrex.method import LANGUAGES, SHIPPED, Texrex
from webwinnow.train import Reading

LEARNED = ["wcxb-dev", "cleaneval", "news-articles", "readability"]


def archive(name: str) -> Path:
    found = find_archive(name)
    if found is None:
        sys.exit(f"no {name}: set WEBWINNOW_DATA to the folder that holds it")
    return found


def build(folder: Path, gold_sets: list[GoldSet], authors: Path) -> None:
    reading = Reading(gold_sets)
    examples = list(reading.examples())
    print(f"{len(examples)} pages read", flush=True)
    for language in (None, *sorted(LANGUAGES)):
        data = read_fann(authors / f"boilerplate.{language}.dat") if language else None
        method = Texrex()
        method.network_ = train_network(
            examples, more=(data.inputs, data.outputs) if data else None
        )
        method.provenance_ = Provenance() | reading.provenance
        path = folder / (f"texrex-{language}.safetensors" if language else "texrex.safetensors")
        method.save(path)
        print(f"{path.name}: {path.stat().st_size / 1000:.0f} KB", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-o", "--output", type=Path, default=SHIPPED.parent, help="a folder")
    folder = parser.parse_args().output
    with ExitStack() as stack:
        authors = Path(stack.enter_context(TemporaryDirectory()))
        unpack(archive(ARCHIVE), authors)
        names = [archive(f"{name}.tar.xz") for name in LEARNED]
        build(folder, [stack.enter_context(open_set(name)) for name in names], authors)


if __name__ == "__main__":
    main()
