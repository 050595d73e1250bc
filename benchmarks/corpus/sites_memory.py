"""Stream one host with many pages, and many hosts with one page: memory must stay flat.

    python -m benchmarks.corpus.sites_memory
    python -m benchmarks.corpus.sites_memory --pages 10000

Each case runs in its own process through the stream that a crawl uses, and prints the memory growth
from a tenth of the pages to the end. Exits with 1 if it exceeds a tenth of a kilobyte per page.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import sys
import time
from collections.abc import Callable, Iterator

from webwinnow.clean import PageCleaner
from webwinnow.methods.goldminer.method import GoldMiner
from webwinnow.sites import SiteStream

MAX_GROWTH = 100  # bytes of memory growth per page
FUNCTION_WORDS = "the of and to in that was for it with his as on be at by this had not but"
OTHERS = "harbour winter council engine letter garden summer school market bridge doctor window"
WORDS = [*FUNCTION_WORDS.split(), *OTHERS.split()]


def page(number: int) -> bytes:
    """A unique article in a frame shared by all pages."""
    words = [WORDS[(number * 31 + step * (7 + number % 13)) % len(WORDS)] for step in range(240)]
    texts = "".join(
        f"<p>No. {number}, {' '.join(words[start : start + 60])}.</p>"
        for start in (0, 60, 120, 180)
    )
    menu = "".join(f"<li><a href=/{name}>{name}</a>" for name in WORDS[-12:])
    return (
        f"<title>Letter {number}</title><ul class=menu>{menu}</ul><div class=entry>"
        f"<h1>Letter {number}</h1>{texts}</div><div class=share>Share this with friends</div>"
    ).encode()


def one_host(count: int) -> Iterator[tuple[str, bytes]]:
    return ((f"http://example.org/{number}", page(number)) for number in range(count))


def one_page_each(count: int) -> Iterator[tuple[str, bytes]]:
    return ((f"http://host{number}.example.org/", page(number)) for number in range(count))


def run(pages: Callable[[int], Iterator[tuple[str, bytes]]], count: int) -> float:
    """Stream the pages; return the memory growth in bytes per page."""
    stream = SiteStream(PageCleaner(GoldMiner()))
    start, done, texts, early = time.perf_counter(), 0, 0, 0
    for number, (url, html) in enumerate(pages(count)):
        for document in stream.add(url, html):
            done, texts = done + 1, texts + bool(document.text)
        if number == count // 10:
            early = peak()
    for document in stream.finish():
        done, texts = done + 1, texts + bool(document.text)
    growth = (peak() - early) / count
    took = time.perf_counter() - start
    print(
        f"{pages.__name__}: {count} pages, {done} documents, {texts} with text; "
        f"{1000 * took / count:.2f} ms per page; {peak() >> 20} MiB at most, "
        f"{growth:.1f} bytes per page more than after a tenth",
        flush=True,
    )
    return growth


def peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pages", type=int, default=100_000)
    count = parser.parse_args().pages
    growths = []
    for pages in (one_host, one_page_each):
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            growths.append(pool.apply(run, (pages, count)))
    if max(growths) > MAX_GROWTH:
        sys.exit("memory grows with the pages")


if __name__ == "__main__":
    main()
