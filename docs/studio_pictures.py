"""Takes the pictures of the studio that the documentation shows, of the example pages."""

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
from webwinnow.web.service.server import address_of, listen
from webwinnow.web.studio.start import Settings, config_of, studio_in

DOCS = Path(__file__).parent
EXAMPLES = DOCS.parent / "examples"
SIZE = {"width": 1280, "height": 800}


@contextmanager
def studio() -> Iterator[str]:
    """Where one is that knows the examples and nothing else."""
    with (
        tempfile.TemporaryDirectory() as folder,
        studio_in(Settings(Path(folder), (str(EXAMPLES),))) as app,
        listen("127.0.0.1", 0) as listening,
    ):
        server = uvicorn.Server(config_of(app))
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            yield address_of(listening, "127.0.0.1")
        finally:
            server.should_exit = True
            thread.join()


def look(tab: Any, at: str) -> None:
    opened = post(tab, f"{at}/api/sets/examples/open", {"name": "news"})
    tab.goto(f"{at}/#/look/{opened['id']}?method=winnow&against=justext")
    tab.get_by_role("tab", name="Blocks").click()
    for key in "nnn":
        tab.keyboard.press(key)
    tab.wait_for_timeout(500)


def annotate(tab: Any, at: str) -> None:
    project = post(tab, f"{at}/api/projects", {"name": "Pages of the town", "prelabel": "winnow"})
    here = f"{at}/api/projects/{project['id']}"
    post(tab, f"{here}/pages/from-set", {"set": "examples", "all": True})
    pages = tab.request.get(here).json()["pages"]
    first = next(page["id"] for page in pages if page["name"] == "news")
    tab.goto(f"{at}/#/projects/{project['id']}/pages/{first}")
    tab.get_by_label("Annotate as").fill("Ann")
    tab.get_by_role("button", name="Begin").click()
    tab.wait_for_timeout(1000)
    tab.get_by_role("option", name=re.compile("Harbour ferry returns")).first.click()
    for key in "hpb":
        tab.keyboard.press(key)
    tab.wait_for_timeout(500)


def train(tab: Any, at: str) -> None:
    task = {"set": "examples", "method": "winnow", "on_top": True, "name": "winnow-examples"}
    post(tab, f"{at}/api/training", task)
    tab.goto(f"{at}/#/training")
    tab.get_by_text("finished").first.wait_for(timeout=120_000)
    tab.get_by_role("heading", name="Models").scroll_into_view_if_needed()
    tab.get_by_role("table").first.scroll_into_view_if_needed()
    tab.wait_for_timeout(500)


def post(tab: Any, address: str, body: dict[str, Any]) -> Any:
    answer = tab.request.post(address, data=body)
    assert answer.ok, answer.text()
    return answer.json()


def main() -> None:
    with studio() as at, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), chromium_sandbox=os.geteuid() != 0
        )
        for show in (look, annotate, train):
            tab = browser.new_page(viewport=SIZE)
            show(tab, at)
            tab.screenshot(path=DOCS / "pictures" / f"studio-{show.__name__}.png")
            tab.close()
        browser.close()


if __name__ == "__main__":
    main()
