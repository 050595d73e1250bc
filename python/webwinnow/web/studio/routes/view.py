"""Routes for looking at pages: open one, ask what methods decide of it, take the text."""

from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from webwinnow.errors import FetchError, InputError
from webwinnow.formats import FORMATS, SUFFIXES, RenderOptions
from webwinnow.io import sources
from webwinnow.web.studio import views
from webwinnow.web.studio.attachments import attachment
from webwinnow.web.studio.bodies import charset_of, read_body, read_json
from webwinnow.web.studio.frames import frame
from webwinnow.web.studio.page_cache import OpenedPage, parse
from webwinnow.web.studio.page_sets import UnknownPage
from webwinnow.web.studio.routes.requests import studio_of

__all__ = ["fetched", "routes"]

T = TypeVar("T")

PASTED = "pasted page"
LONGEST_NAME = 200
MOST_NAMES = 500
TRUE, FALSE = frozenset({"1", "true", "yes"}), frozenset({"0", "false", "no"})
# What somebody in front of the studio can do where a setting of `fetch` stood in the way.
REMEDIES = {
    "allow_private": "if you trust it, start the studio with --allow-private",
    "seconds": "try again later, or save the page and drop the file here",
    "bytes": "save the page and drop the file here",
}


def opened_in(request: Request) -> OpenedPage:
    found = studio_of(request).opened.find(request.path_params["page"])
    if found is None:
        raise HTTPException(404, "this page is no longer open; open it again")
    return found


def known(name: object) -> str:
    """A name for people, on one line."""
    return " ".join(str(name or "").split())[:LONGEST_NAME]


async def methods(request: Request) -> JSONResponse:
    described = await run_in_threadpool(studio_of(request).catalogue.describe)
    return JSONResponse({"methods": described, "formats": FORMATS})


async def recent(request: Request) -> JSONResponse:
    pages = studio_of(request).opened.recent()
    return JSONResponse(
        [{"id": page.id, "name": page.name, "url": page.url, "set": page.set} for page in pages]
    )


async def open_sent(request: Request) -> JSONResponse:
    html = await read_body(request)
    name, url = (known(request.query_params.get(key)) for key in ("name", "url"))
    opened = studio_of(request).opened

    def work() -> str:
        page = parse(html, charset_of(request))
        return opened.add(OpenedPage(name or PASTED, page, url or None))

    return JSONResponse({"id": await run_in_threadpool(work)})


async def open_address(request: Request) -> JSONResponse:
    url = known((await read_json(request)).get("url"))
    studio = studio_of(request)

    def work() -> str:
        raw = fetched(url, allow_private=studio.allow_private)
        page = parse(raw.html, raw.charset)
        return studio.opened.add(OpenedPage(raw.url or url, page, raw.url))

    return JSONResponse({"id": await run_in_threadpool(work)})


def fetched(url: str, *, allow_private: bool) -> sources.RawPage:
    """The page at an address, by the rules of the command; `https://` may be left out."""
    if not url:
        raise InputError("no address given; give one such as https://example.org/news")
    if not sources.URL_START.match(url):
        url = f"https://{url}"
    try:
        return sources.find_sources([url])[0].read(allow_private=allow_private)
    except FetchError as error:
        if error.setting in REMEDIES:
            raise InputError(f"{error.problem}; {REMEDIES[error.setting]}") from error
        raise


async def list_sets(request: Request) -> JSONResponse:
    return JSONResponse(studio_of(request).sets.list())


async def list_names(request: Request) -> JSONResponse:
    query = request.query_params
    first = whole(query, "from", 0)
    count = min(whole(query, "count", 100), MOST_NAMES)
    sets, set = studio_of(request).sets, request.path_params["set"]

    def work() -> dict[str, Any]:
        names = sets.names(set, query.get("search", ""))
        described = sets.find(set).describe()
        return {**described, "found": len(names), "names": names[first : first + count]}

    return JSONResponse(await found(work))


async def open_of_set(request: Request) -> JSONResponse:
    name = str((await read_json(request)).get("name", ""))
    studio, set = studio_of(request), request.path_params["set"]

    def work() -> str:
        read = studio.sets.read(set, name)
        page = parse(read.html, read.charset)
        return studio.opened.add(
            OpenedPage(read.name, page, read.url, set, read if read.text else None)
        )

    return JSONResponse({"id": await found(work)})


async def found(work: Callable[[], T]) -> T:
    try:
        return await run_in_threadpool(work)
    except UnknownPage as error:
        raise HTTPException(404, str(error)) from error


async def look(request: Request) -> JSONResponse:
    return JSONResponse(await run_in_threadpool(views.page_view, opened_in(request)))


async def decide(request: Request) -> JSONResponse:
    choice, catalogue = choice_in(request), studio_of(request).catalogue
    view = await run_in_threadpool(views.decision_view, opened_in(request), choice, catalogue)
    return JSONResponse(view)


async def text(request: Request) -> Response:
    """Always as plain text: what a page holds is not to be a page of the studio."""
    query, opened = request.query_params, opened_in(request)
    to = query.get("to", "text")
    options = RenderOptions(
        links=yes(query, "links", False),
        images=yes(query, "images", False),
        tables=yes(query, "tables", True),
    )
    rendered = await run_in_threadpool(
        views.text_view,
        opened,
        choice_in(request),
        studio_of(request).catalogue,
        to=to,
        options=options,
        with_metadata=yes(query, "metadata", False),
    )
    headers = (
        {"Content-Disposition": file_of(opened.name, to)} if yes(query, "download", False) else {}
    )
    return PlainTextResponse(rendered, headers=headers)


def file_of(name: str, to: str) -> str:
    """A file with the page's name, and the suffix of the format."""
    suffix = PurePath(name).suffix
    stem = name.removesuffix(suffix) if suffix.lower() in sources.PAGE_SUFFIXES else name
    return attachment(stem, SUFFIXES[to])


async def frame_of(request: Request) -> Response:
    return await run_in_threadpool(frame, opened_in(request).page)


def choice_in(request: Request) -> views.Choice:
    query = request.query_params
    method = query.get("method") or studio_of(request).catalogue.default
    return views.Choice(method, query.get("preset") or None, threshold_in(query))


def threshold_in(query: Mapping[str, str]) -> float | None:
    given = query.get("threshold", "")
    if not given:
        return None
    try:
        threshold = float(given)
    except ValueError:
        threshold = -1
    if not 0 <= threshold <= 1:
        raise InputError(f"the threshold {given!r} is not a number from 0 to 1")
    return threshold


def whole(query: Mapping[str, str], name: str, default: int) -> int:
    given = query.get(name, str(default))
    if not (given.isascii() and given.isdecimal() and len(given) < 10):
        raise InputError(f"{name} {given!r} is not a whole number")
    return int(given)


def yes(query: Mapping[str, str], name: str, default: bool) -> bool:
    given = query.get(name, "").lower()
    if not given:
        return default
    if given not in TRUE | FALSE:
        raise InputError(f"{name} {given!r} is neither 1 nor 0")
    return given in TRUE


routes = [
    Route("/api/methods", methods),
    Route("/api/pages", recent, methods=["GET"]),
    Route("/api/pages", open_sent, methods=["POST"]),
    Route("/api/pages/address", open_address, methods=["POST"]),
    Route("/api/pages/{page}", look),
    Route("/api/pages/{page}/decision", decide),
    Route("/api/pages/{page}/text", text),
    Route("/api/sets", list_sets),
    Route("/api/sets/{set}", list_names),
    Route("/api/sets/{set}/open", open_of_set, methods=["POST"]),
    Route("/frame/page/{page}", frame_of),
]
