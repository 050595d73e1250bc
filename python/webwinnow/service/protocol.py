"""Connections that say too little, or too much, before they ask for anything."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

__all__ = ["ImpatientProtocol"]

HEAD_SECONDS = 10.0
HEAD_BYTES = 2**16
TOO_LONG = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"Content-Length: 0\r\nConnection: close\r\n\r\n"
)


class ImpatientProtocol(HttpToolsProtocol):
    """Uvicorn's, which by itself waits for the head of a request without end, in time and size."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.head_bytes = 0  # of a head that is not complete
        self.patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self.wait_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self.head_bytes += len(data)
        super().data_received(data)
        if self.patience is not None and self.head_bytes > HEAD_BYTES:
            self.transport.write(TOO_LONG)
            self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.wait()

    def on_headers_complete(self) -> None:
        self.wait_no_more()
        super().on_headers_complete()

    def wait(self) -> None:
        if self.patience is None:
            self.patience = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def wait_no_more(self) -> None:
        self.head_bytes = 0
        if self.patience is not None:
            self.patience.cancel()
            self.patience = None
