import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.studio.labelled import task
from webwinnow.errors import InputError
from webwinnow.service.catalogue import Catalogue
from webwinnow.studio import process
from webwinnow.studio.jobs import MOST_KEPT, Job, Jobs, NoJob
from webwinnow.studio.models import Models

PRETENDING = "tests.studio.pretending"


@pytest.fixture(autouse=True)
def pretending(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "WORKER", PRETENDING)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[], Jobs]]:
    opened: list[Jobs] = []

    def started() -> Jobs:
        jobs = Jobs(tmp_path / "jobs", Models(tmp_path / "models", Catalogue(["texrex"])))
        opened.append(jobs)
        return jobs

    yield started
    for jobs in opened:
        jobs.close()


def until(met: Callable[[], object], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def ended(jobs: Jobs, id: str) -> Job:
    until(lambda: not jobs.find(id).is_open)
    return jobs.find(id)


def at_work(jobs: Jobs, id: str) -> None:
    until(lambda: jobs.find(id).progress)


def is_alive(process: int) -> bool:
    """Those that ended, and that nobody has asked after, do not count."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in "ZX"


def test_a_finished_job_leaves_a_model_that_can_be_used_at_once(start: Callable[[], Jobs]) -> None:
    jobs = start()
    assert jobs.is_idle
    job = jobs.submit(task("mine"))
    assert (job.state, jobs.is_idle) == ("queued", False)
    done = ended(jobs, job.id)
    assert (done.state, done.error, done.task.job) == ("finished", None, job.id)
    assert done.started is not None
    assert done.ended is not None
    assert job.created <= done.started <= done.ended
    assert jobs.models.catalogue.find("mine").name == "texrex"
    assert jobs.is_idle


def test_one_job_runs_at_a_time_in_the_order_in_which_they_came(start: Callable[[], Jobs]) -> None:
    jobs = start()
    slow, *rest = [jobs.submit(task(name)).id for name in ("slow", "second", "third")]
    at_work(jobs, slow)
    assert [each["state"] for each in jobs.describe()] == ["queued", "queued", "running"]
    assert jobs.find(slow).progress == {"phase": "reading", "done": 1, "total": 2, "share": 0.1}
    jobs.stop(slow)
    second, third = (ended(jobs, id) for id in rest)
    assert second.ended is not None
    assert third.started is not None
    assert second.ended <= third.started


def test_a_job_that_runs_or_waits_can_be_stopped(start: Callable[[], Jobs], tmp_path: Path) -> None:
    jobs = start()
    running, waiting = (jobs.submit(task(name)).id for name in ("late", "waiting"))
    until((tmp_path / "models" / "late.safetensors").exists)
    assert jobs.stop(waiting).state == "stopped"
    assert jobs.stop(running).state == "stopped"
    last = ended(jobs, jobs.submit(task("last")).id)
    assert last.state == "finished"
    # Nothing is left of what was stopped, though its process had come as far as the model.
    assert jobs.models.names() == ["last"]
    left = sorted(path.name for path in (tmp_path / "models").iterdir())
    assert left == ["last.json", "last.safetensors"]
    assert jobs.stop(last.id).state == "finished"
    with pytest.raises(NoJob, match="no job 'x'"):
        jobs.stop("x")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("failing", "nothing can be learned from that"),
        ("crashing", "the process that learned was ended: MemoryError: no room"),
        ("babbling", "JSONDecodeError: Expecting value"),
    ],
)
def test_failures_are_told_in_one_line_and_end_nothing_else(
    start: Callable[[], Jobs], name: str, said: str
) -> None:
    jobs = start()
    failed, next = (jobs.submit(task(each)).id for each in (name, "next"))
    found = ended(jobs, failed)
    assert found.state == "failed"
    assert found.error is not None
    assert found.error.startswith(said)
    assert ended(jobs, next).state == "finished"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("texrex", "means something else"),
        ("gold", "means something else"),
        ("../x", "cannot be called"),
        ("a b", "cannot be called"),
        ("A", "cannot be called"),
        ("", "cannot be called"),
        ("a" * 61, "cannot be called"),
        ("a:b", "cannot be called"),
        ("slow", "there is a model 'slow' already"),
    ],
)
def test_names_of_models_are_safe_and_their_own(
    start: Callable[[], Jobs], name: str, said: str
) -> None:
    jobs = start()
    jobs.submit(task("slow"))
    with pytest.raises(InputError, match=said):
        jobs.submit(task(name))


def test_what_waits_survives_a_restart_and_what_runs_is_interrupted(
    start: Callable[[], Jobs],
) -> None:
    with closing(start()) as jobs:
        running, waiting = (jobs.submit(task(name)).id for name in ("slow", "waiting"))
        at_work(jobs, running)
    jobs = start()
    assert jobs.find(running).state == "interrupted"
    assert ended(jobs, waiting).state == "finished"
    assert "waiting" in jobs.models.names()


def test_another_studio_on_the_same_folder_looks_on(start: Callable[[], Jobs]) -> None:
    first = start()
    id = first.submit(task("slow")).id
    at_work(first, id)
    second = start()
    assert second.find(id).state == "running"
    with pytest.raises(InputError, match="another studio trains"):
        second.submit(task("mine"))
    second.close()
    assert first.find(id).state == "running"


KILLED = """
import sys, time
from pathlib import Path
from tests.studio.labelled import task
from webwinnow.service.catalogue import Catalogue
from webwinnow.studio import process
from webwinnow.studio.jobs import Jobs
from webwinnow.studio.models import Models

process.WORKER = "tests.studio.pretending"
folder = Path(sys.argv[1])
jobs = Jobs(folder / "jobs", Models(folder / "models", Catalogue(["texrex"])))
jobs.submit(task(sys.argv[2]))
jobs.submit(task("waiting"))
while jobs.describe()[-1]["progress"].get("phase") != sys.argv[3]:
    time.sleep(0.01)
print(jobs._process.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for the state of processes")
@pytest.mark.parametrize("name", ["leashed", "deaf"])
def test_nobody_learns_for_a_studio_that_was_killed(
    tmp_path: Path, start: Callable[[], Jobs], name: str
) -> None:
    studio = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path), name, "learning"],
        stdout=subprocess.PIPE,
        env=process.environment(),
    )
    with studio:
        assert studio.stdout is not None
        learning = int(studio.stdout.readline())
        assert is_alive(learning)
        studio.send_signal(signal.SIGKILL)
    until(lambda: not is_alive(learning), seconds=10)
    jobs = start()
    states = {each["task"]["name"]: each["state"] for each in jobs.describe()}
    assert states[name] == "interrupted"
    (waiting,) = (each["id"] for each in jobs.describe() if each["task"]["name"] == "waiting")
    assert ended(jobs, waiting).state == "finished"


def test_a_model_that_was_ready_when_the_studio_was_killed_is_not_lost(
    tmp_path: Path, start: Callable[[], Jobs]
) -> None:
    with closing(start()) as jobs:
        id = jobs.submit(task("mine")).id
        ended(jobs, id)
    path = tmp_path / "jobs" / f"{id}.json"
    path.write_text(path.read_text().replace('"finished"', '"running"'))
    found = start().find(id)
    assert (found.state, found.scores) == ("finished", {"measures": []})


def test_files_that_are_no_jobs_are_left_alone(tmp_path: Path, start: Callable[[], Jobs]) -> None:
    (tmp_path / "jobs").mkdir()
    for name, text in {"a": "{", "b": "[]", "c": '{"id": "c"}'}.items():
        (tmp_path / "jobs" / f"{name}.json").write_text(text)
    assert start().describe() == []


def test_old_jobs_are_forgotten_and_those_that_wait_are_not(
    tmp_path: Path, start: Callable[[], Jobs]
) -> None:
    (tmp_path / "jobs").mkdir()
    for number in range(MOST_KEPT + 5):
        job = Job(f"{number:03}", task("x"), float(number), "failed", 1.0, 2.0, "why")
        (tmp_path / "jobs" / f"{job.id}.json").write_text(json.dumps(job.as_json()))
    jobs = start()
    jobs.submit(task("slow"))
    names = {path.stem for path in (tmp_path / "jobs").glob("*.json")}
    assert len(names) == MOST_KEPT + 1
    assert "004" not in names
    assert "005" in names


def test_few_threads_are_used() -> None:
    assert process.environment()["OMP_NUM_THREADS"] == "2"
