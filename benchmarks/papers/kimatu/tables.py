"""Tables of Kimatu's results, in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from benchmarks.papers.markdown import heading, table
from webwinnow.methods.kimatu.weights import WEIGHTS

# All numbers that the paper gives, and their names here.
PUBLISHED: dict[str, tuple[str, float]] = {
    "weight of the length ratio": ("length", 0.5),
    "weight of the average length ratio": ("average", 0.5),
    "weight of the punctuation sign ratio": ("punctuation", 1.0),
    "weight of the link density ratio": ("links", 1.0),
    "sure candidates: ratio above": ("threshold", 0.32),
    "dispersed blocks: share of the reference's ratio above": ("dispersed_ratio", 0.1),
    "dispersed candidates: kept with a ratio above": ("sure", 0.5),
}
NONE = "—"

Results = Mapping[str, Any]


def format_tables(found: Results) -> str:
    return "\n".join(lines(found))


def lines(found: Results) -> Iterator[str]:
    yield "The paper reports no scores: it has no table and no figure."
    yield from heading("The paper's numbers")
    yield ""
    yield from numbers_table()
    sets: Results = found.get("sets", {})
    if sets:
        yield from heading("Scores (percent)")
        yield ""
        yield from scores_table(sets)
    official = {name: rows for name, rows in sets.items() if has_official(rows)}
    if official:
        yield from heading("CleanEval's official score (percent)")
        yield ""
        yield from official_table(official)
    if found.get("steps"):
        yield from heading("Without each step: text only, CleanEval's development pages")
        yield ""
        yield from steps_table(found["steps"])
    if found.get("changes"):
        yield from heading("The default with one change reverted: bag of words")
        yield ""
        yield from changes_table(found["changes"])


def numbers_table() -> Iterator[str]:
    rows = [
        [name, *(f"{value:g}" for value in (published, *values_of(field)))]
        for name, (field, published) in PUBLISHED.items()
    ]
    return table(["", "paper", "preset `paper`", "default"], rows)


def values_of(field: str) -> list[float]:
    return [getattr(WEIGHTS[name], field) for name in ("paper", "searched")]


def scores_table(sets: Results) -> Iterator[str]:
    """F1 of bag of words (mean over pages), then of text only (all words)."""
    rows = []
    for name, by_method in sets.items():
        for method, scores in by_method.items():
            figures = [three(scores, family) for family in ("bag", "text")]
            rows.append([name, str(scores["pages"]), method, NONE, *figures])
    return table(
        ["set", "pages", "method", "paper", "bag of words (P, R)", "text only (P, R)"], rows
    )


def three(scores: Results, family: str) -> str:
    precision, recall = scores[f"{family} precision"], scores[f"{family} recall"]
    return f"{scores[family]:.2f} ({precision:.2f}, {recall:.2f})"


def has_official(rows: Results) -> bool:
    return all("official total" in scores for scores in rows.values())


def official_table(sets: Results) -> Iterator[str]:
    rows = [
        [
            name,
            method,
            NONE,
            *(f"{scores[f'official {part}']:.2f}" for part in ("text", "markup", "total")),
        ]
        for name, by_method in sets.items()
        for method, scores in by_method.items()
    ]
    return table(["set", "method", "paper", "text", "markup", "total"], rows)


def steps_table(steps: Results) -> Iterator[str]:
    """F1, precision and recall with all steps, and their changes without one."""
    rows = []
    for preset, title in (("paper", "preset `paper`"), ("searched", "default")):
        base = steps[f"{preset}: all steps"]
        for name, scores in steps.items():
            if name.startswith(f"{preset}: "):
                step = name.partition(": ")[2]
                rows.append([title, step, *changes(scores, base, step == "all steps")])
    return table(["method", "without", "F1", "precision", "recall"], rows)


def changes(scores: Results, base: Results, is_base: bool) -> list[str]:
    keys = ("text", "text precision", "text recall")
    return [f"{scores[key]:.2f}" if is_base else f"{scores[key] - base[key]:+.2f}" for key in keys]


def changes_table(sets: Results) -> Iterator[str]:
    names = list(next(iter(sets.values())))
    rows = [[name, *(f"{scores[name]:.2f}" for scores in sets.values())] for name in names]
    return table(["", *sets], rows)
