"""Projects over HTTP, in JSON: each route makes one call.

Errors are `{"error": "one line"}`: 404 for what is not there, 409 for what changed in between or is
taken, 413 for what is too large, 503 where nothing can be written now, 400 for the rest. Where
labels changed in between, the answer has them as they are now, as `GET …/pages/{page}` gives them
less the blocks. `act` is the number of the last change that a window knows of; left out, nothing is
checked.

    GET    /api/projects                           all, with progress
    POST   /api/projects                           {name, prelabel?, instructions?}
    GET    /api/projects/{id}                      one, with its pages
    PATCH  /api/projects/{id}                      {name?, prelabel?, instructions?}
    DELETE /api/projects/{id}
    POST   /api/projects/{id}/annotators           {name}
    POST   /api/projects/{id}/pages?name=&url=     the HTML itself
    POST   /api/projects/{id}/pages/from-set       {set, names | all: true, gold?: true}
    POST   /api/projects/{id}/pages/address        {url}
    DELETE /api/projects/{id}/pages/{page}
    GET    /api/projects/{id}/pages/{page}?annotator=NAME
    POST   /api/projects/{id}/pages/{page}/labels  {annotator, act?, runs, label}
    POST   /api/projects/{id}/pages/{page}/undo    {annotator, act?}; likewise /redo
    POST   /api/projects/{id}/pages/{page}/done    {annotator, act?, done, rest?: "boilerplate"}
    GET    /api/projects/{id}/pages/{page}/differences
    POST   /api/projects/{id}/pages/{page}/final   {runs, label, act?}; likewise /final/undo, /redo
    GET    /api/projects/{id}/agreement
    GET    /api/projects/{id}/export?format=&annotator=   a ZIP archive
    GET    /frame/project/{id}/{page}              the page to be looked at
"""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import PurePath
from typing import Any, Protocol
from urllib.parse import quote

from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from webwinnow import annotation
from webwinnow.annotation import FINAL, Changed, Marks, PageInfo, Standing, Store
from webwinnow.datasets.base import GoldSet
from webwinnow.errors import WebwinnowError
from webwinnow.methods.base import Method
from webwinnow.sources import Raw, Source, stem_of_url
from webwinnow.studio import asked as asking
from webwinnow.studio.asked import BadRequest, Handler, route

__all__ = ["routes"]

STATUS: dict[type[WebwinnowError], int] = {
    annotation.NotThere: 404,
    annotation.Conflict: 409,
    annotation.Unfinished: 409,
    annotation.Taken: 409,
    annotation.TooLarge: 413,
    annotation.Unusable: 503,
}


class Catalogue(Protocol):
    def find(self, name: str, preset: str | None = None) -> Method: ...


class LoadedSet(Protocol):
    def pages(self) -> GoldSet: ...


class Sets(Protocol):
    def find(self, set: str) -> LoadedSet: ...  # a LookupError where there is none


class Studio(Protocol):
    """What of `app.state.studio` is used here."""

    @property
    def store(self) -> Store: ...
    @property
    def catalogue(self) -> Catalogue: ...
    @property
    def sets(self) -> Sets: ...
    @property
    def allow_private(self) -> bool: ...


Asked = asking.Asked[Studio]


def refused(asked: Asked, error: WebwinnowError) -> tuple[int, dict[str, Any]]:
    more: dict[str, Any] = {}
    if isinstance(error, annotation.Conflict):
        annotator = error.annotator
        marks = annotation.marks(asked.studio.store, asked.path["page"], annotator)
        more = {**present(marks), **touched(asked, annotator)}
    if isinstance(error, annotation.Unfinished):
        more = {"left": error.blocks}
    return STATUS.get(type(error), 400), more


def page_of(asked: Asked) -> PageInfo:
    """The page in the address, which has to be of the project there."""
    found = annotation.page_info(asked.studio.store, asked.path["page"])
    if found.project != asked.path["id"]:
        raise annotation.NotThere(f"the project has no page with the number {found.id}")
    return found


def list_projects(asked: Asked) -> Any:
    return [summary(asked, each) for each in annotation.projects(asked.studio.store)]


def summary(asked: Asked, project: annotation.Project) -> dict[str, Any]:
    found = annotation.standings(asked.studio.store, project.id)
    annotators = annotation.annotators(asked.studio.store, project.id)
    return {
        **asdict(project),
        "pages": len(found),
        "annotators": [asdict(each) for each in annotators],
        "settled": sum(each.is_settled for each in found),
        "ready": sum(each.problem is None for each in found),
    }


def create_project(asked: Asked) -> Any:
    made = annotation.create_project(
        asked.studio.store,
        asked.body.text("name"),
        prelabel=checked_method(asked, asked.body.text_or_none("prelabel")),
        instructions=asked.body.text_or_none("instructions") or "",
    )
    return summary(asked, made)


def checked_method(asked: Asked, name: str | None) -> str | None:
    """An empty name is none; an unknown one an error."""
    if name:
        asked.studio.catalogue.find(name)
    return name or None


def show_project(asked: Asked) -> Any:
    project = annotation.project(asked.studio.store, asked.path["id"])
    states = annotation.states(asked.studio.store, project.id)
    found = annotation.standings(asked.studio.store, project.id)
    return {
        **summary(asked, project),
        "pages": [page_line(each, states.get(each.page.id, {})) for each in found],
    }


def page_line(now: Standing, states: dict[str, str]) -> dict[str, Any]:
    page = now.page
    told = {"id": page.id, "name": page.name, "url": page.url, "site": page.site}
    verdict = {"settled": now.is_settled, "open": now.open_blocks, "problem": now.problem}
    rest = {"type": page.type, "title": page.title, "words": page.words, "states": states}
    return {**told, **rest, **verdict}


def change_project(asked: Asked) -> Any:
    # `"prelabel": null` means none; a field that is left out stays as it is.
    prelabel = asked.body.text_or_none("prelabel")
    checked_method(asked, prelabel)
    changed = annotation.change_project(
        asked.studio.store,
        asked.path["id"],
        name=asked.body.text_or_none("name"),
        prelabel=(prelabel or "") if "prelabel" in asked.body.fields else None,
        instructions=asked.body.text_or_none("instructions"),
    )
    return summary(asked, changed)


def delete_project(asked: Asked) -> Any:
    annotation.delete_project(asked.studio.store, asked.path["id"])
    return {}


def add_annotator(asked: Asked) -> Any:
    return {
        "name": annotation.add_annotator(
            asked.studio.store, asked.path["id"], asked.body.text("name")
        )
    }


def upload_page(asked: Asked) -> Any:
    url = asked.query.get("url") or None
    name = asked.query.get("name") or (stem_of_url(url) if url else "page")
    raw = Raw(asked.raw, url, asked.charset)
    return {"id": annotation.add_html(asked.studio.store, asked.path["id"], name, raw)}


def add_from_set(asked: Asked) -> Any:
    try:
        gold_set = asked.studio.sets.find(asked.body.text("set")).pages()
    except LookupError as error:
        raise annotation.NotThere(str(error)) from None
    added = annotation.add_set(
        asked.studio.store,
        asked.path["id"],
        gold_set,
        None if asked.body.truth("all", False) else asked.body.texts("names"),
        with_gold=asked.body.truth("gold", False),
    )
    refused = [problem._asdict() for problem in added.refused]
    return {"added": len(added.pages), "same": added.same, "refused": refused}


def add_address(asked: Asked) -> Any:
    url = asked.body.text("url").strip()
    source = Source(url, PurePath(), url=url)
    raw = source.read(allow_private=asked.studio.allow_private)
    name = stem_of_url(raw.url or url)
    return {"id": annotation.add_html(asked.studio.store, asked.path["id"], name, raw)}


def delete_page(asked: Asked) -> Any:
    annotation.delete_page(asked.studio.store, page_of(asked).id)
    return {}


def open_page(asked: Asked) -> Any:
    info, annotator = page_of(asked), asked.query.get("annotator")
    if not annotator:
        raise BadRequest("whose labels? add ?annotator=NAME to the address")
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
        **present(opened.marks),
        **touched(asked, annotator),
        "problem": opened.problem,
    }


def touched(asked: Asked, annotator: str) -> dict[str, Any]:
    """Runs whose label is the annotator's own, and not a method's."""
    return {"touched": annotation.touched(asked.studio.store, asked.path["page"], annotator)}


def blocks_of(opened: annotation.Opened) -> list[dict[str, Any]]:
    """`parts` are the runs that can be seen, with their texts."""
    page = opened.page
    found: list[dict[str, Any]] = [
        {"block": number, "runs": [], "text": text, "visible": False, "parts": []}
        for number, text in enumerate(page.block_texts())
    ]
    is_visible, texts = annotation.visible(page).tolist(), page.run_texts()
    for run, block in enumerate(page.runs.block.tolist()):
        if block >= 0:
            found[block]["runs"].append(run)
            found[block]["visible"] |= is_visible[run]
            if is_visible[run]:
                found[block]["parts"].append({"run": run, "text": texts[run]})
    return found


def standing_of(marks: Marks) -> dict[str, Any]:
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


def present(marks: Marks) -> dict[str, Any]:
    return {"labels": marks.labels.tolist(), **standing_of(marks)}


def changed(done: Changed) -> dict[str, Any]:
    """Each run that changed, with its label now."""
    return {"changes": [[run, new] for run, _, new in done.changes], **standing_of(done.marks)}


def put_labels(asked: Asked) -> Any:
    return labelled(asked, asked.body.text("annotator"))


def labelled(asked: Asked, annotator: str) -> dict[str, Any]:
    runs, label = asked.body.numbers("runs"), asked.body.number("label")
    known, page = asked.body.number_or_none("act"), page_of(asked).id
    return changed(annotation.label(asked.studio.store, page, annotator, runs, label, known))


def undo(asked: Asked) -> Any:
    return turned(asked, annotation.undo, asked.body.text("annotator"))


def redo(asked: Asked) -> Any:
    return turned(asked, annotation.redo, asked.body.text("annotator"))


def turned(asked: Asked, turn: Callable[..., Changed], annotator: str) -> dict[str, Any]:
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
            asked.body.text("annotator"),
            asked.body.truth("done", True),
            fill=rest is not None,
            known=asked.body.number_or_none("act"),
        )
    )


def show_differences(asked: Asked) -> Any:
    found = annotation.adjudication(asked.studio.store, page_of(asked).id)
    now = found.standing
    return {
        "annotators": list(now.done),
        "differences": [asdict(each) for each in found.differences],
        **present(found.marks),
        "settled": now.is_settled,
        "open": now.open_blocks,
        "problem": now.problem,
    }


def settle(asked: Asked) -> Any:
    return with_verdict(asked, labelled(asked, FINAL))


def undo_final(asked: Asked) -> Any:
    return with_verdict(asked, turned(asked, annotation.undo, FINAL))


def redo_final(asked: Asked) -> Any:
    return with_verdict(asked, turned(asked, annotation.redo, FINAL))


def with_verdict(asked: Asked, answer: dict[str, Any]) -> dict[str, Any]:
    now = annotation.standing(asked.studio.store, asked.path["page"])
    verdict = {"settled": now.is_settled, "open": now.open_blocks, "problem": now.problem}
    return {**answer, **verdict}


def show_agreement(asked: Asked) -> Any:
    return [asdict(each) for each in annotation.agreement(asked.studio.store, asked.path["id"])]


def export(asked: Asked) -> Response:
    form, annotator = asked.query.get("format", "set"), asked.query.get("annotator") or None
    project = annotation.project(asked.studio.store, asked.path["id"])
    parts = annotation.as_zip(asked.studio.store, project.id, form, annotator)
    file = annotation.file_names([f"{project.name}-{form}"]).popitem()[1]
    # Names beyond ASCII have a notation of their own (RFC 6266).
    named = f"attachment; filename*=UTF-8''{quote(file)}.zip"
    return StreamingResponse(
        parts, media_type="application/zip", headers={"Content-Disposition": named}
    )


def show_frame(asked: Asked) -> Response:

    from webwinnow.studio.frames import frame

    page, _ = annotation.parsed(asked.studio.store, page_of(asked).id)
    shown: Response = frame(page)
    return shown


PROJECTS, PROJECT = "/api/projects", "/api/projects/{id:int}"
PAGES, PAGE = f"{PROJECT}/pages", f"{PROJECT}/pages/{{page:int}}"

TABLE: list[tuple[str, str, Handler]] = [
    ("GET", PROJECTS, list_projects),
    ("POST", PROJECTS, create_project),
    ("GET", PROJECT, show_project),
    ("PATCH", PROJECT, change_project),
    ("DELETE", PROJECT, delete_project),
    ("POST", f"{PROJECT}/annotators", add_annotator),
    ("POST", f"{PAGES}/from-set", add_from_set),
    ("POST", f"{PAGES}/address", add_address),
    ("DELETE", PAGE, delete_page),
    ("GET", PAGE, open_page),
    ("POST", f"{PAGE}/labels", put_labels),
    ("POST", f"{PAGE}/undo", undo),
    ("POST", f"{PAGE}/redo", redo),
    ("POST", f"{PAGE}/done", finish),
    ("GET", f"{PAGE}/differences", show_differences),
    ("POST", f"{PAGE}/final", settle),
    ("POST", f"{PAGE}/final/undo", undo_final),
    ("POST", f"{PAGE}/final/redo", redo_final),
    ("GET", f"{PROJECT}/agreement", show_agreement),
    ("GET", f"{PROJECT}/export", export),
    ("GET", "/frame/project/{id:int}/{page:int}", show_frame),
]

routes: list[Route] = [
    route("POST", PAGES, upload_page, refused, raw_limit=annotation.MOST_BYTES),
    *(route(method, path, handler, refused) for method, path, handler in TABLE),
]
