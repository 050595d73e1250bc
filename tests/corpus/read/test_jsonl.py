import base64
import bz2
import gzip
import json
import lzma
from collections.abc import Callable
from datetime import datetime, timezone
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.corpus.read.read_rows import rows
from webwinnow.errors import InputError

MOMENT = datetime(2024, 5, 6, 7, 8, 9, tzinfo=timezone.utc)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "some"


def lines(*values: Any) -> bytes:
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


def read(path: Path, stored: bytes, *, max_bytes: int = 1000) -> list[dict[str, Any]]:
    path.write_bytes(stored)
    return rows("jsonl", path, max_bytes=max_bytes)


def test_a_line_is_a_page_with_all_its_fields(path: Path) -> None:
    value = {
        "html": "<p>é",
        "url": "http://a.b/",
        "time": "2024-05-06T07:08:09Z",
        "digest": "x",
    }
    [row] = read(path, lines(value | {"charset": "latin-1"}))
    assert (row["html"], row["url"], row["time"]) == ("<p>é".encode(), "http://a.b/", MOMENT)
    assert (row["digest"], row["offset"], row["source"]) == ("x", 0, str(path))
    assert row["charset"] == "utf-8", "text has no other"


def test_base64_bytes_keep_their_charset(path: Path) -> None:
    html = base64.b64encode("<p>é".encode("latin-1")).decode()
    [row] = read(path, lines({"html_base64": html, "charset": "latin-1", "date": "20240506"}))
    assert (row["html"], row["charset"]) == (b"<p>\xe9", "latin-1")
    assert row["time"] == datetime(2024, 5, 6, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    ("line", "detail"),
    [
        (b'{"html": "<p>', "invalid JSON"),
        (b"[1]", "not a JSON object"),
        (b"{}", "no page"),
        (b'{"html": 5}', "no page"),
        (b'{"html": null, "text": "x"}', "no page"),
        (b'{"html_base64": "?"}', "not Base64"),
        (b'{"html": "\xff"}', "not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a": ' + b"1" * 5000 + b"}", "invalid JSON"),
    ],
)
def test_a_line_without_a_page_is_broken_and_others_are_read(
    path: Path, line: bytes, detail: str
) -> None:
    good = lines({"html": "<p>"})
    found = read(path, good + line + b"\n" + good, max_bytes=100_000)
    assert [row["drop"] for row in found] == [None, "broken", None]
    assert detail in found[1]["detail"]
    assert found[1]["offset"] == len(good)


def test_fields_of_other_types_are_missing(path: Path) -> None:
    value = {"html": "<p>", "url": 5, "time": [], "timestamp": 1714979289, "digest": {}}
    [row] = read(path, lines(value))
    assert (row["url"], row["time"], row["digest"]) == (None, MOMENT, None)


def test_blank_lines_are_none_and_the_last_needs_no_end(path: Path) -> None:
    stored = b'\xef\xbb\xbf{"html": "1"}\r\n\n  \n{"html": "2"}'
    assert [row["html"] for row in read(path, stored)] == [b"1", b"2"]


def test_halves_of_characters_do_no_harm(path: Path) -> None:
    assert read(path, b'{"html": "a\\ud800b", "url": "\\udfff"}')[0]["html"] == b"a?b"


def test_large_pages_are_truncated(path: Path) -> None:
    assert read(path, lines({"html": "x" * 1500}))[0]["html"] == b"x" * 1000


@pytest.mark.parametrize("compress", [bytes, gzip.compress])
def test_very_long_lines_are_passed(path: Path, compress: Callable[[bytes], bytes]) -> None:
    found = read(path, compress(lines({"html": "x" * 10**7}, {"html": "ok"})))
    assert [row["drop"] for row in found] == ["large", None]
    assert [row["drop"] for row in read(path, compress(b"x" * 10**7))] == ["large"]


def test_lines_of_too_many_values_are_not_parsed(path: Path) -> None:
    stored = b'{"html": "", "a": [' + b"[]," * 3_000_000 + b"1]}"
    [row] = read(path, stored, max_bytes=10**7)
    assert row["detail"] == "too many values in a line"


@pytest.mark.parametrize(
    "compress", [gzip.compress, zstandard.compress, lzma.compress, bz2.compress]
)
def test_offsets_of_compressed_files_are_line_numbers(
    path: Path, compress: Callable[[bytes], bytes]
) -> None:
    found = read(path, compress(lines({"html": "1"}, 5, {"html": "2"})))
    assert [(row["offset"], row["html"]) for row in found] == [(0, b"1"), (1, None), (2, b"2")]


def test_a_truncated_compressed_file_gives_the_lines_before(path: Path) -> None:
    stored = gzip.compress(lines(*({"html": f"{n}"} for n in range(500))))
    found = read(path, stored[:-8])
    assert [row["html"] for row in found] == [*(b"%d" % n for n in range(500)), None]
    assert (found[-1]["drop"], found[-1]["detail"]) == ("broken", "truncated")


def test_a_bomb_is_one_long_line(path: Path) -> None:
    bomb = zstandard.compress(bytes(10**8))
    assert [row["drop"] for row in read(path, bomb)] == ["large"]


def test_a_missing_file_is_an_input_error(path: Path) -> None:
    with pytest.raises(InputError, match="check its name"):
        rows("jsonl", path)


@given(
    st.lists(
        st.sampled_from([b"", b'{"html": "1"}', b"no", b"\r", b'{"html": "' + b"x" * 50 + b'"}'])
    ),
    st.lists(st.integers(0, 300)),
    st.booleans(),
)
@settings(max_examples=300)
def test_every_line_is_in_one_shard(
    tmp_path_factory: pytest.TempPathFactory,
    parts: list[bytes],
    cuts: list[int],
    ends: bool,
) -> None:
    path = tmp_path_factory.getbasetemp() / "lines"
    path.write_bytes(b"\n".join(parts) + b"\n" * ends)
    edges = [0, *sorted(cuts), None]
    pieces = [rows("jsonl", path, start or 0, end, 30) for start, end in pairwise(edges)]
    together = [(row["offset"], row["html"], row["drop"]) for piece in pieces for row in piece]
    whole = rows("jsonl", path, max_bytes=30)
    assert together == [(row["offset"], row["html"], row["drop"]) for row in whole]
    wanted = sum(bool(part.strip()) for part in parts)
    assert len(whole) == wanted


@given(st.binary(max_size=2000))
def test_no_bytes_make_a_reader_raise(
    tmp_path_factory: pytest.TempPathFactory, stored: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "noise"
    path.write_bytes(stored)
    rows("jsonl", path)
