import threading
import time
from typing import Any

import pytest

from tests.support.portal import Portal, served
from tests.web.service.client import PAGE, TEXT, client
from webwinnow.io.fetch import Fetched
from webwinnow.web.service import cleaning

http = client()


def batch(pages: object, **settings: object) -> Any:
    return http.post("/v1/batch", json={"pages": pages, **settings})


def test_results_are_in_the_order_of_the_pages() -> None:
    pages = [{"html": f"<p>Page {n} of many.", "url": f"http://a/{n}"} for n in range(100)]
    results = batch(pages, method="all").json()["results"]
    assert [each["text"] for each in results] == [f"Page {n} of many.\n" for n in range(100)]
    assert [each["url"] for each in results] == [page["url"] for page in pages]


def test_batch_results_equal_single_results() -> None:
    (result,) = batch([{"html": PAGE}], to="markdown", metadata=True).json()["results"]
    alone = {"html": PAGE, "to": "markdown", "metadata": True}
    assert result == http.post("/v1/clean", json=alone).json()
    assert result["text"] == TEXT


def test_a_failed_page_does_not_affect_the_others() -> None:
    pages = [{"html": "<p>good"}, {"html": "<p>bad"}, {"html": "<p>good"}]
    results = batch(pages, method="broken").json()["results"]
    assert results[1] == {"error": "ValueError: no such luck"}
    assert [each.get("text") for each in results] == ["good\n", None, "good\n"]


def test_an_empty_batch_has_no_results_but_checked_settings() -> None:
    assert batch([]).json() == {"results": []}
    assert batch([], method="nope").status_code == 400
    assert batch([], to="nope").status_code == 400


@pytest.mark.parametrize(
    ("pages", "message"),
    [
        (None, "pages must be a list"),
        ([1], "pages[0] must be a JSON object"),
        ([{"html": ""}, {}], "pages[1]: html and url are both missing"),
        (
            [{"html": "", "method": "bte"}],
            "unknown setting 'method' in pages[0]; choose from",
        ),
        ([{"html": "", "url": 1}], "pages[0].url must be a string"),
    ],
)
def test_invalid_pages_are_reported_with_their_index(pages: object, message: str) -> None:
    response = batch(pages)
    assert response.status_code == 400
    assert message in response.json()["error"]


def test_a_batch_has_no_url_setting() -> None:
    assert batch([{"html": PAGE}], url="http://a/").status_code == 400


def test_too_many_pages_are_rejected() -> None:
    response = client(max_pages=3).post("/v1/batch", json={"pages": [{"html": ""}] * 4})
    assert response.status_code == 400
    assert response.json() == {"error": "over 3 pages; send fewer at once"}


def test_urls_are_rejected_unless_fetching_is_on() -> None:
    assert batch([{"html": ""}, {"url": "http://a/"}]).status_code == 403


def test_urls_are_fetched_if_allowed_and_failures_reported_singly() -> None:
    http = client(allow_fetch=True, allow_private=True)
    with served(Portal(articles=1, slow=0)) as site:
        pages = [{"url": f"{site.address}/no-such-page"}, {"url": f"{site.address}/"}]
        response = http.post("/v1/batch", json={"pages": [*pages, {"html": PAGE}]})
    missing, found, sent = response.json()["results"]
    assert "404" in missing["error"]
    assert found["url"] == f"{site.address}/"
    assert sent["text"] == TEXT


def url_batch(count: int) -> dict[str, Any]:
    return {"pages": [{"url": f"http://a.example/{n}"} for n in range(count)], "method": "all"}


def test_many_urls_are_all_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    def fetch(url: str, *_: Any, **__: Any) -> Fetched:
        return Fetched(url, f"<p>At {url}.".encode(), None, None)

    monkeypatch.setattr(cleaning, "fetch", fetch)
    response = client(allow_fetch=True, concurrency=16).post("/v1/batch", json=url_batch(200))
    texts = [each.get("text") for each in response.json()["results"]]
    assert texts == [f"At http://a.example/{n}.\n" for n in range(200)]


def test_the_number_of_fetched_pages_in_memory_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    held, most, lock = 0, 0, threading.Lock()

    def count(change: int) -> None:
        nonlocal held, most
        with lock:
            held += change
            most = max(most, held)

    def fetch(url: str, *_: Any, **__: Any) -> Fetched:
        count(1)
        return Fetched(url, b"<p>It rained.", None, None)

    http = client(allow_fetch=True, concurrency=1, fetches=2)
    cleaner = http.app.state.service.cleaner  # type: ignore[attr-defined]
    clean = cleaner.clean_or_report

    def count_and_clean(*arguments: Any) -> bytes:
        time.sleep(0.01)
        count(-1)
        response: bytes = clean(*arguments)
        return response

    monkeypatch.setattr(cleaning, "fetch", fetch)
    monkeypatch.setattr(cleaner, "clean_or_report", count_and_clean)
    assert http.post("/v1/batch", json=url_batch(10)).status_code == 200
    assert (held, most) == (0, 2)


def test_urls_that_wait_too_long_time_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cleaning, "fetch", lambda *_, **__: time.sleep(0.5))
    http = client(allow_fetch=True, fetches=1, time_limit=0.2)
    response = http.post("/v1/batch", json=url_batch(3))
    assert response.status_code == 504
    assert response.json() == {"error": "the request took too long; send less at once"}
