import bz2
import gzip
import lzma
import os
import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import zstandard
from warcio.warcwriter import WARCWriter

from tests.corpus.plan_inputs import (
    LINE,
    WARC,
    all_rows,
    pages_of,
    parquet,
    planned,
    put,
    response,
    zipped,
)
from tests.corpus.read.read_rows import rows_of
from webwinnow.corpus import sharding
from webwinnow.corpus.read.lists import parts
from webwinnow.corpus.sharding import piece_size


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("total", "expected"),
    [(0, 2**24), (2**30, 2**24), (2**32, 2**26), (2**40, 2**28)],
)
def test_pieces_grow_with_the_input(total: int, expected: int) -> None:
    assert piece_size(total) == expected


class TestPieces:
    @pytest.fixture(autouse=True)
    def small(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sharding, "MIN_BYTES", 100)
        monkeypatch.setattr(sharding, "TARGET_PIECES", 1000)

    def test_lines_are_divided_by_bytes(self) -> None:
        put("a.jsonl", b"".join(b'{"html": "%d"}\n' % n for n in range(100)))
        made = planned("a.jsonl")
        assert pages_of(made) == [b"%d" % n for n in range(100)]
        assert len(made.shards) == 15
        assert all(one.end == two.start for one, two in pairwise(made.shards))

    def test_compressed_lines_are_one_shard(self) -> None:
        put("a.jsonl.gz", gzip.compress(os.urandom(500) + b"\n" + LINE))
        assert len(planned("a.jsonl.gz").shards) == 1

    def test_members_are_divided_by_their_sizes(self) -> None:
        names = [f"{n}.html" for n in range(60)]
        put("a.zip", zipped(names))
        made = planned("a.zip")
        assert len(made.shards) == 6
        assert pages_of(made) == [f"<p>{name}".encode() for name in names]

    def test_small_members_are_divided_by_number(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sharding, "MAX_MEMBERS", 2)
        made = planned(put("a.zip", zipped([f"{n}.html" for n in range(5)])))
        assert [(each.start, each.end) for each in made.shards] == [(0, 2), (2, 4), (4, 5)]

    def test_row_groups_are_divided_by_their_rows(self) -> None:
        put("a.parquet", parquet({"html": [f"{n}" for n in range(20)]}, rows=2))
        made = planned("a.parquet")
        assert 1 < len(made.shards) <= 10
        assert pages_of(made) == [b"%d" % n for n in range(20)]

    def test_pages_are_divided_by_bytes_and_number(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sharding, "MAX_PAGES", 4)
        sizes = [10, 10, 10, 10, 10, 95, 200, 1, 1]
        for number, size in enumerate(sizes):
            put(f"crawl/{number}.html", b"x" * size)
        made = planned("crawl")
        assert [len(rows_of(shard)) for shard in made.shards] == [4, 2, 1, 2]
        assert [len(page) for page in pages_of(made)] == sizes
        assert [shard.size for shard in made.shards] == [40, 105, 200, 2]

    def test_archives_are_divided_at_records(self, monkeypatch: pytest.MonkeyPatch) -> None:
        boundaries: Any = ModuleType("boundaries")
        boundaries.ranges = lambda path, size: [(0, 120), (120, 250), (250, 300)]
        monkeypatch.setitem(sys.modules, "webwinnow.io.warc.boundaries", boundaries)
        put("a.warc", WARC + bytes(290))
        put("b.warc", WARC)
        cuts = [
            (shard.start, shard.end, shard.size) for shard in planned("a.warc", "b.warc").shards
        ]
        assert cuts == [(0, 120, 120), (120, 250, 130), (250, 300, 50), (0, None, 10)]

    def test_pieces_of_archives_are_together_all_their_records(self) -> None:
        for packed in (True, False):
            with Path("a.warc").open("wb") as file:
                writer = WARCWriter(file, gzip=packed)
                for number in range(9):
                    writer.write_record(response(f"http://a.b/{number}", b"<p>%d" % number))
            made = planned("a.warc")
            assert len(made.shards) == 9
            assert pages_of(made) == [b"<p>%d" % number for number in range(9)]

    def test_a_cdx_is_divided_by_lines(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sharding, "MIN_CDX_LINES", 4)
        for pack in (gzip.compress, bz2.compress, lzma.compress, zstandard.compress):
            put("a.cdx.gz", pack(b" CDX N b a m\n" + b"org,a)/ 2024 x\n" * 8))
            made = planned("a.cdx.gz")
            assert [(each.start, each.end) for each in made.shards] == [(0, 4), (4, 8), (8, None)]
            details = [row["detail"] for row in all_rows(made)]
            assert details == [f"line {number}: names no record" for number in range(2, 10)]

    def test_many_small_inputs_are_together(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sharding, "TARGET_PIECES", 10)
        for number in range(30):
            put(f"crawl/{number:02}.jsonl", b'{"html": "%02d"}\n' % number)
        put("crawl/10.jsonl", b'{"html": "10"}\n' * 20)
        put("crawl/10b.zip", zipped(["10b.html"]))
        put("crawl/10c.zip", zipped(["no page"]))
        put("crawl/.hidden")
        put("loose/some.html", b"loose")
        made = planned("crawl", "loose")
        assert len(made.shards) < 12
        rows = all_rows(made)
        expected = [b"%02d" % number for number in range(30)]
        expected[10:11] = [b"10"] * 20 + [b"<p>10b.html"]
        assert [row["html"] for row in rows] == [*expected, b"loose"]
        assert len({row["order"] for row in rows}) == len(rows)
        assert [row["order"] for row in rows] == sorted(row["order"] for row in rows)
        assert (rows[0]["source"], rows[-2]["source"]) == ("crawl/00.jsonl", "crawl/29.jsonl")
        assert {row["offset"] for row in rows[:10]} == {0}
        assert len(made.inputs) == 33
        named = {part.path for shard in made.shards for part in parts(shard)}
        assert named <= {each.path for each in made.inputs}
        assert planned("crawl", "loose") == made

    def test_small_inputs_are_together_up_to_a_number(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sharding, "TARGET_PIECES", 2)
        monkeypatch.setattr(sharding, "MAX_BUNDLED", 2)
        names = [put(f"{number}.jsonl", LINE) for number in range(5)]
        made = planned(*names)
        assert [[part.path for part in parts(shard)] for shard in made.shards] == [
            names[:2],
            names[2:4],
            names[4:],
        ]
        assert made.shards[-1].reader == "jsonl"

    def test_a_broken_zip_is_reported_once(self) -> None:
        stored = zipped([f"{n}.html" for n in range(30)])
        at = stored.rindex(b"PK\1\2")
        put("a.zip", stored[:at] + b"!!" + stored[at + 2 :])
        drops = [row["drop"] for row in all_rows(planned("a.zip"))]
        assert drops == [None] * 29 + ["broken"]
        put("b.zip", b"PK\3\4 and no more")
        assert [row["drop"] for row in all_rows(planned("b.zip"))] == ["broken"]
