"""The command `webwinnow evaluate`."""

import shlex
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from webwinnow.clean import DEFAULT_METHOD
from webwinnow.cli.console import FAILED, ignore_closed_pipe
from webwinnow.cli.options import (
    reject_empty,
    reject_unwritable,
    split_names,
    write_result,
)
from webwinnow.cli.progress import ProgressBar
from webwinnow.errors import InputError
from webwinnow.messages import printable, warn

if TYPE_CHECKING:
    from webwinnow.evaluation.results import Evaluation


def evaluate(
    data: Annotated[str, typer.Argument(metavar="DATA", help="Gold set: a folder or an archive.")],
    method: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help="Methods, separated by commas, such as winnow,bte:tag_weight=2.",
        ),
    ] = DEFAULT_METHOD,
    against: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help="Other extractors, separated by commas: trafilatura, resiliparse, justext, "
            "boilerpy3, readability, newspaper4k, goose3, rs-trafilatura; or all.",
        ),
    ] = "",
    folds: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=2, help="Train learned methods by N-fold cross-validation over sites."
        ),
    ] = None,
    layout: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Layout of the set (default: detected)."),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Evaluate a random sample of N pages.")
    ] = None,
    seed: Annotated[
        int, typer.Option(metavar="N", help="Random seed of the folds and the sample.")
    ] = 0,
    json: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write all scores as JSON; - is standard output."),
    ] = None,
    csv: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write one row per method and page; - is stdout."),
    ] = None,
    report: Annotated[
        str | None, typer.Option(metavar="DIR", help="Write an HTML report to this folder.")
    ] = None,
    peer_seconds: Annotated[
        float,
        typer.Option(metavar="SECONDS", min=0.1, help="Stop a peer after SECONDS on a page."),
    ] = 60.0,
    count_empty: Annotated[
        bool, typer.Option("--count-empty", help="Also score pages with an empty gold text.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("-q", "--quiet", help="Print no table, no notes, no progress bar.")
    ] = False,
) -> None:
    """Score methods on a gold set.

    \b
    webwinnow evaluate cleaneval-final/ --method all,bte
    webwinnow evaluate wcxb-dev.tar.xz --method bte --against trafilatura,resiliparse
    webwinnow evaluate my-pages/ --method all,bte --json scores.json --csv scores.csv

    Exit status: 0 success, 1 no page was scored or a method failed on every page, 2 invalid command
    line.
    """
    from webwinnow.evaluation import export
    from webwinnow.evaluation.runner import check_extra
    from webwinnow.evaluation.runner import evaluate as run
    from webwinnow.evaluation.summary import summarise
    from webwinnow.gold.datasets import open_set, sample

    check_extra()
    reject_empty({"DATA": data, "--json": json, "--csv": csv, "--report": report})
    require_report_packages(report)
    if json == csv == "-":
        raise InputError("--json and --csv cannot both be standard output; write one to a file")
    reject_unwritable(output_files({"--json": json, "--csv": csv, "--report": report}))
    with open_set(Path(data), layout=layout) as gold_set:
        chosen = gold_set if limit is None else sample(gold_set, limit, seed=seed)
        with ProgressBar("evaluating", len(chosen), quiet=quiet) as bar:
            found = run(
                chosen,
                method_names(method),
                against=peer_names(against),
                folds=folds,
                seed=seed,
                peer_seconds=peer_seconds,
                count_empty=count_empty,
                progress=bar.update,
                command=shlex.join(["webwinnow", *sys.argv[1:]]),
            )
    summary = summarise(found)
    if not quiet and "-" not in (json, csv):
        from webwinnow.evaluation.table import print_tables

        # The files are written even if the reader of the table has closed the pipe.
        with ignore_closed_pipe():
            print_tables(found, summary)
    if json:
        write_result(json, export.to_json(found, summary))
    if csv:
        write_result(csv, export.to_csv(found))
    if report:
        from webwinnow.evaluation.report import write_report

        write_report(found, Path(report))
    has_failed = warn_of_failed_methods(found)
    raise typer.Exit(0 if found.scores and not has_failed else FAILED)


def method_names(method: str) -> list[str]:
    names = [name.strip() for name in method.split(",")]
    if not all(names):
        raise InputError(f"--method {method!r} names no method; see: webwinnow methods")
    return names


def peer_names(against: str) -> list[str]:
    from webwinnow.evaluation.peers import PEERS, find_peer

    names = split_names(against)
    names = list(PEERS) if names == ["all"] else names
    for name in names:
        find_peer(name)  # raises for an unknown name before long work begins
    return names


def output_files(options: dict[str, str | None]) -> dict[str, str]:
    """Map each option to the file that it writes."""
    files = {option: file for option, file in options.items() if file and file != "-"}
    if "--report" in files:
        files["--report"] = str(Path(files["--report"]) / "index.html")
    return files


def warn_of_failed_methods(found: "Evaluation") -> bool:
    """Warn of methods that failed on every page, and return whether there are any."""
    errors = {method: [score.error for score in found.of(method)] for method in found.methods}
    failed = {method: each[0] for method, each in errors.items() if each and all(each)}
    for method, error in failed.items():
        warn(printable(f"{method} failed on every page ({error}); check its settings or package"))
    return bool(failed)


def require_report_packages(report: str | None) -> None:
    if report and not find_spec("matplotlib"):
        raise InputError("a report needs one more package; pip install 'webwinnow[report]'")
