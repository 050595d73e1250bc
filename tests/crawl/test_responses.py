import gzip
import zlib
from dataclasses import dataclass, field

import pytest

from webwinnow import Page
from webwinnow.crawl import reasons
from webwinnow.crawl.frontier import NewUrl, QueuedUrl
from webwinnow.crawl.responses import (
    MAX_HOPS,
    ResponseOutcome,
    ResponseReader,
    links_of,
    parse_retry_after,
)
from webwinnow.crawl.urls import Scope

HERE = "http://example.org/a"
READER = ResponseReader(Scope.from_seeds((HERE,), subdomains=False), max_bytes=1000, max_depth=3)


@dataclass
class Response:
    """The attributes of a Scrapy response that are read."""

    body: bytes = b"<p>It rained."
    status: int = 200
    headers: dict[str, bytes] = field(default_factory=lambda: {"Content-Type": b"text/html"})


def read(response: Response, *, depth: int = 1, hops: int = 0) -> ResponseOutcome:
    return READER.read(QueuedUrl(1, HERE, "example.org", depth, hops), response)


def test_page_is_read_with_its_links() -> None:
    markup = b"<a href=/b>x</a><a href=http://other.org/>y</a>"
    answer = read(Response(markup))
    assert answer.body == markup
    assert answer.found == (NewUrl("http://example.org/b", "example.org", 2),)


def test_links_past_the_depth_are_skipped_at_once() -> None:
    (found,) = read(Response(b"<a href=/b>x</a>"), depth=3).found
    assert found.reason == reasons.TOO_DEEP


@pytest.mark.parametrize(
    ("coding", "body"),
    [(b"gzip", gzip.compress(b"<p>It rained.")), (b"deflate", zlib.compress(b"<p>It rained."))],
)
def test_compressed_pages_are_decompressed(coding: bytes, body: bytes) -> None:
    headers = {"Content-Type": b"text/html", "Content-Encoding": coding}
    assert read(Response(body, headers=headers)).body == b"<p>It rained."


@pytest.mark.parametrize(
    ("coding", "body"),
    [(b"gzip", gzip.compress(b"<p>It rained.")), (b"deflate", zlib.compress(b"<p>It rained."))],
)
def test_truncated_compressed_pages_are_retried(coding: bytes, body: bytes) -> None:
    answer = read(Response(body[:-1], headers={"Content-Encoding": coding}))
    assert answer == ResponseOutcome(retry=reasons.TRUNCATED)


def test_decompression_bombs_are_skipped() -> None:
    headers = {"Content-Encoding": b"gzip"}
    assert read(Response(gzip.compress(bytes(10**7)), headers=headers)).skip == reasons.TOO_LARGE


@pytest.mark.parametrize("coding", [b"gzip", b"br"])
def test_invalid_compression_is_skipped(coding: bytes) -> None:
    headers = {"Content-Encoding": coding}
    assert read(Response(b"<p>It rained.", headers=headers)).skip == reasons.BAD_ENCODING


@pytest.mark.parametrize(
    "response",
    [
        Response(headers={"Content-Type": b"image/png"}),
        Response(b"%PDF-1.4\n", headers={}),
        Response(b"%PDF-1.4\n"),
    ],
)
def test_only_html_is_a_page(response: Response) -> None:
    assert read(response).skip == reasons.NOT_HTML


def moved(to: str, **place: int) -> ResponseOutcome:
    return read(Response(status=301, headers={"Location": to.encode()}), **place)


def test_redirect_target_has_the_same_depth() -> None:
    answer = moved("/b", depth=2)
    assert answer.skip == reasons.REDIRECTED
    assert answer.found == (NewUrl("http://example.org/b", "example.org", 2, hops=1),)


def test_redirect_target_of_a_seed_is_a_seed() -> None:
    assert moved("/b", depth=0).found[0].is_seed


@pytest.mark.parametrize("to", ["http://other.org/", "ftp://example.org/", "http://10.0.0.1/"])
def test_redirects_off_the_site_are_not_followed(to: str) -> None:
    assert moved(to) == ResponseOutcome(skip=reasons.OFF_SITE)


def test_redirects_are_limited() -> None:
    assert moved("/a").skip == reasons.TOO_MANY_REDIRECTS
    assert moved("/b", hops=MAX_HOPS).skip == reasons.TOO_MANY_REDIRECTS


def test_redirect_without_location_is_skipped() -> None:
    assert read(Response(status=302)).skip == "HTTP 302 Found"


@pytest.mark.parametrize("status", [500, 502, 504])
def test_server_errors_are_retried(status: int) -> None:
    answer = read(Response(status=status))
    assert answer.retry
    assert answer.retry_after is None


def test_server_may_ask_to_wait() -> None:
    assert read(Response(status=503, headers={"Retry-After": b"7"})).retry_after == 7
    assert read(Response(status=429)).retry_after == 0


@pytest.mark.parametrize("status", [204, 304, 401, 403, 404, 410, 999])
def test_other_statuses_are_skipped(status: int) -> None:
    skip = read(Response(status=status)).skip
    assert skip
    assert skip.startswith(f"HTTP {status}")


def test_retry_after_may_be_a_date() -> None:
    assert parse_retry_after("Fri, 01 Jan 2100 00:00:00 GMT") > 1e6
    assert parse_retry_after("Fri, 01 Jan 1999 00:00:00 GMT") == 0
    assert parse_retry_after("soon") == parse_retry_after("") == 0


PAGE_URL = "http://example.org/a/b"


def links(markup: str, robots: str = "") -> list[str]:
    return [
        link.removeprefix("http://example.org") for link in links_of(Page(markup), PAGE_URL, robots)
    ]


def test_links_come_in_order_and_once() -> None:
    assert links("<a href=/2>x</a><a href=1#x>y</a><a href=/2?utm_source=z>z</a>") == ["/2", "/a/1"]


def test_areas_and_frames_are_links() -> None:
    markup = "<map><area href=/1></map><iframe src=/2></iframe><link href=/3 rel=stylesheet>"
    assert links(f"{markup}<img src=/4>") == ["/1", "/2"]


def test_links_to_the_page_itself_are_ignored() -> None:
    assert links("<a href='#x'>x</a><a href=/a/b>y</a>") == []


def test_base_element_applies_to_all_links() -> None:
    assert links("<base href=/c/><a href=1>x</a>") == ["/c/1"]


def test_invalid_base_is_ignored() -> None:
    assert links("<base href='javascript:1'><a href=1>x</a>") == ["/a/1"]


def test_refresh_is_a_link() -> None:
    assert links("<meta http-equiv=Refresh content=\"5; URL='/next'\">") == ["/next"]
    assert links("<meta http-equiv=refresh content=30>") == []


@pytest.mark.parametrize("rel", ["nofollow", "noopener NoFollow"])
def test_nofollow_links_are_ignored(rel: str) -> None:
    assert links(f"<a rel='{rel}' href=/1>x</a><a rel=next href=/2>y</a>") == ["/2"]


@pytest.mark.parametrize("content", ["nofollow", "noindex, NOFOLLOW", "none"])
def test_nofollow_directive_disables_all_links(content: str) -> None:
    assert links(f"<meta name=Robots content='{content}'><a href=/1>x</a>") == []
    assert links("<a href=/1>x</a>", content) == []
    assert links("<a href=/1>x</a>", f"webwinnow: {content}") == []


def test_other_directives_change_nothing() -> None:
    assert links("<meta name=robots content=noindex><a href=/1>x</a>", "noarchive") == ["/1"]
    assert links("<meta name=description content=nofollow><a href=/1>x</a>") == ["/1"]
