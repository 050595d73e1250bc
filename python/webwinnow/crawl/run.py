"""Runs a crawl from its beginning, or from where it stopped, to its end."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field, replace

from webwinnow.crawl import reasons
from webwinnow.crawl.frontier import DONE, FAILED, SKIPPED
from webwinnow.crawl.settings import Settings
from webwinnow.crawl.state import Ledger
from webwinnow.crawl.texts import Cleaning
from webwinnow.crawl.urls import canonical
from webwinnow.errors import InputError
from webwinnow.messages import error_reason

__all__ = ["Outcome", "Progress", "crawl"]


@dataclass(frozen=True)
class Progress:
    """How far a crawl has come, over all its runs."""

    pages: int
    waiting: int
    failed: int


@dataclass(frozen=True)
class Outcome:
    """What a crawl has come to, over all its runs."""

    pages: int
    new: int  # pages of this run
    bytes: int  # of the archive
    waiting: int  # addresses that another run would ask for
    skipped: dict[str, int] = field(default_factory=dict)  # by reason
    failed: dict[str, int] = field(default_factory=dict)  # by reason; another run tries again
    fruitless_seeds: dict[str, str] = field(default_factory=dict)  # and why
    given_up: dict[str, str] = field(default_factory=dict)  # sites that no longer answered
    signal: int | None = None  # what interrupted it


Watch = Callable[[Progress], None]


def crawl(
    settings: Settings, *, cleaning: Cleaning | None = None, watch: Watch | None = None
) -> Outcome:
    """Crawl, or go on with a crawl: all that it needs to know is beside its output.

    Twisted can run once in a process, and so can this where there is anything to fetch. `watch` is
    called about twice a second. Ctrl-C, or SIGTERM, ends the crawl once all that was asked for is
    answered; a second one at once.
    """
    require_packages()
    settings = replace(settings, seeds=checked(settings.seeds))
    try:
        with closing(Ledger(settings, cleaning)) as ledger:
            return run(ledger, watch)
    except (OSError, sqlite3.Error) as error:
        raise problem(settings, error) from error


def problem(settings: Settings, error: OSError | sqlite3.Error) -> InputError:
    if isinstance(error, OSError | sqlite3.OperationalError):
        reason = error_reason(error)
        return InputError(
            f"cannot write {str(settings.output)!r} or what belongs to it ({reason}); "
            "make room for it, and run the same command to go on"
        )
    return InputError(
        f"{str(settings.state)!r} is damaged ({error}); put back a whole copy, "
        "or name another output to begin anew"
    )


def require_packages() -> None:
    try:
        import fastwarc  # noqa: F401
        import scrapy  # noqa: F401
        import warcio  # noqa: F401
    except ImportError as error:
        raise InputError("crawling needs more packages; pip install 'webwinnow[crawl]'") from error


def checked(seeds: tuple[str, ...]) -> tuple[str, ...]:
    from webwinnow.io.fetch import parse

    if not seeds:
        raise InputError("nothing to crawl; name the address of a site")
    found = []
    for seed in seeds:
        parse(seed)  # says what is wrong with it
        found.append(canonical(seed) or seed)
    return tuple(dict.fromkeys(found))


def run(ledger: Ledger, watch: Watch | None) -> Outcome:
    frontier, most = ledger.frontier, ledger.settings.max_pages
    before = frontier.count(DONE)
    given_up: dict[str, str] = {}
    signal = None
    if not frontier.is_empty() and (most is None or before < most):
        from webwinnow.crawl.reactor import Run

        fetching = Run(ledger, watch)
        fetching.run()
        given_up, signal = fetching.given_up, fetching.signal
    if ledger.texts and signal is None:
        for _ in ledger.texts.rest():
            ledger.commit()
    ledger.commit()
    pages = frontier.count(DONE)
    return Outcome(
        pages=pages,
        new=pages - before,
        bytes=ledger.archive.end,
        waiting=frontier.waiting(),
        skipped=frontier.reasons(SKIPPED),
        failed=frontier.reasons(FAILED),
        fruitless_seeds=dict(frontier.fruitless_seeds(but=reasons.REDIRECTED)),
        given_up=given_up,
        signal=signal,
    )
