"""The command `webwinnow crawl`."""

import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from webwinnow.cli.options import FAILED, refuse_empty, refuse_outputs
from webwinnow.errors import InputError
from webwinnow.messages import count_noun, printable, warn

if TYPE_CHECKING:
    from webwinnow.cli.progress import Bar
    from webwinnow.crawl import Outcome, Progress, Settings
    from webwinnow.crawl.texts import Cleaning


def crawl(
    addresses: Annotated[
        list[str], typer.Argument(metavar="URL", help="Where to begin; their hosts are crawled.")
    ],
    output: Annotated[
        str,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Archive to write, such as crawl.warc.gz."
        ),
    ],
    clean: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write the pages' texts, too, as JSON lines."),
    ] = None,
    method: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="How to find the texts, see: webwinnow methods; settings as in bte:tag_weight=2.",
        ),
    ] = "goldminer:inner=winnow",
    max_pages: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Pages in the archive, over all runs.")
    ] = None,
    max_depth: Annotated[
        int, typer.Option(metavar="N", min=0, help="Links between the start and a page.")
    ] = 20,
    subdomains: Annotated[
        bool, typer.Option("--subdomains", help="All hosts of the same registered domains.")
    ] = False,
    delay: Annotated[
        float,
        typer.Option(metavar="SECONDS", min=0, help="Between two requests to the same host."),
    ] = 1.0,
    concurrency: Annotated[
        int, typer.Option(metavar="N", min=1, help="Requests at once to the same host.")
    ] = 2,
    total_concurrency: Annotated[
        int, typer.Option(metavar="N", min=1, help="Requests at once to all hosts together.")
    ] = 16,
    timeout: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.1, help="The longest a page may take.")
    ] = 30.0,
    retries: Annotated[
        int, typer.Option(metavar="N", min=0, help="Further tries where a page fails.")
    ] = 2,
    user_agent: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="What to say we are; default: webwinnow and its version."
        ),
    ] = None,
    ignore_robots: Annotated[
        bool, typer.Option("--ignore-robots", help="Do not ask robots.txt: for sites of your own.")
    ] = False,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Crawl hosts of a private network too.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("-q", "--quiet", help="Failures only: no summary, no progress bar.")
    ] = False,
) -> None:
    """Fetch all pages of a site, politely, into a WARC file.

    \b
    webwinnow crawl https://example.org/ -o example.warc.gz
    webwinnow crawl https://example.org/ -o example.warc.gz --clean example.jsonl
    webwinnow crawl https://a.org/ https://b.org/ -o two.warc.gz --subdomains --max-pages 10000

    The same command goes on with a crawl that was stopped, at whatever moment, and tries again what
    failed; what it needs to know is in the .state file beside the archive. Texts are GoldMiner's,
    which learns from the first hundred pages of each host; what it learned is beside the archive,
    too, in the folder .templates (see: webwinnow site show). Exit status: 0 all is well, 1 there is
    no page, an address given led to none, or a host stopped to answer, 2 the command makes no sense
    as given, 130 it was interrupted.
    """
    # Imported here: other commands do without it.
    from webwinnow.crawl import Settings
    from webwinnow.crawl import crawl as run

    for address in addresses:
        refuse_empty({"URL": address})
    refuse_empty({"-o": output, "--clean": clean, "--user-agent": user_agent})
    refuse_outputs({"-o": output, **({"--clean": clean} if clean else {})})
    if not output.endswith(".gz"):
        raise InputError(
            f"the archive is compressed; name it {output.removesuffix('.warc')}.warc.gz"
        )
    settings = Settings(
        tuple(addresses),
        Path(output),
        Path(clean) if clean else None,
        subdomains=subdomains,
        max_pages=max_pages,
        max_depth=max_depth,
        delay=delay,
        concurrency=concurrency,
        total_concurrency=total_concurrency,
        timeout=timeout,
        retries=retries,
        ignore_robots=ignore_robots,
        allow_private=allow_private,
    )
    if user_agent:
        settings = replace(settings, user_agent=sendable(user_agent))
    notes: list[str] = []
    texts = cleaning(method, settings, notes) if clean else None
    with ExitStack() as stack:
        watch = None if quiet else Watch(stack, max_pages).show
        outcome = run(settings, cleaning=texts, watch=watch)
    for note in [] if quiet else notes:
        warn(printable(note))
    for line in account(outcome, settings, quiet=quiet):
        warn(printable(line))
    raise typer.Exit(status_of(outcome))


def cleaning(method: str, settings: "Settings", notes: list[str]) -> "Cleaning":
    """What makes texts of the pages. GoldMiner's templates stay beside the archive, so that a crawl
    that goes on knows its sites; what it learns is noted.
    """
    from webwinnow.clean import Recipe
    from webwinnow.crawl.texts import PageByPage
    from webwinnow.methods import load
    from webwinnow.methods.goldminer.method import GoldMiner
    from webwinnow.sites import SiteStream, open_store

    found = load(method)
    found.check_usable()
    if not isinstance(found, GoldMiner):
        return PageByPage(found)
    if found.store is None:
        found = GoldMiner(found.inner, open_store(settings.templates, create=True))
    # Pages wait where there must be room for the archive, too.
    return SiteStream(Recipe(found), spool=settings.output.absolute().parent, tell=notes.append)


def sendable(user_agent: str) -> str:
    if not (user_agent.isascii() and user_agent.isprintable()):
        raise InputError("--user-agent holds what no header can; use plain letters and signs")
    return user_agent


def status_of(outcome: "Outcome") -> int:
    if outcome.signal is not None:
        return 128 + outcome.signal
    is_well = outcome.pages and not outcome.fruitless_seeds and not outcome.given_up
    return 0 if is_well else FAILED


def account(outcome: "Outcome", settings: "Settings", *, quiet: bool) -> Iterator[str]:
    """What went wrong; and unless quiet, what came of the rest, and how to go on."""
    for seed, reason in outcome.fruitless_seeds.items():
        yield f"{seed}: {reason}; {remedy(reason)}"
    for site, reason in outcome.given_up.items():
        yield f"{site} no longer answers ({reason}); run the same command to go on, later"
    if quiet:
        return
    size = outcome.bytes / 1e6
    new = f", {outcome.new:,} of them new" if outcome.new != outcome.pages else ""
    yield f"{count_noun(outcome.pages, 'page')} in {settings.output} ({size:,.1f} MB){new}"
    if outcome.skipped:
        yield f"skipped: {listed(outcome.skipped)}"
    if outcome.failed:
        yield f"failed: {listed(outcome.failed)}; run the same command to try again"
    if outcome.signal is not None:
        yield f"interrupted; run the same command to go on ({shlex.quote(str(settings.state))})"
    elif outcome.waiting and not outcome.given_up:
        yield f"{outcome.waiting:,} more to fetch; raise --max-pages to go on"
    elif outcome.pages and not (outcome.new or outcome.failed or outcome.waiting):
        yield "the crawl is finished: there is nothing left to fetch"


def remedy(reason: str) -> str:
    from webwinnow.crawl import reasons

    return {
        reasons.PRIVATE: "if you trust it, add --allow-private",
        reasons.ROBOTS: "if it is your site, add --ignore-robots",
        reasons.OFF_SITE: "give the address that it leads to",
    }.get(reason, "check it in a browser")


def listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {reason}" for reason, count in counts.items())


class Watch:
    """A bar where someone sits there to see it."""

    def __init__(self, stack: ExitStack, max_pages: int | None) -> None:
        self.stack, self.total = stack, max_pages
        self.is_seen = sys.stderr is not None and sys.stderr.isatty()
        self.bar: Bar | None = None
        self.start, self.before = time.monotonic(), 0

    def show(self, progress: "Progress") -> None:
        if not self.is_seen:
            return
        from webwinnow.cli.progress import Bar

        if self.bar is None:
            self.bar = self.stack.enter_context(Bar(self.total, "crawling"))
            self.before = progress.pages
        seconds = max(time.monotonic() - self.start, 0.1)
        rate = (progress.pages - self.before) / seconds
        self.bar.progress.update(
            self.bar.task,
            description=f"{count_noun(progress.pages, 'page')}, {progress.waiting:,} waiting, "
            f"{progress.failed:,} failed, {rate:.1f}/s",
        )
        self.bar.show(progress.pages, self.total)
