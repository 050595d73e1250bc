"""The studio as an ASGI application: routes, security headers, static files."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from webwinnow.web.responses import EXCEPTION_HANDLERS
from webwinnow.web.service.app import Service
from webwinnow.web.studio.auth import CookieLogin
from webwinnow.web.studio.routes import labels, projects, training, view

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Lifespan, Message, Receive, Scope, Send

    from webwinnow.annotation.store import Store
    from webwinnow.web.catalogue import Catalogue
    from webwinnow.web.studio.jobs.queue import JobQueue
    from webwinnow.web.studio.page_cache import PageCache
    from webwinnow.web.studio.page_sets import PageSets

STATIC = Path(__file__).parent / "static"

# The studio's pages may use scripts, styles, data and frames of this server.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    b"content-security-policy": POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"cache-control": b"no-cache",
}


@dataclass(frozen=True)
class Studio:
    """Objects that all routes share."""

    catalogue: "Catalogue"
    store: "Store"
    pages: "PageCache"
    sets: "PageSets"
    jobs: "JobQueue"
    allow_private: bool = False


def make_app(
    studio: Studio, service: Service, lifespan: "Lifespan[Starlette] | None" = None
) -> Starlette:
    """Serve the routes of the studio and of the service."""
    app = Starlette(
        routes=[
            Route("/", index),
            *view.routes,
            *projects.routes,
            *labels.routes,
            *training.routes,
            *service.routes(),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(CookieLogin, service.settings.token),
            *service.middleware(),
        ],
        exception_handlers=EXCEPTION_HANDLERS,
        lifespan=lifespan,
    )
    app.state.studio, app.state.service = studio, service
    return app


async def index(_: Request) -> FileResponse:
    return FileResponse(STATIC / "index.html")


class SecurityHeaders:
    """Sets headers on every response, unless the route has set its own."""

    def __init__(self, app: "ASGIApp") -> None:
        self.app = app

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        async def send_with_headers(message: "Message") -> None:
            if message["type"] == "http.response.start":
                headers: list[tuple[bytes, Any]] = list(message.get("headers", ()))
                names = {name.lower() for name, _ in headers}
                missing = [(name, value) for name, value in HEADERS.items() if name not in names]
                message = {**message, "headers": headers + missing}
            await send(message)

        await self.app(scope, receive, send_with_headers)
