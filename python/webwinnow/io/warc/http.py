"""Parse HTTP responses stored in archives: status, headers and body."""

import re
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import Any, NamedTuple, Protocol

from webwinnow.io.fetch import window_bits

HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
# Servers also send "text/html, text/html" and "text/html charset=utf-8".
END_OF_TYPE = re.compile(r"[;,\s]")
CHARSET = re.compile(r"""charset\s*=\s*["']?([^\s"';,]+)""")

STATUS = re.compile(rb"HTTP/\d(?:\.\d)?[ \t]+(\d{3})(?!\d)", re.I)
END_OF_HEADERS = re.compile(rb"\r?\n\r?\n")
HEADER = re.compile(
    rb"^(content-type|content-encoding|transfer-encoding)[ \t]*:[ \t]*([^\r\n]*)", re.I | re.M
)
# Upper bounds: gzip members of a body, bytes of the line that gives the size of a chunk.
MAX_MEMBERS, MAX_SIZE_LINE = 1000, 2**12
CHUNK = 2**16
# Sizes of the reads that must hold all headers. The first holds most responses completely, which
# spares a copy.
HEADER_READS = (2**18, 2**14)


class Body(Protocol):
    """Content of a record after the record's own headers."""

    def read(self, most: int) -> bytes:
        """Read up to `most` bytes; fewer only at the end."""

    def parts(self, most: int) -> Iterator[bytes]:
        """Read the same bytes in chunks."""


class HttpResponse(NamedTuple):
    status: int
    type: str  # media type in lower case; "" without a Content-Type header
    charset: str | None  # declared by the server, in lower case
    coding: str  # Content-Encoding
    is_chunked: bool
    start: int  # of the body, after the headers


def parse_headers(data: bytes) -> HttpResponse | None:
    """Parse the headers at the start of `data`; None if they are missing or incomplete."""
    status, end = STATUS.match(data), END_OF_HEADERS.search(data)
    if not status or not end:
        return None
    # The last header of a name wins, as in browsers.
    headers = {name.lower(): value for name, value in HEADER.findall(data, 0, end.start())}
    kind, charset = content_type(headers.get(b"content-type", b"").decode("ascii", "replace"))
    coding = headers.get(b"content-encoding", b"").strip().lower().decode("ascii", "replace")
    is_chunked = b"chunked" in headers.get(b"transfer-encoding", b"").lower()
    return HttpResponse(int(status[1]), kind, charset, coding, is_chunked, end.end())


def read_headers(record: Body) -> tuple[HttpResponse | None, bytes]:
    """Parse the headers of the response in a record; also return the bytes read so far."""
    data, response = b"", None
    for most in HEADER_READS:
        data += record.read(most)
        response = parse_headers(data)
        if response or len(data) < most:
            break
    return response, data


def read_body(
    record: Body, response: HttpResponse, data: bytes, max_bytes: int
) -> bytes | memoryview:
    """Read the body, dechunked and decompressed, up to `max_bytes`."""
    room = max(0, max_bytes + response.start - len(data))
    begin, rest = memoryview(data)[response.start :], list(record.parts(room))
    if not rest and not response.is_chunked and not response.coding:
        return begin[:max_bytes]  # the common case, without a copy
    return decode_body(response, b"".join((begin, *rest)), max_bytes)


def content_type(value: str) -> tuple[str, str | None]:
    """Split a Content-Type into media type ("" if missing) and charset, both in lower case."""
    value = value.strip().lower().encode("ascii", "replace").decode()
    charset = CHARSET.search(value)
    return END_OF_TYPE.split(value)[0], charset[1] if charset else None


def is_html(kind: str) -> bool:
    """Accept HTML types and missing ones; a missing type is detected from content later."""
    return not kind or kind in HTML_TYPES


# Many crawlers store decoded bodies under the original headers: those bodies stay as they are.


def decode_body(response: HttpResponse, data: bytes, max_bytes: int) -> bytes:
    """Dechunk and decompress a body, up to `max_bytes`."""
    if response.is_chunked:
        data = join_chunks(data)
    if response.coding:
        data = decompress_body(data, response.coding, max_bytes)
    return data[:max_bytes]


def join_chunks(body: bytes) -> bytes:
    whole, at = bytearray(), 0
    while (end := body.find(b"\r\n", at, at + MAX_SIZE_LINE)) >= 0:
        try:
            size = int(body[at:end].partition(b";")[0], 16)
        except ValueError:
            return body
        if size <= 0:
            break
        whole += body[end + 2 : end + 2 + size]
        at = end + 2 + size + 2
    return bytes(whole) or body


def decompress_body(body: bytes, coding: str, max_bytes: int) -> bytes:
    """Decompress up to the first error; return `body` itself if nothing decompresses."""
    from fastwarc.stream_io import BrotliReader, ZstdReader

    if coding == "br":
        return read_all(BrotliReader(BytesIO(body), fsspec_args=False), max_bytes) or body
    if coding == "zstd":
        return read_all(ZstdReader(BytesIO(body), fsspec_args=False), max_bytes) or body
    if coding in {"gzip", "x-gzip", "deflate"}:
        return inflate(body, max_bytes) or body
    return body


def read_all(reader: Any, max_bytes: int) -> bytes:
    parts, room = [], max_bytes
    try:
        while room > 0 and (part := reader.read(min(room, CHUNK))):
            parts.append(part)
            room -= len(part)
    except Exception:  # the library raises many types for data that is not compressed
        pass
    return b"".join(parts)


def inflate(body: bytes, max_bytes: int) -> bytes:
    """Decompress gzip of one or more members, zlib, or raw deflate."""
    parts, room, at = [], max_bytes, 0
    for _ in range(MAX_MEMBERS):
        if at >= len(body) or room <= 0 or (at and not body.startswith(b"\x1f\x8b", at)):
            break
        stream = zlib.decompressobj(window_bits(body[at : at + 2]))
        try:
            while at < len(body) and room > 0 and not stream.eof:
                data = body[at : at + CHUNK]
                parts.append(stream.decompress(data, room))
                room -= len(parts[-1])
                at += len(data) - len(stream.unused_data) - len(stream.unconsumed_tail)
        except zlib.error:
            break
    return b"".join(parts)
