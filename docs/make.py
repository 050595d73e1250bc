"""Generate docs/cli.md and docs/methods.md from the program: `make docs`."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FLOORS = HERE.parent / "benchmarks" / "floors.json"
# Typer wraps help to the terminal's width; the page needs the same width everywhere.
WIDTH = "80"

COMMAND_INTRODUCTION = """\
# Command-line reference

`make docs` generates this page from `--help`. [cleaning.md](cleaning.md) introduces the main
command, and [index.md](index.md) lists the guides to the others.
"""

METHODS_INTRODUCTION = """\
# Methods and their scores

`make docs` generates this page from `benchmarks/floors.json`. The scores are floors, rounded down:
`make gate` fails if a method scores less. [scores.md](scores.md) defines the scores, and
[datasets.md](datasets.md) describes the gold sets. Pages with an empty gold count, except on WCXB.

On sets that a method learned from, the scores come from five folds by site: each page is scored by
a model that saw no page of its site ([evaluation.md](evaluation.md#folds)). "Five folds" are
folds over all training sets together, "five folds of the set" are folds of this set alone. These
floors are .005 below the reached scores. The two "ceiling" rows are upper bounds
([labels.md](labels.md)).
"""
FAMILIES = {
    "bag": "Bag of words, F1, mean over pages",
    "text": "Text only, F1 over all words",
    "official": "CleanEval's own score, total",
    "labelled": "Labelled segments, F1",
}


def command_reference() -> str:
    """Render the help of every command as Markdown."""
    import typer
    from typer.testing import CliRunner

    from webwinnow.cli import app

    page, runner = COMMAND_INTRODUCTION, CliRunner(env={"COLUMNS": WIDTH})
    for command in subcommands(typer.main.get_command(app), []):
        title = " ".join(["webwinnow", *command])
        help_text = runner.invoke(app, [*command, "--help"], prog_name="webwinnow").stdout
        page += f"\n## {title}\n\n```text\n{help_text.strip()}\n```\n"
    return page


def subcommands(command: Any, path: list[str]) -> Iterator[list[str]]:
    """Yield the command and all of its subcommands, each as a list of words."""
    yield path
    for name, below in getattr(command, "commands", {}).items():
        yield from subcommands(below, [*path, name])


def methods_and_scores() -> str:
    """Render every method with its summary and its floors on every gold set."""
    from webwinnow.methods import METHODS, find_class

    page = METHODS_INTRODUCTION + "\n| method | what it does |\n|---|---|\n"
    for name in METHODS:
        summary = (find_class(name).__doc__ or "").splitlines()[0]
        page += f"| [`{name}`](methods/{name}.md) | {summary} |\n"
    sets = json.loads(FLOORS.read_text("utf-8"))["sets"]
    for family, title in FAMILIES.items():
        page += f"\n## {title}\n\n" + score_table(family, sets)
    return page


def score_table(family: str, sets: dict[str, Any]) -> str:
    """Render one family of scores: a row for each method, a column for each gold set."""
    floors = {name: entry["floors"] for name, entry in sets.items()}
    columns = [name for name in sets if any(family in scores for scores in floors[name].values())]
    rows = dict.fromkeys(
        row for name in columns for row in floors[name] if family in floors[name][row]
    )
    table = f"| | {' | '.join(columns)} |\n|---|{'---|' * len(columns)}\n"
    for row in rows:
        scores = [floors[name].get(row, {}).get(family) for name in columns]
        cells = ["" if score is None else f"{score:.4f}" for score in scores]
        table += f"| {row} | {' | '.join(cells)} |\n"
    return table


PAGES = {HERE / "cli.md": command_reference, HERE / "methods.md": methods_and_scores}

if __name__ == "__main__":
    for path, make in PAGES.items():
        path.write_text(make(), "utf-8")
