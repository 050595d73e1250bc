import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.studio.browser.looks import (
    LONG,
    NEWS,
    frame_of,
    inspector,
    kept_text,
    look_at,
    painted,
    shown,
    tints,
    until,
)
from tests.studio.browser.serving import Served
from webwinnow.formats import FORMATS

PHONE = {"width": 390, "height": 844}


def test_a_pasted_page_is_tinted_where_it_is_kept(tab: Any) -> None:
    look_at(tab, NEWS)
    assert frame_of(tab).get_by_text("Contact us").is_visible()
    kept = painted(tab)["kept"]
    assert LONG in kept
    assert "Contact us" not in kept
    assert LONG in kept_text(tab)
    assert "Contact us" not in kept_text(tab)
    assert tab.title() == "Ferry returns · webwinnow studio"


def test_arrow_keys_go_through_blocks_and_tell_why(tab: Any) -> None:
    look_at(tab, NEWS)
    tab.locator("h1").click()
    for _ in range(2):
        tab.keyboard.press("ArrowDown")
    assert "Weather" in inspector(tab)
    assert "dropped" in inspector(tab)
    tab.keyboard.press("End")
    assert "All rights reserved" in inspector(tab)
    for _ in range(2):
        tab.keyboard.press("k")
    told = inspector(tab)
    assert "kept" in told
    assert "0.9" in told  # the score
    assert "content:" in told  # the reason
    assert "<p>" in told
    assert LONG in tab.locator("#news").inner_text()
    # The box is round the paragraph.
    box = tab.locator(".frame-box:not(.pointed)").bounding_box()
    text = frame_of(tab).get_by_text(LONG).bounding_box()
    assert box["x"] <= text["x"]
    assert box["y"] <= text["y"]
    assert box["height"] >= text["height"]
    assert tab.locator(".text-line.is-current").inner_text() == LONG


def test_the_list_follows_and_names_the_current_block(tab: Any) -> None:
    look_at(tab, NEWS)
    tab.get_by_role("tab", name="Blocks").click()
    tab.get_by_role("listbox").focus()
    tab.keyboard.press("Home")
    tab.keyboard.press("j")
    current = tab.get_by_role("listbox").get_attribute("aria-activedescendant")
    option = tab.locator(f"#{current}")
    assert option.get_attribute("aria-selected") == "true"
    assert option.get_attribute("aria-label").startswith("dropped")
    tab.get_by_role("option", name="Ferry returns").click()
    assert "Ferry returns" in inspector(tab)


def test_page_and_text_scroll_to_the_current_block(tab: Any) -> None:
    paragraphs = "".join(f"<p>{number}. {LONG * (number % 3 + 1)}" for number in range(150))
    look_at(tab, f"<h1>Ferry</h1>{paragraphs}<p>This is the end. {LONG}")
    tab.locator("h1").click()
    tab.keyboard.press("End")
    until(tab, IN_SIGHT, ".text-lines .text-line.is-current")
    until(tab, IN_SIGHT, ".frame-box:not(.pointed)")
    tab.keyboard.press("Home")
    until(tab, IN_SIGHT, ".frame-box:not(.pointed)")
    # The studio itself has not moved.
    assert tab.evaluate("() => document.scrollingElement.scrollTop + main.scrollTop") == 0


# Whether an element lies inside of the pane that it is in.
IN_SIGHT = """(what) => {
  const element = document.querySelector(what);
  const inner = element?.getBoundingClientRect();
  const outer = element?.closest(".text-lines, .frame").getBoundingClientRect();
  return inner && inner.height > 0 && inner.top >= outer.top - 6 && inner.top < outer.bottom - 12;
}"""


def test_the_pointer_shows_what_it_is_over(tab: Any) -> None:
    look_at(tab, NEWS)
    frame_of(tab).get_by_text("All rights reserved").hover()
    tab.get_by_label("The block in detail").get_by_text("All rights reserved").wait_for()
    assert tab.locator(".frame-box.pointed").is_visible()
    # Pinned, it stays while the pointer moves on.
    tab.keyboard.press("Enter")
    frame_of(tab).get_by_text("Weather").hover()
    tab.wait_for_timeout(100)
    assert "All rights reserved" in inspector(tab)
    assert "pinned" in inspector(tab)


def test_what_scrolls_under_a_pointer_at_rest_is_not_pointed_at(tab: Any) -> None:
    look_at(tab, "".join(f"<p>{number}. {LONG}" for number in range(40)))
    box = tab.locator("iframe").bounding_box()
    place = box["x"] + 60, box["y"] + 100
    tab.mouse.move(*place)
    tab.keyboard.press("End")
    # As browsers do by themselves after they have scrolled.
    tab.mouse.move(*place)
    tab.wait_for_timeout(100)
    assert "39. The ferry" in inspector(tab)
    assert tab.locator(".frame-box.pointed").is_hidden()


def test_after_a_click_on_the_page_keys_go_on_from_there(tab: Any) -> None:
    look_at(tab, NEWS)
    tab.get_by_label("Method").focus()
    frame_of(tab).get_by_text("Weather").click()
    tab.keyboard.press("ArrowDown")
    assert "Contact us" in inspector(tab)
    assert tab.get_by_label("Method").input_value() == "winnow"


def test_two_methods_are_compared_and_differences_marked(tab: Any) -> None:
    look_at(tab, NEWS, "?against=all")
    tints(tab, "only-second", "Contact us")
    found = painted(tab)
    assert LONG in found["kept"]
    assert found["only-first"] == []
    assert tab.get_by_text("≠ 4 differences").is_visible()
    assert "≠" in kept_text(tab, 1)
    assert "≠" not in kept_text(tab, 0)
    tab.locator("h1").click()
    tab.keyboard.press("t")
    assert tab.locator(".block-row.only-second .apart-sign").first.inner_text() == "≠"
    seen = []
    for key in "nnnnp":
        tab.keyboard.press(key)
        seen.append(inspector(tab).split("\n\n")[1])
    assert seen == ["Home", "Weather", "Contact us", "All rights reserved", "Contact us"]
    assert "≠ they differ" in inspector(tab)
    assert "all" in inspector(tab)


def test_the_threshold_moves_tints_at_once_and_then_the_text(tab: Any) -> None:
    look_at(tab, NEWS)
    slider = tab.get_by_label("Threshold")
    slider.fill("0")
    assert "Contact us" in painted(tab)["kept"]
    tab.locator(".text-line", has_text="Contact us").wait_for()
    slider.fill("1")
    assert painted(tab)["kept"] == []
    tab.get_by_text("nothing scores as high as the threshold").wait_for()
    tab.wait_for_url("**threshold=1")
    tab.reload()
    tab.get_by_text("nothing scores as high as the threshold").wait_for()
    tab.get_by_role("button", name="Reset").click()
    tints(tab, "kept", LONG)
    assert "threshold" not in tab.url


def test_a_method_that_does_not_grade_has_no_threshold(tab: Any) -> None:
    look_at(tab, NEWS, "?method=all")
    assert tab.get_by_label("Threshold").is_hidden()
    tab.get_by_label("Method").select_option("winnow")
    tab.get_by_label("Threshold").wait_for()


def test_going_back_takes_the_last_choice_back(tab: Any) -> None:
    look_at(tab, NEWS)
    tab.get_by_label("Method").select_option("all")
    tints(tab, "kept", "Contact us")
    tab.go_back()
    until(tab, "() => document.getElementById('method').value === 'winnow'")
    until(tab, "() => !document.querySelector('.text-lines')?.textContent.includes('Contact us')")


def test_text_is_copied_and_downloaded_in_every_format(
    new_tab: Callable[..., Any], tmp_path: Path
) -> None:
    tab = new_tab(permissions=["clipboard-read", "clipboard-write"])
    look_at(tab, NEWS)
    suffixes = {}
    for name in FORMATS:
        tab.get_by_label("Format").select_option(name)
        tab.locator(f".text-column[aria-label$='{label(name)}']").wait_for()
        tab.get_by_role("button", name="Copy").click()
        tab.locator(".toast", has_text=f"Copied as {label(name)}").wait_for()
        copied = tab.evaluate("navigator.clipboard.readText()")
        with tab.expect_download() as taken:
            tab.get_by_role("link", name="Download").click()
        taken.value.save_as(tmp_path / name)
        assert (tmp_path / name).read_text("utf-8").split() == copied.split()
        assert "boat left" in " ".join(copied.split()) or name == "vertical"
        suffixes[name] = Path(taken.value.suggested_filename).suffix
    assert suffixes["markdown"] == ".md"
    assert suffixes["text"] == ".txt"
    assert json.loads((tmp_path / "json").read_text("utf-8"))["blocks"]


def label(name: str) -> str:
    capitals = {"html", "xml", "tei", "json"}
    return {"cleaneval": "CleanEval"}.get(name) or (
        name.upper() if name in capitals else name.capitalize()
    )


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


def test_a_file_that_nobody_takes_does_not_replace_the_studio(tab: Any) -> None:
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


def test_a_page_at_an_address_is_fetched(tab: Any, site: str) -> None:
    tab.goto("/")
    address = tab.get_by_label("An address")
    address.fill(f"{site}/nothing")
    tab.keyboard.press("Enter")
    tab.locator(".toast.error", has_text="404").wait_for()
    address.fill(f"{site}/ferry")
    tab.get_by_role("button", name="Fetch").click()
    shown(tab)
    assert LONG in kept_text(tab)


def test_what_cannot_be_shown_is_said(tab: Any, studio: Served) -> None:
    tab.goto("/#/look/gone?method=bte")
    tab.get_by_text("This page is no longer open").wait_for()
    tab.get_by_role("link", name="Open it again").click()
    tab.get_by_text("Choose a page to see what bte makes of it").wait_for()
    tab.get_by_role("button", name="Look at it").click()
    tab.locator(".toast.error", has_text="paste the HTML").wait_for()
    tab.get_by_label("HTML", exact=True).fill("<p>")
    tab.get_by_role("button", name="Look at it").click()
    tab.get_by_text("The page has no visible text.").wait_for()
    id = tab.request.post(f"{studio.address}/api/pages?name=a.pdf", data=b"%PDF-1.7\n%\xe2\xe3")
    tab.goto(f"/#/look/{id.json()['id']}")
    tab.get_by_text("This is no HTML but a PDF file").wait_for()


def test_a_method_that_fails_leaves_the_page_to_look_at(tab: Any) -> None:
    tab.goto("/#/look?method=nonsense&against=all")
    tab.get_by_label("HTML", exact=True).fill(NEWS)
    tab.get_by_role("button", name="Look at it").click()
    tab.locator(".notice", has_text="no method 'nonsense'").wait_for()
    assert frame_of(tab).get_by_text("Weather").is_visible()
    tab.get_by_label("Method").select_option("bte")
    tab.locator(".count", has_text="bte keeps").wait_for()
    assert tab.locator(".notice").count() == 0


def test_hidden_blocks_are_listed_when_asked_for(tab: Any) -> None:
    look_at(tab, NEWS, "?tab=blocks")
    assert tab.get_by_role("option", name="hidden note").count() == 0
    tab.get_by_label("Hidden blocks").check()
    tab.get_by_role("option", name="Hidden. A hidden note").click()
    assert tab.locator(".frame-box:not(.pointed)").is_hidden()


def test_styles_of_the_page_go_on_and_off(tab: Any) -> None:
    look_at(tab, f"<style>body {{display: none}}</style><p style='font-size:40px'>{LONG}")
    text = frame_of(tab).get_by_text(LONG)
    assert text.is_hidden()
    tab.get_by_role("button", name="Show it without its styles").click()
    assert text.is_visible()
    assert text.evaluate("(p) => getComputedStyle(p).fontSize") == "16px"
    tab.locator("h1").click()
    tab.keyboard.press("o")
    assert text.is_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_has_room_for_it(new_tab: Callable[..., Any], scheme: str) -> None:
    tab = new_tab(viewport=PHONE, color_scheme=scheme)
    tab.goto("/")
    tab.get_by_role("heading", name="Look at a page").wait_for()
    assert not overflows(tab)
    look_at(tab, NEWS)
    assert not overflows(tab)
    assert frame_of(tab).get_by_text("Weather").is_visible()
    assert tab.get_by_label("Method").is_hidden()
    tab.get_by_role("tab", name="Text").first.click()
    assert tab.locator(".text-line", has_text=LONG).is_visible()
    tab.locator(".look-tools summary").click()
    tab.get_by_label("Compare with").select_option("all")
    tab.locator(".block-row.only-second").first.wait_for()
    assert not overflows(tab)
    dark = tab.evaluate("getComputedStyle(document.body).backgroundColor") != "rgb(251, 251, 249)"
    assert dark == (scheme == "dark")


def overflows(tab: Any) -> bool:
    wide: bool = tab.evaluate("document.scrollingElement.scrollWidth > innerWidth")
    return wide


# Everything that can be focused or changed, and has no name that a screen reader could say.
NAMELESS = """() => [...document.querySelectorAll(
    "button, a, input, select, textarea, iframe, dialog, [role=listbox], [tabindex='0']")]
  .filter((element) => {
    const by = element.getAttribute("aria-labelledby");
    const said = element.getAttribute("aria-label") || element.title
      || (by && document.getElementById(by)?.textContent)
      || [...(element.labels ?? [])].map((label) => label.textContent).join("")
      || (/^(BUTTON|A|SUMMARY)$/.test(element.tagName) && element.textContent);
    return !said?.trim();
  }).map((element) => element.outerHTML.slice(0, 80))"""


def test_every_control_has_a_name_and_every_view_a_heading(tab: Any) -> None:
    tab.goto("/")
    tab.locator(".name-list button").first.wait_for()
    assert tab.evaluate(NAMELESS) == []
    assert tab.locator("h1").count() == 1
    look_at(tab, NEWS, "?against=all")
    assert tab.evaluate(NAMELESS) == []
    assert tab.locator("h1").count() == 1
    tab.keyboard.press("?")
    assert tab.get_by_role("dialog", name="Keys").is_visible()
    tab.keyboard.press("Escape")
    assert tab.get_by_role("dialog").count() == 0


def test_who_leaves_before_the_page_is_there_has_left(tab: Any) -> None:
    tab.goto("/")
    tab.route("**/frame/page/*", lambda _: None)  # never answered
    tab.get_by_role("button", name="news").first.click()
    tab.locator(".count", has_text="winnow keeps").wait_for()
    tab.get_by_role("link", name="Open another").click()
    tab.get_by_role("heading", name="Look at a page").wait_for()
    tab.keyboard.press("?")
    tab.keyboard.press("o")
    tab.wait_for_timeout(300)
    assert tab.url.endswith("#/look")
    assert tab.get_by_role("dialog").count() == 0


def test_the_skip_link_and_broken_addresses_leave_the_studio_whole(tab: Any) -> None:
    look_at(tab, NEWS)
    tab.locator(".skip").focus()
    tab.keyboard.press("Enter")
    assert tab.evaluate("document.activeElement.id") == "main"
    assert LONG in kept_text(tab)
    tab.goto("/#/look/%E0%A4%A")
    tab.get_by_text("There is nothing at this address").wait_for()
    tab.get_by_role("link", name="Train").click()
    tab.get_by_role("heading", name="Train", exact=True).wait_for()


def holding(tab: Any, pattern: str) -> list[Any]:
    """Answers to these requests are held back; each is given by `continue_`."""
    held: list[Any] = []
    tab.route(pattern, lambda route: held.append(route))
    return held


def test_controls_work_before_anything_is_decided(tab: Any) -> None:
    held = holding(tab, "**/decision?*")
    tab.goto("/")
    tab.get_by_role("button", name="news").first.click()
    tab.get_by_text("winnow at work").wait_for()
    frame_of(tab).get_by_text("Advertisement").first.wait_for()
    tab.get_by_label("Hidden blocks").check()
    tab.get_by_role("tab", name="Blocks").click()
    tab.get_by_label("Page styles").uncheck()
    frame_of(tab).get_by_text("Advertisement").first.click()
    held[0].continue_()
    tab.locator(".count", has_text="winnow keeps").wait_for()
    assert tab.get_by_label("Hidden blocks").is_checked()
    assert tab.locator(".block-list [role=option]").first.is_visible()
    assert "Advertisement" in inspector(tab)


def test_what_is_chosen_while_a_method_works_stays_chosen(tab: Any) -> None:
    look_at(tab, NEWS)
    held = holding(tab, "**/decision?method=all*")
    tab.get_by_label("Method").select_option("all")
    tab.get_by_text("all at work").wait_for()
    # Nothing that the method before has kept is called this one's.
    assert tab.locator(".count").count() == 0
    assert tab.locator(".look-panes[aria-busy]").count() == 1
    tab.get_by_label("Hidden blocks").check()
    assert tab.get_by_label("Method").input_value() == "all"
    held[0].continue_()
    tab.locator(".count", has_text="all keeps").wait_for()
    assert tab.get_by_label("Hidden blocks").is_checked()
    assert "method=all" in tab.url
    assert "hidden=1" in tab.url


def test_the_list_is_that_of_the_set_that_was_chosen_last(tab: Any) -> None:
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


def test_what_is_kept_is_in_sight_at_first(tab: Any) -> None:
    menu = "".join(f"<li><a href=/{number}>Part {number}</a>" for number in range(90))
    look_at(tab, f"<ul>{menu}</ul><h1>Ferry</h1><p>{LONG}</p><p>{LONG} Then it rained.</p>")
    top = """() => document.querySelector("iframe").contentDocument.querySelector("h1")
      .getBoundingClientRect().top"""
    until(tab, f"() => ({top})() < document.querySelector('iframe').clientHeight")
    assert tab.evaluate(top) > 0


def test_the_page_and_raw_text_are_scrolled_by_keys(tab: Any) -> None:
    look_at(tab, "".join(f"<p>{number}. {LONG}" for number in range(60)))
    tab.locator("h1").click()
    scrolled = "() => document.querySelector('iframe').contentWindow.scrollY"
    places = []
    for key in ("PageDown", "Space", "PageUp"):
        tab.keyboard.press(key)
        places.append(tab.evaluate(scrolled))
    assert 0 < places[2] == places[0] < places[1]
    tab.get_by_label("Format").select_option("markdown")
    tab.locator(".raw").focus()
    tab.keyboard.press("ArrowDown")
    until(tab, "() => document.querySelector('.raw').scrollTop > 0")
    assert tab.locator(".frame-box:not(.pointed)").is_hidden()


def test_letters_can_be_switched_off(tab: Any) -> None:
    look_at(tab, NEWS)
    tab.keyboard.press("?")
    tab.get_by_label("Letters and signs work by themselves").uncheck()
    tab.keyboard.press("Escape")
    tab.reload()
    shown(tab)
    tab.keyboard.press("t")
    assert tab.locator(".text-pane").is_visible()
    tab.keyboard.press("Alt+t")
    assert tab.locator(".text-pane").is_hidden()


def test_a_phone_shows_why_beside_the_page(new_tab: Callable[..., Any]) -> None:
    tab = new_tab(viewport=PHONE)
    look_at(tab, NEWS)
    frame_of(tab).get_by_text("Weather").click()
    assert tab.locator(".inspector").is_visible()
    assert "Weather" in inspector(tab)
    tabs = tab.get_by_role("tablist", name="Panes").get_by_role("tab")
    assert [one.get_attribute("tabindex") for one in tabs.all()] == ["0", "-1"]
    tabs.first.press("ArrowRight")
    assert tab.locator(f"#{tabs.last.get_attribute('aria-controls')}").is_visible()
    assert tab.locator(".inspector").is_visible()


def test_errors_do_not_pile_up(tab: Any) -> None:
    tab.goto("/")
    for _ in range(3):
        tab.get_by_role("button", name="Look at it").click()
    assert tab.locator(".toast").count() == 1
    address = tab.get_by_label("An address")
    for port in (1, 2, 3):
        address.fill(f"ftp://127.0.0.1:{port}/")
        with tab.expect_response("**/api/pages/address"):
            tab.keyboard.press("Enter")
        tab.locator(".toast", has_text="ftp").last.wait_for()
    assert tab.locator(".toast").count() <= 2


def test_a_page_opened_twice_is_listed_once(tab: Any) -> None:
    for _ in range(2):
        look_at(tab, NEWS.replace("Ferry<", "Twice<"))
    tab.goto("/#/look")
    tab.get_by_role("heading", name="Opened before").wait_for()
    assert tab.get_by_role("button", name="Twice", exact=True).count() == 1


def test_a_server_that_hangs_holds_nobody_up(tab: Any) -> None:
    tab.goto("/")
    asked = tab.request
    project = asked.post("/api/projects", data={"name": "Sea"}).json()["id"]
    place = f"/api/projects/{project}"
    page = asked.post(f"{place}/pages?name=ferry", data=NEWS.encode()).json()["id"]
    asked.post(f"{place}/annotators", data={"name": "me"})
    held = holding(tab, "**/labels")
    tab.goto(f"/#/projects/{project}/pages/{page}?as=me")
    tab.get_by_role("listbox").focus()
    for _ in range(100):
        tab.keyboard.press("1")
        tab.wait_for_timeout(50)
        if held:
            break
    tab.get_by_role("link", name="Look", exact=True).click()
    tab.get_by_role("heading", name="Look at a page").wait_for()
    held[0].continue_()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_edges_of_controls_can_be_seen(new_tab: Callable[..., Any], scheme: str) -> None:
    tab = new_tab(color_scheme=scheme)
    tab.goto("/")
    tab.get_by_role("heading", name="Look at a page").wait_for()
    colours = """(control) => {
      const {borderTopColor, backgroundColor} = getComputedStyle(control);
      return [borderTopColor, backgroundColor].map((one) => one.match(/\\d+/g).map(Number));
    }"""
    for control in ("#address", "#paste", "#set", ".button"):
        edge, ground = (brightness(c) for c in tab.locator(control).first.evaluate(colours))
        high, low = max(edge, ground), min(edge, ground)
        assert (high + 0.05) / (low + 0.05) >= 3, control  # WCAG 1.4.11


def brightness(colour: list[int]) -> float:
    parts = [c / 255 for c in colour]
    red, green, blue = (c / 12.92 if c <= 0.04 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
