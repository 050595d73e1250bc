"""User data: each page beside its gold, in any folders."""

from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from posixpath import commonpath, dirname
from typing import Any

from webwinnow._core import Page
from webwinnow.gold.datasets.base import GoldPage, GoldSegment, Problem
from webwinnow.gold.datasets.cleaneval import has_markers, parse_marked_text
from webwinnow.gold.datasets.reader import (
    EMPTY_GOLD,
    PAGE_SUFFIXES,
    InvalidRecord,
    LayoutFolders,
    Listing,
    Pairing,
    Reader,
    decode_gold,
    files_by_stem,
    get_field,
    parse_record,
    walk_folders,
)
from webwinnow.hosts import site_of
from webwinnow.metadata import metadata

KINDS = ("heading", "paragraph", "list item")


class Folder(Reader):
    """A JSON gold may leave its text to a text file of the same name.

    The gold names the page's site; else its URL does, from the gold or from the page. The site of
    any other page is its top-level folder below the common folder of all pages.
    """

    expected_files = "NAME.html beside NAME.txt or NAME.json, at any depth"

    def __init__(self, folders: LayoutFolders) -> None:
        super().__init__(folders)
        pages: list[tuple[str, Path]] = []
        golds: dict[str, Path] = {}
        (root,) = folders.values()
        for folder in walk_folders(root):
            inside = folder.path.relative_to(root).as_posix()
            prefix = "" if inside == "." else f"{inside}/"
            pages += files_by_stem(folder.path, PAGE_SUFFIXES, prefix=prefix)
            golds |= files_by_stem(folder.path, [".txt"], prefix=prefix)
            golds |= files_by_stem(folder.path, [".json"], prefix=prefix)
        pairing = Pairing(problems=self.problems)
        pairing.add(root.name, pages, golds.items())
        self.pairs = dict(sorted(pairing.pairs.items()))

    @classmethod
    def matches(cls, folder: Listing) -> bool:
        stems = {suffix: stems_of(folder, suffix) for suffix in (*PAGE_SUFFIXES, ".txt", ".json")}
        pages = set().union(*(stems[suffix] for suffix in PAGE_SUFFIXES))
        return not pages.isdisjoint(stems[".txt"] | stems[".json"])

    @classmethod
    def find_folders(cls, listings: list[Listing]) -> LayoutFolders:
        return {"": listings[0].path} if any(map(cls.matches, listings)) else {}

    def names(self) -> list[str]:
        return list(self.pairs)

    def read(self, name: str) -> GoldPage | Problem:
        page = self.parse_page(name)
        if isinstance(page, Problem) or page.site:
            return page
        return replace(page, site=self.site_by_folder(name))

    def site_by_folder(self, name: str) -> str:
        folder = self.top_folder(name)
        if folder is None:
            return name
        known = self.known_sites.get(folder, set())
        # A folder with pages of several sites does not identify the site of the others.
        return next(iter(known)) if len(known) == 1 else site_of(folder) or folder

    def top_folder(self, name: str) -> str | None:
        """The page's top-level folder below the common folder, which would make all one site."""
        folder, _, inside = name.removeprefix(f"{self.common}/").partition("/")
        return folder if inside else None

    @cached_property
    def common(self) -> str:
        return commonpath(map(dirname, self.pairs))

    @cached_property
    def known_sites(self) -> dict[str, set[str]]:
        """Sites named by the golds and URLs of each folder's pages."""
        found: dict[str, set[str]] = {}
        for name in self.pairs:
            folder = self.top_folder(name)
            with suppress(OSError):  # `read` reports it
                page = self.parse_page(name) if folder else None
                if folder and isinstance(page, GoldPage) and page.site:
                    found.setdefault(folder, set()).add(page.site)
        return found

    def parse_page(self, name: str) -> GoldPage | Problem:
        """Read the page; its site is empty if neither gold nor URL names one."""
        page, gold = self.pairs[name]
        html = page.read_bytes()
        try:
            if gold.suffix.lower() == ".json":
                return page_from_json(
                    name, html, parse_record(gold.read_bytes()), sibling_text(gold)
                )
            return page_from_text(name, html, gold.read_bytes())
        except InvalidRecord as error:
            return Problem(name, str(error))


def stems_of(folder: Listing, suffix: str) -> set[str]:
    return {file[: -len(suffix)] for file in folder.files if file.lower().endswith(suffix)}


def sibling_text(gold: Path) -> bytes | None:
    try:
        return gold.with_suffix(".txt").read_bytes()
    except OSError:
        return None


def page_from_text(
    name: str, html: bytes, gold: bytes, record: dict[str, Any] | None = None
) -> GoldPage:
    record = record or {}
    text, encoding = decode_gold(gold)
    if not text.strip():
        raise InvalidRecord(EMPTY_GOLD)
    if "\0" in text:
        raise InvalidRecord("the gold is not text; save it as UTF-8")
    found = parse_marked_text(text) if has_markers(text) else None
    url = get_field(record, "url", str) or (found.url if found else None)
    return GoldPage(
        name=name,
        html=html,
        text=found.text if found else text.strip(),
        site=find_site(record, url, html),
        type=get_field(record, "type", str),
        url=url,
        segments=found.segments if found else None,
        marked_text=text if found else None,
        gold_encoding=encoding,
    )


def page_from_json(
    name: str, html: bytes, record: dict[str, Any], sibling: bytes | None
) -> GoldPage:
    found = parse_segments(record)
    text = get_field(record, "text", str)
    if text is None and found is None and sibling is not None:
        return page_from_text(name, html, sibling, record)
    if text is None:
        text = "\n".join(segment.text for segment in found or ())
    if not text.strip():
        raise InvalidRecord(EMPTY_GOLD)
    url = get_field(record, "url", str)
    return GoldPage(
        name=name,
        html=html,
        text=text.strip(),
        site=find_site(record, url, html),
        type=get_field(record, "type", str),
        url=url,
        segments=found,
    )


def parse_segments(record: dict[str, Any]) -> tuple[GoldSegment, ...] | None:
    listed = get_field(record, "segments", list)
    if listed is None:
        return None
    for entry in listed:
        if not (
            isinstance(entry, dict)
            and entry.get("kind") in KINDS
            and isinstance(entry.get("text"), str)
        ):
            kinds = " or ".join(KINDS)
            raise InvalidRecord(f"a segment in the gold lacks its text, or its kind ({kinds})")
    return tuple(GoldSegment(entry["kind"], " ".join(entry["text"].split())) for entry in listed)


def find_site(record: dict[str, Any], url: str | None, html: bytes) -> str:
    named = get_field(record, "site", str)
    return named or site_of(url) or site_of(metadata(Page(html)).url) or ""
