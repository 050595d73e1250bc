"""How fast a crawl becomes a corpus, beside what others would write, and in how much memory.

    python -m benchmarks.corpus.speed
    python -m benchmarks.corpus.speed --pages 4000 --rounds 1
    python -m benchmarks.corpus.speed --spark

All in one run, turn by turn, on the same pages: `webwinnow corpus` with `winnow` from WARC to
Parquet, without what peers do not do (duplicates and repeats), on one process and on two;
resiliparse with fastwarc, and trafilatura's own command, which gets each different page once, on
two. Of all the best round counts. Then ours with everything, once.
Exits with 1 where a ratio is below its bar or memory above. With `--spark` only the two engines
run, everything switched on, once each.
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
#: What ratios must be at least, and bytes at most.
BARS = {"trafilatura": 15.0, "resiliparse": 1.5, "scaling": 1.8}
MOST_MEMORY = 1.5 * 2**30


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--spark", action="store_true", help="the two engines, and no peers")
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
        engines(warcs, given.pages)
        return

    runs: dict[str, Callable[[], None]] = {
        "webwinnow, 2 workers": lambda: ours(warcs, PLAIN, 2),
        "resiliparse, 2 workers": lambda: peers.resiliparse(warcs, FOLDER / "peer", 2),
        "webwinnow, 1 worker": lambda: ours(warcs, PLAIN, 1),
    }
    done = dict.fromkeys(runs, given.pages)
    runs["trafilatura, 2 workers"] = lambda: peers.trafilatura(folder, FOLDER / "peer", 2)
    done["trafilatura, 2 workers"] = len(found)
    rates = dict.fromkeys(runs, 0.0)
    peaks = dict.fromkeys(runs, 0)
    for _ in range(given.rounds):
        for name, run in runs.items():
            seconds, memory = measured(run)
            rates[name] = max(rates[name], done[name] / seconds)
            peaks[name] = max(peaks[name], memory)
    seconds, memory = measured(lambda: ours(warcs, Settings(), 2))
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
        print(f"{name:40} {ratio:8.2f} times, at least {BARS[name]}")
    is_flat = all(each <= MOST_MEMORY for name, each in peaks.items() if "webwinnow" in name)
    is_fast = all(ratio >= BARS[name] for name, ratio in ratios.items())
    sys.exit(0 if is_flat and is_fast else 1)


def engines(warcs: Path, pages: int) -> None:
    for engine in (Engine(workers=2), Engine("spark", master="local[2]")):
        output = FOLDER / engine.name
        shutil.rmtree(output, ignore_errors=True)
        clock = Clock()
        seconds, memory = measured(
            lambda: build([str(warcs)], output, engine=engine, watch=clock)  # noqa: B023, it ends
        )
        clock.end()
        phases = ", ".join(f"{task} {spent:.1f}" for task, spent in clock.seconds.items())
        rate = f"{pages / seconds:,.0f} pages/s, {memory / 2**20:,.0f} MiB"
        print(f"{engine.name}: {rate}; s: {phases}", flush=True)


class Clock(Watch):
    """Seconds of each phase."""

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


def ours(warcs: Path, settings: Settings, workers: int) -> None:
    output = FOLDER / "ours"
    shutil.rmtree(output, ignore_errors=True)
    build([str(warcs)], output, settings, engine=Engine(workers=workers))


def measured(run: Callable[[], object]) -> tuple[float, int]:
    """Seconds, and the most bytes that this process and those it started had at once."""
    watch = Memory()
    start = time.perf_counter()
    run()
    return time.perf_counter() - start, watch.end()


class Memory(threading.Thread):
    """Looks ten times a second at what this process has more than before, and all below it hold
    for themselves; what files they have mapped is the system's to take back.
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
