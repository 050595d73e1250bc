"""How browsers show the token that the studio asks for when others than this machine may come in.

The link that is printed at the start carries it once; a cookie that no script can read keeps it.
"""

import hmac
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlencode

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["Entry", "link"]

MONTH = 30 * 24 * 3600
ASKED = """<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width"><title>webwinnow studio</title>
<h1>This studio asks for a token</h1>
<p>Open the link that was printed where it was started, or give the token here.
<form action="/"><label>Token <input type="password" name="token" required autofocus></label>
<button>Enter</button></form>
"""
# The one page with a form of its own, and without a script.
ASKED_POLICY = "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"


def link(address: str, token: str | None) -> str:
    """Where to go in."""
    return f"{address}/?{urlencode({'token': token})}" if token else f"{address}/"


class Entry:
    """Stands before the guard, and hands it the token of the cookie."""

    def __init__(self, app: ASGIApp, token: str | None) -> None:
        self.app, self.token = app, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or self.token is None:
            return await self.app(scope, receive, send)
        headers = Headers(scope=scope)
        cookie = cookie_for(headers.get("host", ""))
        is_front = scope["path"] == "/" and scope["method"] == "GET"
        shown = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if is_front and self.is_right(shown):
            # Gone from the address, and so from the history, before anything is shown.
            answer = RedirectResponse("/", 303)
            # Lax: a link in a message, which is another site, has to lead in, too.
            answer.set_cookie(cookie, shown, MONTH, httponly=True, samesite="lax")
            return await answer(scope, receive, send)
        if "authorization" not in headers and self.is_right(value_in(headers, cookie)):
            header = (b"authorization", f"Bearer {self.token}".encode())
            scope = {**scope, "headers": [*scope["headers"], header]}
        elif is_front and "authorization" not in headers:
            refusal = HTMLResponse(ASKED, 401, {"Content-Security-Policy": ASKED_POLICY})
            return await refusal(scope, receive, send)
        await self.app(scope, receive, send)
        return None

    def is_right(self, shown: str) -> bool:
        assert self.token is not None
        return hmac.compare_digest(shown.encode("utf-8", "surrogateescape"), self.token.encode())


def cookie_for(host: str) -> str:
    """One for each port: browsers do not tell the ports of a host apart."""
    port = host.rpartition(":")[2]
    return f"webwinnow-{port}" if port.isdecimal() else "webwinnow"


def value_in(headers: Headers, name: str) -> str:
    """The cookie's value; "" where there is none."""
    try:
        cookie = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return ""
    return cookie.value if cookie else ""
