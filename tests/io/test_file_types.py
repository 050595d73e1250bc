import gzip
from pathlib import Path

import pytest
import zstandard

from webwinnow.io.file_types import is_warc

RECORD = b"WARC/1.0\r\nContent-Length: 0\r\n\r\n\r\n\r\n"


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("a.warc", RECORD, True),
        ("a.warc.gz", gzip.compress(RECORD), True),
        ("a.warc.zst", zstandard.compress(RECORD), True),
        ("archive", gzip.compress(RECORD), True),
        ("a.html", b"<p>", False),
        ("notes", b"WARC files", False),
    ],
)
def test_warc_files_are_detected_from_content(
    name: str, data: bytes, expected: bool, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert is_warc(str(path)) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("missing.warc.zst", True),
        ("missing.warc.lz4", False),
        ("https://example.org/a.warc", False),
        ("-", False),
    ],
)
def test_other_names_are_judged_by_their_extension(name: str, expected: bool) -> None:
    assert is_warc(name) == expected
