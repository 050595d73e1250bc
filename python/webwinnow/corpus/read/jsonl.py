"""Pages that are rows: lines of JSON, and Parquet.

| what        | in JSON                                      | in Parquet                         |
|-------------|----------------------------------------------|------------------------------------|
| the page    | `html`, or `html_base64` for bytes as sent   | `html` or `content`, text or bytes |
| its address | `url`                                        | the same                           |
| its time    | `time`, `date` or `timestamp`, see `time_of` | the same, and Arrow's own types    |
| its charset | `charset`, of bytes alone: text has none     | the same                           |
| its digest  | `digest`                                     | the same                           |

Names are these, letter for letter. All but the page may be missing, and is taken for missing where
its type is another.
"""

import binascii
import io
import json
from base64 import b64decode
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from webwinnow.corpus.read.batches import Found, batches
from webwinnow.corpus.read.broken import broken
from webwinnow.corpus.read.parquet import read_parquet
from webwinnow.corpus.read.times import TIMES, time_of
from webwinnow.corpus.shard import Shard
from webwinnow.io.compression import BROKEN, opened, packing_of, unpacked

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["read_jsonl", "read_parquet"]

# Escaped, or in Base64, a page is longer than it is; this many times its bound a line may be.
LONGER = 2
SKIPPED = 2**20
# What JSON is made of takes up to 60 bytes each when read, besides its text.
MOST_VALUES = 2**22


def read_jsonl(shard: Shard, max_bytes: int) -> "Iterator[pa.RecordBatch]":
    """Lines that begin in [start, end) of a plain file, or all of a packed one.

    `offset` is a line's first byte in a plain file, its number in a packed one.
    """
    with opened(shard.path) as file:
        is_plain = packing_of(file.peek(6)[:6]) is None
        start, end = (shard.start, shard.end) if is_plain else (0, None)
        if is_plain:
            to_line_start(file, start)

        def rows() -> Iterator[Found]:
            lines = lines_of(unpacked(file), LONGER * max_bytes, end, counts_bytes=is_plain)
            try:
                for offset, line in lines:
                    if line is None:
                        yield Found(offset, drop="large", detail="a very long line")
                    elif line.strip():
                        yield page_of(line, offset, max_bytes)
            except BROKEN as error:
                yield broken(error)

        yield from batches(shard, rows())


def to_line_start(file: io.BufferedReader, start: int) -> None:
    """To the first line that begins there or later."""
    if start:
        file.seek(start - 1)
        pass_line(file)


def pass_line(file: io.BufferedReader) -> int:
    passed = 0
    while part := file.readline(SKIPPED):
        passed += len(part)
        if part.endswith(b"\n"):
            break
    return passed


def lines_of(
    file: io.BufferedReader, most: int, end: int | None, *, counts_bytes: bool
) -> Iterator[tuple[int, bytes | None]]:
    """Lines and where they are; None for one that is too long."""
    at = file.tell() if counts_bytes else 0
    while end is None or at < end:
        line = file.readline(most + 1)
        if not line:
            return
        length, is_long = len(line), len(line) > most
        if is_long and not line.endswith(b"\n"):
            length += pass_line(file)
        yield at, None if is_long else line
        at += length if counts_bytes else 1


def page_of(line: bytes, offset: int, max_bytes: int) -> Found:
    try:
        values = values_of(line)
        html, charset = html_of(values, max_bytes)
    except RecursionError:
        return broken("no JSON: too deep", offset)
    except ValueError as error:
        return broken(error, offset)
    times = (time_of(values.get(name)) for name in TIMES)
    return Found(
        offset,
        html,
        url=text_in(values, "url"),
        charset=charset,
        time=next((time for time in times if time), None),
        digest=text_in(values, "digest"),
    )


def values_of(line: bytes) -> dict[str, Any]:
    if len(line) > MOST_VALUES and sum(map(line.count, (b",", b"[", b"{"))) > MOST_VALUES:
        raise ValueError("too many values in a line")
    try:
        values = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ValueError("not UTF-8") from None
    except ValueError as error:
        raise ValueError(f"no JSON: {error}") from None
    if not isinstance(values, dict):
        raise ValueError("no object")
    return values


def html_of(values: dict[str, Any], max_bytes: int) -> tuple[bytes, str | None]:
    """The page, and its charset."""
    if isinstance(html := values.get("html"), str):
        # What the page says of its charset was true before somebody made text of it.
        return html[:max_bytes].encode("utf-8", "replace")[:max_bytes], "utf-8"
    if isinstance(packed := values.get("html_base64"), str):
        try:
            return b64decode(packed, validate=True)[:max_bytes], text_in(values, "charset")
        except (binascii.Error, ValueError):
            raise ValueError("html_base64 is no Base64") from None
    raise ValueError("no page: neither html nor html_base64 has text")


def text_in(values: dict[str, Any], name: str) -> str | None:
    value = values.get(name)
    return value if isinstance(value, str) else None
