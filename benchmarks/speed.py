"""Compare speed with resiliparse (Lexbor) and others: `python -m benchmarks.speed`.

Includes other parsers, extractors and our methods (`benchmarks.extraction_speed`), and `winnow`
(`benchmarks.papers.winnow.speed`). Both sides get the same 300 pages of WCXB in the same form, and
the best of three passes counts. From `bytes`, each side decodes. CPython caches the UTF-8 form of a
`str` after the first use, which helps both sides: "new" strings are created for each pass, "known"
ones have that form already.
"""

from __future__ import annotations

import argparse
import gc
import math
import multiprocessing
import time
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.data import wcxb_pages
from benchmarks.extraction_speed import compare_extractors, compare_parsers, measure_methods
from benchmarks.hostile import HOSTILE
from benchmarks.papers.winnow.speed import measure_winnow
from benchmarks.timing import PASSES, Inputs, Work, best, scaling
from webwinnow import Page, clean, clean_many


def compare_resiliparse(pages: list[bytes]) -> None:
    if not find_spec("resiliparse"):
        print("resiliparse: not installed; pip install resiliparse")
        return
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.html import HTMLTree

    def as_bytes() -> list[bytes]:
        return pages

    def as_new_text() -> list[str]:
        return [page.decode() for page in pages]

    known = as_new_text()
    for page in known:
        Page(page)

    def as_known_text() -> list[str]:
        return known

    def everything(html: str | bytes) -> str:
        return clean(html, method="all")

    def their_page(page: bytes) -> Any:
        return HTMLTree.parse_from_bytes(page, "utf-8")

    def their_text(page: bytes) -> str:
        return str(extract_plain_text(their_page(page)))

    rows: list[tuple[str, Work, Work, Inputs, int]] = [
        ("Page(bytes) / HTMLTree.parse_from_bytes", Page, their_page, as_bytes, 3),
        ("Page(new str) / HTMLTree.parse", Page, HTMLTree.parse, as_new_text, 3),
        ("Page(known str) / HTMLTree.parse", Page, HTMLTree.parse, as_known_text, 3),
        ("clean(bytes) / extract_plain_text", everything, their_text, as_bytes, 4),
        ("clean(new str) / extract_plain_text", everything, extract_plain_text, as_new_text, 4),
        ("clean(known str) / extract_plain_text", everything, extract_plain_text, as_known_text, 4),
    ]
    print(f"{'':42} {'ours':>8} {'theirs':>8} {'ratio':>6} {'limit':>5}")
    for name, our_work, their_work, inputs, limit in rows:
        ours, others = best(our_work, inputs), best(their_work, inputs)
        print(f"{name:42} {ours:5.3f} ms {others:5.3f} ms {others / ours:6.2f} {limit:5}")


def threads(pages: list[bytes]) -> None:
    times = scaling(pages, "all")
    print(f"clean_many, 2 threads against 1: {times:.2f} times (limit 1.8)")


def memory_now(field: str) -> int:
    """Resident memory of this process: `VmRSS` now, `VmHWM` at its peak."""
    for line in Path("/proc/self/status").read_text("ascii").splitlines():
        if line.startswith(field):
            return int(line.split()[1]) * 1024
    raise LookupError(field)


def growth_over(pages: Iterable[bytes]) -> int:
    """Growth of memory while the pages are cleaned."""
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5", "ascii")  # reset the peak
    base = memory_now("VmRSS")
    for _ in clean_many(pages, method="all", threads=2):
        pass
    return memory_now("VmHWM") - base


def measure_memory(largest: bytes, pages: list[bytes]) -> tuple[int, int]:
    growth_over([b"<p>warm"] * 100)
    first = growth_over([largest] * 8)
    growth_over(pages)
    many = (pages[i % len(pages)] for i in range(10_000))
    before = memory_now("VmRSS")
    growth_over(many)
    return first, memory_now("VmRSS") - before


def memory(pages: list[bytes]) -> None:
    """Memory growth on the largest page, several times on two threads, and after 10,000 pages."""
    if not Path("/proc/self/clear_refs").exists():
        print("memory: measured on Linux only")
        return
    largest = max(pages, key=len)
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        first, left = pool.apply(measure_memory, (largest, pages))
    print(f"memory: {first / len(largest):.1f} times the largest page (limit 6)")
    print(f"memory: {left / 2**20:+.1f} MiB after 10,000 more pages (flat)")


def cold_seconds(name: str, n: int) -> tuple[int, float]:
    html = HOSTILE[name](n).encode()
    start = time.perf_counter()
    Page(html)
    return len(html), time.perf_counter() - start


def linearity() -> None:
    """Fit the exponent of time over size, each size in a new process.

    A process that has parsed before can reuse memory for small pages but not for large ones, which
    looks like more than linear growth.
    """
    context = multiprocessing.get_context("spawn")
    sizes = [250_000, 500_000, 1_000_000, 2_000_000]
    print(f"{'hostile input':32} {'exponent':>8} {'limit':>5} {'largest':>10}")
    for name in HOSTILE:
        points = []
        for n in sizes:
            with context.Pool(1) as pool:
                tries = [pool.apply(cold_seconds, (name, n))]
            for _ in range(PASSES - 1):
                with context.Pool(1) as pool:
                    tries.append(pool.apply(cold_seconds, (name, n)))
            points.append(min(tries, key=lambda t: t[1]))
        xs = [math.log(size) for size, _ in points]
        ys = [math.log(seconds) for _, seconds in points]
        mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
        products = sum((x - mx) * (y - my) for x, y in zip(xs, ys, strict=True))
        slope = products / sum((x - mx) ** 2 for x in xs)
        size, seconds = points[-1]
        print(f"{name:32} {slope:8.2f} {1.1:5} {size / 1e6:5.1f} MB {seconds * 1000:6.0f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    choices = ["peers", "parsers", "extractors", "methods", "winnow", "threads", "memory", "linear"]
    parser.add_argument("--only", choices=choices)
    parser.add_argument("--model", type=Path, help="model of winnow (default: the shipped one)")
    given = parser.parse_args()
    only = given.only
    # Invalid bytes are replaced first, so that both forms hold the same text.
    pages = [page.decode("utf-8", "replace").encode() for page in wcxb_pages(300)]
    print(f"{len(pages)} pages, {sum(map(len, pages)) / len(pages) / 1000:.0f} KB on average")
    if only in (None, "peers"):
        compare_resiliparse(pages)
    if only in (None, "parsers"):
        compare_parsers(pages)
    if only in (None, "extractors"):
        compare_extractors(pages)
    if only in (None, "methods"):
        measure_methods(pages)
    if only in (None, "winnow"):
        measure_winnow(pages, given.model)
    if only in (None, "threads"):
        threads(pages)
    if only in (None, "memory"):
        memory(pages)
    if only in (None, "linear"):
        linearity()


if __name__ == "__main__":
    main()
