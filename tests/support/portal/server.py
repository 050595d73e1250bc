"""Serve the portal on loopback, and record all requests."""

import gzip
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from typing import Any

from tests.support.portal.responses import PortalResponse
from tests.support.portal.site import Portal

#: Closing a socket that lingers for no time resets the connection.
NO_LINGER = struct.pack("ii", 1, 0)


@dataclass(frozen=True)
class Request:
    path: str
    time: float  # of arrival, time.monotonic()
    concurrent: int  # requests in progress then, with this one
    host: str
    agent: str


@dataclass
class RunningPortal:
    """A portal that is being served, and the requests so far."""

    portal: Portal
    address: str  # without a trailing slash
    requests: list[Request] = field(default_factory=list)

    @property
    def paths(self) -> list[str]:
        return [request.path for request in self.requests]

    @property
    def max_concurrent(self) -> int:
        return max((request.concurrent for request in self.requests), default=0)

    @property
    def min_gap(self) -> float:
        """Minimum seconds between two requests, without robots.txt."""
        times = [each.time for each in self.requests if each.path != "/robots.txt"]
        return min((b - a for a, b in pairwise(times)), default=float("inf"))


class Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False  # open connections must not block the end of a test
    request_queue_size = 128  # with a full queue, a connection takes a second

    def __init__(self, portal: Portal, port: int, pace: float) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.pace = pace
        self.served = RunningPortal(portal, f"http://127.0.0.1:{self.server_address[1]}")
        self.lock = threading.Lock()
        self.running = 0
        self.attempts: Counter[str] = Counter()
        self.connections: set[socket.socket] = set()

    def close_connections(self) -> None:
        """Close the connections that clients keep open."""
        with self.lock:
            for connection in self.connections:
                with suppress(OSError):  # already closed
                    connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that closed the connection."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body in one packet, which avoids the delay of Nagle's algorithm
    server: Server

    def setup(self) -> None:
        super().setup()
        with self.server.lock:
            self.server.connections.add(self.connection)

    def finish(self) -> None:
        with self.server.lock:
            self.server.connections.discard(self.connection)
        super().finish()

    def do_GET(self) -> None:
        server = self.server
        with server.lock:
            server.running += 1
            server.attempts[self.path] += 1
            attempt = server.attempts[self.path]
            server.served.requests.append(self.request_now())
        try:
            response = server.served.portal.page(self.path, attempt)
            time.sleep(server.pace + response.delay)
        finally:
            # Before the response is sent: the client may send its next request at once.
            with server.lock:
                server.running -= 1
        if response.reset:
            self.reset()
        else:
            self.send(response)

    def request_now(self) -> Request:
        host, agent = (self.headers.get(name, "") for name in ("Host", "User-Agent"))
        return Request(self.path, time.monotonic(), self.server.running, host, agent)

    def send(self, response: PortalResponse) -> None:
        body, headers = response.body, dict(response.headers)
        if "gzip" in self.headers.get("Accept-Encoding", "") and "html" in headers["Content-Type"]:
            body = gzip.compress(body, 1, mtime=0)
            headers["Content-Encoding"] = "gzip"
        self.send_response(response.status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def reset(self) -> None:
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER)
        self.close_connection = True
        self.connection.close()

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing: `requests` has everything."""


@contextmanager
def served(portal: Portal, *, port: int = 0, pace: float = 0.0) -> Iterator[RunningPortal]:
    """Serve the portal until the block ends; each response takes at least `pace` seconds."""
    server = Server(portal, port, pace)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server.served
    finally:
        server.shutdown()
        server.server_close()
        server.close_connections()
        thread.join()
