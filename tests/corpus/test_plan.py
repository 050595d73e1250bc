import gzip
import json
import lzma
import os
import tracemalloc
from pathlib import Path

import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
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
    tarred,
    zipped,
)
from webwinnow.corpus import sharding
from webwinnow.corpus.plan import UrlHashes, plan
from webwinnow.errors import InputError


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


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
def test_file_types_are_detected_from_content(data: bytes, reader: str) -> None:
    # Without an extension, and with a wrong one.
    for name in ("some", "some.warc.gz"):
        # Many formats start with "<": the extension decides.
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
def test_the_extension_decides_if_content_does_not(name: str, reader: str) -> None:
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
    inputs = [by_path[shard.path] for shard in made.shards]
    assert [each.folder for each in inputs] == ["p", "q", "p"]
    assert [each.mtime_ns for each in inputs] == [Path(name).stat().st_mtime_ns for name in names]


def test_names_may_be_no_text() -> None:
    made = planned(put(os.fsdecode(b"crawl/\xff.jsonl"), LINE))
    assert made.digest() == planned(made.inputs[0].path).digest()


def test_output_inside_an_input_folder_is_not_read() -> None:
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
    with pytest.raises(InputError, match="is inside the output folder; choose another output"):
        planned(name, output="out")


def test_a_plan_works_from_another_working_directory(
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


def test_an_input_named_twice_is_read_once() -> None:
    put("a.jsonl", LINE)
    Path("b.jsonl").symlink_to("a.jsonl")
    assert len(planned("a.jsonl", "./a.jsonl", "b.jsonl").shards) == 1


def test_an_input_inside_another_is_rejected() -> None:
    put("crawl/deep/a.html")
    for inner in ("crawl/deep", "crawl/deep/a.html"):
        with pytest.raises(InputError, match=r"is inside 'crawl', which is read completely"):
            planned("crawl", inner)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none", r"cannot read 'none' \(No such file or directory\); check its name"),
        ("https://example.org/", "is a URL; fetch URLs into a WARC with webwinnow crawl"),
        ("empty", "nothing to read in 'empty'; a folder may hold WARC"),
        ("odd.bin", r"unknown file type: 'odd\.bin'; expected WARC"),
        ("urls.txt", "lists URLs; give --cdx"),
        ("pipe", "is not a file or folder"),
        ("pictures.zip", "has no members with the name of a page"),
        ("texts.parquet", "no page column: expected html or content.*its columns are: text"),
        ("x.warc.xz", "is compressed with xz.*decompress it"),
        ("a\0b", "cannot read"),
        ("", "empty input name"),
    ],
)
def test_unreadable_inputs_are_errors(name: str, message: str) -> None:
    Path("empty").mkdir()
    put("odd.bin", b"\0\1\2")
    put("urls.txt", b"http://example.org/\n")
    os.mkfifo("pipe")
    put("pictures.zip", zipped(["a.png"]))
    put("texts.parquet", parquet({"text": ["a"]}))
    put("x.warc.xz", lzma.compress(WARC))
    with pytest.raises(InputError, match=message):
        planned(name)


def test_no_input_is_an_error() -> None:
    with pytest.raises(InputError, match="no input; name WARC"):
        planned()


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
    monkeypatch.setattr(sharding, "MIN_BYTES", least)
    monkeypatch.setattr(sharding, "TARGET_PIECES", 10**6)
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


class TestUrlLists:
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
            keys = UrlHashes("urls.txt")
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

    def test_a_missing_archive_is_an_input_error(self) -> None:
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
    def test_a_file_that_is_no_archive_is_broken(self, name: str) -> None:
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

    def test_urls_missing_from_the_cdx_are_an_error(self) -> None:
        put("urls.txt", b"http://zzz\n")
        with pytest.raises(InputError, match=r"none of the URLs in 'urls\.txt' is in"):
            planned("urls.txt", cdx="deep/index.cdxj")

    def test_a_cdx_without_a_url_list_is_an_error(self) -> None:
        with pytest.raises(InputError, match="no URL list to look up"):
            planned("deep/index.cdxj", cdx="deep/index.cdxj")

    def test_a_file_that_is_no_cdx_is_an_error(self) -> None:
        with pytest.raises(InputError, match="is not a CDX"):
            planned("urls.txt", cdx=put("a.html"))
