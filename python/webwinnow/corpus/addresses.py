"""Lists of addresses, looked up once in a CDX: where in which archives their pages are."""

import os
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
    """The lines of a CDX that are of listed addresses, as a file in `place`."""
    from webwinnow.corpus.read.cdx import select

    digest, temporary = blake2b(digest_size=8), place / f".selecting-{os.getpid()}.tmp"
    try:
        place.mkdir(parents=True, exist_ok=True)
        with temporary.open("wb") as file:
            for line in select(cdx, listed(addresses.path)):
                stored = line.rstrip("\r\n").encode("utf-8", "surrogateescape") + b"\n"
                digest.update(stored)
                file.write(stored)
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
