"""The command `webwinnow corpus`."""

from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from webwinnow.clean import DEFAULT_METHOD
from webwinnow.cli.options import (
    MinScore,
    PageTypes,
    Precision,
    Recall,
    exclusive_choice,
    reject_empty,
)
from webwinnow.errors import InputError
from webwinnow.messages import count_noun, warn
from webwinnow.selection import page_type_names

if TYPE_CHECKING:
    from webwinnow.corpus.builder import Built


class OnionForm(str, Enum):
    free = "free"
    exact = "exact"
    off = "off"


class EngineName(str, Enum):
    local = "local"
    spark = "spark"


def corpus(
    inputs: Annotated[
        list[str],
        typer.Argument(
            metavar="INPUT",
            help="WARC, ARC, ZIP, tar, Parquet and JSON Lines files, folders of them or of pages, "
            "CDX indices.",
        ),
    ],
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="FOLDER", help="Folder to write the corpus to.")
    ],
    to: Annotated[
        str,
        typer.Option(
            metavar="FORMAT", help="Output format: parquet, jsonl, xml, tei, vertical or text."
        ),
    ] = "parquet",
    method: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Method and settings, such as bte:tag_weight=2 (see: webwinnow methods). "
            "goldminer first learns the templates of all hosts.",
        ),
    ] = DEFAULT_METHOD,
    precision: Precision = False,
    recall: Recall = False,
    language: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CODE", help="Keep documents in this language (repeatable; default: all)."
        ),
    ] = None,
    min_chars: Annotated[
        int, typer.Option(metavar="N", min=0, help="Drop documents shorter than N characters.")
    ] = 200,
    min_text_share: Annotated[
        float,
        typer.Option(
            metavar="X",
            min=0,
            max=1,
            help="Drop pages that keep a smaller share of their characters; texrex uses 0.25.",
        ),
    ] = 0.0,
    min_block_share: Annotated[
        float,
        typer.Option(
            metavar="X",
            min=0,
            max=1,
            help="Drop pages that keep a smaller share of their blocks; texrex uses 0.1.",
        ),
    ] = 0.0,
    min_quality: Annotated[
        float,
        typer.Option(
            metavar="X",
            min=0,
            max=1,
            help="Drop documents with a smaller share of the language's frequent words; most "
            "pages have 0.4 to 0.6.",
        ),
    ] = 0.0,
    max_repetition: Annotated[
        float,
        typer.Option(
            metavar="X",
            min=0,
            max=1,
            help="Drop documents with a larger share of text repeated within the document.",
        ),
    ] = 0.5,
    min_score: MinScore = 0.0,
    page_types: PageTypes = "",
    comments_apart: Annotated[
        bool,
        typer.Option(
            "--comments-apart", help="Store dropped reader comments, in the column comments."
        ),
    ] = False,
    normalise: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Normalise text: nfc, dashes or hyphens (repeatable)."),
    ] = None,
    duplicates: Annotated[
        bool, typer.Option(help="Drop documents whose text occurs in an earlier document.")
    ] = True,
    near_duplicates: Annotated[
        bool, typer.Option(help="Drop documents whose text is nearly that of an earlier document.")
    ] = True,
    onion: Annotated[
        OnionForm,
        typer.Option(
            help="Drop paragraphs that occur in earlier documents: free runs in parallel, exact "
            "follows Onion's order in one process, off keeps them."
        ),
    ] = OnionForm.free,
    phrases: Annotated[
        bool,
        typer.Option(
            "--phrases",
            help="Show over-represented phrases in the report, before and after cleaning, to check "
            "for leftover boilerplate. Takes about a fifth more time.",
        ),
    ] = False,
    cdx: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="CDX index for inputs that list URLs."),
    ] = None,
    engine: Annotated[
        EngineName, typer.Option(help="Run on this machine or on Spark.")
    ] = EngineName.local,
    workers: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Processes (default: one per processor)."),
    ] = None,
    master: Annotated[
        str | None, typer.Option(metavar="URL", help="Spark master (default: local[*]).")
    ] = None,
    conf: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="Spark setting (repeatable)."),
    ] = None,
    quiet: Annotated[
        bool, typer.Option("-q", "--quiet", help="Print no progress and no summary.")
    ] = False,
) -> None:
    """Build a clean, deduplicated corpus from crawls.

    \b
    webwinnow corpus crawl.warc.gz -o corpus/
    webwinnow corpus warcs/ -o corpus/ --language de --onion off
    webwinnow corpus pages.zip -o corpus/ --method goldminer --to vertical
    webwinnow corpus warcs/ -o corpus/ --engine spark --master spark://host:7077

    report.html and dropped/ show which pages were dropped and why. To resume an interrupted job,
    run the same command again. Exit status: 0 success, 2 invalid command line or failed job.
    """
    # Imported here: other commands start without Arrow.
    try:
        import pyarrow  # noqa: F401
    except ImportError as error:
        raise InputError("corpus needs more packages; pip install 'webwinnow[corpus]'") from error
    from webwinnow.cli.corpus_progress import watch_corpus
    from webwinnow.corpus.builder import Engine, build
    from webwinnow.corpus.settings import Settings

    reject_empty({"-o": output, "--cdx": cdx})
    if engine is not EngineName.spark:
        reject_spark_options({"--master": master, "--conf": conf})
    settings = Settings(
        method=method,
        preset=exclusive_choice({"precision": precision, "recall": recall}),
        languages=tuple(sorted(set(language or ()))),
        min_chars=min_chars,
        min_text_share=min_text_share,
        min_block_share=min_block_share,
        min_quality=min_quality,
        max_repetition=max_repetition,
        min_score=min_score,
        page_types=page_type_names(page_types),
        comments=comments_apart,
        normalise=tuple(sorted(set(normalise or ()))),
        duplicates=duplicates,
        near_duplicates=near_duplicates,
        onion=None if onion is OnionForm.off else onion.value,
        format=to,
        phrases=phrases,
    )
    chosen = Engine(engine.value, workers, master, parse_conf(conf or []))
    with watch_corpus(quiet=quiet) as watch:
        built = build(inputs, output, settings, cdx=cdx, engine=chosen, watch=watch)
    if not quiet:
        for line in summary(built):
            warn(line)


def reject_spark_options(options: dict[str, object]) -> None:
    for option, value in options.items():
        if value:
            raise InputError(f"{option} needs Spark; add --engine spark")


def parse_conf(conf: list[str]) -> dict[str, str]:
    pairs = [each.partition("=") for each in conf]
    for key, sign, _ in pairs:
        if not sign:
            raise InputError(f"--conf {key!r} sets nothing; write --conf key=value")
    return {key: value for key, _, value in pairs}


def summary(built: "Built") -> list[str]:
    tally: Any = built.tally
    found = f"{count_noun(tally.documents, 'document')} of {count_noun(tally.rows, 'page')}"
    finished = "" if built.seconds else ", already finished"
    styles = tally.styles_found + tally.styles_missing
    return [
        f"{found} in {str(built.folder)!r}{finished}",
        *([f"found {tally.styles_found:,} of {styles:,} style sheets"] if styles else []),
        f"report with all dropped pages: {str(built.folder / 'report.html')!r}",
    ]
