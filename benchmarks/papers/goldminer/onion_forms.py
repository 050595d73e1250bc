"""How far Onion's order-free form, which corpora are made with, parts from Onion as published.

    python -m benchmarks.papers.goldminer.onion_forms
    python -m benchmarks.papers.goldminer.onion_forms --documents 2000

Both go through the same documents in the same order. Counted are the paragraphs of which they say
something else, and the tokens in these. In theory the order-free form drops more, never less:
exits with 1 where it kept a paragraph that the other dropped.

- CleanPortalEval, four portals with much that repeats, cleaned by jusText and by winnow.
- WCXB and CleanEval, pages that have little to do with each other, cleaned by winnow.
- Crawls that are made up, in which a share of the paragraphs are copies of earlier ones, half of
  them with a few words changed; of what is copied most was copied before.

Then what either form does to the score on CleanPortalEval: text only, all words of all pages
together, as in `benchmarks.papers.goldminer.portals`.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from benchmarks.corpus.pages import pages
from benchmarks.papers.goldminer.portals import Set, gold_of, row
from webwinnow import Page, load
from webwinnow._core import segments
from webwinnow.corpus import Onion
from webwinnow.corpus.dedup.onion import Marks
from webwinnow.corpus.dedup.paragraphs import NGRAMS, seen_before
from webwinnow.corpus.dedup.verdicts import Repeats

Paragraphs = list[str]

COLUMNS = (
    "texts", "documents", "paragraphs", "tokens", "Onion drops", "order-free drops",
    "other verdicts", "their tokens", "kept by the order-free form alone",
)  # fmt: skip
VOCABULARY = 20_000


def exact(documents: Sequence[Paragraphs]) -> list[Marks]:
    onion = Onion()
    return [onion.add(paragraphs) for paragraphs in documents]


def order_free(documents: Sequence[Paragraphs]) -> list[Marks]:
    """By the join that the engines use."""
    onion = Onion()
    seen = Repeats(*seen_before(ngrams(onion, documents)))
    by_document = np.argsort(seen.order, kind="stable")
    seen = Repeats(seen.order[by_document], seen.value[by_document])
    return [
        onion.judged(paragraphs, np.sort(seen.of(number).view(np.uint64)))
        for number, paragraphs in enumerate(documents)
    ]


def ngrams(onion: Onion, documents: Sequence[Paragraphs]) -> Iterator[pa.RecordBatch]:
    for number, paragraphs in enumerate(documents):
        hashes = onion.ngrams(paragraphs).view(np.int64)
        order = np.full(len(hashes), number, np.int64)
        yield pa.RecordBatch.from_arrays([pa.array(hashes), pa.array(order)], schema=NGRAMS)


@dataclass(frozen=True)
class Verdicts:
    """All paragraphs of all documents in one."""

    tokens: NDArray[np.uint64]
    exact: NDArray[np.bool_]
    free: NDArray[np.bool_]

    @classmethod
    def of(cls, documents: Sequence[Paragraphs]) -> Verdicts:
        # Empty paragraphs are nobody's loss.
        some, others = exact(documents), order_free(documents)
        tokens = np.concatenate([each.tokens for each in some])
        columns = (np.concatenate([each.duplicate for each in marks]) for marks in (some, others))
        return cls(tokens[tokens > 0], *(column[tokens > 0] for column in columns))

    def share(self, chosen: NDArray[np.bool_]) -> str:
        return f"{100 * self.tokens[chosen].sum() / self.tokens.sum():.2f} %"


def cleaned(html: Sequence[bytes], method: str) -> list[Paragraphs]:
    chosen = load(method)
    found = map(Page, html)
    return [[each.text for each in segments(page, chosen.decide(page))] for page in found]


def made_up(count: int, reuse: float, seed: int = 0) -> list[Paragraphs]:
    """Words by Zipf's law, so that some runs of them repeat by chance."""
    chance = random.Random(seed)
    ranks = range(1, VOCABULARY + 1)
    words = [f"w{rank}" for rank in ranks]
    weights = np.cumsum([1 / rank for rank in ranks]).tolist()
    draw = partial(chance.choices, words, cum_weights=weights)
    known: list[str] = []
    documents: list[Paragraphs] = []
    for _ in range(count):
        own: Paragraphs = []
        for _ in range(chance.randint(3, 15)):
            if known and chance.random() < reuse:
                # What was copied before is among the known twice, and is copied again.
                text = chance.choice(known).split()
                if chance.random() < 0.5:
                    for place in chance.sample(range(len(text)), max(1, len(text) // 12)):
                        text[place] = draw(k=1)[0]
            else:
                text = draw(k=chance.randint(8, 90))
            own.append(" ".join(text))
        known += own
        documents.append(own)
    return documents


def line(name: str, documents: Sequence[Paragraphs]) -> tuple[str, bool]:
    """A row of the table, and whether the order-free form dropped all that the other did."""
    found = Verdicts.of(documents)
    differs, less = found.exact != found.free, found.exact & ~found.free
    cells = (
        name,
        f"{len(documents):,}",
        f"{len(found.tokens):,}",
        f"{found.tokens.sum():,}",
        found.share(found.exact),
        found.share(found.free),
        f"{differs.sum():,} ({100 * differs.mean():.2f} %)",
        found.share(differs),
        f"{less.sum():,}",
    )
    return f"| {' | '.join(cells)} |", not less.any()


def scores(portal: Set, texts: dict[str, list[Paragraphs]]) -> Iterator[str]:
    for name, documents in texts.items():
        yield row(name, portal.counts(documents))
        for form, marks in (("Onion", exact(documents)), ("order-free", order_free(documents))):
            kept = [each.kept(own) for each, own in zip(marks, documents, strict=True)]
            yield row(f"{name}, {form}", portal.counts(kept))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--documents", type=int, default=10_000, help="of each made-up crawl")
    count = parser.parse_args().documents
    portal = Set("cleanportaleval", gold_of("cleanportaleval"))
    texts = {name: portal.by(load(name)) for name in ("justext", "winnow")}
    sources: dict[str, Callable[[], list[Paragraphs]]] = {
        f"CleanPortalEval, {name}": partial(list, own) for name, own in texts.items()
    }
    sources["WCXB and CleanEval, winnow"] = lambda: cleaned(pages(), "winnow")
    for reuse in (0.1, 0.3, 0.6, 0.9):
        sources[f"made up, {100 * reuse:.0f} % copies"] = partial(made_up, count, reuse)
    print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
    is_more = True
    for name, documents in sources.items():
        told, is_so = line(name, documents())
        is_more = is_more and is_so
        print(told, flush=True)
    print("\n| on CleanPortalEval | pages | F | P | R |\n|---|---|---|---|---|")
    for told in scores(portal, texts):
        print(told, flush=True)
    if not is_more:
        sys.exit("the order-free form kept what Onion drops")


if __name__ == "__main__":
    main()
