"""What is sent back: JSON, or plain text; never anything that a browser would run."""

import json
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from webwinnow.errors import WebwinnowError
from webwinnow.messages import describe_error

__all__ = ["HANDLERS", "SAFE", "dumped", "json_answer", "text_answer", "wants_text"]

JSON = "application/json"
TEXT = "text/plain"
SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
}
#: What Starlette says by itself, in words that help.
UNSAID = {
    "Not Found": "there is nothing at this address; see /openapi.json for what there is",
    "Method Not Allowed": "not with this HTTP method; the header Allow says with which",
}


def dumped(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def json_answer(body: bytes, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(body, status, {**SAFE, **(headers or {})}, JSON)


def text_answer(body: bytes) -> Response:
    """Plain whatever the format: HTML of a foreign page is not to be shown from our address."""
    return Response(body, 200, SAFE, f"{TEXT}; charset=utf-8")


def wants_text(request: Request) -> bool:
    """Whether the client would rather have the bare text than JSON."""
    accepted = request.headers.get("accept", "")
    if not accepted or accepted == "*/*":
        return False
    wishes = dict(map(wish_of, accepted.split(",")))
    anything = wishes.get("*/*", 0.0)
    text, json = (
        wishes.get(kind, wishes.get(f"{kind.partition('/')[0]}/*", anything))
        for kind in (TEXT, JSON)
    )
    return text > json


def wish_of(part: str) -> tuple[str, float]:
    """A media type and how much it is wished for."""
    kind, *parameters = part.split(";")
    weight = next((p.partition("=")[2] for p in parameters if p.strip().startswith("q=")), "1")
    try:
        return kind.strip().lower(), float(weight)
    except ValueError:
        return kind.strip().lower(), 0.0


def problem(message: str, status: int, headers: Any = None) -> Response:
    return json_answer(dumped({"error": message}), status, dict(headers or {}))


async def tell_refusal(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    message = UNSAID.get(error.detail, error.detail)
    return problem(message, error.status_code, error.headers)


async def tell_misuse(_request: Request, error: Exception) -> Response:
    return problem(describe_error(error), 400)


async def tell_defect(_request: Request, error: Exception) -> Response:
    return problem(f"the service failed ({type(error).__name__}); its log says more", 500)


#: For Starlette's `exception_handlers`.
HANDLERS: dict[Any, Any] = {
    HTTPException: tell_refusal,
    WebwinnowError: tell_misuse,
    Exception: tell_defect,
}
