"""The models that come with the package, made anew: python -m benchmarks.papers.fiasco.shipped

They are what `webwinnow train` makes of four gold sets. `fiasco` takes a minute, and the same
data give the same bytes; `fiasco-visual` takes a quarter of an hour, and what pages look like
depends on the version of Chromium and on the fonts that are installed.
"""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from pathlib import Path

from benchmarks.papers.texrex.shipped import LEARNED, archive
from webwinnow.gold.datasets import open_set
from webwinnow.methods.model_file import MODELS
from webwinnow.train import train

NAMES = ("fiasco", "fiasco-visual")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("methods", nargs="*", help="of " + ", ".join(NAMES))
    parser.add_argument("-o", "--output", type=Path, default=MODELS, help="a folder")
    given = parser.parse_args()
    with ExitStack() as stack:
        sets = [stack.enter_context(open_set(archive(f"{name}.tar.xz"))) for name in LEARNED]
        for name in given.methods or NAMES:
            done = train(name, sets)
            path = given.output / f"{name}.safetensors"
            done.method.save(path)
            size = path.stat().st_size / 1000
            print(f"{path.name}: {size:.0f} KB, from {done.pages:,} pages in {done.seconds:.0f} s")


if __name__ == "__main__":
    main()
