"""Table I of the GoldMiner paper: over-represented phrases, by cleaning method.

    python -m benchmarks.papers.goldminer.phrases
    python -m benchmarks.papers.goldminer.phrases --articles 2000 --length 5
    python -m benchmarks.papers.goldminer.phrases --lengths

The paper shows examples from a corpus of Hungarian news portals that jusText cleaned; that corpus
is not published. Here each system cleans the pages of two other sets: a generated portal, whose
articles advertise each other as the paper describes, and the inputs of CleanPortalEval. For each
set, printed:

- Words, and the share of them in sequences that recur: `webwinnow.corpus.phrases` has the
  definition.
- The phrases that account for the most text in jusText's output, as in Table I, and the number of
  documents that have at least half of them, for each system.
- The same for all visible text, and for winnow.

With `--lengths`, printed instead: how much text recurs in the gold texts of WCXB, which have little
boilerplate, by the fewest tokens of a phrase. This is the reason of the default length.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from benchmarks.data import require_archive
from tests.support.portal import Portal
from webwinnow import Page, load
from webwinnow._core import lines
from webwinnow.corpus import Onion
from webwinnow.corpus.phrases import PhraseSettings, TextDocument, find_phrases
from webwinnow.corpus.phrases.comparison import Comparison, compare
from webwinnow.gold.datasets import open_set
from webwinnow.hosts import host_of

#: Table I: phrase, its translation by the authors, and occurrences.
PAPER = (
    ("Utasi Árpi-szerű mesemondó.", "Utasi Árpi-like storyteller.", 10_587),
    (
        "A cumisüveg potenciális veszélyforrás.",
        "The feeding-bottle is a potential source of hazard.",
        1_578,
    ),
    ("Obama amerikai elnök,", "U.S. President Obama,", 292),
    ("etióp atléta: cseh jobbhátvéd", "Ethiopian athlete: Czech right-back", 39_328),
    ("Barack Obama amerikai elnök", "U.S. President Barack Obama", 2_372),
    ("George Bush amerikai elnök", "U.S. President George Bush", 1_626),
)
SYSTEMS = {
    "visible text": "all",
    "BTE": "bte",
    "jusText": "justext",
    "jusText+Onion": "justext",
    "GoldMiner": "goldminer",
    "winnow": "winnow",
}
#: Systems whose phrases are listed, and how many of each.
LISTED = {"jusText": 10, "visible text": 5, "winnow": 5}
MAX_CHARS = 60
LENGTHS = range(4, 9)


class RawPage(NamedTuple):
    url: str | None
    html: bytes
    charset: str | None


def portal_pages(articles: int, seed: int = 0) -> list[RawPage]:
    """Articles and lists of articles of a generated portal, in the order of a crawl."""
    portal = Portal(seed, articles)
    wanted = {*portal.articles(), *portal.indexes()}
    found = []
    for path in (each for each in portal.reachable() if each in wanted):
        response = portal.page(path)
        charset = response.headers["Content-Type"].partition("charset=")[2]
        found.append(RawPage(f"http://portal.invalid{path}", response.body, charset))
    return found


def gold_pages() -> list[RawPage]:
    """Inputs of CleanPortalEval."""
    with open_set(require_archive("cleanportaleval.tar.xz")) as found:
        return [RawPage(gold.url, gold.html, gold.charset) for gold in found]


def clean(pages: Sequence[RawPage], name: str) -> list[TextDocument]:
    """Texts of all pages by a method, which may learn from them first."""

    def parsed() -> Iterator[tuple[str | None, Page]]:
        for raw in pages:
            yield raw.url, Page(raw.html, charset=raw.charset)

    method = load(name).for_collection(parsed)
    return [
        TextDocument(lines(page, method.for_url(url).decide(page))[0], host_of(url), url or "")
        for url, page in parsed()
    ]


def deduplicated(documents: Sequence[TextDocument]) -> list[TextDocument]:
    onion = Onion()
    found = []
    for document in documents:
        paragraphs = document.text.split("\n")
        found.append(document._replace(text="\n".join(onion.add(paragraphs).kept(paragraphs))))
    return found


def texts_by_system(pages: Sequence[RawPage]) -> dict[str, list[TextDocument]]:
    found: dict[str, list[TextDocument]] = {}
    for system, method in SYSTEMS.items():
        has_onion = system.endswith("+Onion")
        found[system] = deduplicated(found["jusText"]) if has_onion else clean(pages, method)
    return found


def compare_systems(pages: Sequence[RawPage], settings: PhraseSettings) -> Comparison:
    def reader(documents: list[TextDocument]) -> Callable[[], list[TextDocument]]:
        return lambda: documents

    texts = texts_by_system(pages)
    return compare({name: reader(each) for name, each in texts.items()}, settings)


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = [f"| {' | '.join(header)} |", f"|{'---|' * len(header)}"]
    return "\n".join([*head, *(f"| {' | '.join(row)} |" for row in rows)])


def summary(found: Comparison) -> str:
    rows = [
        [name, f"{each.documents:,}", f"{each.words:,}", f"{100 * each.repeated_share:.1f} %"]
        for name, each in found.tables.items()
    ]
    return table(["system", "documents", "words", "in recurring sequences"], rows)


def listing(found: Comparison, system: str, most: int) -> str:
    """The phrases of a system, and their documents in all systems."""
    counts = found.documents[system]
    rows = [
        [shown(phrase.text), str(phrase.words), *(f"{of[place]:,}" for of in counts.values())]
        for place, phrase in enumerate(found.tables[system].phrases[:most])
    ]
    return table(["phrase", "words", *counts], rows) if rows else "No phrases."


def shown(text: str) -> str:
    text = text.replace("|", "/")
    return text if len(text) <= MAX_CHARS else f"{text[: MAX_CHARS - 1].rstrip()}…"


def report(title: str, pages: Sequence[RawPage], settings: PhraseSettings) -> None:
    found = compare_systems(pages, settings)
    least = found.tables["jusText"].min_documents
    print(f"\n## {title}: {len(pages)} pages; sequences of {least} documents or more\n")
    print(summary(found))
    for system, most in LISTED.items():
        print(f"\nPhrases of {system}, with the documents that have them\n")
        print(listing(found, system, most), flush=True)


def gold_texts() -> list[TextDocument]:
    """Gold texts of WCXB."""
    with open_set(require_archive("wcxb-dev.tar.xz")) as found:
        return [TextDocument(gold.text, host_of(gold.url), gold.name) for gold in found]


def report_lengths(documents: list[TextDocument]) -> None:
    rows = []
    for length in LENGTHS:
        found = find_phrases(lambda: documents, PhraseSettings(length=length))
        most = max(found.phrases, key=lambda phrase: phrase.documents)
        share = f"{100 * found.repeated_share:.2f} %"
        rows.append([str(length), share, f"{most.documents:,}", shown(most.text)])
    print(f"{len(documents):,} gold texts of WCXB\n")
    print(table(["tokens", "in recurring sequences", "most documents", "phrase"], rows))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--articles", type=int, default=400, help="of the generated portal")
    parser.add_argument("--length", type=int, default=PhraseSettings.length, help="in tokens")
    parser.add_argument("--lengths", action="store_true", help="measure gold texts by length")
    options = parser.parse_args()
    if options.lengths:
        report_lengths(gold_texts())
        return
    settings = PhraseSettings(length=options.length)
    print("## Table I, as published\n")
    print(table(["phrase", "translation", "occurrences"], [[a, b, f"{n:,}"] for a, b, n in PAPER]))
    report("Generated portal", portal_pages(options.articles), settings)
    report("CleanPortalEval", gold_pages(), settings)


if __name__ == "__main__":
    main()
