"""Style sheets in the WARC file that holds the page."""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from webwinnow.errors import FetchError, InputError
from webwinnow.io.fetch import parse_url
from webwinnow.io.warc import open_warc, read_records
from webwinnow.io.warc.container import open_archive
from webwinnow.io.warc.http import content_type, read_body, read_headers
from webwinnow.io.warc.records import BrokenRecord, Record, record_url
from webwinnow.visual.styles.page_styles import StyleSheet, StyleSource, is_css

KEY_BYTES = 12
# An entry takes about 150 bytes.
MAX_ENTRIES = 200_000
# The pages of a site share their style sheets.
MAX_CACHED_BYTES = 32 * 2**20
MAX_INDEXES = 8


class StoredStyle(NamedTuple):
    url: str
    offset: int  # of its record
    sheet: StyleSheet


class ArchiveStyles(StyleSource):
    """Finds style sheets by URL in WARC files.

    The first request reads the files once and keeps the offsets of their style sheets, up to
    `max_entries`. Bodies are read when they are needed. Of several records with the same URL the
    first one counts.
    """

    def __init__(self, *paths: Path, max_entries: int = MAX_ENTRIES) -> None:
        self.paths, self.max_entries = paths, max_entries
        self.places: dict[bytes, tuple[Path, int]] = {}  # file and offset by key of URL
        self.is_indexed = False
        self.gap: str | None = None  # why the index is incomplete
        self.cache: OrderedDict[bytes, StyleSheet] = OrderedDict()
        self.cached_bytes = 0
        self.lock = threading.Lock()

    def read(self, url: str, max_bytes: int) -> StyleSheet | None:
        key = url_key(url)
        with self.lock:
            if key in self.cache:
                self.cache.move_to_end(key)
                return self.cache[key]
            self.index_once()
            if key not in self.places:
                if self.gap:
                    raise InputError(self.gap)
                return None
            sheet = self.read_at(*self.places[key], key, max_bytes)
            if sheet is not None and len(sheet.body) <= max_bytes:
                self.put(key, sheet)
            return sheet

    def prepare(self) -> None:
        """Read the files once; a large archive takes minutes."""
        with self.lock:
            self.index_once()

    def index_once(self) -> None:
        """Index the files. A failure is final: no later page reads the files again."""
        if self.is_indexed:
            return
        self.is_indexed = True
        try:
            self.index()
        except Exception as error:
            self.gap = f"the archive cannot be read to its end ({error})"

    def index(self) -> None:
        for path in self.paths:
            for style in stored_styles(path, 0, None, 0):
                if len(self.places) == self.max_entries:
                    self.gap = f"not among the first {self.max_entries:,} of the archive"
                    return
                self.places.setdefault(url_key(style.url), (path, style.offset))

    def read_at(self, path: Path, offset: int, key: bytes, max_bytes: int) -> StyleSheet | None:
        # Several records may share an offset, if they are in one gzip member.
        found = stored_styles(path, offset, offset + 1, max_bytes + 1)
        return next((style.sheet for style in found if url_key(style.url) == key), None)

    def put(self, key: bytes, sheet: StyleSheet) -> None:
        self.cache[key] = sheet
        self.cached_bytes += len(sheet.body)
        while self.cached_bytes > MAX_CACHED_BYTES:
            _, oldest = self.cache.popitem(last=False)
            self.cached_bytes -= len(oldest.body)


@lru_cache(maxsize=MAX_INDEXES)
def archive_styles(*paths: Path) -> ArchiveStyles:
    """The style sheets of archives; all shards of a file in this process share one index."""
    return ArchiveStyles(*paths)


def stored_styles(path: Path, start: int, end: int | None, max_bytes: int) -> Iterator[StoredStyle]:
    """Yield the style sheets of the records that start in [start, end)."""
    with open_warc(path) as file:
        archive = open_archive(file)
        end = archive.size if end is None else end
        for found in read_records(archive, start, end, lambda each: style_of(each, max_bytes)):
            if not isinstance(found, BrokenRecord):  # the reader of the pages reports those
                yield found


def style_of(record: Record, max_bytes: int) -> StoredStyle | None:
    """Read the style sheet of a record; None for any other record."""
    url, kind = record_url(record), (record.get("WARC-Type") or "").lower()
    if url is None or kind not in {"response", "resource"}:
        return None
    media_type, charset = content_type(record.get("Content-Type") or "")
    if kind == "resource":
        if not is_css(media_type):
            return None
        return StoredStyle(url, record.offset, StyleSheet(record.read(max_bytes), charset))
    response, data = read_headers(record)
    if not response or response.status != 200 or not is_css(response.type):
        return None
    body = bytes(read_body(record, response, data, max_bytes))
    return StoredStyle(url, record.offset, StyleSheet(body, response.charset))


def url_key(url: str) -> bytes:
    """A digest of a URL, equal for spellings that request the same file."""
    try:
        text = parse_url(url).url
    except FetchError:
        text = url.partition("#")[0]
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=KEY_BYTES).digest()
