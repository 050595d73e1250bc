import bz2
import gzip
import io
import lzma
import os
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.corpus.read.read_rows import rows
from webwinnow.corpus.read import lists
from webwinnow.corpus.read.files import is_page
from webwinnow.errors import InputError
from webwinnow.io import zips

PAGES = {"a.html": b"<p>one", "b/c.htm": b"<p>two", "b/index.php?page=2": b"<p>three"}
OTHERS = {"b/d.png": b"\x89PNG", ".hidden.html": b"<p>no", ".git/e.html": b"<p>no", "f": b"<p>no"}


def folder_of(place: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(data)
    return place


def zip_of(path: Path, files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def tar_of(files: dict[str, bytes], kind: int = tarfile.PAX_FORMAT) -> bytes:
    stored = io.BytesIO()
    with tarfile.open(fileobj=stored, mode="w", format=kind) as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return stored.getvalue()


def by_member(found: list[dict[str, object]]) -> dict[object, object]:
    return {str(row["source"]).partition("!")[2]: row["html"] for row in found}


class TestFolders:
    def test_pages_of_a_folder_have_a_stable_order_and_no_url(self, tmp_path: Path) -> None:
        found = rows("folder", folder_of(tmp_path, PAGES | OTHERS))
        assert [row["source"] for row in found] == [f"{tmp_path}!{name}" for name in PAGES]
        assert [row["html"] for row in found] == list(PAGES.values())
        assert {row["url"] for row in found} == {None}

    def test_a_shard_is_some_of_the_pages(self, tmp_path: Path) -> None:
        folder_of(tmp_path, PAGES)
        pieces = [rows("folder", tmp_path, at, at + 1) for at in range(3)]
        assert [row["html"] for piece in pieces for row in piece] == list(PAGES.values())

    def test_a_page_list_gives_the_pages_of_its_folder(self, tmp_path: Path) -> None:
        folder = folder_of(tmp_path / "pages", PAGES)
        named = [(name, 1, 1) for name in PAGES]
        listed = lists.write_page_list(tmp_path / "out", str(folder), named)
        first = rows("folder", Path(listed.path), listed.start, listed.ends[0])
        rest = rows("folder", Path(listed.path), listed.ends[0], listed.ends[-1])
        for row in rest:
            row["order"] += 1
        assert first + rest == rows("folder", folder)

    def test_a_missing_page_is_broken(self, tmp_path: Path) -> None:
        folder = folder_of(tmp_path / "pages", PAGES)
        named = [(name, 1, 1) for name in PAGES]
        listed = lists.write_page_list(tmp_path / "out", str(folder), named)
        (folder / "a.html").unlink()
        found = rows("folder", Path(listed.path), listed.start)
        assert [row["drop"] for row in found] == ["broken", None, None]
        assert found[0]["detail"] == "No such file or directory"

    def test_large_pages_are_truncated(self, tmp_path: Path) -> None:
        folder_of(tmp_path, {"a.html": b"x" * 5000})
        assert rows("folder", tmp_path, max_bytes=100)[0]["html"] == b"x" * 100

    def test_a_pipe_is_not_waited_for(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "a.html")
        assert rows("folder", tmp_path)[0]["drop"] == "broken"

    def test_names_that_are_no_text_are_read(self, tmp_path: Path) -> None:
        name = os.fsdecode(b"\xff.html")
        folder = folder_of(tmp_path / "pages", {name: b"<p>one"})
        listed = lists.write_page_list(tmp_path, str(folder), [(name, 1, 1)])
        assert rows("folder", Path(listed.path), listed.start)[0]["html"] == b"<p>one"

    def test_a_missing_folder_says_so(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match="check its name"):
            rows("folder", tmp_path / "none")


class TestZips:
    @pytest.mark.parametrize(
        "method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2]
    )
    def test_members_that_are_pages_are_read(self, tmp_path: Path, method: int) -> None:
        path = zip_of(tmp_path / "x.zip", OTHERS | PAGES, method)
        found = rows("zip", path)
        assert by_member(found) == PAGES
        assert [row["offset"] for row in found] == [4, 5, 6]

    def test_every_member_is_in_one_shard(self, tmp_path: Path) -> None:
        path = zip_of(tmp_path / "x.zip", OTHERS | PAGES)
        pieces = [rows("zip", path, at, at + 2) for at in range(0, 8, 2)]
        assert [row["html"] for piece in pieces for row in piece] == list(PAGES.values())

    def test_a_bomb_is_truncated(self, tmp_path: Path) -> None:
        for method in (zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2):
            path = zip_of(tmp_path / "x.zip", {"a.html": bytes(10**7), "b.html": b"ok"}, method)
            assert [len(row["html"]) for row in rows("zip", path)] == [1000, 2]

    def test_members_that_share_bytes_are_broken(self, tmp_path: Path) -> None:
        path = zip_of(tmp_path / "x.zip", {"a.html": b"a" * 10, "b.html": b"b" * 10})
        stored = bytearray(path.read_bytes())
        entry = stored.rindex(b"PK\1\2")
        stored[entry + 42 : entry + 46] = bytes(4)  # where the second member begins
        path.write_bytes(stored)
        found = rows("zip", path)
        assert [row["detail"] for row in found] == ["overlaps another member"] * 2

    def test_overlapping_members_are_broken(self) -> None:
        outer, inner, apart = (
            zips.Member(0, "", 0, 0, 0, compressed, compressed, offset)
            for offset, compressed in ((0, 100), (50, 10), (130, 5))
        )
        overlaps = zips.Overlaps(iter([outer, apart, inner]))
        assert [member in overlaps for member in (outer, inner, apart)] == [True, False, False]

    def test_encrypted_members_are_broken_and_others_are_read(self, tmp_path: Path) -> None:
        path = zip_of(tmp_path / "x.zip", PAGES)
        stored = bytearray(path.read_bytes())
        stored[stored.index(b"PK\1\2") + 8] |= 1
        path.write_bytes(stored)
        found = rows("zip", path)
        assert [row["drop"] for row in found] == ["broken", None, None]
        assert (found[0]["detail"], found[0]["offset"]) == ("encrypted", 0)

    def test_unsupported_compression_is_broken(self, tmp_path: Path) -> None:
        path = zip_of(tmp_path / "x.zip", PAGES, zipfile.ZIP_LZMA)
        assert "method 14" in rows("zip", path)[0]["detail"]

    def test_damage_to_one_member_leaves_the_others(self, tmp_path: Path) -> None:
        path = zip_of(tmp_path / "x.zip", PAGES, zipfile.ZIP_STORED)
        path.write_bytes(path.read_bytes().replace(b"<p>two", b"<p>owt"))
        found = rows("zip", path)
        assert [row["detail"] for row in found] == [None, "wrong checksum", None]

    def test_data_before_a_zip_is_skipped(self, tmp_path: Path) -> None:
        path = zip_of(tmp_path / "x.zip", PAGES)
        path.write_bytes(b"#!/bin/sh\n" * 50 + path.read_bytes())
        assert by_member(rows("zip", path)) == PAGES

    def test_a_zip_of_many_members_is_read(self, tmp_path: Path) -> None:
        # More than 65,535 members require ZIP64.
        path = zip_of(tmp_path / "x.zip", {f"{n}": b"" for n in range(70_000)} | PAGES, 0)
        assert [row["offset"] for row in rows("zip", path, 69_999)] == [70_000, 70_001, 70_002]

    def test_members_of_unknown_length_are_read(self, tmp_path: Path) -> None:
        # Written to a pipe: sizes follow the data, and are 64-bit in the directory.
        path = tmp_path / "x.zip"
        with (
            zipfile.ZipFile(path, "w") as archive,
            archive.open("a.html", "w", force_zip64=True) as f,
        ):
            f.write(b"<p>one")
        assert by_member(rows("zip", path)) == {"a.html": b"<p>one"}

    def test_a_member_past_the_end_is_broken(self, tmp_path: Path) -> None:
        for offset in (10**6, 2**62, 2**64 - 10**6):
            member = zips.Member(0, "a.html", 0, 8, 0, 5, 5, offset)
            path = zip_of(tmp_path / "x.zip", PAGES)
            with path.open("rb") as file, pytest.raises(zips.BadZip):
                zips.data(file, member, 10)

    @pytest.mark.parametrize("stored", [b"", b"PK\3\4 and no more", b"PK\5\6" + bytes(18)])
    def test_no_directory_is_one_broken_row_or_nothing(self, tmp_path: Path, stored: bytes) -> None:
        path = tmp_path / "x.zip"
        path.write_bytes(stored)
        assert [row["drop"] for row in rows("zip", path)] in (["broken"], [])


class TestTars:
    @pytest.mark.parametrize(
        "compress", [bytes, gzip.compress, bz2.compress, lzma.compress, zstandard.compress]
    )
    @pytest.mark.parametrize("kind", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
    def test_members_that_are_pages_are_read(
        self, tmp_path: Path, compress: Callable[[bytes], bytes], kind: int
    ) -> None:
        path = tmp_path / "x"
        path.write_bytes(compress(tar_of(OTHERS | PAGES, kind)))
        found = rows("tar", path)
        assert by_member(found) == PAGES
        assert [row["offset"] for row in found] == [4, 5, 6]

    @pytest.mark.parametrize("kind", [tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
    def test_long_names_and_names_in_any_script_are_read(self, tmp_path: Path, kind: int) -> None:
        pages = {"d" * 150 + "/" + "é" * 150 + ".html": b"<p>one", "b.html": b"<p>two"}
        path = tmp_path / "x"
        path.write_bytes(tar_of(pages, kind))
        assert by_member(rows("tar", path)) == pages

    def test_links_and_folders_are_skipped(self, tmp_path: Path) -> None:
        path = folder_of(tmp_path / "f.html", PAGES)
        (path / "link.html").symlink_to("a.html")
        (path / "hard.html").hardlink_to(path / "a.html")
        with tarfile.open(tmp_path / "x", "w") as archive:
            archive.add(path, "f.html")
        assert len(rows("tar", tmp_path / "x")) == len(PAGES)

    def test_large_pages_are_truncated_and_others_are_read(self, tmp_path: Path) -> None:
        path = tmp_path / "x"
        path.write_bytes(gzip.compress(tar_of({"a.html": bytes(10**7), "b.html": b"ok"})))
        assert [len(row["html"]) for row in rows("tar", path)] == [1000, 2]

    def test_a_tar_that_breaks_ends_with_a_broken_row(self, tmp_path: Path) -> None:
        path = tmp_path / "x"
        whole = tar_of({"a.html": b"<p>one", "b.html": b"x" * 3000, "c.html": b"<p>"})
        for stored in (whole[:2000], whole[:1024] + b"!" * 512 + whole[1536:]):
            path.write_bytes(stored)
            found = rows("tar", path)
            assert [row["html"] for row in found] == [b"<p>one", None]
            assert found[1]["drop"] == "broken"
        path.write_bytes(gzip.compress(whole)[:-30])
        assert rows("tar", path)[-1]["detail"] == "truncated"

    def test_a_huge_header_is_no_name(self, tmp_path: Path) -> None:
        info = tarfile.TarInfo("x")
        info.type, info.size = tarfile.GNUTYPE_LONGNAME, 10**7
        stored = info.tobuf() + b"n" * info.size + bytes(-info.size % 512)
        path = tmp_path / "x"
        path.write_bytes(stored + tar_of({"a.html": b"<p>one"}))
        assert [row["drop"] for row in rows("tar", path)] in ([], [None])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.html", True),
        ("./a/B.HTM", True),
        ("../a.html", True),
        ("a\\b.xhtml", True),
        ("a/index.php?x=1", True),
        ("a.html/", False),
        ("a.png", False),
        ("__MACOSX/a.html", False),
        ("a/.b.html", False),
        ("", False),
        ("/", False),
    ],
)
def test_pages_are_recognized_by_name(name: str, expected: bool) -> None:
    assert is_page(name) is expected


@pytest.mark.parametrize("reader", ["zip", "tar"])
def test_a_missing_file_is_an_input_error(tmp_path: Path, reader: str) -> None:
    with pytest.raises(InputError, match="check its name"):
        rows(reader, tmp_path / "none")


@given(st.sampled_from(["zip", "tar"]), st.data())
@settings(max_examples=300)
def test_no_damage_makes_a_reader_raise(
    tmp_path_factory: pytest.TempPathFactory, reader: str, data: st.DataObject
) -> None:
    path = tmp_path_factory.getbasetemp() / "damaged"
    stored = bytearray(tar_of(PAGES) if reader == "tar" else zip_of(path, PAGES).read_bytes())
    for at in data.draw(st.lists(st.integers(0, len(stored) - 1), max_size=12)):
        stored[at] = data.draw(st.integers(0, 255))
    path.write_bytes(stored[: data.draw(st.integers(0, len(stored)))])
    rows(reader, path)


@given(st.sampled_from(["zip", "tar"]), st.binary(max_size=2000))
def test_no_bytes_make_a_reader_raise(
    tmp_path_factory: pytest.TempPathFactory, reader: str, stored: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "noise"
    path.write_bytes(stored)
    rows(reader, path)
