"""Compare Onion's order-free form, which corpora use, with Onion as published.

    python -m benchmarks.papers.goldminer.onion_forms
    python -m benchmarks.papers.goldminer.onion_forms --documents 2000

Both read the same documents in the same order. Counts the paragraphs on which they disagree, and
their tokens. In theory the order-free form drops more, never less: exits with 1 if it keeps a
paragraph that the published form drops.

- CleanPortalEval, four portals with much repetition, cleaned by jusText and by winnow.
- WCXB and CleanEval, mostly unrelated pages, cleaned by winnow.
- Generated crawls with a share of copied paragraphs, half of them with a few words changed; most
  copies are copied again.

Then compares the scores of both forms on CleanPortalEval: text only, micro average, as in
`benchmarks.papers.goldminer.portals`.
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
from benchmarks.papers.goldminer.portals import PortalSet, gold_of, row
from webwinnow import Page, load
from webwinnow._core import segments
from webwinnow.corpus import Onion
from webwinnow.corpus.dedup.onion import Marks
from webwinnow.corpus.dedup.paragraphs import NGRAMS, find_seen_ngrams
from webwinnow.corpus.dedup.results import Repeats

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
    """Marks by the join that the engines use."""
    onion = Onion()
    seen = Repeats(*find_seen_ngrams(ngrams(onion, documents)))
    by_document = np.argsort(seen.order, kind="stable")
    seen = Repeats(seen.order[by_document], seen.value[by_document])
    return [
        onion.mark_with_seen(paragraphs, np.sort(seen.of(number).view(np.uint64)))
        for number, paragraphs in enumerate(documents)
    ]


def ngrams(onion: Onion, documents: Sequence[Paragraphs]) -> Iterator[pa.RecordBatch]:
    for number, paragraphs in enumerate(documents):
        hashes = onion.ngrams(paragraphs).view(np.int64)
        order = np.full(len(hashes), number, np.int64)
        yield pa.RecordBatch.from_arrays([pa.array(hashes), pa.array(order)], schema=NGRAMS)


@dataclass(frozen=True)
class Verdicts:
    """Decisions of both forms on all paragraphs of all documents."""

    tokens: NDArray[np.uint64]
    exact: NDArray[np.bool_]
    free: NDArray[np.bool_]

    @classmethod
    def of(cls, documents: Sequence[Paragraphs]) -> Verdicts:
        # Empty paragraphs do not matter.
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


def generate_crawl(count: int, reuse: float, seed: int = 0) -> list[Paragraphs]:
    """Generate documents with words by Zipf's law, so that some n-grams repeat by rng."""
    rng = random.Random(seed)
    ranks = range(1, VOCABULARY + 1)
    words = [f"w{rank}" for rank in ranks]
    weights = np.cumsum([1 / rank for rank in ranks]).tolist()
    draw = partial(rng.choices, words, cum_weights=weights)
    known: list[str] = []
    documents: list[Paragraphs] = []
    for _ in range(count):
        own: Paragraphs = []
        for _ in range(rng.randint(3, 15)):
            if known and rng.random() < reuse:
                # A copied paragraph is in the pool twice, and is likely to be copied again.
                text = rng.choice(known).split()
                if rng.random() < 0.5:
                    for place in rng.sample(range(len(text)), max(1, len(text) // 12)):
                        text[place] = draw(k=1)[0]
            else:
                text = draw(k=rng.randint(8, 90))
            own.append(" ".join(text))
        known += own
        documents.append(own)
    return documents


def line(name: str, documents: Sequence[Paragraphs]) -> tuple[str, bool]:
    """A row of the table, and whether the order-free form drops all that the other drops."""
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


def scores(portal: PortalSet, texts: dict[str, list[Paragraphs]]) -> Iterator[str]:
    for name, documents in texts.items():
        yield row(name, portal.counts(documents))
        for form, marks in (("Onion", exact(documents)), ("order-free", order_free(documents))):
            kept = [each.kept(own) for each, own in zip(marks, documents, strict=True)]
            yield row(f"{name}, {form}", portal.counts(kept))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--documents", type=int, default=10_000, help="per generated crawl")
    count = parser.parse_args().documents
    portal = PortalSet("cleanportaleval", gold_of("cleanportaleval"))
    texts = {name: portal.extract(load(name)) for name in ("justext", "winnow")}
    sources: dict[str, Callable[[], list[Paragraphs]]] = {
        f"CleanPortalEval, {name}": partial(list, own) for name, own in texts.items()
    }
    sources["WCXB and CleanEval, winnow"] = lambda: cleaned(pages(), "winnow")
    for reuse in (0.1, 0.3, 0.6, 0.9):
        sources[f"generated, {100 * reuse:.0f} % copies"] = partial(generate_crawl, count, reuse)
    print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
    is_more = True
    for name, documents in sources.items():
        text, is_superset = line(name, documents())
        is_more = is_more and is_superset
        print(text, flush=True)
    print("\n| on CleanPortalEval | pages | F | P | R |\n|---|---|---|---|---|")
    for text in scores(portal, texts):
        print(text, flush=True)
    if not is_more:
        sys.exit("the order-free form kept what Onion drops")


if __name__ == "__main__":
    main()
