"""The service as an ASGI application.

The studio serves the same routes beside its own:

    service = Service(settings, catalogue)
    app = Starlette(
        routes=[*service.routes(), …],
        middleware=service.middleware(),
        exception_handlers=EXCEPTION_HANDLERS,
    )
"""

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import Lifespan

from webwinnow.clean import PageCleaner
from webwinnow.web.catalogue import Catalogue
from webwinnow.web.guard import Guard
from webwinnow.web.responses import EXCEPTION_HANDLERS, SAFE_HEADERS, dump_json, json_response
from webwinnow.web.service.cleaning import Cleaner
from webwinnow.web.service.metrics import CONTENT_TYPE, Metrics, MetricsMiddleware
from webwinnow.web.service.openapi import front_page, openapi_document
from webwinnow.web.service.settings import Settings

FRONT_PAGE_HEADERS = {
    **SAFE_HEADERS,
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
}


class Service:
    """Route handlers, and the objects that all requests share."""

    def __init__(self, settings: Settings, catalogue: Catalogue) -> None:
        self.settings, self.catalogue, self.metrics = settings, catalogue, Metrics()
        self.cleaner = Cleaner(settings, catalogue, self.metrics)

    def routes(self) -> list[BaseRoute]:
        """All routes but the front page."""
        return [
            Route("/v1/clean", self.cleaner.clean, methods=["POST"]),
            Route("/v1/batch", self.cleaner.batch, methods=["POST"]),
            Route("/v1/methods", self.list_methods, methods=["GET"]),
            Route("/health", self.health, methods=["GET"]),
            Route("/metrics", self.show_metrics, methods=["GET"]),
            Route("/openapi.json", self.openapi, methods=["GET"]),
        ]

    def middleware(self) -> list[Middleware]:
        paths = frozenset(route.path for route in self.routes() if isinstance(route, Route))
        return [
            Middleware(MetricsMiddleware, self.metrics, paths | {"/"}),
            Middleware(Guard, self.settings.host, self.settings.token),
        ]

    def load_default_method(self) -> None:
        """Load the default method, so that the first request does not wait for it."""
        PageCleaner(self.catalogue.find(self.catalogue.default), to="json").document(
            b"<p>It rained."
        )

    async def list_methods(self, _request: Request) -> Response:
        return json_response(dump_json({"methods": self.catalogue.describe()}))

    async def health(self, _request: Request) -> Response:
        return json_response(dump_json({"status": "ok"}))

    async def show_metrics(self, _request: Request) -> Response:
        return Response(self.metrics.text(), headers={**SAFE_HEADERS, "Content-Type": CONTENT_TYPE})

    async def openapi(self, _request: Request) -> Response:
        return json_response(dump_json(openapi_document(self.settings, self.catalogue)))

    async def front_page(self, request: Request) -> Response:
        document = openapi_document(self.settings, self.catalogue)
        return HTMLResponse(front_page(document, str(request.base_url)), headers=FRONT_PAGE_HEADERS)


def make_app(
    settings: Settings,
    catalogue: Catalogue | None = None,
    lifespan: Lifespan[Starlette] | None = None,
) -> Starlette:
    service = Service(settings, catalogue or settings.catalogue())
    app = Starlette(
        routes=[*service.routes(), Route("/", service.front_page, methods=["GET"])],
        middleware=service.middleware(),
        exception_handlers=EXCEPTION_HANDLERS,
        lifespan=lifespan,
    )
    app.state.service = service
    return app
