"""Table IV of the GoldMiner paper on a generated portal, whose exact articles are known.

    python -m benchmarks.papers.goldminer.generated_portal
    python -m benchmarks.papers.goldminer.generated_portal --articles 200 --seed 1

Each system cleans a breadth-first crawl of the portal's articles and lists of articles. Counted
over all kept text:

- Sentences: kept paragraphs, split after `.`, `!` or `?` before white space. A heading is a
  sentence.
- Unique sentences: their number, and their share of all.
- Characters: of all sentences; in unique sentences: of each distinct sentence once.
- Precision and recall: a kept paragraph is right if it is a paragraph of the article on the same
  page, to the letter but for white space. All pages count together; on a list of articles all that
  is kept is wrong.

The first row is the truth, the upper bound.
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tests.support.portal import Portal
from webwinnow import extract
from webwinnow._core import segments
from webwinnow.clean import PageCleaner
from webwinnow.corpus import Onion
from webwinnow.evaluation.scores import Counts
from webwinnow.methods.goldminer.method import GoldMiner
from webwinnow.sites.stream import SiteStream

Paragraphs = list[str]
System = Callable[["Sequence[Crawled]"], Iterable[Paragraphs]]

SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
COLUMNS = (
    "system", "sentences", "unique", "%", "characters", "in unique", "%", "P", "R", "F1", "seconds"
)  # fmt: skip


@dataclass(frozen=True)
class Crawled:
    """A page as downloaded, and the paragraphs of its article."""

    url: str
    html: bytes
    charset: str
    truth: Paragraphs


def crawled(portal: Portal) -> list[Crawled]:
    """Articles and lists of articles in the order of a crawl, on which deduplication depends."""
    wanted = {*portal.articles(), *portal.indexes()}
    return [page_of(portal, path) for path in portal.reachable() if path in wanted]


def page_of(portal: Portal, path: str) -> Crawled:
    response = portal.page(path)
    charset = response.headers["Content-Type"].partition("charset=")[2]
    return Crawled(f"http://portal.invalid{path}", response.body, charset, portal.truth(path))


def truth(pages: Sequence[Crawled]) -> Iterable[Paragraphs]:
    return (page.truth for page in pages)


def page_by_page(method: str) -> System:
    """A system that cleans each page independently."""

    def clean(pages: Sequence[Crawled]) -> Iterable[Paragraphs]:
        for page in pages:
            document = extract(page.html, method=method, charset=page.charset)
            assert document.page is not None
            assert document.decision is not None
            yield [each.text for each in segments(document.page, document.decision)]

    return clean


def with_onion(system: System) -> System:
    """Deduplicate the output of a system with Onion."""

    def clean(pages: Sequence[Crawled]) -> Iterable[Paragraphs]:
        onion = Onion()
        for paragraphs in system(pages):
            yield onion.add(paragraphs).kept(paragraphs)

    return clean


def with_templates(inner: str, rules: str = "default") -> System:
    """GoldMiner, learning from the pages of the crawl in order."""

    def clean(pages: Sequence[Crawled]) -> Iterable[Paragraphs]:
        stream = SiteStream(PageCleaner(GoldMiner(inner, rules=rules)))
        ready = [each for page in pages for each in stream.add(page.url, page.html, page.charset)]
        documents = {each.url: each for each in [*ready, *stream.finish()]}
        for page in pages:
            document = documents[page.url]
            assert document.page is not None
            assert document.decision is not None
            yield [each.text for each in segments(document.page, document.decision)]

    return clean


#: Systems by name. A system gets all pages of the crawl in order, and yields the paragraphs of each
#: page; an empty list drops the page.
SYSTEMS: dict[str, System] = {
    "truth": truth,
    "BTE": page_by_page("bte"),
    "jusText": page_by_page("justext"),
    "jusText+Onion": with_onion(page_by_page("justext")),
    "GoldMiner": with_templates("justext"),
    "GoldMiner+Onion": with_onion(with_templates("justext")),
    "GoldMiner, paper": with_templates("justext", "paper"),
    "winnow": page_by_page("winnow"),
    "GoldMiner, winnow": with_templates("winnow"),
}


@dataclass(frozen=True)
class Figures:
    sentences: int
    unique: int
    characters: int
    in_unique: int
    right: Counts  # of paragraphs


def figures(texts: Sequence[Paragraphs], truths: Iterable[Paragraphs]) -> Figures:
    sentences = Counter(
        sentence for text in texts for paragraph in text for sentence in sentences_of(paragraph)
    )
    pages = [right_of(text, own) for text, own in zip(texts, truths, strict=True)]
    return Figures(
        sentences.total(),
        len(sentences),
        sum(len(sentence) * count for sentence, count in sentences.items()),
        sum(map(len, sentences)),
        sum(pages, Counts(0, 0, 0)),
    )


def sentences_of(paragraph: str) -> list[str]:
    text = " ".join(paragraph.split())
    return SENTENCE_END.split(text) if text else []


def right_of(text: Paragraphs, truth: Paragraphs) -> Counts:
    """Paragraphs that are kept and true, kept only, true only."""
    kept, own = (Counter(" ".join(each.split()) for each in some) for some in (text, truth))
    both = (kept & own).total()
    return Counts(both, kept.total() - both, own.total() - both)


def row(name: str, found: Figures, seconds: float) -> str:
    right = found.right
    cells = [
        name,
        *count_cells(found.sentences, found.unique),
        *count_cells(found.characters, found.in_unique),
        *(f"{100 * score:.2f}" for score in (right.precision, right.recall, right.f1)),
        f"{seconds:.1f}",
    ]
    return f"| {' | '.join(cells)} |"


def count_cells(count: int, unique: int) -> list[str]:
    return [f"{count:,}", f"{unique:,}", f"{100 * unique / count:.1f} %" if count else "–"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--articles", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    pages = crawled(Portal(options.seed, options.articles))
    truths = [page.truth for page in pages]
    print(f"{len(pages)} pages, {sum(map(bool, truths))} of them articles\n")
    print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
    for name, system in SYSTEMS.items():
        start = time.perf_counter()
        texts = list(system(pages))
        seconds = time.perf_counter() - start
        print(row(name, figures(texts, truths), seconds), flush=True)


if __name__ == "__main__":
    main()
