import random
from datetime import datetime, timezone
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from warcio.archiveiterator import ArchiveIterator

from tests.corpus.read.archives import arc_record, filedesc, gzipped, http_response, plain
from webwinnow.corpus.read import arc, read
from webwinnow.corpus.read.arc import rows
from webwinnow.corpus.read.batches import PageRow
from webwinnow.corpus.record import PAGES
from webwinnow.corpus.workspace import Shard
from webwinnow.errors import InputError

FIRST, LAST = arc_record(http_response(b"<p>first")), arc_record(http_response(b"<p>last"))
COMPRESSIONS = {"gzip": gzipped, "plain": plain}
EVERY = pytest.mark.parametrize("compression", list(COMPRESSIONS))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "some.arc"


def found(path: Path, *parts: bytes, max_bytes: int = 1000) -> list[PageRow]:
    path.write_bytes(b"".join(parts))
    return list(rows(path, max_bytes))


def outcomes(rows: list[PageRow]) -> list[str]:
    return [row.drop or bytes(row.html or b"").decode() for row in rows]


@EVERY
def test_a_page_has_the_fields_of_its_record(path: Path, compression: str) -> None:
    compress = COMPRESSIONS[compression]
    page = arc_record(http_response(b"<p>page", headers=["Content-Type: text/html; charset=X"]))
    (row,) = found(path, compress(filedesc()), compress(page))
    assert row == PageRow(
        offset=len(compress(filedesc())),
        html=b"<p>page",
        url="http://example.org/",
        charset="x",
        time=datetime(2026, 1, 2, 3, 4, 5, tzinfo=timezone.utc),
    )


@EVERY
def test_warcio_finds_the_same(path: Path, compression: str) -> None:
    bodies = [b"<p>page %d" % number * 9 for number in range(9)]
    pages = [arc_record(http_response(body), f"http://example.org/{len(body)}") for body in bodies]
    ours = found(path, *map(COMPRESSIONS[compression], [filedesc(), *pages]))
    with path.open("rb") as file:
        theirs = [
            (record.rec_headers.get_header("uri"), record.content_stream().read())
            for record in ArchiveIterator(file)
            if record.rec_type == "response"
        ]
    assert [(row.url, row.html) for row in ours] == theirs


@pytest.mark.parametrize(
    ("record", "drop", "detail"),
    [
        (arc_record(http_response(b"gone", "404 Not Found")), "status", "404"),
        (
            arc_record(http_response(b"GIF", headers=["Content-Type: image/gif"])),
            "type",
            "image/gif",
        ),
        (arc_record(b"1.2.3.4", "dns:example.org", "text/dns"), "type", "text/dns"),
        (arc_record(b"<p>page"), "broken", "no HTTP response"),
    ],
)
def test_records_that_are_no_pages_have_a_reason(
    path: Path, record: bytes, drop: str, detail: str
) -> None:
    (row,) = found(path, filedesc(), record)
    assert (row.drop, row.detail) == (drop, detail)


def test_lines_of_the_second_version_have_more_fields(path: Path) -> None:
    line = b"http://example.org/ 127.0.0.1 20260102030405 text/html 200 - - 0 some.arc %d\n"
    block = http_response(b"<p>page")
    assert outcomes(found(path, line % len(block) + block + b"\n")) == ["<p>page"]


@EVERY
def test_garbage_between_records_is_one_row(path: Path, compression: str) -> None:
    compress = COMPRESSIONS[compression]
    rows = found(path, compress(FIRST), b"garbage\n" * 30, compress(LAST))
    assert outcomes(rows) == ["<p>first", "broken", "<p>last"]
    assert rows[1].offset == len(compress(FIRST))


def test_after_a_member_that_breaks_off_comes_the_next(path: Path) -> None:
    broken = gzipped(arc_record(http_response(random.Random(0).randbytes(500))))[:-100]
    rows = found(path, gzipped(FIRST), broken, gzipped(LAST))
    assert outcomes(rows) == ["<p>first", "broken", "<p>last"]


@EVERY
@pytest.mark.parametrize("length", [100, 10**6, 10**17])
def test_a_length_that_is_too_large_costs_one_record(
    path: Path, compression: str, length: int
) -> None:
    compress = COMPRESSIONS[compression]
    rows = found(
        path,
        compress(FIRST),
        compress(arc_record(http_response(b"<p>"), length=length)),
        compress(LAST),
    )
    assert outcomes(rows) == ["<p>first", "broken", "<p>last"]


@EVERY
def test_a_truncated_file_is_broken(path: Path, compression: str) -> None:
    compress = COMPRESSIONS[compression]
    assert outcomes(found(path, compress(FIRST), compress(LAST)[:-10])) == ["<p>first", "broken"]


def test_bombs_are_not_decompressed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arc, "MAX_DECOMPRESSED", 2**20)
    # Its last bytes are missing, but are never reached.
    bomb = gzipped(arc_record(http_response(bytes(3 * 10**7))))[:-20]
    rows = found(path, gzipped(FIRST), bomb, gzipped(LAST))
    assert [len(row.html or b"") for row in rows] == [8, 1000, 7]


@pytest.mark.parametrize("filling", [b"\n", b"\x00"])
def test_members_of_one_byte_again_and_again_are_broken(
    path: Path, filling: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arc, "MAX_DECOMPRESSED", 2**20)
    rows = found(path, gzipped(FIRST), gzipped(filling * 10**7), gzipped(LAST))
    assert outcomes(rows) == ["<p>first", "broken", "<p>last"]


def test_one_member_may_have_all_records(path: Path) -> None:
    assert outcomes(found(path, gzipped(filedesc() + FIRST + LAST))) == ["<p>first", "<p>last"]


def test_a_missing_file_is_an_input_error(path: Path) -> None:
    with pytest.raises(InputError, match="check its name"):
        list(read(Shard(0, "arc", str(path)), 1000))


PARTS = st.one_of(
    st.binary(max_size=100),
    st.tuples(
        st.sampled_from([FIRST, LAST, filedesc(), FIRST + LAST]), st.sampled_from([gzipped, plain])
    ).map(lambda both: both[1](both[0])),
)


@settings(max_examples=150, deadline=None)
@given(
    parts=st.lists(PARTS, max_size=5),
    flips=st.lists(st.tuples(st.integers(0, 10**6), st.integers(1, 255)), max_size=4),
)
def test_any_bytes_give_rows(
    tmp_path_factory: pytest.TempPathFactory, parts: list[bytes], flips: list[tuple[int, int]]
) -> None:
    data = bytearray(b"".join(parts))
    for place, bits in flips:
        if data:
            data[place % len(data)] ^= bits
    path = tmp_path_factory.mktemp("arc") / "some"
    path.write_bytes(data)
    for batch in read(Shard(0, "arc", str(path)), 1000):
        assert batch.schema == PAGES
