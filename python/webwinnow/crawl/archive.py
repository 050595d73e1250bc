"""The WARC file that a crawl writes: each record a gzip member, request and response of a page.

Bodies are stored unpacked, since readers differ in what they unpack; the headers that told of the
packing go on under the names that Common Crawl gives them. So do all types but the last where a
server gave several: readers differ in which one they take.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timezone
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import Any

from webwinnow.crawl.append_file import open_at, to_disk
from webwinnow.io.fetch import user_agent

__all__ = ["Archive", "Exchange"]

#: Headers of the transport, which do not fit the stored body.
RENAMED = frozenset({"Content-Encoding", "Content-Length", "Transfer-Encoding"})
TYPE = "Content-Type"

Headers = list[tuple[str, str]]


@dataclass(frozen=True)
class Exchange:
    """A request for a page, and the answer to it."""

    url: str
    path: str  # with the query, as it was asked for
    asked: Headers
    status: int
    protocol: str
    answered: Headers
    body: bytes  # unpacked
    ip: str | None


class Archive:
    """Opened at the byte that the last run had committed: what lies beyond is cut off."""

    def __init__(self, path: Path, end: int, about: dict[str, str]) -> None:
        from warcio.statusandheaders import StatusAndHeaders
        from warcio.warcwriter import WARCWriter

        self.make_headers: Any = StatusAndHeaders
        self.file = open_at(path, end)
        self.writer: Any = WARCWriter(self.file, gzip=True, warc_version="1.1")
        if end == 0:
            info = {"software": user_agent(), "format": "WARC File Format 1.1", **about}
            self.writer.write_record(self.writer.create_warcinfo_record(path.name, info))

    @property
    def end(self) -> int:
        return self.file.tell()

    def add(self, exchange: Exchange) -> int:
        """Where the response begins."""
        place = self.end
        now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        about = {"WARC-Date": now}
        if exchange.ip:
            about["WARC-IP-Address"] = exchange.ip
        status = f"{exchange.status} {phrase(exchange.status)}".strip()
        answered = [*renamed(exchange.answered), ("Content-Length", str(len(exchange.body)))]
        response = self.writer.create_warc_record(
            exchange.url,
            "response",
            payload=BytesIO(exchange.body),
            length=len(exchange.body),
            http_headers=self.make_headers(status, answered, protocol=exchange.protocol),
            warc_headers_dict=about,
        )
        request = self.writer.create_warc_record(
            exchange.url,
            "request",
            http_headers=self.make_headers(
                f"GET {exchange.path} HTTP/1.1", exchange.asked, is_http_request=True
            ),
            warc_headers_dict=about,
        )
        self.writer.write_request_response_pair(request, response)
        return place

    def flush(self) -> None:
        to_disk(self.file)

    def close(self) -> None:
        self.file.close()


def renamed(headers: Headers) -> Iterable[tuple[str, str]]:
    types = [at for at, (name, _) in enumerate(headers) if name.title() == TYPE]
    for at, (name, value) in enumerate(headers):
        is_old = name.title() in RENAMED or at in types[:-1]
        yield f"X-Crawl-{name.title()}" if is_old else name, " ".join(value.split())


def phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""
