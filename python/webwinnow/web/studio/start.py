"""Start the studio: open its folder, serve it, and show it in the browser."""

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
from webwinnow.web.guard import check_token
from webwinnow.web.server import UVICORN_OPTIONS, Server, listen, server_url
from webwinnow.web.service.app import Service
from webwinnow.web.service.settings import Settings as ServiceSettings
from webwinnow.web.studio.app import Studio, make_app
from webwinnow.web.studio.auth import login_url
from webwinnow.web.studio.jobs.models import Models
from webwinnow.web.studio.jobs.queue import JobQueue
from webwinnow.web.studio.page_cache import PageCache
from webwinnow.web.studio.page_sets import PageSets

if TYPE_CHECKING:
    from starlette.types import Lifespan

STORE_FILE = "studio.db"
GRACE_SECONDS = 3  # for running requests to finish when the studio ends


@dataclass(frozen=True)
class Settings:
    folder: Path  # folder of projects, models and jobs
    sets: tuple[str, ...] = ()
    host: str = "127.0.0.1"
    port: int = 8090
    token: str | None = None
    allow_private: bool = False

    def service(self) -> ServiceSettings:
        """Settings of the service; fetching is on, because the user can fetch anyway."""
        return ServiceSettings(
            self.host,
            self.port,
            self.token,
            allow_fetch=True,
            allow_private=self.allow_private,
        )


def run(settings: Settings, report: Callable[[str], None], *, opens_browser: bool) -> int | None:
    """Serve until a signal, and return its number."""
    check_token(settings.host, settings.token)
    with open_studio(settings) as app:
        listener = listen(settings.host, settings.port)
        with listener:
            url = login_url(server_url(listener, settings.host), settings.token)
            report(f"the studio is at {url} (Ctrl-C stops it)")
            # Not with a token: other users could read it from the command line of the browser.
            if opens_browser and settings.token is None:
                # In a thread: some browsers block the process that starts them.
                threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
            server = Server(uvicorn_config(app))
            with suppress(KeyboardInterrupt, SystemExit):  # uvicorn raises the signal again
                server.run([listener])
            return server.signal


@contextmanager
def open_studio(settings: Settings) -> Iterator[Starlette]:
    """Open the folder, which is created if it is missing, and make the application."""
    with ExitStack() as stack:
        folder = settings.folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            store = stack.enter_context(Store(folder / STORE_FILE))
        except OSError as error:
            reason = error_reason(error)
            raise InputError(
                f"cannot store projects in {str(folder)!r} ({reason}); choose another --data"
            ) from error
        catalogue = Catalogue()
        jobs = JobQueue(folder / "jobs", Models(folder / "models", catalogue))
        stack.callback(jobs.close)
        service = Service(settings.service(), catalogue)
        studio = Studio(
            catalogue, store, PageCache(), PageSets(settings.sets), jobs, settings.allow_private
        )
        yield make_app(studio, service, lifespan=make_lifespan(service))


def make_lifespan(service: Service) -> "Lifespan[Starlette]":
    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        service.cleaner.close()

    return lifespan


def uvicorn_config(app: Starlette) -> uvicorn.Config:
    return uvicorn.Config(app, timeout_graceful_shutdown=GRACE_SECONDS, **UVICORN_OPTIONS)
