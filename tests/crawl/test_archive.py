import gzip
from dataclasses import replace
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator

from webwinnow.crawl.archive import Archive, Exchange
from webwinnow.errors import InputError
from webwinnow.io.warc import page_at, pages

BODY = "<p>Győr".encode("cp1250")


def exchange(path: str = "/a", body: bytes = BODY) -> Exchange:
    return Exchange(
        url=f"http://example.org{path}",
        path=path,
        request_headers=[("Host", "example.org"), ("User-Agent", "webwinnow/1")],
        status=200,
        protocol="HTTP/1.1",
        response_headers=[
            ("Content-Type", "text/html; charset=windows-1250"),
            ("Content-Encoding", "gzip"),
            ("Transfer-Encoding", "chunked"),
            ("Set-Cookie", "a=1"),
            ("Set-Cookie", "b=2"),
            ("X-Name", "Gy\xc5\x91r\r\n\tx"),
        ],
        body=body,
        ip="192.0.2.1",
    )


def opened(path: Path, end: int = 0) -> Archive:
    return Archive(path, end, {"robots": "obey"})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "crawl.warc.gz"


def test_records_contain_request_and_response(path: Path) -> None:
    archive = opened(path)
    archive.add(exchange())
    archive.close()
    with path.open("rb") as file:
        kinds, bodies = [], []
        for record in ArchiveIterator(file, check_digests="raise"):
            kinds.append(record.rec_type)
            bodies.append(record.content_stream().read())
            if record.rec_type == "response":
                headers, warc_headers = record.http_headers, record.rec_headers
    assert kinds == ["warcinfo", "response", "request"]
    assert b"robots: obey" in bodies[0]
    assert bodies[1] == BODY
    assert headers.get_header("Content-Length") == str(len(BODY))
    assert headers.get_header("Content-Encoding") is None
    assert headers.get_header("X-Crawl-Content-Encoding") == "gzip"
    assert headers.get_header("X-Crawl-Transfer-Encoding") == "chunked"
    assert [value for name, value in headers.headers if name == "Set-Cookie"] == ["a=1", "b=2"]
    assert warc_headers.get_header("WARC-IP-Address") == "192.0.2.1"
    assert warc_headers.get_header("WARC-Payload-Digest").startswith("sha1:")


def test_pages_are_found_at_their_offsets(path: Path) -> None:
    archive = opened(path)
    places = [archive.add(exchange(f"/{number}", b"<p>%d" % number)) for number in range(3)]
    archive.flush()
    assert [page.offset for page in pages(path)] == places
    found = page_at(path, places[1])
    assert (found.url, found.html) == ("http://example.org/1", b"<p>1")
    assert found.charset == "windows-1250"
    archive.close()


def test_last_of_several_content_types_is_kept(path: Path) -> None:
    twice = [("Content-Type", "text/plain"), ("content-type", "text/html")]
    archive = opened(path)
    archive.add(replace(exchange(), response_headers=twice))
    archive.close()
    with path.open("rb") as file:
        kept = next(r.http_headers for r in ArchiveIterator(file) if r.rec_type == "response")
    assert kept.headers[:2] == [("X-Crawl-Content-Type", "text/plain"), twice[1]]


def test_each_record_is_a_gzip_member(path: Path) -> None:
    archive = opened(path)
    place = archive.add(exchange())
    archive.close()
    assert gzip.decompress(path.read_bytes()[place:]).startswith(b"WARC/1.1\r\n")


def test_uncommitted_data_is_truncated(path: Path) -> None:
    archive = opened(path)
    archive.add(exchange("/1"))
    end = archive.end
    archive.add(exchange("/2"))
    archive.close()
    path.write_bytes(path.read_bytes()[:-10])  # killed in the midst of it
    again = opened(path, end)
    again.add(exchange("/3"))
    again.close()
    assert [page.url[-2:] for page in pages(path)] == ["/1", "/3"]


def test_shortened_archive_is_rejected(path: Path) -> None:
    opened(path).close()
    with pytest.raises(InputError, match="shorter than the crawl's state says"):
        opened(path, 10**6)
