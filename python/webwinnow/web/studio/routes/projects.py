"""Projects over HTTP, in JSON: each route makes one call; `labelling.py` has those of one page.

Errors are `{"error": "one line"}`: 404 for what is not there, 409 for what changed in between or is
taken, 413 for what is too large, 503 where nothing can be written now, 400 for the rest.

    GET    /api/projects                           all, with progress
    POST   /api/projects                           {name, prelabel?, instructions?}
    GET    /api/projects/{id}                      one, with its pages
    PATCH  /api/projects/{id}                      {name?, prelabel?, instructions?}
    DELETE /api/projects/{id}
    POST   /api/projects/{id}/annotators           {name}
    POST   /api/projects/{id}/pages?name=&url=     the HTML itself
    POST   /api/projects/{id}/pages/from-set       {set, names | all: true, gold?: true}
    POST   /api/projects/{id}/pages/address        {url}
    PATCH  /api/projects/{id}/pages/{page}         {site}
    DELETE /api/projects/{id}/pages/{page}
    GET    /api/projects/{id}/agreement
    GET    /api/projects/{id}/export?format=&annotator=   a ZIP archive
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from webwinnow import annotation
from webwinnow.annotation import PageStatus
from webwinnow.io.sources import RawPage, stem_of_url
from webwinnow.web.studio.attachments import attachment
from webwinnow.web.studio.page_sets import UnknownPage
from webwinnow.web.studio.routes.requests import Asked, Handler, route
from webwinnow.web.studio.routes.responses import PAGE, PROJECT, page_of, refused, verdict
from webwinnow.web.studio.routes.view import fetched

__all__ = ["routes"]


def list_projects(asked: Asked) -> Any:
    store = asked.studio.store
    return [
        summary(asked, each, annotation.page_statuses(store, each.id))
        for each in annotation.projects(store)
    ]


def summary(
    asked: Asked, project: annotation.Project, found: Sequence[PageStatus]
) -> dict[str, Any]:
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
    return summary(asked, made, [])


def checked_method(asked: Asked, name: str | None) -> str | None:
    """An empty name is none; an unknown one an error."""
    if name:
        asked.studio.catalogue.find(name)
    return name or None


def show_project(asked: Asked) -> Any:
    project = annotation.project(asked.studio.store, asked.path["id"])
    states = annotation.annotator_states(asked.studio.store, project.id)
    found = annotation.page_statuses(asked.studio.store, project.id)
    return {
        **summary(asked, project, found),
        "pages": [page_line(each, states.get(each.page.id, {})) for each in found],
    }


def page_line(now: PageStatus, states: dict[str, str]) -> dict[str, Any]:
    page = now.page
    told = {"id": page.id, "name": page.name, "url": page.url, "site": page.site}
    rest = {"type": page.type, "title": page.title, "words": page.words, "states": states}
    return {**told, **rest, **verdict(now)}


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
    return summary(asked, changed, annotation.page_statuses(asked.studio.store, changed.id))


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
    raw = RawPage(asked.raw, url, asked.charset)
    return {"id": annotation.add_html(asked.studio.store, asked.path["id"], name, raw)}


def add_from_set(asked: Asked) -> Any:
    try:
        gold_set = asked.studio.sets.find(asked.body.text("set")).pages()
    except UnknownPage as error:
        raise annotation.NotFound(str(error)) from None
    added = annotation.add_set(
        asked.studio.store,
        asked.path["id"],
        gold_set,
        None if asked.body.truth("all", False) else asked.body.texts("names"),
        with_gold=asked.body.truth("gold", False),
    )
    problems = [problem._asdict() for problem in added.rejected]
    return {"added": len(added.pages), "same": added.same, "refused": problems}


def add_address(asked: Asked) -> Any:
    url = asked.body.text("url").strip()
    raw = fetched(url, allow_private=asked.studio.allow_private)
    name = stem_of_url(raw.url or url)
    return {"id": annotation.add_html(asked.studio.store, asked.path["id"], name, raw)}


def change_page(asked: Asked) -> Any:
    site = asked.body.text("site")
    page = annotation.change_page(asked.studio.store, page_of(asked).id, site=site)
    return {"id": page.id, "site": page.site}


def delete_page(asked: Asked) -> Any:
    annotation.delete_page(asked.studio.store, page_of(asked).id)
    return {}


def show_agreement(asked: Asked) -> Any:
    return [asdict(each) for each in annotation.agreement(asked.studio.store, asked.path["id"])]


def export(asked: Asked) -> Response:
    form, annotator = asked.query.get("format", "set"), asked.query.get("annotator") or None
    project = annotation.project(asked.studio.store, asked.path["id"])
    parts = annotation.export_zip(asked.studio.store, project.id, form, annotator)
    headers = {"Content-Disposition": attachment(f"{project.name}-{form}", ".zip")}
    return StreamingResponse(parts, media_type="application/zip", headers=headers)


PROJECTS, PAGES = "/api/projects", f"{PROJECT}/pages"

TABLE: list[tuple[str, str, Handler]] = [
    ("GET", PROJECTS, list_projects),
    ("POST", PROJECTS, create_project),
    ("GET", PROJECT, show_project),
    ("PATCH", PROJECT, change_project),
    ("DELETE", PROJECT, delete_project),
    ("POST", f"{PROJECT}/annotators", add_annotator),
    ("POST", f"{PAGES}/from-set", add_from_set),
    ("POST", f"{PAGES}/address", add_address),
    ("PATCH", PAGE, change_page),
    ("DELETE", PAGE, delete_page),
    ("GET", f"{PROJECT}/agreement", show_agreement),
    ("GET", f"{PROJECT}/export", export),
]

routes: list[Route] = [
    route("POST", PAGES, upload_page, refused, raw_limit=annotation.MAX_PAGE_BYTES),
    *(route(method, path, handler, refused) for method, path, handler in TABLE),
]
