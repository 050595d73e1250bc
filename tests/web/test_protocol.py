import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from starlette.responses import Response

from tests.web.service.client import catalogue, head
from webwinnow.web import protocol
from webwinnow.web.service.app import make_app
from webwinnow.web.service.settings import Settings

Connect = Callable[[], Any]
HEALTH = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
# More than the system buffers for a client that does not read.
LONG = 2**24


@asynccontextmanager
async def served(app: Any = None) -> AsyncIterator[tuple[Connect, uvicorn.Server]]:
    """A function to connect, and the server."""
    config = uvicorn.Config(
        app or make_app(Settings(), catalogue()), http=protocol.TimeoutProtocol, log_config=None
    )
    config.load()
    server, loop = uvicorn.Server(config), asyncio.get_running_loop()
    listener = await loop.create_server(
        lambda: protocol.TimeoutProtocol(config, server.server_state, {}), "127.0.0.1", 0
    )
    port = listener.sockets[0].getsockname()[1]
    yield lambda: asyncio.open_connection("127.0.0.1", port), server
    listener.close()


async def receive_all(reader: asyncio.StreamReader) -> bytes:
    """All bytes until the connection is closed."""
    return await asyncio.wait_for(reader.read(), 5)


def test_idle_and_rejected_connections_are_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(protocol, "REQUEST_SECONDS", 0.2)

    async def run() -> None:
        async with served() as (connect, _):
            for sent in (b"", b"GET /health HTTP/1.1\r\nHost: loc"):
                reader, writer = await connect()
                writer.write(sent)
                assert await receive_all(reader) == b""
                writer.close()
            reader, writer = await connect()
            writer.write(head("Content-Length: 999999999") + b"more")
            assert b" 413 " in await receive_all(reader)
            writer.close()
            reader, writer = await connect()
            for _ in range(2):  # a client may wait between two requests
                writer.write(HEALTH)
                assert b"200 OK" in await reader.readuntil(b"}")
                await asyncio.sleep(0.3)
            writer.close()

    asyncio.run(run())


def test_body_bytes_do_not_count_as_headers() -> None:
    async def run() -> None:
        async with served() as (connect, _):
            reader, writer = await connect()
            writer.write(head("Content-Length: 240000") + b" " * 240_000)
            assert b"200 OK" in await reader.readuntil(b"}")
            writer.write(HEALTH[:20])
            await asyncio.sleep(0.05)
            writer.write(HEALTH[20:])
            assert b"200 OK" in await reader.readuntil(b"\r\n")
            writer.close()

    asyncio.run(run())


@pytest.mark.parametrize("rest", [b"0\r\nX: ", b"1;x="])
def test_endless_trailers_are_rejected(rest: bytes) -> None:
    async def run() -> None:
        async with served() as (connect, _):
            reader, writer = await connect()
            writer.write(head("Transfer-Encoding: chunked") + b"1\r\nx\r\n" + rest)
            await asyncio.sleep(0.05)
            writer.write(b"x" * 70_000)
            assert (await receive_all(reader)).startswith(b"HTTP/1.1 431 ")
            writer.close()

    asyncio.run(run())


def get_request(how: str) -> bytes:
    return f"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: {how}\r\n\r\n".encode()


@pytest.mark.parametrize("how", ["close", "keep-alive"])
def test_a_response_that_is_not_received_is_dropped(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "RESPONSE_SECONDS", 0.2)

    async def run() -> None:
        async with served(Response(bytes(LONG))) as (connect, server):
            _, writer = await connect()
            writer.write(get_request(how))
            while not server.server_state.total_requests:
                await asyncio.sleep(0.01)
            assert len(server.server_state.connections) == 1
            for _ in range(200):
                if server.server_state.connections:
                    await asyncio.sleep(0.01)
            assert not server.server_state.connections
            writer.close()

    asyncio.run(run())


@pytest.mark.parametrize("how", ["close", "keep-alive"])
def test_a_response_can_be_received_slowly(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "RESPONSE_SECONDS", 1.0)

    async def run() -> None:
        async with served(Response(bytes(LONG))) as (connect, _):
            reader, writer = await connect()
            for _ in range(1 if how == "close" else 2):
                writer.write(get_request(how))
                await asyncio.sleep(0.6)
                await reader.readuntil(b"\r\n\r\n")
                assert len(await reader.readexactly(LONG)) == LONG
            writer.close()

    asyncio.run(run())
