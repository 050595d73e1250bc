"""Start or resume a crawl, and run it to its end."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field, replace

from webwinnow.crawl import reasons
from webwinnow.crawl.frontier import DONE, FAILED, SKIPPED, STYLED
from webwinnow.crawl.settings import Settings
from webwinnow.crawl.state import CrawlState
from webwinnow.crawl.texts import Cleaning
from webwinnow.crawl.urls import canonical_url
from webwinnow.errors import InputError
from webwinnow.messages import error_reason


@dataclass(frozen=True)
class Progress:
    """Counts of a crawl over all its runs."""

    pages: int
    waiting: int
    failed: int


@dataclass(frozen=True)
class Outcome:
    """Results of a crawl over all its runs."""

    pages: int
    new: int  # pages of this run
    bytes: int  # of the archive
    waiting: int  # URLs that another run would request
    skipped: dict[str, int] = field(default_factory=dict)  # by reason
    failed: dict[str, int] = field(default_factory=dict)  # by reason; another run retries them
    failed_seeds: dict[str, str] = field(default_factory=dict)  # with reasons
    given_up: dict[str, str] = field(default_factory=dict)  # sites that stopped responding
    signal: int | None = None  # that interrupted it
    styles: int = 0  # style sheets in the archive


Watch = Callable[[Progress], None]


def crawl(
    settings: Settings, *, cleaning: Cleaning | None = None, watch: Watch | None = None
) -> Outcome:
    """Start a crawl, or resume it from the state file beside its output.

    A process can run only one crawl with anything to fetch, since Twisted can run only once.
    `watch` is called about twice a second. Ctrl-C or SIGTERM ends the crawl after the requests
    in flight; a second signal ends it at once.
    """
    require_packages()
    settings = replace(settings, seeds=canonical_seeds(settings.seeds))
    try:
        with closing(CrawlState(settings, cleaning)) as state:
            return run(state, watch)
    except (OSError, sqlite3.Error) as error:
        raise storage_error(settings, error) from error


def storage_error(settings: Settings, error: OSError | sqlite3.Error) -> InputError:
    if isinstance(error, OSError | sqlite3.OperationalError):
        reason = error_reason(error)
        return InputError(
            f"cannot write {str(settings.output)!r} or its state or texts ({reason}); "
            "free some space, and run the same command to resume"
        )
    return InputError(
        f"{str(settings.state)!r} is damaged ({error}); restore a copy, "
        "or name another output to start over"
    )


def require_packages() -> None:
    try:
        import fastwarc  # noqa: F401
        import scrapy  # noqa: F401
        import warcio  # noqa: F401
    except ImportError as error:
        raise InputError("crawl needs more packages; pip install 'webwinnow[crawl]'") from error


def canonical_seeds(seeds: tuple[str, ...]) -> tuple[str, ...]:
    from webwinnow.io.fetch import parse_url

    if not seeds:
        raise InputError("nothing to crawl; name a URL")
    found = []
    for seed in seeds:
        parse_url(seed)  # raises if it is invalid
        found.append(canonical_url(seed) or seed)
    return tuple(dict.fromkeys(found))


def run(state: CrawlState, watch: Watch | None) -> Outcome:
    frontier, max_pages = state.frontier, state.settings.max_pages
    before = frontier.count(DONE)
    given_up: dict[str, str] = {}
    signal = None
    is_full = max_pages is not None and before >= max_pages
    if frontier.has_waiting_style() or not (is_full or frontier.is_empty()):
        from webwinnow.crawl.reactor import CrawlProcess

        process = CrawlProcess(state, watch)
        process.run()
        given_up, signal = process.given_up, process.signal
    state.commit()  # the texts are read from the archive on the disk
    if state.texts and signal is None:
        for _ in state.texts.write_rest():
            state.commit()
    state.commit()
    pages = frontier.count(DONE)
    return Outcome(
        pages=pages,
        new=pages - before,
        bytes=state.archive.end,
        waiting=frontier.count_waiting(),
        skipped=frontier.count_reasons(SKIPPED),
        failed=frontier.count_reasons(FAILED),
        failed_seeds=dict(frontier.failed_seeds(but=reasons.REDIRECTED)),
        given_up=given_up,
        signal=signal,
        styles=frontier.count(STYLED),
    )
