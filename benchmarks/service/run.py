"""Measure the service under load: pages per second, latency and memory.

    python -m benchmarks.service.run
    python -m benchmarks.service.run --quick
    python -m benchmarks.service.run --quick --method justext --workers 1 --concurrency 2

Sends WCXB's pages over loopback, from the same machine: at full speed; then 150 per second, evenly
spaced; then at full speed for five minutes. Exits with 1 if fewer than 300 pages per second are
processed, p99 at 150 per second is over 50 ms, a request fails, or memory grows by more than a
tenth.

`others` is the share of processor time used by other programs: if it exceeds a few hundredths,
rates and latencies are unreliable, and the run is marked. Processor time per page (`ms/page`, of
the server) hardly depends on it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import re
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.data import wcxb_pages
from benchmarks.service.load import Load, closed_loop, open_loop, request_of

PAGES = 2000  # all of the set
CONNECTIONS = 8
MIN_RATE, HALF_RATE = 300.0, 150.0
MAX_LATENCY = 50.0
MAX_GROWTH = 1.1
MAX_OTHERS = 0.05
SECONDS = {"top speed": 30.0, "half": 60.0, "long": 300.0}
QUICK_SECONDS = {"top speed": 10.0, "half": 20.0, "long": 20.0}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="less than a minute")
    parser.add_argument("--method", default="winnow")
    parser.add_argument("--workers", type=int)
    parser.add_argument("--concurrency", type=int)
    parser.add_argument("--rate", type=float, default=HALF_RATE)
    parser.add_argument("--only", choices=SECONDS, action="append")
    given = parser.parse_args()
    pages = wcxb_pages(PAGES)
    options = [f"--workers={given.workers}"] if given.workers else []
    options += [f"--concurrency={given.concurrency}"] if given.concurrency else []
    lengths = QUICK_SECONDS if given.quick else SECONDS
    with contextlib.suppress(ImportError):
        import uvloop

        uvloop.install()
    missed: list[str] = []
    with start_service(options) as (process, port):
        path, address = f"/v1/clean?method={given.method}", ("127.0.0.1", port)
        requests = [request_of(page, path, "localhost") for page in pages]
        asyncio.run(closed_loop(requests, address, 3.0, CONNECTIONS))  # warms up
        print(HEADING)
        for name, seconds in lengths.items():
            if given.only and name not in given.only:
                continue
            work = (
                open_loop(requests, address, seconds, given.rate)
                if name == "half"
                else closed_loop(requests, address, seconds, CONNECTIONS)
            )
            run = measure(name, work, process)
            print(run.row(), flush=True)
            missed += run.missed()
    for each in missed:
        print(f"missed: {each}")
    sys.exit(1 if missed else 0)


HEADING = (
    f"{'':10} {'pages/s':>8} {'p50 ms':>7} {'p99 ms':>7} {'max ms':>7} {'failed':>7} "
    f"{'MiB':>6} {'growth':>7} {'ms/page':>8} {'client':>7} {'others':>7}"
)


@dataclass(frozen=True)
class Run:
    name: str
    load: Load
    memory: list[float]  # MiB of all processes together, over time
    server: float  # processor seconds
    client: float
    others: float

    def share(self, seconds: float) -> float:
        """Share of the available processor time."""
        return seconds / (self.load.seconds * (os.cpu_count() or 1))

    @property
    def growth(self) -> float:
        """Memory of the last fifth of the run relative to the second fifth."""
        fifth = max(1, len(self.memory) // 5)
        early, late = self.memory[fifth : 2 * fifth] or self.memory, self.memory[-fifth:]
        return (sum(late) / len(late)) / (sum(early) / len(early))

    def row(self) -> str:
        load = self.load
        return (
            f"{self.name:10} {load.rate:8.1f} {load.percentile(0.5):7.1f} "
            f"{load.percentile(0.99):7.1f} {load.percentile(1):7.1f} {load.failed:7} "
            f"{max(self.memory):6.0f} {self.growth:7.3f} "
            f"{1000 * self.server / max(1, len(load.latencies)):8.2f} "
            f"{self.share(self.client):7.2f} {self.share(self.others):7.2f}"
            + (" disturbed" if self.share(self.others) > MAX_OTHERS else "")
        )

    def missed(self) -> Iterator[str]:
        load = self.load
        if load.failed:
            yield f"{self.name}: {load.failed} requests failed: {dict(load.statuses)}"
        if self.name != "half" and load.rate < MIN_RATE:
            yield f"{self.name}: {load.rate:.0f} pages a second, not {MIN_RATE:.0f}"
        if self.name == "half" and load.percentile(0.99) > MAX_LATENCY:
            yield f"{self.name}: p99 {load.percentile(0.99):.0f} ms, not {MAX_LATENCY:.0f}"
        if self.name == "long" and self.growth > MAX_GROWTH:
            yield f"{self.name}: memory grew {self.growth:.2f} times"


def measure(name: str, work: Coroutine[Any, Any, Load], process: int) -> Run:
    memory: list[float] = []
    is_over = threading.Event()

    def watch() -> None:
        while not is_over.wait(1.0):
            memory.append(sum(map(proportional_memory, family(process))))

    watching = threading.Thread(target=watch)
    watching.start()
    before = processor_seconds(process), own_seconds(), all_seconds()
    try:
        load = asyncio.run(work)
    finally:
        is_over.set()
        watching.join()
    after = processor_seconds(process), own_seconds(), all_seconds()
    server, client, everything = (late - early for early, late in zip(before, after, strict=True))
    return Run(name, load, memory, server, client, max(0.0, everything - server - client))


@contextlib.contextmanager
def start_service(options: list[str]) -> Iterator[tuple[int, int]]:
    """Start the service; yield its process id and port."""
    command = [sys.executable, "-m", "webwinnow", "serve", "--port=0", *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            line = process.stderr.readline()
            found = re.search(r":(\d+)$", line.strip())
            if found is None:
                sys.exit(f"the service did not start: {line}{process.stderr.read()}")
            time.sleep(3)  # workers load their models
            yield process.pid, int(found[1])
        finally:
            process.send_signal(signal.SIGTERM)


def family(process: int) -> list[int]:
    """The process and its descendants."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process, *(each for child in children for each in family(int(child)))]


def proportional_memory(process: int) -> float:
    """Proportional set size in MiB."""
    try:
        text = Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:  # the process has ended
        return 0.0
    return int(text.partition("\nPss:")[2].split()[0]) / 1024


def processor_seconds(process: int) -> float:
    ticks = 0
    for each in family(process):
        fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def all_seconds() -> float:
    """Processor seconds of all programs, including time stolen by a host."""
    user, nice, system, _idle, _waiting, irq, soft_irq, stolen = map(
        int, Path("/proc/stat").read_text().split()[1:9]
    )
    ticks = user + nice + system + irq + soft_irq + stolen
    return ticks / os.sysconf("SC_CLK_TCK")


def own_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
