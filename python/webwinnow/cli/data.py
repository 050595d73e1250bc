"""The commands `webwinnow data …`: parse arguments, make one call."""

import json
from dataclasses import asdict
from typing import Annotated

import typer

from webwinnow.cli.options import refuse_empty
from webwinnow.cli.watch import watched

app = typer.Typer(
    name="data",
    rich_markup_mode=None,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def data(context: typer.Context) -> None:
    """Look at gold sets: pages with the text that people found in them.

    \b
    webwinnow data check cleaneval.tar.xz
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def check(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH", help="Folders and archives.", show_default=False),
    ],
    as_json: Annotated[
        bool, typer.Option("--json", help="A JSON object a line, one for each path.")
    ] = False,
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="No progress bar.")] = False,
) -> None:
    """Tell what gold sets hold, and what is wrong with them.

    \b
    webwinnow data check cleaneval.tar.xz
    webwinnow data check my-pages/ wcxb-dev.tar.xz --json

    Exit status: 0 all sets can be used, 1 some have no usable page or could not be opened, 2 the
    command makes no sense as given.
    """
    # Imported here: other commands need no NumPy to start.
    from webwinnow.gold.datasets.check import check as check_set
    from webwinnow.gold.datasets.check import format_report

    for path in paths:
        refuse_empty({"PATH": path})
    is_usable = True
    for number, path in enumerate(paths):
        # An archive is unpacked first, and nobody knows how much there is to do.
        with watched(f"checking {path}", quiet) as progress:
            report = check_set(path, progress)
        is_usable &= report.is_usable
        if as_json:
            print(json.dumps(asdict(report)))
        else:
            print(("\n" if number else "") + format_report(report))
    raise typer.Exit(0 if is_usable else 1)
