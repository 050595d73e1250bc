"""A project as a gold set for `evaluate` and `train`."""

from dataclasses import dataclass
from functools import cached_property
from html import escape

from webwinnow import _core
from webwinnow._core import Page
from webwinnow.annotation.adjudication import NOT_DONE, PageStatus, page_status, page_statuses
from webwinnow.annotation.errors import NotFound
from webwinnow.annotation.labels import labels_to_decision
from webwinnow.annotation.pages import PageInfo, parse_page
from webwinnow.annotation.projects import annotators, find_project, name_key, project
from webwinnow.annotation.run_layout import LabelArray
from webwinnow.annotation.store import Store
from webwinnow.gold.datasets.base import GoldPage, GoldSegment, GoldSet, Problem
from webwinnow.gold.datasets.cleaneval import parse_marked_text

LAYOUT = "studio"


@dataclass(frozen=True)
class LabelledPage:
    """A page and its final labels."""

    info: PageInfo
    page: Page
    labels: LabelArray  # content has its kind

    @property
    def html(self) -> bytes:
        source = self.page.source
        assert isinstance(source, bytes)  # as it was stored
        return source


def gold_set(store: Store, name: "str | int", annotator: str | None = None) -> GoldSet:
    """Open a project, by name or id, as a gold set; pages are read on demand.

    The gold of a page is its final labels, or with `annotator` the labels of that annotator. Pages
    without gold are problems of the set.
    """
    found = project(store, name) if isinstance(name, int) else find_project(store, name)
    if annotator is not None:
        annotator = stored_annotator_name(store, found.id, annotator)
    return GoldSet(found.name, LAYOUT, ProjectSource(store, found.id, annotator))


def stored_annotator_name(store: Store, project: int, annotator: str) -> str:
    names = [each.name for each in annotators(store, project)]
    for name in names:
        if name_key(name) == name_key(annotator):
            return name
    choices = f"choose from {', '.join(map(repr, names))}" if names else "there are none yet"
    raise NotFound(f"the project has no annotator {annotator!r}; {choices}")


class ProjectSource:
    """Source of gold pages by name; pages are not parsed to find those with gold."""

    def __init__(self, store: Store, project: int, annotator: str | None) -> None:
        self.store, self.project, self.annotator = store, project, annotator

    @cached_property
    def statuses(self) -> dict[str, PageStatus]:
        found = page_statuses(self.store, self.project)
        return {each.page.name: each for each in sorted(found, key=lambda each: each.page.name)}

    @property
    def problems(self) -> list[Problem]:
        found = ((name, gold_problem(each, self.annotator)) for name, each in self.statuses.items())
        return [Problem(name, problem) for name, problem in found if problem]

    def names(self) -> list[str]:
        return [
            name for name, each in self.statuses.items() if not gold_problem(each, self.annotator)
        ]

    def read(self, name: str) -> GoldPage | Problem:
        found = load_labelled_page(self.store, self.statuses[name].page.id, self.annotator)
        return found if isinstance(found, Problem) else gold_page(found)


def gold_problem(status: PageStatus, annotator: str | None = None) -> str | None:
    """Reason why a page has no gold."""
    if annotator is None:
        return status.problem
    return None if annotator in status.done else f"{annotator} has not marked this page as done"


def load_labelled_page(
    store: Store, page: int, annotator: str | None = None
) -> LabelledPage | Problem:
    found, info = parse_page(store, page)
    status = page_status(store, page)
    problem = gold_problem(status, annotator)
    labels = status.labels if annotator is None else status.done.get(annotator)
    if problem or labels is None:
        return Problem(info.name, problem or NOT_DONE)
    return LabelledPage(info, found, status.layout.resolve(labels))


def gold_page(gold: LabelledPage) -> GoldPage:
    segments = tuple(
        GoldSegment(segment.kind, " ".join(segment.text.split()))
        for segment in _core.segments(gold.page, labels_to_decision(gold.page, gold.labels))
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
        marked_text=cleaneval_text(gold),
    )


def cleaneval_text(gold: LabelledPage) -> str:
    """Gold in CleanEval notation; the first line is for the URL, known or not."""
    head = f"URL: {gold.info.url}" if gold.info.url else "URL:"
    lines = render_cleaneval(gold.page, gold.labels).split("\n")
    return "\n".join([head, *map(escape_line, lines)])


def render_cleaneval(page: Page, labels: LabelArray) -> str:
    return _core.render(page, labels_to_decision(page, labels), "cleaneval", False, False, True)


def escape_line(line: str) -> str:
    """Escape the text of a line with character references if a parser would misread it.

    Other lines stay as they are: CleanEval's scorers compare references literally, and no
    extractor writes them.
    """
    marker, text = line[:3], line[3:]
    is_same = [segment.text for segment in parse_marked_text(line).segments] == [
        " ".join(text.split())
    ]
    # A comment may end some lines further down.
    is_clear = (is_same and "<!--" not in text) or not text.strip()
    return line if is_clear else marker + escape(text, quote=False)
