"""People's own data: each page beside its gold, in folders as they like."""

from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from posixpath import commonpath, dirname
from typing import Any

from webwinnow._core import Page
from webwinnow.gold.datasets import marked
from webwinnow.gold.datasets.base import GoldPage, GoldSegment, Problem
from webwinnow.gold.datasets.files import (
    PAGE_SUFFIXES,
    Listing,
    Pairing,
    by_stem,
    decode_gold,
    tree,
)
from webwinnow.gold.datasets.reader import EMPTY, Places, Reader
from webwinnow.gold.datasets.records import BadRecord, field_of, record_in
from webwinnow.io.hosts import site_of
from webwinnow.metadata import metadata

__all__ = ["Folder"]

KINDS = ("heading", "paragraph", "list item")


class Folder(Reader):
    """A JSON gold may leave the text to a text file of the same name beside it.

    A page is of the site that its gold names, or its address, given or its own. Pages that tell
    neither are of one site with the folder that they lie in, of those into which the set parts.
    """

    looks_like = "NAME.html beside NAME.txt or NAME.json, at any depth"

    def __init__(self, places: Places) -> None:
        super().__init__(places)
        pages: list[tuple[str, Path]] = []
        golds: dict[str, Path] = {}
        (root,) = places.values()
        for folder in tree(root):
            inside = folder.path.relative_to(root).as_posix()
            prefix = "" if inside == "." else f"{inside}/"
            pages += by_stem(folder.path, PAGE_SUFFIXES, prefix=prefix)
            golds |= by_stem(folder.path, [".txt"], prefix=prefix)
            golds |= by_stem(folder.path, [".json"], prefix=prefix)
        found = Pairing(problems=self.problems)
        found.add(root.name, pages, golds.items())
        self.pairs = dict(sorted(found.pairs.items()))

    @classmethod
    def fits(cls, folder: Listing) -> bool:
        stems = {suffix: stems_of(folder, suffix) for suffix in (*PAGE_SUFFIXES, ".txt", ".json")}
        pages = set().union(*(stems[suffix] for suffix in PAGE_SUFFIXES))
        return not pages.isdisjoint(stems[".txt"] | stems[".json"])

    @classmethod
    def find(cls, listings: list[Listing]) -> Places:
        return {"": listings[0].path} if any(map(cls.fits, listings)) else {}

    def names(self) -> list[str]:
        return list(self.pairs)

    def read(self, name: str) -> GoldPage | Problem:
        page = self.page(name)
        if isinstance(page, Problem) or page.site:
            return page
        return replace(page, site=self.site_by_place(name))

    def site_by_place(self, name: str) -> str:
        folder = self.folder_of(name)
        if folder is None:
            return name
        told = self.sites_told.get(folder, set())
        # Pages of many sites in a folder tell nothing of those that are silent.
        return next(iter(told)) if len(told) == 1 else site_of(folder) or folder

    def folder_of(self, name: str) -> str | None:
        """The first below the folder that holds all pages: that one would make them one site."""
        folder, _, inside = name.removeprefix(f"{self.common}/").partition("/")
        return folder if inside else None

    @cached_property
    def common(self) -> str:
        return commonpath(map(dirname, self.pairs))

    @cached_property
    def sites_told(self) -> dict[str, set[str]]:
        """For each folder, the sites that its pages tell; asked for once a page tells none."""
        found: dict[str, set[str]] = {}
        for name in self.pairs:
            folder = self.folder_of(name)
            with suppress(OSError):  # told of when the page is read
                page = self.page(name) if folder else None
                if folder and isinstance(page, GoldPage) and page.site:
                    found.setdefault(folder, set()).add(page.site)
        return found

    def page(self, name: str) -> GoldPage | Problem:
        """Its site is empty where only its place can tell it."""
        page, gold = self.pairs[name]
        html = page.read_bytes()
        try:
            if gold.suffix.lower() == ".json":
                return of_record(name, html, record_in(gold.read_bytes()), text_beside(gold))
            return of_text(name, html, gold.read_bytes())
        except BadRecord as error:
            return Problem(name, str(error))


def stems_of(folder: Listing, suffix: str) -> set[str]:
    return {file[: -len(suffix)] for file in folder.files if file.lower().endswith(suffix)}


def text_beside(gold: Path) -> bytes | None:
    try:
        return gold.with_suffix(".txt").read_bytes()
    except OSError:
        return None


def of_text(name: str, html: bytes, gold: bytes, record: dict[str, Any] | None = None) -> GoldPage:
    record = record or {}
    text, encoding = decode_gold(gold)
    if not text.strip():
        raise BadRecord(EMPTY)
    if "\0" in text:
        raise BadRecord("the gold is not text; save it as UTF-8")
    found = marked.parse(text) if marked.is_marked(text) else None
    url = field_of(record, "url", str) or (found.url if found else None)
    return GoldPage(
        name=name,
        html=html,
        text=found.text if found else text.strip(),
        site=site_in(record, url, html),
        type=field_of(record, "type", str),
        url=url,
        segments=found.segments if found else None,
        marked=text if found else None,
        gold_encoding=encoding,
    )


def of_record(name: str, html: bytes, record: dict[str, Any], beside: bytes | None) -> GoldPage:
    found = segments_of(record)
    text = field_of(record, "text", str)
    if text is None and found is None and beside is not None:
        return of_text(name, html, beside, record)
    if text is None:
        text = "\n".join(segment.text for segment in found or ())
    if not text.strip():
        raise BadRecord(EMPTY)
    url = field_of(record, "url", str)
    return GoldPage(
        name=name,
        html=html,
        text=text.strip(),
        site=site_in(record, url, html),
        type=field_of(record, "type", str),
        url=url,
        segments=found,
    )


def segments_of(record: dict[str, Any]) -> tuple[GoldSegment, ...] | None:
    listed = field_of(record, "segments", list)
    if listed is None:
        return None
    for entry in listed:
        if not (
            isinstance(entry, dict)
            and entry.get("kind") in KINDS
            and isinstance(entry.get("text"), str)
        ):
            kinds = " or ".join(KINDS)
            raise BadRecord(f"a segment in the gold lacks its text, or its kind ({kinds})")
    return tuple(GoldSegment(entry["kind"], " ".join(entry["text"].split())) for entry in listed)


def site_in(record: dict[str, Any], url: str | None, html: bytes) -> str:
    named = field_of(record, "site", str)
    return named or site_of(url) or site_of(metadata(Page(html)).url) or ""
