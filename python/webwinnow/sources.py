"""Where pages come from: files, folders, web addresses, standard input."""

import os
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path, PurePath
from typing import NamedTuple
from urllib.parse import urlsplit

from webwinnow.clean import read_file
from webwinnow.errors import InputError

STDIN = "-"
# What a folder is searched for; other files can be named one by one.
PAGE_SUFFIXES = frozenset({".html", ".htm", ".xhtml", ".xht", ".shtml", ".php", ".asp", ".aspx"})
URL_START = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
LONGEST_STEM = 120


class Raw(NamedTuple):
    html: bytes
    url: str | None = None  # after redirects
    charset: str | None = None  # as the server declared it


@dataclass(frozen=True)
class Source:
    """One page to read: a file, an address, or standard input where it has neither."""

    name: str  # as the user knows it
    stem: PurePath  # where its text goes in an output folder, without suffix
    path: Path | None = None
    url: str | None = None
    is_alone: bool = True  # named by itself, not found in a folder or list

    def read(self, *, allow_private: bool = False) -> Raw:
        """The page; a `WebwinnowError` where there is none."""
        if self.path is not None:
            return Raw(read_file(self.path))
        if self.url is None:
            return Raw(sys.stdin.buffer.read())
        # Imported here: files need no network code.
        from webwinnow.fetch import fetch

        fetched = fetch(self.url, allow_private=allow_private)
        return Raw(fetched.body, fetched.url, fetched.charset)


def find(names: Iterable[str], listed: Iterable[str] = ()) -> list[Source]:
    """All pages behind the names: a folder is searched to any depth, "-" is standard input.

    Of several names one may be a file that does not exist: reading it will tell. Alone, it is a
    mistake to speak of at once.
    """
    found = [source for name in names for source in sources_of(name)]
    found += [replace(source, is_alone=False) for name in listed for source in sources_of(name)]
    only = found[0]
    if len(found) == 1 and only.path and not os.path.lexists(only.path):
        raise InputError(
            f"no file {only.name!r}; check its name, or begin a web address with https://"
        )
    return found


def listed(path: str) -> list[str]:
    """Names in a file, one a line; "-" reads the list from standard input."""
    lines = sys.stdin.buffer.read() if path == STDIN else read_file(Path(path))
    names = [line.strip() for line in os.fsdecode(lines).splitlines()]
    if not any(names):
        raise InputError(f"{path!r} lists nothing; write one address or path a line")
    return [name for name in names if name]


def sources_of(name: str) -> list[Source]:
    if name == STDIN:
        return [Source(name, PurePath("stdin"))]
    if URL_START.match(name):
        return [Source(name, PurePath(stem_of_url(name)), url=name)]
    path = Path(name)
    if not path.is_dir():
        return [Source(name, PurePath(stem_of_file(path.name)), path)]
    found = [
        Source(str(file), stem_in(path, file), file, is_alone=False) for file in pages_in(path)
    ]
    if not found:
        kinds = " ".join(sorted(PAGE_SUFFIXES))
        raise InputError(
            f"no pages in {name!r}, which is searched for {kinds}; name other files one by one"
        )
    return found


def pages_in(folder: Path) -> Iterator[Path]:
    """Pages in a stable order, hidden ones left out; then folders that cannot be searched, so
    that they are told of when they are read.
    """
    closed: list[Path] = []
    for place, folders, files in os.walk(folder, onerror=lambda e: closed.append(Path(e.filename))):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            # wget saves `index.php?page=2` under that name.
            suffix = PurePath(name.partition("?")[0]).suffix.lower()
            if suffix in PAGE_SUFFIXES and not name.startswith("."):
                yield Path(place, name)
    yield from closed


def stem_in(folder: Path, file: Path) -> PurePath:
    inside = file.relative_to(folder)
    return inside.with_name(stem_of_file(inside.name))


def stem_of_file(name: str) -> str:
    """The name without the suffix of a page; other dots are part of it."""
    path = PurePath(name)
    return path.stem if path.suffix.lower() in PAGE_SUFFIXES else name


def stem_of_url(url: str) -> str:
    """A flat file name: `https://example.org/a/b.html?c=1` → `example.org_a_b.html_c_1`."""
    parts = urlsplit(url)
    stem = re.sub(r"[^\w.-]+", "_", f"{parts.netloc}{parts.path}?{parts.query}").strip("._")
    if len(stem) <= LONGEST_STEM:
        return stem or "page"
    digest = blake2b(url.encode("utf-8", "surrogateescape"), digest_size=4).hexdigest()
    return f"{stem[:LONGEST_STEM]}-{digest}"
