"""From record to record."""

from collections.abc import Iterator

from webwinnow.io.warc.compressed import in_packed
from webwinnow.io.warc.container import Gzip, Plain, Zstd
from webwinnow.io.warc.records import Broken, Row, Take, in_plain

__all__ = ["walk"]


def walk(
    archive: Gzip | Zstd | Plain, start: int, end: int, take: Take[Row]
) -> Iterator[Row | Broken]:
    """What `take` makes of each record that begins in the range, and what is broken between them.

    `start` and `end` are where records begin. `take` reads as much of a record as it likes; what
    it gives is held back until the record has turned out to be whole.
    """
    if isinstance(archive, Plain):
        return in_plain(archive, start, end, take)
    return in_packed(archive, start, end, take)
