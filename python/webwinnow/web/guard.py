"""Admission of requests by host, origin and token, before a body is read.

Any page open in a browser on this machine can send requests to loopback, and by DNS rebinding even
read the responses. So a service on loopback accepts only requests whose `Host` is this machine, and
every service rejects requests that a browser sends for another site.
"""

import hmac
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from webwinnow.errors import InputError
from webwinnow.web.responses import error_response

# Paths that need no token.
OPEN_PATHS = frozenset({"/health"})
LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})


class Guard:
    """ASGI middleware that rejects foreign and unauthorized requests."""

    def __init__(self, app: ASGIApp, host: str, token: str | None) -> None:
        self.app, self.token = app, token
        self.hosts = LOCAL_HOSTS | {host.lower()} if is_loopback(host) else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        rejection = self.rejection(scope)
        if rejection is None:
            return await self.app(scope, receive, send)
        if scope["type"] == "websocket":
            return await send({"type": "websocket.close", "code": 1008})
        status, message, headers = rejection
        await error_response(message, status, headers)(scope, receive, send)
        return None

    def rejection(self, scope: Scope) -> tuple[int, str, dict[str, str]] | None:
        """Status, message and headers of the error; None for an admitted request."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.hosts is not None and host_name(host) not in self.hosts:
            return 403, "the Host header names another machine; use localhost", {}
        if is_cross_site(scope, headers, host):
            return 403, "requests from web pages of other sites are not allowed", {}
        if self.token and scope["path"] not in OPEN_PATHS and not self.has_token(headers):
            message = "a token is required; send the header Authorization: Bearer TOKEN"
            return 401, message, {"WWW-Authenticate": "Bearer"}
        return None

    def has_token(self, headers: Headers) -> bool:
        assert self.token is not None
        scheme, _, token = headers.get("authorization", "").partition(" ")
        return scheme.lower() == "bearer" and tokens_match(token.strip(), self.token)


def tokens_match(sent: str, token: str) -> bool:
    """Compare two tokens in constant time."""
    return hmac.compare_digest(sent.encode("utf-8", "surrogateescape"), token.encode())


def is_cross_site(scope: Scope, headers: Headers, host: str) -> bool:
    """True if a browser sent the request for another site.

    Following a link is allowed: the other site cannot read the response.
    """
    site = headers.get("sec-fetch-site", "none")
    is_link = headers.get("sec-fetch-mode") == "navigate" and scope.get("method") in ("GET", "HEAD")
    if site not in ("none", "same-origin") and not is_link:
        return True
    origin = headers.get("origin")
    return origin is not None and origin_host(origin) != host.lower()


def origin_host(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def host_name(host: str) -> str:
    """Host in lower case, without port and brackets; "" for an invalid host."""
    if "@" in host:
        return ""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def check_token(host: str, token: str | None) -> None:
    """Require a token if other machines can reach the host."""
    if token is None and not is_loopback(host):
        remedy = "name a token file with --token-file, or set WEBWINNOW_TOKEN"
        raise InputError(f"other machines can reach {host}, so a token is required; {remedy}")
