"""The command `webwinnow clean`."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from webwinnow import METHODS, RenderOptions
from webwinnow.clean import DEFAULT_METHOD, Recipe
from webwinnow.cli import batch
from webwinnow.cli.options import FAILED, Precision, Recall, known, only_one, refuse_empty
from webwinnow.cli.pipe import reader_may_leave
from webwinnow.errors import InputError, UnknownSetting
from webwinnow.io import sources
from webwinnow.messages import warn
from webwinnow.methods import find_class, load, parse_method

if TYPE_CHECKING:
    from webwinnow.methods.base import Method

TAKE_METADATA = ("json", "xml", "tei", "vertical")


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
        str,
        typer.Option(
            metavar="NAME",
            help="How to find the text, see: webwinnow methods; settings as in bte:tag_weight=2.",
        ),
    ] = DEFAULT_METHOD,
    precision: Precision = False,
    recall: Recall = False,
    comments: Annotated[
        bool | None,
        typer.Option(
            "--comments/--no-comments",
            help="What readers wrote; left to itself, a method decides by the page.",
            show_default=False,
        ),
    ] = None,
    title: Annotated[
        bool | None,
        typer.Option(
            "--title/--no-title",
            help="The heading with the title; left to itself, a method decides by the page.",
            show_default=False,
        ),
    ] = None,
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
        ready(
            load(method, preset=only_one(presets), **wishes(method, comments=comments, title=title))
        ),
        only_one(formats, to) or "text",
        RenderOptions(links=links, images=images, tables=not no_tables),
        known(charset),
        with_metadata,
    )
    refuse_empty({"-i": input_file, "-u": url, "-o": output})
    settings = batch.Settings(output, threads, allow_private, quiet)
    found = find_inputs([*(inputs or []), *([url] if url else [])], input_file)
    for note in [] if quiet else notes_on(recipe):
        warn(f"note: {note}")
    failed = 0
    with reader_may_leave():
        failed = batch.run(found, recipe, settings)
    raise typer.Exit(FAILED if failed else 0)


def notes_on(recipe: Recipe) -> Iterator[str]:
    """What may not be as the user thinks."""
    if recipe.with_metadata and recipe.to not in TAKE_METADATA:
        yield f"{recipe.to} has no place for metadata; {' '.join(TAKE_METADATA)} have"
    templates, inner = (getattr(recipe.method, name, "") for name in ("templates", "inner"))
    if templates is None:
        yield (
            f"{recipe.method.name} has no templates, so {inner} works alone; learn some with: "
            "webwinnow site learn"
        )


def ready(method: "Method") -> "Method":
    """A model that cannot be read is told of once, not for each page."""
    method.check_usable()
    return method


def wishes(method: str, **wished: bool | None) -> dict[str, object]:
    """What was asked for as settings, for methods that have them."""
    name = parse_method(method).name
    given: dict[str, object] = {
        setting: value for setting, value in wished.items() if value is not None
    }
    for setting, value in given.items():
        if setting not in find_class(name).settings():
            option = f"--{setting}" if value else f"--no-{setting}"
            having = ", ".join(each for each in METHODS if setting in find_class(each).settings())
            raise UnknownSetting(
                f"method {name!r} takes no {option}; choose one that does: {having}"
            )
    return given


def find_inputs(inputs: list[str], input_file: str | None) -> list[sources.Source]:
    if input_file:
        return sources.find(inputs, sources.listed(input_file))
    if not inputs and (sys.stdin is None or sys.stdin.isatty()):
        raise InputError("nothing to read; name a file, folder or web address, or pipe HTML in")
    return sources.find(inputs or [sources.STDIN])
