import os
from pathlib import Path

import pytest

from webwinnow.io.atomic import (
    commit_bytes,
    commit_file,
    draft_file,
    remove_drafts,
    replace_atomically,
    write_atomically,
)


def test_file_is_written_with_its_folders(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "text.txt"
    write_atomically(path, "ő")
    write_atomically(path.with_name("data"), b"\xff")
    assert (path.read_bytes(), path.with_name("data").read_bytes()) == ("ő".encode(), b"\xff")
    assert len(list(path.parent.iterdir())) == 2


def test_link_stays_and_its_target_is_replaced(tmp_path: Path) -> None:
    link, target = tmp_path / "link", tmp_path / "target"
    target.write_text("old")
    link.symlink_to(target)
    write_atomically(link, "new")
    assert (link.is_symlink(), target.read_text()) == (True, "new")


def test_device_is_written_directly() -> None:
    write_atomically(Path("/dev/null"), "text")
    assert not Path("/dev/null").is_file()


def test_parent_that_is_a_file_is_named_in_the_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NotADirectoryError, match="'file' is not a folder"):
        write_atomically(tmp_path / "file" / "text.txt", "text")


def test_exception_keeps_the_old_file_and_leaves_no_draft(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text("old")
    scratch = tmp_path / "scratch"
    for draft in (replace_atomically(path), commit_file(path, scratch)):
        with pytest.raises(UnicodeEncodeError), draft as half:
            half.write_text("half \udcff", "utf-8")
    assert (path.read_text(), list(scratch.iterdir())) == ("old", [])
    assert sorted(tmp_path.iterdir()) == [scratch, path]


def test_commit_without_a_draft_writes_no_file(tmp_path: Path) -> None:
    with commit_file(tmp_path / "part", tmp_path / "scratch"):
        pass
    assert not (tmp_path / "part").exists()


def test_commit_does_not_recreate_a_deleted_folder(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    with pytest.raises(FileNotFoundError):
        commit_bytes(gone / "job" / "part", b"data", gone / "job" / "scratch")
    assert not gone.exists()


def test_drafts_of_one_process_are_removed(tmp_path: Path) -> None:
    with draft_file(tmp_path) as own:
        own.touch()
        other = own.with_name(own.name.replace(str(os.getpid()), f"{os.getpid()}1"))
        other.touch()
        remove_drafts(tmp_path, os.getpid())
        assert list(tmp_path.iterdir()) == [other]
