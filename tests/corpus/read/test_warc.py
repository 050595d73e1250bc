import gzip
import random
from datetime import datetime, timezone
from pathlib import Path

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.corpus.read.archives import COMPRESSIONS, gzipped, http_response, plain, record
from webwinnow.corpus.read import read
from webwinnow.corpus.read.batches import PageRow
from webwinnow.corpus.read.warc import rows
from webwinnow.corpus.record import PAGES
from webwinnow.corpus.workspace import Shard
from webwinnow.errors import InputError
from webwinnow.io.warc import compressed, container
from webwinnow.io.warc.boundaries import ranges

PAGE = http_response(b"<p>page")
FIRST, LAST = record(http_response(b"<p>first")), record(http_response(b"<p>last"))
EVERY = pytest.mark.parametrize("compression", list(COMPRESSIONS))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "some.warc"


def found(path: Path, *parts: bytes, max_bytes: int = 1000) -> list[PageRow]:
    path.write_bytes(b"".join(parts))
    return list(rows(path, 0, None, max_bytes))


def html_of(rows: list[PageRow]) -> list[bytes | memoryview | None]:
    return [row.html for row in rows]


def outcomes(rows: list[PageRow]) -> list[str | None]:
    """Texts of pages, and reasons of dropped rows."""
    return [row.drop or bytes(row.html or b"").decode() for row in rows]


@EVERY
def test_a_page_has_the_fields_of_its_record(path: Path, compression: str) -> None:
    compress = COMPRESSIONS[compression]
    labelled = record(
        http_response(b"<p>page", headers=["content-type: text/html; charset=X-Sjis"]),
        url="<http://example.org/a>",
        more=["warc-payload-digest: sha1:ABC"],
    )
    first, second = found(path, compress(FIRST), compress(labelled))
    assert first.offset == 0
    assert second == PageRow(
        offset=len(compress(FIRST)),
        html=b"<p>page",
        url="http://example.org/a",
        charset="x-sjis",
        time=datetime(2026, 1, 2, 3, 4, 5, tzinfo=timezone.utc),
        digest="sha1:ABC",
    )


def test_batches_are_of_pages(path: Path) -> None:
    path.write_bytes(gzipped(FIRST) + gzipped(b"nothing") + gzipped(LAST))
    (batch,) = read(Shard(7, "warc", str(path)), 1000)
    assert batch.schema == PAGES
    assert batch["html"].to_pylist() == [b"<p>first", None, b"<p>last"]
    assert batch["drop"].to_pylist() == [None, "broken", None]
    assert batch["offset"].to_pylist()[1] == len(gzipped(FIRST))


@pytest.mark.parametrize(
    ("block", "type", "drop", "detail"),
    [
        (http_response(b"gone", "404 Not Found"), "application/http", "status", "404"),
        (http_response(b"moved", "301"), "application/http", "status", "301"),
        (
            http_response(b"PNG", headers=["Content-Type: image/PNG"]),
            "application/http",
            "type",
            "image/png",
        ),
        (b"example.org. 1 A 1.2.3.4", "text/dns", "type", "text/dns"),
        (b"\x00\x01\x02", "application/http", "broken", "no HTTP response"),
    ],
)
def test_records_that_are_no_pages_have_a_reason(
    path: Path, block: bytes, type: str, drop: str, detail: str
) -> None:
    (row,) = found(path, gzipped(record(block, type=type)))
    assert (row.drop, row.detail, row.html) == (drop, detail, None)
    assert row.url == "http://example.org/"


def test_pages_without_a_type_are_looked_into_later(path: Path) -> None:
    assert html_of(found(path, record(http_response(b"<p>page", headers=[])))) == [b"<p>page"]


def test_files_that_were_stored_as_such_are_pages(path: Path) -> None:
    page_file = record(b"<p>page", kind="resource", type="text/html; charset=koi8-r")
    other = record(b"{}", kind="resource", type="application/json")
    page, none = found(path, page_file, other)
    assert (page.html, page.charset, page.drop) == (b"<p>page", "koi8-r", None)
    assert (none.drop, none.detail) == ("type", "application/json")


@pytest.mark.parametrize("kind", ["request", "metadata", "warcinfo", "revisit", "conversion"])
def test_other_records_leave_no_trace(path: Path, kind: str) -> None:
    assert found(path, gzipped(record(PAGE, kind=kind)), gzipped(FIRST))[0].html == b"<p>first"


@EVERY
def test_pages_are_truncated_at_the_maximum(path: Path, compression: str) -> None:
    large = record(http_response(b"a" * 10**6))
    compress = COMPRESSIONS[compression]
    assert [len(html or b"") for html in html_of(found(path, compress(large), compress(LAST)))] == [
        1000,
        7,
    ]


@pytest.mark.parametrize("compression", ["gzip", "zstd"])
def test_bombs_are_not_decompressed(
    path: Path, compression: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compress = COMPRESSIONS[compression]
    # Its last bytes are missing, but are never reached.
    bomb = compress(record(http_response(bytes(3 * 10**7))))[:-20]
    monkeypatch.setattr(compressed, "MAX_DECOMPRESSED", 2**20)
    rows = found(path, compress(FIRST), bomb, compress(LAST))
    assert [len(html or b"") for html in html_of(rows)] == [8, 1000, 7]


@pytest.mark.parametrize("compression", ["gzip", "zstd"])
def test_bombs_of_blank_lines_are_not_decompressed(
    path: Path, compression: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compress = COMPRESSIONS[compression]
    monkeypatch.setattr(container, "MAX_DECOMPRESSED", 2**20)
    monkeypatch.setattr(container.ForwardReader, "MAX_BETWEEN", 3)
    rows = found(path, compress(FIRST), compress(b"\n" * 3 * 10**7), compress(LAST))
    assert outcomes(rows) == ["<p>first", "broken", "<p>last"]


# Broken files.


@EVERY
def test_garbage_between_records_is_one_row(path: Path, compression: str) -> None:
    compress = COMPRESSIONS[compression]
    rows = found(path, compress(FIRST), b"garbage\n" * 30, compress(LAST))
    assert outcomes(rows) == ["<p>first", "broken", "<p>last"]
    assert rows[1].offset == len(compress(FIRST))


@EVERY
@pytest.mark.parametrize("missing", [1, 10, 60, 150])
def test_the_record_after_a_truncated_one_is_read(
    path: Path, compression: str, missing: int
) -> None:
    compress = COMPRESSIONS[compression]
    broken = compress(record(http_response(random.Random(0).randbytes(500))))[: -missing - 4]
    rows = found(path, compress(FIRST), broken, compress(LAST))
    assert outcomes(rows) == ["<p>first", "broken", "<p>last"]
    assert rows[1].offset == len(compress(FIRST))


def test_frames_without_a_checksum_do_not_take_others_along(path: Path) -> None:
    compress = COMPRESSIONS["zstd"]
    noise = compress(record(http_response(random.Random(0).randbytes(5000))))
    rows = found(
        path, compress(FIRST), noise[:-300], compress(LAST), compress(LAST), compress(LAST)
    )
    assert outcomes(rows) == ["<p>first", "broken", "<p>last", "<p>last", "<p>last"]


@EVERY
def test_a_truncated_file_is_broken(path: Path, compression: str) -> None:
    compress = COMPRESSIONS[compression]
    rows = found(path, compress(FIRST), compress(LAST)[:-12])
    assert outcomes(rows) == ["<p>first", "broken"]
    assert rows[1].offset == len(compress(FIRST))


@EVERY
@pytest.mark.parametrize("length", [5, 90, 500, 10**6, 10**17, -1, "many"])
def test_a_wrong_length_costs_one_record(path: Path, compression: str, length: int | str) -> None:
    compress = COMPRESSIONS[compression]
    rows = found(
        path, compress(FIRST), compress(record(PAGE, length=length)), compress(LAST), compress(LAST)
    )
    assert outcomes(rows) == ["<p>first", "broken", "<p>last", "<p>last"]


@pytest.mark.parametrize("compression", ["gzip", "zstd"])
@pytest.mark.parametrize("header", [b"WARC/1.0\r\n", b"WARC/1.0\r\nWARC-Type: resp", b"nothing"])
def test_a_false_record_start_does_not_swallow_the_next_record(
    path: Path, compression: str, header: bytes
) -> None:
    compress = COMPRESSIONS[compression]
    rows = found(path, compress(FIRST), compress(header), compress(LAST))
    assert outcomes(rows) == ["<p>first", "broken", "<p>last"]


@pytest.mark.parametrize("compression", ["gzip", "zstd"])
def test_empty_members_do_not_end_the_file(path: Path, compression: str) -> None:
    compress = COMPRESSIONS[compression]
    rows = found(path, compress(FIRST), compress(b""), compress(LAST))
    assert outcomes(rows)[0] == "<p>first"
    assert outcomes(rows)[-1] == "<p>last"


def test_a_flipped_bit_costs_one_record(path: Path) -> None:
    flipped = bytearray(gzipped(record(http_response(b"<p>It rained all day." * 20))))
    flipped[len(flipped) // 2] ^= 8
    rows = found(path, gzipped(FIRST), bytes(flipped), gzipped(LAST))
    assert outcomes(rows) == ["<p>first", "broken", "<p>last"]


def test_random_bytes_by_the_thousand_are_one_row(path: Path) -> None:
    dice = random.Random(0)
    noise = b"".join(gzipped(dice.randbytes(200)) for _ in range(1000))
    assert outcomes(found(path, gzipped(FIRST), noise, gzipped(LAST))) == [
        "<p>first",
        "broken",
        "<p>last",
    ]


def test_a_broken_beginning_costs_no_more_than_itself(path: Path) -> None:
    rows = found(path, b"\x00" * 100, gzipped(FIRST), gzipped(LAST))
    assert outcomes(rows) == ["broken", "<p>first", "<p>last"]


def test_one_member_may_have_all_records(path: Path) -> None:
    rows = found(path, gzipped(FIRST + LAST))
    assert outcomes(rows) == ["<p>first", "<p>last"]
    assert [row.offset for row in rows] == [0, 0]


def test_a_record_may_go_on_in_other_members(path: Path) -> None:
    """Records that span members, as in files compressed in blocks."""
    whole = record(http_response(b"<p>" + b"page " * 1000)) + LAST
    blocks = [gzipped(whole[at : at + 700]) for at in range(0, len(whole), 700)]
    first, last = found(path, *blocks, max_bytes=10**6)
    assert len(first.html or b"") == 5003
    assert last.html == b"<p>last"


def test_frames_may_share_a_dictionary(path: Path) -> None:
    texts = [record(http_response(b"<p>page %d" % number * 20)) for number in range(200)]
    shared = zstandard.train_dictionary(2000, [*texts])
    raw = shared.as_bytes()
    compress = zstandard.ZstdCompressor(dict_data=shared).compress
    head = b"\x5d\x2a\x4d\x18" + len(raw).to_bytes(4, "little") + raw
    whole = found(path, head, *map(compress, texts))
    assert [row.drop for row in whole] == [None] * 200
    pieces = ranges(path, 1000)
    assert len(pieces) > 2
    assert [row for start, end in pieces for row in rows(path, start, end, 1000)] == whole


def test_an_archive_inside_of_a_record_is_noticed(path: Path) -> None:
    """Stored uncompressed, the inner records look like those of the file."""
    inner = gzipped(record(http_response(b"<p>inner")))
    outer = gzip.compress(record(http_response(b"\x00" * 3000 + inner)), compresslevel=0)
    path.write_bytes(outer + gzipped(LAST))
    (start, end), *_ = ranges(path, 2000)
    assert end == outer.index(inner)
    *_, last = rows(path, start, end, 1000)
    assert (last.drop, last.offset) == ("broken", end)
    assert "inside a record" in (last.detail or "")


def test_a_missing_file_is_an_input_error(path: Path) -> None:
    with pytest.raises(InputError, match="check its name"):
        list(read(Shard(0, "warc", str(path)), 1000))


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        ("2026-01-02T03:04:05.678Z", datetime(2026, 1, 2, 3, 4, 5, 678000, timezone.utc)),
        ("2026-13-02T03:04:05Z", None),
        ("yesterday", None),
        ("", None),
    ],
)
def test_times_are_read(path: Path, date: str, expected: datetime | None) -> None:
    assert [row.time for row in found(path, record(PAGE, date=date))] == [expected]


# Any input.

BODIES = st.one_of(st.binary(max_size=300), st.integers(0, 5000).map(lambda size: b"<p>a " * size))
RECORDS = st.builds(
    lambda body, kind: record(http_response(body), kind=kind),
    BODIES,
    st.sampled_from(["response", "request"]),
)


@settings(max_examples=60, deadline=None)
@given(
    records=st.lists(RECORDS, min_size=1, max_size=8),
    compression=st.sampled_from(list(COMPRESSIONS)),
    size=st.integers(1, 3000),
)
def test_pieces_have_all_rows_of_the_file(
    tmp_path_factory: pytest.TempPathFactory, records: list[bytes], compression: str, size: int
) -> None:
    path = tmp_path_factory.mktemp("warc") / "some"
    whole = found(path, *map(COMPRESSIONS[compression], records))
    pieces = ranges(path, size)
    assert [row for start, end in pieces for row in rows(path, start, end, 1000)] == whole
    assert sum(row.drop is None for row in whole) == sum(
        b"WARC-Type: response" in r for r in records
    )


@settings(max_examples=150, deadline=None)
@given(
    parts=st.lists(
        st.one_of(
            st.binary(max_size=100),
            st.tuples(RECORDS, st.sampled_from([gzipped, zstandard.compress, plain])).map(
                lambda both: both[1](both[0])
            ),
        ),
        max_size=5,
    ),
    flips=st.lists(st.tuples(st.integers(0, 10**6), st.integers(1, 255)), max_size=4),
    size=st.integers(1, 2000),
)
def test_any_bytes_give_rows(
    tmp_path_factory: pytest.TempPathFactory,
    parts: list[bytes],
    flips: list[tuple[int, int]],
    size: int,
) -> None:
    data = bytearray(b"".join(parts))
    for place, bits in flips:
        if data:
            data[place % len(data)] ^= bits
    path = tmp_path_factory.mktemp("warc") / "some"
    path.write_bytes(data)
    pieces = ranges(path, size)
    assert [end for _, end in pieces[:-1]] == [start for start, _ in pieces[1:]]
    for start, end in pieces:
        for batch in read(Shard(0, "warc", str(path), start, end), 1000):
            assert batch.schema == PAGES
