"""Read the HTML pages of WARC files."""

from collections.abc import Iterator
from io import DEFAULT_BUFFER_SIZE, BufferedReader
from pathlib import Path
from typing import NamedTuple

from webwinnow.errors import InputError
from webwinnow.io.compression import open_input
from webwinnow.io.warc.compressed import read_compressed
from webwinnow.io.warc.container import GzipFile, PlainFile, ZstdFile, open_archive
from webwinnow.io.warc.http import HTML_TYPES, content_type, is_html, read_body, read_headers
from webwinnow.io.warc.records import BrokenRecord, Convert, Record, Row, read_plain, record_url

__all__ = [
    "HTML_TYPES",
    "WarcPage",
    "content_type",
    "open_warc",
    "page_at",
    "pages",
    "read_records",
]

#: Upper bound on the bytes of a page, stored and decompressed: a small file can hold a huge page.
MAX_PAGE_BYTES = 32 * 2**20


class WarcPage(NamedTuple):
    url: str
    html: bytes  # decompressed, truncated at the bound
    charset: str | None  # declared by the server
    offset: int  # of the record in the file as stored


def pages(path: Path, *, max_bytes: int = MAX_PAGE_BYTES) -> Iterator[WarcPage]:
    """Yield every HTML page with HTTP status 200, in file order.

    Raises `InputError` at the first broken record, after all pages before it.
    """
    with open_warc(path) as file:
        archive = open_archive(file)
        for page in read_records(archive, 0, archive.size, lambda each: page_of(each, max_bytes)):
            if isinstance(page, BrokenRecord):
                reason = f"{page.detail}, at byte {page.offset}"
                raise InputError(f"{str(path)!r} is broken ({reason}); download it again")
            yield page


def page_at(path: Path, offset: int, *, max_bytes: int = MAX_PAGE_BYTES) -> WarcPage:
    """Read the page of the record at `offset`, whatever its media type."""

    def convert(record: Record) -> WarcPage | None:
        return page_of(record, max_bytes, any_type=True)

    with open_warc(path) as file:
        page = next(read_records(open_archive(file), offset, offset + 1, convert), None)
    if isinstance(page, WarcPage) and page.offset == offset:
        return page
    raise InputError(
        f"{str(path)!r} has no page at byte {offset}; check whether the file has changed"
    )


def open_warc(path: Path) -> BufferedReader:
    # A small buffer: readers seek often.
    return open_input(str(path), DEFAULT_BUFFER_SIZE)


def page_of(record: Record, max_bytes: int, *, any_type: bool = False) -> WarcPage | None:
    url = record_url(record)
    if url is None or (record.get("WARC-Type") or "").lower() != "response":
        return None
    response, data = read_headers(record)
    if not response or response.status != 200 or not (any_type or is_html(response.type)):
        return None
    html = bytes(read_body(record, response, data, max_bytes))
    return WarcPage(url, html, response.charset, record.offset)


def read_records(
    archive: GzipFile | ZstdFile | PlainFile, start: int, end: int, convert: Convert[Row]
) -> Iterator[Row | BrokenRecord]:
    """Convert each record that starts in [start, end), and report broken records between them.

    `start` and `end` are offsets of records. `convert` reads as much of a record as it needs. Its
    result is yielded after the record has been verified to its end.
    """
    if isinstance(archive, PlainFile):
        return read_plain(archive, start, end, convert)
    return read_compressed(archive, start, end, convert)
