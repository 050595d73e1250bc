import gzip
from io import BytesIO
from pathlib import Path

import pytest

from tests.corpus.read.archives import COMPRESSIONS, gzipped, http_response, record
from webwinnow.corpus.read.warc import rows
from webwinnow.errors import InputError
from webwinnow.io.warc.boundaries import ranges
from webwinnow.io.warc.container import open_archive
from webwinnow.io.warc.records import SPLIT_INSIDE_RECORD

RECORDS = [record(http_response(b"<p>page %d" % number * 9)) for number in range(20)]
EVERY = pytest.mark.parametrize("compression", list(COMPRESSIONS))


@EVERY
def test_next_record_starts_at_or_after_the_offset(compression: str) -> None:
    parts = [COMPRESSIONS[compression](each) for each in RECORDS]
    archive, end = open_archive(BytesIO(b"".join(parts))), sum(map(len, parts))
    second = len(parts[0])
    assert archive.next_record(0, end) == 0
    assert archive.next_record(1, end) == second
    assert archive.next_record(second, end) == second
    assert archive.next_record(1, second) is None
    assert archive.next_record(end - 1, end) is None


@EVERY
def test_a_record_ends_where_the_next_one_begins(compression: str) -> None:
    parts = [COMPRESSIONS[compression](each) for each in RECORDS[:2]]
    archive = open_archive(BytesIO(b"".join(parts)))
    assert archive.end_of(0) == len(parts[0])
    assert archive.end_of(len(parts[0])) == archive.size
    assert archive.end_of(3) is None


def test_magic_bytes_without_a_record_are_skipped() -> None:
    noise = gzipped(b"no record") + b"\x1f\x8b\x08\x00 and so on"
    archive = open_archive(BytesIO(noise + gzipped(RECORDS[0])))
    assert archive.next_record(0, 10**6) == len(noise)


def test_gzip_headers_may_contain_file_names() -> None:
    plain = gzipped(RECORDS[0])
    named = plain[:3] + b"\x08" + plain[4:10] + b"a" * 5000 + b"\x00" + plain[10:]
    assert open_archive(BytesIO(b"..." + named)).next_record(1, 10**6) == 3


def test_warc_headers_quoted_in_a_page_are_no_records() -> None:
    quoted = b"<pre>\r\n\r\nWARC/1.0\r\nWARC-Type: response\r\nContent-Length: 12\r\n\r\n</pre>"
    first = record(http_response(quoted))
    archive = open_archive(BytesIO(first + RECORDS[0]))
    assert archive.next_record(1, 10**6) == len(first)


@EVERY
@pytest.mark.parametrize("size", [1, 500, 2000, 10**6])
def test_ranges_start_at_records(tmp_path: Path, compression: str, size: int) -> None:
    parts = [COMPRESSIONS[compression](each) for each in RECORDS]
    path = tmp_path / "some"
    path.write_bytes(b"".join(parts))
    starts = {sum(map(len, parts[:number])) for number in range(len(parts))}
    pieces = ranges(path, size)
    assert pieces[0][0] == 0
    assert pieces[-1][1] == sum(map(len, parts))
    assert {start for start, _ in pieces} <= starts
    assert all(end - start >= size for start, end in pieces[:-1])
    assert [end for _, end in pieces[:-1]] == [start for start, _ in pieces[1:]]
    assert (len(pieces) == 20) == (size == 1)


def test_plain_archives_inside_records_are_not_split(tmp_path: Path) -> None:
    path = tmp_path / "some"
    outer = record(http_response(b"".join(RECORDS)))
    path.write_bytes(outer + RECORDS[0])
    assert ranges(path, 100) == [(0, len(outer)), (len(outer), len(outer + RECORDS[0]))]


@pytest.mark.parametrize("size", [400, 700, 1000])
@pytest.mark.parametrize(
    "after", [[], [gzipped(each) for each in RECORDS[:3]], [b"broken"]], ids=["last", "more", "bad"]
)
def test_a_split_inside_a_compressed_archive_is_reported_once(
    tmp_path: Path, size: int, after: list[bytes]
) -> None:
    path = tmp_path / "some"
    inner = b"".join(gzipped(record(http_response(b"<p>"), url="http://inner/")) for _ in range(9))
    # Uncompressed, so that the inner members are visible.
    outer = gzip.compress(
        record(http_response(inner, headers=["Content-Type: application/gzip"])), 0
    )
    path.write_bytes(b"".join([gzipped(RECORDS[0]), outer, *after]))
    pieces = ranges(path, size)
    starts = [len(gzipped(RECORDS[0])) + len(outer) + sum(map(len, after[:n])) for n in range(4)]
    false = [start for start, _ in pieces if start not in (0, starts[0] - len(outer), *starts)]
    found = [row for start, end in pieces for row in rows(path, start, end, 1000)]
    reported = [row.offset for row in found if row.detail == SPLIT_INSIDE_RECORD]
    assert reported == false[:1] != []
    pages = [row for row in found if row.html and row.url == "http://example.org/"]
    assert len(pages) == 1 + len([each for each in after if each != b"broken"])


def test_an_empty_file_is_one_empty_range(tmp_path: Path) -> None:
    path = tmp_path / "some"
    path.write_bytes(b"")
    assert ranges(path, 100) == [(0, 0)]


def test_a_missing_file_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="check its name"):
        ranges(tmp_path / "none", 100)
