"""What routes of projects and of labels share: errors and their status, the page in the address,
labels as JSON.
"""

from typing import Any

from webwinnow import annotation
from webwinnow.annotation import AnnotatorLabels, LabelChange, PageInfo, PageStatus
from webwinnow.errors import WebwinnowError
from webwinnow.web.studio.routes.requests import Asked

__all__ = ["PAGE", "PROJECT", "changed", "page_of", "present", "refused", "touched", "verdict"]

PROJECT = "/api/projects/{id:number}"
PAGE = f"{PROJECT}/pages/{{page:number}}"

STATUS: dict[type[WebwinnowError], int] = {
    annotation.NotFound: 404,
    annotation.Conflict: 409,
    annotation.UnlabelledBlocks: 409,
    annotation.AlreadyExists: 409,
    annotation.PageTooLarge: 413,
    annotation.StoreUnusable: 503,
}


def refused(asked: Asked, error: WebwinnowError) -> tuple[int, dict[str, Any]]:
    more: dict[str, Any] = {}
    if isinstance(error, annotation.Conflict):
        annotator = error.annotator
        marks = annotation.annotator_labels(asked.studio.store, asked.path["page"], annotator)
        more = {**present(marks), **touched(asked, annotator)}
    if isinstance(error, annotation.UnlabelledBlocks):
        more = {"left": error.blocks}
    return STATUS.get(type(error), 400), more


def page_of(asked: Asked) -> PageInfo:
    """The page in the address, which has to be of the project there."""
    found = annotation.page_info(asked.studio.store, asked.path["page"])
    if found.project != asked.path["id"]:
        raise annotation.NotFound(f"the project has no page with the number {found.id}")
    return found


def verdict(now: PageStatus) -> dict[str, Any]:
    """What becomes of a page; `differing`, `open` and `overruled` are numbers of blocks."""
    return {
        "settled": now.is_settled,
        "differing": now.differing_blocks,
        "open": now.open_blocks,
        "overruled": now.overruled_blocks,
        "problem": now.problem,
    }


def touched(asked: Asked, annotator: str) -> dict[str, Any]:
    """Runs whose label is the annotator's own, and not a method's."""
    return {"touched": annotation.labelled_runs(asked.studio.store, asked.path["page"], annotator)}


def standing_of(marks: AnnotatorLabels) -> dict[str, Any]:
    """All but the labels, which may be many."""
    return {
        "act": marks.change,
        "can_undo": marks.can_undo,
        "can_redo": marks.can_redo,
        "state": marks.state,
        "left": marks.left,
        "prelabelled": marks.prelabelled,
        "carried": marks.carried,
    }


def present(marks: AnnotatorLabels) -> dict[str, Any]:
    return {"labels": marks.labels.tolist(), **standing_of(marks)}


def changed(done: LabelChange) -> dict[str, Any]:
    """Each run that changed, with its label now."""
    return {"changes": [[run, new] for run, _, new in done.changes], **standing_of(done.current)}
