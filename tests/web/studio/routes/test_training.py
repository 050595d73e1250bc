"""From the form's answer to a model in use, over HTTP; learning itself is tested beside."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from tests.support.generated import gold_page
from tests.web.studio.labelled_project import labelled_project
from webwinnow import annotation
from webwinnow.methods.texrex.method import Texrex
from webwinnow.web.studio.app import Studio
from webwinnow.web.studio.jobs import readiness
from webwinnow.web.studio.start import Settings, studio_in

HERE = "http://127.0.0.1"
PAGE = gold_page(50).html


@pytest.fixture(autouse=True)
def ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """No browser is started to find that out."""
    monkeypatch.setattr(readiness, "looked", lambda: {"fiasco-visual": "no Chromium; install it"})


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Starlette]:
    with studio_in(Settings(tmp_path / "data", (str(plain_pages(tmp_path)),))) as app:
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


def ended(client: TestClient, id: str, seconds: float = 60) -> dict[str, Any]:
    deadline = time.monotonic() + seconds
    while True:
        jobs: list[dict[str, Any]] = client.get("/api/training").json()["jobs"]
        (job,) = (job for job in jobs if job["id"] == id)
        if job["state"] not in ("queued", "running"):
            return job
        assert time.monotonic() < deadline
        time.sleep(0.05)


def error_of(client: TestClient, **wanted: Any) -> str:
    answer = client.post("/api/training", json={"method": "texrex", "name": "mine", **wanted})
    assert answer.status_code == 400
    return str(answer.json()["error"])


def test_a_project_becomes_a_model_that_is_used_everywhere(
    client: TestClient, studio: Studio, tmp_path: Path
) -> None:
    project = labelled_project(studio.store)
    wanted = {"project": project, "method": "texrex", "name": "texrex-news", "seed": 2}
    begun = client.post("/api/training", json=wanted)
    assert begun.status_code == 201
    assert client.get("/api/training").json()["is_idle"] is False
    job = ended(client, begun.json()["id"])
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
    begins = client.patch(f"/api/projects/{project}", json={"prelabel": "texrex-news"})
    assert begins.status_code == 200


def test_a_model_is_there_after_a_restart_and_a_broken_one_is_told_of(tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    with studio_in(settings):
        Texrex().save(tmp_path / "models" / "mine.safetensors")
        (tmp_path / "models" / "half.safetensors").write_bytes(b"half")
    with studio_in(settings) as app, TestClient(app, HERE) as client:
        answer = client.get("/api/training").json()
        assert [model["name"] for model in answer["models"]] == ["mine"]
        assert list(answer["broken"]) == ["half.safetensors"]
        sent = {"content": PAGE, "headers": {"content-type": "text/html"}}
        assert client.post("/v1/clean?method=mine", **sent).status_code == 200


def test_methods_that_learn_are_listed_with_what_they_lack(client: TestClient) -> None:
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


def test_what_cannot_be_trained_is_refused_before_anything_begins(
    client: TestClient, studio: Studio
) -> None:
    store = studio.store
    project, one = labelled_project(store), labelled_project(store, "one", pages=1, sites=1)
    empty = annotation.create_project(store, "empty").id
    annotation.add_page(store, empty, gold_page(0))
    assert error_of(client, project=empty) == (
        "the project 'empty' has no gold yet: none of 1 page is done; say so of those that are"
    )
    assert "has one page with gold" in error_of(client, project=one)
    assert "nothing to learn from" in error_of(client)
    assert "nothing to learn from" in error_of(client, project=project, set="plain")
    assert "have no gold; label them in a project" in error_of(client, set="plain")
    assert "does not learn; choose from winnow" in error_of(client, project=project, method="bte")
    assert "no method 'x'" in error_of(client, project=project, method="x")
    assert "no setting 'x'" in error_of(client, project=project, method="texrex:x=1")
    assert "clients cannot set" in error_of(client, project=project, method="texrex:model=x")
    assert "a name for the model are needed" in error_of(client, project=project, name=None)
    assert "means something else" in error_of(client, project=project, name="winnow")
    assert "cannot be called '../x'" in error_of(client, project=project, name="../x")
    assert "no seed" in error_of(client, project=project, seed=-1)
    assert "train it anew" in error_of(client, project=project, on_top=True)
    said = error_of(client, project=project, method="fiasco-visual")
    assert said == "fiasco-visual cannot be trained here: no Chromium; install it"
    assert client.get("/api/training").json()["jobs"] == []


def test_differences_that_nobody_has_settled_are_named(client: TestClient, studio: Studio) -> None:
    project = annotation.create_project(studio.store, "two").id
    page = annotation.add_page(studio.store, project, gold_page(0))
    for name, label in (("ann", annotation.CONTENT), ("bob", annotation.BOILERPLATE)):
        annotation.add_annotator(studio.store, project, name)
        opened = annotation.open_page(studio.store, page, name)
        runs = range(len(opened.current.labels))
        annotation.label(studio.store, page, name, runs, label)
        annotation.finish(studio.store, page, name)
    assert "of 1 page 1 are done, and on those annotators differ" in error_of(
        client, project=project
    )


def test_what_is_not_there_is_not_found(client: TestClient) -> None:
    for wanted in ({"project": 99}, {"set": "none"}):
        answer = client.post("/api/training", json={"method": "texrex", "name": "m", **wanted})
        assert answer.status_code == 404
        assert answer.json()["error"]
    assert client.post("/api/training/x/stop").status_code == 404
    assert client.get("/api/models/x/file").status_code == 404
    assert client.delete("/api/models/x").status_code == 404


def test_a_job_is_stopped_and_its_name_is_free_again(client: TestClient, studio: Studio) -> None:
    wanted = {"project": labelled_project(studio.store), "method": "winnow", "name": "mine"}
    id = client.post("/api/training", json=wanted).json()["id"]
    assert "there is a model 'mine' already" in error_of(client, **wanted)
    assert client.post(f"/api/training/{id}/stop").json()["state"] == "stopped"
    job = ended(client, id)
    assert (job["state"], job["error"]) == ("stopped", None)
    again = client.post("/api/training", json=wanted)
    assert again.status_code == 201
    client.post(f"/api/training/{again.json()['id']}/stop")


def test_a_model_that_a_project_begins_with_is_not_removed(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    Texrex().save(tmp_path / "models" / "mine.safetensors")
    with studio_in(Settings(tmp_path)) as app, TestClient(app, HERE) as client:
        made = client.post("/api/projects", json={"name": "news", "prelabel": "mine"}).json()
        refused = client.delete("/api/models/mine")
        assert refused.status_code == 400
        assert "the project 'news' is labelled with 'mine'" in refused.json()["error"]
        client.patch(f"/api/projects/{made['id']}", json={"prelabel": ""})
        assert client.delete("/api/models/mine").status_code == 204
        assert client.get("/api/training").json()["models"] == []
