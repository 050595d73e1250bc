"""Several studios on one folder, killed studios, and full disks."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.web.studio.jobs.waiting import wait_for_end, wait_for_progress, wait_until
from tests.web.studio.labelled_project import task
from webwinnow.errors import InputError
from webwinnow.process import child_environment
from webwinnow.web.studio.jobs.queue import JobQueue


def is_alive(process: int) -> bool:
    """False for a zombie."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in "ZX"


def test_a_second_studio_on_the_folder_only_reads(
    tmp_path: Path, start: Callable[[], JobQueue]
) -> None:
    first = start()
    id = first.submit(task("slow")).id
    wait_for_progress(first, id)
    path = tmp_path / "jobs" / f"{id}.json"
    written = path.read_bytes()
    with closing(start()) as second:
        assert second.find(id).state == "running"
        with pytest.raises(InputError, match="another studio trains"):
            second.submit(task("mine"))
        with pytest.raises(InputError, match="another studio trains"):
            second.stop(id)
        last = first.submit(task("last")).id
        assert [each["state"] for each in second.describe()] == ["queued", "running"]
        assert path.read_bytes() == written
        first.stop(id)
        assert wait_for_end(second, last).state == "finished"
        assert second.models.catalogue.find("last").name == "texrex"
    assert json.loads(path.read_text())["state"] == "stopped"


def test_a_second_studio_takes_over_when_the_first_ends(start: Callable[[], JobQueue]) -> None:
    first, second = start(), start()
    wait_for_end(first, first.submit(task("done")).id)
    running, waiting = (first.submit(task(name)).id for name in ("slow", "waiting"))
    wait_for_progress(first, running)
    first.close()
    assert wait_for_end(second, waiting).state == "finished"
    assert second.find(running).state == "interrupted"
    with pytest.raises(InputError, match="a model 'done' already exists"):
        second.submit(task("done"))
    assert wait_for_end(second, second.submit(task("mine")).id).state == "finished"


KILLED = """
import sys, time
from pathlib import Path
from tests.web.studio.labelled_project import task
from webwinnow.web.catalogue import Catalogue
from webwinnow.web.studio.jobs import child
from webwinnow.web.studio.jobs.queue import JobQueue
from webwinnow.web.studio.jobs.models import Models

child.TRAINING = "tests.web.studio.jobs.fake_training_process"
folder = Path(sys.argv[1])
jobs = JobQueue(folder / "jobs", Models(folder / "models", Catalogue(["texrex"])))
jobs.submit(task(sys.argv[2]))
jobs.submit(task("waiting"))
while jobs.describe()[-1]["progress"].get("phase") != sys.argv[3]:
    time.sleep(0.01)
print(jobs._child.process.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads process states from /proc")
@pytest.mark.parametrize("name", ["leashed", "deaf"])
def test_the_training_process_ends_with_a_killed_studio(
    tmp_path: Path, temporary: Path, start: Callable[[], JobQueue], name: str
) -> None:
    studio = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path), name, "learning"],
        stdout=subprocess.PIPE,
        env=child_environment(),
    )
    with studio:
        assert studio.stdout is not None
        learning = int(studio.stdout.readline())
        assert is_alive(learning)
        studio.send_signal(signal.SIGKILL)
    wait_until(lambda: not is_alive(learning), seconds=60)
    assert list(temporary.rglob("page.html"))
    jobs = start()
    assert not list(temporary.rglob("page.html"))
    states = {each["task"]["name"]: each["state"] for each in jobs.describe()}
    assert states[name] == "interrupted"
    (waiting,) = (each["id"] for each in jobs.describe() if each["task"]["name"] == "waiting")
    assert wait_for_end(jobs, waiting).state == "finished"


def test_a_job_that_cannot_be_saved_is_not_started(
    start: Callable[[], JobQueue], full_disk: list[bool]
) -> None:
    jobs = start()
    full_disk.append(True)
    with pytest.raises(InputError, match="No space left"):
        jobs.submit(task("mine"))
    assert jobs.describe() == []
    full_disk.clear()
    assert wait_for_end(jobs, jobs.submit(task("mine")).id).state == "finished"


def test_a_full_disk_does_not_end_a_training(
    start: Callable[[], JobQueue], full_disk: list[bool]
) -> None:
    with closing(start()) as jobs:
        running, mine, waiting = (jobs.submit(task(name)).id for name in ("slow", "mine", "late"))
        wait_for_progress(jobs, running)
        full_disk.append(True)
        jobs.stop(waiting)
        stopped = jobs.stop(running)
        assert (stopped.state, stopped.error) == (
            "stopped",
            "the job could not be saved (No space left on device)",
        )
        assert wait_for_end(jobs, mine).state == "finished"
        full_disk.clear()
        assert wait_for_end(jobs, jobs.submit(task("failing")).id).state == "failed"
    # Jobs that could not be saved are not started again.
    assert [each["state"] for each in start().describe()] == ["failed"]
