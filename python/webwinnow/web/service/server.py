"""Run the service in this process, or in several worker processes."""

import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from tempfile import TemporaryDirectory

import uvicorn
from prometheus_client.multiprocess import mark_process_dead
from starlette.applications import Starlette
from uvicorn.supervisors.multiprocess import Multiprocess

from webwinnow.web.guard import check_token
from webwinnow.web.server import BACKLOG, UVICORN_OPTIONS, Server, listen, server_url
from webwinnow.web.service.app import make_app
from webwinnow.web.service.metrics import FOLDER_VARIABLE
from webwinnow.web.service.settings import Settings

MAX_CONNECTIONS = 1000  # per process
KEEP_ALIVE_SECONDS = 15  # between two requests of a connection
# Seconds without a heartbeat after which a worker is killed. On a busy machine a worker takes long
# to start; a shorter limit would kill and restart it forever.
HEARTBEAT_SECONDS = 60
GRACE_SECONDS = 5  # for running requests to finish, beyond their time limit

Report = Callable[[str], None]


def serve(settings: Settings, workers: int, report: Report) -> int | None:
    """Serve until a signal, finish running requests, and return the signal number.

    `report` gets the URL and a message for each replaced worker.
    """
    check_settings(settings)
    listener = listen(settings.host, settings.port)
    report(f"serving on {server_url(listener, settings.host)}")
    try:
        if workers == 1:
            return run_here(settings, listener)
        return run_workers(settings, workers, listener, report)
    finally:
        listener.close()


def check_settings(settings: Settings) -> None:
    """Raise errors that would make every request fail."""
    check_token(settings.host, settings.token)
    catalogue = settings.catalogue()
    catalogue.find(catalogue.default)


def run_here(settings: Settings, listener: socket.socket) -> int | None:
    server = Server(uvicorn_config(settings, 1))
    with suppress(KeyboardInterrupt, SystemExit):  # uvicorn raises the signal again
        server.run([listener])
    return server.signal


def run_workers(
    settings: Settings, workers: int, listener: socket.socket, report: Report
) -> int | None:
    with TemporaryDirectory(prefix="webwinnow-metrics-") as folder:
        os.environ[FOLDER_VARIABLE] = folder
        supervisor = Supervisor(uvicorn_config(settings, workers), listener, report)
        supervisor.run()
    return supervisor.signal


class Supervisor(Multiprocess):
    """Replaces workers that end, and reports it."""

    def __init__(self, config: uvicorn.Config, listener: socket.socket, report: Report) -> None:
        super().__init__(config, [listener])
        self.report = report
        self.signal: int | None = None

    def keep_subprocess_alive(self) -> None:
        before = list(self.processes)
        super().keep_subprocess_alive()
        for process in before:
            if process not in self.processes and process.pid is not None:
                mark_process_dead(process.pid)  # type: ignore[no-untyped-call]
                self.report(f"a worker ended ({exit_reason(process.exitcode)}) and was replaced")

    def handle_int(self) -> None:
        self.signal = self.signal or signal.SIGINT
        super().handle_int()

    def handle_term(self) -> None:
        self.signal = self.signal or signal.SIGTERM
        super().handle_term()


def exit_reason(status: int | None) -> str:
    return f"signal {-status}" if status and status < 0 else f"status {status}"


def uvicorn_config(settings: Settings, workers: int) -> uvicorn.Config:
    return uvicorn.Config(
        partial(worker_app, settings, is_child=workers > 1),
        factory=True,
        workers=workers,
        backlog=BACKLOG,
        limit_concurrency=MAX_CONNECTIONS,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=int(settings.time_limit) + GRACE_SECONDS,
        timeout_worker_healthcheck=HEARTBEAT_SECONDS,
        **UVICORN_OPTIONS,
    )


def worker_app(settings: Settings, *, is_child: bool) -> Starlette:
    """Application of one worker process."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        service = app.state.service
        service.load_default_method()
        if is_child:
            threading.Thread(target=stop_with_parent, daemon=True).start()
        yield
        service.cleaner.close()
        if service.cleaner.pool.abandoned:
            # Python would wait for threads whose requests have timed out.
            os._exit(0)

    return make_app(settings, lifespan=lifespan)


def stop_with_parent() -> None:
    """End this worker when its parent ends, even if the parent was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
