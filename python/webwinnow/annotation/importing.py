"""Pages from elsewhere into a project, with their gold as an annotator of its own where wanted."""

from collections import Counter
from collections.abc import Iterable
from functools import partial

from webwinnow._core import Page
from webwinnow.annotation.annotator_labels import begin
from webwinnow.annotation.errors import AnnotationError
from webwinnow.annotation.labels import of_kept
from webwinnow.annotation.pages import Added, add_page, add_pages, page_in, parsed
from webwinnow.annotation.projects import add_annotator
from webwinnow.annotation.store import Store
from webwinnow.gold.datasets.base import GoldPage, GoldSet, Problem
from webwinnow.gold.labels import Labels
from webwinnow.gold.labels.bounded import labels
from webwinnow.gold.labels.words import PageWords, Vocabulary, words_of
from webwinnow.io.sources import Raw, stem_of_file

__all__ = ["add_html", "add_set"]

# Of the words of a gold, that have to be found on its page.
LEAST_SHARE = 0.5


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
    set has done all whose gold fits them, also those that were there already.
    """
    wanted = gold_set.names() if names is None else list(names)
    unknown = set(wanted) - set(gold_set.names())
    if unknown:
        raise AnnotationError(f"the set {gold_set.name!r} has no page {min(unknown)!r}")
    problems: list[Problem] = []

    def pages() -> Iterable[GoldPage]:
        for name in wanted:
            page = gold_set.read(name)
            if isinstance(page, Problem):
                problems.append(page)
            else:
                yield page

    also = partial(say_gold, store, project, f"gold of {gold_set.name}") if with_gold else None
    added = add_pages(store, project, pages(), also=also)
    added.refused += problems
    return added


def say_gold(store: Store, project: int, annotator: str, id: int, gold: GoldPage) -> None:
    """An error where the gold cannot be used; whoever has begun is not overwritten."""
    page, _ = parsed(store, id)
    found = checked_labels(page, gold)
    annotator = add_annotator(store, project, annotator)
    with store.writing() as db:
        said = of_kept(page, found.keep, found.kind)
        begin(db, page_in(db, id), annotator, said, annotator, "done")


def checked_labels(page: Page, gold: GoldPage) -> Labels:
    if not (gold.text or gold.segments is not None or gold.marked_text is not None):
        raise AnnotationError("the set has no gold for this page; label it")
    found = labels(page, gold)
    if found is None:
        raise AnnotationError("the gold and the page are too long to be aligned; label the page")
    vocabulary = Vocabulary()
    wanted = Counter(vocabulary.numbered(words_of(gold.text)).tolist())
    kept = Counter(PageWords.of(page, vocabulary, found.keep).words.tolist())
    shared, all_words = (wanted & kept).total(), wanted.total()
    if shared < LEAST_SHARE * all_words:
        raise AnnotationError(
            f"the gold does not fit the page: {shared} of its {all_words} words are there; see"
            " whether it is of another page"
        )
    return found
