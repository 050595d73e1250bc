import bz2
import gzip
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.errors import InputError
from webwinnow.io.compression import (
    DECODE_ERRORS,
    DecompressedFile,
    decompress,
    detect_compression,
    open_input,
)

PACKINGS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zstd": zstandard.compress,
}
TEXT = b"It rained all day. " * 5000


def read(path: Path, stored: bytes, piece: int = 997) -> tuple[bytes, bool]:
    """Decompressed data before the first error, and whether there is none."""
    path.write_bytes(stored)
    found = b""
    with open_input(str(path)) as file:
        inside = decompress(file)
        try:
            while data := inside.read1(piece):
                found += data
        except DECODE_ERRORS:
            return found, False
    return found, True


@pytest.mark.parametrize("packing", PACKINGS)
def test_compressed_files_are_decompressed(tmp_path: Path, packing: str) -> None:
    stored = PACKINGS[packing](TEXT)
    assert detect_compression(stored[:6]) == packing
    assert read(tmp_path / "x", stored) == (TEXT, True)


@pytest.mark.parametrize("packing", PACKINGS)
def test_several_on_end_are_one_and_zeros_between_them_are_padding(
    tmp_path: Path, packing: str
) -> None:
    pack = PACKINGS[packing]
    stored = pack(b"one ") + pack(b"") + bytes(512) + pack(TEXT) + bytes(7)
    assert read(tmp_path / "x", stored) == (b"one " + TEXT, True)


@pytest.mark.parametrize("packing", ["gzip", "zstd"])
def test_a_truncated_file_gives_the_data_before(tmp_path: Path, packing: str) -> None:
    pack = PACKINGS[packing]
    found, is_whole = read(tmp_path / "x", pack(b"one") + pack(TEXT)[:-3])
    assert not is_whole
    assert found.startswith(b"one")
    if packing == "gzip":  # frames of zstd come in blocks; here it is a single one
        assert found == b"one" + TEXT


@pytest.mark.parametrize("packing", PACKINGS)
def test_trailing_garbage_is_an_error_after_the_data(tmp_path: Path, packing: str) -> None:
    assert read(tmp_path / "x", PACKINGS[packing](TEXT) + b"no more") == (TEXT, False)


@pytest.mark.parametrize("packing", PACKINGS)
def test_a_bomb_is_decompressed_in_small_chunks(tmp_path: Path, packing: str) -> None:
    path = tmp_path / "x"
    path.write_bytes(PACKINGS[packing](bytes(3 * 10**7)))
    with open_input(str(path)) as file:
        raw = decompress(file).raw
        assert len(raw.read(1000) or b"") <= 1000
        assert file.tell() < 10**5


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("most", [1, 19, 500])
def test_small_portions_are_the_whole_together(tmp_path: Path, packing: str, most: int) -> None:
    path, text = tmp_path / "x", TEXT[:9500]
    path.write_bytes(PACKINGS[packing](text))
    with open_input(str(path)) as file:
        raw = DecompressedFile(file, packing)
        assert b"".join(iter(lambda: raw.read_some(most), b"")) == text


def test_small_portions_of_a_file_that_breaks_off_are_all_of_it(tmp_path: Path) -> None:
    path, text = tmp_path / "x", b"x" * 9500
    path.write_bytes(gzip.compress(text)[:-8])  # all of the text, and not its checksum
    found: list[bytes] = []
    with open_input(str(path)) as file:
        raw = DecompressedFile(file, "gzip")
        with pytest.raises(EOFError):
            found.extend(iter(lambda: raw.read_some(19), b""))
    assert b"".join(found) == text


def test_skippable_frames_are_skipped(tmp_path: Path) -> None:
    empty = b"\x5e\x2a\x4d\x18" + (4).to_bytes(4, "little") + b"note"
    stored = empty + zstandard.compress(TEXT) + empty + zstandard.compress(b"two")
    assert read(tmp_path / "x", stored) == (TEXT + b"two", True)


def test_compression_with_large_windows_is_rejected(tmp_path: Path) -> None:
    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": 2**28}]
    # The decoder needs the dictionary that the header names, even for short texts.
    stored = lzma.compress(TEXT, filters=filters)
    assert read(tmp_path / "x", stored) == (b"", False)


def test_uncompressed_data_is_unchanged(tmp_path: Path) -> None:
    assert read(tmp_path / "x", TEXT) == (TEXT, True)
    assert read(tmp_path / "x", b"") == (b"", True)


def test_a_missing_file_is_an_input_error() -> None:
    with pytest.raises(InputError, match="check its name"):
        open_input("no/such/file")


@given(st.sampled_from(sorted(PACKINGS)), st.binary(max_size=60), st.data())
def test_any_bytes_end(
    tmp_path_factory: pytest.TempPathFactory, packing: str, noise: bytes, data: st.DataObject
) -> None:
    stored = PACKINGS[packing](TEXT)
    at = data.draw(st.integers(0, len(stored)))
    path = tmp_path_factory.getbasetemp() / "any"
    read(path, stored[:at] + noise + stored[at + len(noise) :], 100_000)
