"""Pages from elsewhere into a project, with their gold as an annotator of its own where wanted."""

from collections.abc import Iterable
from functools import partial

from webwinnow._core import Page
from webwinnow.annotation.errors import AnnotationError
from webwinnow.annotation.labels import of_kept
from webwinnow.annotation.marks import begin
from webwinnow.annotation.pages import Added, add_page, add_pages, page_in
from webwinnow.annotation.projects import add_annotator
from webwinnow.annotation.store import Store
from webwinnow.datasets.base import GoldPage, GoldSet, Problem
from webwinnow.labels.bounded import labels
from webwinnow.sources import Raw, stem_of_file

__all__ = ["add_html", "add_set"]


def add_html(store: Store, project: int, name: str, raw: Raw) -> int:
    """One page, named after its file or address; its number."""
    page = GoldPage(stem_of_file(name), raw.html, "", "", url=raw.url, charset=raw.charset)
    return add_page(store, project, page)


def add_set(
    store: Store,
    project: int,
    gold_set: GoldSet,
    names: Iterable[str] | None = None,
    *,
    with_gold: bool = False,
) -> Added:
    """Pages of a set: all, or those named. With their gold, an annotator who is named after the
    set has done them all.
    """
    wanted = gold_set.names() if names is None else list(names)
    unknown = set(wanted) - set(gold_set.names())
    if unknown:
        raise AnnotationError(f"the set {gold_set.name!r} has no page {min(unknown)!r}")
    annotator = add_annotator(store, project, f"gold of {gold_set.name}") if with_gold else None
    problems: list[Problem] = []

    def pages() -> Iterable[GoldPage]:
        for name in wanted:
            page = gold_set.read(name)
            if isinstance(page, Problem):
                problems.append(page)
            else:
                yield page

    also = partial(say_gold, store, annotator) if annotator else None
    added = add_pages(store, project, pages(), also=also)
    added.refused += problems
    return added


def say_gold(store: Store, annotator: str, id: int, gold: GoldPage) -> None:
    """Nothing where there is no gold, or it and the page are too long to be aligned."""
    page = Page(gold.html, charset=gold.charset)
    has_gold = gold.text or gold.segments is not None or gold.marked is not None
    found = labels(page, gold) if has_gold else None
    if found is None:
        return
    with store.writing() as db:
        said = of_kept(page, found.keep, found.kind)
        begin(db, page_in(db, id), annotator, said, annotator, "done")
