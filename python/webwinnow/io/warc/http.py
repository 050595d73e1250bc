"""Servers' answers as archives keep them: status, headers and body in one."""

import re
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import Any, NamedTuple, Protocol

from webwinnow.io.fetch import window_bits

__all__ = [
    "HTML_TYPES",
    "Answer",
    "Content",
    "answer_of",
    "body_in",
    "body_of",
    "content_type",
    "headers_in",
    "is_html",
]

HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
# Servers also write "text/html, text/html" and "text/html charset=utf-8".
END_OF_TYPE = re.compile(r"[;,\s]")
CHARSET = re.compile(r"""charset\s*=\s*["']?([^\s"';,]+)""")

STATUS = re.compile(rb"HTTP/\d(?:\.\d)?[ \t]+(\d{3})(?!\d)", re.I)
END_OF_HEADERS = re.compile(rb"\r?\n\r?\n")
HEADER = re.compile(
    rb"^(content-type|content-encoding|transfer-encoding)[ \t]*:[ \t]*([^\r\n]*)", re.I | re.M
)
# No server sends a body in more members, or has more to say about the size of a chunk.
MOST_MEMBERS, LONGEST_SIZE = 1000, 2**12
PORTION = 2**16
# Headers are in the first of these, or else in both; most answers are in it as a whole, and need
# not be put together.
HEADERS = (2**18, 2**14)


class Content(Protocol):
    """Of a record, from the headers on."""

    def read(self, most: int) -> bytes:
        """So much more of it; less only at the end."""

    def parts(self, most: int) -> Iterator[bytes]:
        """The same, in portions."""


class Answer(NamedTuple):
    status: int
    type: str  # in small letters; "" where the server gave none
    charset: str | None  # as the server declared it, in small letters
    coding: str  # of the content
    is_chunked: bool
    start: int  # of the body, behind the headers


def answer_of(data: bytes) -> Answer | None:
    """What the headers say at the beginning of `data`; None where they are none, or not all."""
    status, end = STATUS.match(data), END_OF_HEADERS.search(data)
    if not status or not end:
        return None
    # Where there are several of one name the last one is taken, as in browsers.
    headers = {name.lower(): value for name, value in HEADER.findall(data, 0, end.start())}
    kind, charset = content_type(headers.get(b"content-type", b"").decode("ascii", "replace"))
    coding = headers.get(b"content-encoding", b"").strip().lower().decode("ascii", "replace")
    is_chunked = b"chunked" in headers.get(b"transfer-encoding", b"").lower()
    return Answer(int(status[1]), kind, charset, coding, is_chunked, end.end())


def headers_in(record: Content) -> tuple[Answer | None, bytes]:
    """Of the answer in a record, and what was read for them."""
    data, answer = b"", None
    for most in HEADERS:
        data += record.read(most)
        answer = answer_of(data)
        if answer or len(data) < most:
            break
    return answer, data


def body_in(record: Content, answer: Answer, data: bytes, max_bytes: int) -> bytes | memoryview:
    """What follows the headers, joined and unpacked, no longer than that."""
    room = max(0, max_bytes + answer.start - len(data))
    begin, rest = memoryview(data)[answer.start :], list(record.parts(room))
    if not rest and not answer.is_chunked and not answer.coding:
        return begin[:max_bytes]  # most are like that, and need not be copied
    return body_of(answer, b"".join((begin, *rest)), max_bytes)


def content_type(value: str) -> tuple[str, str | None]:
    """Type, "" where there is none, and charset, both in small letters."""
    value = value.strip().lower().encode("ascii", "replace").decode()
    charset = CHARSET.search(value)
    return END_OF_TYPE.split(value)[0], charset[1] if charset else None


def is_html(kind: str) -> bool:
    """What has no type is looked into later."""
    return not kind or kind in HTML_TYPES


# Many writers store bodies that are no longer packed as the headers say: those stay as they are.


def body_of(answer: Answer, data: bytes, max_bytes: int) -> bytes:
    """Joined and unpacked, no longer than that."""
    if answer.is_chunked:
        data = joined(data)
    if answer.coding:
        data = unpacked(data, answer.coding, max_bytes)
    return data[:max_bytes]


def joined(body: bytes) -> bytes:
    """The chunks of a body as one."""
    whole, at = bytearray(), 0
    while (end := body.find(b"\r\n", at, at + LONGEST_SIZE)) >= 0:
        try:
            size = int(body[at:end].partition(b";")[0], 16)
        except ValueError:
            return body
        if size <= 0:
            break
        whole += body[end + 2 : end + 2 + size]
        at = end + 2 + size + 2
    return bytes(whole) or body


def unpacked(body: bytes, coding: str, max_bytes: int) -> bytes:
    """As far as it can be; `body` itself where nothing can."""
    from fastwarc.stream_io import BrotliReader, ZstdReader

    if coding == "br":
        return drained(BrotliReader(BytesIO(body), fsspec_args=False), max_bytes) or body
    if coding == "zstd":
        return drained(ZstdReader(BytesIO(body), fsspec_args=False), max_bytes) or body
    if coding in {"gzip", "x-gzip", "deflate"}:
        return inflated(body, max_bytes) or body
    return body


def drained(reader: Any, max_bytes: int) -> bytes:
    parts, room = [], max_bytes
    try:
        while room > 0 and (part := reader.read(min(room, PORTION))):
            parts.append(part)
            room -= len(part)
    except Exception:  # whatever the library makes of what is not packed
        pass
    return b"".join(parts)


def inflated(body: bytes, max_bytes: int) -> bytes:
    """Of gzip, in one or several members, and deflate, wrapped or not."""
    parts, room, at = [], max_bytes, 0
    for _ in range(MOST_MEMBERS):
        if at >= len(body) or room <= 0 or (at and not body.startswith(b"\x1f\x8b", at)):
            break
        stream = zlib.decompressobj(window_bits(body[at : at + 2]))
        try:
            while at < len(body) and room > 0 and not stream.eof:
                data = body[at : at + PORTION]
                parts.append(stream.decompress(data, room))
                room -= len(parts[-1])
                at += len(data) - len(stream.unused_data) - len(stream.unconsumed_tail)
        except zlib.error:
            break
    return b"".join(parts)
