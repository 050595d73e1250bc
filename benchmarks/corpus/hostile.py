"""Build corpora from hostile inputs: the job must finish in bounded memory and report its drops.

    python -m benchmarks.corpus.hostile
    python -m benchmarks.corpus.hostile --only bomb

Every input exists twice, under two names, so that two workers process it at once, and has good
pages before and after. Prints a line for each: bytes of a file, seconds, memory, and the drops of
`report.json` and `dropped/`. Memory is the sum of the peaks of all processes.

Exits with 1 if a job fails, loses a good page, does not account for a page, or takes more than
1.5 GiB.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from benchmarks.corpus.sites_memory import FUNCTION_WORDS

MAX_MEMORY = 3 * 2**29
GIB = 2**30
CHUNK = 2**20
GOOD = 5  # good pages before and after each input


@dataclass(frozen=True)
class Sizes:
    """Sizes of the inputs; tests use a hundredth."""

    bomb: int = 10 * GIB
    record: int = 2 * 10**9
    line: int = 10**9
    wide: int = 60 * 10**6
    random: int = 10_000
    nested: int = 10**6


@dataclass
class Result:
    status: int
    errors: str
    seconds: float
    memory: int  # bytes
    report: dict[str, Any] = field(default_factory=dict)
    dropped: list[dict[str, Any]] = field(default_factory=list)

    @property
    def drops(self) -> Counter[str]:
        return Counter(row["drop"] for row in self.dropped if "duplicate" not in row["drop"])


def good(number: int) -> bytes:
    """A harmless page with enough text for a corpus."""
    rng = random.Random(number)
    words = FUNCTION_WORDS.split()
    texts = (" ".join(rng.choices(words, k=60)) for _ in range(4))
    return f"<title>{number}</title>{''.join(f'<p>{text}.</p>' for text in texts)}".encode()


def goods(first: int) -> list[bytes]:
    return [good(first + number) for number in range(GOOD)]


def head_of(length: int, coding: str = "") -> bytes:
    """WARC and HTTP headers of a page."""
    coded = f"Content-Encoding: {coding}\r\n" if coding else ""
    http = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{coded}\r\n"
    return (
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\n"
        "WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(http) + length}\r\n\r\n{http}"
    ).encode()


def record(html: bytes, coding: str = "") -> bytes:
    return head_of(len(html), coding) + html + b"\r\n\r\n"


def member(data: bytes) -> bytes:
    return gzip.compress(data, 1, mtime=0)


def deflated(parts: Iterable[tuple[bytes, int]]) -> Iterator[tuple[bytes, int, int]]:
    """Deflate parts, each repeated; yield compressed pieces with running checksum and length.

    A part is compressed once, with a full flush, so that it can be repeated anywhere.
    """
    checksum = length = 0
    for part, times in parts:
        stream = zlib.compressobj(6, zlib.DEFLATED, -15)
        packed = stream.compress(part) + stream.flush(zlib.Z_FULL_FLUSH)
        for _ in range(times):
            checksum, length = zlib.crc32(part, checksum), length + len(part)
            yield packed, checksum, length
    yield b"\x03\x00", checksum, length


def write_member(file: BinaryIO, parts: Iterable[tuple[bytes, int]]) -> None:
    """Write one gzip member."""
    file.write(b"\x1f\x8b\x08\0\0\0\0\0\0\xff")
    checksum = length = 0
    for packed, checksum, length in deflated(parts):  # noqa: B007, the last of them count
        file.write(packed)
    file.write(struct.pack("<II", checksum, length & 0xFFFFFFFF))


def write_warc(path: Path, write: Callable[[BinaryIO], object], *, compressed: bool = True) -> None:
    """Write a WARC file with good pages around the records of `write`."""
    pack = member if compressed else bytes
    with path.open("wb") as file:
        for html in goods(0):
            file.write(pack(record(html)))
        write(file)
        for html in goods(GOOD):
            file.write(pack(record(html)))


def bomb(path: Path, sizes: Sizes) -> None:
    """A record of zeros, in one gzip member."""
    times = sizes.bomb // CHUNK
    parts = [(head_of(times * CHUNK), 1), (bytes(CHUNK), times), (b"\r\n\r\n", 1)]
    write_warc(path, lambda file: write_member(file, parts))


def encoded_bomb(path: Path, sizes: Sizes) -> None:
    """Bodies of zeros with a gzip and a Zstandard content encoding."""
    inner = BytesIO()
    write_member(inner, [(bytes(CHUNK), sizes.bomb // CHUNK)])
    from zstandard import ZstdCompressor

    stream = ZstdCompressor().compressobj()
    zeros = b"".join(stream.compress(bytes(CHUNK)) for _ in range(sizes.bomb // CHUNK // 8))
    zeros += stream.flush()

    def write(file: BinaryIO) -> None:
        file.write(member(record(inner.getvalue(), "gzip")))
        file.write(member(record(zeros, "zstd")))

    write_warc(path, write)


def large_record(path: Path, sizes: Sizes) -> None:
    """A large record in an uncompressed file; its body is a hole in the file."""

    def write(file: BinaryIO) -> None:
        file.write(head_of(sizes.record))
        file.seek(sizes.record, os.SEEK_CUR)
        file.write(b"\r\n\r\n")

    write_warc(path, write, compressed=False)


def large_compressed_record(path: Path, sizes: Sizes) -> None:
    """Text that compresses to a third, so that it is not a bomb."""
    rng = random.Random(0)
    words = [f"w{number}" for number in range(5000)]
    text = "".join(f"<p>{' '.join(rng.choices(words, k=50))}.</p>" for _ in range(4000)).encode()
    times = sizes.record // len(text) + 1
    parts = [(head_of(times * len(text)), 1), (text, times), (b"\r\n\r\n", 1)]
    write_warc(path, lambda file: write_member(file, parts))


def random_records(path: Path, sizes: Sizes) -> None:
    rng = random.Random(0)

    def write(file: BinaryIO) -> None:
        for _ in range(sizes.random):
            file.write(member(record(rng.randbytes(rng.randint(1, 4000)))))

    write_warc(path, write)


def random_bytes(path: Path, sizes: Sizes) -> None:
    """Random bytes instead of records, in mid-file."""
    data = random.Random(0).randbytes(2000 * sizes.random)
    write_warc(path, lambda file: file.write(data))


def truncated_member(path: Path, sizes: Sizes) -> None:
    whole = member(record(random.Random(0).randbytes(sizes.random)))
    write_warc(path, lambda file: file.write(whole[: len(whole) // 2]))


def nested(path: Path, sizes: Sizes) -> None:
    deep = b"<div>" * sizes.nested + b"<p>Deep down there is nothing"
    flat = b"<a b=c " * sizes.nested
    write_warc(path, lambda file: file.write(member(record(deep)) + member(record(flat))))


def zip_bomb(path: Path, sizes: Sizes) -> None:
    """A page of zeros, and two entries that share their bytes, as in overlapping ZIP bombs."""
    entries: list[tuple[str, int, int, int, int, int]] = []
    with path.open("wb") as file:

        def add(name: str, parts: Iterable[tuple[bytes, int]]) -> None:
            offset = file.tell()
            file.write(struct.pack("<4s5H3L2H", b"PK\3\4", 20, 0, 8, 0, 0, 0, 0, 0, len(name), 0))
            file.write(name.encode())
            start = file.tell()
            checksum = length = 0
            for packed, checksum, length in deflated(parts):  # noqa: B007, the last of them count
                file.write(packed)
            entries.append((name, 8, checksum, file.tell() - start, length, offset))

        for number, html in enumerate(goods(0)):
            add(f"a{number}.html", [(html, 1)])
        add("bomb.html", [(bytes(CHUNK), sizes.bomb // CHUNK)])
        add("twin.html", [(bytes(CHUNK), 100)])
        entries.append(("same.html", *entries[-1][1:]))
        for number, html in enumerate(goods(GOOD)):
            add(f"z{number}.html", [(html, 1)])
        write_directory(file, entries)


def write_directory(file: BinaryIO, entries: list[tuple[str, int, int, int, int, int]]) -> None:
    """Write the central directory with ZIP64 sizes."""
    start = file.tell()
    wide = 0xFFFFFFFF
    for name, method, checksum, packed, length, offset in entries:
        extra = struct.pack("<HHQQQ", 1, 24, length, packed, offset)
        fields = (b"PK\1\2", 45, 45, 0, method, 0, 0, checksum, wide, wide, len(name), len(extra))
        file.write(struct.pack("<4s6H3L5H2L", *fields, 0, 0, 0, 0, wide))
        file.write(name.encode() + extra)
    count, length = len(entries), file.tell() - start
    file.write(struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, length, start, 0))


def lines(path: Path, long_ones: Iterable[Iterable[tuple[bytes, int]]]) -> None:
    """Write JSON Lines with good pages around long ones."""

    def line(html: bytes) -> bytes:
        return json.dumps({"html": html.decode()}).encode() + b"\n"

    with path.open("wb") as file:
        for html in goods(0):
            file.write(line(html))
        for parts in long_ones:
            for part, times in parts:
                for _ in range(times):
                    file.write(part)
        for html in goods(GOOD):
            file.write(line(html))


def long_line(path: Path, sizes: Sizes) -> None:
    times = sizes.line // CHUNK + 1
    lines(path, [[(b'{"html": "', 1), (b"x" * CHUNK, times), (b'"}\n', 1)]])


def wide_lines(path: Path, sizes: Sizes) -> None:
    """Lines within the limit, with a character that makes Python use four bytes per character."""
    times = max(1, sizes.wide // CHUNK)
    text = b"The sea rose twice. " * (CHUNK // 20)
    long = [(b'{"html": "', 1), ("😀".encode(), 1), (text, times), (b'"}\n', 1)]
    lines(path, [long, long])


#: Writer and file name of each case.
CASES: dict[str, tuple[Callable[[Path, Sizes], None], str]] = {
    "bomb": (bomb, "bomb.warc.gz"),
    "encoded bombs": (encoded_bomb, "encoded.warc.gz"),
    "large record": (large_record, "large.warc"),
    "large record, compressed": (large_compressed_record, "large.warc.gz"),
    "records of random bytes": (random_records, "records.warc.gz"),
    "random bytes": (random_bytes, "random.warc.gz"),
    "truncated member": (truncated_member, "truncated.warc.gz"),
    "nested tags": (nested, "nested.warc.gz"),
    "ZIP bomb": (zip_bomb, "bomb.zip"),
    "long line": (long_line, "long.jsonl"),
    "wide lines": (wide_lines, "wide.jsonl"),
}


def prepare(name: str, folder: Path, sizes: Sizes) -> Path:
    """Write a case twice to a new folder."""
    write, file = CASES[name]
    place = folder / "input"
    place.mkdir(parents=True)
    write(place / f"a-{file}", sizes)
    os.link(place / f"a-{file}", place / f"b-{file}")
    return place


def run(place: Path, output: Path) -> Result:
    """Run the command with two workers and read its results."""
    command = [sys.executable, "-m", "webwinnow", "corpus", str(place), "-o", str(output), "-q"]
    start = time.perf_counter()
    job = subprocess.Popen([*command, "--workers", "2"], stderr=subprocess.PIPE, text=True)
    peaks: dict[int, int] = {}
    while job.poll() is None:
        for process in (job.pid, *children(job.pid)):
            peaks[process] = max(peaks.get(process, 0), peak(process))
        time.sleep(0.02)
    errors = job.stderr.read() if job.stderr else ""
    found = Result(job.returncode, errors, time.perf_counter() - start, sum(peaks.values()))
    if not found.status:
        import pyarrow.parquet as pq

        found.report = json.loads((output / "report.json").read_bytes())
        for part in sorted(output.glob("dropped/*.parquet")):
            found.dropped += pq.read_table(part).to_pylist()
    return found


def children(process: int) -> Iterator[int]:
    try:
        yield from map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split())
    except OSError:  # the process has ended
        return


def peak(process: int) -> int:
    """Peak memory of the process in bytes."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    return next((int(row.split()[1]) << 10 for row in status.splitlines() if "VmHWM" in row), 0)


def problem(found: Result) -> str | None:
    if found.status:
        return f"failed: {found.errors.strip()}"
    copies = sum("duplicate" in row["drop"] for row in found.dropped)
    kept = found.report["documents"]
    if kept < 2 * GOOD or copies < 2 * GOOD:
        return "good pages are lost"
    if kept + len(found.dropped) != found.report["rows"]:
        return "some pages are neither kept nor dropped"
    return "too much memory" if found.memory > MAX_MEMORY else None


def format_drops(found: Result) -> str:
    """Number of drops for each reason, and the first page of each."""
    first = {row["drop"]: row for row in reversed(found.dropped)}
    return "; ".join(
        f"{count} {reason} ({Path(first[reason]['source']).name} at {first[reason]['offset']}"
        f"{', ' + first[reason]['detail'] if first[reason]['detail'] else ''})"
        for reason, count in sorted(found.drops.items())
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", choices=CASES, action="append")
    parser.add_argument("--folder", type=Path, help="temporary folder, some gigabytes")
    options = parser.parse_args()
    problems = []
    print(
        "| input | MB | seconds | MiB | rows | documents | skipped |\n|---|---|---|---|---|---|---|"
    )
    for name in options.only or CASES:
        with tempfile.TemporaryDirectory(dir=options.folder) as folder:
            place = prepare(name, Path(folder), Sizes())
            size = sum(each.stat().st_size for each in place.iterdir()) // 2
            found = run(place, Path(folder) / "out")
        rows, kept = found.report.get("rows", "–"), found.report.get("documents", "–")
        figures = f"{size / 1e6:,.1f} | {found.seconds:.1f} | {found.memory >> 20}"
        print(f"| {name} | {figures} | {rows} | {kept} | {format_drops(found)} |", flush=True)
        if fault := problem(found):
            problems.append(f"{name}: {fault}")
    sys.exit("\n".join(problems) or None)


if __name__ == "__main__":
    main()
