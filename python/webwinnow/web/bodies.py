"""Read request bodies within limits of size, time and memory."""

import asyncio
import json
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException as UnknownCoding
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

from webwinnow.io.fetch import CODINGS, Decompressor, TooLarge

MEGABYTE = 2**20
CHUNK_BYTES = 2**14
CLOSE = {"Connection": "close"}
RETRY = {"Retry-After": "1"}


class BodyMemory:
    """Memory budget for all bodies held at once, compressed and decompressed. Thread-safe."""

    def __init__(self, size: int) -> None:
        self.left, self.lock = size, threading.Lock()

    @contextmanager
    def reserve(self) -> Iterator["Reservation"]:
        reservation = Reservation(self)
        try:
            yield reservation
        finally:
            reservation.release()


class Reservation:
    """The part of the memory budget that one request uses."""

    def __init__(self, memory: BodyMemory) -> None:
        self.memory, self.used, self.is_released = memory, 0, False

    def take(self, size: int) -> None:
        """Reserve more bytes; 503 if the budget is used up or the request has ended."""
        with self.memory.lock:
            if size > self.memory.left or self.is_released:
                raise HTTPException(503, "too many large requests; try again in a second", RETRY)
            self.memory.left -= size
            self.used += size

    def release(self) -> None:
        with self.memory.lock:
            self.memory.left += self.used
            self.is_released = True


async def read_body(
    request: Request,
    limit: int,
    *,
    reservation: Reservation | None = None,
    deadline: float | None = None,
) -> bytes:
    """Read the body as sent, perhaps compressed.

    413 for a body over the limit, before it is read if its length is declared; 408 at the
    deadline, by the clock of the event loop.
    """
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > limit:
        raise too_large(limit)
    timeout = None if deadline is None else deadline - asyncio.get_running_loop().time()
    try:
        return await asyncio.wait_for(read_chunks(request, limit, reservation), timeout)
    except asyncio.TimeoutError:
        raise HTTPException(408, "the request took too long to arrive; try again", CLOSE) from None


async def read_chunks(request: Request, limit: int, reservation: Reservation | None) -> bytes:
    chunks: list[bytes] = []
    size = 0
    while True:
        message = await request.receive()
        if message["type"] == "http.disconnect":
            raise HTTPException(400, "the client disconnected", CLOSE)
        chunk = message.get("body", b"")
        size += len(chunk)
        if reservation is not None:
            reservation.take(len(chunk))
        if size > limit:
            raise too_large(limit)
        chunks.append(chunk)
        if not message.get("more_body"):
            return chunks[0] if len(chunks) == 1 else b"".join(chunks)


def too_large(limit: int) -> HTTPException:
    return HTTPException(413, f"the body is over {limit / MEGABYTE:g} MB; send less")


def decompress_body(body: bytes, coding: str, limit: int, reservation: Reservation) -> bytes:
    """Decompress a body by its `Content-Encoding`; 413 if the result is over the limit."""
    if coding.strip().lower() in ("", "identity"):
        return body
    try:
        decompressor, data = Decompressor(coding), bytearray()
        for start in range(0, len(body), CHUNK_BYTES):
            # One byte past the limit distinguishes a body that fits from one that does not.
            chunk = decompressor.decompress(
                body[start : start + CHUNK_BYTES], limit + 1 - len(data)
            )
            if len(data) + len(chunk) > limit:
                raise TooLarge
            reservation.take(len(chunk))
            data += chunk
    except UnknownCoding:
        known = ", ".join(name for name in CODINGS if name)
        message = f"unknown Content-Encoding {coding[:40]!a}; choose from {known}"
        raise HTTPException(415, message, {"Accept-Encoding": "gzip, deflate"}) from None
    except TooLarge:
        raise too_large(limit) from None
    except zlib.error:
        raise HTTPException(400, f"the body is not valid {coding}; compress it again") from None
    if not decompressor.is_done:
        raise HTTPException(400, "the compressed body is truncated; send all of it")
    return bytes(data)


def parse_json(body: bytes) -> object:
    try:
        return json.loads(body)
    except RecursionError:
        raise HTTPException(400, "the JSON is nested too deeply; send a flat object") from None
    except ValueError as error:  # includes invalid UTF-8 and numbers of thousands of digits
        reason = " ".join(str(error).split())[:200]
        raise HTTPException(400, f"the body is not valid JSON ({reason})") from None


def parse_object(body: bytes, example: str = "{}") -> dict[str, Any]:
    return check_object(parse_json(body), "the body", example)


def check_object(value: object, name: str, example: str = "{}") -> dict[str, Any]:
    if not isinstance(value, dict):
        raise HTTPException(400, f"{name} must be a JSON object such as {example}")
    return value


def content_type(request: Request) -> tuple[str, str | None]:
    """Media type, or "", and charset of the `Content-Type` header."""
    media_type, *parameters = request.headers.get("content-type", "").split(";")
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            return media_type.strip().lower(), value.strip().strip("\"'") or None
    return media_type.strip().lower(), None
