"""Add HTML pages and gold sets to a project; the gold can become an annotator of its own."""

from collections import Counter
from collections.abc import Iterable
from functools import partial

from webwinnow._core import Page
from webwinnow.annotation.annotator_labels import insert_labels
from webwinnow.annotation.errors import AnnotationError
from webwinnow.annotation.labels import labels_from_kept
from webwinnow.annotation.pages import AddedPages, add_page, add_pages, load_page, parse_page
from webwinnow.annotation.projects import add_annotator
from webwinnow.annotation.store import Store
from webwinnow.gold.datasets.base import GoldPage, GoldSet, Problem
from webwinnow.gold.labels import Labels, align_bounded
from webwinnow.gold.labels.base import PageWords, Vocabulary, split_words
from webwinnow.io.sources import RawPage, stem_of_file

# Share of the gold's words that the page must contain.
MIN_WORD_SHARE = 0.5


def add_html(store: Store, project: int, name: str, raw: RawPage) -> int:
    """Add one page, named after its file or URL; return its id."""
    page = GoldPage(stem_of_file(name), raw.html, "", "", url=raw.url, charset=raw.charset)
    return add_page(store, project, page)


def add_set(
    store: Store,
    project: int,
    gold_set: GoldSet,
    names: Iterable[str] | None = None,
    *,
    with_gold: bool = False,
) -> AddedPages:
    """Add all pages of a set, or those in `names`.

    With gold, an annotator named after the set labels each page that its gold fits, including pages
    that the project already has.
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

    annotator = f"gold of {gold_set.name}"
    label = partial(label_from_gold, store, project, annotator) if with_gold else None
    added = add_pages(store, project, pages(), after_each=label)
    added.rejected += problems
    return added


def label_from_gold(store: Store, project: int, annotator: str, id: int, gold: GoldPage) -> None:
    """Label a page from its gold; existing labels stay. Unusable gold raises an error."""
    page, _ = parse_page(store, id)
    found = align_gold(page, gold)
    annotator = add_annotator(store, project, annotator)
    with store.write() as db:
        given = labels_from_kept(page, found.keep, found.kind)
        insert_labels(db, load_page(db, id), annotator, given, annotator, "done")


def align_gold(page: Page, gold: GoldPage) -> Labels:
    if not (gold.text or gold.segments is not None or gold.marked_text is not None):
        raise AnnotationError("the set has no gold for this page; label it")
    found = align_bounded(page, gold)
    if found is None:
        raise AnnotationError("the page is too long to align its gold; label the page")
    vocabulary = Vocabulary()
    wanted = Counter(vocabulary.number(split_words(gold.text)).tolist())
    kept = Counter(PageWords.of(page, vocabulary, found.keep).words.tolist())
    shared, all_words = (wanted & kept).total(), wanted.total()
    if shared < MIN_WORD_SHARE * all_words:
        raise AnnotationError(
            f"the gold does not fit the page: {shared} of its {all_words} words are on the page;"
            " check that it belongs to this page"
        )
    return found
