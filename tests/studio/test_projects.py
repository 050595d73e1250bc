"""The routes of projects on an application of their own; what they call has its own tests."""

import io
import json
import sqlite3
import sys
import zipfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.testclient import TestClient

from tests.annotation.small import HTML, Sure
from tests.gold_sets import gold_set, page
from webwinnow import Page
from webwinnow.annotation import Store
from webwinnow.datasets import GoldSet
from webwinnow.errors import FetchError, UnknownMethod
from webwinnow.fetch import Fetched
from webwinnow.methods.base import Method
from webwinnow.service.app import HANDLERS
from webwinnow.studio.projects import routes


class Catalogue:
    def find(self, name: str, preset: str | None = None) -> Method:
        if name != "sure":
            raise UnknownMethod(f"no method {name!r}; choose from sure")
        return Sure()


@dataclass(frozen=True)
class Loaded:
    gold_set: GoldSet

    def pages(self) -> GoldSet:
        return self.gold_set


class Sets:
    def find(self, set: str) -> Loaded:
        if set != "tiny":
            raise LookupError(f"no set {set!r}; start the studio with it")
        return Loaded(gold_set(page("a", html="<p>It rained all night.<p>Home"), page("b")))


@dataclass(frozen=True)
class Studio:
    store: Store
    catalogue: Catalogue = field(default_factory=Catalogue)
    sets: Sets = field(default_factory=Sets)
    allow_private: bool = False


class Client:
    """Answers as JSON, with the status that is wanted."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def __call__(self, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        answer = self.client.request(method, path, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def post(self, path: str, status: int = 200, **body: Any) -> Any:
        return self("POST", path, body, status)

    def get(self, path: str, status: int = 200) -> Any:
        return self("GET", path, status=status)

    def upload(self, html: str = HTML, query: str = "?name=rain.html", status: int = 200) -> Any:
        answer = self.client.post(f"/api/projects/1/pages{query}", content=html.encode())
        assert answer.status_code == status, answer.text
        return answer.json()


@pytest.fixture
def ask(tmp_path: Path) -> Iterator[Client]:
    """With a project, number 1, that has Ann and Ben and begins with labels of a method."""
    app = Starlette(routes=list(routes), exception_handlers=HANDLERS)
    with Store(tmp_path / "a.db") as store, TestClient(app) as client:
        app.state.studio = Studio(store)
        ask = Client(client)
        assert ask.post("/api/projects", name="News", prelabel="sure")["id"] == 1
        for name in ("Ann", "Ben"):
            assert ask.post("/api/projects/1/annotators", name=name) == {"name": name}
        yield ask


PAGE = "/api/projects/1/pages/1"


def test_who_cannot_write_now_is_told_to_try_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webwinnow.annotation.store.PATIENCE", 0.05)
    app = Starlette(routes=list(routes), exception_handlers=HANDLERS)
    with Store(tmp_path / "a.db") as store, TestClient(app) as client:
        app.state.studio = Studio(store)
        ask = Client(client)
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
    assert page["problem"] == "nobody has said that this page is done"


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


def test_an_uploaded_page_is_opened_with_the_labels_of_the_method(ask: Client) -> None:
    assert ask.upload() == {"id": 1}
    ask.upload("<p>Sun", "")
    found = ask.get(f"{PAGE}?annotator=Ann")
    assert found["page"] == {
        "id": 1,
        "name": "rain",
        "url": None,
        "title": "Rain",
        "position": 1,
        "count": 2,
        "previous": None,
        "next": 2,
    }
    block = found["blocks"][2]
    assert (block["block"], block["runs"], block["visible"]) == (2, [2, 3, 4], True)
    assert block["text"] == "It rained all night."
    assert found["labels"] == [3, 3, 1, 1, 1, 1, 1, 1]
    assert (found["act"], found["can_undo"], found["can_redo"]) == (0, False, False)
    assert (found["state"], found["prelabelled"], found["carried"]) == ("untouched", "sure", None)
    assert (found["left"], found["problem"]) == (0, None)


def test_blocks_that_cannot_be_seen_say_so(ask: Client) -> None:
    ask.upload("<title>T</title><p>Sun<p hidden>Rain")
    blocks = ask.get(f"{PAGE}?annotator=Ann")["blocks"]
    assert [block["visible"] for block in blocks] == [False, True, False]


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
    assert "this page already" in ask.upload(status=409)["error"]
    large = b"x" * (32 * 2**20 + 1)
    assert "over 32 MB" in ask.client.post("/api/projects/1/pages", content=large).json()["error"]
    # Neither is it read to its end where its length is not told.
    chunks = iter([large[: 2**20]] * 64)
    answer = ask.client.post("/api/projects/1/pages", content=chunks)
    assert answer.status_code == 413


def test_labels_are_given_undone_and_done_again(ask: Client) -> None:
    ask.upload()
    ask.get(f"{PAGE}?annotator=Ann")
    done = ask.post(f"{PAGE}/labels", annotator="Ann", act=0, runs=[1, 2], label=4)
    assert done["changes"] == [[1, 4], [2, 4]]
    assert (done["act"], done["can_undo"], done["state"]) == (1, True, "begun")
    undone = ask.post(f"{PAGE}/undo", annotator="Ann", act=1)
    assert (undone["changes"], undone["can_redo"]) == ([[1, 3], [2, 1]], True)
    again = ask.post(f"{PAGE}/redo", annotator="Ann", act=2)
    assert (again["changes"], again["act"]) == ([[1, 4], [2, 4]], 3)


def test_a_window_that_is_behind_gets_the_labels_as_they_are(ask: Client) -> None:
    ask.upload()
    ask.post(f"{PAGE}/labels", annotator="Ann", act=0, runs=[0], label=1)
    for path, more in (("labels", {"runs": [0], "label": 2}), ("undo", {}), ("done", {})):
        late = ask.post(f"{PAGE}/{path}", 409, annotator="Ann", act=0, **more)
        assert (late["labels"][0], late["act"], late["can_undo"]) == (1, 1, True)
        assert "changed elsewhere" in late["error"]


def test_done_tells_how_many_blocks_are_left_or_fills_them(ask: Client) -> None:
    ask.upload()
    ask.post(f"{PAGE}/labels", annotator="Ann", runs=[0], label=1)
    refused = ask.post(f"{PAGE}/done", 409, annotator="Ann", done=True)
    assert (refused["left"], refused["error"][:21]) == (5, "5 blocks have no labe")
    done = ask.post(f"{PAGE}/done", annotator="Ann", done=True, rest="boilerplate")
    assert (done["state"], len(done["changes"])) == ("done", 7)
    assert ask.post(f"{PAGE}/done", annotator="Ann", done=False)["state"] == "begun"
    assert "cannot be" in ask.post(f"{PAGE}/done", 400, annotator="Ann", rest="content")["error"]


def both_done(ask: Client) -> None:
    ask.upload()
    for name, runs in (("Ann", [1, 2, 3, 4]), ("Ben", [1])):
        ask.post(f"{PAGE}/labels", annotator=name, runs=runs, label=2)
        ask.post(f"{PAGE}/done", annotator=name, rest="boilerplate")


def test_differences_are_shown_and_settled(ask: Client) -> None:
    both_done(ask)
    found = ask.get(f"{PAGE}/differences")
    assert (found["annotators"], found["settled"], found["open"]) == (["Ann", "Ben"], False, 1)
    (difference,) = found["differences"]
    assert difference["text"] == "It rained all night."
    assert difference["labels"] == {"Ann": 2, "Ben": 1}
    assert (found["act"], found["can_undo"], set(found["labels"])) == (0, False, {0})
    settled = ask.post(f"{PAGE}/final", act=0, runs=difference["runs"], label=4)
    assert (settled["settled"], settled["open"], settled["problem"]) == (True, 0, None)
    assert "changed elsewhere" in ask.post(f"{PAGE}/final", 409, act=0, runs=[2], label=1)["error"]
    # Whoever else is named there, what was decided is what is told.
    late = ask.post(f"{PAGE}/final/undo", 409, act=0, annotator=1)
    assert (late["labels"][1:5], late["act"]) == ([0, 4, 4, 4], 1)
    assert not ask.post(f"{PAGE}/final/undo", act=1)["settled"]
    assert ask.post(f"{PAGE}/final/redo", act=2)["settled"]
    assert ask.get("/api/projects")[0]["settled"] == 1


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
        "attachment; filename*=UTF-8''News-cleaneval.zip"
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
    assert found["pages"][1]["states"] == {"gold of tiny": "done"}
    assert "start the studio" in ask.post(add, 404, set="none", all=True)["error"]
    assert "'names' has to be a list" in ask.post(add, 400, set="tiny")["error"]


def test_pages_come_from_an_address(ask: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fetch(url: str, *, allow_private: bool) -> Fetched:
        assert not allow_private
        if "a.example" not in url:
            raise FetchError(f"{url!r} is private")
        return Fetched("https://a.example/rain.html", HTML.encode(), None, "text/html")

    monkeypatch.setattr("webwinnow.fetch.fetch", fetch)
    add = "/api/projects/1/pages/address"
    assert ask.post(add, url=" https://a.example/r ") == {"id": 1}
    (found,) = ask.get("/api/projects/1")["pages"]
    assert (found["name"], found["url"]) == ("a.example_rain", "https://a.example/rain.html")
    assert "is private" in ask.post(add, 400, url="http://127.0.0.1/")["error"]


@pytest.mark.parametrize("url", ["/etc/passwd", "file:///etc/passwd", "ftp://a.example/", ""])
def test_only_the_web_is_fetched_from(ask: Client, url: str) -> None:
    assert ask.post("/api/projects/1/pages/address", 400, url=url)["error"]


def test_a_page_is_deleted(ask: Client) -> None:
    ask.upload()
    assert ask("DELETE", PAGE) == {}
    assert ask.get(f"{PAGE}?annotator=Ann", 404)["error"]


def test_a_page_is_found_only_in_its_project(ask: Client) -> None:
    ask.upload()
    ask.post("/api/projects", name="Other")
    wrong = "/api/projects/2/pages/1"
    assert "has no page" in ask.get(f"{wrong}?annotator=Ann", 404)["error"]
    for path in ("labels", "undo", "done", "final", "final/undo"):
        ask.post(f"{wrong}/{path}", 404, annotator="Ann", runs=[0], label=1)
    ask("DELETE", wrong, status=404)


def test_strangers_are_told_to_come_in_first(ask: Client) -> None:
    ask.upload()
    assert "add the name first" in ask.get(f"{PAGE}?annotator=Cyd", 404)["error"]
    assert "whose labels?" in ask.get(PAGE, 400)["error"]


def test_the_frame_shows_the_page(ask: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    frames: Any = ModuleType("webwinnow.studio.frames")

    def frame(page: Page) -> HTMLResponse:
        return HTMLResponse(f"{len(page.runs)} runs")

    frames.frame = frame
    monkeypatch.setitem(sys.modules, "webwinnow.studio.frames", frames)
    ask.upload()
    assert ask.client.get("/frame/project/1/1").text == "8 runs"
    assert ask.client.get("/frame/project/1/2").status_code == 404


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"{", b"\xff", b"[" * 100_000, b'{"name": "\\ud800"}', b'{"name": 1}'],
)
def test_bodies_that_make_no_sense_are_refused(ask: Client, body: bytes) -> None:
    answer = ask.client.post("/api/projects", content=body)
    assert answer.status_code == 400
    assert answer.json()["error"]


ROUTES = [
    (method, route.path.replace("{id:int}", "1").replace("{page:int}", "1"))
    for route in routes
    if "frame" not in route.path and "address" not in route.path
    for method in sorted(route.methods or ())
    if method in ("POST", "PATCH")
]
values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from(["Ann", "", "tiny", "sure", "boilerplate", 2**63, -1, 0, 7, 1.5]),
    st.text(max_size=4),
    st.lists(st.one_of(st.integers(-2, 9), st.text(max_size=2), st.none()), max_size=3),
)
NAMES = ["name", "annotator", "act", "runs", "label", "done", "rest", "set", "names", "all", "gold"]
NAMES += ["prelabel", "instructions"]


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(ROUTES), st.dictionaries(st.sampled_from(NAMES), values))
def test_whatever_is_sent_the_answer_is_no_fault_of_the_server(
    ask: Client, route: tuple[str, str], body: dict[str, object]
) -> None:
    if not ask.get("/api/projects/1")["pages"]:
        ask.upload()
    # A fault would be raised here: the client lets exceptions of the application through.
    answer = ask.client.request(*route, content=json.dumps(body))
    assert answer.status_code in (200, 400, 404, 409)
    if answer.status_code != 200:
        assert answer.json()["error"]


@pytest.mark.parametrize("id", ["9" * 30, "0"])
def test_numbers_beyond_all_bounds_are_not_there(ask: Client, id: str) -> None:
    assert ask.get(f"/api/projects/{id}", 404)["error"]
    assert ask.get(f"/api/projects/1/pages/{id}?annotator=Ann", 404)["error"]
