"""Starts the studio: opens its folder, serves it, and shows it in the browser."""

import threading
import webbrowser
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn
from starlette.applications import Starlette

from webwinnow.annotation.store import Store
from webwinnow.errors import InputError
from webwinnow.messages import error_reason
from webwinnow.web.catalogue import Catalogue
from webwinnow.web.service.app import Service
from webwinnow.web.service.server import MANNERS, Server, address_of, check_token, listen
from webwinnow.web.service.settings import Settings as ServiceSettings
from webwinnow.web.studio.app import Studio, make_app
from webwinnow.web.studio.auth import link
from webwinnow.web.studio.jobs.models import Models
from webwinnow.web.studio.jobs.queue import Jobs
from webwinnow.web.studio.page_cache import Opened
from webwinnow.web.studio.page_sets import Sets

if TYPE_CHECKING:
    from starlette.types import Lifespan

__all__ = ["Settings", "run", "studio_in"]

FILE = "studio.db"
GRACE = 3  # seconds that requests in work have to finish when the studio ends


@dataclass(frozen=True)
class Settings:
    folder: Path  # where projects, models and jobs are kept
    sets: tuple[str, ...] = ()
    host: str = "127.0.0.1"
    port: int = 8090
    token: str | None = None
    allow_private: bool = False

    def service(self) -> ServiceSettings:
        """The studio fetches: whoever sits before it could do so anyway."""
        return ServiceSettings(
            self.host,
            self.port,
            self.token,
            allow_fetch=True,
            allow_private=self.allow_private,
        )


def run(settings: Settings, tell: Callable[[str], None], *, opens_browser: bool) -> int | None:
    """Serves until a signal ends it; the number of the signal."""
    check_token(settings.service())
    with studio_in(settings) as app:
        listening = listen(settings.host, settings.port)
        with listening:
            address = link(address_of(listening, settings.host), settings.token)
            tell(f"the studio is at {address} (Ctrl-C ends it)")
            # With a token there is nobody to show it to: on a command line others would see it.
            if opens_browser and settings.token is None:
                # In a thread: some browsers keep whoever starts them waiting.
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
            server = Server(config_of(app))
            with suppress(KeyboardInterrupt, SystemExit):  # the signal, which uvicorn raises anew
                server.run([listening])
            return server.signal


@contextmanager
def studio_in(settings: Settings) -> Iterator[Starlette]:
    """The application on its folder, which is made where it is missing."""
    with ExitStack() as stack:
        folder = settings.folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            store = stack.enter_context(Store(folder / FILE))
        except OSError as error:
            reason = error_reason(error)
            raise InputError(
                f"cannot keep projects in {str(folder)!r} ({reason}); name another --data"
            ) from error
        catalogue = Catalogue()
        jobs = Jobs(folder / "jobs", Models(folder / "models", catalogue))
        stack.callback(jobs.close)
        service = Service(settings.service(), catalogue)
        studio = Studio(
            catalogue, store, Opened(), Sets(settings.sets), jobs, settings.allow_private
        )
        yield make_app(studio, service, lifespan=closing(service))


def closing(service: Service) -> "Lifespan[Starlette]":
    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        yield
        service.cleaning.close()

    return life


def config_of(app: Starlette) -> uvicorn.Config:
    return uvicorn.Config(app, timeout_graceful_shutdown=GRACE, **MANNERS)
