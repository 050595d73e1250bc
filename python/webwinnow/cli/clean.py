"""The command `webwinnow clean`."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from webwinnow import METHODS, RenderOptions
from webwinnow.clean import DEFAULT_METHOD, PageCleaner
from webwinnow.cli.clean_pages import RunSettings, clean_pages
from webwinnow.cli.console import FAILED, ignore_closed_pipe
from webwinnow.cli.options import (
    AllowPrivate,
    MinScore,
    PageTypes,
    Precision,
    Recall,
    exclusive_choice,
    known_charset,
    reject_empty,
)
from webwinnow.errors import InputError, UnknownSetting
from webwinnow.formats import COMMENT_FORMATS, METADATA_FORMATS
from webwinnow.io import sources
from webwinnow.messages import warn
from webwinnow.methods import find_class, load, parse_method
from webwinnow.selection import Selection, page_type_names

if TYPE_CHECKING:
    from webwinnow.methods.base import Method
    from webwinnow.visual.styles import StyleSource


def clean(
    inputs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="INPUT",
            help="Files, folders and URLs (default: -, which is standard input).",
            show_default=False,
        ),
    ] = None,
    input_file: Annotated[
        str | None,
        typer.Option(
            "-i", "--input-file", metavar="FILE", help="List of inputs, one per line; - is stdin."
        ),
    ] = None,
    url: Annotated[
        str | None, typer.Option("-u", "--URL", metavar="URL", help="URL to fetch.")
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            "--output-dir",
            metavar="PATH",
            help="File to write, or folder for several inputs (default: standard output).",
        ),
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            metavar="FORMAT",
            help="Output format: text (default), markdown, html, xml, tei, json, vertical or "
            "cleaneval.",
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
            help="Method and settings, such as bte:tag_weight=2 (see: webwinnow methods).",
        ),
    ] = DEFAULT_METHOD,
    precision: Precision = False,
    recall: Recall = False,
    comments: Annotated[
        bool | None,
        typer.Option(
            "--comments/--no-comments",
            help="Keep or drop reader comments (default: drop them outside of forum and question "
            "pages).",
            show_default=False,
        ),
    ] = None,
    comments_apart: Annotated[
        bool,
        typer.Option(
            "--comments-apart", help="Add dropped comments to json, xml and tei, after the text."
        ),
    ] = False,
    title: Annotated[
        bool | None,
        typer.Option(
            "--title/--no-title",
            help="Keep or drop the title heading (default: the method decides).",
            show_default=False,
        ),
    ] = None,
    min_score: MinScore = 0.0,
    page_types: PageTypes = "",
    links: Annotated[bool, typer.Option("--links", help="Keep link targets.")] = False,
    images: Annotated[bool, typer.Option("--images", help="Keep images.")] = False,
    no_tables: Annotated[bool, typer.Option("--no-tables", help="Drop tables.")] = False,
    with_metadata: Annotated[
        bool,
        typer.Option(
            "--with-metadata", help="Add title, author, date and more to json, xml, tei, vertical."
        ),
    ] = False,
    charset: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Encoding of the pages (default: detected)."),
    ] = None,
    threads: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Threads (default: one per processor).")
    ] = None,
    fetch_styles: Annotated[
        bool,
        typer.Option(
            "--fetch-styles",
            help="Fetch the style sheets of pages, for methods that render them.",
        ),
    ] = False,
    allow_private: AllowPrivate = False,
    quiet: Annotated[
        bool, typer.Option("-q", "--quiet", help="Report failures only: no notes, no progress bar.")
    ] = False,
) -> None:
    """Print the main text of web pages, without boilerplate.

    \b
    webwinnow clean page.html
    webwinnow clean https://example.org/news --markdown --links
    webwinnow clean crawl/ -o texts/
    webwinnow clean -i urls.txt -o texts/ --json --with-metadata
    curl -s https://example.org | webwinnow clean

    Folders are searched for pages; the output folder has the same structure. Exit status:
    0 success, 1 some inputs failed, 2 invalid command line.
    """
    formats = {"markdown": markdown, "html": html, "json": json, "xml": xml, "tei": xmltei}
    presets = {"precision": precision, "recall": recall}
    recipe = PageCleaner(
        load_usable(
            method,
            exclusive_choice(presets),
            setting_options(method, comments=comments, title=title),
        ),
        exclusive_choice(formats, to) or "text",
        RenderOptions(links=links, images=images, tables=not no_tables, comments=comments_apart),
        known_charset(charset),
        with_metadata,
        selection=Selection(min_score, page_type_names(page_types)),
    )
    if fetch_styles:
        recipe = replace(recipe, styles=style_fetcher(recipe.method, allow_private=allow_private))
    reject_empty({"-i": input_file, "-u": url, "-o": output})
    settings = RunSettings(output, threads, allow_private, quiet)
    found = find_sources([*(inputs or []), *([url] if url else [])], input_file)
    for note in [] if quiet else notes_on(recipe):
        warn(f"note: {note}")
    failed = 0
    with ignore_closed_pipe():
        failed = clean_pages(found, recipe, settings)
    raise typer.Exit(FAILED if failed else 0)


def notes_on(recipe: PageCleaner) -> Iterator[str]:
    """Point out options that have no effect, and missing templates."""
    if recipe.options.comments and recipe.to not in COMMENT_FORMATS:
        yield f"{recipe.to} has no place for comments; {' '.join(COMMENT_FORMATS)} have"
    if recipe.with_metadata and recipe.to not in METADATA_FORMATS:
        yield f"{recipe.to} has no place for metadata; {' '.join(METADATA_FORMATS)} have"
    templates, inner = (getattr(recipe.method, name, "") for name in ("templates", "inner"))
    if templates is None:
        yield (
            f"{recipe.method.name} has no templates, so {inner} works alone; learn some with: "
            "webwinnow site learn"
        )


def load_usable(method: str, preset: str | None, settings: dict[str, object]) -> "Method":
    """Load a method; report an unreadable model once, not for each page."""
    loaded = load(method, preset=preset, **settings)
    loaded.check_usable()
    return loaded


def style_fetcher(method: "Method", *, allow_private: bool) -> "StyleSource | None":
    """Return the source of --fetch-styles; None if the method does not render pages."""
    if not method.needs_styles:
        warn(f"note: {method.name} renders no pages, so --fetch-styles has no effect")
        return None
    from webwinnow.visual.styles.fetched import FetchedStyles

    return FetchedStyles(allow_private=allow_private)


def setting_options(method: str, **options: bool | None) -> dict[str, object]:
    """Return the given options as settings; reject those that the method does not have."""
    name = parse_method(method).name
    settings: dict[str, object] = {
        setting: value for setting, value in options.items() if value is not None
    }
    for setting, value in settings.items():
        if setting not in find_class(name).settings():
            option = f"--{setting}" if value else f"--no-{setting}"
            having = ", ".join(each for each in METHODS if setting in find_class(each).settings())
            raise UnknownSetting(
                f"method {name!r} takes no {option}; choose one that does: {having}"
            )
    return settings


def find_sources(inputs: list[str], input_file: str | None) -> list[sources.Source]:
    if input_file:
        return sources.find_sources(inputs, sources.read_list(input_file))
    if not inputs and (sys.stdin is None or sys.stdin.isatty()):
        raise InputError("nothing to read; name a file, folder or URL, or pipe HTML in")
    return sources.find_sources(inputs or [sources.STDIN])
