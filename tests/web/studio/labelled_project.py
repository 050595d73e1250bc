"""Labelled projects for tests of training."""

from pathlib import Path

from tests.support.generated_pages import gold_page
from tests.support.gold_sets import gold_set
from webwinnow import annotation
from webwinnow.web.studio.jobs.job import TrainingPages, TrainingTask


def labelled_project(
    store: annotation.Store, name: str = "news", *, pages: int = 8, sites: int = 4
) -> int:
    """Create a project with labelled pages; return its id."""
    project = annotation.create_project(store, name).id
    golds = [gold_page(number, sites=sites) for number in range(pages)]
    added = annotation.add_set(store, project, gold_set(*golds), with_gold=True)
    assert len(added.pages) == pages
    return project


def labelled_pages(path: Path, *, pages: int = 8, sites: int = 4) -> TrainingPages:
    with annotation.Store(path) as store:
        return TrainingPages(
            "project", labelled_project(store, pages=pages, sites=sites), "news", str(path)
        )


def task(name: str, origin: TrainingPages | None = None, method: str = "texrex") -> TrainingTask:
    return TrainingTask(method, name, origin or TrainingPages("set", "none", "none", "/nowhere"))
