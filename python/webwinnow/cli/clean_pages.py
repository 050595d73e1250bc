"""Sources to outputs over threads; what fails is told on standard error, and the rest goes on."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from webwinnow import parallel
from webwinnow.clean import Recipe, size_of_file
from webwinnow.document import Document
from webwinnow.errors import FetchError
from webwinnow.formats import SUFFIXES
from webwinnow.io import outputs
from webwinnow.io.sources import Source, is_folder
from webwinnow.messages import describe_error, warn

__all__ = ["Settings", "run"]

# What a user of the command can do where a setting of `fetch` stood in the way.
REMEDIES = {
    "allow_private": "if you trust it, add --allow-private",
    "seconds": "try again later, or save the page and give the file",
    "bytes": "save the page and give the file",
}
# Seconds without a sign of life that a user bears.
PATIENCE = 1.0


@dataclass(frozen=True)
class Settings:
    """What a run is told besides how texts are made."""

    output: str | None = None  # file or folder; standard output where left out
    threads: int | None = None
    allow_private: bool = False  # fetch from hosts that are not on the public internet
    quiet: bool = False  # failures only: no notes, no count, no bar


class Outcome(NamedTuple):
    text: str | None = None  # what is still to be printed
    error: str | None = None
    note: str | None = None


def run(sources: list[Source], recipe: Recipe, settings: Settings) -> int:
    """How many sources failed."""
    jobs = plan(sources, recipe, settings)
    threads = min(settings.threads or os.cpu_count() or 1, max(1, len(jobs)))
    work = partial(attempt, recipe=recipe, allow_private=settings.allow_private)
    outcomes = parallel.map_ordered(work, jobs, threads=threads, size=size_of_job)
    failed = printed = 0
    for (source, _), outcome in zip(jobs, watched(outcomes, len(jobs), settings), strict=True):
        failed += outcome.error is not None
        report(source, outcome, settings)
        if outcome.text:
            show(outcome.text, recipe.to, is_first=not printed)
            printed += 1
    if failed and len(jobs) > 1 and not settings.quiet:
        warn(f"{failed} of {len(jobs)} inputs failed")
    return failed


def plan(
    sources: list[Source], recipe: Recipe, settings: Settings
) -> list[tuple[Source, Path | None]]:
    if settings.output is None:
        return [(source, None) for source in sources]
    is_in_folder = (
        len(sources) > 1
        or not sources[0].is_alone
        or settings.output.endswith(("/", os.sep))
        or is_folder(Path(settings.output))
    )
    suffix = SUFFIXES[recipe.to]
    files = outputs.targets(sources, settings.output, suffix, is_folder=is_in_folder)
    outputs.refuse_overwriting(sources, files)
    return list(zip(sources, files, strict=True))


def size_of_job(job: tuple[Source, Path | None]) -> int:
    source, _ = job
    # Addresses wait for the network, each for itself: one of them makes a part.
    return size_of_file(source.path) if source.path else parallel.PART_BYTES


def attempt(job: tuple[Source, Path | None], *, recipe: Recipe, allow_private: bool) -> Outcome:
    source, target = job
    try:
        raw = source.read(allow_private=allow_private)
        if raw.charset and not recipe.charset:
            recipe = replace(recipe, charset=raw.charset)
        document = recipe.document(raw.html, raw.url)
        if document.page and document.page.not_html:
            return Outcome(error=document.reason)
        if target is None:
            return Outcome(document.text, note=note_on(document))
        outputs.write(target, document.text)
        return Outcome(note=note_on(document))
    except Exception as error:  # one page, whatever is wrong with it, must not end the run
        return Outcome(error=problem_of(error))


def problem_of(error: Exception) -> str:
    """What went wrong, with the option that would help where one stood in the way."""
    if isinstance(error, FetchError) and error.setting in REMEDIES:
        return f"{error.problem}; {REMEDIES[error.setting]}"
    return describe_error(error)


def note_on(document: Document) -> str | None:
    if document.reason:
        return f"no text: {document.reason}"
    return "too large: only its beginning was read" if document.truncated else None


def report(source: Source, outcome: Outcome, settings: Settings) -> None:
    message = outcome.error or (None if settings.quiet else outcome.note)
    if message:
        # A line stays one line, whatever the name of a file holds.
        name = source.name if source.name.isprintable() else repr(source.name)
        # Most messages name their input by themselves.
        warn(message if name in message else f"{name}: {message}")


def show(text: str, to: str, *, is_first: bool) -> None:
    """Several texts are set apart by an empty line; JSON texts are one line each as they are."""
    sys.stdout.write(text if is_first or to == "json" else f"\n{text}")


def watched(outcomes: Iterator[Outcome], total: int, settings: Settings) -> Iterator[Outcome]:
    """The same outcomes, under a bar once they take long and someone sits there to see it."""
    # Texts that run over the screen are sign enough of life.
    is_screen_free = settings.output is not None or not sys.stdout.isatty()
    is_watched = sys.stderr is not None and sys.stderr.isatty()
    wants_bar = not settings.quiet and total > 1 and is_watched and is_screen_free
    start = time.monotonic()
    with ExitStack() as stack:
        bar = None
        for done, outcome in enumerate(outcomes, 1):
            yield outcome
            if wants_bar and bar is None and time.monotonic() - start > PATIENCE:
                from webwinnow.cli.progress import Bar

                bar = stack.enter_context(Bar(total))
            if bar:
                bar.show(done)
