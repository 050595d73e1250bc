"""The command `webwinnow compare`."""

import shutil
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from webwinnow import METHODS, Page
from webwinnow.cli import batch
from webwinnow.cli.options import FAILED, known, only_one
from webwinnow.errors import InputError
from webwinnow.io import sources
from webwinnow.messages import warn
from webwinnow.methods import load

if TYPE_CHECKING:
    from rich.text import Text

    from webwinnow.evaluation.compare import Comparison
    from webwinnow.methods.base import Method

# Of output that goes to a file or another program.
WIDTH = 100


def compare(
    page: Annotated[
        str,
        typer.Argument(metavar="PAGE", help="A file or web address; - is standard input."),
    ],
    method: Annotated[
        str,
        typer.Option(
            metavar="NAMES", help="Two or more, with commas; settings as in bte:tag_weight=2."
        ),
    ],
    only_differences: Annotated[
        bool, typer.Option("--only-differences", help="Only blocks on which the methods disagree.")
    ] = False,
    show_all: Annotated[
        bool, typer.Option("--all", help="Fold nothing, not even what all methods drop.")
    ] = False,
    charset: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Encoding of the page, whatever it says itself."),
    ] = None,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Fetch from hosts of a private network too.")
    ] = False,
) -> None:
    """Show which blocks of a page each method keeps, side by side.

    \b
    webwinnow compare page.html --method all,bte
    webwinnow compare https://example.org/news --method all,bte --only-differences
    curl -s https://example.org | webwinnow compare - --method all,bte

    A sign at a line's start marks the blocks on which the methods disagree, and their reasons
    stand below. Exit status: 0 all is well, 1 the page failed, 2 the command makes no sense as
    given.
    """
    # Only commands that show tables pay for them.
    from webwinnow.cli.comparison_view import Wanted, lines

    only_one({"--all": show_all, "--only-differences": only_differences})
    methods = {name: load(name) for name in names_in(method)}
    for found in methods.values():
        found.check_usable()
    source = only_page(page)
    comparison = attempt(source, methods, known(charset), allow_private)
    if comparison is None:
        raise typer.Exit(FAILED)
    if comparison.rows:
        width = shutil.get_terminal_size((WIDTH, 0)).columns
        show(lines(comparison, width, Wanted(show_all, not only_differences)))
    else:
        batch.report(source, batch.Outcome(note="no visible text to compare"), batch.Settings())


def names_in(method: str) -> list[str]:
    names = [name.strip() for name in method.split(",") if name.strip()]
    if len(set(names)) < 2 or len(set(names)) < len(names):
        choices = ", ".join(METHODS)
        raise InputError(f"--method {method!r} is not two or more methods; choose from {choices}")
    return names


def only_page(name: str) -> sources.Source:
    found = sources.find([name])
    if not found[0].is_alone:
        raise InputError(f"{name!r} is a folder; compare takes one page of it")
    return found[0]


def attempt(
    source: sources.Source, methods: "dict[str, Method]", charset: str | None, allow_private: bool
) -> "Comparison | None":
    """None where the page failed, which is told."""
    from webwinnow.evaluation.compare import compare

    try:
        raw = source.read(allow_private=allow_private)
        page = Page(raw.html, charset=charset or raw.charset)
        if page.truncated:
            warn(f"{source.name}: too large: only its beginning was read")
        if not page.not_html:
            return compare(page, methods)
        problem = f"not HTML: {page.not_html}"
    except Exception as error:  # whatever a method raises ends in one line
        problem = batch.problem_of(error)
    batch.report(source, batch.Outcome(error=problem), batch.Settings())
    return None


def show(lines: "Iterable[Text]") -> None:
    if not sys.stdout.isatty():
        for line in lines:
            print(line.plain)
        return
    from rich.console import Console

    console = Console(highlight=False)
    for line in lines:
        console.print(line, soft_wrap=True)
