"""Score title, author and date on WCXB development pages, for webwinnow and trafilatura.

    WEBWINNOW_DATA=archives python -m benchmarks.metadata
    python -m benchmarks.metadata --data wcxb/dev --half odd
    python -m benchmarks.metadata --time
    python -m benchmarks.metadata --readability readability.tar.xz

A field is right if it equals the gold after normalising white space, case, quotes and dashes. `P`,
`R` and `F1` cover pages whose gold has the field; `F1 all` also counts values on other pages as
wrong; `cover` is the share of pages with gold that get a value; `near` is more lenient: mean token
F1 of titles, a common author name, dates within one day.
"""

import argparse
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from pathlib import Path
from statistics import fmean, median
from typing import NamedTuple

from benchmarks.data import find_archive, read_members
from webwinnow import Page
from webwinnow.metadata import metadata

FIELDS = ("title", "author", "date", "site", "language")
Values = dict[str, str | None]
Extractor = Callable[[bytes, str | None], Values]

SHAPES = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "..."})


class Example(NamedTuple):
    name: str
    url: str | None
    html: bytes
    gold: Values


@dataclass
class Tally:
    """Counts for one field."""

    gold: int = 0
    returned: int = 0
    right: int = 0
    alarms: int = 0
    pages: int = 0
    near: float = 0.0

    def row(self) -> list[str]:
        precision = self.right / max(self.returned, 1)
        recall = self.right / max(self.gold, 1)
        wide = self.right / max(self.returned + self.alarms, 1)
        shares = [
            self.returned / max(self.gold, 1),
            precision,
            recall,
            harmonic(precision, recall),
            harmonic(wide, recall),
            self.near / max(self.gold, 1),
        ]
        return [f"{share:.3f}" for share in shares]


@dataclass
class Result:
    """One system's tallies and time."""

    tallies: dict[str, Tally] = field(default_factory=dict)
    seconds: float = 0.0


def harmonic(a: float, b: float) -> float:
    return 2 * a * b / (a + b) if a + b else 0.0


def normalise(text: str) -> str:
    return " ".join(text.translate(SHAPES).casefold().split())


def tokens(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", normalise(text)))


def names(text: str) -> frozenset[str]:
    """The people in an author field. A lone word after a comma is a degree, not a person."""
    parts = [part for part in re.split(r"[;,&/|]|\band\b", normalise(text)) if part.strip()]
    people = [part.strip() for part in parts if " " in part.strip()]
    return frozenset(people or (part.strip() for part in parts))


def title_match(gold: str, ours: str) -> tuple[bool, float]:
    expected, found = tokens(gold), tokens(ours)
    shared = (expected & found).total()
    near = 2 * shared / max(expected.total() + found.total(), 1)
    return normalise(gold) == normalise(ours), near


def author_match(gold: str, ours: str) -> tuple[bool, float]:
    expected, found = names(gold), names(ours)
    return expected == found, float(bool(expected & found))


def date_match(gold: str, ours: str) -> tuple[bool, float]:
    try:
        days = abs((date.fromisoformat(gold[:10]) - date.fromisoformat(ours[:10])).days)
    except ValueError:
        return False, 0.0
    return days == 0, float(days <= 1)


def text_match(gold: str, ours: str) -> tuple[bool, float]:
    same = normalise(gold).replace("_", "-") == normalise(ours).replace("_", "-")
    return same, float(same)


MATCH = {
    "title": title_match,
    "author": author_match,
    "date": date_match,
    "site": text_match,
    "language": text_match,
}


def count(tally: Tally, name: str, gold: str | None, ours: str | None) -> bool:
    """Count one page; return whether its value is right."""
    tally.pages += 1
    if not gold:
        tally.alarms += bool(ours)
        return not ours
    tally.gold += 1
    if not ours:
        return False
    tally.returned += 1
    right, near = MATCH[name](gold, ours)
    tally.right += right
    tally.near += near
    return right


def webwinnow_values(html: bytes, url: str | None) -> Values:
    found = metadata(Page(html), url=url)
    return {
        "title": found.title,
        "author": found.author,
        "date": found.date,
        "site": found.site_name,
        "language": found.language,
    }


def trafilatura_values(html: bytes, url: str | None) -> Values:
    from trafilatura import extract_metadata  # optional

    found = extract_metadata(html, default_url=url)
    if found is None:
        return dict.fromkeys(FIELDS)
    return {
        "title": found.title,
        "author": found.author,
        "date": found.date,
        "site": found.sitename,
        "language": found.language,
    }


SYSTEMS: dict[str, Extractor] = {
    "webwinnow": webwinnow_values,
    "trafilatura": trafilatura_values,
}


def members(data: Path) -> Iterator[tuple[Path, bytes]]:
    """The files of a folder or an archive."""
    if data.is_dir():
        paths = (path for path in sorted(data.rglob("*")) if path.is_file())
        return ((path, path.read_bytes()) for path in paths)
    return ((Path(name), content) for name, content in read_members(data))


def wcxb(data: Path) -> Iterator[Example]:
    pages: dict[str, bytes] = {}
    gold: dict[str, bytes] = {}
    for path, content in members(data):
        if path.parent.name == "html":
            pages[path.stem] = content
        elif path.parent.name == "ground-truth":
            gold[path.stem] = content
    for name in sorted(pages.keys() & gold.keys()):
        record = json.loads(gold[name])
        truth = record["ground_truth"]
        values = {
            "title": truth["title"] or None,
            "author": truth["author"] or None,
            "date": truth["publish_date"] or None,
        }
        yield Example(name, record["url"], pages[name], values)


def readability(data: Path) -> Iterator[Example]:
    files = {(path.parent.name, path.name): content for path, content in members(data)}
    for name in sorted(folder for folder, file in files if file == "expected-metadata.json"):
        expected = json.loads(files[name, "expected-metadata.json"])
        values = {
            "title": expected["title"],
            "author": expected.get("byline"),
            "date": (expected.get("publishedTime") or "")[:10] or None,
            "site": expected.get("siteName"),
            "language": expected.get("lang"),
        }
        yield Example(name, None, files[name, "source.html"], values)


def score(
    examples: Iterable[Example], systems: dict[str, Extractor], misses: str | None
) -> dict[str, Result]:
    results = {name: Result({f: Tally() for f in FIELDS}) for name in systems}
    for example in examples:
        for name, extract in systems.items():
            start = time.perf_counter()
            values = extract(example.html, example.url)
            results[name].seconds += time.perf_counter() - start
            for f in example.gold:
                right = count(results[name].tallies[f], f, example.gold[f], values[f])
                if not right and f == misses and name == "webwinnow":
                    print(f"{example.name}\tgold {example.gold[f]!r}\tours {values[f]!r}")
    return results


def report(title: str, results: dict[str, Result]) -> None:
    pages = max(tally.pages for result in results.values() for tally in result.tallies.values())
    print(f"\n{title}: {pages} pages\n")
    print("| field | system | gold | cover | P | R | F1 | F1 all | near |")
    print("|---|---|---|---|---|---|---|---|---|")
    for f in FIELDS:
        for name, result in results.items():
            tally = result.tallies[f]
            if not tally.gold:  # WCXB has no sites and languages
                continue
            print(f"| {f} | {name} | {tally.gold} | " + " | ".join(tally.row()) + " |")
    for name, result in results.items():
        print(f"{name}: {1000 * result.seconds / max(pages, 1):.2f} ms per page, including parsing")


def measure_time(examples: Iterable[Example]) -> None:
    """Print the cost of `metadata` on parsed pages: the best of five calls each."""
    costs = []
    for example in examples:
        page = Page(example.html)
        clocks = [time.perf_counter()]
        for _ in range(5):
            metadata(page, url=example.url)
            clocks.append(time.perf_counter())
        costs.append(1e6 * min(b - a for a, b in pairwise(clocks)))
    print(f"metadata alone: median {median(costs):.0f} µs, mean {fmean(costs):.0f} µs per page")


def split_halves(examples: list[Example]) -> dict[str, list[Example]]:
    """Even pages were inspected while writing the rules; odd ones were not."""
    parity = {"even": 0, "odd": 1}
    return {half: [e for e in examples if int(e.name) % 2 == n] for half, n in parity.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, help="WCXB's development set: folder or archive")
    parser.add_argument(
        "--readability", type=Path, help="Readability's test pages: folder or archive"
    )
    parser.add_argument("--half", choices=["even", "odd", "both"], default="both")
    parser.add_argument("--misses", choices=FIELDS, help="print our misses for one field")
    parser.add_argument("--time", action="store_true", help="time metadata on parsed pages instead")
    parser.add_argument("--alone", action="store_true", help="without trafilatura")
    options = parser.parse_args()
    systems = {name: SYSTEMS[name] for name in (["webwinnow"] if options.alone else SYSTEMS)}
    if options.readability:
        report("Readability", score(readability(options.readability), systems, options.misses))
        return
    data = options.data or find_archive("wcxb-dev.tar.xz")
    if data is None:
        parser.error("no data: give --data, or set WEBWINNOW_DATA to the archives' folder")
    if options.time:
        measure_time(wcxb(data))
        return
    for half, examples in split_halves(list(wcxb(data))).items():
        if options.half in (half, "both"):
            report(f"WCXB development, {half} pages", score(examples, systems, options.misses))


if __name__ == "__main__":
    main()
