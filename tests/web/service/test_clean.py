import gzip
import json
import zlib
from typing import Any

import pytest

from tests.support.portal import Portal, served
from tests.web.service.client import HTML, PAGE, TEXT, client
from webwinnow import RenderOptions, extract
from webwinnow.formats import FORMATS

ask = client()


def clean(body: Any, **given: Any) -> Any:
    headers = {**HTML, **given.pop("headers", {})}
    return ask.post("/v1/clean", content=body, headers=headers, **given)


def test_a_page_is_answered_with_its_text_and_what_is_known_of_it() -> None:
    assert clean(PAGE).json() == {
        "text": TEXT,
        "to": "text",
        "method": "winnow",
        "url": None,
        "score": round(extract(PAGE).score or 0, 4),
        "page_type": extract(PAGE).page_type,
        "truncated": False,
        "reason": None,
        "encoding": "UTF-8",
    }


def test_json_holds_page_and_settings() -> None:
    answer = ask.post(
        "/v1/clean",
        json={"html": PAGE, "url": "https://example.org/a", "method": "bte", "metadata": True},
    ).json()
    assert answer["method"] == "bte"
    assert answer["url"] == "https://example.org/a"
    assert answer["metadata"] == {"title": "Rain", "url": "https://example.org/a"}
    assert answer["encoding"] is None


def test_what_json_says_wins_over_the_query() -> None:
    asked = {"html": PAGE, "method": "bte", "url": None}
    answer = ask.post("/v1/clean?method=all&to=markdown&url=http://a/", json=asked).json()
    assert (answer["method"], answer["to"], answer["url"]) == ("bte", "markdown", None)


def test_method_may_have_settings() -> None:
    page = f"<p>One two three four five six.{'<hr>' * 4}<p>Seven eight nine ten."
    texts = [
        clean(page, params={"method": method}).json()["text"]
        for method in ("bte", "bte:tag_weight=0.1", "bte:preset=recall")
    ]
    assert ["Seven" in text for text in texts] == [False, True, True]
    rejected = clean(page, params={"method": "winnow:model=/etc/passwd"})
    assert rejected.status_code == 400
    assert "clients cannot set 'model'" in rejected.json()["error"]


@pytest.mark.parametrize("to", FORMATS)
def test_both_forms_give_what_the_library_gives(to: str) -> None:
    page = "<p>It <a href=/x>rained</a> all day.<table><tr><td>1<td>2<tr><td>3<td>4</table>"
    settings = {"to": to, "method": "all", "links": True, "tables": False}
    inside = ask.post("/v1/clean", json={"html": page, **settings}).json()["text"]
    query = {name: str(value).lower() for name, value in settings.items()}
    assert clean(page, params=query).json()["text"] == inside
    options = RenderOptions(links=True, tables=False)
    assert inside == extract(page, method="all", to=to, options=options).text


@pytest.mark.parametrize("kind", ["text/html", "application/xhtml+xml", "text/plain", None])
def test_a_page_comes_as_any_of_these_types(kind: str | None) -> None:
    headers = {} if kind is None else {"Content-Type": kind}
    assert ask.post("/v1/clean", content=PAGE, headers=headers).json()["text"] == TEXT


def test_nothing_at_all_is_no_page_but_an_empty_one_is() -> None:
    answer = ask.post("/v1/clean")
    assert answer.status_code == 400
    assert answer.json() == {"error": "there is no body; send the page"}
    assert clean(b"").json()["reason"] == "the page has no visible text"


def test_the_charset_of_the_header_is_the_transports() -> None:
    page = "<p>Это был долгий дождливый день."
    for charset in ("windows-1251", '"windows-1251"'):
        headers = {"Content-Type": f"text/html; Charset={charset}"}
        answer = clean(page.encode("cp1251"), headers=headers).json()
        assert (answer["text"], answer["encoding"]) == (f"{page[3:]}\n", "windows-1251")


def test_a_page_without_text_says_why() -> None:
    answer = clean(b"%PDF-1.7 ...").json()
    assert answer["text"] == ""
    assert answer["reason"].startswith("not HTML")


@pytest.mark.parametrize(
    ("accept", "is_text"),
    [
        ("text/plain", True),
        ("text/*", True),
        ("text/plain;q=0.5, application/json;q=0.4", True),
        ("application/json, text/plain", False),
        ("text/plain;q=0", False),
        ("text/plain;q=x", False),
        ("*/*", False),
        ("", False),
    ],
)
def test_the_bare_text_is_for_those_who_would_rather_have_it(accept: str, is_text: bool) -> None:
    answer = clean(PAGE, headers={"Accept": accept})
    assert (answer.text == TEXT) == is_text
    kind = "text/plain; charset=utf-8" if is_text else "application/json"
    assert answer.headers["content-type"] == kind


def test_html_of_a_page_is_never_served_as_html() -> None:
    answer = clean(PAGE, params={"to": "html"}, headers={"Accept": "text/html, text/plain"})
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("pack", [gzip.compress, zlib.compress])
def test_packed_bodies_are_unpacked(pack: Any) -> None:
    coding = {"Content-Encoding": "gzip" if pack is gzip.compress else "deflate"}
    assert clean(pack(PAGE.encode()), headers=coding).json()["text"] == TEXT
    packed = pack(json.dumps({"html": PAGE}).encode())
    answer = clean(packed, headers={**coding, "Content-Type": "application/json"})
    assert answer.json()["text"] == TEXT


@pytest.mark.parametrize(
    ("body", "coding", "status"),
    [
        (b"<p>plain", "gzip", 400),
        (gzip.compress(PAGE.encode())[:-9], "gzip", 400),
        (b"<p>plain", "br", 415),
        (gzip.compress(bytes(2**21)), "gzip", 413),
    ],
)
def test_bodies_not_packed_as_they_should_be_are_refused(
    body: bytes, coding: str, status: int
) -> None:
    answer = client(max_body=2**20).post(
        "/v1/clean", content=body, headers={**HTML, "Content-Encoding": coding}
    )
    assert answer.status_code == status
    assert answer.json()["error"]


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("method=winow", "did you mean 'winnow'?"),
        ("method=winnow:model=/etc/passwd", "clients cannot set"),
        ("method=all&preset=recall", "no preset 'recall'"),
        ("to=pdf", "no format 'pdf'; choose from text"),
        ("links=yes", "links must be true or false, not 'yes'"),
        ("links=true&links=false", "'links' is given twice"),
        ("model=/etc/passwd", "no setting 'model'; there are method, preset"),
        ("url=", "url must be a text"),
        (f"url={'a' * 9000}", "url is over 8192 characters"),
    ],
)
def test_settings_that_make_no_sense_are_told_of(query: str, message: str) -> None:
    answer = clean(PAGE, params=query)
    assert answer.status_code == 400
    assert message in answer.json()["error"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "no JSON"),
        (b"\xff", "no JSON"),
        (b"[" * 100_000, "nested too deep"),
        (b'{"html": ' + b"9" * 5000 + b"}", "no JSON"),
        (b"[]", "the body must be an object"),
        (b"{}", "neither html nor url"),
        (b'{"html": 1}', "html must be a text"),
        (b'{"html": "", "url": "\\ud800"}', "half a character"),
        (b'{"html": "", "links": 1}', "links must be true or false, not 1"),
        (b'{"html": "", "model": "x"}', "no setting 'model'"),
        (b'{"html": "", "method": null}', "method must be a text"),
    ],
)
def test_json_that_makes_no_sense_is_told_of(body: bytes, message: str) -> None:
    answer = clean(body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert message in answer.json()["error"]


def test_halves_of_characters_in_a_page_do_no_harm() -> None:
    body = b'{"html": "<p>a\\ud800b"}'
    assert clean(body, headers={"Content-Type": "application/json"}).status_code == 200


def test_what_curl_sends_unless_told_is_refused_with_the_remedy() -> None:
    answer = clean(PAGE, headers={"Content-Type": "application/x-www-form-urlencoded"})
    assert answer.status_code == 415
    assert "send it as text/html or application/json" in answer.json()["error"]


def test_a_method_that_fails_is_a_defect_told_in_one_line() -> None:
    answer = clean("<p>bad", params={"method": "broken"})
    assert answer.status_code == 500
    assert answer.json() == {"error": "the service failed (ValueError); its log says more"}


def test_addresses_are_not_fetched_unless_that_is_switched_on() -> None:
    with served(Portal(articles=1, slow=0)) as site:
        answer = ask.post("/v1/clean", json={"url": f"{site.address}/"})
        assert site.paths == []
    assert answer.status_code == 403
    assert "--allow-fetch" in answer.json()["error"]


def test_private_addresses_are_not_fetched_unless_that_is_switched_on_too() -> None:
    with served(Portal(articles=1, slow=0)) as site:
        answer = client(allow_fetch=True).post("/v1/clean", json={"url": f"{site.address}/"})
        assert site.paths == []
    assert answer.status_code == 403
    assert "not a public IP address" in answer.json()["error"]


def test_an_address_is_fetched_where_allowed() -> None:
    asked = client(allow_fetch=True, allow_private=True)
    with served(Portal(articles=1, slow=0)) as site:
        answer = asked.post("/v1/clean", json={"url": f"{site.address}/", "method": "all"})
        assert site.paths == ["/"]
        missing = asked.post("/v1/clean", json={"url": f"{site.address}/no-such-page"})
    assert answer.json()["url"] == f"{site.address}/"
    assert answer.json()["text"]
    assert missing.status_code == 502
    assert "404" in missing.json()["error"]


@pytest.mark.parametrize("url", ["file:///etc/passwd", "gopher://x/", "http://", "x"])
def test_only_addresses_of_the_web_are_fetched(url: str) -> None:
    answer = client(allow_fetch=True).post("/v1/clean", json={"url": url})
    assert answer.status_code == 400
