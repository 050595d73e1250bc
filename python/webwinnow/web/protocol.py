"""HTTP protocol of uvicorn with limits on slow clients and long headers."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

REQUEST_SECONDS = 10.0
# Time for the client to receive the response. The rest of it is held in memory, outside the budget
# of the service.
RESPONSE_SECONDS = 60.0
MAX_HEADER_BYTES = 2**16
HEADERS_TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"Content-Length: 0\r\nConnection: close\r\n\r\n"
)


class TimeoutProtocol(HttpToolsProtocol):
    """Uvicorn's protocol with time limits for request headers and for receiving the response.

    A rejected client may go on sending for a while, and its data is discarded. If the server closed
    the connection at once, the client might never read the response.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.header_bytes = 0  # bytes since the last complete part: of headers or trailers
        self.header_timer: asyncio.TimerHandle | None = None
        self.body_timer: asyncio.TimerHandle | None = None
        self.response_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.start_header_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self.cancel_header_timer()
        self.cancel_body_timer()
        self.cancel_response_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self.header_bytes += len(data)
        super().data_received(data)
        if self.header_bytes > MAX_HEADER_BYTES and not self.transport.is_closing():
            self.transport.write(HEADERS_TOO_LARGE)
            self.close_connection()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.start_header_timer()

    def on_headers_complete(self) -> None:
        self.header_bytes = 0
        self.cancel_header_timer()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self.header_bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.header_bytes = 0
        self.cancel_body_timer()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self.start_response_timer()
        elif self.cycle.more_body:
            self.body_timer = self.loop.call_later(REQUEST_SECONDS, self.close_connection)

    def send_400_response(self, msg: str) -> None:
        super().send_400_response(msg)
        self.start_response_timer()

    def timeout_keep_alive_handler(self) -> None:
        self.close_connection()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.start_response_timer()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.transport.is_closing():
            self.cancel_response_timer()

    def close_connection(self) -> None:
        """Close when the client has received the response, or after a time limit."""
        self.transport.close()
        self.start_response_timer()

    def start_header_timer(self) -> None:
        if self.header_timer is None:
            self.header_timer = self.loop.call_later(REQUEST_SECONDS, self.close_connection)

    def start_response_timer(self) -> None:
        if self.response_timer is None:
            self.response_timer = self.loop.call_later(RESPONSE_SECONDS, self.transport.abort)

    def cancel_header_timer(self) -> None:
        if self.header_timer is not None:
            self.header_timer.cancel()
            self.header_timer = None

    def cancel_body_timer(self) -> None:
        if self.body_timer is not None:
            self.body_timer.cancel()
            self.body_timer = None

    def cancel_response_timer(self) -> None:
        if self.response_timer is not None:
            self.response_timer.cancel()
            self.response_timer = None
