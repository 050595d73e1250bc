"""A client of projects; queues of jobs, whose processes only pretend to learn, and where they can
put things.
"""

import errno
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.web.studio.client import Client, asking
from webwinnow.web.catalogue import Catalogue
from webwinnow.web.studio.jobs import child
from webwinnow.web.studio.jobs.models import Models
from webwinnow.web.studio.jobs.queue import Jobs

PRETENDING = "tests.web.studio.jobs.fake_training_process"


@pytest.fixture
def ask(tmp_path: Path) -> Iterator[Client]:
    """With a project, number 1, that has Ann and Ben and begins with labels of a method."""
    with asking(tmp_path / "a.db") as ask:
        assert ask.post("/api/projects", name="News", prelabel="sure")["id"] == 1
        for name in ("Ann", "Ben"):
            assert ask.post("/api/projects/1/annotators", name=name) == {"name": name}
        yield ask


@pytest.fixture
def pretending(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "TRAINING", PRETENDING)


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder where anything temporary is put."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return folder


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """The disk is full as long as this holds something."""
    is_full: list[bool] = []
    replaced = Path.replace

    def replace(path: Path, target: Path) -> Path:
        if is_full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return replaced(path, target)

    monkeypatch.setattr(Path, "replace", replace)
    return is_full


@pytest.fixture
def start(tmp_path: Path, pretending: None) -> Iterator[Callable[[], Jobs]]:
    opened: list[Jobs] = []

    def started() -> Jobs:
        jobs = Jobs(tmp_path / "jobs", Models(tmp_path / "models", Catalogue(["texrex"])))
        opened.append(jobs)
        return jobs

    yield started
    for jobs in opened:
        jobs.close()
