"""A project as a gold set: what `evaluate` and `train` read."""

from dataclasses import dataclass
from functools import cached_property
from html import escape

from webwinnow import _core
from webwinnow._core import Page
from webwinnow.annotation.adjudication import NOBODY, Standing, standing, standings
from webwinnow.annotation.errors import NotThere
from webwinnow.annotation.labels import decision
from webwinnow.annotation.pages import PageInfo, parsed
from webwinnow.annotation.projects import annotators, find_project, key_of, project
from webwinnow.annotation.run_layout import Bytes
from webwinnow.annotation.store import Store
from webwinnow.gold.datasets.base import GoldPage, GoldSegment, GoldSet, Problem
from webwinnow.gold.datasets.cleaneval import parse_marked_text

__all__ = ["Gold", "gold_of", "gold_page", "gold_set", "marked", "problem_of"]

LAYOUT = "studio"


@dataclass(frozen=True)
class Gold:
    """A page and what holds of its runs."""

    info: PageInfo
    page: Page
    labels: Bytes  # with a kind wherever there is content

    @property
    def html(self) -> bytes:
        source = self.page.source
        assert isinstance(source, bytes)  # as it was stored
        return source


def gold_set(store: Store, named: "str | int", annotator: str | None = None) -> GoldSet:
    """A project, by its name or number, page by page as asked for.

    What holds is what was settled, or what the only annotator says; with `annotator`, what that
    one says. Pages for which nothing holds are problems.
    """
    found = project(store, named) if isinstance(named, int) else find_project(store, named)
    if annotator is not None:
        annotator = kept_name(store, found.id, annotator)
    return GoldSet(found.name, LAYOUT, ProjectSource(store, found.id, annotator))


def kept_name(store: Store, project: int, annotator: str) -> str:
    names = [each.name for each in annotators(store, project)]
    for name in names:
        if key_of(name) == key_of(annotator):
            return name
    there = f"choose from {', '.join(map(repr, names))}" if names else "there is none yet"
    raise NotThere(f"the project has no annotator {annotator!r}; {there}")


class ProjectSource:
    """Pages by name; whether they have a gold is told from their labels alone."""

    def __init__(self, store: Store, project: int, annotator: str | None) -> None:
        self.store, self.project, self.annotator = store, project, annotator

    @cached_property
    def standings(self) -> dict[str, Standing]:
        found = standings(self.store, self.project)
        return {each.page.name: each for each in sorted(found, key=lambda each: each.page.name)}

    @property
    def problems(self) -> list[Problem]:
        told = ((name, problem_of(each, self.annotator)) for name, each in self.standings.items())
        return [Problem(name, problem) for name, problem in told if problem]

    def names(self) -> list[str]:
        return [
            name for name, each in self.standings.items() if not problem_of(each, self.annotator)
        ]

    def read(self, name: str) -> GoldPage | Problem:
        found = gold_of(self.store, self.standings[name].page.id, self.annotator)
        return found if isinstance(found, Problem) else gold_page(found)


def problem_of(now: Standing, annotator: str | None = None) -> str | None:
    """Why a page has no gold."""
    if annotator is None:
        return now.problem
    return None if annotator in now.done else f"{annotator} has not said that this page is done"


def gold_of(store: Store, page: int, annotator: str | None = None) -> Gold | Problem:
    found, info = parsed(store, page)
    now = standing(store, page)
    problem = problem_of(now, annotator)
    labels = now.labels if annotator is None else now.done.get(annotator)
    if problem or labels is None:
        return Problem(info.name, problem or NOBODY)
    return Gold(info, found, now.reading.resolved(labels))


def gold_page(gold: Gold) -> GoldPage:
    segments = tuple(
        GoldSegment(segment.kind, " ".join(segment.text.split()))
        for segment in _core.segments(gold.page, decision(gold.page, gold.labels))
    )
    return GoldPage(
        name=gold.info.name,
        html=gold.html,
        text="\n".join(segment.text for segment in segments),
        site=gold.info.site,
        type=gold.info.type,
        url=gold.info.url,
        charset=gold.info.charset,
        segments=segments,
        marked_text=marked(gold),
    )


def marked(gold: Gold) -> str:
    """The gold in CleanEval's notation, with a first line for the address, known or not."""
    head = f"URL: {gold.info.url}" if gold.info.url else "URL:"
    lines = as_marked(gold.page, gold.labels).split("\n")
    return "\n".join([head, *map(unmistakable, lines)])


def as_marked(page: Page, labels: Bytes) -> str:
    return _core.render(page, decision(page, labels), "cleaneval", False, False, True)


def unmistakable(line: str) -> str:
    """The line, with character references where its text would be read as something else.

    Only there: scorers of the time compare references as written, and nobody's output has them.
    """
    marker, text = line[:3], line[3:]
    same = [segment.text for segment in parse_marked_text(line).segments] == [
        " ".join(text.split())
    ]
    # A comment may end some lines further down.
    is_clear = (same and "<!--" not in text) or not text.strip()
    return line if is_clear else marker + escape(text, quote=False)
