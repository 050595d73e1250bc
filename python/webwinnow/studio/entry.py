"""How browsers show the token that the studio asks for when others than this machine may come in.

The link that is printed at the start carries it once; a cookie that no script can read keeps it.
"""

from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlencode

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["Entry", "link"]

COOKIE = "webwinnow"
MONTH = 30 * 24 * 3600


def link(address: str, token: str | None) -> str:
    """Where to go in."""
    return f"{address}/?{urlencode({'token': token})}" if token else f"{address}/"


class Entry:
    """Stands before the guard, and hands it the token of the cookie."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        shown = parse_qs(scope["query_string"].decode("latin-1")).get("token", [])
        if scope["path"] == "/" and scope["method"] == "GET" and shown:
            # Gone from the address, and so from the history, before anything is shown.
            answer = RedirectResponse("/", 303)
            answer.set_cookie(COOKIE, shown[0], MONTH, httponly=True, samesite="strict")
            return await answer(scope, receive, send)
        token = token_in(Headers(scope=scope))
        if token:
            header = (b"authorization", f"Bearer {token}".encode("utf-8", "surrogateescape"))
            scope = {**scope, "headers": [*scope["headers"], header]}
        await self.app(scope, receive, send)
        return None


def token_in(headers: Headers) -> str | None:
    """The cookie's, for clients that send no token themselves."""
    if "authorization" in headers:
        return None
    try:
        cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return None
    return cookie.value if cookie else None
