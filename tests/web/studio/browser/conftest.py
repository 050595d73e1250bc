"""Fixtures: a studio and a Chromium per test file, a new tab per test."""

import os
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

from tests.support import ROOT
from tests.web.studio.browser.serving import Served, Spy
from webwinnow.errors import InputError

EXAMPLES = ROOT / "examples"
WIDE = {"width": 1280, "height": 800}


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Not session-wide: its event loop would disturb other tests."""
    pytest.importorskip("cv2", reason="opencv-python-headless is not installed")
    from webwinnow.visual.browser import find_chromium

    try:
        executable = find_chromium()
    except InputError as error:
        pytest.skip(str(error))
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable, chromium_sandbox=os.geteuid() != 0
        )
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A studio with the example pages as a gold set."""
    with Served(tmp_path_factory.mktemp("studio") / "data", EXAMPLES) as served:
        yield served


@pytest.fixture
def new_tab(chromium: Any, studio: Served) -> Iterator[Callable[..., Any]]:
    """Makes tabs with the settings of a browser's context. A test fails where a script of the
    studio did, or where anything but the studio was asked for.
    """
    contexts, problems, asked = [], list[str](), list[Any]()

    def make(**settings: Any) -> Any:
        context = chromium.new_context(**{"viewport": WIDE, "base_url": studio.address, **settings})
        contexts.append(context)
        context.set_default_timeout(60_000)
        tab = context.new_page()
        tab.on("pageerror", lambda error: problems.append(f"script failed: {error}"))
        tab.on("request", lambda request: asked.append(request))
        tab.on("dialog", record_dialog)
        return tab

    def record_dialog(dialog: Any) -> None:
        problems.append(f"a dialog said {dialog.message}")
        dialog.dismiss()

    yield make
    ours = (f"{studio.address}/", "data:", "blob:")
    # The browser reports a blocked request as sent and then as failed.
    left = [one for one in asked if not one.url.startswith(ours) and one.failure != "csp"]
    problems += [f"asked for {request.url}: {request.failure}" for request in left]
    for context in contexts:
        for tab in context.pages:
            # A request that a test responds to may still be pending.
            tab.unroute_all(behavior="ignoreErrors")
        context.close()
    assert problems == []


@pytest.fixture
def tab(new_tab: Callable[..., Any]) -> Any:
    return new_tab()


@pytest.fixture(scope="module")
def spy() -> Iterator[Spy]:
    class Listen(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            server.heard.append(self.path)
            self.send_response(204)
            self.end_headers()

        do_POST = do_HEAD = do_OPTIONS = do_GET

        def log_message(self, *_: object) -> None: ...

    with Spy(("127.0.0.1", 0), Listen) as server:
        server.heard = []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()
