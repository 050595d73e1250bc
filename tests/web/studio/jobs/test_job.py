"""Job files that another program has changed."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.web.studio.labelled_project import task
from webwinnow.web.studio.jobs.job import Job
from webwinnow.web.studio.jobs.queue import JobQueue

VALID = Job("valid", task("valid"), 1.0, "interrupted", 1.0, 2.0).as_json()
INVALID = {**VALID, "id": "invalid", "state": "running"}
ORIGIN = {"kind": "set", "id": None, "name": "x", "place": "x"}


def check_ignored(text: str, folder: Path, start: Callable[[], JobQueue]) -> None:
    (folder / "jobs").mkdir()
    (folder / "jobs" / "invalid.json").write_text(text)
    (folder / "jobs" / "valid.json").write_text(json.dumps(VALID))
    jobs = start()
    assert [each["id"] for each in jobs.describe()] == ["valid"]
    jobs.close()
    assert (folder / "jobs" / "invalid.json").read_text() == text
    files = {path.name for path in folder.rglob("*") if path.is_file()}
    assert files == {"lock", "valid.json", "invalid.json"}


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "3", '{"id": "invalid"}', pytest.param("[" * 100_000, id="deep")],
)
def test_a_file_that_is_no_job_is_ignored(
    tmp_path: Path, start: Callable[[], JobQueue], text: str
) -> None:
    check_ignored(text, tmp_path, start)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("id", "../../escaped"),
        ("id", None),
        ("created", None),
        ("created", 1e300),
        ("created", float("nan")),
        ("started", "now"),
        ("ended", float("inf")),
        ("state", "odd"),
        ("state", []),
        ("error", 1),
        ("error", "\ud800"),
        ("progress", None),
        ("scores", []),
        ("scores", {"pages": float("nan")}),
        ("task", None),
        ("another", 1),
    ],
)
def test_a_job_with_an_invalid_field_is_ignored(
    tmp_path: Path, start: Callable[[], JobQueue], field: str, value: object
) -> None:
    check_ignored(json.dumps({**INVALID, field: value}), tmp_path, start)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "../escaped"),
        ("name", "winnow"),
        ("name", None),
        ("method", 1),
        ("on_top", "yes"),
        ("seed", 0.5),
        ("origin", None),
        ("origin", ORIGIN),
    ],
)
def test_a_task_with_an_invalid_field_is_not_started(
    tmp_path: Path, start: Callable[[], JobQueue], field: str, value: object
) -> None:
    changed = {**INVALID, "state": "queued", "task": {**VALID["task"], field: value}}
    check_ignored(json.dumps(changed), tmp_path, start)
