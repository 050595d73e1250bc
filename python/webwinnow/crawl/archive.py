"""The WARC file that a crawl writes: request and response of each page, one gzip member per record.

Bodies are stored decompressed, since readers support different encodings. The transport headers are
renamed as Common Crawl does. If a server sends several content types, all but the last are renamed
too, since readers differ in which one they use.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timezone
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from webwinnow.errors import InputError
from webwinnow.io.fetch import user_agent
from webwinnow.messages import error_reason

#: Transport headers that do not describe the stored body.
TRANSPORT_HEADERS = frozenset({"Content-Encoding", "Content-Length", "Transfer-Encoding"})
CONTENT_TYPE = "Content-Type"

Headers = list[tuple[str, str]]


@dataclass(frozen=True)
class Exchange:
    """A request for a page and its response."""

    url: str
    path: str  # with the query
    request_headers: Headers
    status: int
    protocol: str
    response_headers: Headers
    body: bytes  # decompressed
    ip: str | None


class Archive:
    """A WARC file, truncated to the offset that the last run committed."""

    def __init__(self, path: Path, end: int, about: dict[str, str]) -> None:
        from warcio.statusandheaders import StatusAndHeaders
        from warcio.warcwriter import WARCWriter

        self.make_headers: Any = StatusAndHeaders
        self.file = open_for_append(path, end)
        self.writer: Any = WARCWriter(self.file, gzip=True, warc_version="1.1")
        if end == 0:
            info = {"software": user_agent(), "format": "WARC File Format 1.1", **about}
            self.writer.write_record(self.writer.create_warcinfo_record(path.name, info))

    @property
    def end(self) -> int:
        return self.file.tell()

    def add(self, exchange: Exchange) -> int:
        """Write an exchange and return the offset of the response."""
        offset = self.end
        now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        about = {"WARC-Date": now}
        if exchange.ip:
            about["WARC-IP-Address"] = exchange.ip
        status = f"{exchange.status} {phrase(exchange.status)}".strip()
        headers = [
            *rename_headers(exchange.response_headers),
            ("Content-Length", str(len(exchange.body))),
        ]
        response = self.writer.create_warc_record(
            exchange.url,
            "response",
            payload=BytesIO(exchange.body),
            length=len(exchange.body),
            http_headers=self.make_headers(status, headers, protocol=exchange.protocol),
            warc_headers_dict=about,
        )
        request = self.writer.create_warc_record(
            exchange.url,
            "request",
            http_headers=self.make_headers(
                f"GET {exchange.path} HTTP/1.1", exchange.request_headers, is_http_request=True
            ),
            warc_headers_dict=about,
        )
        self.writer.write_request_response_pair(request, response)
        return offset

    def flush(self) -> None:
        sync(self.file)

    def close(self) -> None:
        self.file.close()


def rename_headers(headers: Headers) -> Iterable[tuple[str, str]]:
    types = [at for at, (name, _) in enumerate(headers) if name.title() == CONTENT_TYPE]
    for at, (name, value) in enumerate(headers):
        is_renamed = name.title() in TRANSPORT_HEADERS or at in types[:-1]
        yield f"X-Crawl-{name.title()}" if is_renamed else name, " ".join(value.split())


def phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""


def open_for_append(path: Path, end: int) -> BinaryIO:
    """Open a file that grows over several runs, and truncate it to the committed size `end`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("r+b" if path.exists() else "xb")
        if os.fstat(file.fileno()).st_size < end:
            file.close()
            raise InputError(
                f"{str(path)!r} is shorter than the crawl's state says; restore the file, or name "
                "another output to start over"
            )
        file.truncate(end)
        file.seek(end)
    except OSError as error:
        raise InputError(
            f"cannot write {str(path)!r} ({error_reason(error)}); name another file"
        ) from error
    return file


def sync(file: BinaryIO) -> None:
    """Flush a file to the disk."""
    file.flush()
    os.fsync(file.fileno())
