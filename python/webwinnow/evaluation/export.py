"""Export an evaluation as JSON, without texts, and as CSV, one row per method and page.

File names may hold bytes that are not valid text; they become question marks.
"""

import csv
import io
import json
from dataclasses import asdict
from typing import Any

from webwinnow.evaluation.results import THRESHOLDS, Evaluation, PageScore
from webwinnow.evaluation.scores.counts import Counts
from webwinnow.evaluation.summary import Row, Summary


def to_json(evaluation: Evaluation, summary: Summary) -> str:
    """Numbers have full precision; the set with the same digest reproduces the texts."""
    found = {
        "set": evaluation.set_name,
        "layout": evaluation.layout,
        "digest": evaluation.digest,
        "command": evaluation.command,
        "folds": evaluation.folds,
        "seed": evaluation.seed,
        "versions": evaluation.versions,
        "pages": len(evaluation.gold),
        "methods": [row_to_dict(row) for row in summary.rows],
        "differences": [asdict(each) for each in summary.differences],
        "types": {name: [row_to_dict(row) for row in rows] for name, rows in summary.types.items()},
        "notes": evaluation.notes,
        "skipped": evaluation.skipped,
        "problems": [{"name": each.name, "what": each.what} for each in evaluation.problems],
        "thresholds": THRESHOLDS,
        "scores": [score_to_dict(score) for score in evaluation.scores],
    }
    return replace_surrogates(json.dumps(found, ensure_ascii=False, indent=1) + "\n")


def row_to_dict(row: Row) -> dict[str, Any]:
    measured = {key: asdict(figure) for key, figure in row.figures.items()}
    found = {"method": row.method, "pages": row.pages, "failed": row.failed, **measured}
    labels = {name: counts_to_dict(counts) for name, counts in row.labels.items()}
    return {**found, "labels": labels} if labels else found


def score_to_dict(score: PageScore) -> dict[str, Any]:
    found: dict[str, Any] = {
        "method": score.method,
        "page": score.page,
        "site": score.site,
        "type": score.type,
        "seconds": score.seconds,
        "error": score.error,
    }
    found |= {family: counts_to_dict(counts) for family, counts in score.counts.items()}
    if score.official:
        found["official"] = {**score.official._asdict(), "total": score.official.total}
    if score.curve:
        found["curve"] = [[c.both, c.only_output, c.only_gold] for c in score.curve]
    return found


def counts_to_dict(counts: Counts) -> dict[str, float]:
    rates = {"precision": counts.precision, "recall": counts.recall, "f1": counts.f1}
    return {**asdict(counts), **rates}


def to_csv(evaluation: Evaluation) -> str:
    """Columns have the names of the JSON keys; nested keys follow a dot."""
    rows = [flatten(score_to_dict(score)) for score in evaluation.scores]
    columns = list(dict.fromkeys(key for row in rows for key in row))
    written = io.StringIO(newline="")
    writer = csv.DictWriter(written, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return replace_surrogates(written.getvalue())


def flatten(found: dict[str, Any]) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for key, value in found.items():
        if isinstance(value, dict):
            row |= {f"{key}.{inner}": each for inner, each in value.items()}
        elif key != "curve":
            row[key] = value
    return row


def replace_surrogates(written: str) -> str:
    return written.encode("utf-8", "replace").decode()
