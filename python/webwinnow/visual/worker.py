"""The process that runs a browser: `python -m webwinnow.visual.worker`.

Pages are rendered without scripts and without a network: every request except the one for the
document is aborted, the content security policy allows no others, and no host name resolves.
"""

import sys
from importlib.resources import files
from typing import TYPE_CHECKING

from webwinnow.process import connect_to_parent
from webwinnow.visual.layout import MAX_WIDTH, MIN_PIXELS, VIEWPORT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright, Route

# A reserved host name (RFC 2606).
PAGE_URL = "http://page.invalid/"
# The browser makes no request that the policy forbids; `sandbox` also stops `meta` redirects.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"
# A preconnect does not pass through the request handler, so host names must not resolve.
ARGUMENTS = ["--host-resolver-rules=MAP * ~NOTFOUND", "--disable-quic", "--mute-audio"]
# The layout of a larger page ends here.
LIMITS = {"texts": 50_000, "lines": 100_000, "pixels": MIN_PIXELS}
# Chromium's own limit.
MAX_PICTURE_HEIGHT = 16_384
# A new tab frees the memory that pages leave in the browser.
PAGES_PER_TAB = 50

SIZE = "(root => [root.scrollWidth, root.scrollHeight])(document.documentElement)"


def main(executable: str, has_sandbox: bool) -> None:
    """Send the browser's process number, or the error; then a layout for each page received.

    A page is its HTML in UTF-8 and whether a picture is wanted; the response is what `Layout.parse`
    reads, and a PNG picture or nothing. Any error ends the process: the parent starts another.
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
        tab = Tab(browser)
        while True:
            try:
                html, wants_picture = parent.receive()
            except (EOFError, OSError):
                break
            parent.send(tab.render(html, wants_picture=wants_picture))
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

    def __init__(self, browser: "Browser") -> None:
        self.browser = browser
        self.script = files("webwinnow.visual").joinpath("layout.js").read_text("utf-8")
        self.html = b""
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
        if request.url != PAGE_URL or not request.is_navigation_request():
            route.abort()
            return
        headers = {"content-type": "text/html; charset=utf-8", "content-security-policy": POLICY}
        route.fulfill(body=self.html, headers=headers)

    def render(self, html: bytes, *, wants_picture: bool) -> tuple[str, bytes]:
        if self.rendered == PAGES_PER_TAB:
            self.page.context.close()
            self.page, self.rendered = self.open_page(), 0
        self.html, self.rendered = html, self.rendered + 1
        # Failed requests can change the layout, so wait for the load event.
        self.page.goto(PAGE_URL, wait_until="load")
        layout: str = self.page.evaluate(self.script, LIMITS)
        return layout, self.screenshot() if wants_picture else b""

    def screenshot(self) -> bytes:
        width, height = self.page.evaluate(SIZE)
        width = min(max(width, VIEWPORT[0]), MAX_WIDTH)
        height = min(max(height, 1), MAX_PICTURE_HEIGHT)
        clip = {"x": 0, "y": 0, "width": width, "height": height}
        picture: bytes = self.page.screenshot(full_page=True, clip=clip, animations="disabled")
        return picture


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] == "sandbox")
