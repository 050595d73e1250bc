"""Draw where the time of a page goes, as a flame graph: `make flame`.

Builds the core with frame pointers, cleans 300 pages of WCXB under Linux's `perf`, and draws a
flame graph: a box is a function, its width the share of samples in it, and the boxes above are the
functions that it calls. Only time in the core is drawn. `python -m benchmarks.flame -o FILE`
writes another file than the one in the documentation.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

from benchmarks.data import ROOT, wcxb_pages

PASSES = 10
BUILD = ROOT / "build" / "flame"

# The functions that Python calls, and their steps.
STEPS = {
    "PyPage::__pymethod___new__": "parse",
    "PyWinnow::__pymethod_decide__": "decide",
    "__pyfunction_render": "render",
}
CRATE = "webwinnow_core::"

WIDTH, HEIGHT, FONT = 1200, 18, 11
MIN_SHARE = 0.002  # narrower boxes are not drawn
COLOURS = {
    "html::": "#7fb2e5",
    "page::": "#9bd0c5",
    "winnow::features::": "#f2c063",
    "winnow::gbdt::": "#e58f7f",
    "winnow::markup_words::": "#c9a4dd",
    "render::": "#a8cf7a",
}
OTHER_COLOUR = "#c8ccd2"

Stack = tuple[str, ...]


def workload() -> None:
    """Clean the pages; `main` runs this under `perf`."""
    from webwinnow import clean

    pages = wcxb_pages(300)
    for _ in range(PASSES):
        for page in pages:
            clean(page)


def build() -> Path:
    """Build the core with frame pointers; return the folder of a package that uses it."""
    flags = {"RUSTFLAGS": "-C force-frame-pointers=yes", "CARGO_PROFILE_RELEASE_DEBUG": "1"}
    command = ["cargo", "build", "--release", "--locked", "--features", "python"]
    target = BUILD / "target"
    subprocess.run([*command, "--target-dir", target], cwd=ROOT, env=os.environ | flags, check=True)
    package = BUILD / "python"
    shutil.copytree(ROOT / "python", package, dirs_exist_ok=True)
    library = target / "release" / "libwebwinnow_core.so"
    shutil.copy(library, package / "webwinnow" / "_core.abi3.so")
    return package


def record(package: Path) -> str:
    """Run the workload under `perf`; return the sampled call stacks as text."""
    samples = str(BUILD / "perf.data")
    run = [sys.executable, "-c", "from benchmarks.flame import workload; workload()"]
    sample = ["perf", "record", "-q", "-F", "4999", "-e", "cpu-clock", "-g", "-o", samples, "--"]
    paths = os.environ | {"PYTHONPATH": f"{package}{os.pathsep}{ROOT}"}
    subprocess.run([*sample, *run], cwd=ROOT, env=paths, check=True)
    script = ["perf", "script", "-i", samples, "--no-inline", "-F", "ip,sym"]
    return subprocess.run(script, capture_output=True, text=True, check=True).stdout


def fold(stacks: str) -> Counter[Stack]:
    """Count the samples of each stack below a step, outermost function first."""
    folded: Counter[Stack] = Counter()
    for stack in stacks.split("\n\n"):
        names = [line.split(maxsplit=1)[1] for line in stack.splitlines() if line.strip()]
        if found := tuple(frames(reversed(names))):
            folded[found] += 1
    return folded


def frames(names: Iterable[str]) -> Iterator[str]:
    """Yield the step and its functions, without those between Python and the step."""
    step = None
    for name in names:
        step_here = next((step for part, step in STEPS.items() if part in name), None)
        if step is None:
            if step_here:
                step = step_here
                yield step
        elif name.startswith(CRATE) and "::python::" not in name:
            yield short_name(name)
        elif not name.startswith(CRATE) and "::" not in name:
            yield "allocation and copies"
            return


def short_name(name: str) -> str:
    """Shorten a Rust path: `<impl a::b::T>::f` in `a::c` becomes `b::T::f`."""
    name = re.sub(r".*<impl ([^<>]*)(<.*>)?>", r"\1", name.removeprefix(CRATE))
    return re.sub(r"::\{\{closure\}\}|<[^<>]*>", "", name.removeprefix(CRATE))


class Box(NamedTuple):
    name: str
    depth: int
    start: int  # in samples
    samples: int


def boxes(folded: Counter[Stack]) -> Iterator[Box]:
    """Yield a box for each function of each calling path, in alphabetical order."""

    def inside(stacks: dict[Stack, int], depth: int, start: int) -> Iterator[Box]:
        groups: dict[str, dict[Stack, int]] = {}
        for stack, count in sorted(stacks.items()):
            if stack:
                groups.setdefault(stack[0], {})[stack[1:]] = count
        for name, rest in groups.items():
            samples = sum(rest.values())
            yield Box(name, depth, start, samples)
            yield from inside(rest, depth + 1, start)
            start += samples

    yield from inside(dict(folded), 0, 0)


def draw(folded: Counter[Stack]) -> str:
    """Write the SVG; the title of a box has its full name and share."""
    total = sum(folded.values())
    shown = [box for box in boxes(folded) if box.samples >= MIN_SHARE * total]
    height = (max((box.depth for box in shown), default=0) + 1) * HEIGHT
    parts = [
        f'<svg role="img" aria-label="Flame graph of winnow" viewBox="0 0 {WIDTH} {height}" '
        f'xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" font-size="{FONT}">'
    ]
    parts += (draw_box(box, total, height) for box in shown)
    return "\n".join([*parts, "</svg>\n"])


def draw_box(box: Box, total: int, height: int) -> str:
    x, width = box.start / total * WIDTH, box.samples / total * WIDTH
    y = height - (box.depth + 1) * HEIGHT
    colour = next((c for part, c in COLOURS.items() if box.name.startswith(part)), OTHER_COLOUR)
    label = "::".join(box.name.split("::")[-2:])[: int(width / FONT * 1.8)]
    text = f'<text x="{x + 3:.1f}" y="{y + 13}">{escape(label)}</text>' if len(label) > 2 else ""
    return (
        f"<g><title>{escape(box.name)}: {box.samples / total:.1%}</title>"
        f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{HEIGHT - 1}" fill="{colour}"/>'
        f"{text}</g>"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("-o", "--output", type=Path, required=True, help="SVG file to write")
    output = parser.parse_args().output
    if not shutil.which("perf"):
        sys.exit("no perf: install the package linux-perf of your system")
    folded = fold(record(build()))
    output.write_text(draw(folded), "utf-8")
    print_steps(folded)


def print_steps(folded: Counter[Stack]) -> None:
    """Print the share of each step and of its functions."""
    total = sum(folded.values())
    for box in boxes(folded):
        if box.depth < 3 and box.samples >= 0.01 * total:
            print(f"{'  ' * box.depth}{box.name:60} {box.samples / total:.1%}")


if __name__ == "__main__":
    main()
