"""Measure speed and memory of corpus building, and compare with pipelines of other tools.

    python -m benchmarks.corpus.speed
    python -m benchmarks.corpus.speed --pages 4000 --rounds 1
    python -m benchmarks.corpus.speed --spark

Runs in turn on the same pages: `webwinnow corpus` with `winnow` from WARC to Parquet, without
deduplication, which the peers lack, on one and two processes; resiliparse with fastwarc, and
trafilatura's command, which gets each distinct page once, on two. The best round counts. Then
webwinnow with all stages, once. Exits with 1 if a ratio or memory misses its limit. With `--spark`
only the two engines run, with all stages, once each.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

from benchmarks.corpus import pages, peers
from benchmarks.data import ROOT
from webwinnow.corpus.builder import Engine, build
from webwinnow.corpus.engines.local.engine import Watch
from webwinnow.corpus.settings import Settings

FOLDER = ROOT / "build" / "corpus-benchmark"
FILES = 8
PLAIN = Settings(duplicates=False, near_duplicates=False, onion=None, max_repetition=1.0)
#: Minimum ratios.
MIN_RATIOS = {"trafilatura": 15.0, "resiliparse": 1.5, "scaling": 1.8}
MAX_MEMORY = 1.5 * 2**30


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--spark", action="store_true", help="only the two engines")
    given = parser.parse_args()
    found = pages.pages()
    warcs, folder = FOLDER / "warcs", FOLDER / "pages"
    pages.write_warcs(warcs, found, given.pages, FILES)
    pages.write_folder(folder, found)
    size = sum(path.stat().st_size for path in warcs.glob("*.gz"))
    print(
        f"{given.pages:,} pages of {len(found):,} different ones, {size / 2**20:,.0f} MiB of WARC"
    )

    if given.spark:
        compare_engines(warcs, given.pages)
        return

    runs: dict[str, Callable[[], None]] = {
        "webwinnow, 2 workers": lambda: build_corpus(warcs, PLAIN, 2),
        "resiliparse, 2 workers": lambda: peers.resiliparse(warcs, FOLDER / "peer", 2),
        "webwinnow, 1 worker": lambda: build_corpus(warcs, PLAIN, 1),
    }
    done = dict.fromkeys(runs, given.pages)
    runs["trafilatura, 2 workers"] = lambda: peers.trafilatura(folder, FOLDER / "peer", 2)
    done["trafilatura, 2 workers"] = len(found)
    rates = dict.fromkeys(runs, 0.0)
    peaks = dict.fromkeys(runs, 0)
    for _ in range(given.rounds):
        for name, run in runs.items():
            seconds, memory = measure(run)
            rates[name] = max(rates[name], done[name] / seconds)
            peaks[name] = max(peaks[name], memory)
    seconds, memory = measure(lambda: build_corpus(warcs, Settings(), 2))
    rates["webwinnow with duplicates and repeats"] = given.pages / seconds
    peaks["webwinnow with duplicates and repeats"] = memory
    for name, rate in rates.items():
        print(f"{name:40} {rate:8,.0f} pages/s {peaks[name] / 2**20:8,.0f} MiB")

    two = rates["webwinnow, 2 workers"]
    ratios = {
        "trafilatura": two / rates["trafilatura, 2 workers"],
        "resiliparse": two / rates["resiliparse, 2 workers"],
        "scaling": two / rates["webwinnow, 1 worker"],
    }
    for name, ratio in ratios.items():
        print(f"{name:40} {ratio:8.2f} times, at least {MIN_RATIOS[name]}")
    is_flat = all(each <= MAX_MEMORY for name, each in peaks.items() if "webwinnow" in name)
    is_fast = all(ratio >= MIN_RATIOS[name] for name, ratio in ratios.items())
    sys.exit(0 if is_flat and is_fast else 1)


def compare_engines(warcs: Path, pages: int) -> None:
    for engine in (Engine(workers=2), Engine("spark", master="local[2]")):
        output = FOLDER / engine.name
        shutil.rmtree(output, ignore_errors=True)
        clock = Clock()
        seconds, memory = measure(
            lambda: build([str(warcs)], output, engine=engine, watch=clock)  # noqa: B023, it ends
        )
        clock.end()
        phases = ", ".join(f"{task} {spent:.1f}" for task, spent in clock.seconds.items())
        rate = f"{pages / seconds:,.0f} pages/s, {memory / 2**20:,.0f} MiB"
        print(f"{engine.name}: {rate}; s: {phases}", flush=True)


class Clock(Watch):
    """Records the seconds of each phase."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.task, self.start = "", time.perf_counter()

    def begin(self, task: str, done: int, total: int) -> None:
        self.end()
        self.task = task

    def end(self) -> None:
        now = time.perf_counter()
        if self.task:
            self.seconds[self.task] += now - self.start
        self.start = now


def build_corpus(warcs: Path, settings: Settings, workers: int) -> None:
    output = FOLDER / "ours"
    shutil.rmtree(output, ignore_errors=True)
    build([str(warcs)], output, settings, engine=Engine(workers=workers))


def measure(run: Callable[[], object]) -> tuple[float, int]:
    """Seconds, and peak memory of this process and its children in bytes."""
    watch = Memory()
    start = time.perf_counter()
    run()
    return time.perf_counter() - start, watch.end()


class Memory(threading.Thread):
    """Samples the memory growth of this process and the memory of its children ten times a
    second, without mapped files.
    """

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.before = own_bytes(os.getpid())
        self.peak, self.is_over = 0, threading.Event()
        self.start()

    def run(self) -> None:
        while not self.is_over.wait(0.1):
            here = own_bytes(os.getpid()) - self.before
            self.peak = max(self.peak, here + sum(map(own_bytes, descendants())))

    def end(self) -> int:
        self.is_over.set()
        self.join()
        return self.peak


def descendants() -> set[int]:
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:  # it has ended
            continue
    found, new = set[int](), {os.getpid()}
    while new:
        new = {child for child, parent in parents.items() if parent in new}
        found |= new
    return found


def own_bytes(process: int) -> int:
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    lines = (line.split() for line in status.splitlines() if line.startswith("RssAnon"))
    return sum(int(words[1]) * 1024 for words in lines)


if __name__ == "__main__":
    main()
