"""Sources of pages: files, folders, URLs and standard input."""

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

from webwinnow.errors import InputError
from webwinnow.messages import error_reason

STDIN = "-"
# Suffixes of the pages in a folder; files with other suffixes must be named one by one.
PAGE_SUFFIXES = frozenset({".html", ".htm", ".xhtml", ".xht", ".shtml", ".php", ".asp", ".aspx"})
# Accepted content types other than text/*; the content of an octet stream is sniffed later.
PAGE_TYPES = frozenset({"application/xhtml+xml", "application/xml", "application/octet-stream"})
URL_START = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
MAX_STEM_LENGTH = 120


class RawPage(NamedTuple):
    html: bytes
    url: str | None = None  # after redirects
    charset: str | None = None  # declared by the server


@dataclass(frozen=True)
class Source:
    """One page to read: a file, a URL, or, with neither, standard input."""

    name: str  # as the user wrote it
    stem: PurePath  # path of its text in an output folder, without suffix
    path: Path | None = None
    url: str | None = None
    is_alone: bool = True  # named by itself, not found in a folder or list
    folder: Path | None = None  # that the user named, if the page was found in it

    def read(self, *, allow_private: bool = False) -> RawPage:
        """Read or fetch the page; raise a `WebwinnowError` if that fails."""
        if self.path is not None:
            return RawPage(read_file(self.path))
        if self.url is None:
            return RawPage(read_stdin())
        # Imported here: files need no network code.
        from webwinnow.io.fetch import fetch

        fetched = fetch(self.url, allow_private=allow_private)
        if fetched.content_type and not is_page_type(fetched.content_type):
            raise InputError(f"not HTML: the server declares {fetched.content_type}")
        return RawPage(fetched.body, fetched.url, fetched.charset)


def find_sources(names: Iterable[str], listed: Iterable[str] = ()) -> list[Source]:
    """Resolve names to pages: folders are searched recursively, "-" is standard input.

    `listed` are names from a list file. A missing file is an error at once only if it is the only
    source; otherwise its error is raised when it is read.
    """
    found = [source for name in names for source in resolve_name(name)]
    found += [replace(source, is_alone=False) for name in listed for source in resolve_name(name)]
    only = found[0]
    if len(found) == 1 and only.path and is_missing(only.path):
        raise InputError(f"no file {only.name!r}; check its name, or begin a URL with https://")
    return found


def read_list(path: str) -> list[str]:
    """Read names from a file, one per line; "-" is standard input."""
    data = read_stdin() if path == STDIN else read_file(Path(path))
    # Names may contain spaces and Unicode line separators: only line feeds end a line.
    lines = data.removeprefix(codecs.BOM_UTF8).split(b"\n")
    names = [os.fsdecode(line.removesuffix(b"\r")) for line in lines if line.strip()]
    if not names:
        raise InputError(f"{path!r} is empty; write one URL or path per line")
    return names


def read_stdin() -> bytes:
    if sys.stdin is None:
        raise InputError("standard input is closed; name a file, folder or URL")
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        reason = error_reason(error)
        raise InputError(f"cannot read standard input ({reason}); name a file") from error


def is_page_type(content_type: str) -> bool:
    return content_type.startswith("text/") or content_type in PAGE_TYPES


def is_missing(path: Path) -> bool:
    """True if the path does not exist; False if that is unknown, since reading raises the error."""
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
    except OSError:  # no permission, or the name is too long
        return False


def resolve_name(name: str) -> list[Source]:
    """Resolve one name to its pages."""
    if name == STDIN:
        return [Source(name, PurePath("stdin"))]
    if not name:
        raise InputError("an input name is empty; name a file, a URL, or . for this folder")
    if URL_START.match(name.strip()):
        name = name.strip()
        return [Source(name, PurePath(stem_of_url(name)), url=name)]
    path = Path(name)
    if not is_folder(path):
        return [Source(name, PurePath(stem_of_file(path.name)), path)]
    found = [
        Source(str(file), stem_in(path, file), file, is_alone=False, folder=path)
        for file in pages_in(path)
    ]
    if not found:
        suffixes = " ".join(sorted(PAGE_SUFFIXES))
        raise InputError(f"no pages in {name!r} ({suffixes}); name other files one by one")
    return found


def pages_in(folder: Path) -> Iterator[Path]:
    """Yield pages in a stable order, without hidden files, then unreadable folders.

    Reading an unreadable folder as a page raises its error.
    """
    unreadable: list[Path] = []
    for place, folders, files in os.walk(
        folder, onerror=lambda error: unreadable.append(Path(error.filename))
    ):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            # wget saves `index.php?page=2` under that name.
            suffix = PurePath(name.partition("?")[0]).suffix.lower()
            if suffix in PAGE_SUFFIXES and not name.startswith("."):
                yield Path(place, name)
    yield from unreadable


def stem_in(folder: Path, file: Path) -> PurePath:
    # `file` is the folder itself if the folder is unreadable.
    inside = file.relative_to(folder if file != folder else folder.parent)
    if not inside.name:
        return PurePath("folder")
    return inside.with_name(stem_of_file(inside.name))


def stem_of_file(name: str) -> str:
    """Remove the suffix of a page from a file name; other dots belong to the name."""
    path = PurePath(name)
    return path.stem if path.suffix.lower() in PAGE_SUFFIXES else name


def stem_of_url(url: str) -> str:
    """Make a flat file name: `https://example.org/a/b.html?c=1` → `example.org_a_b.html_c_1`."""
    parts = urlsplit(url)
    stem = re.sub(r"[^\w.-]+", "_", f"{parts.netloc}{parts.path}?{parts.query}").strip("._")
    if len(stem) <= MAX_STEM_LENGTH:
        return stem or "page"
    digest = blake2b(url.encode("utf-8", "surrogateescape"), digest_size=4).hexdigest()
    return f"{stem[:MAX_STEM_LENGTH]}-{digest}"


def read_file(path: Path) -> bytes:
    """Read a file; `InputError` if that fails."""
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise InputError(f"no file {str(path)!r}; check its name") from error
    except IsADirectoryError as error:
        raise InputError(f"{str(path)!r} is a folder; give the files in it") from error
    except (OSError, ValueError) as error:  # ValueError: NUL byte in the name
        reason = error_reason(error)
        remedy = "permissions" if isinstance(error, PermissionError) else "name and its disk"
        raise InputError(f"cannot read {str(path)!r} ({reason}); check its {remedy}") from error


def file_size(path: "os.PathLike[str]") -> int:
    """Size of a file in bytes; 0 if it cannot be determined."""
    try:
        return Path(path).stat().st_size
    except (OSError, ValueError):  # reading reports the error
        return 0
