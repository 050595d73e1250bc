"""Bodies of requests, read within bounds of size, time and memory."""

import asyncio
import json
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException as BadCoding

from starlette.exceptions import HTTPException
from starlette.requests import Request

from webwinnow.io.fetch import CODINGS, Decompressor, TooLarge
from webwinnow.web.service.settings import MEGABYTE
from webwinnow.web.service.worker_threads import RETRY

__all__ = ["Room", "read_body", "unpacked", "value_of"]

# A client that does not go on is not waited for any longer.
CLOSE = {"Connection": "close"}
PIECE = 2**14


class Room:
    """The memory for bodies, as sent and unpacked: what is held at once must fit in, whoever sends
    it. For any thread.
    """

    def __init__(self, size: int) -> None:
        self.left, self.lock = size, threading.Lock()

    @contextmanager
    def share(self) -> Iterator["Share"]:
        share = Share(self)
        try:
            yield share
        finally:
            share.give_back()


class Share:
    """One request's."""

    def __init__(self, room: Room) -> None:
        self.room, self.taken, self.is_over = room, 0, False

    def take(self, size: int) -> None:
        """503 where there is not so much left, or where nobody waits for it any more."""
        with self.room.lock:
            if size > self.room.left or self.is_over:
                raise HTTPException(503, "too much is being sent; try again in a second", RETRY)
            self.room.left -= size
            self.taken += size

    def give_back(self) -> None:
        with self.room.lock:
            self.room.left += self.taken
            self.is_over = True


async def read_body(request: Request, share: Share, limit: int, deadline: float) -> bytes:
    """The body as it was sent, perhaps packed; 413 where it is too large, 408 where the client
    takes too long.
    """
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > limit:
        raise too_large(limit)
    left = deadline - asyncio.get_running_loop().time()
    try:
        return await asyncio.wait_for(gathered(request, share, limit), left)
    except asyncio.TimeoutError:
        raise HTTPException(408, "the request took too long to arrive; try again", CLOSE) from None


async def gathered(request: Request, share: Share, limit: int) -> bytes:
    chunks: list[bytes] = []
    while True:
        message = await request.receive()
        if message["type"] == "http.disconnect":
            raise HTTPException(400, "the client left", CLOSE)
        chunk = message.get("body", b"")
        share.take(len(chunk))
        if share.taken > limit:
            raise too_large(limit)
        chunks.append(chunk)
        if not message.get("more_body"):
            return chunks[0] if len(chunks) == 1 else b"".join(chunks)


def too_large(limit: int) -> HTTPException:
    return HTTPException(413, f"the body is over {limit / MEGABYTE:g} MB; send less")


def unpacked(body: bytes, coding: str, share: Share, limit: int) -> bytes:
    """The body without its `Content-Encoding`; 413 where that makes it too large."""
    if coding.strip().lower() in ("", "identity"):
        return body
    try:
        decompressor, whole = Decompressor(coding), bytearray()
        for start in range(0, len(body), PIECE):
            # One byte of room past the limit tells a body that fits from one that does not.
            more = decompressor.decompress(body[start : start + PIECE], limit + 1 - len(whole))
            if len(whole) + len(more) > limit:
                raise TooLarge
            share.take(len(more))
            whole += more
    except BadCoding:
        known = ", ".join(name for name in CODINGS if name)
        message = f"no Content-Encoding {coding[:40]!a}; choose from {known}"
        raise HTTPException(415, message, {"Accept-Encoding": "gzip, deflate"}) from None
    except TooLarge:
        raise too_large(limit) from None
    except zlib.error:
        raise HTTPException(
            400, "the body is not packed as it says; check how it was made"
        ) from None
    if not decompressor.is_done:
        raise HTTPException(400, "the packed body breaks off; send it whole")
    return bytes(whole)


def value_of(body: bytes) -> object:
    """What the JSON says."""
    try:
        return json.loads(body)
    except RecursionError:
        raise HTTPException(400, "the JSON is nested too deep; send it flat") from None
    except ValueError as error:  # not UTF-8, too, and numbers of thousands of digits
        reason = " ".join(str(error).split())[:200]
        raise HTTPException(400, f"the body is no JSON ({reason}); check how it was made") from None
