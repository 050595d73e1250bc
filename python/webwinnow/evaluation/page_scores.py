"""Every score of one page: which of them there are depends on the gold, and on who ran."""

from webwinnow._core import render
from webwinnow.evaluation.contestants import Attempt
from webwinnow.evaluation.curve import curve
from webwinnow.evaluation.results import PageScore
from webwinnow.evaluation.scores import (
    BlockScore,
    Counts,
    Official,
    bag,
    blocks,
    marked,
    official,
    text,
    words,
    words_of,
)
from webwinnow.gold.datasets.base import GoldPage
from webwinnow.gold.labels import Labels
from webwinnow.gold.labels.bounded import labels

__all__ = ["Judge"]


class Judge:
    """Scores attempts at a page; what depends on the gold alone is done once."""

    def __init__(self, gold: GoldPage) -> None:
        self.gold = gold
        self.words = words_of(gold.text)
        self.labels: Labels | None = None
        self.is_too_long = False  # to have labels

    def score(self, method: str, attempt: Attempt) -> PageScore:
        in_notation = self.in_notation(attempt)
        found = self.blocks(attempt)
        return PageScore(
            method=method,
            page=self.gold.name,
            site=self.gold.site,
            type=self.gold.type,
            seconds=attempt.seconds,
            output=attempt.text,
            counts={
                "bag": bag(attempt.text, self.words),
                "text": text(attempt.text, self.gold.text),
                **self.in_order(in_notation),
                **({"blocks": found.keep} if found else {}),
            },
            official=self.official(in_notation),
            blocks=found,
            error=attempt.error,
            curve=self.curve(attempt),
        )

    def in_notation(self, attempt: Attempt) -> str | None:
        """The output in CleanEval's notation, where the gold is."""
        if self.gold.marked_text is None:
            return None
        if attempt.page is None or attempt.decision is None:
            return marked(attempt.text)
        return render(attempt.page, attempt.decision, "cleaneval", False, False, True)

    def in_order(self, output: str | None) -> dict[str, Counts]:
        if output is None or self.gold.marked_text is None:
            return {}
        return words(output, self.gold.marked_text)._asdict()

    def official(self, output: str | None) -> Official | None:
        if output is None or self.gold.marked_text is None:
            return None
        return official(output, self.gold.marked_text)

    def blocks(self, attempt: Attempt) -> BlockScore | None:
        if attempt.page is None or attempt.decision is None:
            return None
        # The same for all: a page is parsed alike each time.
        if self.labels is None and not self.is_too_long:
            self.labels = labels(attempt.page, self.gold)
            self.is_too_long = self.labels is None
        if self.labels is None:
            return None
        return blocks(attempt.page, attempt.decision, self.labels)

    def curve(self, attempt: Attempt) -> tuple[Counts, ...] | None:
        if attempt.page is None or attempt.decision is None:
            return None
        return curve(attempt.page, attempt.decision, self.words)
