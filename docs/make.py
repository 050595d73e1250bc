"""Writes the pages that are made from the program itself: `make docs`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
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


PAGES = {HERE / "cli.md": command_reference}

if __name__ == "__main__":
    for path, make in PAGES.items():
        path.write_text(make(), "utf-8")
