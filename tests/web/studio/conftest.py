"""A client of projects, and job queues with a fake training process."""

import errno
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.web.studio.client import Client, open_client
from webwinnow.web.catalogue import Catalogue
from webwinnow.web.studio.jobs import child
from webwinnow.web.studio.jobs.models import Models
from webwinnow.web.studio.jobs.queue import JobQueue

PRETENDING = "tests.web.studio.jobs.fake_training_process"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    """A client with project 1, which has Ann and Ben and a prelabelling method."""
    with open_client(tmp_path / "a.db") as client:
        assert client.post("/api/projects", name="News", prelabel="sure")["id"] == 1
        for name in ("Ann", "Ben"):
            assert client.post("/api/projects/1/annotators", name=name) == {"name": name}
        yield client


@pytest.fixture
def pretending(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "TRAINING", PRETENDING)


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of all temporary files."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return folder


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """A list; the disk is full while it is not empty."""
    is_full: list[bool] = []
    replaced = Path.replace

    def replace(path: Path, target: Path) -> Path:
        if is_full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return replaced(path, target)

    monkeypatch.setattr(Path, "replace", replace)
    return is_full


@pytest.fixture
def start(tmp_path: Path, pretending: None) -> Iterator[Callable[[], JobQueue]]:
    opened: list[JobQueue] = []

    def started() -> JobQueue:
        jobs = JobQueue(tmp_path / "jobs", Models(tmp_path / "models", Catalogue(["texrex"])))
        opened.append(jobs)
        return jobs

    yield started
    for jobs in opened:
        jobs.close()
