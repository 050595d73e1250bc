"""The command `webwinnow`: parse arguments, make one call."""

import errno
import io
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Annotated, Any, NoReturn

import typer

from webwinnow import (
    METHODS,
    RenderOptions,
    __version__,
    batch,
    cli_data,
    load,
    parallel,
    sources,
)
from webwinnow.clean import DEFAULT_METHOD, Recipe
from webwinnow.cli_compare import compare
from webwinnow.cli_options import known, only_one, refuse_empty
from webwinnow.errors import InputError, WebwinnowError
from webwinnow.methods import find

TAKE_METADATA = ("json", "xml", "tei", "vertical")
FAILED, MISUSED, INTERRUPTED = 1, 2, 130

# All that click finds wrong with a command line; whose click it is depends on typer's version.
ClickError: Any = typer.BadParameter.__mro__[2]

app = typer.Typer(
    rich_markup_mode=None,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


app.add_typer(cli_data.app)


def show_version(wanted: bool) -> None:
    if wanted:
        print(f"webwinnow {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def webwinnow(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=show_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """Tell the text of web pages from their boilerplate.

    \b
    webwinnow clean page.html
    webwinnow clean https://example.org --markdown
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def clean(
    inputs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="INPUT",
            help="Files, folders and web addresses; - or nothing is standard input.",
            show_default=False,
        ),
    ] = None,
    input_file: Annotated[
        str | None,
        typer.Option(
            "-i", "--input-file", metavar="FILE", help="List of inputs, one a line; - is stdin."
        ),
    ] = None,
    url: Annotated[
        str | None, typer.Option("-u", "--URL", metavar="URL", help="Web address to fetch.")
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            "--output-dir",
            metavar="PATH",
            help="File to write; a folder where there are several inputs.",
        ),
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            metavar="FORMAT",
            help="text (the default), markdown, html, xml, tei, json, vertical or cleaneval.",
        ),
    ] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Same as --to markdown.")] = False,
    html: Annotated[bool, typer.Option("--html", help="Same as --to html.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Same as --to json.")] = False,
    xml: Annotated[bool, typer.Option("--xml", help="Same as --to xml.")] = False,
    xmltei: Annotated[bool, typer.Option("--xmltei", help="Same as --to tei.")] = False,
    method: Annotated[
        str, typer.Option(metavar="NAME", help="How to find the text; see: webwinnow methods.")
    ] = DEFAULT_METHOD,
    precision: Annotated[
        bool, typer.Option("--precision", help="Rather lose text than keep boilerplate.")
    ] = False,
    recall: Annotated[
        bool, typer.Option("--recall", help="Rather keep boilerplate than lose text.")
    ] = False,
    links: Annotated[bool, typer.Option("--links", help="Keep the targets of links.")] = False,
    images: Annotated[bool, typer.Option("--images", help="Keep images.")] = False,
    no_tables: Annotated[bool, typer.Option("--no-tables", help="Leave tables out.")] = False,
    with_metadata: Annotated[
        bool,
        typer.Option(
            "--with-metadata", help="Add title, author, date and more to json, xml, tei, vertical."
        ),
    ] = False,
    charset: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Encoding of the pages, whatever they say themselves."),
    ] = None,
    threads: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Default: the number of processors.")
    ] = None,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Fetch from hosts of a private network too.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("-q", "--quiet", help="Failures only: no notes, no progress bar.")
    ] = False,
) -> None:
    """Print the text of web pages, without their boilerplate.

    \b
    webwinnow clean page.html
    webwinnow clean https://example.org/news --markdown --links
    webwinnow clean crawl/ -o texts/
    webwinnow clean -i addresses.txt -o texts/ --json --with-metadata
    curl -s https://example.org | webwinnow clean

    A folder is searched for pages, and the output folder mirrors it. Exit status: 0 all is well,
    1 some inputs failed, 2 the command makes no sense as given.
    """
    formats = {"markdown": markdown, "html": html, "json": json, "xml": xml, "tei": xmltei}
    presets = {"precision": precision, "recall": recall}
    recipe = Recipe(
        load(method, preset=only_one(presets)),
        only_one(formats, to) or "text",
        RenderOptions(links=links, images=images, tables=not no_tables),
        known(charset),
        with_metadata,
    )
    refuse_empty({"-i": input_file, "-u": url, "-o": output})
    settings = batch.Settings(output, threads, allow_private, quiet)
    found = find_inputs([*(inputs or []), *([url] if url else [])], input_file)
    if with_metadata and recipe.to not in TAKE_METADATA and not quiet:
        batch.tell(f"note: {recipe.to} has no place for metadata; {' '.join(TAKE_METADATA)} have")
    failed = 0
    with reader_may_leave():
        failed = batch.run(found, recipe, settings)
    raise typer.Exit(FAILED if failed else 0)


@app.command()
def methods() -> None:
    """List the methods, and what each does.

    \b
    webwinnow methods
    webwinnow clean page.html --method bte
    """
    width = max(map(len, METHODS))
    for name in METHODS:
        mark = " (default)" if name == DEFAULT_METHOD else ""
        print(f"{name:{width}}  {(find(name).__doc__ or '').splitlines()[0]}{mark}")


app.command()(compare)


def find_inputs(inputs: list[str], input_file: str | None) -> list[sources.Source]:
    if input_file:
        return sources.find(inputs, sources.listed(input_file))
    if not inputs and (sys.stdin is None or sys.stdin.isatty()):
        raise InputError("nothing to read; name a file, folder or web address, or pipe HTML in")
    return sources.find(inputs or [sources.STDIN])


@contextmanager
def reader_may_leave() -> Iterator[None]:
    """A closed pipe, as of `| head`, ends the work in silence."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        drop_output()


def drop_output() -> None:
    """Python flushes once more at its end, and would complain then."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Closed(io.TextIOBase):
    """Stands in for a standard output that is closed, which matters once something is printed."""

    def write(self, _text: str, /) -> int:
        raise OSError(errno.EBADF, "it is closed")


def main() -> None:
    """Mistakes of the user, and all that the system refuses, end in one line, no traceback."""
    status: Any = 0
    if sys.stdout is None:
        sys.stdout = Closed()
    elif isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        with reader_may_leave():
            status = app(standalone_mode=False)
    except WebwinnowError as error:
        status = misused(str(error))
    except ClickError as error:
        status = misused(f"{error.format_message().rstrip('.')}; see {command_of(error)} --help")
    except OSError as error:
        # Inputs and outputs tell of their errors by themselves: what is left is standard output.
        drop_output()
        reason = error.strerror or error
        batch.tell(f"cannot write standard output ({reason}); send it elsewhere")
        status = FAILED
    except (KeyboardInterrupt, typer.Abort):
        status = INTERRUPTED
    if status == INTERRUPTED:
        leave_now(status)
    sys.exit(status)


def misused(message: str) -> int:
    batch.tell(" ".join(message.split()))
    return MISUSED


def command_of(error: Any) -> str:
    context = getattr(error, "ctx", None)
    return context.command_path if context else "webwinnow"


def leave_now(status: int) -> NoReturn:
    """Without waiting for slow fetches; a file that is being written has time to be finished."""
    for thread in threading.enumerate():
        if thread.name.startswith(parallel.THREAD_NAME):
            thread.join(0.5)
    if sys.stderr:
        sys.stderr.flush()
    os._exit(status)
