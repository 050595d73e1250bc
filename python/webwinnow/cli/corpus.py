"""The command `webwinnow corpus`."""

from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from webwinnow.clean import DEFAULT_METHOD
from webwinnow.cli.options import Precision, Recall, only_one, refuse_empty
from webwinnow.errors import InputError
from webwinnow.messages import count_noun, warn

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
        str, typer.Option("-o", "--output", metavar="FOLDER", help="Where the corpus goes.")
    ],
    to: Annotated[
        str,
        typer.Option(metavar="FORMAT", help="parquet, jsonl, xml, tei, vertical or text."),
    ] = "parquet",
    method: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="How to find the text, see: webwinnow methods; settings as in bte:tag_weight=2. "
            "goldminer learns the frames of all hosts first.",
        ),
    ] = DEFAULT_METHOD,
    precision: Precision = False,
    recall: Recall = False,
    language: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CODE", help="Keep texts in this language; may be given several times."
        ),
    ] = None,
    min_chars: Annotated[
        int, typer.Option(metavar="N", min=0, help="Characters of a text at least.")
    ] = 200,
    min_text_share: Annotated[
        float,
        typer.Option(metavar="X", min=0, max=1, help="Of a page's characters; texrex has 0.25."),
    ] = 0.0,
    min_block_share: Annotated[
        float,
        typer.Option(metavar="X", min=0, max=1, help="Of a page's blocks; texrex has 0.1."),
    ] = 0.0,
    min_quality: Annotated[
        float,
        typer.Option(
            metavar="X",
            min=0,
            max=1,
            help="Frequent words of the language; most pages have 0.4 to 0.6.",
        ),
    ] = 0.0,
    max_repetition: Annotated[
        float,
        typer.Option(
            metavar="X", min=0, max=1, help="Share of a text that came before in the same text."
        ),
    ] = 0.5,
    normalise: Annotated[
        list[str] | None,
        typer.Option(metavar="WHAT", help="nfc, dashes or hyphens; may be given several times."),
    ] = None,
    duplicates: Annotated[
        bool, typer.Option(help="Drop pages with the text of an earlier one.")
    ] = True,
    near_duplicates: Annotated[
        bool, typer.Option(help="Drop pages with nearly the text of an earlier one.")
    ] = True,
    onion: Annotated[
        OnionForm,
        typer.Option(
            help="Drop paragraphs that occur in earlier pages: in any order of work, in Onion's "
            "own order, which one process has to follow, or not at all."
        ),
    ] = OnionForm.free,
    cdx: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Index in which inputs that list addresses are found."),
    ] = None,
    engine: Annotated[EngineName, typer.Option(help="Who does the work.")] = EngineName.local,
    workers: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Processes; default: the number of processors."),
    ] = None,
    master: Annotated[
        str | None, typer.Option(metavar="URL", help="Spark's; default: local[*].")
    ] = None,
    conf: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="Spark's; may be given several times."),
    ] = None,
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="No progress, no summary.")] = False,
) -> None:
    """Make a clean, deduplicated corpus out of crawls.

    \b
    webwinnow corpus crawl.warc.gz -o corpus/
    webwinnow corpus warcs/ -o corpus/ --language de --onion off
    webwinnow corpus pages.zip -o corpus/ --method goldminer --to vertical
    webwinnow corpus warcs/ -o corpus/ --engine spark --master spark://host:7077

    What was dropped, and why, is in report.html and in dropped/. A job that was stopped, by
    whatever, goes on when the same command is given again. Exit status: 0 the corpus is done,
    2 something has to be mended first.
    """
    # Imported here: other commands need no Arrow to start.
    try:
        import pyarrow  # noqa: F401
    except ImportError as error:
        raise InputError("corpora need more packages; pip install 'webwinnow[corpus]'") from error
    from webwinnow.cli.corpus_progress import watched
    from webwinnow.corpus.builder import Engine, build
    from webwinnow.corpus.settings import Settings

    refuse_empty({"-o": output, "--cdx": cdx})
    if engine is not EngineName.spark:
        refuse_sparks({"--master": master, "--conf": conf})
    settings = Settings(
        method=method,
        preset=only_one({"precision": precision, "recall": recall}),
        languages=tuple(sorted(set(language or ()))),
        min_chars=min_chars,
        min_text_share=min_text_share,
        min_block_share=min_block_share,
        min_quality=min_quality,
        max_repetition=max_repetition,
        normalise=tuple(sorted(set(normalise or ()))),
        duplicates=duplicates,
        near_duplicates=near_duplicates,
        onion=None if onion is OnionForm.off else onion.value,
        format=to,
    )
    chosen = Engine(engine.value, workers, master, settings_of(conf or []))
    with watched(quiet=quiet) as watch:
        built = build(inputs, output, settings, cdx=cdx, engine=chosen, watch=watch)
    if not quiet:
        for line in summary(built):
            warn(line)


def refuse_sparks(given: dict[str, object]) -> None:
    for option, value in given.items():
        if value:
            raise InputError(f"{option} is Spark's; add --engine spark")


def settings_of(given: list[str]) -> dict[str, str]:
    pairs = [each.partition("=") for each in given]
    for key, sign, _ in pairs:
        if not sign:
            raise InputError(f"--conf {key!r} sets nothing; write --conf key=value")
    return {key: value for key, _, value in pairs}


def summary(built: "Built") -> list[str]:
    """What is said at the end."""
    tally: Any = built.tally
    found = f"{count_noun(tally.documents, 'document')} of {count_noun(tally.rows, 'page')}"
    before = "" if built.seconds else ", as it was before"
    return [
        f"{found} in {str(built.folder)!r}{before}",
        f"what became of the others: {str(built.folder / 'report.html')!r}",
    ]
