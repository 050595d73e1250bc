"""The command `webwinnow crawl`."""

import shlex
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from webwinnow.cli.console import FAILED
from webwinnow.cli.options import AllowPrivate, reject_empty, reject_unwritable
from webwinnow.cli.progress import ProgressBar
from webwinnow.errors import InputError
from webwinnow.messages import count_noun, printable, warn

if TYPE_CHECKING:
    from webwinnow.crawl import Outcome, Progress, Settings
    from webwinnow.crawl.texts import Cleaning
    from webwinnow.visual.styles import StyleSource


def crawl(
    urls: Annotated[
        list[str], typer.Argument(metavar="URL", help="Start URLs; the crawl stays on their hosts.")
    ],
    output: Annotated[
        str,
        typer.Option(
            "-o", "--output", metavar="FILE", help="WARC file to write, such as crawl.warc.gz."
        ),
    ],
    clean: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Also write the texts of the pages, as JSON Lines."),
    ] = None,
    method: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Method for --clean and its settings, such as bte:tag_weight=2 (see: webwinnow "
            "methods).",
        ),
    ] = "goldminer:inner=winnow",
    max_pages: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="Stop at N pages in the archive (default: no limit)."
        ),
    ] = None,
    max_depth: Annotated[
        int, typer.Option(metavar="N", min=0, help="Follow at most N links from a start URL.")
    ] = 20,
    subdomains: Annotated[
        bool, typer.Option("--subdomains", help="Crawl all hosts of the same registered domains.")
    ] = False,
    with_styles: Annotated[
        bool,
        typer.Option(
            "--with-styles",
            help="Also store the style sheets of the pages, for methods that render them.",
        ),
    ] = False,
    delay: Annotated[
        float,
        typer.Option(metavar="SECONDS", min=0, help="Wait between two requests to the same host."),
    ] = 1.0,
    concurrency: Annotated[
        int, typer.Option(metavar="N", min=1, help="Concurrent requests to one host.")
    ] = 2,
    total_concurrency: Annotated[
        int, typer.Option(metavar="N", min=1, help="Concurrent requests to all hosts.")
    ] = 16,
    timeout: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.1, help="Give up on a page after this time.")
    ] = 30.0,
    retries: Annotated[
        int, typer.Option(metavar="N", min=0, help="Retry a failed page up to N times.")
    ] = 2,
    user_agent: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="User-Agent header (default: webwinnow and its version)."
        ),
    ] = None,
    ignore_robots: Annotated[
        bool, typer.Option("--ignore-robots", help="Ignore robots.txt: for your own sites only.")
    ] = False,
    allow_private: AllowPrivate = False,
    quiet: Annotated[
        bool,
        typer.Option("-q", "--quiet", help="Report failures only: no summary, no progress bar."),
    ] = False,
) -> None:
    """Crawl a site politely into a WARC file.

    \b
    webwinnow crawl https://example.org/ -o example.warc.gz
    webwinnow crawl https://example.org/ -o example.warc.gz --clean example.jsonl
    webwinnow crawl https://a.org/ https://b.org/ -o two.warc.gz --subdomains --max-pages 10000

    To resume an interrupted crawl and retry failed pages, run the same command again; the .state
    file beside the archive holds its state. The default method learns templates from the first
    hundred pages of each host and stores them in the .templates folder beside the archive (see:
    webwinnow site show). Exit status: 0 success, 1 no page, a start URL without a page, or a host
    that stopped responding, 2 invalid command line, 130 interrupted.
    """
    # Imported here: other commands start without scrapy.
    from webwinnow.crawl import Settings
    from webwinnow.crawl import crawl as run

    for url in urls:
        reject_empty({"URL": url})
    reject_empty({"-o": output, "--clean": clean, "--user-agent": user_agent})
    reject_unwritable({"-o": output, **({"--clean": clean} if clean else {})})
    if not output.endswith(".gz"):
        raise InputError(
            f"the archive is compressed; name it {output.removesuffix('.warc')}.warc.gz"
        )
    settings = Settings(
        tuple(urls),
        Path(output),
        Path(clean) if clean else None,
        subdomains=subdomains,
        max_pages=max_pages,
        max_depth=max_depth,
        with_styles=with_styles,
        delay=delay,
        concurrency=concurrency,
        total_concurrency=total_concurrency,
        timeout=timeout,
        retries=retries,
        ignore_robots=ignore_robots,
        allow_private=allow_private,
    )
    if user_agent:
        settings = replace(settings, user_agent=valid_user_agent(user_agent))
    notes: list[str] = []
    cleaning = cleaning_of(method, settings, notes) if clean else None
    with ProgressBar("crawling", max_pages, quiet=quiet) as bar:
        outcome = run(settings, cleaning=cleaning, watch=CrawlProgress(bar).show)
    for note in [] if quiet else notes:
        warn(printable(note))
    for line in summary(outcome, settings, quiet=quiet):
        warn(printable(line))
    raise typer.Exit(status_of(outcome))


def cleaning_of(method: str, settings: "Settings", notes: list[str]) -> "Cleaning":
    """Return the cleaner of the pages.

    GoldMiner stores its templates beside the archive for later runs, and adds to `notes` what it
    learned.
    """
    from webwinnow.clean import PageCleaner
    from webwinnow.crawl.texts import PageByPage
    from webwinnow.methods import load
    from webwinnow.methods.goldminer.method import GoldMiner
    from webwinnow.sites import SiteStream, open_store

    loaded = load(method)
    loaded.check_usable()
    styles = archive_styles(settings) if loaded.needs_styles else None
    if not isinstance(loaded, GoldMiner):
        return PageByPage(loaded, styles)
    if loaded.store is None:
        store = open_store(settings.templates, create=True)
        loaded = GoldMiner(loaded.inner, store, loaded.rules)
    # Waiting pages are stored on the disk of the archive.
    return SiteStream(
        PageCleaner(loaded, styles=styles),
        spool=settings.output.absolute().parent,
        notify=notes.append,
    )


def archive_styles(settings: "Settings") -> "StyleSource":
    from webwinnow.visual.styles.archive import ArchiveStyles

    return ArchiveStyles(settings.output)


def valid_user_agent(user_agent: str) -> str:
    if not (user_agent.isascii() and user_agent.isprintable()):
        raise InputError("--user-agent is no valid header; use printable ASCII characters")
    return user_agent


def status_of(outcome: "Outcome") -> int:
    if outcome.signal is not None:
        return 128 + outcome.signal
    is_well = outcome.pages and not outcome.failed_seeds and not outcome.given_up
    return 0 if is_well else FAILED


def summary(outcome: "Outcome", settings: "Settings", *, quiet: bool) -> Iterator[str]:
    """Yield the failures; unless quiet, also the results and how to continue."""
    for seed, reason in outcome.failed_seeds.items():
        yield f"{seed}: {reason}; {remedy(reason)}"
    for site, reason in outcome.given_up.items():
        yield f"{site} stopped responding ({reason}); run the same command later to resume"
    if quiet:
        return
    size = outcome.bytes / 1e6
    new = f", {outcome.new:,} of them new" if outcome.new != outcome.pages else ""
    styles = f" and {count_noun(outcome.styles, 'style sheet')}" if outcome.styles else ""
    pages = f"{count_noun(outcome.pages, 'page')}{styles}"
    yield f"{pages} in {settings.output} ({size:,.1f} MB){new}"
    if outcome.skipped:
        yield f"skipped: {join_counts(outcome.skipped)}"
    if outcome.failed:
        yield f"failed: {join_counts(outcome.failed)}; run the same command to try again"
    if outcome.signal is not None:
        yield f"interrupted; run the same command to resume ({shlex.quote(str(settings.state))})"
    elif outcome.waiting and not outcome.given_up:
        yield f"{outcome.waiting:,} more to fetch; raise --max-pages to continue"
    elif outcome.pages and not (outcome.new or outcome.failed or outcome.waiting):
        yield "the crawl is finished: no URL is left to fetch"


def remedy(reason: str) -> str:
    from webwinnow.crawl import reasons

    return {
        reasons.PRIVATE: "if you trust it, add --allow-private",
        reasons.ROBOTS: "if it is your site, add --ignore-robots",
        reasons.OFF_SITE: "give the URL that it redirects to",
    }.get(reason, "check it in a browser")


def join_counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {reason}" for reason, count in counts.items())


class CrawlProgress:
    """Shows pages, waiting URLs and failures in the label of a bar."""

    def __init__(self, bar: ProgressBar) -> None:
        self.bar = bar
        self.start, self.pages_before = time.monotonic(), -1  # -1: not known yet

    def show(self, progress: "Progress") -> None:
        if self.pages_before < 0:
            self.pages_before = progress.pages
        rate = (progress.pages - self.pages_before) / max(time.monotonic() - self.start, 0.1)
        label = (
            f"{count_noun(progress.pages, 'page')}, {progress.waiting:,} waiting, "
            f"{progress.failed:,} failed, {rate:.1f}/s"
        )
        self.bar.update(progress.pages, label=label)
