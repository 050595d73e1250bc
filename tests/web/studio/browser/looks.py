"""Helpers for tests of the Look view."""

import time
from typing import Any

LONG = (
    "The ferry left the old quay at six this morning with forty people on board, and it was late"
    " when it came back, because the wind had turned and the captain would not hurry for anybody."
)
NEWS = f"""<!DOCTYPE html><title>Ferry</title>
<nav><ul><li><a href=/a>Home</a><li><a href=/b>Weather</a><li><a href=/c>Contact us</a></ul></nav>
<h1>Ferry returns</h1><p>{LONG}</p><p>{LONG.replace("ferry", "boat")} <a href=/d>More</a></p>
<div style="display:none">A hidden <b>note</b></div>
<footer><p>All rights reserved</p></footer>"""

# Names of tints and the texts that have them, without the random ends of the names.
PAINTED = """() => {
  const {CSS} = document.querySelector("iframe").contentWindow;
  return Object.fromEntries([...CSS.highlights].map(([name, ranges]) => [
    name.slice(0, -9), [...ranges].map((range) => range.startContainer.data.trim())]));
}"""


def look_at(tab: Any, html: str, query: str = "") -> None:
    """Paste a page and wait for its text."""
    tab.goto(f"/#/look{query}")
    tab.get_by_label("HTML", exact=True).fill(html)
    tab.get_by_role("button", name="Open the page").click()
    shown(tab)


def shown(tab: Any) -> None:
    side = ".text-column, .block-panel:not([hidden]) [role=option]"
    tab.locator(side).first.wait_for(state="attached")
    until(tab, "() => document.querySelector('iframe')?.contentWindow.CSS.highlights.size")


def until(tab: Any, script: str, given: Any = None) -> None:
    """Wait for a condition; the studio's policy forbids `eval`, so the browser cannot."""
    deadline = time.monotonic() + 60
    while not tab.evaluate(script, given):
        assert time.monotonic() < deadline, f"never true: {script}"
        tab.wait_for_timeout(20)


def painted(tab: Any) -> dict[str, list[str]]:
    found: dict[str, list[str]] = tab.evaluate(PAINTED)
    return found


def tints(tab: Any, name: str, text: str) -> None:
    """Wait until the text has the highlight style."""
    script = f"([name, text]) => ({PAINTED})()[name]?.some((one) => one.includes(text))"
    until(tab, script, [name, text])


def frame_of(tab: Any) -> Any:
    return tab.frame_locator("iframe")


def inspector(tab: Any) -> str:
    text: str = tab.locator(".inspector").inner_text()
    return text


def kept_text(tab: Any, side: int = 0) -> str:
    # Not what is laid out: lines out of sight are not.
    text: str = tab.locator(".text-column").nth(side).text_content()
    return text


def holding(tab: Any, pattern: str) -> list[Any]:
    """Hold back the responses to these requests until `continue_`."""
    held: list[Any] = []
    tab.route(pattern, lambda route: held.append(route))
    return held
