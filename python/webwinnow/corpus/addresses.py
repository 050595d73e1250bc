"""Lists of addresses, looked up once in a CDX: where in which archives their pages are."""

import json
import os
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

from webwinnow.corpus.inputs import Archive, status_of
from webwinnow.corpus.read.kinds import ADDRESSES, Kind, kind_of
from webwinnow.errors import InputError
from webwinnow.sources import listed

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
    digest, temporary = blake2b(digest_size=8), place / f".selecting-{os.getpid()}.tmp"
    try:
        place.mkdir(parents=True, exist_ok=True)
        with temporary.open("wb") as file:
            for line in lines_for(listed(addresses.path), Path(cdx)):
                digest.update(line)
                file.write(line)
            is_empty = file.tell() == 0
        path = temporary.replace(place / f"selected-{digest.hexdigest()}.cdxj")
    except OSError as error:
        raise InputError(
            f"cannot write to {str(place)!r} ({error.strerror or error}); name another output"
        ) from error
    finally:
        temporary.unlink(missing_ok=True)
    if is_empty:
        raise InputError(f"none of the addresses in {addresses.path!r} is in {cdx!r}")
    status = path.stat()
    return Archive(str(path), Kind("cdx"), status.st_size, status.st_mtime_ns)


def lines_for(addresses: list[str], cdx: Path) -> Iterator[bytes]:
    from webwinnow.corpus.read.cdx import Entry, canonical, entries

    wanted = {canonical(address) for address in addresses}
    for _, entry in entries(cdx):
        if isinstance(entry, Entry) and canonical(entry.url) in wanted:
            # Archives are looked for beside their CDX, and this is another one, in another place.
            beside = cdx.absolute().parent / entry.file
            values = {
                "url": entry.url,
                "filename": str(beside) if beside.is_file() else entry.file,
                "offset": str(entry.offset),
                "mime": entry.type,
            }
            yield f"- - {json.dumps(values)}\n".encode()
