import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.web.studio.jobs.waiting import wait_for_end, wait_for_progress, wait_until
from tests.web.studio.labelled_project import task
from webwinnow.errors import InputError
from webwinnow.methods.texrex.method import Texrex
from webwinnow.web.studio.jobs.job import Job
from webwinnow.web.studio.jobs.queue import MAX_ENDED_JOBS, JobNotFound, JobQueue


def test_a_finished_job_adds_its_model(start: Callable[[], JobQueue]) -> None:
    jobs = start()
    assert jobs.is_idle
    job = jobs.submit(task("mine"))
    assert (job.state, jobs.is_idle) == ("queued", False)
    done = wait_for_end(jobs, job.id)
    assert (done.state, done.error, done.task.job) == ("finished", None, job.id)
    assert done.started is not None
    assert done.ended is not None
    assert job.created <= done.started <= done.ended
    assert jobs.models.catalogue.find("mine").name == "texrex"
    assert jobs.is_idle


def test_jobs_run_one_at_a_time_in_order(start: Callable[[], JobQueue]) -> None:
    jobs = start()
    slow, *rest = [jobs.submit(task(name)).id for name in ("slow", "second", "third")]
    wait_for_progress(jobs, slow)
    assert [each["state"] for each in jobs.describe()] == ["queued", "queued", "running"]
    assert jobs.find(slow).progress == {"phase": "reading", "done": 1, "total": 2, "share": 0.1}
    jobs.stop(slow)
    second, third = (wait_for_end(jobs, id) for id in rest)
    assert second.ended is not None
    assert third.started is not None
    assert second.ended <= third.started


@pytest.mark.parametrize("name", ["late", "halting"])
def test_running_and_queued_jobs_can_be_stopped(
    start: Callable[[], JobQueue], tmp_path: Path, name: str
) -> None:
    jobs = start()
    running, waiting = (jobs.submit(task(each)).id for each in (name, "waiting"))
    wait_until((tmp_path / "models" / f"{name}.safetensors").exists)
    assert jobs.stop(waiting).state == "stopped"
    assert jobs.stop(running).state == "stopped"
    last = wait_for_end(jobs, jobs.submit(task("last")).id)
    assert last.state == "finished"
    stopped = jobs.find(running)
    assert (stopped.state, stopped.error) == ("stopped", None)
    # The process had saved the model, but no file of the stopped job is left.
    assert jobs.models.names() == ["last"]
    left = sorted(path.name for path in (tmp_path / "models").iterdir())
    assert left == ["last.json", "last.safetensors"]
    assert jobs.stop(last.id).state == "finished"
    with pytest.raises(JobNotFound, match="no job 'x'"):
        jobs.stop("x")


def test_failures_are_reported_in_one_line_and_do_not_stop_the_queue(
    start: Callable[[], JobQueue],
) -> None:
    errors = {
        "failing": "nothing can be learned from that",
        "crashing": "the training process ended early: MemoryError: no room",
        "babbling": "UnpicklingError",
    }
    jobs = start()
    *failing, last = [jobs.submit(task(name)).id for name in (*errors, "last")]
    assert wait_for_end(jobs, last).state == "finished"
    for id, error in zip(failing, errors.values(), strict=True):
        found = jobs.find(id)
        assert found.state == "failed"
        assert found.error is not None
        assert found.error.startswith(error)


def test_model_names_are_valid_and_unique(start: Callable[[], JobQueue]) -> None:
    jobs = start()
    jobs.submit(task("slow"))
    wrong = {
        **dict.fromkeys(("texrex", "gold"), "is reserved"),
        **dict.fromkeys(("../x", "a b", "A", "", "a" * 61, "a:b"), "invalid model name"),
        "slow": "a model 'slow' already exists",
    }
    for name, message in wrong.items():
        with pytest.raises(InputError, match=message):
            jobs.submit(task(name))


def test_temporary_files_of_a_stopped_job_are_removed(
    temporary: Path, start: Callable[[], JobQueue]
) -> None:
    with closing(start()) as jobs:
        id = jobs.submit(task("leashed")).id
        wait_until(lambda: jobs.find(id).progress.get("phase") == "learning")
        assert list(temporary.rglob("page.html"))
        jobs.stop(id)
    assert list(temporary.iterdir()) == []


def test_a_restart_keeps_queued_jobs_and_interrupts_running_ones(
    start: Callable[[], JobQueue],
) -> None:
    with closing(start()) as jobs:
        running, waiting = (jobs.submit(task(name)).id for name in ("slow", "waiting"))
        wait_for_progress(jobs, running)
    jobs = start()
    assert jobs.find(running).state == "interrupted"
    assert wait_for_end(jobs, waiting).state == "finished"
    assert "waiting" in jobs.models.names()


def test_a_model_saved_before_a_kill_is_kept(tmp_path: Path, start: Callable[[], JobQueue]) -> None:
    with closing(start()) as jobs:
        id = jobs.submit(task("mine")).id
        wait_for_end(jobs, id)
    path, card = tmp_path / "jobs" / f"{id}.json", tmp_path / "models" / "mine.json"
    written = path.read_text().replace('"finished"', '"running"')
    expected: list[dict[str, Any] | None] = [{"measures": []}, None]
    for scores in expected:
        path.write_text(written)
        with closing(start()) as jobs:
            found = jobs.find(id)
            assert (found.state, found.scores) == ("finished", scores)
        card.write_text(card.read_text().replace('"scores"', '"others"'))


def test_a_job_whose_name_is_taken_in_the_meantime_fails(
    tmp_path: Path, start: Callable[[], JobQueue]
) -> None:
    write_model(tmp_path / "models", "mine")
    write_job(tmp_path, Job("1", task("mine"), 1.0))
    jobs = start()
    assert wait_for_end(jobs, "1").error == "a model 'mine' already exists; choose another name"


def write_model(folder: Path, name: str) -> None:
    folder.mkdir()
    Texrex().save(folder / f"{name}.safetensors")


def write_job(folder: Path, job: Job) -> None:
    (folder / "jobs").mkdir(exist_ok=True)
    (folder / "jobs" / f"{job.id}.json").write_text(json.dumps(job.as_json()))


def test_old_ended_jobs_are_deleted(tmp_path: Path, start: Callable[[], JobQueue]) -> None:
    for number in range(MAX_ENDED_JOBS + 5):
        write_job(
            tmp_path, Job(f"{number:03}", task("x"), float(number), "failed", 1.0, 2.0, "why")
        )
    jobs = start()
    jobs.submit(task("slow"))
    names = {path.stem for path in (tmp_path / "jobs").glob("*.json")}
    assert len(names) == MAX_ENDED_JOBS + 1
    assert "004" not in names
    assert "005" in names
