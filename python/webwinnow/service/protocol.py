"""Connections that say too little, or too much, before they ask for anything."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

__all__ = ["ImpatientProtocol"]

SECONDS = 10.0
HEAD_BYTES = 2**16
TOO_LONG = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"Content-Length: 0\r\nConnection: close\r\n\r\n"
)


class ImpatientProtocol(HttpToolsProtocol):
    """Uvicorn's, which by itself waits for the head of a request without end, in time and size.

    A client that is refused before it has sent all may send on for as long, to nobody: if the
    connection were closed at once, it might never get to read why.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.head_bytes = 0  # of a head that is not complete
        self.head_limit: asyncio.TimerHandle | None = None
        self.rest_limit: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_waiting_for_head()
        self.stop_waiting_for_rest()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self.head_bytes += len(data)
        super().data_received(data)
        if self.head_limit is not None and self.head_bytes > HEAD_BYTES:
            self.transport.write(TOO_LONG)
            self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.wait_for_head()

    def on_headers_complete(self) -> None:
        self.head_bytes = 0
        self.stop_waiting_for_head()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.stop_waiting_for_rest()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.more_body and not self.transport.is_closing():
            self.rest_limit = self.loop.call_later(SECONDS, self.transport.close)

    def wait_for_head(self) -> None:
        if self.head_limit is None:
            self.head_limit = self.loop.call_later(SECONDS, self.transport.close)

    def stop_waiting_for_head(self) -> None:
        if self.head_limit is not None:
            self.head_limit.cancel()
            self.head_limit = None

    def stop_waiting_for_rest(self) -> None:
        if self.rest_limit is not None:
            self.rest_limit.cancel()
            self.rest_limit = None
