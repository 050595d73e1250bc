"""Listen on a socket and run uvicorn, for the service and the studio."""

import socket
from typing import Any

import uvicorn

from webwinnow.errors import InputError
from webwinnow.messages import error_reason
from webwinnow.web.protocol import TimeoutProtocol

BACKLOG = 1024
UVICORN_OPTIONS: dict[str, Any] = {
    "http": TimeoutProtocol,
    "ws": "none",
    "lifespan": "on",
    "log_config": None,
    "log_level": "error",
    "access_log": False,
    "proxy_headers": False,
    "server_header": False,
}


class Server(uvicorn.Server):
    """A server that remembers the signal that stopped it."""

    signal: int | None = None

    def handle_exit(self, sig: int, frame: Any) -> None:
        self.signal = self.signal or sig
        super().handle_exit(sig, frame)


def listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        raise InputError(f"no host {host!r} here ({error_reason(error)}); check --host") from error
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        # From now on clients wait and are not rejected.
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        problem = f"cannot listen on {host} port {port} ({error_reason(error)})"
        raise InputError(f"{problem}; choose another --port or --host") from error
    listener.set_inheritable(True)
    return listener


def server_url(listener: socket.socket, host: str) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{listener.getsockname()[1]}"
