"""Plan a job: resolve inputs, look up URL lists, and divide everything into shards.

The same inputs always give the same plan, whatever the engine and the number of workers.
"""

import json
import os
import stat
from array import array
from bisect import bisect_left
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from webwinnow.corpus.inputs import Archive, find_inputs, stat_file
from webwinnow.corpus.read.lists import PageList
from webwinnow.corpus.sharding import bundle_small, piece_size, pieces
from webwinnow.corpus.workspace import Shard
from webwinnow.errors import InputError
from webwinnow.io.atomic import draft_file
from webwinnow.io.file_types import URL_LIST, FileType, detect_file_type
from webwinnow.messages import error_reason


@dataclass(frozen=True)
class Input:
    """A file at the time of planning, or pages of a folder."""

    path: str  # unique; for pages, the path of their list
    bytes: int
    mtime_ns: int  # for pages, the latest
    folder: str | None = None  # of pages
    digest: str | None = None  # of names, sizes and times of pages

    @property
    def name(self) -> str:
        """Name as the user gave it."""
        return self.path if self.folder is None else self.folder


@dataclass(frozen=True)
class Plan:
    shards: list[Shard]
    inputs: list[Input]

    def digest(self) -> str:
        """Digest of the inputs and their order, without the paths of page lists."""
        inputs = [(each.name, each.bytes, each.mtime_ns, each.digest) for each in self.inputs]
        return blake2b(json.dumps(inputs).encode(), digest_size=16).hexdigest()


def plan(
    inputs: Sequence[str], *, folder: Path, cdx: str | None = None, output: Path | None = None
) -> Plan:
    """Divide all pages of files and folders into shards.

    `folder` receives lists that the shards refer to, and must exist as long as the plan is used.
    URL lists among the inputs are looked up in `cdx`. Files below `output` are ignored, even in an
    input folder.
    """
    found = list(find_inputs(inputs, folder, output))
    origins = [input_of(each) for each in found]
    named = {each.path for each in origins}
    check_url_lists([each for each in found if is_url_list(each)], cdx)
    if cdx is not None:
        status = stat_file(cdx)
        origins.append(Input(cdx, status.st_size, status.st_mtime_ns))
        found = [look_up(each.path, cdx, folder) if is_url_list(each) else each for each in found]
    size = piece_size(sum(each.bytes for each in origins))
    for each in found:
        if isinstance(each, Archive) and each.type.name == "cdx":
            name = each.path if each.path in named or cdx is None else cdx
            origins += indexed_archives(each, name)
    divided = [[*pieces(each, size)] for each in found]
    bundled = bundle_small(divided, size, folder)
    shards = [Shard(number, *piece) for number, piece in enumerate(bundled)]
    if not shards:
        raise InputError(f"no pages in {inputs[0]!r}{' or the other inputs' if inputs[1:] else ''}")
    return Plan(shards, [*{each.path: each for each in origins}.values()])


def input_of(each: Archive | PageList) -> Input:
    if isinstance(each, Archive):
        return Input(each.path, each.bytes, each.mtime_ns)
    return Input(each.path, sum(each.sizes), each.newest, each.folder, each.digest)


def indexed_archives(index: Archive, name: str) -> Iterator[Input]:
    """Yield each archive that a CDX names, once; `InputError` if one cannot be read."""
    from webwinnow.corpus.read.cdx import named_archives

    for path in named_archives(Path(index.path)):
        try:
            status = Path(path).stat()
            if not (stat.S_ISREG(status.st_mode) and os.access(path, os.R_OK)):
                raise ValueError("not a readable file")
        except (OSError, ValueError) as error:
            raise InputError(
                f"cannot read {path!r} ({error_reason(error)}), which {name!r} names; put it "
                "there, or beside the CDX"
            ) from error
        yield Input(path, status.st_size, status.st_mtime_ns)


def is_url_list(each: Archive | PageList) -> bool:
    return isinstance(each, Archive) and each.type.name == URL_LIST


def check_url_lists(lists: Sequence[Archive | PageList], cdx: str | None) -> None:
    """Reject URL lists without a CDX, and a CDX without URL lists."""
    if lists and cdx is None:
        raise InputError(
            f"{lists[0].path!r} lists URLs; give --cdx of the archives that hold them, or fetch "
            "them with webwinnow crawl"
        )
    if cdx is not None and not lists:
        raise InputError(
            f"no URL list to look up in {cdx!r}; name one, or name the CDX as an input"
        )
    if cdx is not None:
        stat_file(cdx)
        file_type = detect_file_type(cdx)
        if file_type is None or file_type.name != "cdx":
            raise InputError(
                f"{cdx!r} is not a CDX; expected lines with URL, time, archive and offset"
            )


def look_up(url_list: str, cdx: str, place: Path) -> Archive:
    """Write the CDX lines of the listed URLs to a CDX of its own in `place`."""
    digest = blake2b(digest_size=8)
    try:
        place.mkdir(parents=True, exist_ok=True)
        with draft_file(place) as draft:
            with draft.open("wb") as file:
                for line in matching_lines(UrlHashes(url_list), Path(cdx)):
                    digest.update(line)
                    file.write(line)
                is_empty = file.tell() == 0
            # Absolute: a later run may start in another folder.
            path = draft.replace(place.resolve() / f"selected-{digest.hexdigest()}.cdxj")
    except OSError as error:
        raise InputError(
            f"cannot write to {str(place)!r} ({error_reason(error)}); choose another output"
        ) from error
    if is_empty:
        raise InputError(f"none of the URLs in {url_list!r} is in {cdx!r}")
    status = path.stat()
    return Archive(str(path), FileType("cdx"), status.st_size, status.st_mtime_ns)


class UrlHashes:
    """Hashes of the URLs in a file, one per line: eight bytes of memory each."""

    def __init__(self, path: str) -> None:
        import numpy as np

        from webwinnow.corpus.read.cdx import hash_url, lines

        self.sorted = array("Q")
        for line in lines(Path(path)):
            if isinstance(line, bytes) and line.strip():
                self.sorted.append(hash_url(line.removeprefix(BOM_UTF8).decode("utf-8", "replace")))
        np.frombuffer(self.sorted, np.uint64).sort()

    def __contains__(self, key: int) -> bool:
        at = bisect_left(self.sorted, key)
        return at < len(self.sorted) and self.sorted[at] == key


def matching_lines(wanted: UrlHashes, cdx: Path) -> Iterator[bytes]:
    from webwinnow.corpus.read.cdx import Entry, archive_path, entries, hash_url

    folder = cdx.absolute().parent
    for _, entry in entries(cdx):
        if isinstance(entry, Entry) and hash_url(entry.url) in wanted:
            values = {
                "url": entry.url,
                # Absolute: the new CDX is in another folder.
                "filename": str(Path(archive_path(entry.file, folder)).absolute()),
                "offset": str(entry.offset),
                "mime": entry.type,
            }
            yield f"- - {json.dumps(values)}\n".encode()
