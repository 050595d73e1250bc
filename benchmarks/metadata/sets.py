"""Gold sets with metadata: pages, each with the values that an extractor should find."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.data import read_members
from webwinnow import Page
from webwinnow.hosts import host_of
from webwinnow.metadata import metadata

Value = str | tuple[str, ...] | None
"""A tuple has one name or tag for each item; a string may hold several names."""


@dataclass(frozen=True)
class Example:
    """A page with its gold values."""

    name: str
    site: str
    country: str | None
    url: str | None
    html: bytes
    gold: Mapping[str, Value]

    @property
    def language(self) -> str:
        """The declared language without its region; `-` if the page declares none."""
        declared = metadata(Page(self.html)).language
        return declared.partition("-")[0] if declared else "-"


def members(data: Path) -> dict[Path, bytes]:
    """The files of a folder or an archive."""
    if data.is_dir():
        paths = (path for path in sorted(data.rglob("*")) if path.is_file())
        return {path: path.read_bytes() for path in paths}
    return {Path(name): content for name, content in read_members(data)}


def fundus(data: Path) -> Iterator[Example]:
    """News pages of many countries; the gold is from parsers written for each publisher."""
    files = members(data)
    for path in sorted(path for path in files if path.suffix == ".json"):
        record = json.loads(files[path])
        gold: dict[str, Value] = {
            "title": record["title"],
            "author": tuple(record["authors"] or ()),
            "date": record["date"][:10],
            "tags": tuple(record["tags"] or ()),
        }
        html = files[path.with_suffix(".html")]
        yield Example(path.stem, record["site"], record["country"], record["url"], html, gold)


def news_articles(data: Path) -> Iterator[Example]:
    """English news pages, labelled by hand."""
    files = {path.name: content for path, content in members(data).items()}
    for record in json.loads(files["articles.json"]):
        gold = {
            "title": record["title"],
            "author": record["authors"] or None,
            "date": record["date"] or None,
        }
        site, html = host_of(record["site"]) or record["site"], files[record["html_file"]]
        yield Example(str(record["id"]), site, None, record["link"], html, gold)


def wcxb(data: Path) -> Iterator[Example]:
    """Pages of seven types, most of them English."""
    files: dict[str, dict[str, bytes]] = defaultdict(dict)
    for path, content in members(data).items():
        files[path.parent.name][path.stem] = content
    for name, record in sorted(files["ground-truth"].items()):
        page: dict[str, Any] = json.loads(record)
        truth = page["ground_truth"]
        gold = {
            "title": truth["title"] or None,
            "author": truth["author"] or None,
            "date": truth["publish_date"] or None,
        }
        site = host_of(page["url"]) or name
        yield Example(name, site, None, page["url"], files["html"][name], gold)


def readability(data: Path) -> Iterator[Example]:
    """Readability's test pages; the gold is the output of Readability itself."""
    files = {(path.parent.name, path.name): content for path, content in members(data).items()}
    for name in sorted(folder for folder, file in files if file == "expected-metadata.json"):
        expected = json.loads(files[name, "expected-metadata.json"])
        gold = {
            "title": expected["title"],
            "author": expected.get("byline"),
            "date": (expected.get("publishedTime") or "")[:10] or None,
            "site": expected.get("siteName"),
            "language": expected.get("lang"),
        }
        yield Example(name, name, None, None, files[name, "source.html"], gold)


SETS: dict[str, Callable[[Path], Iterator[Example]]] = {
    "fundus": fundus,
    "news-articles": news_articles,
    "news-articles-2": news_articles,
    "wcxb-dev": wcxb,
    "readability": readability,
}

SEED = 23


def halves(name: str, examples: list[Example]) -> dict[str, list[Example]]:
    """The half that was read while the rules were written, and the half that was not.

    Sites are split at random; each country has its sites in both halves if it has two.
    """
    if name == "wcxb-dev":
        parity = {"developed on, even pages": 0, "held out, odd pages": 1}
        return {half: [e for e in examples if int(e.name) % 2 == n] for half, n in parity.items()}
    if name == "fundus":
        held = held_out_sites(examples)
        return {
            "developed on": [e for e in examples if e.site not in held],
            "held out": [e for e in examples if e.site in held],
        }
    return {"held out": examples}


def held_out_sites(examples: list[Example]) -> set[str]:
    """Every other site of the seeded order within countries."""
    sites = sorted({(example.country or "", example.site) for example in examples})
    random.Random(SEED).shuffle(sites)
    by_country = sorted(sites, key=lambda site: site[0])
    return {site for _, site in by_country[::2]}
