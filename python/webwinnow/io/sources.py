"""Where pages come from: files, folders, web addresses, standard input."""

import codecs
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
from webwinnow.messages import error_reason

STDIN = "-"
# What a folder is searched for; other files can be named one by one.
PAGE_SUFFIXES = frozenset({".html", ".htm", ".xhtml", ".xht", ".shtml", ".php", ".asp", ".aspx"})
# Types of content that are read; the last says nothing, and what the bytes are is seen then.
PAGE_TYPES = frozenset({"application/xhtml+xml", "application/xml", "application/octet-stream"})
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
            return Raw(read_stdin())
        # Imported here: files need no network code.
        from webwinnow.io.fetch import fetch

        fetched = fetch(self.url, allow_private=allow_private)
        if fetched.content_type and not may_be_page(fetched.content_type):
            raise InputError(f"not HTML: {fetched.content_type}, says the server")
        return Raw(fetched.body, fetched.url, fetched.charset)


def find(names: Iterable[str], listed: Iterable[str] = ()) -> list[Source]:
    """All pages behind the names: a folder is searched to any depth, "-" is standard input.

    Of several names one may be a file that does not exist: reading it will tell. Alone, it is a
    mistake to speak of at once.
    """
    found = [source for name in names for source in sources_of(name)]
    found += [replace(source, is_alone=False) for name in listed for source in sources_of(name)]
    only = found[0]
    if len(found) == 1 and only.path and is_missing(only.path):
        raise InputError(
            f"no file {only.name!r}; check its name, or begin a web address with https://"
        )
    return found


def listed(path: str) -> list[str]:
    """Names in a file, one a line; "-" reads the list from standard input."""
    data = read_stdin() if path == STDIN else read_file(Path(path))
    # Names may hold spaces and all that Unicode calls a line break: only the line's end is cut.
    lines = data.removeprefix(codecs.BOM_UTF8).split(b"\n")
    names = [os.fsdecode(line.removesuffix(b"\r")) for line in lines if line.strip()]
    if not names:
        raise InputError(f"{path!r} lists nothing; write one address or path a line")
    return names


def read_stdin() -> bytes:
    if sys.stdin is None:
        raise InputError("standard input is closed; name a file, folder or web address")
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        reason = error_reason(error)
        raise InputError(f"cannot read standard input ({reason}); name a file") from error


def may_be_page(content_type: str) -> bool:
    return content_type.startswith("text/") or content_type in PAGE_TYPES


def is_missing(path: Path) -> bool:
    """Whether there is surely nothing; what is there, but closed to us, reading will tell."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except (OSError, ValueError):
        return False
    return False


def is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # closed to us, or too long a name
        return False


def sources_of(name: str) -> list[Source]:
    if name == STDIN:
        return [Source(name, PurePath("stdin"))]
    if not name:
        raise InputError("an input without a name; name a file, a web address, or . for all here")
    if URL_START.match(name.strip()):
        name = name.strip()
        return [Source(name, PurePath(stem_of_url(name)), url=name)]
    path = Path(name)
    if not is_folder(path):
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
    # A folder that cannot be searched stands for itself.
    inside = file.relative_to(folder if file != folder else folder.parent)
    if not inside.name:
        return PurePath("folder")
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
