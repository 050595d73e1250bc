"""Compare methods on one page, block by block."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, Decision, Page
from webwinnow.methods.base import Method, visible_runs


class Verdict(NamedTuple):
    """One method's decision on a block."""

    runs: int  # kept ones
    words: int  # in them
    score: float | None  # mean over the block's characters; None if scores are only 0 and 1
    reason: str  # of the first kept run, or of the first run if none is kept


@dataclass(frozen=True)
class Row:
    """A block without its hidden runs."""

    block: int  # its row in `Page.blocks`
    text: str
    runs: int
    words: int
    verdicts: tuple[Verdict, ...]  # in the order of the methods
    is_unanimous: bool  # whether all methods keep the same runs
    agreed_words: int  # in runs that all methods keep or all drop

    @property
    def is_dropped(self) -> bool:
        """Return whether no method keeps any run."""
        return not any(verdict.runs for verdict in self.verdicts)


class Tally(NamedTuple):
    """Numbers of blocks and words that one method keeps."""

    blocks: int  # kept entirely
    parts: int  # kept in part
    words: int


@dataclass(frozen=True)
class Comparison:
    """All blocks with text that is visible, or hidden but kept by some method."""

    methods: list[str]
    rows: list[Row]

    @property
    def words(self) -> int:
        return sum(row.words for row in self.rows)

    @property
    def agreed_words(self) -> int:
        return sum(row.agreed_words for row in self.rows)

    @property
    def differences(self) -> int:
        return sum(not row.is_unanimous for row in self.rows)

    def tally(self, method: int) -> Tally:
        """Count what the method with that index keeps."""
        kept = [(row.verdicts[method], row.runs) for row in self.rows]
        blocks = sum(verdict.runs == runs for verdict, runs in kept)
        parts = sum(0 < verdict.runs < runs for verdict, runs in kept)
        return Tally(blocks, parts, sum(verdict.words for verdict, _ in kept))


def compare(page: Page, methods: Mapping[str, Method]) -> Comparison:
    """Run the methods, given by display name, and compare their decisions."""
    return compare_decisions(page, {name: method.decide(page) for name, method in methods.items()})


def compare_decisions(page: Page, decisions: dict[str, Decision]) -> Comparison:
    keeps = [decision.keep for decision in decisions.values()]
    is_listed = np.any([visible_runs(page), *keeps], axis=0) & (page.runs.block >= 0)
    runs = np.flatnonzero(is_listed)
    graded = [is_graded(decision, runs) for decision in decisions.values()]
    texts = page.run_texts()
    rows = []
    for part in split_by_block(runs, page.runs.block[runs]):
        verdicts = tuple(
            verdict(page, decision, part, has_scores)
            for decision, has_scores in zip(decisions.values(), graded, strict=True)
        )
        rows.append(row(page, part, texts, verdicts, np.array([keep[part] for keep in keeps])))
    return Comparison(list(decisions), rows)


def is_graded(decision: Decision, runs: NDArray[np.intp]) -> bool:
    """Return whether any score differs from plain 0 for drop and 1 for keep."""
    return bool(np.any(decision.score[runs] != decision.keep[runs]))


def split_by_block(runs: NDArray[np.intp], block: NDArray[np.int32]) -> list[NDArray[np.intp]]:
    return np.split(runs, np.flatnonzero(np.diff(block)) + 1) if len(runs) else []


def verdict(page: Page, decision: Decision, runs: NDArray[np.intp], has_scores: bool) -> Verdict:
    kept = runs[decision.keep[runs]]
    # A lone picture has no characters; its runs then weigh equally.
    weights = page.runs.chars[runs] + np.float64(1e-9)
    score = float(np.average(decision.score[runs], weights=weights)) if has_scores else None
    first = kept[0] if len(kept) else runs[0]
    reason = decision.reasons[decision.reason[first]]
    return Verdict(len(kept), int(page.runs.words[kept].sum()), score, reason)


def row(
    page: Page,
    runs: NDArray[np.intp],
    texts: list[str],
    verdicts: tuple[Verdict, ...],
    keep: NDArray[np.bool_],
) -> Row:
    alike = np.all(keep == keep[0], axis=0)
    words = page.runs.words[runs]
    apart = page.runs.flags[runs] & FLAGS["SPACE"] != 0
    text = "".join(
        f" {texts[run]}" if is_apart else texts[run]
        for run, is_apart in zip(runs, apart, strict=True)
    )
    return Row(
        int(page.runs.block[runs[0]]),
        " ".join(text.split()),
        len(runs),
        int(words.sum()),
        verdicts,
        bool(alike.all()),
        int(words[alike].sum()),
    )
