import base64
import bz2
import gzip
import json
import lzma
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timezone
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.corpus.read.read_rows import rows
from webwinnow.corpus.read.parquet import batch_size
from webwinnow.errors import InputError

MOMENT = datetime(2024, 5, 6, 7, 8, 9, tzinfo=timezone.utc)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "some"


def lines(*values: Any) -> bytes:
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


def read(path: Path, stored: bytes, *, max_bytes: int = 1000) -> list[dict[str, Any]]:
    path.write_bytes(stored)
    return rows("jsonl", path, max_bytes=max_bytes)


class TestLines:
    def test_a_line_is_a_page_with_all_its_fields(self, path: Path) -> None:
        value = {
            "html": "<p>é",
            "url": "http://a.b/",
            "time": "2024-05-06T07:08:09Z",
            "digest": "x",
        }
        [row] = read(path, lines(value | {"charset": "latin-1"}))
        assert (row["html"], row["url"], row["time"]) == ("<p>é".encode(), "http://a.b/", MOMENT)
        assert (row["digest"], row["offset"], row["source"]) == ("x", 0, str(path))
        assert row["charset"] == "utf-8", "text has no other"

    def test_base64_bytes_keep_their_charset(self, path: Path) -> None:
        html = base64.b64encode("<p>é".encode("latin-1")).decode()
        [row] = read(path, lines({"html_base64": html, "charset": "latin-1", "date": "20240506"}))
        assert (row["html"], row["charset"]) == (b"<p>\xe9", "latin-1")
        assert row["time"] == datetime(2024, 5, 6, tzinfo=timezone.utc)

    @pytest.mark.parametrize(
        ("line", "detail"),
        [
            (b'{"html": "<p>', "invalid JSON"),
            (b"[1]", "not a JSON object"),
            (b"{}", "no page"),
            (b'{"html": 5}', "no page"),
            (b'{"html": null, "text": "x"}', "no page"),
            (b'{"html_base64": "?"}', "not Base64"),
            (b'{"html": "\xff"}', "not UTF-8"),
            (b"[" * 100_000, "nested too deeply"),
            (b'{"a": ' + b"1" * 5000 + b"}", "invalid JSON"),
        ],
    )
    def test_a_line_without_a_page_is_broken_and_others_are_read(
        self, path: Path, line: bytes, detail: str
    ) -> None:
        good = lines({"html": "<p>"})
        found = read(path, good + line + b"\n" + good, max_bytes=100_000)
        assert [row["drop"] for row in found] == [None, "broken", None]
        assert detail in found[1]["detail"]
        assert found[1]["offset"] == len(good)

    def test_fields_of_other_types_are_missing(self, path: Path) -> None:
        value = {"html": "<p>", "url": 5, "time": [], "timestamp": 1714979289, "digest": {}}
        [row] = read(path, lines(value))
        assert (row["url"], row["time"], row["digest"]) == (None, MOMENT, None)

    def test_blank_lines_are_none_and_the_last_needs_no_end(self, path: Path) -> None:
        stored = b'\xef\xbb\xbf{"html": "1"}\r\n\n  \n{"html": "2"}'
        assert [row["html"] for row in read(path, stored)] == [b"1", b"2"]

    def test_halves_of_characters_do_no_harm(self, path: Path) -> None:
        assert read(path, b'{"html": "a\\ud800b", "url": "\\udfff"}')[0]["html"] == b"a?b"

    def test_large_pages_are_truncated(self, path: Path) -> None:
        assert read(path, lines({"html": "x" * 1500}))[0]["html"] == b"x" * 1000

    @pytest.mark.parametrize("compress", [bytes, gzip.compress])
    def test_very_long_lines_are_passed(
        self, path: Path, compress: Callable[[bytes], bytes]
    ) -> None:
        found = read(path, compress(lines({"html": "x" * 10**7}, {"html": "ok"})))
        assert [row["drop"] for row in found] == ["large", None]
        assert [row["drop"] for row in read(path, compress(b"x" * 10**7))] == ["large"]

    def test_lines_of_too_many_values_are_not_parsed(self, path: Path) -> None:
        stored = b'{"html": "", "a": [' + b"[]," * 3_000_000 + b"1]}"
        [row] = read(path, stored, max_bytes=10**7)
        assert row["detail"] == "too many values in a line"

    @pytest.mark.parametrize(
        "compress", [gzip.compress, zstandard.compress, lzma.compress, bz2.compress]
    )
    def test_offsets_of_compressed_files_are_line_numbers(
        self, path: Path, compress: Callable[[bytes], bytes]
    ) -> None:
        found = read(path, compress(lines({"html": "1"}, 5, {"html": "2"})))
        assert [(row["offset"], row["html"]) for row in found] == [(0, b"1"), (1, None), (2, b"2")]

    def test_a_truncated_compressed_file_gives_the_lines_before(self, path: Path) -> None:
        stored = gzip.compress(lines(*({"html": f"{n}"} for n in range(500))))
        found = read(path, stored[:-8])
        assert [row["html"] for row in found] == [*(b"%d" % n for n in range(500)), None]
        assert (found[-1]["drop"], found[-1]["detail"]) == ("broken", "truncated")

    def test_a_bomb_is_one_long_line(self, path: Path) -> None:
        bomb = zstandard.compress(bytes(10**8))
        assert [row["drop"] for row in read(path, bomb)] == ["large"]

    def test_a_missing_file_is_an_input_error(self, path: Path) -> None:
        with pytest.raises(InputError, match="check its name"):
            rows("jsonl", path)

    @given(
        st.lists(
            st.sampled_from(
                [b"", b'{"html": "1"}', b"no", b"\r", b'{"html": "' + b"x" * 50 + b'"}']
            )
        ),
        st.lists(st.integers(0, 300)),
        st.booleans(),
    )
    @settings(max_examples=300)
    def test_every_line_is_in_one_shard(
        self,
        tmp_path_factory: pytest.TempPathFactory,
        parts: list[bytes],
        cuts: list[int],
        ends: bool,
    ) -> None:
        path = tmp_path_factory.getbasetemp() / "lines"
        path.write_bytes(b"\n".join(parts) + b"\n" * ends)
        edges = [0, *sorted(cuts), None]
        pieces = [rows("jsonl", path, start or 0, end, 30) for start, end in pairwise(edges)]
        together = [(row["offset"], row["html"], row["drop"]) for piece in pieces for row in piece]
        whole = rows("jsonl", path, max_bytes=30)
        assert together == [(row["offset"], row["html"], row["drop"]) for row in whole]
        wanted = sum(bool(part.strip()) for part in parts)
        assert len(whole) == wanted


def table_of(path: Path, columns: dict[str, Any], rows_a_group: int = 2, **options: Any) -> Path:
    pq.write_table(pa.table(columns), path, row_group_size=rows_a_group, **options)
    return path


class TestParquet:
    def test_a_row_is_a_page_with_all_its_fields(self, path: Path) -> None:
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
    def test_pages_are_text_or_bytes(self, path: Path, kind: Any) -> None:
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
    def test_times_are_of_any_type(self, path: Path, times: Any) -> None:
        columns = {"html": ["<p>"], "timestamp": times}
        assert rows("parquet", table_of(path, columns))[0]["time"] == MOMENT

    def test_times_that_python_does_not_know_are_missing(self, path: Path) -> None:
        columns = {"html": ["<p>"], "time": pa.array([2**60], pa.timestamp("ms"))}
        assert rows("parquet", table_of(path, columns))[0]["time"] is None

    def test_null_is_broken(self, path: Path) -> None:
        found = rows("parquet", table_of(path, {"html": ["1", None, "2"]}))
        assert [row["drop"] for row in found] == [None, "broken", None]
        assert found[1]["offset"] == 1

    def test_row_groups_are_shards(self, path: Path) -> None:
        table_of(path, {"html": [f"{n}" for n in range(7)]})
        pieces = [rows("parquet", path, at, at + 1) for at in range(4)]
        found = [(row["offset"], row["html"]) for piece in pieces for row in piece]
        assert found == [(n, b"%d" % n) for n in range(7)]

    def test_batches_are_bounded_by_bytes_and_rows(self, path: Path) -> None:
        for html, expected in (("x", 128), ("x" * 2**20, 3), ("x" * 2**23, 1)):
            table_of(path, {"html": [html] * 5}, 5, use_dictionary=False)
            assert batch_size(pq.ParquetFile(path).metadata.row_group(0)) == expected

    def test_large_pages_are_truncated(self, path: Path) -> None:
        assert rows("parquet", table_of(path, {"html": ["x" * 5000]}))[0]["html"] == b"x" * 1000

    def test_a_file_without_pages_lists_its_columns(self, path: Path) -> None:
        table_of(path, {"text": ["a"], "html": [5]})
        with pytest.raises(InputError, match=r"html or content.*columns are: text, html; rename"):
            rows("parquet", path)

    def test_an_invalid_parquet_file_is_one_broken_row(self, path: Path) -> None:
        for stored in (b"", b"PAR1", b"PAR1 and more PAR1"):
            path.write_bytes(stored)
            assert [row["drop"] for row in rows("parquet", path)] == ["broken"]

    def test_a_broken_row_group_leaves_the_others(self, path: Path) -> None:
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


@given(st.sampled_from(["jsonl", "parquet"]), st.binary(max_size=2000))
def test_no_bytes_make_a_reader_raise(
    tmp_path_factory: pytest.TempPathFactory, reader: str, stored: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "noise"
    path.write_bytes(stored)
    rows(reader, path)
