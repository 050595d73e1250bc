"""Responses as JSON or plain text, with headers that keep browsers from running them."""

import json
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from webwinnow.errors import WebwinnowError
from webwinnow.messages import describe_error

JSON_TYPE = "application/json"
TEXT_TYPE = "text/plain"
SAFE_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
}
# Replacements for Starlette's own messages.
STARLETTE_MESSAGES = {
    "Not Found": "no such path; see /openapi.json",
    "Method Not Allowed": "wrong HTTP method; the Allow header lists the allowed ones",
}


def dump_json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def json_response(
    body: bytes, status: int = 200, headers: dict[str, str] | None = None
) -> Response:
    return Response(body, status, {**SAFE_HEADERS, **(headers or {})}, JSON_TYPE)


def text_response(body: bytes, headers: dict[str, str] | None = None) -> Response:
    """Respond with plain text in any format: a browser must not render foreign HTML as ours."""
    return Response(body, 200, {**SAFE_HEADERS, **(headers or {})}, f"{TEXT_TYPE}; charset=utf-8")


def prefers_text(request: Request) -> bool:
    """True if the `Accept` header ranks plain text above JSON."""
    accepted = request.headers.get("accept", "")
    if not accepted or accepted == "*/*":
        return False
    weights = dict(map(parse_accept, accepted.split(",")))
    default = weights.get("*/*", 0.0)
    text, json = (
        weights.get(media_type, weights.get(f"{media_type.partition('/')[0]}/*", default))
        for media_type in (TEXT_TYPE, JSON_TYPE)
    )
    return text > json


def parse_accept(part: str) -> tuple[str, float]:
    """Media type and weight of one part of an `Accept` header."""
    media_type, *parameters = part.split(";")
    weight = next((p.partition("=")[2] for p in parameters if p.strip().startswith("q=")), "1")
    try:
        return media_type.strip().lower(), float(weight)
    except ValueError:
        return media_type.strip().lower(), 0.0


def error_response(message: str, status: int, headers: Any = None, **fields: object) -> Response:
    return json_response(dump_json({"error": message, **fields}), status, dict(headers or {}))


async def handle_http_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    message = STARLETTE_MESSAGES.get(error.detail, error.detail)
    return error_response(message, error.status_code, error.headers)


async def handle_user_error(_request: Request, error: Exception) -> Response:
    return error_response(describe_error(error), 400)


async def handle_defect(_request: Request, error: Exception) -> Response:
    return error_response(f"internal error ({type(error).__name__}); see the server log", 500)


# For Starlette's `exception_handlers`.
EXCEPTION_HANDLERS: dict[Any, Any] = {
    HTTPException: handle_http_error,
    WebwinnowError: handle_user_error,
    Exception: handle_defect,
}
