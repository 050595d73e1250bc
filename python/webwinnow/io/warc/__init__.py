"""The HTML pages of WARC files."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from webwinnow.errors import InputError
from webwinnow.io.warc.container import opened, stored
from webwinnow.io.warc.http import HTML_TYPES, body_in, content_type, headers_in, is_html
from webwinnow.io.warc.records import Broken, Record, address
from webwinnow.io.warc.walk import walk

__all__ = ["HTML_TYPES", "WarcPage", "content_type", "page_at", "pages"]

#: Bytes of a page, stored and unpacked; a small file can hold a huge one.
LARGEST = 32 * 2**20


class WarcPage(NamedTuple):
    url: str
    html: bytes  # unpacked, and cut off at the bound
    charset: str | None  # what the server declared
    offset: int  # of the record, in the file as it is stored


def pages(path: Path, *, max_bytes: int = LARGEST) -> Iterator[WarcPage]:
    """Every HTML page that a server sent with status 200, in the order of the file.

    Where the file is broken, or is no WARC, the pages before that come first, and then an
    `InputError`.
    """
    with opened(path) as file:
        archive = stored(file)
        for page in walk(archive, 0, archive.size, lambda record: page_of(record, max_bytes)):
            if isinstance(page, Broken):
                reason = f"{page.detail}, at byte {page.offset}"
                raise InputError(f"{str(path)!r} is broken ({reason}); get it once more")
            yield page


def page_at(path: Path, offset: int, *, max_bytes: int = LARGEST) -> WarcPage:
    """The page whose record begins there, whatever the server called it."""

    def take(record: Record) -> WarcPage | None:
        return page_of(record, max_bytes, of_any_type=True)

    with opened(path) as file:
        page = next(walk(stored(file), offset, offset + 1, take), None)
    if isinstance(page, WarcPage) and page.offset == offset:
        return page
    raise InputError(f"{str(path)!r} has no page at byte {offset}; was it changed?")


def page_of(record: Record, max_bytes: int, *, of_any_type: bool = False) -> WarcPage | None:
    url = address(record.get("WARC-Target-URI"))
    if url is None or (record.get("WARC-Type") or "").lower() != "response":
        return None
    answer, data = headers_in(record)
    if not answer or answer.status != 200 or not (of_any_type or is_html(answer.type)):
        return None
    html = bytes(body_in(record, answer, data, max_bytes))
    return WarcPage(url, html, answer.charset, record.offset)
