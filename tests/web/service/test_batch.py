import threading
import time
from typing import Any

import pytest

from tests.support.portal import Portal, served
from tests.web.service.client import PAGE, TEXT, client
from webwinnow.io.fetch import Fetched
from webwinnow.web.service import fetching

ask = client()


def batch(pages: object, **settings: object) -> Any:
    return ask.post("/v1/batch", json={"pages": pages, **settings})


def test_each_page_has_its_result_in_order() -> None:
    pages = [{"html": f"<p>Page {n} of many.", "url": f"http://a/{n}"} for n in range(100)]
    results = batch(pages, method="all").json()["results"]
    assert [each["text"] for each in results] == [f"Page {n} of many.\n" for n in range(100)]
    assert [each["url"] for each in results] == [page["url"] for page in pages]


def test_results_are_what_single_pages_give() -> None:
    (result,) = batch([{"html": PAGE}], to="markdown", metadata=True).json()["results"]
    alone = {"html": PAGE, "to": "markdown", "metadata": True}
    assert result == ask.post("/v1/clean", json=alone).json()
    assert result["text"] == TEXT


def test_a_page_that_fails_has_an_error_and_the_rest_goes_on() -> None:
    pages = [{"html": "<p>good"}, {"html": "<p>bad"}, {"html": "<p>good"}]
    results = batch(pages, method="broken").json()["results"]
    assert results[1] == {"error": "ValueError: no such luck"}
    assert [each.get("text") for each in results] == ["good\n", None, "good\n"]


def test_no_pages_have_no_results_but_settings_are_checked() -> None:
    assert batch([]).json() == {"results": []}
    assert batch([], method="nope").status_code == 400
    assert batch([], to="nope").status_code == 400


@pytest.mark.parametrize(
    ("pages", "message"),
    [
        (None, "pages must be a list"),
        ([1], "pages[0] must be an object"),
        ([{"html": ""}, {}], "pages[1]: neither html nor url"),
        ([{"html": "", "method": "bte"}], "no setting 'method' in pages[0]; there are html, url"),
        ([{"html": "", "url": 1}], "pages[0].url must be a text"),
    ],
)
def test_what_makes_no_sense_is_named_by_its_place(pages: object, message: str) -> None:
    answer = batch(pages)
    assert answer.status_code == 400
    assert message in answer.json()["error"]


def test_an_address_of_its_own_belongs_to_a_page() -> None:
    assert batch([{"html": PAGE}], url="http://a/").status_code == 400


def test_too_many_pages_are_refused() -> None:
    answer = client(max_pages=3).post("/v1/batch", json={"pages": [{"html": ""}] * 4})
    assert answer.status_code == 400
    assert answer.json() == {"error": "over 3 pages; send fewer at once"}


def test_addresses_need_leave() -> None:
    assert batch([{"html": ""}, {"url": "http://a/"}]).status_code == 403


def test_addresses_are_fetched_where_allowed_and_failures_told_one_by_one() -> None:
    asked = client(allow_fetch=True, allow_private=True)
    with served(Portal(articles=1, slow=0)) as site:
        pages = [{"url": f"{site.address}/no-such-page"}, {"url": f"{site.address}/"}]
        answer = asked.post("/v1/batch", json={"pages": [*pages, {"html": PAGE}]})
    lost, found, given = answer.json()["results"]
    assert "404" in lost["error"]
    assert found["url"] == f"{site.address}/"
    assert given["text"] == TEXT


def addresses(count: int) -> dict[str, Any]:
    return {"pages": [{"url": f"http://a.example/{n}"} for n in range(count)], "method": "all"}


def test_however_many_addresses_all_have_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    def fetch(url: str, *_: Any, **__: Any) -> Fetched:
        return Fetched(url, f"<p>At {url}.".encode(), None, None)

    monkeypatch.setattr(fetching, "fetch", fetch)
    answer = client(allow_fetch=True, concurrency=16).post("/v1/batch", json=addresses(200))
    texts = [each.get("text") for each in answer.json()["results"]]
    assert texts == [f"At http://a.example/{n}.\n" for n in range(200)]


def test_only_so_many_fetched_pages_are_held_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    held, most, lock = 0, 0, threading.Lock()

    def count(change: int) -> None:
        nonlocal held, most
        with lock:
            held += change
            most = max(most, held)

    def fetch(url: str, *_: Any, **__: Any) -> Fetched:
        count(1)
        return Fetched(url, b"<p>It rained.", None, None)

    asked = client(allow_fetch=True, concurrency=1, fetches=2)
    cleaning = asked.app.state.service.cleaning  # type: ignore[attr-defined]
    attempt = cleaning.attempt

    def counted(*given: Any) -> bytes:
        time.sleep(0.01)
        count(-1)
        answer: bytes = attempt(*given)
        return answer

    monkeypatch.setattr(fetching, "fetch", fetch)
    monkeypatch.setattr(cleaning, "attempt", counted)
    assert asked.post("/v1/batch", json=addresses(10)).status_code == 200
    assert (held, most) == (0, 2)


def test_addresses_whose_turn_does_not_come_in_time_are_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fetching, "fetch", lambda *_, **__: time.sleep(0.5))
    asked = client(allow_fetch=True, fetches=1, time_limit=0.2)
    answer = asked.post("/v1/batch", json=addresses(3))
    assert answer.status_code == 504
    assert answer.json() == {"error": "it took too long; send less at once"}
