"""Connections that say too little, or too much, before they ask for anything, or never listen."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

__all__ = ["ImpatientProtocol"]

SECONDS = 10.0
#: For an answer to be taken. What is left of it is held in memory, which no limit of the service
#: counts.
ANSWER_SECONDS = 60.0
HEAD_BYTES = 2**16
TOO_LONG = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"Content-Length: 0\r\nConnection: close\r\n\r\n"
)


class ImpatientProtocol(HttpToolsProtocol):
    """Uvicorn's, which by itself waits for the head of a request without end, in time and size, and
    for a client to take its answer.

    A client that is refused before it has sent all may send on for as long, to nobody: if the
    connection were closed at once, it might never get to read why.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.head_bytes = 0  # since anything of a request was complete: of its head, or its trailer
        self.head_limit: asyncio.TimerHandle | None = None
        self.rest_limit: asyncio.TimerHandle | None = None
        self.answer_limit: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_waiting_for_head()
        self.stop_waiting_for_rest()
        self.stop_waiting_for_taker()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self.head_bytes += len(data)
        super().data_received(data)
        if self.head_bytes > HEAD_BYTES and not self.transport.is_closing():
            self.transport.write(TOO_LONG)
            self.leave()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.wait_for_head()

    def on_headers_complete(self) -> None:
        self.head_bytes = 0
        self.stop_waiting_for_head()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self.head_bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.head_bytes = 0
        self.stop_waiting_for_rest()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self.wait_for_taker()
        elif self.cycle.more_body:
            self.rest_limit = self.loop.call_later(SECONDS, self.leave)

    def send_400_response(self, msg: str) -> None:
        super().send_400_response(msg)
        self.wait_for_taker()

    def timeout_keep_alive_handler(self) -> None:
        self.leave()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.wait_for_taker()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.transport.is_closing():
            self.stop_waiting_for_taker()

    def leave(self) -> None:
        """Closes as soon as all is taken, or in a while."""
        self.transport.close()
        self.wait_for_taker()

    def wait_for_head(self) -> None:
        if self.head_limit is None:
            self.head_limit = self.loop.call_later(SECONDS, self.leave)

    def wait_for_taker(self) -> None:
        if self.answer_limit is None:
            self.answer_limit = self.loop.call_later(ANSWER_SECONDS, self.transport.abort)

    def stop_waiting_for_head(self) -> None:
        if self.head_limit is not None:
            self.head_limit.cancel()
            self.head_limit = None

    def stop_waiting_for_rest(self) -> None:
        if self.rest_limit is not None:
            self.rest_limit.cancel()
            self.rest_limit = None

    def stop_waiting_for_taker(self) -> None:
        if self.answer_limit is not None:
            self.answer_limit.cancel()
            self.answer_limit = None
