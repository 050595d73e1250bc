"""WCXB: modern pages of seven types, each with its main content as plain text."""

from typing import Any

from webwinnow.gold.datasets.base import GoldPage, Problem
from webwinnow.gold.datasets.reader import EMPTY, PairReader
from webwinnow.gold.datasets.records import BadRecord, field_of, record_in
from webwinnow.io.hosts import site_of

__all__ = ["Wcxb"]

# One type goes by two names.
TYPES = {"category": "collection"}


class Wcxb(PairReader):
    """An empty gold says that the page has no text, mostly because only scripts bring it; such a
    page is used, with a gold of no text. A gold without the field is one that nobody has written.
    """

    looks_like = "folders html/ (NAME.html) and ground-truth/ (NAME.json, with main_content)"
    pages, golds, gold_suffixes = "html", "ground-truth", (".json",)

    def page(self, name: str, html: bytes, gold: bytes) -> GoldPage | Problem:
        try:
            record = record_in(gold)
            truth = field_of(record, "ground_truth", dict) or {}
            text = (field_of(truth, "main_content", str) or "").strip()
            url = field_of(record, "url", str)
            kind = type_of(record)
        except BadRecord as error:
            return Problem(name, str(error))
        if "main_content" not in truth:
            return Problem(name, EMPTY)
        return GoldPage(name, html, text, site_of(url) or name, type=kind, url=url)


def type_of(record: dict[str, Any]) -> str | None:
    inner = field_of(record, "_internal", dict) or {}
    found = field_of(field_of(inner, "page_type", dict) or {}, "primary", str)
    return TYPES.get(found, found) if found else None
