"""The command `webwinnow phrases`."""

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from webwinnow.clean import DEFAULT_METHOD
from webwinnow.cli.console import ignore_closed_pipe
from webwinnow.cli.options import (
    reject_empty,
    reject_unwritable,
    split_names,
    write_result,
)
from webwinnow.cli.progress import ProgressBar
from webwinnow.errors import InputError
from webwinnow.messages import warn
from webwinnow.methods import load

if TYPE_CHECKING:
    from webwinnow.corpus.phrases.search import Documents
    from webwinnow.corpus.phrases.texts import TextFiles
    from webwinnow.methods.base import Method

# Columns of output that does not go to a terminal.
DEFAULT_WIDTH = 120


def phrases(
    inputs: Annotated[
        list[str],
        typer.Argument(
            metavar="INPUT",
            help="Texts: a corpus, text files, Parquet and JSON Lines files with a column text, or "
            "folders of them. Or pages: all inputs of webwinnow corpus.",
        ),
    ],
    compare: Annotated[
        str | None,
        typer.Option(metavar="INPUT", help="Compare with other texts, such as a cleaner version."),
    ] = None,
    method: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES",
            help="Method that cleans pages (default winnow). Several, separated by commas, are "
            "compared; all keeps all visible text.",
        ),
    ] = None,
    min_documents: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=2,
            help="List phrases of at least N documents (default: one in a thousand documents, "
            "and at least 5).",
        ),
    ] = None,
    length: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=3,
            max=50,
            help="List phrases of at least N tokens. The start and the end of a line count as "
            "tokens.",
        ),
    ] = 6,
    most: Annotated[
        int, typer.Option(metavar="N", min=1, help="List at most N phrases of each corpus.")
    ] = 50,
    per_host: Annotated[
        bool,
        typer.Option(
            "--per-host",
            help="Count each host apart: a phrase must be in --min-documents documents of a host.",
        ),
    ] = False,
    json: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write the table as JSON; - is standard output."),
    ] = None,
    csv: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write the table as CSV; - is standard output."),
    ] = None,
    quiet: Annotated[
        bool, typer.Option("-q", "--quiet", help="Print no table, no notes, no progress bar.")
    ] = False,
) -> None:
    """List phrases that recur across a corpus: leftover boilerplate.

    \b
    webwinnow phrases corpus/
    webwinnow phrases texts/ --compare cleaner-texts/ --most 20
    webwinnow phrases crawl.warc.gz --method all,justext,winnow
    webwinnow phrases corpus/ --per-host --csv phrases.csv

    A vertical bar in a phrase is the end of a line. Phrases are listed by the amount of text that
    they account for. Exit status: 0 success, 2 invalid command line or no usable input.
    """
    # Imported here: other commands start without Arrow.
    try:
        import pyarrow  # noqa: F401
    except ImportError as error:
        raise InputError("phrases needs more packages; pip install 'webwinnow[corpus]'") from error
    from webwinnow.corpus.phrases import comparison, output
    from webwinnow.corpus.phrases.search import PhraseSettings

    reject_empty({"--compare": compare, "--method": method, "--json": json, "--csv": csv})
    if json == csv == "-":
        raise InputError("--json and --csv cannot both be standard output; write one to a file")
    files = {"--json": json, "--csv": csv}
    reject_unwritable({option: file for option, file in files.items() if file and file != "-"})
    settings = PhraseSettings(length, min_documents, most, per_host)
    with corpora(inputs, compare, method, quiet=quiet) as documents:
        found = comparison.compare(documents, settings)
    if not quiet and "-" not in (json, csv):
        width = shutil.get_terminal_size((DEFAULT_WIDTH, 0)).columns
        with ignore_closed_pipe():
            for line in output.text_lines(found, width, per_host=per_host):
                print(line)
    for target, text in ((json, output.to_json), (csv, output.to_csv)):
        if target:
            write_result(target, text(found))


@contextmanager
def corpora(
    inputs: list[str], compare: str | None, method: str | None, *, quiet: bool
) -> "Iterator[dict[str, Documents]]":
    """Yield the texts of the inputs, by name."""
    from webwinnow.corpus.phrases.texts import find_texts

    texts = find_texts(inputs)
    if texts is not None:
        if method is not None:
            raise InputError(f"--method cleans pages, but {inputs[0]!r} holds texts; leave it out")
        found = text_corpora(inputs, texts, compare)
        yield {**found}
        for name, each in found.items():
            warn_of_skipped(each.skipped, "document", f"{name!r}: ")
        return
    if compare is not None:
        raise InputError(
            f"--compare needs texts, but {inputs[0]!r} holds pages; compare methods, as in "
            "--method all,winnow"
        )
    from webwinnow.corpus.phrases.pages import clean_pages

    methods = load_methods(method or DEFAULT_METHOD)
    with (
        tempfile.TemporaryDirectory(prefix="webwinnow-phrases-") as folder,
        ProgressBar("cleaning", quiet=quiet) as bar,
    ):
        cleaned = clean_pages(inputs, methods, Path(folder), bar.update)
        bar.restart("finding phrases")
        yield {**cleaned}
    # All methods skip the same pages.
    warn_of_skipped(next(iter(cleaned.values())).skipped, "page")


def text_corpora(
    inputs: list[str], texts: "TextFiles", compare: str | None
) -> "dict[str, TextFiles]":
    from webwinnow.corpus.phrases.texts import find_texts

    found = {" ".join(inputs): texts}
    if compare is not None:
        others = find_texts([compare])
        if others is None:
            raise InputError(f"--compare needs texts, but {compare!r} holds pages")
        if compare in found:
            raise InputError(f"--compare {compare!r} is the input itself; name other texts")
        found[compare] = others
    return found


def warn_of_skipped(skipped: Mapping[str, int], noun: str, prefix: str = "") -> None:
    from webwinnow.corpus.phrases.output import describe_skipped

    if skipped:
        warn(f"{prefix}{describe_skipped(skipped, noun)}")


def load_methods(names: str) -> "dict[str, Method]":
    found = {name: load(name) for name in split_names(names)}
    if not found:
        raise InputError(f"--method {names!r} names no method; see: webwinnow methods")
    for method in found.values():
        method.check_usable()
    return found
