"""Runs the service: in this process, or in several under the eyes of this one."""

import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from tempfile import TemporaryDirectory
from typing import Any

import uvicorn
from prometheus_client.multiprocess import mark_process_dead
from starlette.applications import Starlette
from uvicorn.supervisors.multiprocess import Multiprocess

from webwinnow.errors import InputError
from webwinnow.messages import error_reason
from webwinnow.web.guard import is_loopback
from webwinnow.web.protocol import ImpatientProtocol
from webwinnow.web.service.app import make_app
from webwinnow.web.service.metrics import FOLDER
from webwinnow.web.service.settings import Settings

__all__ = ["serve"]

BACKLOG = 1024
CONNECTIONS = 1000  # in each process; more are told so
IDLE_SECONDS = 15  # that a connection is kept between two requests
# Seconds without a sign of life after which a worker is killed. On a busy machine it takes some to
# start, and would be killed, and started, without end.
SILENCE = 60
GRACE = 5  # seconds beyond the time limit that requests in work have to finish

#: How uvicorn serves here, whatever it serves: quietly, and without patience for half a request.
MANNERS: dict[str, Any] = {
    "http": ImpatientProtocol,
    "ws": "none",
    "lifespan": "on",
    "log_config": None,
    "log_level": "error",
    "access_log": False,
    "proxy_headers": False,
    "server_header": False,
}


def serve(settings: Settings, workers: int, tell: Callable[[str], None]) -> int | None:
    """Serves until a signal ends it, and then finishes what was asked for; the number of the
    signal. `tell` is told where it listens, and of workers that had to be replaced.
    """
    check(settings)
    listening = listen(settings.host, settings.port)
    tell(f"serving on {address_of(listening, settings.host)}")
    try:
        if workers == 1:
            return run_here(settings, listening)
        return run_workers(settings, workers, listening, tell)
    finally:
        listening.close()


def check(settings: Settings) -> None:
    """What would keep every request from being answered."""
    check_token(settings)
    catalogue = settings.catalogue()
    catalogue.find(catalogue.default)


def check_token(settings: Settings) -> None:
    """Whoever listens for others than this machine asks for one."""
    if settings.token is None and not is_loopback(settings.host):
        remedy = "name a file that holds one with --token-file, or set WEBWINNOW_TOKEN"
        raise InputError(
            f"{settings.host} can be reached from elsewhere, so a token is needed; {remedy}"
        )


def listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        raise InputError(f"no address {host!r} here ({reason_of(error)}); check --host") from error
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(address)
        # From now on clients wait, rather than being turned away.
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        problem = f"cannot listen on {host} port {port} ({reason_of(error)})"
        raise InputError(f"{problem}; choose another --port or --host") from error
    listening.set_inheritable(True)
    return listening


def reason_of(error: Exception) -> str:
    return error_reason(error)


def address_of(listening: socket.socket, host: str) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{listening.getsockname()[1]}"


def run_here(settings: Settings, listening: socket.socket) -> int | None:
    server = Server(config_of(settings, 1))
    with suppress(KeyboardInterrupt, SystemExit):  # the signal, which uvicorn raises anew
        server.run([listening])
    return server.signal


class Server(uvicorn.Server):
    signal: int | None = None

    def handle_exit(self, sig: int, frame: Any) -> None:
        self.signal = self.signal or sig
        super().handle_exit(sig, frame)


def run_workers(
    settings: Settings, workers: int, listening: socket.socket, tell: Callable[[str], None]
) -> int | None:
    with TemporaryDirectory(prefix="webwinnow-metrics-") as folder:
        os.environ[FOLDER] = folder
        supervisor = Supervisor(config_of(settings, workers), listening, tell)
        supervisor.run()
    return supervisor.signal


class Supervisor(Multiprocess):
    """Replaces workers that end, and says so."""

    def __init__(
        self, config: uvicorn.Config, listening: socket.socket, tell: Callable[[str], None]
    ) -> None:
        super().__init__(config, [listening])
        self.tell = tell
        self.signal: int | None = None

    def keep_subprocess_alive(self) -> None:
        before = list(self.processes)
        super().keep_subprocess_alive()
        for process in before:
            if process not in self.processes and process.pid is not None:
                mark_process_dead(process.pid)  # type: ignore[no-untyped-call]
                self.tell(f"a worker ended ({how(process.exitcode)}); another takes its place")

    def handle_int(self) -> None:
        self.signal = self.signal or signal.SIGINT
        super().handle_int()

    def handle_term(self) -> None:
        self.signal = self.signal or signal.SIGTERM
        super().handle_term()


def how(status: int | None) -> str:
    return f"signal {-status}" if status and status < 0 else f"status {status}"


def config_of(settings: Settings, workers: int) -> uvicorn.Config:
    return uvicorn.Config(
        partial(worker_app, settings, is_child=workers > 1),
        factory=True,
        workers=workers,
        backlog=BACKLOG,
        limit_concurrency=CONNECTIONS,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=int(settings.time_limit) + GRACE,
        timeout_worker_healthcheck=SILENCE,
        **MANNERS,
    )


def worker_app(settings: Settings, *, is_child: bool) -> Starlette:
    """What a worker process serves."""

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        service = app.state.service
        service.warm()
        if is_child:
            threading.Thread(target=end_with_parent, daemon=True).start()
        yield
        service.cleaning.close()
        if service.cleaning.work.abandoned:
            # Python would wait for its threads, and some page has long been given up.
            os._exit(0)

    return make_app(settings, lifespan=life)


def end_with_parent() -> None:
    """A parent that was killed could not tell its workers to end."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
