"""Files of jobs that somebody has changed."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.web.studio.labelled_project import task
from webwinnow.web.studio.jobs.queue import Job, Jobs

RIGHT = Job("right", task("right"), 1.0, "interrupted", 1.0, 2.0).as_json()
WRONG = {**RIGHT, "id": "wrong", "state": "running"}
ORIGIN = {"kind": "set", "id": None, "name": "x", "place": "x"}


def is_left_alone(text: str, folder: Path, start: Callable[[], Jobs]) -> None:
    (folder / "jobs").mkdir()
    (folder / "jobs" / "wrong.json").write_text(text)
    (folder / "jobs" / "right.json").write_text(json.dumps(RIGHT))
    jobs = start()
    assert [each["id"] for each in jobs.describe()] == ["right"]
    jobs.close()
    assert (folder / "jobs" / "wrong.json").read_text() == text
    files = {path.name for path in folder.rglob("*") if path.is_file()}
    assert files == {"lock", "right.json", "wrong.json"}


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "3", '{"id": "wrong"}', pytest.param("[" * 100_000, id="deep")],
)
def test_a_file_that_is_no_job_is_left_alone(
    tmp_path: Path, start: Callable[[], Jobs], text: str
) -> None:
    is_left_alone(text, tmp_path, start)


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
def test_a_job_with_a_field_that_cannot_be_is_left_alone(
    tmp_path: Path, start: Callable[[], Jobs], field: str, value: object
) -> None:
    is_left_alone(json.dumps({**WRONG, field: value}), tmp_path, start)


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
def test_a_task_with_a_field_that_cannot_be_is_not_begun(
    tmp_path: Path, start: Callable[[], Jobs], field: str, value: object
) -> None:
    changed = {**WRONG, "state": "queued", "task": {**RIGHT["task"], field: value}}
    is_left_alone(json.dumps(changed), tmp_path, start)
