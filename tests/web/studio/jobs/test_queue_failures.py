"""Several studios on one folder, studios that are killed, and disks that are full."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.web.studio.jobs.waiting import at_work, ended, until
from tests.web.studio.labelled_project import task
from webwinnow.errors import InputError
from webwinnow.process import child_environment
from webwinnow.web.studio.jobs.queue import Jobs


def is_alive(process: int) -> bool:
    """Those that ended, and that nobody has asked after, do not count."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in "ZX"


def test_another_studio_on_the_same_folder_looks_on(
    tmp_path: Path, start: Callable[[], Jobs]
) -> None:
    first = start()
    id = first.submit(task("slow")).id
    at_work(first, id)
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
        assert ended(second, last).state == "finished"
        assert second.models.catalogue.find("last").name == "texrex"
    assert json.loads(path.read_text())["state"] == "stopped"


def test_one_that_looked_on_goes_on_when_the_first_has_ended(start: Callable[[], Jobs]) -> None:
    first, second = start(), start()
    ended(first, first.submit(task("done")).id)
    running, waiting = (first.submit(task(name)).id for name in ("slow", "waiting"))
    at_work(first, running)
    first.close()
    assert ended(second, waiting).state == "finished"
    assert second.find(running).state == "interrupted"
    with pytest.raises(InputError, match="there is a model 'done' already"):
        second.submit(task("done"))
    assert ended(second, second.submit(task("mine")).id).state == "finished"


KILLED = """
import sys, time
from pathlib import Path
from tests.web.studio.labelled_project import task
from webwinnow.web.catalogue import Catalogue
from webwinnow.web.studio.jobs import child
from webwinnow.web.studio.jobs.queue import Jobs
from webwinnow.web.studio.jobs.models import Models

child.TRAINING = "tests.web.studio.jobs.fake_training_process"
folder = Path(sys.argv[1])
jobs = Jobs(folder / "jobs", Models(folder / "models", Catalogue(["texrex"])))
jobs.submit(task(sys.argv[2]))
jobs.submit(task("waiting"))
while jobs.describe()[-1]["progress"].get("phase") != sys.argv[3]:
    time.sleep(0.01)
print(jobs._child.process.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for the state of processes")
@pytest.mark.parametrize("name", ["leashed", "deaf"])
def test_nobody_learns_for_a_studio_that_was_killed(
    tmp_path: Path, temporary: Path, start: Callable[[], Jobs], name: str
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
    until(lambda: not is_alive(learning), seconds=10)
    assert list(temporary.rglob("page.html"))
    jobs = start()
    assert not list(temporary.rglob("page.html"))
    states = {each["task"]["name"]: each["state"] for each in jobs.describe()}
    assert states[name] == "interrupted"
    (waiting,) = (each["id"] for each in jobs.describe() if each["task"]["name"] == "waiting")
    assert ended(jobs, waiting).state == "finished"


def test_a_job_that_cannot_be_written_down_is_not_begun(
    start: Callable[[], Jobs], full: list[bool]
) -> None:
    jobs = start()
    full.append(True)
    with pytest.raises(InputError, match="No space left"):
        jobs.submit(task("mine"))
    assert jobs.describe() == []
    full.clear()
    assert ended(jobs, jobs.submit(task("mine")).id).state == "finished"


def test_a_full_disk_ends_no_training(start: Callable[[], Jobs], full: list[bool]) -> None:
    with closing(start()) as jobs:
        running, mine, waiting = (jobs.submit(task(name)).id for name in ("slow", "mine", "late"))
        at_work(jobs, running)
        full.append(True)
        jobs.stop(waiting)
        stopped = jobs.stop(running)
        assert (stopped.state, stopped.error) == (
            "stopped",
            "this could not be written down (No space left on device)",
        )
        assert ended(jobs, mine).state == "finished"
        full.clear()
        assert ended(jobs, jobs.submit(task("failing")).id).state == "failed"
    # What nobody could write of is not begun again.
    assert [each["state"] for each in start().describe()] == ["failed"]
