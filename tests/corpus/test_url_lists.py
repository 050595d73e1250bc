import json
import os
import tracemalloc
from pathlib import Path

import pytest
from warcio.warcwriter import WARCWriter

from tests.corpus.plan_inputs import WARC, pages_of, planned, put, response
from webwinnow.corpus.url_lists import Keys
from webwinnow.errors import InputError


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


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
