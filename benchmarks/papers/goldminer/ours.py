"""Our methods on the paper's two sets, by the paper's score and by text only.

By the paper's score, words are counted in order with the markers `<p>`, `<h>` and `<l>`. Golds and
authors' outputs have raw character references, our texts have none, so `decoded` is the same score
with all references decoded. All pages count for our methods, and for the authors those with a file.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import unescape
from typing import Any

from benchmarks.papers.goldminer.authors_outputs import golds_of
from benchmarks.papers.goldminer.portals import PortalSet
from benchmarks.papers.goldminer.tables import Files, Table, as_bytes, as_text, percent
from webwinnow import load
from webwinnow._core import segments
from webwinnow.corpus import Onion
from webwinnow.evaluation.scores import score_text, score_words, to_plain_text
from webwinnow.methods.base import Method
from webwinnow.methods.goldminer.method import GoldMiner
from webwinnow.methods.goldminer.rules import DEFAULT_RULES, PAPER_RULES

Marked = list[tuple[str, str]]  # marker and text of each segment of a page
Scores = dict[str, Any]  # pages, and F, P, R by each score

MARKERS = {"heading": "h", "list item": "l", "paragraph": "p"}
#: Each system of Tables II and III: our method as published, and by default.
METHODS: dict[str, tuple[str, str]] = {
    "justext": ("justext:preset=original", "justext"),
    "goldminer": ("goldminer:preset=paper", "goldminer"),
    "boilerpipe": ("boilerpipe", "boilerpipe"),
    "bte": ("bte", "bte"),
}
ABLATION: dict[str, Method] = {
    "default": GoldMiner(),
    "without rich and poor places and recurring texts": GoldMiner(
        rules=replace(DEFAULT_RULES, name="no details", details=False)
    ),
    "plain jusText inside": GoldMiner(rules=replace(DEFAULT_RULES, name="plain", recall=False)),
    "without the title rule": GoldMiner(rules=replace(DEFAULT_RULES, name="no title", title=False)),
    "common parent of all good text, comments too": GoldMiner(
        rules=replace(DEFAULT_RULES, name="common parent", separate=False)
    ),
    "the most frequent tags as boundaries": GoldMiner(
        rules=replace(DEFAULT_RULES, name="frequent", weigh=False)
    ),
    "without the inner method on unknown text": GoldMiner(
        rules=replace(DEFAULT_RULES, name="no rescue", rescue=False)
    ),
    "preset paper": GoldMiner(rules=PAPER_RULES),
    "preset paper, the thesis' jusText inside": GoldMiner("justext:preset=original", rules="paper"),
}


@dataclass(frozen=True)
class PaperSet:
    """A gold set of the paper, with its gold files."""

    table: Table
    gold: Files

    def extract(self, method: Method) -> dict[str, Marked]:
        """Return the texts of all pages, by the name of the gold file."""
        golds = golds_of(self.table)
        pages = PortalSet(self.table.title, list(golds.values()))
        method = method.for_collection(pages.pages)
        found = {}
        for name, (url, page) in zip(golds, pages.pages(), strict=True):
            decided = segments(page, method.for_url(url).decide(page))
            found[name] = [(MARKERS[each.kind], each.text) for each in decided]
        return found

    def score(self, texts: dict[str, Marked]) -> Scores:
        """Score our texts; a page without one counts as empty."""
        golds = golds_of(self.table)
        plain = {name: "\n".join(text for _, text in some) for name, some in texts.items()}
        pairs = [(mark(some), as_bytes(self.gold[name])) for name, some in texts.items()]
        return {
            "pages": len(texts),
            "paper": percent(score_words(text, gold).words for text, gold in pairs),
            "decoded": percent(score_words(text, unescape(gold)).words for text, gold in pairs),
            "text": percent(score_text(text, golds[name].text) for name, text in plain.items()),
        }

    def score_files(self, outputs: Files) -> Scores:
        """Score the authors' outputs, on the pages that they have."""
        names = sorted(outputs.keys() & self.gold.keys())
        pairs = [(outputs[name], self.gold[name]) for name in names]
        words = [tuple(map(as_bytes, pair)) for pair in pairs]
        plain = [tuple(to_plain_text(as_text(each)) for each in pair) for pair in pairs]
        return {
            "pages": len(pairs),
            "paper": percent(score_words(*pair).words for pair in words),
            "decoded": percent(score_words(*map(unescape, pair)).words for pair in words),
            "text": percent(score_text(*pair) for pair in plain),
        }


def mark(segments: Marked) -> str:
    """Write segments as the golds do; bytes of UTF-8, as the scorer compares them."""
    text = "\n".join(f"<{marker}>{text}" for marker, text in segments)
    return as_bytes(text.encode())


def deduplicate(texts: dict[str, Marked]) -> dict[str, Marked]:
    """Drop the paragraphs that Onion drops, in the order of the pages."""
    onion, found = Onion(), {}
    for name, marked in texts.items():
        duplicate = onion.add([text for _, text in marked]).duplicate.tolist()
        found[name] = [each for each, drop in zip(marked, duplicate, strict=True) if not drop]
    return found


def score_method(chosen: PaperSet, description: str) -> tuple[Scores, Scores]:
    """Score a method, alone and with Onion."""
    texts = chosen.extract(load(description))
    return chosen.score(texts), chosen.score(deduplicate(texts))
