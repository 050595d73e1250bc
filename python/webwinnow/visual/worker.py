"""The process that runs a browser: `python -m webwinnow.visual.worker`.

Pages are rendered without scripts and without a network: the parent process supplies the document
and, if it has them, style sheets. Every other request is aborted, the content security policy
allows none, and no host name resolves.
"""

import re
import sys
from importlib.resources import files
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from webwinnow.process import Parent, connect_to_parent
from webwinnow.visual.layout import MAX_WIDTH, MIN_PIXELS, VIEWPORT
from webwinnow.visual.styles import PAGE_HOST

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright, Route

PAGE_URL = f"http://{PAGE_HOST}/"
# The browser makes no request that the policy forbids; `sandbox` also stops `meta` redirects.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"
STYLES_POLICY = POLICY.replace("'unsafe-inline'", "'unsafe-inline' http: https: data:")
# A preconnect does not pass through the request handler, so host names must not resolve.
ARGUMENTS = ["--host-resolver-rules=MAP * ~NOTFOUND", "--disable-quic", "--mute-audio"]
# The layout of a larger page ends here.
LIMITS = {"texts": 50_000, "lines": 100_000, "pixels": MIN_PIXELS}
# Chromium's own limit.
MAX_PICTURE_HEIGHT = 16_384
# A new tab frees the memory that pages leave in the browser.
PAGES_PER_TAB = 50

# The charset comes from a server, and goes into a header.
CHARSET = re.compile(r"[A-Za-z0-9._:+-]{1,40}")

SIZE = "(root => [root.scrollWidth, root.scrollHeight])(document.documentElement)"


def main(executable: str, has_sandbox: bool) -> None:
    """Send the browser's process number, or the error; then a layout for each page received.

    A page is its HTML in UTF-8, whether a picture is wanted, and its URL if it may have style
    sheets. The response is what `Layout.parse` reads, and a PNG picture or nothing. Before it, the
    worker may send URLs of style sheets; the parent responds to each with a `StyleSheet` or None.
    Any error ends the process: the parent starts another.
    """
    from playwright.sync_api import sync_playwright

    parent = connect_to_parent()
    with sync_playwright() as playwright:
        try:
            browser = launch(playwright, executable, has_sandbox)
        except Exception as error:
            parent.send(str(error).partition("\n")[0])
            return
        parent.send(browser_pid(browser))
        tab = Tab(browser, parent)
        while True:
            try:
                html, wants_picture, url = parent.receive()
            except (EOFError, OSError):
                break
            parent.send(tab.render(html, url, wants_picture=wants_picture))
        browser.close()


def launch(playwright: "Playwright", executable: str, has_sandbox: bool) -> "Browser":
    return playwright.chromium.launch(
        executable_path=executable, chromium_sandbox=has_sandbox, args=ARGUMENTS
    )


def browser_pid(browser: "Browser") -> int:
    info = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    return next(int(each["id"]) for each in info["processInfo"] if each["type"] == "browser")


class Tab:
    """A tab that renders pages one after another, without scripts and network."""

    def __init__(self, browser: "Browser", parent: Parent) -> None:
        self.browser, self.parent = browser, parent
        self.script = files("webwinnow.visual").joinpath("layout.js").read_text("utf-8")
        self.html: bytes | None = None  # of the document, until it is requested
        self.has_styles = False
        self.rendered = 0
        self.page = self.open_page()

    def open_page(self) -> "Page":
        width, height = VIEWPORT
        context = self.browser.new_context(
            java_script_enabled=False,
            viewport={"width": width, "height": height},
            service_workers="block",
            accept_downloads=False,
            offline=True,
            locale="en-US",
            reduced_motion="reduce",
        )
        # The parent process has a time limit for the whole page.
        context.set_default_timeout(0)
        context.route("**/*", self.handle_request)
        return context.new_page()

    def handle_request(self, route: "Route") -> None:
        request = route.request
        if request.is_navigation_request():
            self.send_document(route)
        elif self.has_styles and request.resource_type == "stylesheet":
            self.send_style(route)
        else:
            route.abort()

    def send_document(self, route: "Route") -> None:
        """Send the document once; anything else that navigates is aborted."""
        html, self.html = self.html, None
        if html is None or urlsplit(route.request.url).netloc != PAGE_HOST:
            route.abort()
            return
        policy = STYLES_POLICY if self.has_styles else POLICY
        headers = {"content-type": "text/html; charset=utf-8", "content-security-policy": policy}
        route.fulfill(body=html, headers=headers)

    def send_style(self, route: "Route") -> None:
        self.parent.send(route.request.url)
        sheet = self.parent.receive()
        if sheet is None:
            route.abort()
            return
        body, charset = sheet
        headers = {
            "content-type": style_type(charset),
            # The sandbox gives the document an origin of its own, so `crossorigin` needs this.
            "access-control-allow-origin": "*",
            # Another page may have another style sheet at this URL.
            "cache-control": "no-store",
        }
        route.fulfill(body=body, headers=headers)

    def render(self, html: bytes, url: str | None, *, wants_picture: bool) -> tuple[str, bytes]:
        if self.rendered == PAGES_PER_TAB:
            self.page.context.close()
            self.page, self.rendered = self.open_page(), 0
        self.html, self.has_styles, self.rendered = html, url is not None, self.rendered + 1
        # Failed requests can change the layout, so wait for the load event.
        self.page.goto(url or PAGE_URL, wait_until="load")
        layout: str = self.page.evaluate(self.script, LIMITS)
        return layout, self.screenshot() if wants_picture else b""

    def screenshot(self) -> bytes:
        width, height = self.page.evaluate(SIZE)
        width = min(max(width, VIEWPORT[0]), MAX_WIDTH)
        height = min(max(height, 1), MAX_PICTURE_HEIGHT)
        clip = {"x": 0, "y": 0, "width": width, "height": height}
        picture: bytes = self.page.screenshot(full_page=True, clip=clip, animations="disabled")
        return picture


def style_type(charset: str | None) -> str:
    """Return the Content-Type header of a style sheet; without its charset if that is invalid."""
    return f"text/css; charset={charset}" if CHARSET.fullmatch(charset or "") else "text/css"


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] == "sandbox")
