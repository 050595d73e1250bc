"""Routes of annotation projects; `labels.py` has the routes of one page.

Errors are `{"error": "one line"}`: 404 for an unknown project or page, 409 for a conflict, 413 for
a page over the limit, 503 for a locked store, 400 for the rest.

    GET    /api/projects                           all, with progress
    POST   /api/projects                           {name, prelabel?, instructions?}
    GET    /api/projects/{id}                      one, with its pages
    PATCH  /api/projects/{id}                      {name?, prelabel?, instructions?}
    DELETE /api/projects/{id}
    POST   /api/projects/{id}/annotators           {name}
    POST   /api/projects/{id}/pages?name=&url=     the HTML
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

from webwinnow import annotation
from webwinnow.annotation import PageStatus
from webwinnow.io.sources import RawPage, stem_of_url
from webwinnow.web.studio.routes.labels import PAGE, PROJECT, find_page
from webwinnow.web.studio.routes.requests import StudioRequest, make_routes
from webwinnow.web.studio.routes.responses import attachment_header, status_json
from webwinnow.web.studio.routes.view import fetch_page


def list_projects(request: StudioRequest) -> Any:
    store = request.studio.store
    return [
        project_json(request, each, annotation.page_statuses(store, each.id))
        for each in annotation.projects(store)
    ]


def project_json(
    request: StudioRequest, project: annotation.Project, statuses: Sequence[PageStatus]
) -> dict[str, Any]:
    annotators = annotation.annotators(request.studio.store, project.id)
    return {
        **asdict(project),
        "pages": len(statuses),
        "annotators": [asdict(each) for each in annotators],
        "settled": sum(each.is_settled for each in statuses),
        "ready": sum(each.problem is None for each in statuses),
    }


def create_project(request: StudioRequest) -> Any:
    project = annotation.create_project(
        request.studio.store,
        request.body.text("name"),
        prelabel=check_method(request, request.body.optional_text("prelabel")),
        instructions=request.body.optional_text("instructions") or "",
    )
    return project_json(request, project, [])


def check_method(request: StudioRequest, name: str | None) -> str | None:
    """Check that the method exists; an empty name means no method."""
    if name:
        request.studio.catalogue.find(name)
    return name or None


def show_project(request: StudioRequest) -> Any:
    project = annotation.project(request.studio.store, request.path["id"])
    states = annotation.annotator_states(request.studio.store, project.id)
    statuses = annotation.page_statuses(request.studio.store, project.id)
    return {
        **project_json(request, project, statuses),
        "pages": [page_json(each, states.get(each.page.id, {})) for each in statuses],
    }


def page_json(status: PageStatus, states: dict[str, str]) -> dict[str, Any]:
    page = status.page
    return {
        "id": page.id,
        "name": page.name,
        "url": page.url,
        "site": page.site,
        "type": page.type,
        "title": page.title,
        "words": page.words,
        "states": states,
        **status_json(status),
    }


def change_project(request: StudioRequest) -> Any:
    # `"prelabel": null` removes the method; a missing field leaves it unchanged.
    prelabel = request.body.optional_text("prelabel")
    check_method(request, prelabel)
    changed = annotation.change_project(
        request.studio.store,
        request.path["id"],
        name=request.body.optional_text("name"),
        prelabel=(prelabel or "") if "prelabel" in request.body.fields else None,
        instructions=request.body.optional_text("instructions"),
    )
    statuses = annotation.page_statuses(request.studio.store, changed.id)
    return project_json(request, changed, statuses)


def delete_project(request: StudioRequest) -> Any:
    annotation.delete_project(request.studio.store, request.path["id"])
    return {}


def add_annotator(request: StudioRequest) -> Any:
    name = request.body.text("name")
    return {"name": annotation.add_annotator(request.studio.store, request.path["id"], name)}


def upload_page(request: StudioRequest) -> Any:
    url = request.query.optional_text("url")
    name = request.query.text("name", stem_of_url(url) if url else "page")
    raw = RawPage(request.raw, url, request.charset)
    return {"id": annotation.add_html(request.studio.store, request.path["id"], name, raw)}


def add_from_set(request: StudioRequest) -> Any:
    added = annotation.add_set(
        request.studio.store,
        request.path["id"],
        request.studio.sets.find(request.body.text("set")).pages(),
        None if request.body.boolean("all", False) else request.body.texts("names"),
        with_gold=request.body.boolean("gold", False),
    )
    problems = [problem._asdict() for problem in added.rejected]
    return {"added": len(added.pages), "same": added.same, "refused": problems}


def add_from_url(request: StudioRequest) -> Any:
    url = request.body.text("url").strip()
    raw = fetch_page(url, allow_private=request.studio.allow_private)
    name = stem_of_url(raw.url or url)
    return {"id": annotation.add_html(request.studio.store, request.path["id"], name, raw)}


def change_page(request: StudioRequest) -> Any:
    site = request.body.text("site")
    page = annotation.change_page(request.studio.store, find_page(request).id, site=site)
    return {"id": page.id, "site": page.site}


def delete_page(request: StudioRequest) -> Any:
    annotation.delete_page(request.studio.store, find_page(request).id)
    return {}


def show_agreement(request: StudioRequest) -> Any:
    return [asdict(each) for each in annotation.agreement(request.studio.store, request.path["id"])]


def export(request: StudioRequest) -> Response:
    form, annotator = request.query.text("format", "set"), request.query.optional_text("annotator")
    project = annotation.project(request.studio.store, request.path["id"])
    chunks = annotation.export_zip(request.studio.store, project.id, form, annotator)
    headers = attachment_header(f"{project.name}-{form}", ".zip")
    return StreamingResponse(chunks, media_type="application/zip", headers=headers)


PROJECTS, PAGES = "/api/projects", f"{PROJECT}/pages"

routes = make_routes(
    [
        ("GET", PROJECTS, list_projects),
        ("POST", PROJECTS, create_project),
        ("GET", PROJECT, show_project),
        ("PATCH", PROJECT, change_project),
        ("DELETE", PROJECT, delete_project),
        ("POST", f"{PROJECT}/annotators", add_annotator),
        ("POST", PAGES, upload_page, annotation.MAX_PAGE_BYTES),
        ("POST", f"{PAGES}/from-set", add_from_set),
        ("POST", f"{PAGES}/address", add_from_url),
        ("PATCH", PAGE, change_page),
        ("DELETE", PAGE, delete_page),
        ("GET", f"{PROJECT}/agreement", show_agreement),
        ("GET", f"{PROJECT}/export", export),
    ]
)
