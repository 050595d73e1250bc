"""Where the records of WARC files begin, in the file as it is stored.

Packed files have a member of gzip, or a frame of Zstandard, for each record, so that reading can
begin at any of them. What is looked for is the mark of a member, and then whether WARC is in it.
"""

import os
from pathlib import Path
from typing import BinaryIO

from webwinnow.io.warc.container import opened, stored

__all__ = ["next_record", "ranges"]


def next_record(file: BinaryIO, at: int, end: int) -> int | None:
    """The first start of a record at or after a byte, and before `end`."""
    return stored(file).next_record(at, end)


def ranges(path: Path | str, size: int) -> list[tuple[int, int]]:
    """Pieces of at least `size` bytes, but for the last; each begins where a record does.

    Plain files and frames of Zstandard say how long they are, and are followed from the
    beginning. Members of gzip do not: there an archive that is stored inside of a record can look
    like a start. Whoever reads the piece before it notices, and a row tells; what is behind the
    cut is then read for records, too.
    """
    with opened(Path(path)) as file:
        total = os.fstat(file.fileno()).st_size
        archive = stored(file) if size < total else None
        cuts, cut = [0], archive.cut(0, size) if archive else None
        while archive and cut is not None:
            cuts.append(cut)
            cut = archive.cut(cut, cut + size)
    return list(zip(cuts, [*cuts[1:], total], strict=True))
