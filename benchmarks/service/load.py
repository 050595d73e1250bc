"""Load generator for the service: closed loop at full speed, or open loop at a fixed rate.

In the open loop, requests are sent when due, whether or not earlier ones have responses, and
latencies count from the due time, so that a stalling server cannot hide it.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from typing import cast

MAX_CONNECTIONS = 512
END_OF_HEAD = b"\r\n\r\n"
LENGTH = b"content-length: "


@dataclass
class Load:
    """Results of the requests."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)  # seconds, of responses with status 200
    statuses: Counter[str] = field(default_factory=Counter)  # by HTTP status or error

    @property
    def rate(self) -> float:
        return len(self.latencies) / self.seconds

    @property
    def failed(self) -> int:
        return sum(self.statuses.values()) - len(self.latencies)

    def percentile(self, share: float) -> float:
        """Latency percentile in milliseconds."""
        ordered = sorted(self.latencies)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def request_of(page: bytes, path: str, host: str) -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: text/html\r\n"
    return f"{head}Content-Length: {len(page)}\r\n\r\n".encode() + page


class Connection(asyncio.Protocol):
    """Sends one request at a time; reconnects after the server closes."""

    def __init__(self) -> None:
        self.received = bytearray()
        self.response: asyncio.Future[str] | None = None
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports are not subclasses of asyncio's.
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self.received += data
        end = self.received.find(END_OF_HEAD)
        if end < 0:
            return
        head = bytes(self.received[:end]).lower()
        length = int(head.partition(LENGTH)[2].partition(b"\r\n")[0])
        if len(self.received) >= end + len(END_OF_HEAD) + length:
            self.end(head.split(b" ", 2)[1].decode())

    def connection_lost(self, exc: Exception | None) -> None:
        self.transport = None
        self.end("connection lost")

    def end(self, status: str) -> None:
        self.received.clear()
        if self.response is not None and not self.response.done():
            self.response.set_result(status)

    async def send(self, request: bytes, host: str, port: int) -> str:
        loop = asyncio.get_running_loop()
        self.response = loop.create_future()
        try:
            if self.transport is None or self.transport.is_closing():
                await loop.create_connection(lambda: self, host, port)
            assert self.transport is not None
            self.transport.write(request)
            return await self.response
        except OSError as error:
            return type(error).__name__


async def closed_loop(
    requests: list[bytes], address: tuple[str, int], seconds: float, connections: int
) -> Load:
    """Send the next request on each connection after the response to the last."""
    load, endless = Load(), cycle(requests)
    start = time.perf_counter()

    async def lane() -> None:
        connection = Connection()
        while time.perf_counter() < start + seconds:
            await timed(connection, next(endless), address, load, time.perf_counter())

    await asyncio.gather(*(lane() for _ in range(connections)))
    load.seconds = time.perf_counter() - start
    return load


async def open_loop(
    requests: list[bytes], address: tuple[str, int], seconds: float, rate: float
) -> Load:
    """Send `rate` requests per second, evenly spaced."""
    load, idle = Load(), [Connection() for _ in range(MAX_CONNECTIONS)]
    waiting: set[asyncio.Task[None]] = set()
    start = time.perf_counter()

    async def one(request: bytes, due: float) -> None:
        if not idle:
            load.statuses["no connection left"] += 1
            return
        connection = idle.pop()
        await timed(connection, request, address, load, due)
        idle.append(connection)

    for due, request in zip(moments(start, seconds, rate), cycle(requests), strict=False):
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        task = asyncio.ensure_future(one(request, due))
        waiting.add(task)
        task.add_done_callback(waiting.discard)
    await asyncio.gather(*waiting)
    load.seconds = time.perf_counter() - start
    return load


def moments(start: float, seconds: float, rate: float) -> Iterator[float]:
    for number in range(int(seconds * rate)):
        yield start + number / rate


async def timed(
    connection: Connection, request: bytes, address: tuple[str, int], load: Load, start: float
) -> None:
    status = await connection.send(request, *address)
    load.statuses[status] += 1
    if status == "200":
        load.latencies.append(time.perf_counter() - start)
