"""WCXB: modern pages of seven types, each with its main content as plain text."""

from typing import Any

from webwinnow.gold.datasets.base import GoldPage, Problem
from webwinnow.gold.datasets.reader import (
    EMPTY_GOLD,
    InvalidRecord,
    PairReader,
    get_field,
    parse_record,
)
from webwinnow.hosts import site_of

# Two names of one type.
TYPES = {"category": "collection"}


class Wcxb(PairReader):
    """An empty gold states that the page has no text, mostly because scripts load it; the page is
    used with an empty gold. A gold without the field `main_content` is unfinished.
    """

    expected_files = "folders html/ (NAME.html) and ground-truth/ (NAME.json, with main_content)"
    pages, golds, gold_suffixes = "html", "ground-truth", (".json",)

    def make_page(self, name: str, html: bytes, gold: bytes) -> GoldPage | Problem:
        try:
            record = parse_record(gold)
            truth = get_field(record, "ground_truth", dict) or {}
            text = (get_field(truth, "main_content", str) or "").strip()
            url = get_field(record, "url", str)
            kind = page_type(record)
        except InvalidRecord as error:
            return Problem(name, str(error))
        if "main_content" not in truth:
            return Problem(name, EMPTY_GOLD)
        return GoldPage(name, html, text, site_of(url) or name, type=kind, url=url)


def page_type(record: dict[str, Any]) -> str | None:
    internal = get_field(record, "_internal", dict) or {}
    primary = get_field(get_field(internal, "page_type", dict) or {}, "primary", str)
    return TYPES.get(primary, primary) if primary else None
