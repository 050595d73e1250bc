import bz2
import gzip
import json
import lzma
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.corpus.read.archives import arc_record, filedesc, gzipped, http_response, record
from webwinnow.corpus.read import read
from webwinnow.corpus.read.batches import PageRow
from webwinnow.corpus.read.cdx import canonical_url, named_archives, rows
from webwinnow.corpus.record import PAGES
from webwinnow.corpus.workspace import Shard
from webwinnow.errors import InputError

MEMBERS = [
    gzipped(record(http_response(b"<p>page %d" % number), url=f"http://example.org/{number}"))
    for number in range(4)
]
OFFSETS = [sum(map(len, MEMBERS[:number])) for number in range(4)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "some.warc.gz").write_bytes(b"".join(MEMBERS))
    return tmp_path


def cdxj(number: int, file: str = "some.warc.gz", *, offset: int | None = None) -> str:
    values = {
        "url": f"http://example.org/{number}",
        "filename": file,
        "offset": str(OFFSETS[number] if offset is None else offset),
        "length": "100",
    }
    return f"org,example)/{number} 20260102030405 {json.dumps(values)}\n"


def cdx(number: int) -> str:
    url = f"http://example.org/{number}"
    return (
        f"org,example)/{number} 2026 {url} text/html 200 X - - 99 {OFFSETS[number]} some.warc.gz\n"
    )


def found(path: Path, text: str, start: int = 0, end: int | None = None) -> list[PageRow]:
    path.write_text(text, encoding="utf-8")
    return list(rows(path, start, end, 1000))


HEADER = " CDX N b a m s k r M S V g\n"


@pytest.mark.parametrize(
    "text",
    [
        cdxj(2) + cdxj(0),
        cdxj(2).partition(" 2026")[2].partition(" ")[2] + cdxj(0),
        HEADER + cdx(2) + cdx(0),
        cdx(2) + cdx(0),
    ],
)
def test_records_are_read_as_the_index_orders_them(folder: Path, text: str) -> None:
    first, second = found(folder / "index", text)
    assert [first.html, second.html] == [b"<p>page 2", b"<p>page 0"]
    assert (first.offset, first.member) == (OFFSETS[2], "some.warc.gz")
    assert first.url == "http://example.org/2"


def test_fields_are_those_that_the_first_line_names(folder: Path) -> None:
    text = f" CDX g V a\nsome.warc.gz {OFFSETS[1]} http://example.org/1\n"
    assert [row.html for row in found(folder / "index", text)] == [b"<p>page 1"]


def test_shards_are_lines(folder: Path) -> None:
    text = HEADER + cdx(0) + cdx(1) + cdx(2)
    assert [row.html for row in found(folder / "index", text, 2, 3)] == [b"<p>page 1"]
    assert [row.html for row in found(folder / "index", text, 3)] == [b"<p>page 2"]
    assert found(folder / "index", text, 0, 1) == []


@pytest.mark.parametrize("module", [gzip, bz2, lzma, zstandard], ids=lambda each: each.__name__)
def test_an_index_may_be_compressed(folder: Path, module: Any) -> None:
    path = folder / "index"
    path.write_bytes(module.compress(cdxj(0).encode()) + module.compress(cdxj(1).encode()))
    assert [row.html for row in rows(path, 0, None, 1000)] == [b"<p>page 0", b"<p>page 1"]


def test_a_packed_index_that_breaks_off_says_so(folder: Path) -> None:
    path = folder / "index.cdx.gz"
    path.write_bytes(gzip.compress(cdxj(0).encode()) + gzip.compress(cdxj(1).encode())[:-9])
    first, *_, last = rows(path, 0, None, 1000)
    assert first.html == b"<p>page 0"
    assert "the index is broken" in (last.detail or "")


def test_archives_may_be_elsewhere(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "index"
    (row,) = found(elsewhere, cdxj(1, str(folder / "some.warc.gz")))
    assert row.html == b"<p>page 1"


def test_archives_may_be_arc(folder: Path) -> None:
    head = gzipped(filedesc())
    (folder / "some.arc.gz").write_bytes(head + gzipped(arc_record(http_response(b"<p>old"))))
    (row,) = found(folder / "index", cdxj(1, "some.arc.gz", offset=len(head)))
    assert (row.html, row.offset) == (b"<p>old", len(head))


def test_a_missing_archive_is_an_input_error(folder: Path) -> None:
    with pytest.raises(InputError, match=r"cannot read 'other\.warc\.gz' \(No such file"):
        found(folder / "index", cdxj(0, "other.warc.gz") + cdxj(1))


def test_archives_are_listed_once(folder: Path) -> None:
    path = folder / "index"
    lines = [cdxj(0), "nonsense\n", cdxj(1), cdxj(2, "/other.warc.gz"), cdxj(3)]
    path.write_text("".join(lines), encoding="utf-8")
    assert [*named_archives(path)] == [str(folder / "some.warc.gz"), "/other.warc.gz"]
    assert [*named_archives(path, 2, 3)] == [str(folder / "some.warc.gz")]
    assert [*named_archives(path, 1, 2)] == []


@pytest.mark.parametrize("offset", [1, 10**9])
def test_a_wrong_offset_is_named(folder: Path, offset: int) -> None:
    (row,) = found(folder / "index", cdxj(0, offset=offset))
    assert (row.drop, row.detail) == ("broken", f"no page in some.warc.gz at byte {offset}")


@pytest.mark.parametrize(
    "line", ["nonsense", "{}", '{"url": 1}', "[" * 9999 + "{}", cdxj(0, offset=-1), "a" * 10**5]
)
def test_a_line_that_names_no_record_is_broken(folder: Path, line: str) -> None:
    broken, there = found(folder / "index", line.strip() + "\n" + cdxj(1))
    assert (broken.drop, broken.offset) == ("broken", 0)
    assert (broken.detail or "").startswith("line 1: ")
    assert there.html == b"<p>page 1"


def test_revisits_leave_no_trace(folder: Path) -> None:
    assert found(folder / "index", cdx(0).replace("text/html", "warc/revisit")) == []


def test_a_missing_index_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="check its name"):
        list(read(Shard(0, "cdx", str(tmp_path / "none")), 1000))


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://example.org", "example.org"),
        ("HTTP://WWW.Example.ORG:80/", "example.org"),
        ("//example.org/A/b/", "example.org/A/b"),
        ("https://example.org:8443/a?b=/#c", "example.org:8443/a?b=/"),
        ("example.org?a=B", "example.org?a=B"),
    ],
)
def test_equivalent_urls_have_one_canonical_form(url: str, expected: str) -> None:
    assert canonical_url(url) == expected


@settings(max_examples=100, deadline=None)
@given(st.lists(st.one_of(st.binary(max_size=80), st.sampled_from([cdxj(0).encode()])), max_size=4))
def test_any_bytes_give_rows(tmp_path_factory: pytest.TempPathFactory, parts: list[bytes]) -> None:
    path = tmp_path_factory.mktemp("cdx") / "index"
    path.write_bytes(b"\n".join(parts))
    path.with_name("some.warc.gz").write_bytes(MEMBERS[0])
    for batch in read(Shard(0, "cdx", str(path)), 1000):
        assert batch.schema == PAGES
