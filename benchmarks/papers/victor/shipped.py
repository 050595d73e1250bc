"""The model that comes with the package, made anew: python -m benchmarks.papers.victor.shipped

It is what `webwinnow train victor` makes of four gold sets: the same data give the same bytes.
"""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from pathlib import Path

from benchmarks.papers.texrex.shipped import LEARNED, archive
from webwinnow.gold.datasets import open_set
from webwinnow.methods.victor.method import SHIPPED
from webwinnow.train import train


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-o", "--output", type=Path, default=SHIPPED, help="a file")
    path = parser.parse_args().output
    with ExitStack() as stack:
        sets = [stack.enter_context(open_set(archive(f"{name}.tar.xz"))) for name in LEARNED]
        done = train("victor", sets)
    done.method.save(path)
    size = path.stat().st_size / 1000
    print(f"{path.name}: {size:.0f} KB, from {done.pages:,} pages in {done.seconds:.0f} s")


if __name__ == "__main__":
    main()
