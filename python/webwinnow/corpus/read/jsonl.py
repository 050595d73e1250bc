"""Read pages of JSON Lines files; `parquet` reads the same fields of Parquet files.

| field   | in JSON                                         | in Parquet                         |
|---------|-------------------------------------------------|------------------------------------|
| page    | `html`, or `html_base64` for bytes              | `html` or `content`, text or bytes |
| URL     | `url`                                           | the same                           |
| time    | `time`, `date` or `timestamp`, see `parse_time` | the same, and Arrow's own types    |
| charset | `charset`, only for bytes                       | the same                           |
| digest  | `digest`                                        | the same                           |

Names are case-sensitive. Every field but the page is optional; values of another type are ignored.
"""

import binascii
import io
import json
from base64 import b64decode
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from webwinnow.corpus.read.batches import PageRow, batches, broken_row
from webwinnow.corpus.read.times import TIME_COLUMNS, parse_time
from webwinnow.corpus.workspace import Shard
from webwinnow.io.compression import DECODE_ERRORS, decompress, detect_compression, open_input

if TYPE_CHECKING:
    import pyarrow as pa

# A line may be longer than its page by this factor, for escapes and Base64.
LINE_FACTOR = 2
SKIP_BYTES = 2**20
# Upper bound on JSON values in a line: each takes up to 60 bytes of memory besides its text.
MAX_VALUES = 2**22


def read_jsonl(shard: Shard, max_bytes: int) -> "Iterator[pa.RecordBatch]":
    """Read the lines that start in [start, end) of a plain file, or all of a compressed one.

    `offset` is the first byte of a line in a plain file, its number in a compressed one.
    """
    with open_input(shard.path) as file:
        is_plain = detect_compression(file.peek(6)[:6]) is None
        start, end = (shard.start, shard.end) if is_plain else (0, None)
        if is_plain:
            seek_line(file, start)

        def rows() -> Iterator[PageRow]:
            lines = lines_of(decompress(file), LINE_FACTOR * max_bytes, end, counts_bytes=is_plain)
            try:
                for offset, line in lines:
                    if line is None:
                        yield PageRow(offset, drop="large", detail="line too long")
                    elif line.strip():
                        yield parse_line(line, offset, max_bytes)
            except DECODE_ERRORS as error:
                yield broken_row(error)

        yield from batches(shard, rows())


def seek_line(file: io.BufferedReader, start: int) -> None:
    """Seek to the first line that starts at `start` or later."""
    if start:
        file.seek(start - 1)
        skip_line(file)


def skip_line(file: io.BufferedReader) -> int:
    skipped = 0
    while part := file.readline(SKIP_BYTES):
        skipped += len(part)
        if part.endswith(b"\n"):
            break
    return skipped


def lines_of(
    file: io.BufferedReader, most: int, end: int | None, *, counts_bytes: bool
) -> Iterator[tuple[int, bytes | None]]:
    """Yield offsets and lines; None for a line longer than `most`."""
    at = file.tell() if counts_bytes else 0
    while end is None or at < end:
        line = file.readline(most + 1)
        if not line:
            return
        length, is_long = len(line), len(line) > most
        if is_long and not line.endswith(b"\n"):
            length += skip_line(file)
        yield at, None if is_long else line
        at += length if counts_bytes else 1


def parse_line(line: bytes, offset: int, max_bytes: int) -> PageRow:
    try:
        values = parse_object(line)
        html, charset = page_bytes(values, max_bytes)
    except RecursionError:
        return broken_row("invalid JSON: nested too deeply", offset)
    except ValueError as error:
        return broken_row(error, offset)
    times = (parse_time(values.get(name)) for name in TIME_COLUMNS)
    return PageRow(
        offset,
        html,
        url=text_value(values, "url"),
        charset=charset,
        time=next((time for time in times if time), None),
        digest=text_value(values, "digest"),
    )


def parse_object(line: bytes) -> dict[str, Any]:
    if len(line) > MAX_VALUES and sum(map(line.count, (b",", b"[", b"{"))) > MAX_VALUES:
        raise ValueError("too many values in a line")
    try:
        values = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ValueError("not UTF-8") from None
    except ValueError as error:
        raise ValueError(f"invalid JSON: {error}") from None
    if not isinstance(values, dict):
        raise ValueError("not a JSON object")
    return values


def page_bytes(values: dict[str, Any], max_bytes: int) -> tuple[bytes, str | None]:
    """HTML of the page, and its charset."""
    if isinstance(html := values.get("html"), str):
        # Decoded text: the charset that the page declares no longer applies.
        return html[:max_bytes].encode("utf-8", "replace")[:max_bytes], "utf-8"
    if isinstance(encoded := values.get("html_base64"), str):
        try:
            return b64decode(encoded, validate=True)[:max_bytes], text_value(values, "charset")
        except (binascii.Error, ValueError):
            raise ValueError("html_base64 is not Base64") from None
    raise ValueError("no page: neither html nor html_base64 has text")


def text_value(values: dict[str, Any], name: str) -> str | None:
    value = values.get(name)
    return value if isinstance(value, str) else None
