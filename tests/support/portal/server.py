"""The portal on loopback, with a record of who asked for what, and when."""

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

from tests.support.portal.oddities import Answer
from tests.support.portal.site import Portal

#: Closing a socket that lingers for no time resets the connection.
NO_LINGER = struct.pack("ii", 1, 0)


@dataclass(frozen=True)
class Request:
    path: str
    time: float  # when it came, by time.monotonic()
    at_once: int  # requests that were being answered then, this one among them
    host: str
    agent: str


@dataclass
class Served:
    """A portal that is being served; `requests` grows as they come."""

    portal: Portal
    address: str  # without a slash at the end
    requests: list[Request] = field(default_factory=list)

    @property
    def paths(self) -> list[str]:
        return [request.path for request in self.requests]

    @property
    def most_at_once(self) -> int:
        return max((request.at_once for request in self.requests), default=0)

    @property
    def shortest_gap(self) -> float:
        """Seconds between one request and the next, robots.txt left out."""
        times = [each.time for each in self.requests if each.path != "/robots.txt"]
        return min((b - a for a, b in pairwise(times)), default=float("inf"))


class Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False  # a client that keeps its connection must not keep us
    request_queue_size = 128  # where the queue is full, a connection takes a second

    def __init__(self, portal: Portal, port: int, pace: float) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.pace = pace
        self.served = Served(portal, f"http://127.0.0.1:{self.server_address[1]}")
        self.lock = threading.Lock()
        self.running = 0
        self.attempts: Counter[str] = Counter()
        self.connections: set[socket.socket] = set()

    def hang_up(self) -> None:
        """End the connections that clients keep, which closing the server does not."""
        with self.lock:
            for connection in self.connections:
                with suppress(OSError):  # it has ended already
                    connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hung up is no news."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body in one packet, or else every answer waits for the system's timer
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
            answer = server.served.portal.page(self.path, attempt)
            time.sleep(server.pace + answer.delay)
        finally:
            # Before the answer is out, since the client may ask again before we get here after it.
            with server.lock:
                server.running -= 1
        if answer.reset:
            self.reset()
        else:
            self.send(answer)

    def request_now(self) -> Request:
        host, agent = (self.headers.get(name, "") for name in ("Host", "User-Agent"))
        return Request(self.path, time.monotonic(), self.server.running, host, agent)

    def send(self, answer: Answer) -> None:
        body, headers = answer.body, dict(answer.headers)
        if "gzip" in self.headers.get("Accept-Encoding", "") and "html" in headers["Content-Type"]:
            body = gzip.compress(body, 1, mtime=0)
            headers["Content-Encoding"] = "gzip"
        self.send_response(answer.status)
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
        """Nothing: what came is in `requests`."""


@contextmanager
def served(portal: Portal, *, port: int = 0, pace: float = 0.0) -> Iterator[Served]:
    """The portal, until the block ends; every answer takes `pace` seconds at least."""
    server = Server(portal, port, pace)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server.served
    finally:
        server.shutdown()
        server.server_close()
        server.hang_up()
        thread.join()
