from typing import Any

import pytest

from tests.portal import Portal, served
from tests.service.asking import PAGE, TEXT, client

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
