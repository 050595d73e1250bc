"""Routes to open a page, to show the decisions of methods on it, and to save its text.

GET  /api/methods                      methods and formats
GET  /api/pages                        opened pages, most recent first
POST /api/pages?name=&url=             open the HTML in the body
POST /api/pages/address                {url}: fetch and open a page
GET  /api/pages/{page}
GET  /api/pages/{page}/decision?method=&preset=&threshold=
GET  /api/pages/{page}/text?…&to=&links=&images=&tables=&metadata=&download=
GET  /api/sets                         page sets of the command line
GET  /api/sets/{set}?search=&from=&count=
POST /api/sets/{set}/open              {name}: open a page of a set
GET  /frame/page/{page}                the sanitized page
"""

from pathlib import PurePath
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import Response

from webwinnow.errors import FetchError, InputError
from webwinnow.formats import FORMATS, SUFFIXES, RenderOptions
from webwinnow.io import sources
from webwinnow.web.responses import text_response
from webwinnow.web.studio import views
from webwinnow.web.studio.page_cache import OpenedPage, parse_page
from webwinnow.web.studio.routes.requests import MAX_PAGE, StudioRequest, make_routes
from webwinnow.web.studio.routes.responses import attachment_header, sanitized_page

PASTED_PAGE = "pasted page"
MAX_NAME = 200
MAX_NAMES = 500
# Advice for a user of the studio if a limit of `fetch` was the reason of a failure.
REMEDIES = {
    "allow_private": "if you trust it, start the studio with --allow-private",
    "seconds": "try again later, or save the page and drop the file here",
    "bytes": "save the page and drop the file here",
}


def list_methods(request: StudioRequest) -> Any:
    return {"methods": request.studio.catalogue.describe(), "formats": FORMATS}


def list_recent(request: StudioRequest) -> Any:
    pages = request.studio.pages.recent()
    return [{"id": page.id, "name": page.name, "url": page.url, "set": page.set} for page in pages]


def open_upload(request: StudioRequest) -> Any:
    name, url = (one_line(request.query.text(key)) for key in ("name", "url"))
    page = parse_page(request.raw, request.charset)
    return {"id": request.studio.pages.add(OpenedPage(name or PASTED_PAGE, page, url or None))}


def open_url(request: StudioRequest) -> Any:
    url = one_line(request.body.text("url"))
    raw = fetch_page(url, allow_private=request.studio.allow_private)
    page = OpenedPage(raw.url or url, parse_page(raw.html, raw.charset), raw.url)
    return {"id": request.studio.pages.add(page)}


def fetch_page(url: str, *, allow_private: bool) -> sources.RawPage:
    """Fetch a page by the rules of the command line; `https://` may be left out."""
    if not url:
        raise InputError("the URL is missing; enter one such as https://example.org/news")
    if not sources.URL_START.match(url):
        url = f"https://{url}"
    try:
        return sources.find_sources([url])[0].read(allow_private=allow_private)
    except FetchError as error:
        if error.setting in REMEDIES:
            raise InputError(f"{error.problem}; {REMEDIES[error.setting]}") from error
        raise


def list_sets(request: StudioRequest) -> Any:
    return request.studio.sets.list()


def list_names(request: StudioRequest) -> Any:
    sets, set, query = request.studio.sets, request.path["set"], request.query
    first, count = query.number("from", 0), min(query.number("count", 100), MAX_NAMES)
    names = sets.names(set, query.text("search"))
    found = {"found": len(names), "names": names[first : first + count]}
    return {**sets.find(set).describe(), **found}


def open_from_set(request: StudioRequest) -> Any:
    set = request.path["set"]
    found = request.studio.sets.read(set, request.body.text("name"))
    gold = found if found.text else None
    page = OpenedPage(found.name, parse_page(found.html, found.charset), found.url, set, gold)
    return {"id": request.studio.pages.add(page)}


def show_page(request: StudioRequest) -> Any:
    return views.page_view(find_page(request))


def show_decision(request: StudioRequest) -> Any:
    return views.decision_view(find_page(request), parse_choice(request), request.studio.catalogue)


def show_text(request: StudioRequest) -> Response:
    """Respond with plain text in every format: page content must not become a studio page."""
    query, page = request.query, find_page(request)
    to = query.text("to", "text")
    options = RenderOptions(
        links=query.boolean("links", False),
        images=query.boolean("images", False),
        tables=query.boolean("tables", True),
    )
    text = views.text_view(
        page,
        parse_choice(request),
        request.studio.catalogue,
        to=to,
        options=options,
        with_metadata=query.boolean("metadata", False),
    )
    headers = download_header(page.name, to) if query.boolean("download", False) else {}
    return text_response(text.encode(), headers)


def download_header(name: str, to: str) -> dict[str, str]:
    """Name the file after the page, with the suffix of the format."""
    suffix = PurePath(name).suffix
    stem = name.removesuffix(suffix) if suffix.lower() in sources.PAGE_SUFFIXES else name
    return attachment_header(stem, SUFFIXES.get(to, ".txt"))


def show_frame(request: StudioRequest) -> Response:
    return sanitized_page(find_page(request).page)


def find_page(request: StudioRequest) -> OpenedPage:
    found = request.studio.pages.find(request.path["page"])
    if found is None:
        raise HTTPException(404, "this page is no longer open; open it again")
    return found


def parse_choice(request: StudioRequest) -> views.MethodChoice:
    query = request.query
    method = query.text("method", request.studio.catalogue.default)
    return views.MethodChoice(method, query.optional_text("preset"), query.share("threshold"))


def one_line(name: str) -> str:
    return " ".join(name.split())[:MAX_NAME]


routes = make_routes(
    [
        ("GET", "/api/methods", list_methods),
        ("GET", "/api/pages", list_recent),
        ("POST", "/api/pages", open_upload, MAX_PAGE),
        ("POST", "/api/pages/address", open_url),
        ("GET", "/api/pages/{page}", show_page),
        ("GET", "/api/pages/{page}/decision", show_decision),
        ("GET", "/api/pages/{page}/text", show_text),
        ("GET", "/api/sets", list_sets),
        ("GET", "/api/sets/{set}", list_names),
        ("POST", "/api/sets/{set}/open", open_from_set),
        ("GET", "/frame/page/{page}", show_frame),
    ]
)
