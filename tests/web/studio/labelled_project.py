"""Projects whose pages are labelled already, for tests of what is learned from them."""

from pathlib import Path

from tests.support.generated import gold_page
from tests.support.gold_sets import gold_set
from webwinnow import annotation
from webwinnow.web.studio.task import Origin, Task


def labelled_project(
    store: annotation.Store, name: str = "news", *, pages: int = 8, sites: int = 4
) -> int:
    """Its number."""
    project = annotation.create_project(store, name).id
    golds = [gold_page(number, sites=sites) for number in range(pages)]
    added = annotation.add_set(store, project, gold_set(*golds), with_gold=True)
    assert len(added.pages) == pages
    return project


def labelled_origin(path: Path, *, pages: int = 8, sites: int = 4) -> Origin:
    with annotation.Store(path) as store:
        return Origin(
            "project", labelled_project(store, pages=pages, sites=sites), "news", str(path)
        )


def task(name: str, origin: Origin | None = None, method: str = "texrex") -> Task:
    return Task(method, name, origin or Origin("set", "none", "none", "/nowhere"))
