"""The HTML pages of WARC files."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from webwinnow.errors import InputError

__all__ = ["HTML_TYPES", "WarcPage", "page_at", "pages"]

HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
#: Bytes of a page when unpacked; a small file can hold a huge one.
LARGEST = 32 * 2**20


class WarcPage(NamedTuple):
    url: str
    html: bytes  # unpacked, and cut off at the bound
    charset: str | None  # what the server declared
    offset: int  # of the record, in the file as it is stored


def pages(path: Path, *, max_bytes: int = LARGEST) -> Iterator[WarcPage]:
    """Every HTML page that a server sent with status 200, in the order of the file.

    A file that is cut short, or that is no WARC, is an `InputError`, once the pages before the
    break have been read.
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


def opened(path: Path) -> Any:
    try:
        return path.open("rb")
    except OSError as error:
        raise InputError(f"cannot read {str(path)!r} ({error.strerror}); check its name") from error


def pages_of(file: Any, path: Path, max_bytes: int) -> Iterator[WarcPage]:
    try:
        from fastwarc.warc import ArchiveIterator, WarcRecordType
    except ImportError as error:
        raise InputError(
            "reading WARC needs one more package; pip install 'webwinnow[crawl]'"
        ) from error
    try:
        for record in ArchiveIterator(
            file, record_types=WarcRecordType.response, auto_decode="all", fsspec_args=False
        ):
            page = page_of(record, max_bytes)
            if page:
                yield page
    except InputError:
        raise
    except Exception as error:  # whatever the library makes of a broken file
        reason = " ".join(str(error).split()) or type(error).__name__
        raise InputError(f"{str(path)!r} is broken ({reason}); fetch it once more") from error


def page_of(record: Any, max_bytes: int) -> WarcPage | None:
    url = record.headers.get("WARC-Target-URI")
    if not url or not record.is_http or record.http_headers.status_code != 200:
        return None
    kind = (record.http_content_type or "").lower()
    if kind and kind not in HTML_TYPES:
        return None
    html = record.reader.read(max_bytes)
    # WARC 0.9 and some writers put the address in angle brackets.
    return WarcPage(url.strip("<>"), html, record.http_charset or None, record.stream_pos)
