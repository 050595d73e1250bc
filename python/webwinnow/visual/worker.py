"""The process that owns a browser: `python -m webwinnow.visual.worker`, started by `Process`.

Pages are shown with scripts off and nothing to be reached: every request but the one for the
document is refused, the document's own policy allows no other, and all names and addresses lead
nowhere.
"""

import sys
from importlib.resources import files
from typing import TYPE_CHECKING

from webwinnow.process import connect_to_parent
from webwinnow.visual.layout import MAX_WIDTH, MIN_PIXELS, VIEWPORT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright, Route

__all__ = ["main"]

# A name that nobody can have (RFC 2606).
ADDRESS = "http://page.invalid/"
# What would be asked for is not even asked for; `sandbox` stops redirections by `meta`, too.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"
# Nobody is asked before a connection is made that a page only announces: it must find nobody.
ARGUMENTS = ["--host-resolver-rules=MAP * ~NOTFOUND", "--disable-quic", "--mute-audio"]
# A page that has more is looked at up to there.
LIMITS = {"texts": 50_000, "lines": 100_000, "pixels": MIN_PIXELS}
# Chromium's own limit.
MAX_PICTURE_HEIGHT = 16_384
# What a page leaves behind in the browser goes with its tab.
PAGES_PER_TAB = 50

SIZE = "(root => [root.scrollWidth, root.scrollHeight])(document.documentElement)"


def main(executable: str, has_sandbox: bool) -> None:
    """Send the browser's process number, or the error; then a layout for each page received.

    A page is its HTML in UTF-8 and whether a picture is wanted; the response is what `Layout.of`
    reads, and a PNG picture or nothing. Any error ends the process: the parent starts another.
    """
    from playwright.sync_api import sync_playwright

    parent = connect_to_parent()
    with sync_playwright() as playwright:
        try:
            browser = launched(playwright, executable, has_sandbox)
        except Exception as error:
            parent.send(str(error).partition("\n")[0])
            return
        parent.send(process_number(browser))
        tab = Tab(browser)
        while True:
            try:
                html, wants_picture = parent.receive()
            except (EOFError, OSError):
                break
            parent.send(tab.look(html, wants_picture=wants_picture))
        browser.close()


def launched(playwright: "Playwright", executable: str, has_sandbox: bool) -> "Browser":
    return playwright.chromium.launch(
        executable_path=executable, chromium_sandbox=has_sandbox, args=ARGUMENTS
    )


def process_number(browser: "Browser") -> int:
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    return next(int(each["id"]) for each in told["processInfo"] if each["type"] == "browser")


class Tab:
    """Shows pages, one after another, which can run and reach nothing."""

    def __init__(self, browser: "Browser") -> None:
        self.browser = browser
        self.script = files("webwinnow.visual").joinpath("layout.js").read_text("utf-8")
        self.html = b""
        self.shown = 0
        self.page = self.opened()

    def opened(self) -> "Page":
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
        # Time is kept by who asks, and for all of it.
        context.set_default_timeout(0)
        context.route("**/*", self.answer)
        return context.new_page()

    def answer(self, route: "Route") -> None:
        request = route.request
        if request.url != ADDRESS or not request.is_navigation_request():
            route.abort()
            return
        headers = {"content-type": "text/html; charset=utf-8", "content-security-policy": POLICY}
        route.fulfill(body=self.html, headers=headers)

    def look(self, html: bytes, *, wants_picture: bool) -> tuple[str, bytes]:
        if self.shown == PAGES_PER_TAB:
            self.page.context.close()
            self.page, self.shown = self.opened(), 0
        self.html, self.shown = html, self.shown + 1
        # What a page asks for in vain changes its layout once it has failed: that is waited for.
        self.page.goto(ADDRESS, wait_until="load")
        layout: str = self.page.evaluate(self.script, LIMITS)
        return layout, self.picture() if wants_picture else b""

    def picture(self) -> bytes:
        width, height = self.page.evaluate(SIZE)
        width = min(max(width, VIEWPORT[0]), MAX_WIDTH)
        height = min(max(height, 1), MAX_PICTURE_HEIGHT)
        clip = {"x": 0, "y": 0, "width": width, "height": height}
        picture: bytes = self.page.screenshot(full_page=True, clip=clip, animations="disabled")
        return picture


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] == "sandbox")
