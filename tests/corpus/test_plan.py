import bz2
import gzip
import io
import json
import lzma
import os
import sys
import tarfile
import tracemalloc
import zipfile
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from tests.corpus.read.reading import rows_of
from webwinnow.corpus import divide
from webwinnow.corpus.addresses import Keys
from webwinnow.corpus.divide import piece_size
from webwinnow.corpus.plan import Plan, plan
from webwinnow.corpus.read.several import parts
from webwinnow.errors import InputError

WARC = b"WARC/1.0\r\n"
LINE = b'{"html": "<p>one"}\n'


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def planned(*inputs: str, cdx: str | None = None, output: str | None = None) -> Plan:
    place = None if output is None else Path(output)
    return plan(inputs, folder=Path("out/.work"), cdx=cdx, output=place)


def put(name: str, data: bytes = b"<p>") -> str:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return name


def zipped(names: list[str]) -> bytes:
    stored = io.BytesIO()
    with zipfile.ZipFile(stored, "w") as archive:
        for name in names:
            archive.writestr(name, f"<p>{name}")
    return stored.getvalue()


def tarred(name: str, data: bytes) -> bytes:
    stored = io.BytesIO()
    with tarfile.open(fileobj=stored, mode="w") as archive:
        info = tarfile.TarInfo(name)
        info.size = len(data)
        archive.addfile(info, io.BytesIO(data))
    return stored.getvalue()


def parquet(columns: dict[str, Any], rows: int = 1) -> bytes:
    stored = io.BytesIO()
    pq.write_table(pa.table(columns), stored, row_group_size=rows)
    return stored.getvalue()


def response(url: str, html: bytes) -> Any:
    http = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
    body = io.BytesIO(html)
    return WARCWriter(io.BytesIO()).create_warc_record(url, "response", body, http_headers=http)


def all_rows(made: Plan) -> list[dict[str, Any]]:
    return [row for shard in made.shards for row in rows_of(shard)]


def pages_of(made: Plan) -> list[bytes]:
    return [row["html"] for row in all_rows(made)]


@pytest.mark.parametrize(
    ("data", "reader"),
    [
        (WARC, "warc"),
        (gzip.compress(WARC), "warc"),
        (zstandard.compress(WARC), "warc"),
        (b"filedesc://x 0.0.0.0", "arc"),
        (gzip.compress(b"filedesc://x 0.0.0.0"), "arc"),
        (zipped(["a.html"]), "zip"),
        (tarred("a.html", b"<p>"), "tar"),
        (gzip.compress(tarred("a.html", b"<p>")), "tar"),
        (parquet({"html": ["<p>"]}), "parquet"),
        (LINE, "jsonl"),
        (zstandard.compress(LINE), "jsonl"),
        (b" CDX N b a m s k r M S V g\n", "cdx"),
        (b'org,example)/ 20240506070809 {"url": "http://example.org/"}\n', "cdx"),
        (b"\n<!doctype html><p>", "folder"),
    ],
)
def test_what_a_file_is_its_first_bytes_tell(data: bytes, reader: str) -> None:
    # A name that says nothing, and one that is wrong.
    for name in ("some", "some.warc.gz"):
        # What begins with "<" may be much besides a page: there a name counts.
        if name == "some" or reader != "folder":
            [shard] = planned(put(name, data)).shards
            assert shard.reader == reader


@pytest.mark.parametrize(
    ("name", "reader"),
    [
        ("a.warc.gz", "warc"),
        ("a.ARC", "arc"),
        ("a.zip", "zip"),
        ("a.tar.xz", "tar"),
        ("a.tgz", "tar"),
        ("a.parquet", "parquet"),
        ("a.jsonl.zst", "jsonl"),
        ("a.htm", "folder"),
    ],
)
def test_where_the_bytes_tell_nothing_the_name_does(name: str, reader: str) -> None:
    assert [shard.reader for shard in planned(put(name, b"\0nonsense")).shards] == [reader]


def test_a_folder_is_its_loose_pages_and_then_its_archives() -> None:
    for name in ("b.html", "a/z.html", ".hidden.html", "note.txt"):
        put(f"crawl/{name}", name.encode())
    put("crawl/y.jsonl", LINE)
    put("crawl/a/x.zip", zipped(["in.html"]))
    put("crawl/style.css.gz", gzip.compress(b"p {}"))
    put("crawl/package.json", b'{\n "name": "x"}')
    put("crawl/book.zip", zipped(["cover.png"]))
    put("crawl/texts.parquet", parquet({"text": ["no page"]}))
    put("crawl/some.cdx", b" CDX N b a m s k r M S V g\n")
    made = planned("crawl")
    assert pages_of(made) == [b"b.html", b"a/z.html", b"<p>one", b"<p>in.html"]
    assert [row["source"] for row in all_rows(made)][:2] == ["crawl!b.html", "crawl!a/z.html"]
    assert [shard.number for shard in made.shards] == [0, 1, 2]


def test_pages_named_one_by_one_are_read_as_those_of_their_folder() -> None:
    names = [put(name, name.encode()) for name in ("a/1.html", "a/2.html", "b/1.html", "3.html")]
    made = planned(*names)
    assert [row["source"] for row in all_rows(made)] == [
        "a!1.html",
        "a!2.html",
        "b!1.html",
        ".!3.html",
    ]
    assert len(made.shards) == 3


def test_no_two_inputs_have_the_same_path() -> None:
    names = [put(name) for name in ("p/new.html", "q/x.html", "p/old.html")]
    os.utime("p/old.html", (1, 1))
    made = planned(*names)
    by_path = {each.path: each for each in made.inputs}
    told = [by_path[shard.path] for shard in made.shards]
    assert [each.folder for each in told] == ["p", "q", "p"]
    assert [each.mtime_ns for each in told] == [Path(name).stat().st_mtime_ns for name in names]


def test_names_may_be_no_text() -> None:
    made = planned(put(os.fsdecode(b"crawl/\xff.jsonl"), LINE))
    assert made.digest() == planned(made.inputs[0].path).digest()


def test_what_is_written_into_an_input_folder_is_no_input() -> None:
    put("crawl/a.html", b"one")
    put("crawl/out.html", b"two")
    put("crawl/deep/b.jsonl", LINE)
    before = planned("crawl", output="crawl/deep/out")
    put("crawl/deep/out/report.html")
    put("crawl/deep/out/parts/part.jsonl", LINE)
    Path("link").symlink_to("crawl")
    assert planned("crawl", output="crawl/deep/out") == before
    assert planned("crawl", output="link/deep/out") == before
    assert pages_of(planned("link", output="crawl/deep/out")) == [b"one", b"two", b"<p>one"]


@pytest.mark.parametrize("name", ["out", "out/a.html", "out/deep", "link"])
def test_the_output_is_no_input(name: str) -> None:
    put("out/a.html")
    put("out/deep/b.html")
    Path("link").symlink_to("out")
    with pytest.raises(InputError, match="lies where the corpus is written; name another output"):
        planned(name, output="out")


def test_a_plan_holds_where_nobody_stood_when_it_was_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    put("crawl/a.html", b"one")
    here = plan([str(tmp_path / "crawl")], folder=Path("out"))
    put("urls.txt", b"http://a.org/\n")
    put("index.cdxj", b'org,a)/ 2024 {"url": "http://a.org", "filename": "w", "offset": "0"}\n')
    put("w", WARC)
    index = plan(["urls.txt"], folder=Path("out"), cdx="index.cdxj")
    monkeypatch.chdir("crawl")
    assert plan([str(tmp_path / "crawl")], folder=Path("../out")) == here
    assert pages_of(here) == [b"one"]
    assert [row["offset"] for row in all_rows(index)] == [0]


def test_a_plan_is_the_same_wherever_its_lists_are() -> None:
    put("crawl/a.html")
    one, two = (plan(["crawl"], folder=Path(folder)) for folder in ("one", "two"))
    assert one.digest() == two.digest()


def test_the_same_inputs_give_the_same_plan() -> None:
    put("crawl/a.html")
    put("crawl/b.jsonl", LINE)
    assert planned("crawl") == planned("crawl")


def test_a_change_to_any_input_changes_the_digest() -> None:
    put("crawl/a.html", b"one")
    put("crawl/b.jsonl", LINE)
    digests = [planned("crawl").digest()]
    put("crawl/a.html", b"other")
    digests.append(planned("crawl").digest())
    put("crawl/c.html")
    digests.append(planned("crawl").digest())
    Path("crawl/c.html").rename("crawl/d.html")
    digests.append(planned("crawl").digest())
    os.utime("crawl/b.jsonl", (1, 1))
    digests.append(planned("crawl").digest())
    assert len(set(digests)) == 5


def test_a_folder_that_changed_leaves_the_list_of_an_older_plan_alone() -> None:
    put("crawl/a.html", b"one")
    old = planned("crawl")
    put("crawl/b.html", b"two")
    assert pages_of(planned("crawl")) == [b"one", b"two"]
    assert pages_of(old) == [b"one"]


def test_what_is_named_twice_is_read_once() -> None:
    put("a.jsonl", LINE)
    Path("b.jsonl").symlink_to("a.jsonl")
    assert len(planned("a.jsonl", "./a.jsonl", "b.jsonl").shards) == 1


def test_what_is_inside_of_another_input_is_refused() -> None:
    put("crawl/deep/a.html")
    for inner in ("crawl/deep", "crawl/deep/a.html"):
        with pytest.raises(InputError, match=r"is inside of 'crawl', which is read whole"):
            planned("crawl", inner)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none", r"cannot read 'none' \(No such file or directory\); check its name"),
        ("https://example.org/", "is an address; webwinnow crawl"),
        ("empty", "nothing to read in 'empty'; it may hold WARC"),
        ("odd.bin", r"what 'odd\.bin' is cannot be told; name WARC"),
        ("urls.txt", "lists addresses; give the CDX"),
        ("pipe", "is no file or folder"),
        ("pictures.zip", "has no pages in it"),
        ("texts.parquet", "no column of pages, which would be html or content.*it has text"),
        ("x.warc.xz", "is packed with xz; unpack it"),
        ("a\0b", "cannot read"),
        ("", "an input without a name"),
    ],
)
def test_what_cannot_be_read_says_so(name: str, message: str) -> None:
    Path("empty").mkdir()
    put("odd.bin", b"\0\1\2")
    put("urls.txt", b"http://example.org/\n")
    os.mkfifo("pipe")
    put("pictures.zip", zipped(["a.png"]))
    put("texts.parquet", parquet({"text": ["a"]}))
    put("x.warc.xz", lzma.compress(WARC))
    with pytest.raises(InputError, match=message):
        planned(name)


def test_nothing_to_read_says_so() -> None:
    with pytest.raises(InputError, match="nothing to read; name WARC"):
        planned()


@pytest.mark.parametrize(
    ("total", "expected"),
    [(0, 2**24), (2**30, 2**24), (2**32, 2**26), (2**40, 2**28)],
)
def test_pieces_grow_with_the_whole(total: int, expected: int) -> None:
    assert piece_size(total) == expected


class TestPieces:
    @pytest.fixture(autouse=True)
    def small(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(divide, "LEAST", 100)
        monkeypatch.setattr(divide, "ENOUGH", 1000)

    def test_lines_are_divided_by_bytes(self) -> None:
        put("a.jsonl", b"".join(b'{"html": "%d"}\n' % n for n in range(100)))
        made = planned("a.jsonl")
        assert pages_of(made) == [b"%d" % n for n in range(100)]
        assert len(made.shards) == 15
        assert all(one.end == two.start for one, two in pairwise(made.shards))

    def test_packed_lines_are_one_shard(self) -> None:
        put("a.jsonl.gz", gzip.compress(os.urandom(500) + b"\n" + LINE))
        assert len(planned("a.jsonl.gz").shards) == 1

    def test_members_are_divided_by_their_sizes(self) -> None:
        names = [f"{n}.html" for n in range(60)]
        put("a.zip", zipped(names))
        made = planned("a.zip")
        assert len(made.shards) == 6
        assert pages_of(made) == [f"<p>{name}".encode() for name in names]

    def test_small_members_are_divided_by_number(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(divide, "MOST_MEMBERS", 2)
        made = planned(put("a.zip", zipped([f"{n}.html" for n in range(5)])))
        assert [(each.start, each.end) for each in made.shards] == [(0, 2), (2, 4), (4, 5)]

    def test_row_groups_are_divided_by_their_rows(self) -> None:
        put("a.parquet", parquet({"html": [f"{n}" for n in range(20)]}, rows=2))
        made = planned("a.parquet")
        assert 1 < len(made.shards) <= 10
        assert pages_of(made) == [b"%d" % n for n in range(20)]

    def test_pages_are_divided_by_bytes_and_number(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(divide, "MOST_PAGES", 4)
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
        monkeypatch.setitem(sys.modules, "webwinnow.corpus.read.boundaries", boundaries)
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
        monkeypatch.setattr(divide, "CDX_LINES", 4)
        for pack in (gzip.compress, bz2.compress, lzma.compress, zstandard.compress):
            put("a.cdx.gz", pack(b" CDX N b a m\n" + b"org,a)/ 2024 x\n" * 8))
            made = planned("a.cdx.gz")
            assert [(each.start, each.end) for each in made.shards] == [(0, 4), (4, 8), (8, None)]
            details = [row["detail"] for row in all_rows(made)]
            assert details == [f"line {number}: it names no record" for number in range(2, 10)]

    def test_many_small_inputs_are_together(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(divide, "ENOUGH", 10)
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
        monkeypatch.setattr(divide, "ENOUGH", 2)
        monkeypatch.setattr(divide, "MOST_TOGETHER", 2)
        names = [put(f"{number}.jsonl", LINE) for number in range(5)]
        made = planned(*names)
        assert [[part.path for part in parts(shard)] for shard in made.shards] == [
            names[:2],
            names[2:4],
            names[4:],
        ]
        assert made.shards[-1].reader == "jsonl"

    def test_a_broken_zip_is_told_once(self) -> None:
        stored = zipped([f"{n}.html" for n in range(30)])
        at = stored.rindex(b"PK\1\2")
        put("a.zip", stored[:at] + b"!!" + stored[at + 2 :])
        drops = [row["drop"] for row in all_rows(planned("a.zip"))]
        assert drops == [None] * 29 + ["broken"]
        put("b.zip", b"PK\3\4 and no more")
        assert [row["drop"] for row in all_rows(planned("b.zip"))] == ["broken"]


class TestAddresses:
    @pytest.fixture(autouse=True)
    def index(self) -> None:
        put("urls.txt", b"http://a.org\nhttps://c.org/\n")
        line = b'org,%s)/ 2024 {"url": "http://%s.org/", "filename": "a.warc", "offset": "5"}\n'
        put("deep/index.cdxj", b"".join(line % (name, name) for name in (b"a", b"b", b"c")))
        put("deep/a.warc", WARC)

    def test_they_are_looked_up_once(self) -> None:
        made = planned("urls.txt", cdx="deep/index.cdxj")
        [shard] = made.shards
        assert shard.reader == "cdx"
        lines = [json.loads(line[4:]) for line in Path(shard.path).read_text().splitlines()]
        assert [line["url"] for line in lines] == ["http://a.org/", "http://c.org/"]
        assert {line["filename"] for line in lines} == {str(Path("deep/a.warc").absolute())}
        archive = str(Path("deep/a.warc").absolute())
        assert [each.path for each in made.inputs] == ["urls.txt", "deep/index.cdxj", archive]

    def test_they_are_found_however_they_are_written(self) -> None:
        put("urls.txt", b"\xef\xbb\xbfHTTPS://www.B.org:443/#top\r\n\n//c.org\nhttp://d.org/\n")
        [shard] = planned("urls.txt", cdx="deep/index.cdxj").shards
        lines = [json.loads(line[4:]) for line in Path(shard.path).read_text().splitlines()]
        assert [line["url"] for line in lines] == ["http://b.org/", "http://c.org/"]

    def test_little_is_held_of_them(self) -> None:
        tracemalloc.start()
        try:
            put("urls.txt", b"".join(b"http://a.org/%0500d\n" % n for n in range(20_000)))
            tracemalloc.reset_peak()
            before, _ = tracemalloc.get_traced_memory()
            keys = Keys("urls.txt")
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert len(keys.sorted) == 20_000
        assert peak - before < 2**20

    def test_archives_behind_an_index_are_inputs(self) -> None:
        made = planned("deep/index.cdxj")
        assert [each.path for each in made.inputs] == ["deep/index.cdxj", "deep/a.warc"]
        os.utime("deep/a.warc", (1, 1))
        assert planned("deep/index.cdxj").digest() != made.digest()

    def test_a_missing_archive_says_so(self) -> None:
        Path("deep/a.warc").unlink()
        for inputs, cdx in ((["deep/index.cdxj"], None), (["urls.txt"], "deep/index.cdxj")):
            with pytest.raises(
                InputError, match=r"cannot read '.*a\.warc' \(No such file.*, which 'deep/index"
            ):
                planned(*inputs, cdx=cdx)

    def test_an_archive_of_revisits_may_be_missing(self) -> None:
        line = b'org,a)/ 2024 {"url": "http://a.org/", "filename": "x", "offset": "5", "mime": '
        put("deep/index.cdxj", line + b'"warc/revisit"}\n')
        assert len(planned("deep/index.cdxj").inputs) == 1

    @pytest.mark.parametrize("name", ["folder", "pipe", "a\\u0000b", "x" * 1000])
    def test_what_is_no_archive_says_so(self, name: str) -> None:
        Path("deep/folder").mkdir()
        os.mkfifo("deep/pipe")
        line = '{"url": "http://a.org/", "filename": "%s", "offset": "5"}'
        put("deep/index.cdxj", f"org,a)/ 2024 {line % name}\n".encode())
        with pytest.raises(InputError, match=r"which 'deep/index\.cdxj' names"):
            planned("deep/index.cdxj")

    def test_their_pages_are_read_wherever_the_plan_is(self) -> None:
        with Path("deep/a.warc").open("wb") as file:
            file.write(bytes(5))
            WARCWriter(file, gzip=False).write_record(response("http://a.org/", b"<p>found"))
        put("urls.txt", b"http://a.org\n")
        assert pages_of(planned("urls.txt", cdx="deep/index.cdxj")) == [b"<p>found"]

    def test_none_found_says_so(self) -> None:
        put("urls.txt", b"http://zzz\n")
        with pytest.raises(InputError, match=r"none of the addresses in 'urls\.txt' is in"):
            planned("urls.txt", cdx="deep/index.cdxj")

    def test_a_cdx_without_addresses_says_so(self) -> None:
        with pytest.raises(InputError, match="no list of addresses to look up"):
            planned("deep/index.cdxj", cdx="deep/index.cdxj")

    def test_what_is_no_cdx_says_so(self) -> None:
        with pytest.raises(InputError, match="is no CDX"):
            planned("urls.txt", cdx=put("a.html"))


@given(
    pages=st.lists(st.integers(0, 400), max_size=12),
    lines=st.lists(st.integers(0, 100), max_size=30),
    members=st.integers(0, 12),
    least=st.integers(1, 500),
)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_shards_together_are_all_that_there_is(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
    pages: list[int],
    lines: list[int],
    members: int,
    least: int,
) -> None:
    monkeypatch.setattr(divide, "LEAST", least)
    monkeypatch.setattr(divide, "ENOUGH", 10**6)
    monkeypatch.chdir(tmp_path_factory.mktemp("all"))
    expected = []
    put("crawl/a.zip", zipped([f"{n}.html" for n in range(members)] + ["always.html"]))
    for number, size in enumerate(pages):
        put(f"crawl/{number:02}.html", b"x" * size)
        expected.append(b"x" * size)
    expected += [*(f"<p>{n}.html".encode() for n in range(members)), b"<p>always.html"]
    put("crawl/b.jsonl", b"".join(b'{"html": "%s"}\n' % (b"y" * size) for size in lines))
    expected += [b"y" * size for size in lines]
    assert pages_of(planned("crawl")) == expected


@given(st.binary(max_size=1500), st.sampled_from(["a", "a.zip", "a.warc.gz", "a.jsonl", "a.tar"]))
def test_no_bytes_make_a_plan_raise_anything_but_an_input_error(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str
) -> None:
    folder = tmp_path_factory.mktemp("any")
    (folder / name).write_bytes(data)
    try:
        made = plan([str(folder / name)], folder=folder)
    except InputError:
        return
    assert made.shards[0].path
