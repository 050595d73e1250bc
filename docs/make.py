"""Writes the pages that are made from the program itself: `make docs`."""

from pathlib import Path

HERE = Path(__file__).parent
# Help is wrapped to the width of the terminal; a page needs one width everywhere.
WIDTH = "80"

INTRODUCTION = """\
# The command

Made from `--help` by `make docs`.
"""


def command_reference() -> str:
    """The help of the command and of all commands below it, as Markdown."""
    from typer.testing import CliRunner

    from webwinnow.cli import app

    names = [getattr(command.callback, "__name__", "") for command in app.registered_commands]
    page, runner = INTRODUCTION, CliRunner(env={"COLUMNS": WIDTH})
    for command in [[], *([name] for name in names)]:
        title = " ".join(["webwinnow", *command])
        shown = runner.invoke(app, [*command, "--help"], prog_name="webwinnow").stdout
        page += f"\n## {title}\n\n```text\n{shown.strip()}\n```\n"
    return page


PAGES = {HERE / "cli.md": command_reference}

if __name__ == "__main__":
    for path, make in PAGES.items():
        path.write_text(make(), "utf-8")
