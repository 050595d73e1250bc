"""What browsers send: read up to a bound, and never past it."""

import json
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

from webwinnow.errors import InputError
from webwinnow.web.service.requests import content_type

__all__ = ["MAX_PAGE", "charset_of", "object_of", "read_body", "read_json"]

MAX_PAGE = 32 * 2**20
MAX_JSON = 2**20


async def read_body(request: Request, *, most: int = MAX_PAGE) -> bytes:
    """Refused before it is read where its length is given, while it is read where not."""
    told = request.headers.get("content-length", "")
    if told.isdecimal() and int(told) > most:
        raise too_large(most)
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise too_large(most)
    return bytes(body)


def too_large(most: int) -> HTTPException:
    size = f"{most // 2**20} MB" if most >= 2**20 else f"{most} bytes"
    return HTTPException(413, f"that is over {size}; give a smaller page")


async def read_json(request: Request) -> dict[str, Any]:
    return object_of(await read_body(request, most=MAX_JSON))


def object_of(data: bytes) -> dict[str, Any]:
    """Of JSON; an `InputError` for all else."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise InputError("what was sent is not JSON; send an object such as {}") from None
    if not isinstance(found, dict):
        raise InputError("what was sent is JSON, but no object; send one such as {}")
    return found


def charset_of(request: Request) -> str | None:
    """What the Content-Type says."""
    return content_type(request)[1]
