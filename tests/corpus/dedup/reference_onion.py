"""Reference implementation of Onion: slow, with sets of tuples, independent of the package."""

import re
from collections import deque
from dataclasses import dataclass, field

Ngram = tuple[str, ...]


@dataclass
class Definition:
    n: int = 7
    threshold: float = 0.5
    stub: int = 20
    smoothing: bool = True
    unit: str = "paragraph"
    order_free: bool = False  # n-grams of duplicates are stored, too
    seen: set[Ngram] = field(default_factory=set)

    def add(self, paragraphs: list[str]) -> tuple[list[bool], list[int], list[int]]:
        """Duplicates, tokens and repeated tokens, for each paragraph."""
        window: deque[str] = deque(maxlen=self.n)
        in_document: set[Ngram] = set()
        ending_in: list[list[Ngram]] = []
        totals, bads = [], []
        for paragraph in paragraphs:
            total = bad = 0
            prev_bad = self.n
            ending: list[Ngram] = []
            for token in re.findall(r"[^\s\x00-\x20]+", paragraph):
                total += 1
                prev_bad = max(0, prev_bad - 1)
                window.append(token)
                if len(window) < self.n:
                    continue
                ngram = tuple(window)
                if ngram in in_document or ngram in self.seen:
                    bad += self.n - prev_bad
                    prev_bad = self.n
                in_document.add(ngram)
                ending.append(ngram)
            totals.append(total)
            bads.append(bad)
            ending_in.append(ending)
        duplicate = self.judge(totals, bads)
        for is_duplicate, ending in zip(duplicate, ending_in, strict=True):
            if self.order_free or not is_duplicate:
                self.seen.update(ending)
        return duplicate, totals, bads

    def judge(self, totals: list[int], bads: list[int]) -> list[bool]:
        if self.unit == "document":
            total, bad = sum(totals), sum(bads)
            is_bad = total > 0 and bad / total > self.threshold
            is_stub = self.smoothing and total <= self.stub
            return [is_bad or is_stub] * len(totals)
        duplicate = [
            total > 0 and bad / total > self.threshold
            for total, bad in zip(totals, bads, strict=True)
        ]
        return self.smoothed(duplicate, totals) if self.smoothing else duplicate

    def smoothed(self, duplicate: list[bool], totals: list[int]) -> list[bool]:
        smoothed = list(duplicate)
        run: list[int] = []
        for index, is_duplicate in enumerate([*duplicate, True]):  # the edge ends a run as well
            if not is_duplicate:
                run.append(index)
                continue
            if sum(totals[member] for member in run) <= self.stub:
                for member in run:
                    smoothed[member] = True
            run = []
        return smoothed
