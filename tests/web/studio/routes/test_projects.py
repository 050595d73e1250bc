"""Routes of projects; the functions that they call have their own tests."""

import io
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from tests.annotation.sample_project import HTML
from tests.web.studio.client import PAGE, Client, label_by_both, open_client
from webwinnow import annotation
from webwinnow.errors import FetchError
from webwinnow.io.fetch import Fetched


def test_a_locked_store_gets_503(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webwinnow.annotation.store.BUSY_TIMEOUT", 0.05)
    with open_client(tmp_path / "a.db") as client:
        with closing(sqlite3.connect(tmp_path / "a.db")) as other:
            other.execute("BEGIN IMMEDIATE")
            assert "try again" in client.post("/api/projects", status=503, name="News")["error"]
        assert client.post("/api/projects", name="News")["id"] == 1


def test_projects_are_listed_with_their_progress(client: Client) -> None:
    client.upload()
    client.get(f"{PAGE}?annotator=Ann")
    client.post(f"{PAGE}/done", annotator="Ann", done=True)
    (project,) = client.get("/api/projects")
    assert project["annotators"] == [
        {"name": "Ann", "begun": 0, "done": 1},
        {"name": "Ben", "begun": 0, "done": 0},
    ]
    assert (project["pages"], project["settled"], project["ready"]) == (1, 0, 1)
    assert (project["name"], project["prelabel"]) == ("News", "sure")


def test_a_project_is_shown_with_its_pages(client: Client) -> None:
    client.upload(query="?name=rain.html&url=https://a.example/1")
    client.post(f"{PAGE}/labels", annotator="Ann", runs=[0], label=1)
    (page,) = client.get("/api/projects/1")["pages"]
    assert page["states"] == {"Ann": "begun"}
    assert (page["id"], page["name"], page["site"]) == (1, "rain", "a.example")
    assert (page["words"], page["settled"], page["open"]) == (15, False, 0)
    assert page["problem"] == "no annotator has marked this page as done"


def test_a_project_is_changed_and_deleted(client: Client) -> None:
    changed = client("PATCH", "/api/projects/1", {"instructions": "Keep posts."})
    assert (changed["prelabel"], changed["instructions"]) == ("sure", "Keep posts.")
    assert client("PATCH", "/api/projects/1", {"prelabel": None})["prelabel"] is None
    assert "no method" in client("PATCH", "/api/projects/1", {"prelabel": "x"}, 400)["error"]
    assert client("DELETE", "/api/projects/1") == {}
    assert "deleted" in client.get("/api/projects/1", 404)["error"]


def test_a_project_needs_a_free_name_and_a_known_method(client: Client) -> None:
    assert "already" in client.post("/api/projects", 409, name="news")["error"]
    assert "choose from sure" in client.post("/api/projects", 400, name="B", prelabel="x")["error"]
    assert "'name' is missing" in client.post("/api/projects", 400)["error"]


def test_the_encoding_of_an_upload_is_that_of_its_header(client: Client) -> None:
    client.http.post(
        "/api/projects/1/pages",
        content="<p>Żółć".encode("iso-8859-2"),
        headers={"Content-Type": 'text/html; charset="ISO-8859-2"'},
    )
    assert client.get(f"{PAGE}?annotator=Ann")["blocks"][0]["text"] == "Żółć"


def test_invalid_uploads_are_rejected(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "no visible text" in client.upload("<script>x</script>", status=400)["error"]
    client.upload()
    assert "already has this page" in client.upload(status=409)["error"]
    large = b"x" * (32 * 2**20 + 1)
    assert "over 32 MB" in client.http.post("/api/projects/1/pages", content=large).json()["error"]
    # A body without declared length is read up to the limit.
    chunks = iter([large[: 2**20]] * 64)
    response = client.http.post("/api/projects/1/pages", content=chunks)
    assert response.status_code == 413


def test_agreement_is_listed_by_pair(client: Client) -> None:
    assert client.get("/api/projects/1/agreement") == []
    label_by_both(client)
    (pair,) = client.get("/api/projects/1/agreement")
    assert (pair["first"], pair["second"], pair["pages"][0]["name"]) == ("Ann", "Ben", "rain")
    assert pair["content"]["equal"] == pytest.approx(5 / 6)
    assert 0 < pair["words"] < 1


def test_an_export_is_an_archive(client: Client) -> None:
    assert "no page has" in client.get("/api/projects/1/export?format=set", 400)["error"]
    label_by_both(client)
    response = client.http.get("/api/projects/1/export?format=cleaneval&annotator=Ben")
    assert response.headers["content-type"] == "application/zip"
    assert response.headers["content-disposition"] == (
        "attachment; filename=\"News-cleaneval.zip\"; filename*=UTF-8''News-cleaneval.zip"
    )
    archive = zipfile.ZipFile(io.BytesIO(response.content))
    assert archive.read("GoldStandard/rain.txt") == b"URL:\n<h>Rain\n"
    assert "choose from" in client.get("/api/projects/1/export?format=pdf", 400)["error"]


def test_pages_of_a_set_are_added_with_or_without_gold(client: Client) -> None:
    add = "/api/projects/1/pages/from-set"
    assert client.post(add, set="tiny", names=["b"]) == {"added": 1, "same": 0, "refused": []}
    assert client.post(add, set="tiny", all=True, gold=True) == {
        "added": 1,
        "same": 1,
        "refused": [],
    }
    found = client.get("/api/projects/1")
    assert [each["name"] for each in found["pages"]] == ["b", "a"]
    assert [each["states"] for each in found["pages"]] == [{"gold of tiny": "done"}] * 2
    assert "when you start the studio" in client.post(add, 404, set="none", all=True)["error"]
    assert "'names' must be a list" in client.post(add, 400, set="tiny")["error"]


def test_a_page_is_added_from_a_url(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fetch(url: str, *, allow_private: bool) -> Fetched:
        assert not allow_private
        if "a.example" not in url:
            raise FetchError(f"{url!r} is private", "pass allow_private=True", "allow_private")
        return Fetched("https://a.example/rain.html", HTML.encode(), None, "text/html")

    monkeypatch.setattr("webwinnow.io.fetch.fetch", fetch)
    add = "/api/projects/1/pages/address"
    assert client.post(add, url=" https://a.example/r ") == {"id": 1}
    (found,) = client.get("/api/projects/1")["pages"]
    assert (found["name"], found["url"]) == ("a.example_rain", "https://a.example/rain.html")
    assert client.post(add, 400, url="http://127.0.0.1/")["error"] == (
        "'http://127.0.0.1/' is private; if you trust it, start the studio with --allow-private"
    )


def test_the_scheme_of_a_url_is_optional(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fetch(url: str, *, allow_private: bool) -> Fetched:
        return Fetched(url, HTML.encode(), None, "text/html")

    monkeypatch.setattr("webwinnow.io.fetch.fetch", fetch)
    client.post("/api/projects/1/pages/address", url="a.example/rain")
    assert client.get("/api/projects/1")["pages"][0]["url"] == "https://a.example/rain"


@pytest.mark.parametrize("url", ["/etc/passwd", "file:///etc/passwd", "ftp://a.example/", ""])
def test_only_http_urls_are_fetched(client: Client, url: str) -> None:
    assert client.post("/api/projects/1/pages/address", 400, url=url)["error"]


def test_the_site_of_a_page_is_shown_and_changed(client: Client) -> None:
    client.upload()
    assert client.get("/api/projects/1")["pages"][0]["site"] == "unknown"
    assert client("PATCH", PAGE, {"site": "https://www.a.example/1"}) == {
        "id": 1,
        "site": "a.example",
    }
    assert client.get("/api/projects/1")["pages"][0]["site"] == "a.example"
    assert "name is empty" in client("PATCH", PAGE, {"site": ""}, 400)["error"]
    client.post("/api/projects", name="Other")
    client("PATCH", "/api/projects/2/pages/1", {"site": "b.example"}, 404)


def test_a_project_reads_labels_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.upload()
    calls: list[int] = []

    def page_statuses(store: annotation.Store, project: int) -> list[annotation.PageStatus]:
        calls.append(project)
        return read(store, project)

    read = annotation.page_statuses
    monkeypatch.setattr("webwinnow.annotation.page_statuses", page_statuses)
    assert len(client.get("/api/projects/1")["pages"]) == 1
    assert calls == [1]


def test_a_page_is_deleted(client: Client) -> None:
    client.upload()
    assert client("DELETE", PAGE) == {}
    assert client.get(f"{PAGE}?annotator=Ann", 404)["error"]


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"{", b"\xff", b"[" * 100_000, b'{"name": "\\ud800"}', b'{"name": 1}'],
)
def test_invalid_bodies_are_rejected(client: Client, body: bytes) -> None:
    response = client.http.post("/api/projects", content=body)
    assert response.status_code == 400
    assert response.json()["error"]
