"""What holds for every format."""

from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.corpus.write.batches import batch, row, rows, written
from webwinnow.corpus.write import WRITERS, open_writer, parquet
from webwinnow.errors import UnknownFormat

every_format = pytest.mark.parametrize("name", list(WRITERS))
many = settings(max_examples=30, deadline=None)


@every_format
@given(found=st.lists(rows(), max_size=8), ends=st.lists(st.integers(0, 8)))
@many
def test_bytes_do_not_depend_on_where_batches_end(
    name: str, found: list[dict[str, Any]], ends: list[int]
) -> None:
    whole = batch(*found)
    borders = sorted({0, len(found), *(end for end in ends if end < len(found))})
    pieces = [whole.slice(start, end - start) for start, end in pairwise(borders)]
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(parquet, "GROUP_BYTES", 700)  # several groups out of a few rows
        at_once = written(name, Path(folder, "a"), whole)
        assert written(name, Path(folder, "b"), *pieces) == at_once
        assert written(name, Path(folder, "c"), *(batch(each) for each in found)) == at_once


@every_format
def test_large_parts_do_not_depend_on_batches_either(name: str, tmp_path: Path) -> None:
    found = [row(number, f"{number} words " * 3000) for number in range(120)]
    at_once = written(name, tmp_path / "a", batch(*found))
    assert written(name, tmp_path / "b", *(batch(each) for each in found)) == at_once


@every_format
def test_documents_and_bytes_are_counted(name: str, tmp_path: Path) -> None:
    path = tmp_path / "part"
    with open_writer(name, path) as writer:
        writer.write(batch(row(1), row(2)))
        writer.write(batch(row(3)))
    assert (writer.documents, writer.bytes) == (3, path.stat().st_size)


@every_format
def test_only_the_given_path_is_written(name: str, tmp_path: Path) -> None:
    written(name, tmp_path / "part.partial", batch(row()))
    assert [path.name for path in tmp_path.iterdir()] == ["part.partial"]


@every_format
def test_dropped_rows_are_rejected(name: str, tmp_path: Path) -> None:
    with open_writer(name, tmp_path / "part") as writer:
        with pytest.raises(ValueError, match="dropped rows"):
            writer.write(batch(row(1), row(2, drop="short")))
        assert writer.documents == 0


@every_format
def test_the_first_error_is_raised(name: str, tmp_path: Path) -> None:
    writer = open_writer(name, tmp_path / "part")
    writer.write(batch(row()))
    with pytest.raises(KeyError, match="mine"), writer:
        raise KeyError("mine")


@every_format
def test_folder_that_is_not_there_is_an_os_error(name: str, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="missing"):
        open_writer(name, tmp_path / "missing" / "part")


@every_format
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_full_disk_is_an_os_error(name: str) -> None:
    long = batch(*(row(number, f"{number} {'words ' * 3000}") for number in range(200)))
    with pytest.raises(OSError, match="No space left"), open_writer(name, Path("/dev/full")) as to:
        to.write(long)


def test_unknown_format_names_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(UnknownFormat, match=r"'csv'; choose from parquet, .*text"):
        open_writer("csv", tmp_path / "part")
