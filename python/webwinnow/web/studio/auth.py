"""Login of browsers by token, if other machines can reach the studio.

The link that the command prints contains the token. The studio stores it in a cookie that scripts
cannot read.
"""

from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlencode

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from webwinnow.web.guard import tokens_match

COOKIE_SECONDS = 30 * 24 * 3600
LOGIN_PAGE = """<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width"><title>webwinnow studio</title>
<h1>This studio requires a token</h1>
<p>Open the link that the command printed, or enter the token.
<form action="/"><label>Token <input type="password" name="token" required autofocus></label>
<button>Log in</button></form>
"""
# This page has a form and no script.
LOGIN_POLICY = "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"


def login_url(url: str, token: str | None) -> str:
    return f"{url}/?{urlencode({'token': token})}" if token else f"{url}/"


class CookieLogin:
    """ASGI middleware before the guard: sets the cookie and passes its token on as a header."""

    def __init__(self, app: ASGIApp, token: str | None) -> None:
        self.app, self.token = app, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or self.token is None:
            return await self.app(scope, receive, send)
        headers = Headers(scope=scope)
        cookie = cookie_name(headers.get("host", ""))
        is_front = scope["path"] == "/" and scope["method"] == "GET"
        sent = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if is_front and tokens_match(sent, self.token):
            # The redirect removes the token from the URL and from the history.
            response = RedirectResponse("/", 303)
            # Lax: links from other sites, such as a mail client, must work.
            response.set_cookie(cookie, sent, COOKIE_SECONDS, httponly=True, samesite="lax")
            return await response(scope, receive, send)
        if "authorization" not in headers and tokens_match(
            cookie_value(headers, cookie), self.token
        ):
            header = (b"authorization", f"Bearer {self.token}".encode())
            scope = {**scope, "headers": [*scope["headers"], header]}
        elif is_front and "authorization" not in headers:
            login = HTMLResponse(LOGIN_PAGE, 401, {"Content-Security-Policy": LOGIN_POLICY})
            return await login(scope, receive, send)
        await self.app(scope, receive, send)
        return None


def cookie_name(host: str) -> str:
    """Name of the cookie for a port: cookies are shared by all ports of a host."""
    port = host.rpartition(":")[2]
    return f"webwinnow-{port}" if port.isdecimal() else "webwinnow"


def cookie_value(headers: Headers, name: str) -> str:
    """Value of a cookie, or ""."""
    try:
        cookie = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return ""
    return cookie.value if cookie else ""
