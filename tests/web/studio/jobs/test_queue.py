import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.web.studio.jobs.waiting import at_work, ended, until
from tests.web.studio.labelled_project import task
from webwinnow.errors import InputError
from webwinnow.methods.texrex.method import Texrex
from webwinnow.web.studio.jobs.queue import MOST_KEPT, Job, Jobs, NoJob


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


@pytest.mark.parametrize("name", ["late", "halting"])
def test_a_job_that_runs_or_waits_can_be_stopped(
    start: Callable[[], Jobs], tmp_path: Path, name: str
) -> None:
    jobs = start()
    running, waiting = (jobs.submit(task(each)).id for each in (name, "waiting"))
    until((tmp_path / "models" / f"{name}.safetensors").exists)
    assert jobs.stop(waiting).state == "stopped"
    assert jobs.stop(running).state == "stopped"
    last = ended(jobs, jobs.submit(task("last")).id)
    assert last.state == "finished"
    stopped = jobs.find(running)
    assert (stopped.state, stopped.error) == ("stopped", None)
    # Nothing is left of what was stopped, though its process had come as far as the model.
    assert jobs.models.names() == ["last"]
    left = sorted(path.name for path in (tmp_path / "models").iterdir())
    assert left == ["last.json", "last.safetensors"]
    assert jobs.stop(last.id).state == "finished"
    with pytest.raises(NoJob, match="no job 'x'"):
        jobs.stop("x")


def test_failures_are_told_in_one_line_and_end_nothing_else(start: Callable[[], Jobs]) -> None:
    said = {
        "failing": "nothing can be learned from that",
        "crashing": "the training process ended early: MemoryError: no room",
        "babbling": "UnpicklingError",
    }
    jobs = start()
    *failing, last = [jobs.submit(task(name)).id for name in (*said, "last")]
    assert ended(jobs, last).state == "finished"
    for id, why in zip(failing, said.values(), strict=True):
        found = jobs.find(id)
        assert found.state == "failed"
        assert found.error is not None
        assert found.error.startswith(why)


def test_names_of_models_are_safe_and_their_own(start: Callable[[], Jobs]) -> None:
    jobs = start()
    jobs.submit(task("slow"))
    wrong = {
        **dict.fromkeys(("texrex", "gold"), "means something else"),
        **dict.fromkeys(("../x", "a b", "A", "", "a" * 61, "a:b"), "cannot be called"),
        "slow": "there is a model 'slow' already",
    }
    for name, said in wrong.items():
        with pytest.raises(InputError, match=said):
            jobs.submit(task(name))


def test_what_a_job_that_was_stopped_had_unpacked_is_removed(
    temporary: Path, start: Callable[[], Jobs]
) -> None:
    with closing(start()) as jobs:
        id = jobs.submit(task("leashed")).id
        until(lambda: jobs.find(id).progress.get("phase") == "learning")
        assert list(temporary.rglob("page.html"))
        jobs.stop(id)
    assert list(temporary.iterdir()) == []


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


def test_a_model_that_was_ready_when_the_studio_was_killed_is_not_lost(
    tmp_path: Path, start: Callable[[], Jobs]
) -> None:
    with closing(start()) as jobs:
        id = jobs.submit(task("mine")).id
        ended(jobs, id)
    path, card = tmp_path / "jobs" / f"{id}.json", tmp_path / "models" / "mine.json"
    written = path.read_text().replace('"finished"', '"running"')
    expected: list[dict[str, Any] | None] = [{"measures": []}, None]
    for scores in expected:
        path.write_text(written)
        with closing(start()) as jobs:
            found = jobs.find(id)
            assert (found.state, found.scores) == ("finished", scores)
        card.write_text(card.read_text().replace('"scores"', '"others"'))


def test_a_job_whose_name_was_taken_meanwhile_fails(
    tmp_path: Path, start: Callable[[], Jobs]
) -> None:
    write_model(tmp_path / "models", "mine")
    write_job(tmp_path, Job("1", task("mine"), 1.0))
    jobs = start()
    assert ended(jobs, "1").error == "there is a model 'mine' already; name this one otherwise"


def write_model(folder: Path, name: str) -> None:
    folder.mkdir()
    Texrex().save(folder / f"{name}.safetensors")


def write_job(folder: Path, job: Job) -> None:
    (folder / "jobs").mkdir(exist_ok=True)
    (folder / "jobs" / f"{job.id}.json").write_text(json.dumps(job.as_json()))


def test_old_jobs_are_forgotten_and_those_that_wait_are_not(
    tmp_path: Path, start: Callable[[], Jobs]
) -> None:
    for number in range(MOST_KEPT + 5):
        write_job(
            tmp_path, Job(f"{number:03}", task("x"), float(number), "failed", 1.0, 2.0, "why")
        )
    jobs = start()
    jobs.submit(task("slow"))
    names = {path.stem for path in (tmp_path / "jobs").glob("*.json")}
    assert len(names) == MOST_KEPT + 1
    assert "004" not in names
    assert "005" in names
