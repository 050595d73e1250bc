"""Who may come in: checked before anything of a request is read.

Any page that is open in a browser on this machine may send requests to loopback, and by DNS
rebinding even read the answers. So on loopback the `Host` must be this machine, and wherever the
service listens, what browsers send on behalf of other sites is refused.
"""

import hmac
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from webwinnow.web.responses import problem
from webwinnow.web.service.settings import Settings

__all__ = ["OPEN", "Guard", "is_loopback"]

#: Needs no token.
OPEN = frozenset({"/health"})
LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})


class Guard:
    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.hosts = LOCAL | {settings.host.lower()} if is_loopback(settings.host) else None
        self.token = f"Bearer {settings.token}".encode() if settings.token else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        refusal = self.refusal(scope)
        if refusal is None:
            return await self.app(scope, receive, send)
        if scope["type"] == "websocket":
            return await send({"type": "websocket.close", "code": 1008})
        status, message, headers = refusal
        await problem(message, status, headers)(scope, receive, send)
        return None

    def refusal(self, scope: Scope) -> tuple[int, str, dict[str, str]] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.hosts is not None and host_name(host) not in self.hosts:
            return 403, "the Host header names another machine; ask for localhost", {}
        if is_foreign(scope, headers, host):
            return 403, "a web page of another site sent this; only programs may", {}
        if self.token and scope["path"] not in OPEN and not self.knows(headers):
            message = "a token is needed; send the header Authorization: Bearer TOKEN"
            return 401, message, {"WWW-Authenticate": "Bearer"}
        return None

    def knows(self, headers: Headers) -> bool:
        assert self.token is not None
        kind, _, token = headers.get("authorization", "").partition(" ")
        shown = f"{kind.title()} {token.strip()}".encode("utf-8", "surrogateescape")
        return hmac.compare_digest(shown, self.token)


def is_foreign(scope: Scope, headers: Headers, host: str) -> bool:
    """Whether a browser sends it on behalf of another site. To follow a link is allowed: the other
    site sees nothing of the answer.
    """
    site = headers.get("sec-fetch-site", "none")
    is_link = headers.get("sec-fetch-mode") == "navigate" and scope.get("method") in ("GET", "HEAD")
    if site not in ("none", "same-origin") and not is_link:
        return True
    origin = headers.get("origin")
    return origin is not None and host_of_origin(origin) != host.lower()


def host_of_origin(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def host_name(host: str) -> str:
    """In lower case, without port and brackets; "" where it is no host."""
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
