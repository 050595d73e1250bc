"""Find record boundaries in WARC files as stored.

Compressed files hold one gzip member or Zstandard frame per record, so reading can start at any
of them. The search looks for the magic bytes of a member and then for a WARC header inside it.
"""

import os
from pathlib import Path

from webwinnow.io.warc import open_warc
from webwinnow.io.warc.container import open_archive


def ranges(path: Path | str, size: int) -> list[tuple[int, int]]:
    """Split a file at record boundaries into ranges of at least `size` bytes; the last may be
    shorter.

    Plain records and Zstandard frames declare their length and are followed from the start of
    the file. Gzip members do not: an archive stored inside a record can look like a boundary
    there. The reader of the range before it detects that and reports a broken record; the bytes
    after the boundary are still searched for records.
    """
    with open_warc(Path(path)) as file:
        total = os.fstat(file.fileno()).st_size
        archive = open_archive(file) if size < total else None
        starts, start = [0], archive.find_split(0, size) if archive else None
        while archive and start is not None:
            starts.append(start)
            start = archive.find_split(start, start + size)
    return list(zip(starts, [*starts[1:], total], strict=True))
