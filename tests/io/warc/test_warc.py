import gzip
import zlib
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from fastwarc.stream_io import BrotliWriter, ZstdWriter
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from webwinnow.errors import InputError
from webwinnow.io.warc import content_type, page_at, pages

HTML = {"Content-Type": "text/html; charset=ISO-8859-2"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "some.warc.gz"


def write(
    path: Path,
    *records: tuple[str, dict[str, str] | list[tuple[str, str]], bytes],
    kind: str = "response",
    compressed: bool = True,
) -> None:
    """Write records of status, headers and body, at http://example.org/0, /1 …"""
    with path.open("ab") as file:
        writer = WARCWriter(file, gzip=compressed)
        for number, (status, headers, body) in enumerate(records):
            pairs = list(headers.items()) if isinstance(headers, dict) else headers
            http = StatusAndHeaders(status, pairs, protocol="HTTP/1.1")
            url = f"http://example.org/{number}"
            record = writer.create_warc_record(url, kind, BytesIO(body), http_headers=http)
            writer.write_record(record)


@pytest.mark.parametrize("compressed", [True, False])
def test_pages_have_url_charset_and_offset(path: Path, compressed: bool) -> None:
    write(path, ("200 OK", HTML, b"<p>one"), ("200 OK", HTML, b"<p>two"), compressed=compressed)
    first, second = pages(path)
    assert (first.url, first.html, first.offset) == ("http://example.org/0", b"<p>one", 0)
    assert first.charset is not None
    assert first.charset.lower() == "iso-8859-2"
    assert second.offset > 0
    assert page_at(path, second.offset) == second


def test_records_without_a_page_are_skipped(path: Path) -> None:
    write(
        path,
        ("404 Not Found", HTML, b"<p>missing"),
        ("200 OK", {"Content-Type": "image/png"}, b"\x89PNG"),
        ("200 OK", {"Content-Type": "application/xhtml+xml"}, b"<p>kept"),
        ("200 OK", {}, b"<p>kept, too"),
    )
    write(path, ("200 OK", HTML, b"<p>asked"), kind="request")
    assert [page.html for page in pages(path)] == [b"<p>kept", b"<p>kept, too"]


def written(writer: Any, body: bytes) -> bytes:
    compressed = BytesIO()
    stream = writer(compressed)
    stream.write(body)
    stream.close()
    return compressed.getvalue()


@pytest.mark.parametrize(
    ("coding", "compress"),
    [
        ("gzip", gzip.compress),
        ("deflate", zlib.compress),
        ("br", partial(written, BrotliWriter)),
        ("zstd", partial(written, ZstdWriter)),
    ],
)
def test_compressed_bodies_are_decompressed(
    path: Path, coding: str, compress: Callable[[bytes], bytes]
) -> None:
    write(path, ("200 OK", {**HTML, "Content-Encoding": coding}, compress(b"<p>one")))
    assert [page.html for page in pages(path)] == [b"<p>one"]


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd", "nonsense"])
def test_bodies_that_only_seem_packed_stay_as_they_are(path: Path, coding: str) -> None:
    write(path, ("200 OK", {**HTML, "Content-Encoding": coding}, b"<p>plain"))
    assert [page.html for page in pages(path)] == [b"<p>plain"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"3\r\n<p>\r\n3;x\r\none\r\n0\r\n\r\n", b"<p>one"),
        (b"3\r\n<p>\r\n3\r\non", b"<p>on"),
        (b"<p>one", b"<p>one"),
        (b"<p>\r\none", b"<p>\r\none"),
    ],
)
def test_chunks_are_joined(path: Path, body: bytes, expected: bytes) -> None:
    write(path, ("200 OK", {**HTML, "Transfer-Encoding": "chunked"}, body))
    assert [page.html for page in pages(path)] == [expected]


def test_bombs_are_truncated(path: Path) -> None:
    bomb = gzip.compress(bytes(10**7))
    write(path, ("200 OK", {**HTML, "Content-Encoding": "gzip"}, bomb), ("200 OK", HTML, b"<p>x"))
    assert [len(page.html) for page in pages(path, max_bytes=1000)] == [1000, 4]


def test_a_truncated_file_is_an_error_after_its_pages(path: Path) -> None:
    write(path, ("200 OK", HTML, b"<p>one"), ("200 OK", HTML, b"<p>two" * 1000))
    path.write_bytes(path.read_bytes()[:-20])
    found = pages(path)
    assert next(found).html == b"<p>one"
    with pytest.raises(InputError, match=r"some\.warc\.gz' is broken"):
        list(found)


def test_a_file_that_is_no_archive_is_broken(path: Path) -> None:
    path.write_bytes(b"<p>It rained." * 100)
    with pytest.raises(InputError):
        list(pages(path))


def test_a_missing_file_is_an_input_error(path: Path) -> None:
    with pytest.raises(InputError, match="check its name"):
        list(pages(path))


def test_an_offset_without_a_page_is_an_error(path: Path) -> None:
    write(path, ("404 Not Found", HTML, b"<p>missing"))
    with pytest.raises(InputError, match="no page at byte 0"):
        page_at(path, 0)


def test_a_place_gives_its_own_page_or_none(path: Path) -> None:
    write(path, ("200 OK", {"Content-Type": "text/plain"}, b"<p>own"))
    end = path.stat().st_size
    write(path, ("200 OK", HTML, b""), kind="request")
    write(path, ("200 OK", HTML, b"<p>another"))
    assert page_at(path, 0).html == b"<p>own"
    with pytest.raises(InputError, match=f"no page at byte {end}"):
        page_at(path, end)


def test_the_last_of_several_types_is_taken(path: Path) -> None:
    html, plain = ("Content-Type", "text/html; charset=x"), ("Content-Type", "text/plain")
    write(path, ("200 OK", [plain, html], b"<p>kept"), ("200 OK", [html, plain], b"dropped"))
    assert [(page.html, page.charset) for page in pages(path)] == [(b"<p>kept", "x")]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Text/HTML;Charset=Windows-1250", ("text/html", "windows-1250")),
        ('text/html; charset = "utf-8"', ("text/html", "utf-8")),
        ("text/html charset=utf-8", ("text/html", "utf-8")),
        ("text/html, text/html", ("text/html", None)),
        ("nonsense", ("nonsense", None)),
        (" ", ("", None)),
    ],
)
def test_types_are_read_as_servers_write_them(value: str, expected: tuple[str, str | None]) -> None:
    assert content_type(value) == expected
