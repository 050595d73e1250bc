from collections.abc import Callable
from typing import Any

import pytest

from tests.web.studio.browser.looks import (
    LONG,
    NEWS,
    frame_of,
    inspector,
    kept_text,
    look_at,
    shown,
)

PHONE = {"width": 390, "height": 844}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_view_fits_a_phone(new_tab: Callable[..., Any], scheme: str) -> None:
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


def test_the_skip_link_and_invalid_urls_work(tab: Any) -> None:
    look_at(tab, NEWS)
    tab.locator(".skip").focus()
    tab.keyboard.press("Enter")
    assert tab.evaluate("document.activeElement.id") == "main"
    assert LONG in kept_text(tab)
    tab.goto("/#/look/%E0%A4%A")
    tab.get_by_text("Page not found").wait_for()
    tab.get_by_role("link", name="Train").click()
    tab.get_by_role("heading", name="Train", exact=True).wait_for()


def test_letters_can_be_switched_off(tab: Any) -> None:
    look_at(tab, NEWS)
    tab.keyboard.press("?")
    tab.get_by_label("Single letters and signs are keys").uncheck()
    tab.keyboard.press("Escape")
    tab.reload()
    shown(tab)
    tab.keyboard.press("t")
    assert tab.locator(".text-pane").is_visible()
    tab.keyboard.press("Alt+t")
    assert tab.locator(".text-pane").is_hidden()


def test_a_phone_shows_the_block_details(new_tab: Callable[..., Any]) -> None:
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
        tab.get_by_role("button", name="Open the page").click()
    assert tab.locator(".toast").count() == 1
    address = tab.get_by_label("URL of a page")
    for port in (1, 2, 3):
        address.fill(f"ftp://127.0.0.1:{port}/")
        with tab.expect_response("**/api/pages/address"):
            tab.keyboard.press("Enter")
        tab.locator(".toast", has_text="ftp").last.wait_for()
    assert tab.locator(".toast").count() <= 2


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_edges_of_controls_have_contrast(new_tab: Callable[..., Any], scheme: str) -> None:
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
