import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.web.studio.browser.looks import (
    LONG,
    NEWS,
    frame_of,
    holding,
    inspector,
    kept_text,
    look_at,
    painted,
    tints,
    until,
)
from webwinnow.formats import FORMATS


def test_kept_text_of_a_pasted_page_is_highlighted(tab: Any) -> None:
    look_at(tab, NEWS)
    assert frame_of(tab).get_by_text("Contact us").is_visible()
    kept = painted(tab)["kept"]
    assert LONG in kept
    assert "Contact us" not in kept
    assert LONG in kept_text(tab)
    assert "Contact us" not in kept_text(tab)
    assert tab.title() == "Ferry returns · webwinnow studio"


def test_arrow_keys_select_blocks_and_show_reasons(tab: Any) -> None:
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
    details = inspector(tab)
    assert "kept" in details
    assert "0.9" in details  # the score
    assert "content:" in details  # the reason
    assert "<p>" in details
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


def test_hovering_shows_the_block(tab: Any) -> None:
    look_at(tab, NEWS)
    frame_of(tab).get_by_text("All rights reserved").hover()
    tab.get_by_label("Details of the block").get_by_text("All rights reserved").wait_for()
    assert tab.locator(".frame-box.pointed").is_visible()
    # Pinned, it stays while the pointer moves on.
    tab.keyboard.press("Enter")
    frame_of(tab).get_by_text("Weather").hover()
    tab.wait_for_timeout(100)
    assert "All rights reserved" in inspector(tab)
    assert "pinned" in inspector(tab)


def test_scrolling_under_a_resting_pointer_does_not_hover(tab: Any) -> None:
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


def test_keys_continue_from_a_click_on_the_page(tab: Any) -> None:
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


def test_the_threshold_updates_highlights_and_text(tab: Any) -> None:
    look_at(tab, NEWS)
    slider = tab.get_by_label("Threshold")
    slider.fill("0")
    assert "Contact us" in painted(tab)["kept"]
    tab.locator(".text-line", has_text="Contact us").wait_for()
    slider.fill("1")
    assert painted(tab)["kept"] == []
    tab.get_by_text("no run scores at least the threshold").wait_for()
    tab.wait_for_url("**threshold=1")
    tab.reload()
    tab.get_by_text("no run scores at least the threshold").wait_for()
    tab.get_by_role("button", name="Reset").click()
    tints(tab, "kept", LONG)
    assert "threshold" not in tab.url


def test_a_method_without_graded_scores_has_no_threshold(tab: Any) -> None:
    look_at(tab, NEWS, "?method=all")
    assert tab.get_by_label("Threshold").is_hidden()
    tab.get_by_label("Method").select_option("winnow")
    tab.get_by_label("Threshold").wait_for()


def test_back_reverts_the_last_choice(tab: Any) -> None:
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


def test_a_failing_method_leaves_the_page_visible(tab: Any) -> None:
    tab.goto("/#/look?method=nonsense&against=all")
    tab.get_by_label("HTML", exact=True).fill(NEWS)
    tab.get_by_role("button", name="Open the page").click()
    tab.locator(".notice", has_text="no method 'nonsense'").wait_for()
    frame_of(tab).get_by_text("Weather").wait_for()
    tab.get_by_label("Method").select_option("bte")
    tab.locator(".count", has_text="bte keeps").wait_for()
    assert tab.locator(".notice").count() == 0


def test_hidden_blocks_are_listed_on_request(tab: Any) -> None:
    look_at(tab, NEWS, "?tab=blocks")
    assert tab.get_by_role("option", name="hidden note").count() == 0
    tab.get_by_label("Hidden blocks").check()
    tab.get_by_role("option", name="Hidden. A hidden note").click()
    assert tab.locator(".frame-box:not(.pointed)").is_hidden()


def test_page_styles_can_be_switched(tab: Any) -> None:
    look_at(tab, f"<style>body {{display: none}}</style><p style='font-size:40px'>{LONG}")
    text = frame_of(tab).get_by_text(LONG)
    assert text.is_hidden()
    tab.get_by_role("button", name="Show it without styles").click()
    assert text.is_visible()
    assert text.evaluate("(p) => getComputedStyle(p).fontSize") == "16px"
    tab.locator("h1").click()
    tab.keyboard.press("o")
    assert text.is_hidden()


def test_leaving_before_the_page_is_loaded_works(tab: Any) -> None:
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


def test_controls_work_before_the_first_decision(tab: Any) -> None:
    held = holding(tab, "**/decision?*")
    tab.goto("/")
    tab.get_by_role("button", name="news").first.click()
    tab.get_by_text("winnow running").wait_for()
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


def test_choices_during_a_decision_are_kept(tab: Any) -> None:
    look_at(tab, NEWS)
    held = holding(tab, "**/decision?method=all*")
    tab.get_by_label("Method").select_option("all")
    tab.get_by_text("all running").wait_for()
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


def test_the_page_scrolls_to_the_first_kept_block(tab: Any) -> None:
    menu = "".join(f"<li><a href=/{number}>Part {number}</a>" for number in range(90))
    look_at(
        tab, f"<nav><ul>{menu}</ul></nav><h1>Ferry</h1><p>{LONG}</p><p>{LONG} Then it rained.</p>"
    )
    top = """() => document.querySelector("iframe").contentDocument.querySelector("p")
      .getBoundingClientRect().top"""
    until(tab, f"() => ({top})() < document.querySelector('iframe').clientHeight")
    assert tab.evaluate(top) > 0


def test_keys_scroll_page_and_raw_text(tab: Any) -> None:
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


def test_a_hanging_server_does_not_block_the_view(tab: Any) -> None:
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
