"""Divide inputs into pieces, each a shard's worth of work and the same on every run."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from webwinnow.corpus.inputs import Archive
from webwinnow.corpus.read import parquet
from webwinnow.corpus.read.files import is_page
from webwinnow.corpus.read.lists import PageList, write_bundle
from webwinnow.errors import InputError
from webwinnow.io import zips
from webwinnow.io.compression import BUFFER, DECODE_ERRORS, decompress, open_input

# Bounds of a piece in bytes, and the number of pieces to aim for: enough for several workers, each
# large enough that its start costs little.
MIN_BYTES, MAX_BYTES, TARGET_PIECES = 2**24, 2**28, 64
MAX_PAGES = 2000
MAX_BUNDLED = 2000
# A reader scans the ZIP directory from its start to reach its members.
MAX_MEMBERS = 20_000
# Each CDX line is a page in another file. A reader scans the CDX from its start to its lines.
MIN_CDX_LINES, MAX_CDX_PIECES = 1000, 1024


class Piece(NamedTuple):
    """Fields of a shard; `size` is approximate, in bytes."""

    reader: str
    path: str
    start: int
    end: int | None
    size: int


def piece_size(total: int) -> int:
    """Bytes of a piece, given the bytes of all inputs."""
    return min(MAX_BYTES, max(MIN_BYTES, total // TARGET_PIECES))


def bundle_small(inputs: list[list[Piece]], size: int, place: Path) -> Iterator[Piece]:
    """Yield the pieces of all inputs. Of many inputs, small neighbours are bundled into one piece,
    listed in a file in `place`.
    """
    groups: list[list[Piece]] = []
    are_many, room = len(inputs) > TARGET_PIECES, -1
    for each in filter(None, inputs):
        # The size of a CDX does not depend on the pages that it names.
        is_small = are_many and len(each) == 1 and each[0].reader != "cdx"
        if is_small and each[0].size <= room and len(groups[-1]) < MAX_BUNDLED:
            groups[-1] += each
        else:
            groups += [[piece] for piece in each]
            room = size if is_small else -1
        room -= each[0].size
    bundles = [group for group in groups if len(group) > 1]
    if not bundles:
        yield from (group[0] for group in groups)
        return
    path, ends = write_bundle(place, ([piece[:4] for piece in group] for group in bundles))
    ranges = iter(pairwise([0, *ends]))
    for group in groups:
        if len(group) == 1:
            yield group[0]
        else:
            start, end = next(ranges)
            yield Piece("several", path, start, end, sum(piece.size for piece in group))


def pieces(each: Archive | PageList, size: int) -> Iterator[Piece]:
    if isinstance(each, PageList):
        yield from divide_page_list(each, size)
        return
    divide = DIVIDERS.get(each.type.name)
    ranges = divide(each, size) if divide else [(0, None, each.bytes)]
    for start, end, share in ranges:
        yield Piece(each.type.name, each.path, start, end, share)


Ranges = Iterable[tuple[int, int | None, int]]  # start, end, bytes


def divide_page_list(pages: PageList, size: int) -> Iterator[Piece]:
    for first, last, share in group_sizes(pages.sizes, size, MAX_PAGES):
        start = pages.ends[first - 1] if first else pages.start
        yield Piece("folder", pages.path, start, pages.ends[last - 1], share)


def group_sizes(
    sizes: Iterable[int], size: int, most: int | None = None
) -> Iterator[tuple[int, int, int]]:
    """Group neighbours up to `size` bytes or `most` items: first, end and bytes of each group."""
    first = share = number = 0
    for number, each in enumerate(sizes, 1):
        share += each
        if share >= size or number - first == most:
            yield first, number, share
            first, share = number, 0
    if number > first:
        yield first, number, share


def divide_warc(archive: Archive, size: int) -> Ranges:
    if archive.bytes <= size:
        return [(0, None, archive.bytes)]
    from webwinnow.io.warc.boundaries import ranges

    return [(start, end, end - start) for start, end in ranges(archive.path, size)]


def divide_jsonl(archive: Archive, size: int) -> Ranges:
    if archive.type.is_compressed:
        return [(0, None, archive.bytes)]
    edges = [*range(0, archive.bytes, size), archive.bytes]
    return [(start, end, end - start) for start, end in pairwise(edges)]


def divide_zip(archive: Archive, size: int) -> Ranges:
    """Divide by compressed size; a ZIP file without pages has no ranges, or is an error if the
    user named it.
    """
    has_pages = is_broken = False

    def sizes() -> Iterator[int]:
        nonlocal has_pages, is_broken
        with open_input(archive.path) as file:
            try:
                for member in zips.members(file):
                    has_pages = has_pages or is_page(member.name)
                    yield member.compressed_size
            except (zips.BadZip, *DECODE_ERRORS):  # reported by the reader
                is_broken = True

    found: list[tuple[int, int | None, int]] = [*group_sizes(sizes(), size, MAX_MEMBERS)]
    if not (has_pages or is_broken):
        if archive.is_named:
            raise InputError(f"{archive.path!r} has no members with the name of a page")
        return []
    if is_broken:
        # The reader reports the error after the last member.
        start, _, share = found.pop() if found else (0, 0, 0)
        found.append((start, None, share))
    return found


def divide_parquet(archive: Archive, size: int) -> Ranges:
    import pyarrow as pa
    import pyarrow.parquet as pq

    with open_input(archive.path) as file:
        try:
            table = pq.ParquetFile(file)
        except (pa.ArrowException, OSError, *DECODE_ERRORS):  # reported by the reader
            return [(0, None, archive.bytes)]
        if parquet.html_column(table.schema_arrow) is None:
            if archive.is_named:
                raise InputError(parquet.describe_missing_html(archive.path, table.schema_arrow))
            return []
        groups, total = table.num_row_groups, max(1, table.metadata.num_rows)
        rows = [table.metadata.row_group(group).num_rows for group in range(groups)]
    return group_sizes([each * archive.bytes // total for each in rows], size)


def divide_cdx(archive: Archive, size: int) -> Ranges:
    lines = 0
    with open_input(archive.path) as file:
        content = decompress(file)
        try:
            while block := content.read1(BUFFER):
                lines += block.count(b"\n")
        except DECODE_ERRORS:  # reported by the reader
            pass
    step = max(MIN_CDX_LINES, lines // MAX_CDX_PIECES)
    starts = [*range(0, max(1, lines), step)]
    ends = [*starts[1:], None]
    return [
        (start, end, archive.bytes // len(starts)) for start, end in zip(starts, ends, strict=True)
    ]


DIVIDERS = {
    "warc": divide_warc,
    "jsonl": divide_jsonl,
    "zip": divide_zip,
    "parquet": divide_parquet,
    "cdx": divide_cdx,
}
