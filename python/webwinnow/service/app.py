"""The service as an ASGI application: routes that make one call each.

The studio mounts the same routes: `Starlette(routes=[*service.routes(), …],
middleware=guards(settings), exception_handlers=HANDLERS)`.
"""

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from webwinnow.service.catalogue import Catalogue
from webwinnow.service.settings import Settings

__all__ = ["Service", "guards", "make_app"]


class Service:
    """What all requests share."""

    def __init__(self, settings: Settings, catalogue: Catalogue) -> None:
        self.settings, self.catalogue = settings, catalogue

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/v1/methods", self.methods, methods=["GET"]),
            Route("/health", self.health, methods=["GET"]),
        ]

    async def methods(self, _request: Request) -> Response:
        return JSONResponse({"methods": self.catalogue.describe()})

    async def health(self, _request: Request) -> Response:
        return JSONResponse({"status": "ok"})


def guards(settings: Settings) -> list[Middleware]:
    """Who may come in: token, host and origin."""
    return []


def make_app(settings: Settings, catalogue: Catalogue | None = None) -> Starlette:
    service = Service(settings, catalogue or Catalogue())
    app = Starlette(routes=service.routes(), middleware=guards(settings))
    app.state.service = service
    return app
