"""CleanEval 2007 and sets in its format, such as CleanPortalEval."""

import html as references
import re

from webwinnow._core import decode
from webwinnow.gold.datasets import marked
from webwinnow.gold.datasets.base import GoldPage, Problem
from webwinnow.gold.datasets.files import decode_gold
from webwinnow.gold.datasets.reader import EMPTY, PairReader
from webwinnow.io.hosts import site_of

__all__ = ["CleanEval"]

# The element that is wrapped around each page, before anything else in the file.
WRAPPER = re.compile(rb'[^<]{0,99}<text((?:\s+\w+\s*=\s*"[^"]*")*)')
ATTRIBUTE = re.compile(rb'(\w+)\s*=\s*"([^"]*)"')


class CleanEval(PairReader):
    """A gold that has an address but no text says that the page has none, and is used."""

    looks_like = "folders input/ (NAME.html) and GoldStandard/ (NAME.txt, with <p> <h> <l>)"
    pages, golds, gold_suffixes = "input", "GoldStandard", (".txt",)

    def page(self, name: str, html: bytes, gold: bytes) -> GoldPage | Problem:
        text, encoding = decode_gold(gold)
        if not text.strip():
            return Problem(name, EMPTY)
        if "\0" in text:
            return Problem(name, "the gold is not text; save it as UTF-8")
        found, wrapper = marked.parse(text), attributes_of(html)
        url = wrapper.get("id") or found.url
        return GoldPage(
            name=name,
            html=html,
            text=found.text,
            site=site_of(url) or site_of(found.url) or site_of_name(name),
            url=url,
            charset=usable(wrapper.get("encoding")),
            segments=found.segments,
            marked=text,
            gold_encoding=encoding,
        )


def attributes_of(html: bytes) -> dict[str, str]:
    wrapper = WRAPPER.match(html)
    pairs = ATTRIBUTE.findall(wrapper[1]) if wrapper else []
    return {
        key.decode("ascii"): references.unescape(value.decode("utf-8", "replace"))
        for key, value in pairs
    }


def usable(label: str | None) -> str | None:
    """The label if browsers know it; the set also has "unset", "unknown-us-ascii" and such."""
    return label if label and decode(b"", label)[2] == "declared" else None


def site_of_name(name: str) -> str:
    """`tv.msnbc.com_news_30` is named after its host; a page that is not is a site for itself."""
    host = name.rpartition("/")[2].partition("_")[0]
    return site_of(f"//{host}") or name if "." in host and "_" in name else name
