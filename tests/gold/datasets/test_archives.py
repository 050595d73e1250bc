import io
import os
import signal
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

import pytest

from tests.gold.datasets.files import PAGE, tar, write
from webwinnow.errors import InputError
from webwinnow.gold.datasets import archives, open_set

FILES: dict[str, bytes | str] = {"set/a.html": PAGE, "set/a.txt": "It rained."}


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that archives are extracted to."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    return place


def zipped(path: Path, files: dict[str, bytes | str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def tarred(path: Path, *members: tarfile.TarInfo) -> Path:
    with tarfile.open(path, "w") as archive:
        for member in members:
            archive.addfile(member, io.BytesIO(b"x" * member.size))
    return path


def info(name: str, *, kind: bytes = tarfile.REGTYPE, link: str = "") -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.type, member.linkname = kind, link
    member.size = 1 if kind == tarfile.REGTYPE else 0
    return member


@pytest.mark.parametrize("suffix", ["tar", "tar.gz", "tar.xz", "tar.bz2"])
def test_a_set_in_a_tar_archive_is_read(tmp_path: Path, suffix: str) -> None:
    path = tar(tmp_path / f"mine.{suffix}", write(tmp_path / "files", FILES))
    with open_set(path) as gold:
        assert (gold.name, [page.text for page in gold]) == ("mine", ["It rained."])


def test_a_set_in_a_zip_archive_of_any_name_is_read(tmp_path: Path) -> None:
    with open_set(zipped(tmp_path / "download", FILES)) as gold:
        assert [page.text for page in gold] == ["It rained."]


def test_a_tar_archive_that_ends_in_a_zip_archive_is_a_tar_archive(tmp_path: Path) -> None:
    files = write(tmp_path / "files", FILES)
    zipped(files / "z.zip", {"b.txt": "x"})
    with open_set(tar(tmp_path / "mine.tar", files)) as gold:
        assert len(gold) == 1


def test_closing_or_dropping_the_set_removes_the_temporary_folder(
    tmp_path: Path, temporary: Path
) -> None:
    path = zipped(tmp_path / "a.zip", FILES)
    with open_set(path) as gold:
        assert list(temporary.iterdir())
    assert not list(temporary.iterdir())
    gold.close()
    with pytest.raises(InputError, match="closed"):
        list(gold)
    held = open_set(path)
    assert list(temporary.iterdir())
    del held
    assert not list(temporary.iterdir())


@pytest.mark.parametrize("name", ["../evil.html", "/evil.html", "a/../../evil.html"])
def test_a_member_outside_the_archive_is_rejected(
    tmp_path: Path, temporary: Path, name: str
) -> None:
    for path in (
        tarred(tmp_path / "a.tar", info(name)),
        zipped(tmp_path / "a.zip", {name: "x"}),
    ):
        with pytest.raises(InputError, match="outside"):
            open_set(path)
    assert not list(temporary.iterdir())
    assert not list(tmp_path.rglob("evil.html"))


def test_links_and_devices_are_skipped(tmp_path: Path) -> None:
    path = tarred(
        tmp_path / "a.tar",
        info("a.html", kind=tarfile.SYMTYPE, link="/etc/hostname"),
        info("b.html", kind=tarfile.LNKTYPE, link="c.html"),
        info("d.html", kind=tarfile.FIFOTYPE),
        info("c.html"),
    )
    folder, remove = archives.extract_archive(path)
    assert [file.name for file in folder.rglob("*")] == ["c.html"]
    remove()


@pytest.mark.parametrize("suffix", ["tar", "tar.gz", "tar.xz", "tar.bz2", "zip"])
def test_a_truncated_archive_raises_one_error_that_names_it(
    tmp_path: Path, temporary: Path, suffix: str
) -> None:
    files = write(tmp_path / "files", {**FILES, "set/b.html": bytes(range(256)) * 500})
    whole = tmp_path / f"whole.{suffix}"
    if suffix == "zip":
        zipped(whole, {path.name: path.read_bytes() for path in files.rglob("*.*")})
    else:
        tar(whole, files)
    data = whole.read_bytes()
    for size in (0, 3, 100, len(data) // 2):
        cut = tmp_path / f"cut.{suffix}"
        cut.write_bytes(data[:size])
        with pytest.raises(InputError, match=rf"cut\.{suffix}.*; "):
            open_set(cut)
    assert not list(temporary.iterdir())


def test_extraction_stops_at_the_size_limit(tmp_path: Path, temporary: Path) -> None:
    path = tar(tmp_path / "a.tar.xz", write(tmp_path / "files", {"a.html": bytes(2**20)}))
    with pytest.raises(InputError, match="more than 1,000 bytes"):
        archives.extract_archive(path, max_bytes=1000)
    assert not list(temporary.iterdir())


def test_truncation_never_loses_files_silently(tmp_path: Path) -> None:
    data = tarred(tmp_path / "a.tar", info("a.html"), info("b.html")).read_bytes()
    for size in range(0, len(data), 256):
        cut = tmp_path / "cut.tar"
        cut.write_bytes(data[:size])
        try:
            folder, remove = archives.extract_archive(cut)
        except InputError:
            continue
        assert len(list(folder.iterdir())) == 2
        remove()


@pytest.mark.parametrize("names", [("a", "a/b"), ("a/b", "a")])
def test_a_name_that_is_both_file_and_folder_is_rejected(
    tmp_path: Path, temporary: Path, names: tuple[str, str]
) -> None:
    with pytest.raises(InputError, match=f"holds '{names[1]}', .* both as a file and as a folder"):
        open_set(zipped(tmp_path / "set.zip", dict.fromkeys(names, "x")))
    assert list(temporary.iterdir()) == []


# Prints a line when the archive is extracted, then sleeps.
CHECK = """
import time
from webwinnow import cli
from webwinnow.gold.datasets import check
check.check_pages = lambda *_: (print("extracted", flush=True), time.sleep(60))
cli.main()
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM handler")
def test_sigterm_removes_the_temporary_folder(tmp_path: Path, temporary: Path) -> None:
    archive = zipped(tmp_path / "set.zip", FILES)
    command = [sys.executable, "-c", CHECK, "data", "check", str(archive)]
    environment = {**os.environ, "TMPDIR": str(temporary)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"extracted\n"
        assert list(temporary.iterdir())
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=120) == 143
    assert list(temporary.iterdir()) == []
