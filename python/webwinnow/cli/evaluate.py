"""The command `webwinnow evaluate`."""

import shlex
import sys
import time
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from webwinnow.clean import DEFAULT_METHOD
from webwinnow.cli.batch import PATIENCE
from webwinnow.cli.options import FAILED, refuse_empty, refuse_outputs, unwritable
from webwinnow.cli.pipe import reader_may_leave
from webwinnow.errors import InputError
from webwinnow.messages import printable, warn

if TYPE_CHECKING:
    from webwinnow.cli.progress import Bar
    from webwinnow.evaluation.results import Evaluation
    from webwinnow.gold.datasets import GoldSet


def evaluate(
    data: Annotated[
        str, typer.Argument(metavar="DATA", help="A gold set: a folder or an archive.")
    ],
    method: Annotated[
        str,
        typer.Option(
            metavar="NAMES", help="Methods, with commas; settings as in bte:tag_weight=2."
        ),
    ] = DEFAULT_METHOD,
    against: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help="Other extractors, with commas: trafilatura, resiliparse, justext, boilerpy3, "
            "readability, newspaper4k, goose3, rs-trafilatura; or all.",
        ),
    ] = "",
    folds: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=2, help="Train methods that learn on the sites of the other folds."
        ),
    ] = None,
    layout: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="How the set is laid out, where that is not seen."),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Only so many pages, drawn by chance.")
    ] = None,
    seed: Annotated[
        int, typer.Option(metavar="N", help="Of the folds, and of the pages that are drawn.")
    ] = 0,
    json: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write all scores; - is standard output.")
    ] = None,
    csv: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write a row for each method and page; - is stdout."),
    ] = None,
    report: Annotated[
        str | None, typer.Option(metavar="DIR", help="Write a report to read in a browser.")
    ] = None,
    peer_seconds: Annotated[
        float, typer.Option(metavar="N", min=0.1, help="Give an extractor up on a page after that.")
    ] = 60.0,
    count_empty: Annotated[
        bool, typer.Option("--count-empty", help="Score pages too whose gold is empty.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("-q", "--quiet", help="No table, no notes, no progress bar.")
    ] = False,
) -> None:
    """Score methods on pages whose text people have marked.

    \b
    webwinnow evaluate cleaneval-final/ --method all,bte
    webwinnow evaluate wcxb-dev.tar.xz --method bte --against trafilatura,resiliparse
    webwinnow evaluate my-pages/ --method all,bte --json scores.json --csv scores.csv

    Exit status: 0 pages were scored, 1 none could be or a method failed on all, 2 the command makes
    no sense as given.
    """
    from webwinnow.evaluation import export
    from webwinnow.evaluation.runner import check_extra
    from webwinnow.evaluation.runner import evaluate as run
    from webwinnow.evaluation.summary import summarise
    from webwinnow.gold.datasets import open_set, sample

    check_extra()
    refuse_empty({"DATA": data, "--json": json, "--csv": csv, "--report": report})
    refuse_missing(report)
    if json == csv == "-":
        raise InputError("--json and --csv cannot both be standard output; write one to a file")
    refuse_outputs(files_in({"--json": json, "--csv": csv, "--report": report}))
    with ExitStack() as stack:
        gold_set = stack.enter_context(open_set(Path(data), layout=layout))
        chosen = gold_set if limit is None else sample(gold_set, limit, seed=seed)
        found = run(
            chosen,
            names_in(method),
            against=peers_in(against),
            folds=folds,
            seed=seed,
            peer_seconds=peer_seconds,
            count_empty=count_empty,
            progress=Watch(chosen, stack).show if is_watched(quiet) else None,
            command=shlex.join(["webwinnow", *sys.argv[1:]]),
        )
    summary = summarise(found)
    if not quiet and "-" not in (json, csv):
        from webwinnow.evaluation.table import print_tables

        # Whoever has seen enough of the table still wants the files.
        with reader_may_leave():
            print_tables(found, summary)
    if json:
        write(json, export.to_json(found, summary))
    if csv:
        write(csv, export.to_csv(found))
    if report:
        from webwinnow.evaluation.report import write_report

        write_report(found, Path(report))
    helpless = tell_helpless(found)
    raise typer.Exit(0 if found.scores and not helpless else FAILED)


def names_in(listed: str) -> list[str]:
    names = [name.strip() for name in listed.split(",")]
    if not all(names):
        raise InputError(f"--method {listed!r} names no method; see: webwinnow methods")
    return names


def peers_in(listed: str) -> list[str]:
    from webwinnow.evaluation.peers import PEERS, find_peer

    names = [name.strip() for name in listed.split(",") if name.strip()]
    names = list(PEERS) if names == ["all"] else names
    for name in names:
        find_peer(name)  # before anything long begins
    return names


def files_in(given: dict[str, str | None]) -> dict[str, str]:
    """The files that are to be written, by their options."""
    files = {option: file for option, file in given.items() if file and file != "-"}
    if "--report" in files:
        files["--report"] = str(Path(files["--report"]) / "index.html")
    return files


def tell_helpless(found: "Evaluation") -> bool:
    """Whether a method failed on every page: its settings, not the pages, are to blame."""
    errors = {method: [score.error for score in found.of(method)] for method in found.methods}
    helpless = {method: each[0] for method, each in errors.items() if each and all(each)}
    for method, error in helpless.items():
        warn(printable(f"{method} failed on every page ({error}); check its settings or package"))
    return bool(helpless)


def refuse_missing(report: str | None) -> None:
    if report and not find_spec("matplotlib"):
        raise InputError("a report needs one more package; pip install 'webwinnow[report]'")


def write(target: str, text: str) -> None:
    from webwinnow.io.atomic import write_atomically

    if target == "-":
        with reader_may_leave():
            sys.stdout.write(text)
        return
    try:
        write_atomically(Path(target), text)
    except (OSError, ValueError, RuntimeError) as error:
        raise unwritable(target, error) from error


def is_watched(quiet: bool) -> bool:
    return not quiet and sys.stderr is not None and sys.stderr.isatty()


class Watch:
    """A bar, once the evaluation takes long."""

    def __init__(self, gold_set: "GoldSet", stack: ExitStack) -> None:
        self.gold_set, self.stack = gold_set, stack
        self.start = time.monotonic()
        self.bar: Bar | None = None

    def show(self, done: int) -> None:
        if self.bar is None and time.monotonic() - self.start > PATIENCE:
            from webwinnow.cli.progress import Bar

            self.bar = self.stack.enter_context(Bar(len(self.gold_set), "evaluating"))
        if self.bar:
            self.bar.show(done)
