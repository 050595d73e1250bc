"""The HTML pages of WARC files."""

import zlib
from collections.abc import Iterator
from http.client import HTTPException
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from webwinnow.errors import InputError
from webwinnow.fetch import Unpacker

__all__ = ["HTML_TYPES", "WarcPage", "page_at", "pages"]

HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
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
    with opened(path) as file:
        yield from pages_of(file, path, max_bytes)


def page_at(path: Path, offset: int, *, max_bytes: int = LARGEST) -> WarcPage:
    """The page whose record begins there."""
    with opened(path) as file:
        file.seek(offset)
        for page in pages_of(file, path, max_bytes):
            return page._replace(offset=offset)
    raise InputError(f"{str(path)!r} has no page at byte {offset}; was it changed?")


def opened(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise InputError(f"cannot read {str(path)!r} ({error.strerror}); check its name") from error


def pages_of(file: BinaryIO, path: Path, max_bytes: int) -> Iterator[WarcPage]:
    try:
        from fastwarc.warc import ArchiveIterator, WarcRecordType
    except ImportError as error:
        raise InputError(
            "reading WARC needs one more package; pip install 'webwinnow[crawl]'"
        ) from error
    try:
        for record in ArchiveIterator(
            file, record_types=WarcRecordType.response, fsspec_args=False
        ):
            if is_page(record):
                yield page_of(record, max_bytes)
    except Exception as error:  # whatever the library makes of a broken file
        reason = " ".join(str(error).split()) or type(error).__name__
        raise InputError(f"{str(path)!r} is broken ({reason}); get it once more") from error


def is_page(record: Any) -> bool:
    if not record.is_http or record.http_headers.status_code != 200:
        return False
    kind = (record.http_content_type or "").lower()
    return (not kind or kind in HTML_TYPES) and "WARC-Target-URI" in record.headers


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
    return WarcPage(url, body, record.http_charset or None, record.stream_pos)


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
