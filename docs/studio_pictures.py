"""Take the screenshots of the studio for the documentation, with the example pages."""

import os
import re
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from playwright.sync_api import sync_playwright

from webwinnow.visual.browser import find_chromium
from webwinnow.web.server import listen, server_url
from webwinnow.web.studio.start import Settings, open_studio, uvicorn_config

DOCS = Path(__file__).parent
EXAMPLES = DOCS.parent / "examples"
SIZE = {"width": 1280, "height": 800}


@contextmanager
def studio() -> Iterator[str]:
    """Run a studio that has only the example pages, and yield its URL."""
    with (
        tempfile.TemporaryDirectory() as folder,
        open_studio(Settings(Path(folder), (str(EXAMPLES),))) as app,
        listen("127.0.0.1", 0) as listening,
    ):
        server = uvicorn.Server(uvicorn_config(app))
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            yield server_url(listening, "127.0.0.1")
        finally:
            server.should_exit = True
            thread.join()


def look(tab: Any, base_url: str) -> None:
    opened = post(tab, f"{base_url}/api/sets/examples/open", {"name": "news"})
    tab.goto(f"{base_url}/#/look/{opened['id']}?method=winnow&against=justext")
    tab.get_by_role("tab", name="Blocks").click()
    for key in "nnn":
        tab.keyboard.press(key)
    tab.wait_for_timeout(500)


def annotate(tab: Any, base_url: str) -> None:
    project = post(
        tab, f"{base_url}/api/projects", {"name": "Pages of the town", "prelabel": "winnow"}
    )
    here = f"{base_url}/api/projects/{project['id']}"
    post(tab, f"{here}/pages/from-set", {"set": "examples", "all": True})
    pages = tab.request.get(here).json()["pages"]
    first = next(page["id"] for page in pages if page["name"] == "news")
    tab.goto(f"{base_url}/#/projects/{project['id']}/pages/{first}")
    tab.get_by_label("Annotate as").fill("Ann")
    tab.get_by_role("button", name="Begin").click()
    tab.wait_for_timeout(1000)
    tab.get_by_role("option", name=re.compile("Harbour ferry returns")).first.click()
    for key in "hpb":
        tab.keyboard.press(key)
    tab.wait_for_timeout(500)


def train(tab: Any, base_url: str) -> None:
    task = {"set": "examples", "method": "winnow", "on_top": True, "name": "winnow-examples"}
    post(tab, f"{base_url}/api/training", task)
    tab.goto(f"{base_url}/#/training")
    tab.get_by_text("finished").first.wait_for(timeout=120_000)
    tab.get_by_role("heading", name="Models").scroll_into_view_if_needed()
    tab.get_by_role("table").first.scroll_into_view_if_needed()
    tab.wait_for_timeout(500)


def post(tab: Any, url: str, body: dict[str, Any]) -> Any:
    response = tab.request.post(url, data=body)
    assert response.ok, response.text()
    return response.json()


def main() -> None:
    with studio() as base_url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), chromium_sandbox=os.geteuid() != 0
        )
        for take in (look, annotate, train):
            tab = browser.new_page(viewport=SIZE)
            take(tab, base_url)
            tab.screenshot(path=DOCS / "pictures" / f"studio-{take.__name__}.png")
            tab.close()
        browser.close()


if __name__ == "__main__":
    main()
