"""The command `webwinnow data`."""

import json
from dataclasses import asdict
from typing import Annotated

import typer

from webwinnow.cli.console import FAILED
from webwinnow.cli.options import command_group, reject_empty
from webwinnow.cli.progress import ProgressBar

app = command_group("data")


@app.callback(invoke_without_command=True)
def data(context: typer.Context) -> None:
    """Inspect gold sets: pages with annotated text.

    \b
    webwinnow data check cleaneval.tar.xz
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def check(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH", help="Gold sets: folders or archives.", show_default=False),
    ],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per line, one for each set.")
    ] = False,
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="Show no progress bar.")] = False,
) -> None:
    """Report the contents and the problems of gold sets.

    \b
    webwinnow data check cleaneval.tar.xz
    webwinnow data check my-pages/ wcxb-dev.tar.xz --json

    Exit status: 0 all sets are usable, 1 a set has no usable page or cannot be opened, 2 invalid
    command line.
    """
    # Imported here: other commands start without NumPy.
    from webwinnow.gold.datasets.check import check as check_set
    from webwinnow.gold.datasets.check import format_report

    for path in paths:
        reject_empty({"PATH": path})
    is_usable = True
    for number, path in enumerate(paths):
        # An archive is extracted first; the number of pages is unknown until then.
        with ProgressBar(f"checking {path}", quiet=quiet) as bar:
            report = check_set(path, bar.update)
        is_usable &= report.is_usable
        if as_json:
            print(json.dumps(asdict(report)))
        else:
            print(("\n" if number else "") + format_report(report))
    raise typer.Exit(0 if is_usable else FAILED)
