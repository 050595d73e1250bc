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

from tests.corpus.small import write_crawl

KILLS = 50
SECONDS = (0.4, 3.0)  # between which a job is killed; it takes one or two to begin


def start(crawl: Path, output: Path) -> subprocess.Popen[bytes]:
    """In a session of its own, so that its workers can be killed with it."""
    command = [sys.executable, "-m", "webwinnow", "corpus", str(crawl), "-o", str(output)]
    return subprocess.Popen(
        [*command, "--workers", "2", "-q"], start_new_session=True, stderr=subprocess.PIPE
    )


def finished(crawl: Path, output: Path) -> None:
    job = start(crawl, output)
    _, errors = job.communicate(timeout=300)
    assert job.returncode == 0, errors.decode()


def killed(job: subprocess.Popen[bytes], seconds: float) -> bool:
    """Whether it was still at work."""
    with suppress(subprocess.TimeoutExpired):
        job.wait(seconds)
    was_alive = job.poll() is None
    if was_alive:
        os.killpg(job.pid, signal.SIGKILL)
    job.communicate()
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


def test_a_job_killed_fifty_times_makes_the_same_corpus(tmp_path: Path) -> None:
    crawl = write_crawl(tmp_path / "crawl", files=40, pages=12)
    finished(crawl, tmp_path / "undisturbed")
    expected = contents(tmp_path / "undisturbed")
    assert len([name for name in expected if name.startswith("part-")]) == 40
    chance, kills, rounds = random.Random(os.getpid()), 0, 0
    while kills < KILLS:
        output = tmp_path / f"killed-{rounds}"
        rounds += 1
        while True:
            was_killed = killed(start(crawl, output), chance.uniform(*SECONDS))
            kills += was_killed
            # Nothing is ever seen that is not whole.
            seen = contents(output) if output.exists() else {}
            assert seen.items() <= expected.items()
            if not was_killed or kills >= KILLS:
                break
        finished(crawl, output)
        assert contents(output) == expected
        assert counts(output) == counts(tmp_path / "undisturbed")
        assert not (output / ".work").exists()


def test_workers_go_when_the_job_is_killed_alone(tmp_path: Path) -> None:
    crawl = write_crawl(tmp_path / "crawl", files=8, pages=40)
    job = start(crawl, tmp_path / "out")
    deadline = time.monotonic() + 60
    while not (workers := children(job.pid)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert workers
    job.kill()
    job.communicate()
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
    _, errors = job.communicate(timeout=120)
    assert job.returncode == 0, errors.decode()
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
