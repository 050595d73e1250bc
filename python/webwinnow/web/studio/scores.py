"""What an evaluation says of a method as it is and as it was trained, for the table of a job."""

from typing import Any

from webwinnow.evaluation.results import Evaluation
from webwinnow.evaluation.summary import COLUMNS, Figure, Row, summarise
from webwinnow.messages import count_noun

__all__ = ["compared"]


def compared(
    found: Evaluation, trained: str, shipped: str, *, why_not: str | None
) -> dict[str, Any]:
    """A row of figures for each measure; `why_not` says why nothing was trained in folds."""
    summary = summarise(found)
    rows = {row.method: row for row in summary.rows}
    return {
        "pages": max((row.pages for row in rows.values()), default=0),
        "sites": len({score.site for score in found.scores}),
        "folds": found.folds if trained in rows else None,
        "why_not": why_not,
        "measures": measures(rows.get(trained), rows.get(shipped)),
        "chance": [
            {"measure": "bag F1", "difference": each.value, "p": each.p, "unit": each.unit}
            for each in summary.differences
        ],
        "notes": [*found.notes, *failures(summary.rows)],
        "digest": found.digest,
    }


def measures(trained: Row | None, shipped: Row | None) -> list[dict[str, Any]]:
    """Without times, which say more of what else the machine does."""
    found = []
    for key, column in COLUMNS.items():
        now = shipped.figures.get(key) if shipped else None
        then = trained.figures.get(key) if trained else None
        if column.is_time or not (now or then):
            continue
        difference = then.value - now.value if then and now else None
        found.append(
            {
                "key": key,
                "title": column.title,
                "shipped": figure(now),
                "trained": figure(then),
                "difference": difference,
            }
        )
    return found


def figure(found: Figure | None) -> dict[str, float | None] | None:
    return {"value": found.value, "low": found.low, "high": found.high} if found else None


def failures(rows: list[Row]) -> list[str]:
    return [
        f"{row.method} failed on {count_noun(row.failed, 'page')}" for row in rows if row.failed
    ]
