"""Writes the pages that are made from the program itself: `make docs`."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FLOORS = HERE.parent / "benchmarks" / "floors.json"
# Help is wrapped to the width of the terminal; a page needs one width everywhere.
WIDTH = "80"

INTRODUCTION = """\
# The command

Made from `--help` by `make docs`.
"""


def command_reference() -> str:
    """The help of the command and of all commands below it, as Markdown."""
    import typer
    from typer.testing import CliRunner

    from webwinnow.cli import app

    page, runner = INTRODUCTION, CliRunner(env={"COLUMNS": WIDTH})
    for command in commands_below(typer.main.get_command(app), []):
        title = " ".join(["webwinnow", *command])
        shown = runner.invoke(app, [*command, "--help"], prog_name="webwinnow").stdout
        page += f"\n## {title}\n\n```text\n{shown.strip()}\n```\n"
    return page


def commands_below(command: Any, path: list[str]) -> Iterator[list[str]]:
    """The command and all that belong to it, each as the words that call it."""
    yield path
    for name, below in getattr(command, "commands", {}).items():
        yield from commands_below(below, [*path, name])


METHODS_INTRODUCTION = """\
# The methods

Made from `benchmarks/floors.json` by `make docs`. The scores are floors: rounded down, and `make
gate` fails when a method falls under one. [scores.md](scores.md) says what they count,
[datasets.md](datasets.md) what the sets are. Pages with an empty gold count, too, but for WCXB's.
On sets that a method has learned from, models of five folds by site judge, learned from all such
sets together or from the set alone ([evaluation.md](evaluation.md)); these floors are .005 below
what they reached.
"""
FAMILIES = {
    "bag": "Bag of words, F1, mean over pages",
    "text": "Text only, F1 over all words",
    "official": "CleanEval's own score, total",
    "labelled": "Labelled segments, F1",
}


def methods_and_scores() -> str:
    """Every method with its first line and its floors on every set."""
    from webwinnow.methods import METHODS, find

    page = METHODS_INTRODUCTION + "\n| method | what it keeps |\n|---|---|\n"
    for name in METHODS:
        what = (find(name).__doc__ or "").splitlines()[0]
        page += f"| [`{name}`](methods/{name}.md) | {what} |\n"
    sets = json.loads(FLOORS.read_text("utf-8"))["sets"]
    for family, title in FAMILIES.items():
        page += f"\n## {title}\n\n" + table_of(family, sets)
    return page


def table_of(family: str, sets: dict[str, Any]) -> str:
    floors = {name: found["floors"] for name, found in sets.items()}
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
