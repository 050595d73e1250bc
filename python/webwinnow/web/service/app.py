"""The service as an ASGI application: routes that make one call each.

The studio serves the same routes beside its own:

    service = Service(settings, catalogue)
    app = Starlette(
        routes=[*service.routes(), …],
        middleware=service.middleware(),
        exception_handlers=HANDLERS,
    )
"""

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import Lifespan

from webwinnow.clean import Recipe
from webwinnow.web.catalogue import Catalogue
from webwinnow.web.guard import Guard
from webwinnow.web.responses import HANDLERS, SAFE, dumped, json_answer
from webwinnow.web.service.cleaning import Cleaning
from webwinnow.web.service.front_page import front_page
from webwinnow.web.service.metrics import CONTENT_TYPE, Measured, Metrics
from webwinnow.web.service.openapi import document
from webwinnow.web.service.settings import Settings

__all__ = ["HANDLERS", "Service", "make_app"]

STYLED = {**SAFE, "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}


class Service:
    """What all requests share."""

    def __init__(self, settings: Settings, catalogue: Catalogue) -> None:
        self.settings, self.catalogue, self.metrics = settings, catalogue, Metrics()
        self.cleaning = Cleaning(settings, catalogue, self.metrics)

    def routes(self) -> list[BaseRoute]:
        """All but the front page."""
        return [
            Route("/v1/clean", self.cleaning.clean, methods=["POST"]),
            Route("/v1/batch", self.cleaning.batch, methods=["POST"]),
            Route("/v1/methods", self.methods, methods=["GET"]),
            Route("/health", self.health, methods=["GET"]),
            Route("/metrics", self.count, methods=["GET"]),
            Route("/openapi.json", self.describe, methods=["GET"]),
        ]

    def middleware(self) -> list[Middleware]:
        """Counts requests, and lets in who may come in."""
        paths = frozenset(route.path for route in self.routes() if isinstance(route, Route))
        return [
            Middleware(Measured, self.metrics, paths | {"/"}),
            Middleware(Guard, self.settings),
        ]

    def warm(self) -> None:
        """What the first page would otherwise wait for."""
        Recipe(self.catalogue.find(self.catalogue.default), to="json").document(b"<p>It rained.")

    async def methods(self, _request: Request) -> Response:
        return json_answer(dumped({"methods": self.catalogue.describe()}))

    async def health(self, _request: Request) -> Response:
        return json_answer(dumped({"status": "ok"}))

    async def count(self, _request: Request) -> Response:
        return Response(self.metrics.text(), headers={**SAFE, "Content-Type": CONTENT_TYPE})

    async def describe(self, _request: Request) -> Response:
        return json_answer(dumped(document(self.settings, self.catalogue)))

    async def front(self, request: Request) -> Response:
        described = document(self.settings, self.catalogue)
        return HTMLResponse(front_page(described, str(request.base_url)), headers=STYLED)


def make_app(
    settings: Settings,
    catalogue: Catalogue | None = None,
    lifespan: Lifespan[Starlette] | None = None,
) -> Starlette:
    service = Service(settings, catalogue or settings.catalogue())
    app = Starlette(
        routes=[*service.routes(), Route("/", service.front, methods=["GET"])],
        middleware=service.middleware(),
        exception_handlers=HANDLERS,
        lifespan=lifespan,
    )
    app.state.service = service
    return app
