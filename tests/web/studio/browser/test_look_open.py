import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.web.studio.browser.looks import (
    LONG,
    NEWS,
    frame_of,
    holding,
    kept_text,
    look_at,
    painted,
    shown,
)
from tests.web.studio.browser.serving import Served


def test_a_file_is_dropped_or_chosen(tab: Any, tmp_path: Path) -> None:
    file = tmp_path / "rain.html"
    # In its own encoding, which the page declares.
    file.write_bytes(b"<meta charset=iso-8859-2><p>" + f"Eső. {LONG}".encode("iso-8859-2"))
    tab.goto("/")
    tab.locator("#file").set_input_files(file)
    shown(tab)
    assert "Eső." in kept_text(tab)
    tab.goto("/#/look")
    tab.get_by_role("heading", name="Look at a page").wait_for()
    drop(tab.locator(".open-view"), "sun.html")
    tab.get_by_role("heading", name="sun.html").wait_for()
    shown(tab)
    assert LONG in kept_text(tab)


def drop(target: Any, name: str) -> None:
    target.evaluate(
        """(target, [name, html]) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([html], name, {type: "text/html"}));
          for (const type of ["dragenter", "dragover", "drop"])
            target.dispatchEvent(
              new DragEvent(type, {dataTransfer, bubbles: true, cancelable: true}));
        }""",
        [name, f"<p>{LONG}"],
    )


def test_a_file_is_dropped_on_a_page_that_is_open(tab: Any) -> None:
    look_at(tab, NEWS, "?method=bte")
    drop(tab.locator("h1"), "rain.html")
    tab.get_by_role("heading", name="rain.html").wait_for()
    shown(tab)
    drop(frame_of(tab).locator("p"), "snow.html")
    tab.get_by_role("heading", name="snow.html").wait_for()
    assert "method=bte" in tab.url


def test_a_stray_drop_does_not_replace_the_studio(tab: Any) -> None:
    tab.goto("/#/training")
    tab.get_by_role("heading", name="Train", exact=True).wait_for()
    prevented = """() => ["dragover", "drop"].map((type) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["x"], "x.html"));
      return !document.querySelector("main").dispatchEvent(
        new DragEvent(type, {dataTransfer, bubbles: true, cancelable: true}));
    })"""
    assert tab.evaluate(prevented) == [True, True]


def test_a_page_of_a_set_is_compared_with_its_gold(tab: Any) -> None:
    tab.goto("/")
    tab.get_by_label("Search the pages of the set").fill("NEW")
    tab.get_by_text("1 page with gold").wait_for()
    tab.get_by_role("button", name="news").first.click()
    shown(tab)
    tab.get_by_label("Compare with").select_option("gold")
    tab.locator(".count", has_text="gold keeps").wait_for()
    assert len(painted(tab)["kept"]) > 10
    assert "against=gold" in tab.url
    tab.goto("/#/look")
    tab.get_by_role("heading", name="Opened before").wait_for()
    before = tab.locator(".card", has_text="Opened before")
    before.get_by_role("button", name="news").click()
    tab.locator(".count", has_text="winnow").wait_for()


@pytest.fixture
def site() -> Iterator[str]:
    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/ferry" else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(NEWS.encode())

        def log_message(self, *_: object) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_url_is_fetched(tab: Any, site: str) -> None:
    tab.goto("/")
    address = tab.get_by_label("URL of a page")
    address.fill(f"{site}/nothing")
    tab.keyboard.press("Enter")
    tab.locator(".toast.error", has_text="404").wait_for()
    address.fill(f"{site}/ferry")
    tab.get_by_role("button", name="Fetch").click()
    shown(tab)
    assert LONG in kept_text(tab)


def test_pages_that_cannot_be_shown_are_reported(tab: Any, studio: Served) -> None:
    tab.goto("/#/look/gone?method=bte")
    tab.get_by_text("This page is no longer open").wait_for()
    tab.get_by_role("link", name="Open it again").click()
    tab.get_by_text("Choose a page to see the result of bte").wait_for()
    tab.get_by_role("button", name="Open the page").click()
    tab.locator(".toast.error", has_text="paste the HTML").wait_for()
    tab.get_by_label("HTML", exact=True).fill("<p>")
    tab.get_by_role("button", name="Open the page").click()
    tab.get_by_text("The page has no visible text.").wait_for()
    id = tab.request.post(f"{studio.address}/api/pages?name=a.pdf", data=b"%PDF-1.7\n%\xe2\xe3")
    tab.goto(f"/#/look/{id.json()['id']}")
    tab.get_by_text("This is a PDF file, not HTML").wait_for()


def test_the_list_shows_the_last_chosen_set(tab: Any) -> None:
    sets = [{"id": name, "name": name, "has_gold": False} for name in ("slow", "quick")]
    tab.route("**/api/sets", lambda route: route.fulfill(json=sets))
    held = holding(tab, "**/api/sets/slow?*")
    names = {"found": 1, "has_gold": False}
    quick = {**names, "names": ["of the quick one"]}
    tab.route("**/api/sets/quick?*", lambda route: route.fulfill(json=quick))
    tab.goto("/")
    tab.get_by_label("Sets").select_option("quick")
    tab.get_by_role("button", name="of the quick one").wait_for()
    held[0].fulfill(json={**names, "names": ["of the slow one"]})
    tab.wait_for_timeout(150)
    assert tab.locator(".name-list").first.inner_text() == "of the quick one"


def test_a_page_opened_twice_is_listed_once(tab: Any) -> None:
    for _ in range(2):
        look_at(tab, NEWS.replace("Ferry<", "Twice<"))
    tab.goto("/#/look")
    tab.get_by_role("heading", name="Opened before").wait_for()
    assert tab.get_by_role("button", name="Twice", exact=True).count() == 1
