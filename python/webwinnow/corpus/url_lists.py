"""Lists of addresses, looked up once in a CDX: where in which archives their pages are."""

import json
from array import array
from bisect import bisect_left
from codecs import BOM_UTF8
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

from webwinnow.corpus.inputs import Archive, status_of
from webwinnow.errors import InputError
from webwinnow.io.atomic import draft_file
from webwinnow.io.file_types import ADDRESSES, Kind, kind_of
from webwinnow.messages import error_reason

__all__ = ["check", "is_addresses", "selected"]


def is_addresses(archive: Archive) -> bool:
    return archive.kind.reader == ADDRESSES


def check(lists: list[Archive], cdx: str | None) -> None:
    """An `InputError` where one is without the other."""
    if lists and cdx is None:
        raise InputError(
            f"{lists[0].path!r} lists addresses; give the CDX of archives that have them, or fetch "
            "them with webwinnow crawl"
        )
    if cdx is not None and not lists:
        raise InputError(
            f"no list of addresses to look up in {cdx!r}; name one, or name the CDX as an input"
        )
    if cdx is not None:
        status_of(cdx)
        kind = kind_of(cdx)
        if kind is None or kind.reader != "cdx":
            raise InputError(f"{cdx!r} is no CDX; it has lines of an address, a time and a place")


def selected(addresses: Archive, cdx: str, place: Path) -> Archive:
    """What a CDX says of the listed addresses, as a CDX of its own in `place`."""
    digest = blake2b(digest_size=8)
    try:
        place.mkdir(parents=True, exist_ok=True)
        with draft_file(place) as draft:
            with draft.open("wb") as file:
                for line in lines_for(Keys(addresses.path), Path(cdx)):
                    digest.update(line)
                    file.write(line)
                is_empty = file.tell() == 0
            # Absolute: a later run may start in another folder.
            path = draft.replace(place.resolve() / f"selected-{digest.hexdigest()}.cdxj")
    except OSError as error:
        raise InputError(
            f"cannot write to {str(place)!r} ({error_reason(error)}); name another output"
        ) from error
    if is_empty:
        raise InputError(f"none of the addresses in {addresses.path!r} is in {cdx!r}")
    status = path.stat()
    return Archive(str(path), Kind("cdx"), status.st_size, status.st_mtime_ns)


class Keys:
    """Of the addresses in a file, one a line: eight bytes are held of each."""

    def __init__(self, path: str) -> None:
        import numpy as np

        from webwinnow.corpus.read.cdx import key, lines

        self.sorted = array("Q")
        for line in lines(Path(path)):
            if isinstance(line, bytes) and line.strip():
                self.sorted.append(key(line.removeprefix(BOM_UTF8).decode("utf-8", "replace")))
        np.frombuffer(self.sorted, np.uint64).sort()

    def __contains__(self, key: int) -> bool:
        at = bisect_left(self.sorted, key)
        return at < len(self.sorted) and self.sorted[at] == key


def lines_for(wanted: Keys, cdx: Path) -> Iterator[bytes]:
    from webwinnow.corpus.read.cdx import Entry, entries, key, place_of

    folder = cdx.absolute().parent
    for _, entry in entries(cdx):
        if isinstance(entry, Entry) and key(entry.url) in wanted:
            # Archives are looked for beside their CDX, and this is another one, in another place.
            values = {
                "url": entry.url,
                "filename": str(Path(place_of(entry.file, folder)).absolute()),
                "offset": str(entry.offset),
                "mime": entry.type,
            }
            yield f"- - {json.dumps(values)}\n".encode()
