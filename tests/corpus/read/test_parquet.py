from contextlib import suppress
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.corpus.read.read_rows import rows
from webwinnow.corpus.read.parquet import batch_size
from webwinnow.errors import InputError

MOMENT = datetime(2024, 5, 6, 7, 8, 9, tzinfo=timezone.utc)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "some"


def table_of(path: Path, columns: dict[str, Any], rows_a_group: int = 2, **options: Any) -> Path:
    pq.write_table(pa.table(columns), path, row_group_size=rows_a_group, **options)
    return path


def test_a_row_is_a_page_with_all_its_fields(path: Path) -> None:
    columns = {
        "html": [b"<p>\xe9"],
        "url": ["http://a.b/"],
        "time": [MOMENT],
        "charset": ["latin-1"],
        "digest": ["x"],
        "more": [5],
    }
    [row] = rows("parquet", table_of(path, columns))
    assert (row["html"], row["charset"], row["url"]) == (b"<p>\xe9", "latin-1", "http://a.b/")
    assert (row["time"], row["digest"], row["offset"]) == (MOMENT, "x", 0)


@pytest.mark.parametrize(
    "kind",
    [
        pa.string(),
        pa.large_string(),
        pa.binary(),
        pa.large_binary(),
        pa.dictionary(pa.int32(), pa.string()),
    ],
)
def test_pages_are_text_or_bytes(path: Path, kind: Any) -> None:
    pages = pa.array(["<p>1", "<p>2"]).cast(kind)
    found = rows("parquet", table_of(path, {"content": pages, "charset": ["x", "x"]}))
    assert [row["html"] for row in found] == [b"<p>1", b"<p>2"]
    is_text = "string" in str(kind)
    assert {row["charset"] for row in found} == {"utf-8" if is_text else "x"}


@pytest.mark.parametrize(
    "times",
    [
        pa.array([MOMENT.replace(tzinfo=None)], pa.timestamp("ns")),
        pa.array([MOMENT], pa.timestamp("s", "Europe/Berlin")),
        pa.array(["2024-05-06 07:08:09"]),
        pa.array([1714979289]),
    ],
)
def test_times_are_of_any_type(path: Path, times: Any) -> None:
    columns = {"html": ["<p>"], "timestamp": times}
    assert rows("parquet", table_of(path, columns))[0]["time"] == MOMENT


def test_times_that_python_does_not_know_are_missing(path: Path) -> None:
    columns = {"html": ["<p>"], "time": pa.array([2**60], pa.timestamp("ms"))}
    assert rows("parquet", table_of(path, columns))[0]["time"] is None


def test_null_is_broken(path: Path) -> None:
    found = rows("parquet", table_of(path, {"html": ["1", None, "2"]}))
    assert [row["drop"] for row in found] == [None, "broken", None]
    assert found[1]["offset"] == 1


def test_row_groups_are_shards(path: Path) -> None:
    table_of(path, {"html": [f"{n}" for n in range(7)]})
    pieces = [rows("parquet", path, at, at + 1) for at in range(4)]
    found = [(row["offset"], row["html"]) for piece in pieces for row in piece]
    assert found == [(n, b"%d" % n) for n in range(7)]


def test_batches_are_bounded_by_bytes_and_rows(path: Path) -> None:
    for html, expected in (("x", 128), ("x" * 2**20, 3), ("x" * 2**23, 1)):
        table_of(path, {"html": [html] * 5}, 5, use_dictionary=False)
        assert batch_size(pq.ParquetFile(path).metadata.row_group(0)) == expected


def test_large_pages_are_truncated(path: Path) -> None:
    assert rows("parquet", table_of(path, {"html": ["x" * 5000]}))[0]["html"] == b"x" * 1000


def test_a_file_without_pages_lists_its_columns(path: Path) -> None:
    table_of(path, {"text": ["a"], "html": [5]})
    with pytest.raises(InputError, match=r"html or content.*columns are: text, html; rename"):
        rows("parquet", path)


def test_an_invalid_parquet_file_is_one_broken_row(path: Path) -> None:
    for stored in (b"", b"PAR1", b"PAR1 and more PAR1"):
        path.write_bytes(stored)
        assert [row["drop"] for row in rows("parquet", path)] == ["broken"]


def test_a_broken_row_group_leaves_the_others(path: Path) -> None:
    table_of(path, {"html": ["1" * 900, "2" * 900, "3" * 900]}, 1, compression="gzip")
    offset = pq.ParquetFile(path).metadata.row_group(1).column(0).dictionary_page_offset
    stored = bytearray(path.read_bytes())
    stored[offset : offset + 30] = b"!" * 30
    path.write_bytes(stored)
    found = rows("parquet", path)
    assert [row["drop"] for row in found] == [None, "broken", None]
    assert found[1]["offset"] == 1


@given(st.data())
@settings(max_examples=200)
def test_no_damage_makes_a_reader_of_parquet_raise(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = table_of(tmp_path_factory.getbasetemp() / "p", {"html": ["1", "2", "3"]})
    stored = bytearray(path.read_bytes())
    for at in data.draw(st.lists(st.integers(0, len(stored) - 1), max_size=8)):
        stored[at] = data.draw(st.integers(0, 255))
    path.write_bytes(stored)
    with suppress(InputError):  # the damage may be to the column's name
        rows("parquet", path)


@given(st.binary(max_size=2000))
def test_no_bytes_make_a_reader_raise(
    tmp_path_factory: pytest.TempPathFactory, stored: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "noise"
    path.write_bytes(stored)
    rows("parquet", path)
