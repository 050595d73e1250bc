"""Routes to label a page of a project and to settle differences.

`act` is the number of the last change that the client knows; without it, nothing is checked. If
the labels changed since, the response has status 409 and the current labels, as
`GET …/pages/{page}` returns them without the blocks.

    GET    /api/projects/{id}/pages/{page}?annotator=NAME
    POST   /api/projects/{id}/pages/{page}/labels  {annotator, act?, runs, label}
    POST   /api/projects/{id}/pages/{page}/undo    {annotator, act?}; also /redo
    POST   /api/projects/{id}/pages/{page}/done    {annotator, act?, done, rest?: "boilerplate"}
    GET    /api/projects/{id}/pages/{page}/differences
    POST   /api/projects/{id}/pages/{page}/final   {runs, label, act?}; also /final/undo, /redo
    GET    /frame/project/{id}/{page}              the sanitized page
"""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from starlette.responses import Response

from webwinnow import annotation
from webwinnow.annotation import ADJUDICATOR, LabelChange, PageInfo
from webwinnow.errors import InputError
from webwinnow.web.studio.routes.requests import StudioRequest, make_routes
from webwinnow.web.studio.routes.responses import (
    change_json,
    labelled_runs_json,
    labels_json,
    sanitized_page,
    status_json,
)

PROJECT = "/api/projects/{id:number}"
PAGE = f"{PROJECT}/pages/{{page:number}}"


def find_page(request: StudioRequest) -> PageInfo:
    """The page of the path, which must belong to the project of the path."""
    found = annotation.page_info(request.studio.store, request.path["page"])
    if found.project != request.path["id"]:
        raise annotation.NotFound(f"the project has no page with the id {found.id}")
    return found


def check_annotator(name: str | None) -> str:
    """Reject a blank name, which is that of the adjudicator."""
    if not name or not name.strip():
        raise InputError("the annotator is missing; name an annotator of the project")
    return name


def open_page(request: StudioRequest) -> Any:
    studio = request.studio
    info, annotator = find_page(request), check_annotator(request.query.optional_text("annotator"))
    opened = annotation.open_page(studio.store, info.id, annotator, studio.catalogue.find)
    return {
        "page": page_json(request, info),
        "blocks": blocks_json(opened),
        **labels_json(opened.current),
        **labelled_runs_json(studio.store, info.id, annotator),
        "problem": opened.problem,
    }


def page_json(request: StudioRequest, info: PageInfo) -> dict[str, Any]:
    """The page with its position and its neighbours in the project."""
    pages = [each.id for each in annotation.page_infos(request.studio.store, info.project)]
    index = pages.index(info.id)
    return {
        "id": info.id,
        "name": info.name,
        "url": info.url,
        "title": info.title,
        "position": index + 1,
        "count": len(pages),
        "previous": pages[index - 1] if index else None,
        "next": pages[index + 1] if index + 1 < len(pages) else None,
    }


def blocks_json(opened: annotation.OpenedPage) -> list[dict[str, Any]]:
    """The blocks; `parts` are their visible runs with texts."""
    page = opened.page
    found: list[dict[str, Any]] = [
        {"block": number, "runs": [], "text": text, "visible": False, "parts": []}
        for number, text in enumerate(page.block_texts())
    ]
    is_visible, texts = annotation.visible_runs(page).tolist(), page.run_texts()
    for run, block in enumerate(page.runs.block.tolist()):
        if block >= 0:
            found[block]["runs"].append(run)
            found[block]["visible"] |= is_visible[run]
            if is_visible[run]:
                found[block]["parts"].append({"run": run, "text": texts[run]})
    return found


def body_annotator(request: StudioRequest) -> str:
    return check_annotator(request.body.optional_text("annotator"))


def label(request: StudioRequest) -> Any:
    return label_runs(request, body_annotator(request))


def label_runs(request: StudioRequest, annotator: str) -> dict[str, Any]:
    runs, label = request.body.numbers("runs"), request.body.number("label")
    known, page = request.body.optional_number("act"), find_page(request).id
    return change_json(annotation.label(request.studio.store, page, annotator, runs, label, known))


def undo(request: StudioRequest) -> Any:
    return undo_or_redo(request, annotation.undo, body_annotator(request))


def redo(request: StudioRequest) -> Any:
    return undo_or_redo(request, annotation.redo, body_annotator(request))


def undo_or_redo(
    request: StudioRequest, action: Callable[..., LabelChange], annotator: str
) -> dict[str, Any]:
    store, page = request.studio.store, find_page(request).id
    change = action(store, page, annotator, request.body.optional_number("act"))
    return {**change_json(change), **labelled_runs_json(store, page, annotator)}


def finish(request: StudioRequest) -> Any:
    rest = request.body.optional_text("rest")
    if rest not in (None, "boilerplate"):
        raise InputError(f"rest cannot be {rest!r}; send 'boilerplate', or leave it out")
    return change_json(
        annotation.finish(
            request.studio.store,
            find_page(request).id,
            body_annotator(request),
            request.body.boolean("done", True),
            fill=rest is not None,
            known_change=request.body.optional_number("act"),
        )
    )


def show_differences(request: StudioRequest) -> Any:
    found = annotation.find_differences(request.studio.store, find_page(request).id)
    return {
        "annotators": list(found.status.done),
        "differences": [asdict(each) for each in found.differences],
        **labels_json(found.current),
        **status_json(found.status),
    }


def settle(request: StudioRequest) -> Any:
    return with_status(request, label_runs(request, ADJUDICATOR))


def undo_settle(request: StudioRequest) -> Any:
    return with_status(request, undo_or_redo(request, annotation.undo, ADJUDICATOR))


def redo_settle(request: StudioRequest) -> Any:
    return with_status(request, undo_or_redo(request, annotation.redo, ADJUDICATOR))


def with_status(request: StudioRequest, fields: dict[str, Any]) -> dict[str, Any]:
    status = annotation.page_status(request.studio.store, request.path["page"])
    return {**fields, **status_json(status)}


def show_frame(request: StudioRequest) -> Response:
    page, _ = annotation.parse_page(request.studio.store, find_page(request).id)
    return sanitized_page(page)


routes = make_routes(
    [
        ("GET", PAGE, open_page),
        ("POST", f"{PAGE}/labels", label),
        ("POST", f"{PAGE}/undo", undo),
        ("POST", f"{PAGE}/redo", redo),
        ("POST", f"{PAGE}/done", finish),
        ("GET", f"{PAGE}/differences", show_differences),
        ("POST", f"{PAGE}/final", settle),
        ("POST", f"{PAGE}/final/undo", undo_settle),
        ("POST", f"{PAGE}/final/redo", redo_settle),
        ("GET", "/frame/project/{id:number}/{page:number}", show_frame),
    ]
)
