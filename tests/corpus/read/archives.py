"""Build small archives by hand, so that any part of them can be invalid."""

import gzip
from collections.abc import Callable, Iterable

import zstandard

Compress = Callable[[bytes], bytes]


def gzipped(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def plain(data: bytes) -> bytes:
    return data


COMPRESSIONS: dict[str, Compress] = {"gzip": gzipped, "zstd": zstandard.compress, "plain": plain}


def http_response(
    body: bytes, status: str = "200 OK", headers: Iterable[str] = ("Content-Type: text/html",)
) -> bytes:
    """An HTTP response with headers."""
    head = "".join(f"{line}\r\n" for line in (f"HTTP/1.1 {status}", *headers))
    return head.encode() + b"\r\n" + body


def record(
    block: bytes,
    *,
    kind: str = "response",
    url: str | None = "http://example.org/",
    date: str = "2026-01-02T03:04:05Z",
    type: str = "application/http; msgtype=response",
    length: int | str | None = None,
    more: Iterable[str] = (),
) -> bytes:
    lines = ["WARC/1.0", f"WARC-Type: {kind}", f"WARC-Date: {date}", *more]
    if url is not None:
        lines.append(f"WARC-Target-URI: {url}")
    if type:
        lines.append(f"Content-Type: {type}")
    lines.append(f"Content-Length: {len(block) if length is None else length}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + block + b"\r\n\r\n"


def filedesc() -> bytes:
    """The first record of an ARC file."""
    block = b"1 0 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n"
    return b"filedesc://some.arc 0.0.0.0 20260102030405 text/plain %d\n%s\n" % (len(block), block)


def arc_record(
    block: bytes,
    url: str = "http://example.org/",
    type: str = "text/html",
    length: int | None = None,
) -> bytes:
    length = len(block) if length is None else length
    return f"{url} 127.0.0.1 20260102030405 {type} {length}\n".encode() + block + b"\n"
