"""The HTML pages of WARC files."""

import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from webwinnow.errors import InputError
from webwinnow.fetch import Unpacker

__all__ = ["HTML_TYPES", "WarcPage", "content_type", "page_at", "pages"]

HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
# Servers also write "text/html, text/html" and "text/html charset=utf-8".
END_OF_TYPE = re.compile(r"[;,\s]")
CHARSET = re.compile(r"""charset\s*=\s*["']?([^\s"';,]+)""")
#: Bytes of a page, stored and unpacked; a small file can hold a huge one.
LARGEST = 32 * 2**20


class WarcPage(NamedTuple):
    url: str
    html: bytes  # unpacked, and cut off at the bound
    charset: str | None  # what the server declared
    offset: int  # of the record, in the file as it is stored


def pages(path: Path, *, max_bytes: int = LARGEST) -> Iterator[WarcPage]:
    """Every HTML page that a server sent with status 200, in the order of the file.

    Where the file breaks off, or is no WARC, the pages before that come first, and then an
    `InputError`.
    """
    with responses(path) as records:
        for record in records:
            if is_page(record):
                yield page_of(record, max_bytes)


def page_at(path: Path, offset: int, *, max_bytes: int = LARGEST) -> WarcPage:
    """The page whose record begins there, whatever the server called it."""
    with responses(path, offset) as records:
        record = next(records, None)
        if record and record.stream_pos == offset and is_answer(record):
            return page_of(record, max_bytes)
    raise InputError(f"{str(path)!r} has no page at byte {offset}; was it changed?")


def opened(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise InputError(f"cannot read {str(path)!r} ({error.strerror}); check its name") from error


@contextmanager
def responses(path: Path, offset: int = 0) -> Iterator[Iterator[Any]]:
    """The records of servers' answers that begin there or later."""
    try:
        from fastwarc.warc import ArchiveIterator, WarcRecordType
    except ImportError as error:
        raise InputError(
            "reading WARC needs one more package; pip install 'webwinnow[crawl]'"
        ) from error
    with opened(path) as file:
        file.seek(offset)
        try:
            only = WarcRecordType.response
            yield iter(ArchiveIterator(file, record_types=only, fsspec_args=False))
        except Exception as error:  # whatever the library makes of a broken file
            reason = " ".join(str(error).split()) or type(error).__name__
            raise InputError(f"{str(path)!r} is broken ({reason}); get it once more") from error


def is_answer(record: Any) -> bool:
    is_fine = record.is_http and record.http_headers.status_code == 200
    return is_fine and "WARC-Target-URI" in record.headers


def is_page(record: Any) -> bool:
    if not is_answer(record):
        return False
    kind, _ = content_type(declared(record))
    return not kind or kind in HTML_TYPES


def declared(record: Any) -> str:
    """The last type that the server gave, as in browsers, where it gave several."""
    names = record.http_headers.astuples()
    return next((value for name, value in reversed(names) if name.lower() == "content-type"), "")


def content_type(value: str) -> tuple[str, str | None]:
    """Type, "" where there is none, and charset, both in small letters."""
    value = value.strip().lower().encode("ascii", "replace").decode()
    charset = CHARSET.search(value)
    return END_OF_TYPE.split(value)[0], charset[1] if charset else None


def page_of(record: Any, max_bytes: int) -> WarcPage:
    body = record.reader.read(max_bytes)
    if len(body) < min(record.content_length, max_bytes):
        raise EOFError("it breaks off")
    headers = record.http_headers
    if "chunked" in (headers.get("Transfer-Encoding") or "").lower():
        body = joined(body)
    body = unpacked(body, (headers.get("Content-Encoding") or "").strip().lower(), max_bytes)
    # Some writers put the address in angle brackets.
    url = record.headers["WARC-Target-URI"].strip("<>")
    _, charset = content_type(declared(record))
    return WarcPage(url, body, charset, record.stream_pos)


# Many writers store bodies that are no longer packed as the headers say: those stay as they are.


def joined(body: bytes) -> bytes:
    """The chunks of a body as one."""
    chunks, at = [], 0
    while (end := body.find(b"\r\n", at)) >= 0:
        try:
            size = int(body[at:end].partition(b";")[0], 16)
        except ValueError:
            return body
        if size <= 0:
            break
        chunks.append(body[end + 2 : end + 2 + size])
        at = end + 2 + size + 2
    return b"".join(chunks) or body


def unpacked(body: bytes, coding: str, max_bytes: int) -> bytes:
    from fastwarc.stream_io import BrotliReader, ZstdReader

    try:
        if coding == "br":
            return bytes(BrotliReader(BytesIO(body)).read(max_bytes))
        if coding == "zstd":
            return bytes(ZstdReader(BytesIO(body)).read(max_bytes))
        return Unpacker(coding).unpack(body, max_bytes)[:max_bytes]
    except (HTTPException, OSError, ValueError, zlib.error):
        return body
