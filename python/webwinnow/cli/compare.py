"""The command `webwinnow compare`."""

import shutil
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from webwinnow import METHODS, Page
from webwinnow.clean import not_html_reason
from webwinnow.cli.console import FAILED
from webwinnow.cli.options import AllowPrivate, exclusive_choice, known_charset, split_names
from webwinnow.errors import InputError
from webwinnow.io import sources
from webwinnow.messages import describe_for_command, warn_about
from webwinnow.methods import load

if TYPE_CHECKING:
    from rich.text import Text

    from webwinnow.evaluation.compare import Comparison
    from webwinnow.methods.base import Method

# Columns of output that does not go to a terminal.
DEFAULT_WIDTH = 100


def compare(
    page: Annotated[
        str,
        typer.Argument(metavar="PAGE", help="File or URL; - is standard input."),
    ],
    method: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help="Two or more methods, separated by commas, such as winnow,bte:tag_weight=2.",
        ),
    ],
    only_differences: Annotated[
        bool,
        typer.Option("--only-differences", help="Show only blocks on which the methods disagree."),
    ] = False,
    show_all: Annotated[
        bool, typer.Option("--all", help="Show all blocks, even those that every method drops.")
    ] = False,
    charset: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Encoding of the page (default: detected)."),
    ] = None,
    allow_private: AllowPrivate = False,
) -> None:
    """Show which blocks of a page each method keeps, side by side.

    \b
    webwinnow compare page.html --method all,bte
    webwinnow compare https://example.org/news --method all,bte --only-differences
    curl -s https://example.org | webwinnow compare - --method all,bte

    A mark at the start of a line shows that the methods disagree; their reasons follow below it.
    Exit status: 0 success, 1 the page failed, 2 invalid command line.
    """
    from webwinnow.cli.comparison_view import ViewOptions, comparison_lines  # imports rich

    exclusive_choice({"--all": show_all, "--only-differences": only_differences})
    methods = {name: load(name) for name in method_names(method)}
    for loaded in methods.values():
        loaded.check_usable()
    source = find_page(page)
    comparison = compare_page(source, methods, known_charset(charset), allow_private)
    if comparison is None:
        raise typer.Exit(FAILED)
    if comparison.rows:
        width = shutil.get_terminal_size((DEFAULT_WIDTH, 0)).columns
        view = ViewOptions(show_all, not only_differences)
        print_lines(comparison_lines(comparison, width, view))
    else:
        warn_about(source.name, "no visible text to compare")


def method_names(method: str) -> list[str]:
    names = split_names(method)
    if len(set(names)) < 2 or len(set(names)) < len(names):
        choices = ", ".join(METHODS)
        raise InputError(f"--method {method!r}: give two different methods or more: {choices}")
    return names


def find_page(name: str) -> sources.Source:
    found = sources.find_sources([name])
    if not found[0].is_alone:
        raise InputError(f"{name!r} is a folder; name one page in it")
    return found[0]


def compare_page(
    source: sources.Source, methods: "dict[str, Method]", charset: str | None, allow_private: bool
) -> "Comparison | None":
    """Compare the methods; if the page fails, print why and return None."""
    from webwinnow.evaluation.compare import compare

    try:
        raw = source.read(allow_private=allow_private)
        page = Page(raw.html, charset=charset or raw.charset)
        if page.truncated:
            warn_about(source.name, "too large: only its beginning was read")
        not_html = not_html_reason(raw.html, page)
        if not not_html:
            return compare(page, methods)
        problem = f"not HTML: {not_html}"
    except Exception as error:  # any exception of a method ends in one line
        problem = describe_for_command(error)
    warn_about(source.name, problem)
    return None


def print_lines(lines: "Iterable[Text]") -> None:
    if not sys.stdout.isatty():
        for line in lines:
            print(line.plain)
        return
    from rich.console import Console

    console = Console(highlight=False)
    for line in lines:
        console.print(line, soft_wrap=True)
