from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.support.portal import Portal, served
from webwinnow.formats import FORMATS
from webwinnow.web.studio.start import Settings, open_studio

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
    with open_studio(settings) as app, TestClient(app, "http://127.0.0.1") as client:
        yield client


def open_page(client: TestClient, html: "str | bytes" = NEWS, query: str = "") -> str:
    response = client.post(
        f"/api/pages{query}", content=html, headers={"Content-Type": "text/html"}
    )
    assert response.status_code == 200, response.text
    id: str = response.json()["id"]
    return id


def error(client: TestClient, path: str, status: int = 400) -> str:
    response = client.get(path)
    assert response.status_code == status
    message: str = response.json()["error"]
    return message


def test_an_uploaded_page_is_opened(client: TestClient) -> None:
    id = open_page(client, query="?name=a%0Ab.html&url=https://example.org/a")
    view = client.get(f"/api/pages/{id}").json()
    assert (view["name"], view["url"], view["title"]) == (
        "a b.html",
        "https://example.org/a",
        "Rain",
    )
    assert view["has_gold"] is False
    assert client.get("/api/pages").json()[0]["id"] == id


def test_the_charset_of_the_request_is_used(client: TestClient) -> None:
    html = "<p>Eső".encode("iso-8859-2")
    id = client.post(
        "/api/pages", content=html, headers={"Content-Type": 'text/html; Charset="iso-8859-2"'}
    ).json()["id"]
    assert client.get(f"/api/pages/{id}").json()["blocks"][0]["text"] == "Eső"


def test_a_page_over_the_limit_is_rejected(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = 32 * 2**20
    # Chunks have no declared length.
    chunks = (b"x" * 2**20 for _ in range(33))
    for body in (b"x" * (size + 1), chunks):
        response = client.post("/api/pages", content=body)
        assert response.status_code == 413
        assert "over 32 MB" in response.json()["error"]
    assert client.post("/api/pages", content=b"x" * size).status_code == 200


def test_a_url_is_fetched(client: TestClient) -> None:
    with served(Portal(articles=3, slow=0)) as site:
        id = client.post("/api/pages/address", json={"url": site.address}).json()["id"]
        assert client.get(f"/api/pages/{id}").json()["url"].startswith(site.address)
    for url, message in {
        "": "the URL is missing",
        "http://127.0.0.1:1/": "Connection refused",
    }.items():
        response = client.post("/api/pages/address", json={"url": url})
        assert response.status_code == 400
        assert message in response.json()["error"]


def test_private_hosts_are_rejected_by_default(tmp_path: Path) -> None:
    with open_studio(Settings(tmp_path)) as app, TestClient(app, "http://127.0.0.1") as client:
        response = client.post("/api/pages/address", json={"url": "127.0.0.1:8/"})
    assert response.status_code == 400
    assert "--allow-private" in response.json()["error"]


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"[" * 100_000])
def test_invalid_bodies_are_rejected(client: TestClient, body: bytes) -> None:
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


def test_unknown_pages_and_sets_are_not_found(client: TestClient) -> None:
    assert "open it again" in error(client, "/api/pages/gone", 404)
    assert "open it again" in error(client, "/api/pages/gone/decision", 404)
    assert "open it again" in error(client, "/frame/page/gone", 404)
    assert "no set" in error(client, "/api/sets/none", 404)
    assert client.post("/api/sets/gold/open", json={"name": "../x"}).status_code == 404


def test_every_method_decides(client: TestClient) -> None:
    id = open_page(client)
    described = client.get("/api/methods").json()
    assert described["formats"] == list(FORMATS)
    names = [method["name"] for method in described["methods"] if method["name"] != "fiasco-visual"]
    runs = len(client.get(f"/api/pages/{id}").json()["run_words"])
    for name in names:
        view = client.get(f"/api/pages/{id}/decision?method={name}").json()
        assert len(view["keep"]) == len(view["score"]) == len(view["reason"]) == runs


@pytest.mark.parametrize(
    ("query", "message"),
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
def test_invalid_choices_are_reported(client: TestClient, query: str, message: str) -> None:
    assert message in error(client, f"/api/pages/{open_page(client)}/decision?{query}")


@pytest.mark.parametrize("query", ["to=pdf", "links=maybe", "tables=2"])
def test_invalid_text_options_are_rejected(client: TestClient, query: str) -> None:
    error(client, f"/api/pages/{open_page(client)}/text?{query}")


@pytest.mark.parametrize("query", ["from=-1", "count=x", "from=99999999999", "count=²"])
def test_invalid_numbers_are_rejected(client: TestClient, query: str) -> None:
    error(client, f"/api/sets/gold?{query}")


@pytest.mark.parametrize("to", FORMATS)
def test_texts_are_always_plain_text(client: TestClient, to: str) -> None:
    id = open_page(
        client, f"{NEWS}<p>{LONG} &lt;script&gt;", "?name=..%2F%22a b%0d%0aX: y%22/é.html"
    )
    response = client.get(f"/api/pages/{id}/text?method=all&to={to}&download=1")
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    disposition = response.headers["content-disposition"]
    assert disposition.startswith('attachment; filename="a_b_X_y_')
    assert "\n" not in disposition
    assert "/" not in disposition.replace("attachment", "")
    plain = client.get(f"/api/pages/{id}/text?method=all&to={to}")
    assert "content-disposition" not in plain.headers
    assert plain.headers["content-type"] == "text/plain; charset=utf-8"


def test_the_frame_marks_runs_and_has_its_own_policy(client: TestClient) -> None:
    response = client.get(f"/frame/page/{open_page(client)}")
    assert f"-->{LONG}" in response.text
    assert "<!--r" in response.text
    assert response.headers["x-page-cut"] == "0"
    assert "sandbox allow-same-origin" in response.headers["content-security-policy"]


def test_a_huge_page_is_truncated(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webwinnow.web.studio.page_cache.MAX_NODES", 100)
    page = client.get(f"/api/pages/{open_page(client, '<p>a' * 1000)}").json()
    assert page["truncated"]
    assert 10 < len(page["blocks"]) <= 100
