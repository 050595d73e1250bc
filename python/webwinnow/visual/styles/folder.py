"""Style sheets in files beside a page, as `wget -p` or "save page, complete" write them."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from webwinnow.visual.styles.page_styles import PAGE_HOST, PageStyles, StyleSheet, StyleSource


class FolderStyles(StyleSource):
    """Reads style sheets from a folder tree and never from outside of it.

    A relative URL is a path in the tree; a URL with a host is a path in the folder of that host, as
    wget names it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()

    def read(self, url: str, max_bytes: int) -> StyleSheet | None:
        for name in file_names(url):
            # A name may be invalid, such as a long one; the next one may not.
            with suppress(OSError, ValueError):
                if sheet := self.read_file(name, max_bytes):
                    return sheet
        return None

    def read_file(self, name: str, max_bytes: int) -> StyleSheet | None:
        # `resolve` follows symbolic links, so a link that leaves the tree is rejected, too.
        path = (self.folder / name).resolve()
        if not (path.is_relative_to(self.folder) and path.is_file()):
            return None
        with path.open("rb") as file:
            return StyleSheet(file.read(max_bytes + 1))


def file_names(url: str) -> Iterator[str]:
    """Yield paths for a URL, relative to the folder; wget keeps the query in the file name."""
    parts = urlsplit(url)
    name = unquote(parts.path).lstrip("/")
    if parts.netloc != PAGE_HOST:
        name = f"{parts.netloc}/{name}"
    if parts.query:
        yield f"{name}?{unquote(parts.query)}"
    yield name


def styles_beside(page: Path, folder: Path | None = None, *more: StyleSource) -> PageStyles:
    """Return the style sheets of a page in a file.

    `folder` is the root of the tree that may hold them; by default the folder of the page.
    """
    folder = page.parent if folder is None else folder
    return PageStyles(
        f"http://{PAGE_HOST}/{quote(name_in(folder, page))}", FolderStyles(folder), *more
    )


def name_in(folder: Path, page: Path) -> str:
    """The path of a page in a folder; only its name, if a symbolic link leads out of the folder."""
    try:
        return (page.parent.resolve() / page.name).relative_to(folder.resolve()).as_posix()
    except ValueError:
        return page.name
