import gzip
import json
import zlib
from typing import Any

import pytest

from tests.support.portal import Portal, served
from tests.web.service.client import HTML, PAGE, TEXT, client
from webwinnow import RenderOptions, extract
from webwinnow.formats import FORMATS

http = client()


def clean(body: Any, **options: Any) -> Any:
    headers = {**HTML, **options.pop("headers", {})}
    return http.post("/v1/clean", content=body, headers=headers, **options)


def test_a_response_has_the_text_and_the_document_fields() -> None:
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


def test_json_contains_page_and_settings() -> None:
    response = http.post(
        "/v1/clean",
        json={"html": PAGE, "url": "https://example.org/a", "method": "bte", "metadata": True},
    ).json()
    assert response["method"] == "bte"
    assert response["url"] == "https://example.org/a"
    assert response["metadata"] == {"title": "Rain", "url": "https://example.org/a"}
    assert response["encoding"] is None


def test_json_overrides_the_query() -> None:
    request = {"html": PAGE, "method": "bte", "url": None}
    response = http.post("/v1/clean?method=all&to=markdown&url=http://a/", json=request).json()
    assert (response["method"], response["to"], response["url"]) == ("bte", "markdown", None)


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
def test_query_and_json_give_the_result_of_the_library(to: str) -> None:
    page = "<p>It <a href=/x>rained</a> all day.<table><tr><td>1<td>2<tr><td>3<td>4</table>"
    settings = {"to": to, "method": "all", "links": True, "tables": False}
    inside = http.post("/v1/clean", json={"html": page, **settings}).json()["text"]
    query = {name: str(value).lower() for name, value in settings.items()}
    assert clean(page, params=query).json()["text"] == inside
    options = RenderOptions(links=True, tables=False)
    assert inside == extract(page, method="all", to=to, options=options).text


@pytest.mark.parametrize("kind", ["text/html", "application/xhtml+xml", "text/plain", None])
def test_page_media_types_are_accepted(kind: str | None) -> None:
    headers = {} if kind is None else {"Content-Type": kind}
    assert http.post("/v1/clean", content=PAGE, headers=headers).json()["text"] == TEXT


def test_an_empty_body_needs_a_content_type() -> None:
    response = http.post("/v1/clean")
    assert response.status_code == 400
    assert response.json() == {"error": "the body is empty; send the page"}
    assert clean(b"").json()["reason"] == "the page has no visible text"


def test_the_charset_of_the_header_is_used() -> None:
    page = "<p>Это был долгий дождливый день."
    for charset in ("windows-1251", '"windows-1251"'):
        headers = {"Content-Type": f"text/html; Charset={charset}"}
        response = clean(page.encode("cp1251"), headers=headers).json()
        assert (response["text"], response["encoding"]) == (f"{page[3:]}\n", "windows-1251")


def test_a_page_without_text_has_a_reason() -> None:
    response = clean(b"%PDF-1.7 ...").json()
    assert response["text"] == ""
    assert response["reason"].startswith("not HTML")


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
def test_plain_text_is_returned_if_preferred(accept: str, is_text: bool) -> None:
    response = clean(PAGE, headers={"Accept": accept})
    assert (response.text == TEXT) == is_text
    kind = "text/plain; charset=utf-8" if is_text else "application/json"
    assert response.headers["content-type"] == kind


def test_html_of_a_page_is_never_served_as_html() -> None:
    response = clean(PAGE, params={"to": "html"}, headers={"Accept": "text/html, text/plain"})
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    assert response.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in response.headers["content-security-policy"]


@pytest.mark.parametrize("compress", [gzip.compress, zlib.compress])
def test_compressed_bodies_are_decompressed(compress: Any) -> None:
    coding = {"Content-Encoding": "gzip" if compress is gzip.compress else "deflate"}
    assert clean(compress(PAGE.encode()), headers=coding).json()["text"] == TEXT
    body = compress(json.dumps({"html": PAGE}).encode())
    response = clean(body, headers={**coding, "Content-Type": "application/json"})
    assert response.json()["text"] == TEXT


@pytest.mark.parametrize(
    ("body", "coding", "status"),
    [
        (b"<p>plain", "gzip", 400),
        (gzip.compress(PAGE.encode(), mtime=0)[:-9], "gzip", 400),
        (b"<p>plain", "br", 415),
        (gzip.compress(bytes(2**21), mtime=0), "gzip", 413),
    ],
)
def test_invalid_compressed_bodies_are_rejected(body: bytes, coding: str, status: int) -> None:
    response = client(max_body=2**20).post(
        "/v1/clean", content=body, headers={**HTML, "Content-Encoding": coding}
    )
    assert response.status_code == status
    assert response.json()["error"]


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("method=winow", "did you mean 'winnow'?"),
        ("method=winnow:model=/etc/passwd", "clients cannot set"),
        ("method=all&preset=recall", "no preset 'recall'"),
        ("to=pdf", "no format 'pdf'; choose from text"),
        ("links=yes", "links must be true or false, not 'yes'"),
        ("links=true&links=false", "'links' is given twice"),
        ("model=/etc/passwd", "unknown setting 'model'; choose from method, preset"),
        ("url=", "url must be a string"),
        (f"url={'a' * 9000}", "url is over 8192 characters"),
    ],
)
def test_invalid_settings_are_reported(query: str, message: str) -> None:
    response = clean(PAGE, params=query)
    assert response.status_code == 400
    assert message in response.json()["error"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "not valid JSON"),
        (b"\xff", "not valid JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"html": ' + b"9" * 5000 + b"}", "not valid JSON"),
        (b"[]", "the body must be a JSON object"),
        (b"{}", "html and url are both missing"),
        (b'{"html": 1}', "html must be a string"),
        (b'{"html": "", "url": "\\ud800"}', "lone surrogate"),
        (b'{"html": "", "links": 1}', "links must be true or false, not 1"),
        (b'{"html": "", "model": "x"}', "unknown setting 'model'"),
        (b'{"html": "", "method": null}', "method must be a string"),
    ],
)
def test_invalid_json_is_reported(body: bytes, message: str) -> None:
    response = clean(body, headers={"Content-Type": "application/json"})
    assert response.status_code == 400
    assert message in response.json()["error"]


def test_lone_surrogates_in_a_page_are_accepted() -> None:
    body = b'{"html": "<p>a\\ud800b"}'
    assert clean(body, headers={"Content-Type": "application/json"}).status_code == 200


def test_form_data_is_rejected_with_a_remedy() -> None:
    response = clean(PAGE, headers={"Content-Type": "application/x-www-form-urlencoded"})
    assert response.status_code == 415
    assert "send text/html or application/json" in response.json()["error"]


def test_a_failing_method_is_reported_in_one_line() -> None:
    response = clean("<p>bad", params={"method": "broken"})
    assert response.status_code == 500
    assert response.json() == {"error": "internal error (ValueError); see the server log"}


def test_urls_are_not_fetched_by_default() -> None:
    with served(Portal(articles=1, slow=0)) as site:
        response = http.post("/v1/clean", json={"url": f"{site.address}/"})
        assert site.paths == []
    assert response.status_code == 403
    assert "--allow-fetch" in response.json()["error"]


def test_private_hosts_are_not_fetched_by_default() -> None:
    with served(Portal(articles=1, slow=0)) as site:
        response = client(allow_fetch=True).post("/v1/clean", json={"url": f"{site.address}/"})
        assert site.paths == []
    assert response.status_code == 403
    assert "not a public IP address" in response.json()["error"]


def test_a_url_is_fetched_if_allowed() -> None:
    fetching = client(allow_fetch=True, allow_private=True)
    with served(Portal(articles=1, slow=0)) as site:
        response = fetching.post("/v1/clean", json={"url": f"{site.address}/", "method": "all"})
        assert site.paths == ["/"]
        missing = fetching.post("/v1/clean", json={"url": f"{site.address}/no-such-page"})
    assert response.json()["url"] == f"{site.address}/"
    assert response.json()["text"]
    assert missing.status_code == 502
    assert "404" in missing.json()["error"]


@pytest.mark.parametrize("url", ["file:///etc/passwd", "gopher://x/", "http://", "x"])
def test_only_http_urls_are_fetched(url: str) -> None:
    response = client(allow_fetch=True).post("/v1/clean", json={"url": url})
    assert response.status_code == 400
