"""A job that is killed, at any moment and however often, makes the same corpus."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.corpus.generated_crawl import write_crawl

# A job is killed after a number of finished tasks, not of seconds: the load of the machine does not
# matter.
KILLS = 17  # at most, for each choice of options
TIMEOUT = 600


def start(crawl: Path, output: Path, *options: str) -> subprocess.Popen[bytes]:
    """Start a job in a session of its own, so that a signal can kill its workers, too."""
    command = [sys.executable, "-m", "webwinnow", "corpus", str(crawl), "-o", str(output)]
    return subprocess.Popen(
        [*command, "--workers", "2", "-q", *options],
        start_new_session=True,
        stderr=subprocess.DEVNULL,
    )


def finish(crawl: Path, output: Path, *options: str) -> None:
    assert start(crawl, output, *options).wait(timeout=TIMEOUT) == 0


def kill_after(job: subprocess.Popen[bytes], output: Path, tasks: int, *, group: bool) -> bool:
    """Kill a job that has finished `tasks` more tasks; False if it ends before.

    `group` kills its workers, too. Otherwise they end by themselves, after their current task.
    """
    goal = finished_tasks(output) + tasks
    while job.poll() is None and (finished_tasks(output) < goal or not is_started(output)):
        time.sleep(0.01)
    was_alive = job.poll() is None
    if was_alive:
        (os.killpg if group else os.kill)(job.pid, signal.SIGKILL)
    job.wait()
    return was_alive


def finished_tasks(output: Path) -> int:
    manifest = output / "manifest.jsonl"
    return manifest.read_bytes().count(b"\n") if manifest.exists() else 0


def is_started(output: Path) -> bool:
    return (output / ".work").exists()


def contents(output: Path) -> dict[str, bytes]:
    """Files of the corpus, without intermediate ones."""
    paths = [*output.glob("part-*"), *output.glob("dropped/*")]
    return {str(path.relative_to(output)): path.read_bytes() for path in paths}


def counts(output: Path) -> dict[str, Any]:
    """The report, without values that depend on the machine and the time."""
    found = json.loads((output / "report.json").read_bytes())
    assert found["rows"]
    return {key: value for key, value in found.items() if key not in ("about", "throughput")}


OPTIONS = [
    (),
    ("--no-duplicates", "--no-near-duplicates", "--onion", "off"),
    ("--method", "goldminer:inner=winnow", "--onion", "exact", "--to", "jsonl"),
]


@pytest.mark.parametrize("options", OPTIONS, ids=["default", "one pass", "goldminer, exact"])
def test_a_job_killed_many_times_makes_the_same_corpus(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    crawl = write_crawl(tmp_path / "crawl", files=40, pages=12)
    undisturbed, output = tmp_path / "undisturbed", tmp_path / "killed"
    finish(crawl, undisturbed, *options)
    expected = contents(undisturbed)
    assert len([name for name in expected if name.startswith("part-")]) == 40
    seed = time.time_ns()
    print(f"seed {seed}")  # shown by pytest if the test fails
    generator = random.Random(seed)
    step = 2 * finished_tasks(undisturbed) // KILLS
    kills, was_killed = 0, True
    while was_killed and kills < KILLS:
        job, group = start(crawl, output, *options), generator.random() < 0.5
        was_killed = kill_after(job, output, generator.randrange(step), group=group)
        kills += was_killed
        # Every visible file is complete.
        assert contents(output).items() <= expected.items()
    assert kills
    finish(crawl, output, *options)
    assert contents(output) == expected
    assert counts(output) == counts(undisturbed)
    assert not (output / ".work").exists()


def test_workers_end_when_the_job_is_killed(tmp_path: Path) -> None:
    crawl = write_crawl(tmp_path / "crawl", files=8, pages=40)
    job = start(crawl, tmp_path / "out")
    deadline = time.monotonic() + TIMEOUT
    while not (workers := children(job.pid)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert workers
    job.kill()
    job.wait()
    while any(map(is_alive, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_alive, workers))


def test_a_killed_worker_does_not_change_the_corpus(tmp_path: Path) -> None:
    crawl = write_crawl(tmp_path / "crawl", files=12, pages=12)
    finish(crawl, tmp_path / "undisturbed")
    job = start(crawl, tmp_path / "out")
    deadline = time.monotonic() + TIMEOUT
    while len(workers := children(job.pid)) < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    os.kill(min(workers), signal.SIGKILL)
    assert job.wait(timeout=TIMEOUT) == 0
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
