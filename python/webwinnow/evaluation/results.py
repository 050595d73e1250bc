"""Results of an evaluation: one score for each method and page."""

from dataclasses import dataclass, field

from webwinnow.evaluation.scores import BlockScore, Counts, OfficialScore
from webwinnow.gold.datasets.base import Problem


@dataclass(frozen=True)
class PageScore:
    """Scores of one method on one page; a failed method is scored with an empty output."""

    method: str
    page: str
    site: str
    type: str | None
    seconds: float
    output: str  # plain text
    counts: dict[str, Counts]  # by score family, see `webwinnow.evaluation.scores.FAMILIES`
    official: OfficialScore | None = None  # if the gold is in CleanEval's notation
    blocks: BlockScore | None = None  # methods of this package only
    error: str | None = None
    # Bag-of-words counts of the runs that score at least THRESHOLDS[i]; None for peers, whose
    # runs have no scores.
    curve: tuple[Counts, ...] | None = None


@dataclass(frozen=True)
class Evaluation:
    """Scores of every method on every usable page of a set; methods in the requested order."""

    set_name: str
    layout: str
    digest: str  # of the pages and golds that were scored
    methods: list[str]
    versions: dict[str, str]  # by method: this package's, or the peer distribution's
    scores: list[PageScore]
    gold: dict[str, str]  # page name to plain gold text
    problems: list[Problem] = field(default_factory=list)  # of the set
    skipped: dict[str, str] = field(default_factory=dict)  # reasons by method that could not run
    notes: list[str] = field(default_factory=list)  # caveats for readers of the scores
    folds: int | None = None
    seed: int = 0  # of folds and samples
    command: str | None = None

    def of(self, method: str) -> list[PageScore]:
        return [score for score in self.scores if score.method == method]


# Points of the precision–recall curve.
THRESHOLDS = tuple(i / 20 for i in range(1, 21))
