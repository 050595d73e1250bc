"""Labels over HTTP, in JSON: each route makes one call.

Where labels changed in between, the answer has status 409 and the labels as they are now, as
`GET …/pages/{page}` gives them less the blocks. `act` is the number of the last change that a
window knows of; left out, nothing is checked.

    GET    /api/projects/{id}/pages/{page}?annotator=NAME
    POST   /api/projects/{id}/pages/{page}/labels  {annotator, act?, runs, label}
    POST   /api/projects/{id}/pages/{page}/undo    {annotator, act?}; likewise /redo
    POST   /api/projects/{id}/pages/{page}/done    {annotator, act?, done, rest?: "boilerplate"}
    GET    /api/projects/{id}/pages/{page}/differences
    POST   /api/projects/{id}/pages/{page}/final   {runs, label, act?}; likewise /final/undo, /redo
    GET    /frame/project/{id}/{page}              the page to be looked at
"""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from starlette.responses import Response
from starlette.routing import Route

from webwinnow import annotation
from webwinnow.annotation import ADJUDICATOR, LabelChange
from webwinnow.web.studio.frames import frame
from webwinnow.web.studio.routes.requests import Asked, BadRequest, Handler, route
from webwinnow.web.studio.routes.responses import (
    PAGE,
    changed,
    page_of,
    present,
    refused,
    touched,
    verdict,
)

__all__ = ["routes"]


def whose(name: str | None) -> str:
    """Nobody is named by white space: that is whose decisions settle what others differ on."""
    if not name or not name.strip():
        raise BadRequest("whose labels? name an annotator of the project")
    return name


def open_page(asked: Asked) -> Any:
    info, annotator = page_of(asked), whose(asked.query.get("annotator"))
    find = asked.studio.catalogue.find
    opened = annotation.open_page(asked.studio.store, info.id, annotator, find)
    pages = [each.id for each in annotation.page_infos(asked.studio.store, asked.path["id"])]
    at = pages.index(info.id)
    place = {
        "position": at + 1,
        "count": len(pages),
        "previous": pages[at - 1] if at else None,
        "next": pages[at + 1] if at + 1 < len(pages) else None,
    }
    told = {"id": info.id, "name": info.name, "url": info.url, "title": info.title}
    return {
        "page": {**told, **place},
        "blocks": blocks_of(opened),
        **present(opened.current),
        **touched(asked, annotator),
        "problem": opened.problem,
    }


def blocks_of(opened: annotation.OpenedPage) -> list[dict[str, Any]]:
    """`parts` are the runs that can be seen, with their texts."""
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


def annotator_of(asked: Asked) -> str:
    return whose(asked.body.text_or_none("annotator"))


def put_labels(asked: Asked) -> Any:
    return labelled(asked, annotator_of(asked))


def labelled(asked: Asked, annotator: str) -> dict[str, Any]:
    runs, label = asked.body.numbers("runs"), asked.body.number("label")
    known, page = asked.body.number_or_none("act"), page_of(asked).id
    return changed(annotation.label(asked.studio.store, page, annotator, runs, label, known))


def undo(asked: Asked) -> Any:
    return turned(asked, annotation.undo, annotator_of(asked))


def redo(asked: Asked) -> Any:
    return turned(asked, annotation.redo, annotator_of(asked))


def turned(asked: Asked, turn: Callable[..., LabelChange], annotator: str) -> dict[str, Any]:
    known = asked.body.number_or_none("act")
    done = turn(asked.studio.store, page_of(asked).id, annotator, known)
    return {**changed(done), **touched(asked, annotator)}


def finish(asked: Asked) -> Any:
    rest = asked.body.text_or_none("rest")
    if rest not in (None, "boilerplate"):
        raise BadRequest(f"the rest cannot be {rest!r}; it is boilerplate, or stays as it is")
    return changed(
        annotation.finish(
            asked.studio.store,
            page_of(asked).id,
            annotator_of(asked),
            asked.body.truth("done", True),
            fill=rest is not None,
            known_change=asked.body.number_or_none("act"),
        )
    )


def show_differences(asked: Asked) -> Any:
    found = annotation.find_differences(asked.studio.store, page_of(asked).id)
    return {
        "annotators": list(found.status.done),
        "differences": [asdict(each) for each in found.differences],
        **present(found.current),
        **verdict(found.status),
    }


def settle(asked: Asked) -> Any:
    return with_verdict(asked, labelled(asked, ADJUDICATOR))


def undo_final(asked: Asked) -> Any:
    return with_verdict(asked, turned(asked, annotation.undo, ADJUDICATOR))


def redo_final(asked: Asked) -> Any:
    return with_verdict(asked, turned(asked, annotation.redo, ADJUDICATOR))


def with_verdict(asked: Asked, answer: dict[str, Any]) -> dict[str, Any]:
    now = annotation.page_status(asked.studio.store, asked.path["page"])
    return {**answer, **verdict(now)}


def show_frame(asked: Asked) -> Response:
    page, _ = annotation.parse_page(asked.studio.store, page_of(asked).id)
    return frame(page)


TABLE: list[tuple[str, str, Handler]] = [
    ("GET", PAGE, open_page),
    ("POST", f"{PAGE}/labels", put_labels),
    ("POST", f"{PAGE}/undo", undo),
    ("POST", f"{PAGE}/redo", redo),
    ("POST", f"{PAGE}/done", finish),
    ("GET", f"{PAGE}/differences", show_differences),
    ("POST", f"{PAGE}/final", settle),
    ("POST", f"{PAGE}/final/undo", undo_final),
    ("POST", f"{PAGE}/final/redo", redo_final),
    ("GET", "/frame/project/{id:number}/{page:number}", show_frame),
]

routes: list[Route] = [route(method, path, handler, refused) for method, path, handler in TABLE]
