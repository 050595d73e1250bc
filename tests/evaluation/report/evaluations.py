"""Small evaluations for tests of the report."""

from collections.abc import Iterable

from webwinnow.evaluation.results import THRESHOLDS, Evaluation, PageScore
from webwinnow.evaluation.scores import Counts, OfficialScore
from webwinnow.gold.datasets.base import Problem

GOLD = "It rained all night and the lanes were brooks"


def page_score(
    method: str = "a",
    page: str = "1",
    right: int = 8,
    *,
    kind: str | None = None,
    output: str = "It rained all night",
    error: str | None = None,
    seconds: float = 0.01,
    has_curve: bool = False,
) -> PageScore:
    """A score with `right` of ten words."""
    counts = Counts(right, 10 - right, 10 - right)
    return PageScore(
        method=method,
        page=page,
        site=page,
        type=kind,
        seconds=seconds,
        output=output,
        counts={"bag": counts, "text": counts},
        error=error,
        curve=tuple(Counts(9 - i // 4, 6 - i // 4, 1 + i // 4) for i in range(len(THRESHOLDS)))
        if has_curve
        else None,
    )


def failed(method: str, page: str) -> PageScore:
    return page_score(method, page, 0, output="", error="ValueError: the page is odd", seconds=0.0)


def evaluation(
    scores: Iterable[PageScore],
    *,
    methods: list[str] | None = None,
    gold: dict[str, str] | None = None,
    problems: list[Problem] | None = None,
    skipped: dict[str, str] | None = None,
    folds: int | None = None,
    command: str | None = "webwinnow evaluate set/",
) -> Evaluation:
    scores = list(scores)
    methods = methods or list(dict.fromkeys(score.method for score in scores))
    return Evaluation(
        set_name="set",
        layout="folder",
        digest="sha256:abc",
        methods=methods,
        versions=dict.fromkeys(methods, "1.2"),
        scores=scores,
        gold=gold or {score.page: GOLD for score in scores},
        problems=problems or [],
        skipped=skipped or {},
        folds=folds,
        command=command,
    )


def grid(methods: int, pages: int, *, kinds: int = 0, has_curve: bool = True) -> Evaluation:
    """Every method on every page, each method a little worse than the one before."""
    return evaluation(
        page_score(
            f"method-{m}",
            f"page-{p:03}",
            max(0, 9 - m // 2 - p % 3),
            kind=f"kind-{p % kinds}" if kinds else None,
            has_curve=has_curve and m % 2 == 0,
            seconds=0.001 * (m + 1) * (p + 1),
        )
        for m in range(methods)
        for p in range(pages)
    )


OFFICIAL = OfficialScore(0.8, 0.6)
