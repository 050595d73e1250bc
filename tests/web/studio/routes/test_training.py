"""From the form's response to a model in use, over HTTP; training itself has its own tests."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from tests.support.generated_pages import gold_page
from tests.web.studio.labelled_project import labelled_project
from webwinnow import annotation
from webwinnow.methods.texrex.method import Texrex
from webwinnow.web.studio.app import Studio
from webwinnow.web.studio.jobs import readiness
from webwinnow.web.studio.start import Settings, open_studio

HERE = "http://127.0.0.1"
PAGE = gold_page(50).html


@pytest.fixture(autouse=True)
def ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the check of methods, which would start a browser."""
    monkeypatch.setattr(
        readiness, "check_methods", lambda: {"fiasco-visual": "no Chromium; install it"}
    )


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Starlette]:
    with open_studio(Settings(tmp_path / "data", (str(plain_pages(tmp_path)),))) as app:
        yield app


@pytest.fixture
def studio(app: Starlette) -> Studio:
    found: Studio = app.state.studio
    return found


@pytest.fixture
def client(app: Starlette) -> Iterator[TestClient]:
    with TestClient(app, HERE) as client:
        yield client


def plain_pages(folder: Path) -> Path:
    pages = folder / "plain"
    pages.mkdir()
    (pages / "page.html").write_bytes(PAGE)
    return pages


def wait_for_end(client: TestClient, id: str, seconds: float = 60) -> dict[str, Any]:
    deadline = time.monotonic() + seconds
    while True:
        jobs: list[dict[str, Any]] = client.get("/api/training").json()["jobs"]
        (job,) = (job for job in jobs if job["id"] == id)
        if job["state"] not in ("queued", "running"):
            return job
        assert time.monotonic() < deadline
        time.sleep(0.05)


def training_error(client: TestClient, **fields: Any) -> str:
    response = client.post("/api/training", json={"method": "texrex", "name": "mine", **fields})
    assert response.status_code == 400
    return str(response.json()["error"])


def test_a_model_trained_on_a_project_is_available_everywhere(
    client: TestClient, studio: Studio, tmp_path: Path
) -> None:
    project = labelled_project(studio.store)
    wanted = {"project": project, "method": "texrex", "name": "texrex-news", "seed": 2}
    queued = client.post("/api/training", json=wanted)
    assert queued.status_code == 201
    assert client.get("/api/training").json()["is_idle"] is False
    job = wait_for_end(client, queued.json()["id"])
    assert (job["state"], job["error"]) == ("finished", None)
    assert job["scores"]["folds"] == 4

    (model,) = client.get("/api/training").json()["models"]
    assert (model["name"], model["card"]["seed"]) == ("texrex-news", 2)
    file = client.get("/api/models/texrex-news/file")
    assert file.headers["content-disposition"] == 'attachment; filename="texrex-news.safetensors"'
    (tmp_path / "copy").write_bytes(file.content)
    assert Texrex.load(tmp_path / "copy").provenance.sets[0].pages == 8

    listed = {each["name"]: each for each in client.get("/v1/methods").json()["methods"]}
    assert listed["texrex-news"]["is_model"]
    query = {"method": "texrex-news"}
    cleaned = client.post(
        "/v1/clean", params=query, content=PAGE, headers={"content-type": "text/html"}
    )
    assert cleaned.json()["text"].strip()
    opened = client.post("/api/pages", content=PAGE).json()["id"]
    seen = client.get(f"/api/pages/{opened}/decision", params=query)
    assert seen.status_code == 200
    changed = client.patch(f"/api/projects/{project}", json={"prelabel": "texrex-news"})
    assert changed.status_code == 200


def test_models_survive_a_restart_and_broken_ones_are_reported(tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    with open_studio(settings):
        Texrex().save(tmp_path / "models" / "mine.safetensors")
        (tmp_path / "models" / "half.safetensors").write_bytes(b"half")
    with open_studio(settings) as app, TestClient(app, HERE) as client:
        response = client.get("/api/training").json()
        assert [model["name"] for model in response["models"]] == ["mine"]
        assert list(response["broken"]) == ["half.safetensors"]
        sent = {"content": PAGE, "headers": {"content-type": "text/html"}}
        assert client.post("/v1/clean?method=mine", **sent).status_code == 200


def test_trainable_methods_are_listed_with_their_problems(client: TestClient) -> None:
    client.get("/api/training")
    for _ in range(100):
        methods = client.get("/api/training").json()["methods"]
        if methods[0]["is_ready"] is not None:
            break
        time.sleep(0.02)
    found = {each["name"]: each for each in methods}
    assert list(found) == ["winnow", "texrex", "victor", "fiasco", "fiasco-visual"]
    assert (found["winnow"]["is_ready"], found["winnow"]["on_top"]) == (True, True)
    assert (found["fiasco-visual"]["is_ready"], found["fiasco"]["on_top"]) == (False, False)
    assert found["fiasco-visual"]["problem"] == "no Chromium; install it"


def test_invalid_tasks_are_rejected_before_a_job_is_queued(
    client: TestClient, studio: Studio
) -> None:
    store = studio.store
    project, one = labelled_project(store), labelled_project(store, "one", pages=1, sites=1)
    empty = annotation.create_project(store, "empty").id
    annotation.add_page(store, empty, gold_page(0))
    assert training_error(client, project=empty) == (
        "the project 'empty' has no gold yet: none of 1 page is done; mark finished pages as done"
    )
    assert "has only one page with gold" in training_error(client, project=one)
    assert "no training pages" in training_error(client)
    assert "no training pages" in training_error(client, project=project, set="plain")
    assert "have no gold; label them in a project" in training_error(client, set="plain")
    assert "cannot be trained; choose from winnow" in training_error(
        client, project=project, method="bte"
    )
    assert "no method 'x'" in training_error(client, project=project, method="x")
    assert "no setting 'x'" in training_error(client, project=project, method="texrex:x=1")
    assert "clients cannot set" in training_error(client, project=project, method="texrex:model=x")
    assert "method and model name are missing" in training_error(client, project=project, name=None)
    assert "is reserved" in training_error(client, project=project, name="winnow")
    assert "invalid model name '../x'" in training_error(client, project=project, name="../x")
    assert "invalid seed" in training_error(client, project=project, seed=-1)
    assert "train it from scratch" in training_error(client, project=project, on_top=True)
    error = training_error(client, project=project, method="fiasco-visual")
    assert error == "fiasco-visual cannot be trained here: no Chromium; install it"
    assert client.get("/api/training").json()["jobs"] == []


def test_unsettled_differences_are_reported(client: TestClient, studio: Studio) -> None:
    project = annotation.create_project(studio.store, "two").id
    page = annotation.add_page(studio.store, project, gold_page(0))
    for name, label in (("ann", annotation.CONTENT), ("bob", annotation.BOILERPLATE)):
        annotation.add_annotator(studio.store, project, name)
        opened = annotation.open_page(studio.store, page, name)
        runs = range(len(opened.current.labels))
        annotation.label(studio.store, page, name, runs, label)
        annotation.finish(studio.store, page, name)
    assert "1 of 1 page are done, but annotators differ" in training_error(client, project=project)


def test_unknown_projects_sets_jobs_and_models_are_not_found(client: TestClient) -> None:
    for wanted in ({"project": 99}, {"set": "none"}):
        response = client.post("/api/training", json={"method": "texrex", "name": "m", **wanted})
        assert response.status_code == 404
        assert response.json()["error"]
    assert client.post("/api/training/x/stop").status_code == 404
    assert client.get("/api/models/x/file").status_code == 404
    assert client.delete("/api/models/x").status_code == 404


def test_a_stopped_job_frees_its_name(client: TestClient, studio: Studio) -> None:
    wanted = {"project": labelled_project(studio.store), "method": "winnow", "name": "mine"}
    id = client.post("/api/training", json=wanted).json()["id"]
    assert "a model 'mine' already exists" in training_error(client, **wanted)
    assert client.post(f"/api/training/{id}/stop").json()["state"] == "stopped"
    job = wait_for_end(client, id)
    assert (job["state"], job["error"]) == ("stopped", None)
    again = client.post("/api/training", json=wanted)
    assert again.status_code == 201
    client.post(f"/api/training/{again.json()['id']}/stop")


def test_a_model_that_prelabels_a_project_cannot_be_deleted(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    Texrex().save(tmp_path / "models" / "mine.safetensors")
    with open_studio(Settings(tmp_path)) as app, TestClient(app, HERE) as client:
        made = client.post("/api/projects", json={"name": "news", "prelabel": "mine"}).json()
        rejected = client.delete("/api/models/mine")
        assert rejected.status_code == 400
        assert "the project 'news' prelabels with 'mine'" in rejected.json()["error"]
        client.patch(f"/api/projects/{made['id']}", json={"prelabel": ""})
        assert client.delete("/api/models/mine").status_code == 204
        assert client.get("/api/training").json()["models"] == []
