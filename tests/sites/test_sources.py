from pathlib import Path

import pytest

from webwinnow.errors import InputError
from webwinnow.sites.sources import parse_host, read_pages

PAGE = b'<link rel=canonical href="http://www.a.example/x"><p>It rained.'


def test_files_and_folders_have_the_declared_host(
    tmp_path: Path,
) -> None:
    (tmp_path / "a.html").write_bytes(PAGE)
    (tmp_path / "b.html").write_bytes(b"<p>It rained.")
    pages, total = read_pages([str(tmp_path)])
    found = list(pages)
    assert total == len(found) == 2
    assert [(each.host, each.error) for each in found] == [("a.example", None), (None, None)]
    assert found[0].page.html == PAGE


def test_given_host_overrides(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(PAGE)
    pages, _ = read_pages([str(tmp_path / "a.html")], host="b.example")
    assert [each.host for each in pages] == ["b.example"]


def test_unreadable_pages_have_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(b"%PDF-1.4 ...")
    (tmp_path / "b.html").write_bytes(PAGE)
    names = [str(tmp_path / name) for name in ("a.html", "gone.html", "b.html")]
    found = list(read_pages(names)[0])
    assert [bool(each.error) for each in found] == [True, True, False]
    assert str(found[0].error).startswith("not HTML")
    assert str(found[1].error).startswith("no file")


def test_single_missing_file_raises() -> None:
    with pytest.raises(InputError, match="no file"):
        read_pages(["gone.html"])


def test_pages_of_archives_have_urls(tmp_path: Path) -> None:
    pytest.importorskip("fastwarc", reason="needs webwinnow[crawl]")
    archive = tmp_path / "crawl.warc"
    write_warc(archive, {f"http://a.example/{n}": PAGE for n in range(3)})
    (tmp_path / "b.html").write_bytes(PAGE)
    pages, total = read_pages([str(archive), str(tmp_path / "b.html")])
    found = list(pages)
    assert total is None
    assert [each.page.url for each in found] == [None, *(f"http://a.example/{n}" for n in range(3))]
    assert {each.host for each in found} == {"a.example"}


def test_truncated_archive_gives_pages_and_an_error(tmp_path: Path) -> None:
    pytest.importorskip("fastwarc", reason="needs webwinnow[crawl]")
    archive = tmp_path / "crawl.warc"
    write_warc(archive, {f"http://a.example/{n}": PAGE for n in range(3)})
    archive.write_bytes(archive.read_bytes()[:-40])
    found = list(read_pages([str(archive)])[0])
    assert [bool(each.error) for each in found] == [False, False, True]
    assert "is broken" in str(found[2].error)


def write_warc(path: Path, pages: dict[str, bytes]) -> None:
    records = []
    for url, html in pages.items():
        http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html
        head = (
            f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n"
            "WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000000>\r\n"
            "WARC-Date: 2013-09-30T00:00:00Z\r\n"
            f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n"
        )
        records.append(head.encode() + b"\r\n" + http + b"\r\n\r\n")
    path.write_bytes(b"".join(records))


@pytest.mark.parametrize(
    ("given_as", "host"),
    [
        ("a.example", "a.example"),
        ("www.a.example", "a.example"),
        ("https://News.a.example:8080/x", "news.a.example:8080"),
        ("localhost", "localhost"),
        ("", None),
        ("http://", None),
    ],
)
def test_host_may_be_given_as_url(given_as: str, host: str | None) -> None:
    assert parse_host(given_as) == host
