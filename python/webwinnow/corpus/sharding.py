"""Inputs in pieces: each a shard's worth of work, and the same ones on every run."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from webwinnow.corpus.inputs import Archive
from webwinnow.corpus.read import bundle, parquet
from webwinnow.corpus.read.files import is_page
from webwinnow.corpus.read.lists import Listed
from webwinnow.errors import InputError
from webwinnow.io import zips
from webwinnow.io.compression import BROKEN, BUFFER, opened, unpacked

__all__ = ["Piece", "gathered", "piece_size", "pieces"]

# Small enough that several workers have some, large enough that starting on one costs little.
LEAST, MOST, ENOUGH = 2**24, 2**28, 64
MOST_PAGES = 2000
# Of small inputs in one shard.
MOST_TOGETHER = 2000
# To reach a ZIP file's members its directory is read from the start.
MOST_MEMBERS = 20_000
# Of a CDX, each of which is a page somewhere else. To reach its lines all before are passed.
CDX_LINES, CDX_PIECES = 1000, 1024


class Piece(NamedTuple):
    """What a shard says of its place; `size` is in bytes, about."""

    reader: str
    path: str
    start: int
    end: int | None
    size: int


def piece_size(total: int) -> int:
    """Bytes, by the bytes of all inputs."""
    return min(MOST, max(LEAST, total // ENOUGH))


def gathered(inputs: list[list[Piece]], size: int, place: Path) -> Iterator[Piece]:
    """The pieces of all inputs. Where there are many, small inputs that are neighbours are one
    piece; a list of them is written to `place`.
    """
    groups: list[list[Piece]] = []
    are_many, room = len(inputs) > ENOUGH, -1
    for each in filter(None, inputs):
        # Bytes of a CDX say nothing of the pages that it names.
        is_small = are_many and len(each) == 1 and each[0].reader != "cdx"
        if is_small and each[0].size <= room and len(groups[-1]) < MOST_TOGETHER:
            groups[-1] += each
        else:
            groups += [[piece] for piece in each]
            room = size if is_small else -1
        room -= each[0].size
    lists = [group for group in groups if len(group) > 1]
    if not lists:
        yield from (group[0] for group in groups)
        return
    path, ends = bundle.write(place, ([piece[:4] for piece in group] for group in lists))
    places = iter(pairwise([0, *ends]))
    for group in groups:
        if len(group) == 1:
            yield group[0]
        else:
            start, end = next(places)
            yield Piece("several", path, start, end, sum(piece.size for piece in group))


def pieces(each: Archive | Listed, size: int) -> Iterator[Piece]:
    if isinstance(each, Listed):
        yield from of_list(each, size)
        return
    divide = DIVIDED.get(each.kind.reader)
    cuts = divide(each, size) if divide else [(0, None, each.bytes)]
    for start, end, share in cuts:
        yield Piece(each.kind.reader, each.path, start, end, share)


Cuts = Iterable[tuple[int, int | None, int]]


def of_list(listed: Listed, size: int) -> Iterator[Piece]:
    for first, last, share in together(listed.sizes, size, MOST_PAGES):
        start = listed.ends[first - 1] if first else listed.start
        yield Piece("folder", listed.path, start, listed.ends[last - 1], share)


def together(
    sizes: Iterable[int], size: int, most: int | None = None
) -> Iterator[tuple[int, int, int]]:
    """Neighbours, until they have that many bytes, or are so many: first, end, bytes."""
    first = share = number = 0
    for number, each in enumerate(sizes, 1):
        share += each
        if share >= size or number - first == most:
            yield first, number, share
            first, share = number, 0
    if number > first:
        yield first, number, share


def of_warc(archive: Archive, size: int) -> Cuts:
    if archive.bytes <= size:
        return [(0, None, archive.bytes)]
    from webwinnow.io.warc.boundaries import ranges

    return [(start, end, end - start) for start, end in ranges(archive.path, size)]


def of_lines(archive: Archive, size: int) -> Cuts:
    if archive.kind.is_packed:
        return [(0, None, archive.bytes)]
    edges = [*range(0, archive.bytes, size), archive.bytes]
    return [(start, end, end - start) for start, end in pairwise(edges)]


def of_zip(archive: Archive, size: int) -> Cuts:
    """Members by their packed sizes; none where no page is among them, which named is an error."""
    has_pages = is_broken = False

    def sizes() -> Iterator[int]:
        nonlocal has_pages, is_broken
        with opened(archive.path) as file:
            try:
                for member in zips.members(file):
                    has_pages = has_pages or is_page(member.name)
                    yield member.packed
            except (zips.BadZip, *BROKEN):  # a row will tell
                is_broken = True

    found: list[tuple[int, int | None, int]] = [*together(sizes(), size, MOST_MEMBERS)]
    if not (has_pages or is_broken):
        if archive.is_named:
            raise InputError(f"{archive.path!r} has no pages in it, by the names of its members")
        return []
    if is_broken:
        # The row that tells stands behind the last member.
        start, _, share = found.pop() if found else (0, 0, 0)
        found.append((start, None, share))
    return found


def of_parquet(archive: Archive, size: int) -> Cuts:
    import pyarrow as pa
    import pyarrow.parquet as pq

    with opened(archive.path) as file:
        try:
            table = pq.ParquetFile(file)
        except (pa.ArrowException, OSError, *BROKEN):  # a row will tell
            return [(0, None, archive.bytes)]
        if parquet.html_column(table.schema_arrow) is None:
            if archive.is_named:
                raise InputError(parquet.no_html(archive.path, table.schema_arrow))
            return []
        groups, total = table.num_row_groups, max(1, table.metadata.num_rows)
        rows = [table.metadata.row_group(group).num_rows for group in range(groups)]
    return together([each * archive.bytes // total for each in rows], size)


def of_cdx(archive: Archive, size: int) -> Cuts:
    lines = 0
    with opened(archive.path) as file:
        inside = unpacked(file)
        try:
            while block := inside.read1(BUFFER):
                lines += block.count(b"\n")
        except BROKEN:  # a row will tell
            pass
    step = max(CDX_LINES, lines // CDX_PIECES)
    starts = [*range(0, max(1, lines), step)]
    ends = [*starts[1:], None]
    return [
        (start, end, archive.bytes // len(starts)) for start, end in zip(starts, ends, strict=True)
    ]


DIVIDED = {
    "warc": of_warc,
    "jsonl": of_lines,
    "zip": of_zip,
    "parquet": of_parquet,
    "cdx": of_cdx,
}
