"""What an evaluation found: a score for each method and page, and what they come to."""

from dataclasses import dataclass, field

from webwinnow.evaluation.scores import BlockScore, Counts, Official
from webwinnow.gold.datasets.base import Problem

__all__ = ["THRESHOLDS", "Evaluation", "PageScore"]


@dataclass(frozen=True)
class PageScore:
    """One method on one page. A method that failed is scored as if it had found nothing."""

    method: str
    page: str
    site: str
    type: str | None
    seconds: float
    output: str  # plain text
    counts: dict[str, Counts]  # by score family, see `webwinnow.evaluation.scores.FAMILIES`
    official: Official | None = None  # where the gold is in CleanEval's notation
    blocks: BlockScore | None = None  # of our own methods
    error: str | None = None
    # Bag-of-words counts had the method kept every run that scores at least THRESHOLDS[i];
    # None for peers, which have no scores.
    curve: tuple[Counts, ...] | None = None


@dataclass(frozen=True)
class Evaluation:
    """Every method on every usable page of a set; methods in the order they were asked for."""

    set_name: str
    layout: str
    digest: str  # of the pages and golds that were scored
    methods: list[str]
    versions: dict[str, str]  # of each method: ours, or the peer's distribution
    scores: list[PageScore]
    gold: dict[str, str]  # page name to plain gold text
    problems: list[Problem] = field(default_factory=list)  # of the set
    skipped: dict[str, str] = field(default_factory=dict)  # methods that could not run, and why
    notes: list[str] = field(default_factory=list)  # what a reader of the scores should know
    folds: int | None = None
    seed: int = 0  # of folds and samples
    command: str | None = None

    def of(self, method: str) -> list[PageScore]:
        return [score for score in self.scores if score.method == method]


# Where the curve of precision against recall is taken.
THRESHOLDS = tuple(i / 20 for i in range(1, 21))
