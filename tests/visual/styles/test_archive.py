import gzip
from io import BytesIO
from pathlib import Path

import pytest
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from webwinnow.errors import InputError
from webwinnow.visual.styles import StyleSheet, archive
from webwinnow.visual.styles.archive import MAX_CACHED_BYTES, ArchiveStyles, archive_styles, url_key

CSS = "text/css; charset=latin-1"
SITE = "http://example.org"


def write(
    path: Path,
    *records: tuple[str, str, bytes],
    status: str = "200 OK",
    kind: str = "response",
    compressed: bool = True,
) -> Path:
    """Append records of path, media type and body."""
    with path.open("ab") as file:
        writer = WARCWriter(file, gzip=compressed)
        for name, media_type, body in records:
            http = StatusAndHeaders(status, [("Content-Type", media_type)], protocol="HTTP/1.1")
            given = {"http_headers": http} if kind == "response" else {"warc_content_type": CSS}
            record = writer.create_warc_record(SITE + name, kind, BytesIO(body), **given)
            writer.write_record(record)
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "some.warc.gz"


@pytest.mark.parametrize("compressed", [True, False])
def test_style_sheets_are_found_by_url(path: Path, compressed: bool) -> None:
    page = ("/", "text/html", b"<p>x")
    write(path, page, ("/a.css?v=1", CSS, b"a{}"), ("/b.css", CSS, b"b{}"), compressed=compressed)
    styles = ArchiveStyles(path)
    assert styles.read(f"{SITE}/b.css", 100) == StyleSheet(b"b{}", "latin-1")
    assert styles.read(f"{SITE}/a.css?v=1", 100) == StyleSheet(b"a{}", "latin-1")
    assert styles.read("http://EXAMPLE.org:80/b.css#x", 100) is not None
    assert styles.read(f"{SITE}/a.css", 100) is None


def test_other_records_are_no_style_sheets(path: Path) -> None:
    write(path, ("/page.css", "text/html", b"<p>x"))
    write(path, ("/gone.css", CSS, b""), status="404 Not Found")
    write(path, ("/kept.css", CSS, b"k{}"), kind="resource")
    styles = ArchiveStyles(path)
    names = ("page", "gone", "kept")
    found = [styles.read(f"{SITE}/{name}.css", 100) is not None for name in names]
    assert found == [False, False, True]


def test_the_first_record_of_a_url_counts(path: Path) -> None:
    write(path, ("/a.css", CSS, b"first"), ("/a.css", CSS, b"second"))
    sheet = ArchiveStyles(path).read(f"{SITE}/a.css", 100)
    assert sheet is not None
    assert sheet.body == b"first"


def test_records_in_one_gzip_member_are_told_apart(path: Path) -> None:
    plain = write(path.with_suffix(""), ("/a.css", CSS, b"a"), ("/b.css", CSS, b"b"),
                  compressed=False)  # fmt: skip
    path.write_bytes(gzip.compress(plain.read_bytes()))
    sheet = ArchiveStyles(path).read(f"{SITE}/b.css", 100)
    assert sheet is not None
    assert sheet.body == b"b"


def test_a_giant_style_sheet_is_not_read_to_its_end(path: Path) -> None:
    write(path, ("/a.css", CSS, bytes(2**24)))
    sheet = ArchiveStyles(path).read(f"{SITE}/a.css", 1000)
    assert sheet is not None
    assert len(sheet.body) == 1001


def test_the_index_is_limited_and_says_so(path: Path) -> None:
    write(path, *((f"/{number}.css", CSS, b"x") for number in range(5)))
    styles = ArchiveStyles(path, max_entries=3)
    assert styles.read(f"{SITE}/2.css", 100) is not None
    with pytest.raises(InputError, match="not among the first 3"):
        styles.read(f"{SITE}/4.css", 100)


def test_cached_style_sheets_are_limited(path: Path) -> None:
    size = MAX_CACHED_BYTES // 3
    write(path, *((f"/{number}.css", CSS, bytes(size)) for number in range(5)))
    styles = ArchiveStyles(path)
    for number in range(5):
        assert styles.read(f"{SITE}/{number}.css", size) is not None
    assert styles.cached_bytes <= MAX_CACHED_BYTES
    assert len(styles.cache) == 3


def test_a_broken_archive_gives_the_rest(path: Path) -> None:
    write(path, ("/a.css", CSS, b"a"))
    at = path.stat().st_size
    write(path, ("/b.css", CSS, b"b"), ("/c.css", CSS, b"c"))
    data = bytearray(path.read_bytes())
    data[at + 20 : at + 40] = bytes(20)
    path.write_bytes(data)
    styles = ArchiveStyles(path)
    found = [styles.read(f"{SITE}/{name}.css", 10) is not None for name in "abc"]
    assert found == [True, False, True]


def test_shards_share_an_index(path: Path) -> None:
    assert archive_styles(path) is archive_styles(path)


def test_several_archives_are_searched(path: Path) -> None:
    other = path.with_name("other.warc.gz")
    write(path, ("/a.css", CSS, b"a"))
    write(other, ("/b.css", CSS, b"b"))
    styles = ArchiveStyles(path, other)
    assert styles.read(f"{SITE}/a.css", 10) == StyleSheet(b"a", "latin-1")
    assert styles.read(f"{SITE}/b.css", 10) == StyleSheet(b"b", "latin-1")


@pytest.mark.parametrize("url", ["http://[x/a.css", "http://example.org/\ud800.css", "\ud800", "#"])
def test_any_url_has_a_key(url: str) -> None:
    assert url_key(url) == url_key(f"{url}#x")


def test_a_record_with_an_invalid_url_does_not_hide_the_others(path: Path) -> None:
    write(path, ("/x.css", CSS, b"x"), ("/b.css", CSS, b"b"), compressed=False)
    path.write_bytes(path.read_bytes().replace(b"http://example.org/x", b"http://[xample.org/x"))
    assert ArchiveStyles(path).read(f"{SITE}/b.css", 10) == StyleSheet(b"b", "latin-1")


def test_an_archive_that_cannot_be_indexed_is_read_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(path, ("/a.css", CSS, b"a"))
    calls = []

    def fail(*_: object) -> None:
        calls.append(1)
        raise OSError("the disk is gone")

    monkeypatch.setattr(archive, "stored_styles", fail)
    styles = ArchiveStyles(path)
    for _ in range(2):
        with pytest.raises(InputError, match=r"cannot be read to its end \(the disk is gone\)"):
            styles.read(f"{SITE}/a.css", 10)
    assert len(calls) == 1


def test_the_index_is_built_before_the_first_request(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(path, ("/a.css", CSS, b"a"))
    styles = ArchiveStyles(path)
    styles.prepare()
    monkeypatch.setattr(styles, "index", pytest.fail)
    assert styles.read(f"{SITE}/a.css", 10) is not None


def test_a_record_without_a_type_may_be_a_style_sheet(path: Path) -> None:
    write(path, ("/a.css", "", b"a"))
    assert ArchiveStyles(path).read(f"{SITE}/a.css", 10) == StyleSheet(b"a")
