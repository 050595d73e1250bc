from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.support.portal import Portal, served
from webwinnow.formats import FORMATS
from webwinnow.web.studio import bodies
from webwinnow.web.studio.start import Settings, studio_in

LONG = "It rained all night, and in the morning the streets were full of water and of leaves."
NEWS = f"<title>Rain</title><nav><a href=/>Home</a></nav><h1>Rain</h1><p>{LONG * 3}"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    folder = tmp_path / "gold"
    folder.mkdir()
    for name in ("rain", "sun"):
        (folder / f"{name}.html").write_text(NEWS)
        (folder / f"{name}.txt").write_text(LONG * 3)
    settings = Settings(tmp_path / "data", (str(folder),), allow_private=True)
    with studio_in(settings) as app, TestClient(app, "http://127.0.0.1") as client:
        yield client


def opened(client: TestClient, html: "str | bytes" = NEWS, query: str = "") -> str:
    answer = client.post(f"/api/pages{query}", content=html, headers={"Content-Type": "text/html"})
    assert answer.status_code == 200, answer.text
    id: str = answer.json()["id"]
    return id


def error(client: TestClient, address: str, status: int = 400) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    told: str = answer.json()["error"]
    return told


def test_a_page_that_was_sent_can_be_looked_at(client: TestClient) -> None:
    id = opened(client, query="?name=a%0Ab.html&url=https://example.org/a")
    view = client.get(f"/api/pages/{id}").json()
    assert (view["name"], view["url"], view["title"]) == (
        "a b.html",
        "https://example.org/a",
        "Rain",
    )
    assert view["has_gold"] is False
    assert client.get("/api/pages").json()[0]["id"] == id


def test_the_charset_of_the_request_wins(client: TestClient) -> None:
    html = "<p>Eső".encode("iso-8859-2")
    id = client.post(
        "/api/pages", content=html, headers={"Content-Type": 'text/html; Charset="iso-8859-2"'}
    ).json()["id"]
    assert client.get(f"/api/pages/{id}").json()["blocks"][0]["text"] == "Eső"


def test_a_page_beyond_the_bound_is_refused(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies.read_body, "__kwdefaults__", {"most": 1000})

    # Parts come without their length.
    parts = (b"x" * 100 for _ in range(11))
    for body in (b"x" * 1001, parts):
        answer = client.post("/api/pages", content=body)
        assert answer.status_code == 413
        assert "1000 bytes" in answer.json()["error"]
    assert client.post("/api/pages", content=b"x" * 1000).status_code == 200


def test_an_address_is_fetched_by_the_rules_of_the_command(client: TestClient) -> None:
    with served(Portal(articles=3, slow=0)) as site:
        id = client.post("/api/pages/address", json={"url": site.address}).json()["id"]
        assert client.get(f"/api/pages/{id}").json()["url"].startswith(site.address)
    for url, told in {"": "no address given", "http://127.0.0.1:1/": "Connection refused"}.items():
        answer = client.post("/api/pages/address", json={"url": url})
        assert answer.status_code == 400
        assert told in answer.json()["error"]


def test_private_hosts_are_refused_unless_the_studio_was_told(tmp_path: Path) -> None:
    with studio_in(Settings(tmp_path)) as app, TestClient(app, "http://127.0.0.1") as client:
        answer = client.post("/api/pages/address", json={"url": "127.0.0.1:8/"})
    assert answer.status_code == 400
    assert "--allow-private" in answer.json()["error"]


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"[" * 100_000])
def test_what_is_no_object_is_refused(client: TestClient, body: bytes) -> None:
    for address in ("/api/pages/address", "/api/sets/gold/open"):
        assert client.post(address, content=body).status_code == 400


def test_sets_are_listed_searched_and_opened(client: TestClient) -> None:
    assert [found["id"] for found in client.get("/api/sets").json()] == ["gold"]
    found = client.get("/api/sets/gold?from=1&count=1").json()
    assert (found["names"], found["found"], found["pages"]) == (["sun"], 2, 2)
    assert client.get("/api/sets/gold?search=RA").json()["names"] == ["rain"]
    id = client.post("/api/sets/gold/open", json={"name": "rain"}).json()["id"]
    view = client.get(f"/api/pages/{id}").json()
    assert (view["has_gold"], view["set"]) == (True, "gold")
    gold = client.get(f"/api/pages/{id}/text?method=gold").text
    assert gold.strip() == LONG * 3


def test_what_is_gone_or_was_never_there_is_not_found(client: TestClient) -> None:
    assert "open it again" in error(client, "/api/pages/gone", 404)
    assert "open it again" in error(client, "/api/pages/gone/decision", 404)
    assert "open it again" in error(client, "/frame/page/gone", 404)
    assert "no set" in error(client, "/api/sets/none", 404)
    assert client.post("/api/sets/gold/open", json={"name": "../x"}).status_code == 404


def test_every_method_decides_or_tells_why_not(client: TestClient) -> None:
    id = opened(client)
    described = client.get("/api/methods").json()
    assert described["formats"] == list(FORMATS)
    names = [method["name"] for method in described["methods"] if method["name"] != "fiasco-visual"]
    runs = len(client.get(f"/api/pages/{id}").json()["run_words"])
    for name in names:
        view = client.get(f"/api/pages/{id}/decision?method={name}").json()
        assert len(view["keep"]) == len(view["score"]) == len(view["reason"]) == runs


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("method=nonsense", "no method 'nonsense'"),
        ("method=bte:weight=2", "method 'bte' has no setting 'weight'"),
        ("method=winnow:model=x", "clients cannot set 'model'"),
        ("preset=nonsense", "preset"),
        ("method=gold", "has no gold"),
        ("threshold=2", "from 0 to 1"),
        ("threshold=nan", "from 0 to 1"),
        ("threshold=x", "from 0 to 1"),
    ],
)
def test_what_cannot_be_decided_is_said(client: TestClient, query: str, told: str) -> None:
    assert told in error(client, f"/api/pages/{opened(client)}/decision?{query}")


@pytest.mark.parametrize("query", ["to=pdf", "links=maybe", "tables=2"])
def test_texts_that_cannot_be_given_are_refused(client: TestClient, query: str) -> None:
    error(client, f"/api/pages/{opened(client)}/text?{query}")


@pytest.mark.parametrize("query", ["from=-1", "count=x", "from=99999999999", "count=²"])
def test_numbers_that_are_none_are_refused(client: TestClient, query: str) -> None:
    error(client, f"/api/sets/gold?{query}")


@pytest.mark.parametrize("to", FORMATS)
def test_texts_are_never_pages_of_the_studio(client: TestClient, to: str) -> None:
    id = opened(client, f"{NEWS}<p>{LONG} &lt;script&gt;", "?name=..%2F%22a b%0d%0aX: y%22/é.html")
    answer = client.get(f"/api/pages/{id}/text?method=all&to={to}&download=1")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    disposition = answer.headers["content-disposition"]
    assert disposition.startswith('attachment; filename="a_b_X_y_')
    assert "\n" not in disposition
    assert "/" not in disposition.replace("attachment", "")
    plain = client.get(f"/api/pages/{id}/text?method=all&to={to}")
    assert "content-disposition" not in plain.headers
    assert plain.headers["content-type"] == "text/plain; charset=utf-8"


def test_the_frame_has_marks_and_its_own_policy(client: TestClient) -> None:
    answer = client.get(f"/frame/page/{opened(client)}")
    assert f"-->{LONG}" in answer.text
    assert "<!--r" in answer.text
    assert answer.headers["x-page-cut"] == "0"
    assert "sandbox allow-same-origin" in answer.headers["content-security-policy"]


def test_of_a_huge_page_the_beginning_is_shown(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webwinnow.web.studio.page_cache.ITEMS", 100)
    page = client.get(f"/api/pages/{opened(client, '<p>a' * 1000)}").json()
    assert page["truncated"]
    assert 10 < len(page["blocks"]) <= 100
