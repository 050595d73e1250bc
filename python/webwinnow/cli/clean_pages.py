"""The loop behind `webwinnow clean`: read pages, clean them in threads, print or write texts."""

import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from webwinnow import parallel
from webwinnow.clean import PageCleaner
from webwinnow.cli.progress import ProgressBar
from webwinnow.document import Document
from webwinnow.formats import SUFFIXES
from webwinnow.io import outputs
from webwinnow.io.sources import Source, file_size, is_folder
from webwinnow.messages import count_noun, describe_for_command, warn, warn_about
from webwinnow.selection import PAGE_TYPE, SCORE

if TYPE_CHECKING:
    from webwinnow.visual.styles import PageStyles


@dataclass(frozen=True)
class RunSettings:
    """Settings of a run other than the recipe."""

    output: str | None = None  # file or folder; None prints the texts
    threads: int | None = None  # None: one for each processor
    allow_private: bool = False  # fetch from hosts on private networks
    quiet: bool = False  # report failures only


class Job(NamedTuple):
    source: Source
    target: Path | None  # None prints the text


class Outcome(NamedTuple):
    text: str | None = None  # to print
    error: str | None = None
    note: str | None = None
    styles: "PageStyles | None" = None
    dropped: str | None = None  # "score" or "page-type"


def clean_pages(sources: list[Source], recipe: PageCleaner, settings: RunSettings) -> int:
    """Clean all sources and return how many failed; a failure does not end the run."""
    jobs = plan_jobs(sources, recipe, settings)
    threads = min(settings.threads or os.cpu_count() or 1, max(1, len(jobs)))
    work = partial(run_job, recipe=recipe, allow_private=settings.allow_private)
    outcomes = parallel.map_ordered(work, jobs, threads=threads, size=job_size)
    failed = printed = 0
    dropped: Counter[str] = Counter()
    styles = StyleCounts()
    for job, outcome in zip(jobs, with_bar(outcomes, len(jobs), settings), strict=True):
        failed += outcome.error is not None
        dropped.update([outcome.dropped] if outcome.dropped else [])
        styles.add(outcome.styles)
        message = outcome.error or (None if settings.quiet else outcome.note)
        if message:
            warn_about(job.source.name, message)
        if outcome.text:
            # An empty line separates texts; a JSON text is one line anyway.
            separator = "\n" if printed and recipe.to != "json" else ""
            sys.stdout.write(separator + outcome.text)
            printed += 1
    if failed and len(jobs) > 1 and not settings.quiet:
        warn(f"{failed} of {len(jobs)} inputs failed")
    if dropped and len(jobs) > 1 and not settings.quiet:
        warn(f"note: dropped {describe_dropped(dropped)}")
    if styles.total and not settings.quiet:
        warn(styles.summary())
    return failed


DROPPED = {SCORE: "below the minimum score", PAGE_TYPE: "of other page types"}


def describe_dropped(dropped: Mapping[str, int]) -> str:
    """Say how many pages the selection dropped, by reason.

    >>> describe_dropped({"score": 2, "page-type": 1})
    '2 pages below the minimum score, 1 page of other page types'
    """
    counts = ((count_noun(count, "page"), DROPPED[reason]) for reason, count in dropped.items())
    return ", ".join(" ".join(each) for each in counts)


@dataclass
class StyleCounts:
    """Counts style sheets over all pages that were rendered."""

    found: int = 0
    total: int = 0
    reason: str = ""  # why the first missing one is missing

    def add(self, styles: "PageStyles | None") -> None:
        if styles is None:
            return
        self.found += len(styles.found)
        self.total += len(styles.found) + len(styles.missing)
        for url, reason in styles.missing.items():
            self.reason = self.reason or f"{url}: {reason}"

    def summary(self) -> str:
        first = f" (first missing: {self.reason})" if self.reason else ""
        return f"note: found {self.found:,} of {self.total:,} style sheets{first}"


def with_bar(outcomes: Iterator[Outcome], total: int, settings: RunSettings) -> Iterator[Outcome]:
    quiet = settings.quiet or total == 1
    with ProgressBar("cleaning", total, quiet=quiet, prints=settings.output is None) as bar:
        for done, outcome in enumerate(outcomes, 1):
            yield outcome
            bar.update(done)


def plan_jobs(sources: list[Source], recipe: PageCleaner, settings: RunSettings) -> list[Job]:
    if settings.output is None:
        return [Job(source, None) for source in sources]
    is_in_folder = (
        len(sources) > 1
        or not sources[0].is_alone
        or settings.output.endswith(("/", os.sep))
        or is_folder(Path(settings.output))
    )
    suffix = SUFFIXES[recipe.to]
    files = outputs.output_paths(sources, settings.output, suffix, is_folder=is_in_folder)
    outputs.reject_overwriting(sources, files)
    return [Job(source, file) for source, file in zip(sources, files, strict=True)]


def job_size(job: Job) -> int:
    # Each URL fills one part of the work: it waits for the network.
    return file_size(job.source.path) if job.source.path else parallel.PART_BYTES


def run_job(job: Job, *, recipe: PageCleaner, allow_private: bool) -> Outcome:
    try:
        raw = job.source.read(allow_private=allow_private)
        if raw.charset and not recipe.charset:
            recipe = replace(recipe, charset=raw.charset)
        document = recipe.document(raw.html, raw.url, styles_beside(job.source, recipe))
        if document.not_html:
            return Outcome(error=document.reason)
        if job.target is None:
            text: str | None = document.text
        else:
            text = None
            outputs.write_output(job.target, document.text)
        return Outcome(text, None, note_on(document), document.styles, document.dropped)
    except Exception as error:  # no exception of one page may end the run
        return Outcome(error=describe_for_command(error))


def styles_beside(source: Source, recipe: PageCleaner) -> "PageStyles | None":
    """Return the style sheets of a page in a file: from its folder, or the folder given."""
    if source.path is None or not recipe.method.needs_styles:
        return None
    from webwinnow.visual.styles import folder

    more = [recipe.styles] if recipe.styles else []
    return folder.styles_beside(source.path, source.folder, *more)


def note_on(document: Document) -> str | None:
    if document.reason:
        return f"no text: {document.reason}"
    return "too large: only its beginning was read" if document.truncated else None
