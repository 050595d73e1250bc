"""A job that is killed, at any moment and however often, goes on as if nothing had happened."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.corpus.generated_crawl import write_crawl

KILLS = 50
SECONDS = (0.4, 2.4)  # between which a job is killed; it takes one or two to begin


def start(crawl: Path, output: Path, *options: str) -> subprocess.Popen[bytes]:
    """In a session of its own, so that its workers can be killed with it."""
    command = [sys.executable, "-m", "webwinnow", "corpus", str(crawl), "-o", str(output)]
    return subprocess.Popen(
        [*command, "--workers", "2", "-q", *options],
        start_new_session=True,
        stderr=subprocess.DEVNULL,
    )


def finished(crawl: Path, output: Path, *options: str) -> None:
    assert start(crawl, output, *options).wait(timeout=300) == 0


def killed(job: subprocess.Popen[bytes], seconds: float, *, with_workers: bool) -> bool:
    """Whether it was still at work. Workers that are left alone may finish what they are at."""
    with suppress(subprocess.TimeoutExpired):
        job.wait(seconds)
    was_alive = job.poll() is None
    if was_alive:
        (os.killpg if with_workers else os.kill)(job.pid, signal.SIGKILL)
    job.wait()
    return was_alive


def contents(output: Path) -> dict[str, bytes]:
    """All that a reader of the corpus may look at."""
    paths = [*output.glob("part-*"), *output.glob("dropped/*")]
    return {str(path.relative_to(output)): path.read_bytes() for path in paths}


def counts(output: Path) -> dict[str, Any]:
    """The report without what depends on the machine and the time."""
    found = json.loads((output / "report.json").read_bytes())
    assert found["rows"]
    return {key: value for key, value in found.items() if key not in ("about", "throughput")}


WAYS = [
    (),
    ("--no-duplicates", "--no-near-duplicates", "--onion", "off"),
    ("--method", "goldminer:inner=winnow", "--onion", "exact", "--to", "jsonl"),
]


def test_a_job_killed_fifty_times_makes_the_same_corpus(tmp_path: Path) -> None:
    crawl = write_crawl(tmp_path / "crawl", files=40, pages=12)
    seed = time.time_ns()
    print(f"seed {seed}")  # pytest shows it where this fails
    chance, kills, rounds = random.Random(seed), 0, 0
    while kills < KILLS:
        way, output = WAYS[rounds % len(WAYS)], tmp_path / f"killed-{rounds}"
        undisturbed = tmp_path / f"undisturbed-{rounds % len(WAYS)}"
        if rounds < len(WAYS):
            finished(crawl, undisturbed, *way)
        expected = contents(undisturbed)
        assert len([name for name in expected if name.startswith("part-")]) == 40
        rounds += 1
        while True:
            seconds, with_workers = chance.uniform(*SECONDS), chance.random() < 0.5
            was_killed = killed(start(crawl, output, *way), seconds, with_workers=with_workers)
            kills += was_killed
            # Nothing is ever seen that is not whole.
            seen = contents(output) if output.exists() else {}
            assert seen.items() <= expected.items()
            if not was_killed or kills >= KILLS:
                break
        finished(crawl, output, *way)
        assert contents(output) == expected
        assert counts(output) == counts(undisturbed)
        assert not (output / ".work").exists()
    assert rounds >= len(WAYS)


def test_workers_go_when_the_job_is_killed_alone(tmp_path: Path) -> None:
    crawl = write_crawl(tmp_path / "crawl", files=8, pages=40)
    job = start(crawl, tmp_path / "out")
    deadline = time.monotonic() + 60
    while not (workers := children(job.pid)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert workers
    job.kill()
    job.wait()
    while any(map(is_alive, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_alive, workers))


def test_a_worker_that_is_killed_costs_nothing(tmp_path: Path) -> None:
    crawl = write_crawl(tmp_path / "crawl", files=12, pages=12)
    finished(crawl, tmp_path / "undisturbed")
    job = start(crawl, tmp_path / "out")
    deadline = time.monotonic() + 60
    while len(workers := children(job.pid)) < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    os.kill(min(workers), signal.SIGKILL)
    assert job.wait(timeout=120) == 0
    assert contents(tmp_path / "out") == contents(tmp_path / "undisturbed")


def children(process: int) -> set[int]:
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:  # it has ended
            continue
        if parent == process:
            found.add(int(path.parent.name))
    return found


def is_alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
