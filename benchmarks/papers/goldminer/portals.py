"""Score GoldMiner on the paper's two sets, with jusText, Onion, and the authors' outputs.

    python -m benchmarks.papers.goldminer.portals

Text only: words in order without markers, character references decoded, aligned by their longest
common subsequence, micro average. Every gold page counts, including empty ones; the authors'
outputs, some of which are missing, count on the pages that they have. Templates are learned from
the inputs of the set alone, and Onion reads its pages in name order.

Then measures the cost of learning from a hundred pages of a generated portal, and of applying the
templates to the portal pages of the set, compared with the inner method.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from benchmarks.data import require_archive
from benchmarks.papers.goldminer.generated_portal import crawled
from benchmarks.papers.goldminer.tables import as_text, read_folders
from tests.support.portal import Portal
from webwinnow import Decision, Page, load
from webwinnow._core import segments
from webwinnow.corpus import Onion
from webwinnow.evaluation.scores import Counts, average, score_text, to_plain_text
from webwinnow.gold.datasets import GoldPage, open_set
from webwinnow.hosts import templates_host
from webwinnow.methods.base import Method
from webwinnow.methods.goldminer.apply import decide_article
from webwinnow.methods.goldminer.learn import learn
from webwinnow.methods.goldminer.method import GoldMiner
from webwinnow.methods.goldminer.template import trim

SETS = {"cleanportaleval": "cleanPortalEvalResults", "cleaneval": "cleanEvalResults"}
AUTHORS = ("justext", "justext+onion", "goldminer", "goldminer+onion")
Paragraphs = list[str]


@dataclass(frozen=True)
class PortalSet:
    name: str
    gold: list[GoldPage]

    def pages(self) -> Iterator[tuple[str | None, Page]]:
        for gold in self.gold:
            yield gold.url, Page(gold.html, charset=gold.charset)

    def extract(self, method: Method) -> list[Paragraphs]:
        method = method.for_collection(self.pages)
        return [
            [each.text for each in segments(page, method.for_url(url).decide(page))]
            for url, page in self.pages()
        ]

    def counts(self, texts: Sequence[Paragraphs]) -> list[Counts]:
        pairs = zip(texts, self.gold, strict=True)
        return [score_text("\n".join(paragraphs), gold.text) for paragraphs, gold in pairs]


def deduplicate(texts: Sequence[Paragraphs]) -> list[Paragraphs]:
    onion = Onion()
    return [onion.add(paragraphs).kept(paragraphs) for paragraphs in texts]


def gold_of(name: str) -> list[GoldPage]:
    with open_set(require_archive(f"{name}.tar.xz")) as found:
        return [gold for gold in found if not gold.name.startswith("cleaneval-dev/")]


def row(name: str, counts: Sequence[Counts]) -> str:
    precision, recall, f1 = (100 * each for each in average(counts, "micro"))
    return f"| {name} | {len(counts)} | {f1:.2f} | {precision:.2f} | {recall:.2f} |"


def compare(name: str, gold: list[GoldPage]) -> None:
    print(f"\n{name}\n\n| system | pages | F | P | R |\n|---|---|---|---|---|")
    ours = PortalSet(name, gold)
    outputs = read_folders("goldminer-results.tar.xz")
    for system in AUTHORS:
        files = outputs[f"{SETS[name]}/{system}"]
        named = ((files.get(f"{page.name.split('/')[-1]}.txt"), page) for page in gold)
        pairs = [(found, page) for found, page in named if found is not None]
        counts = [score_text(to_plain_text(as_text(found)), page.text) for found, page in pairs]
        print(row(f"{system}, authors", counts), flush=True)
    for system, method in {
        "jusText": load("justext"),
        "GoldMiner": GoldMiner(),
        "GoldMiner, paper": GoldMiner(rules="paper"),
        "winnow": load("winnow"),
        "GoldMiner, winnow": GoldMiner("winnow"),
    }.items():
        if name == "cleaneval" and "winnow" in system:
            continue  # winnow was trained on it
        texts = ours.extract(method)
        print(row(system, ours.counts(texts)), flush=True)
        print(row(f"{system}+Onion", ours.counts(deduplicate(texts))), flush=True)


class KeepAll(Method):
    """An inner method that takes no time."""

    def decide(self, page: Page) -> Decision:
        return Decision.visible(page)


def measure_costs(gold: list[GoldPage]) -> None:
    sample = [Page(each.html, charset=each.charset) for each in crawled(Portal(0, 400))[:100]]
    inner = load("justext")
    print(
        f"\nlearning from {len(sample)} pages: {seconds(lambda: learn('x', sample, inner)):.2f} s"
    )
    portal = PortalSet("cleanportaleval", gold)
    miner = GoldMiner().for_collection(portal.pages)
    assert isinstance(miner, GoldMiner)
    pages = [(miner.find_site(templates_host(url) or ""), page) for url, page in portal.pages()]
    with_site = [(site, page) for site, page in pages if site and site.templates]

    def apply() -> None:
        for site, page in with_site:
            trimmed = trim(page, site)
            if trimmed:
                decide_article(page, trimmed, (KeepAll(), KeepAll()))

    def decide_all(method: Method) -> None:
        for _, page in with_site:
            method.decide(page)

    def each(work: Iterable[float]) -> float:
        return 1000 * median(work) / len(with_site)

    for _, page in with_site:
        _ = page.runs.chars  # computed once per page
    print(f"applying a template: {each(seconds(apply) for _ in range(15)):.3f} ms per page")
    alone = each(seconds(lambda: decide_all(inner)) for _ in range(15))
    print(f"jusText alone, on the whole pages: {alone:.3f} ms")


def seconds(work: Callable[[], object]) -> float:
    """Processor time, which other processes hardly change."""
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    found = {name: gold_of(name) for name in SETS}
    for name, gold in found.items():
        compare(name, gold)
    measure_costs(found["cleanportaleval"])


if __name__ == "__main__":
    main()
