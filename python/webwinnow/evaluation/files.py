"""An evaluation as JSON, with all but the texts, and as CSV, a row for each method and page.

Names of files may hold bytes that are no text, which become question marks.
"""

import csv
import io
import json
from dataclasses import asdict
from typing import Any

from webwinnow.evaluation.results import THRESHOLDS, Evaluation, PageScore
from webwinnow.evaluation.scores.counts import Counts
from webwinnow.evaluation.summary import Row, Summary

__all__ = ["as_csv", "as_json"]


def as_json(evaluation: Evaluation, summary: Summary) -> str:
    """Numbers are written in full; texts can be made again from the set of the same digest."""
    found = {
        "set": evaluation.set_name,
        "layout": evaluation.layout,
        "digest": evaluation.digest,
        "command": evaluation.command,
        "folds": evaluation.folds,
        "seed": evaluation.seed,
        "versions": evaluation.versions,
        "pages": len(evaluation.gold),
        "methods": [of_row(row) for row in summary.rows],
        "differences": [asdict(each) for each in summary.differences],
        "types": {name: [of_row(row) for row in rows] for name, rows in summary.types.items()},
        "notes": evaluation.notes,
        "skipped": evaluation.skipped,
        "problems": [{"name": each.name, "what": each.what} for each in evaluation.problems],
        "thresholds": THRESHOLDS,
        "scores": [of_score(score) for score in evaluation.scores],
    }
    return as_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n")


def of_row(row: Row) -> dict[str, Any]:
    measured = {key: asdict(figure) for key, figure in row.figures.items()}
    found = {"method": row.method, "pages": row.pages, "failed": row.failed, **measured}
    labels = {name: of_counts(counts) for name, counts in row.labels.items()}
    return {**found, "labels": labels} if labels else found


def of_score(score: PageScore) -> dict[str, Any]:
    found: dict[str, Any] = {
        "method": score.method,
        "page": score.page,
        "site": score.site,
        "type": score.type,
        "seconds": score.seconds,
        "error": score.error,
    }
    found |= {family: of_counts(counts) for family, counts in score.counts.items()}
    if score.official:
        found["official"] = {**score.official._asdict(), "total": score.official.total}
    if score.curve:
        found["curve"] = [[c.both, c.only_output, c.only_gold] for c in score.curve]
    return found


def of_counts(counts: Counts) -> dict[str, float]:
    rates = {"precision": counts.precision, "recall": counts.recall, "f1": counts.f1}
    return {**asdict(counts), **rates}


def as_csv(evaluation: Evaluation) -> str:
    """Columns are named as the keys of the JSON, inner ones after a dot."""
    rows = [flat(of_score(score)) for score in evaluation.scores]
    columns = list(dict.fromkeys(key for row in rows for key in row))
    written = io.StringIO(newline="")
    writer = csv.DictWriter(written, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return as_text(written.getvalue())


def flat(found: dict[str, Any]) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for key, value in found.items():
        if isinstance(value, dict):
            row |= {f"{key}.{inner}": each for inner, each in value.items()}
        elif key != "curve":
            row[key] = value
    return row


def as_text(written: str) -> str:
    return written.encode("utf-8", "replace").decode()
