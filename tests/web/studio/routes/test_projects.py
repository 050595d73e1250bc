"""The routes of projects; what they call has its own tests."""

import io
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from tests.annotation.sample_project import HTML
from tests.web.studio.client import PAGE, Client, asking, both_done
from webwinnow import annotation
from webwinnow.errors import FetchError
from webwinnow.io.fetch import Fetched


def test_who_cannot_write_now_is_told_to_try_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webwinnow.annotation.store.BUSY_TIMEOUT", 0.05)
    with asking(tmp_path / "a.db") as ask:
        with closing(sqlite3.connect(tmp_path / "a.db")) as other:
            other.execute("BEGIN IMMEDIATE")
            assert "try again" in ask.post("/api/projects", status=503, name="News")["error"]
        assert ask.post("/api/projects", name="News")["id"] == 1


def test_projects_are_listed_with_their_progress(ask: Client) -> None:
    ask.upload()
    ask.get(f"{PAGE}?annotator=Ann")
    ask.post(f"{PAGE}/done", annotator="Ann", done=True)
    (project,) = ask.get("/api/projects")
    assert project["annotators"] == [
        {"name": "Ann", "begun": 0, "done": 1},
        {"name": "Ben", "begun": 0, "done": 0},
    ]
    assert (project["pages"], project["settled"], project["ready"]) == (1, 0, 1)
    assert (project["name"], project["prelabel"]) == ("News", "sure")


def test_a_project_is_shown_with_its_pages(ask: Client) -> None:
    ask.upload(query="?name=rain.html&url=https://a.example/1")
    ask.post(f"{PAGE}/labels", annotator="Ann", runs=[0], label=1)
    (page,) = ask.get("/api/projects/1")["pages"]
    assert page["states"] == {"Ann": "begun"}
    assert (page["id"], page["name"], page["site"]) == (1, "rain", "a.example")
    assert (page["words"], page["settled"], page["open"]) == (15, False, 0)
    assert page["problem"] == "no annotator has marked this page as done"


def test_a_project_is_changed_and_deleted(ask: Client) -> None:
    changed = ask("PATCH", "/api/projects/1", {"instructions": "Keep posts."})
    assert (changed["prelabel"], changed["instructions"]) == ("sure", "Keep posts.")
    assert ask("PATCH", "/api/projects/1", {"prelabel": None})["prelabel"] is None
    assert "no method" in ask("PATCH", "/api/projects/1", {"prelabel": "x"}, 400)["error"]
    assert ask("DELETE", "/api/projects/1") == {}
    assert "deleted" in ask.get("/api/projects/1", 404)["error"]


def test_a_project_needs_a_free_name_and_a_known_method(ask: Client) -> None:
    assert "already" in ask.post("/api/projects", 409, name="news")["error"]
    assert "choose from sure" in ask.post("/api/projects", 400, name="B", prelabel="x")["error"]
    assert "'name' is missing" in ask.post("/api/projects", 400)["error"]


def test_the_encoding_of_an_upload_is_what_its_header_says(ask: Client) -> None:
    ask.client.post(
        "/api/projects/1/pages",
        content="<p>Żółć".encode("iso-8859-2"),
        headers={"Content-Type": 'text/html; charset="ISO-8859-2"'},
    )
    assert ask.get(f"{PAGE}?annotator=Ann")["blocks"][0]["text"] == "Żółć"


def test_uploads_that_cannot_be_taken_are_refused(
    ask: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "no visible text" in ask.upload("<script>x</script>", status=400)["error"]
    ask.upload()
    assert "already has this page" in ask.upload(status=409)["error"]
    large = b"x" * (32 * 2**20 + 1)
    assert "over 32 MB" in ask.client.post("/api/projects/1/pages", content=large).json()["error"]
    # Neither is it read to its end where its length is not told.
    chunks = iter([large[: 2**20]] * 64)
    answer = ask.client.post("/api/projects/1/pages", content=chunks)
    assert answer.status_code == 413


def test_agreement_is_told_for_each_two(ask: Client) -> None:
    assert ask.get("/api/projects/1/agreement") == []
    both_done(ask)
    (pair,) = ask.get("/api/projects/1/agreement")
    assert (pair["first"], pair["second"], pair["pages"][0]["name"]) == ("Ann", "Ben", "rain")
    assert pair["content"]["equal"] == pytest.approx(5 / 6)
    assert 0 < pair["words"] < 1


def test_an_export_is_an_archive(ask: Client) -> None:
    assert "no page has" in ask.get("/api/projects/1/export?format=set", 400)["error"]
    both_done(ask)
    answer = ask.client.get("/api/projects/1/export?format=cleaneval&annotator=Ben")
    assert answer.headers["content-type"] == "application/zip"
    assert answer.headers["content-disposition"] == (
        "attachment; filename=\"News-cleaneval.zip\"; filename*=UTF-8''News-cleaneval.zip"
    )
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    assert archive.read("GoldStandard/rain.txt") == b"URL:\n<h>Rain\n"
    assert "choose from" in ask.get("/api/projects/1/export?format=pdf", 400)["error"]


def test_pages_come_from_a_set_with_its_gold_if_wanted(ask: Client) -> None:
    add = "/api/projects/1/pages/from-set"
    assert ask.post(add, set="tiny", names=["b"]) == {"added": 1, "same": 0, "refused": []}
    assert ask.post(add, set="tiny", all=True, gold=True) == {"added": 1, "same": 1, "refused": []}
    found = ask.get("/api/projects/1")
    assert [each["name"] for each in found["pages"]] == ["b", "a"]
    assert [each["states"] for each in found["pages"]] == [{"gold of tiny": "done"}] * 2
    assert "start the studio" in ask.post(add, 404, set="none", all=True)["error"]
    assert "'names' has to be a list" in ask.post(add, 400, set="tiny")["error"]


def test_pages_come_from_an_address(ask: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fetch(url: str, *, allow_private: bool) -> Fetched:
        assert not allow_private
        if "a.example" not in url:
            raise FetchError(f"{url!r} is private", "pass allow_private=True", "allow_private")
        return Fetched("https://a.example/rain.html", HTML.encode(), None, "text/html")

    monkeypatch.setattr("webwinnow.io.fetch.fetch", fetch)
    add = "/api/projects/1/pages/address"
    assert ask.post(add, url=" https://a.example/r ") == {"id": 1}
    (found,) = ask.get("/api/projects/1")["pages"]
    assert (found["name"], found["url"]) == ("a.example_rain", "https://a.example/rain.html")
    assert ask.post(add, 400, url="http://127.0.0.1/")["error"] == (
        "'http://127.0.0.1/' is private; if you trust it, start the studio with --allow-private"
    )


def test_the_scheme_of_an_address_may_be_left_out(
    ask: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fetch(url: str, *, allow_private: bool) -> Fetched:
        return Fetched(url, HTML.encode(), None, "text/html")

    monkeypatch.setattr("webwinnow.io.fetch.fetch", fetch)
    ask.post("/api/projects/1/pages/address", url="a.example/rain")
    assert ask.get("/api/projects/1")["pages"][0]["url"] == "https://a.example/rain"


@pytest.mark.parametrize("url", ["/etc/passwd", "file:///etc/passwd", "ftp://a.example/", ""])
def test_only_the_web_is_fetched_from(ask: Client, url: str) -> None:
    assert ask.post("/api/projects/1/pages/address", 400, url=url)["error"]


def test_the_site_of_a_page_is_shown_and_told(ask: Client) -> None:
    ask.upload()
    assert ask.get("/api/projects/1")["pages"][0]["site"] == "unknown"
    assert ask("PATCH", PAGE, {"site": "https://www.a.example/1"}) == {"id": 1, "site": "a.example"}
    assert ask.get("/api/projects/1")["pages"][0]["site"] == "a.example"
    assert "name is empty" in ask("PATCH", PAGE, {"site": ""}, 400)["error"]
    ask.post("/api/projects", name="Other")
    ask("PATCH", "/api/projects/2/pages/1", {"site": "b.example"}, 404)


def test_labels_are_read_once_to_show_a_project(
    ask: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask.upload()
    calls: list[int] = []

    def standings(store: annotation.Store, project: int) -> list[annotation.PageStatus]:
        calls.append(project)
        return read(store, project)

    read = annotation.page_statuses
    monkeypatch.setattr("webwinnow.annotation.page_statuses", standings)
    assert len(ask.get("/api/projects/1")["pages"]) == 1
    assert calls == [1]


def test_a_page_is_deleted(ask: Client) -> None:
    ask.upload()
    assert ask("DELETE", PAGE) == {}
    assert ask.get(f"{PAGE}?annotator=Ann", 404)["error"]


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"{", b"\xff", b"[" * 100_000, b'{"name": "\\ud800"}', b'{"name": 1}'],
)
def test_bodies_that_make_no_sense_are_refused(ask: Client, body: bytes) -> None:
    answer = ask.client.post("/api/projects", content=body)
    assert answer.status_code == 400
    assert answer.json()["error"]
