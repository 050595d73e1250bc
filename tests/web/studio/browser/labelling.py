"""A project to label in the browser, and what the browser shows."""

from dataclasses import dataclass
from typing import Any

from tests.web.studio.browser.looks import painted

PAGES = {
    "rain": (
        "<title>Rain</title><nav><a href=/>Home</a></nav><h1>Rain in Marlow</h1>"
        "<p>It <b>rained</b> all night.</p><p>Nobody was surprised.</p>"
        "<ul><li>Bring a coat</li></ul><div>© The Tide</div>"
    ),
    "sun": "<nav>Home</nav><h1>Sun in Marlow</h1><p>Everybody was surprised.</p>",
}
RAIN = ["Home", "Rain in Marlow", "It rained all night.", "Nobody was surprised.", "Bring a coat"]
RAIN += ["© The Tide"]


@dataclass(frozen=True)
class Project:
    """A project created by requests to the server."""

    tab: Any
    id: int
    pages: dict[str, int]  # numbers by name

    @classmethod
    def make(
        cls, tab: Any, name: str, pages: dict[str, str] | None = None, **settings: Any
    ) -> "Project":
        made = answer(tab.request.post("/api/projects", data={"name": name, **settings}))
        project = cls(tab, made["id"], {})
        for each, html in (pages or PAGES).items():
            added = tab.request.post(
                f"{project.address}/pages?name={each}",
                data=html.encode(),
                headers={"Content-Type": "text/html; charset=utf-8"},
            )
            project.pages[each] = answer(added)["id"]
        return project

    @property
    def address(self) -> str:
        return f"/api/projects/{self.id}"

    def add(self, annotator: str) -> None:
        answer(self.tab.request.post(f"{self.address}/annotators", data={"name": annotator}))

    def open(self, page: str, annotator: str, *, tab: Any = None) -> None:
        """Open a page in the browser and wait until it can be labelled."""
        tab = tab or self.tab
        self.add(annotator)
        tab.goto(f"/#/projects/{self.id}/pages/{self.pages[page]}?as={annotator}")
        self.ready(page, tab)

    def ready(self, page: str, tab: Any = None) -> None:
        tab = tab or self.tab
        tab.locator("h1", has_text=page).wait_for()
        tab.locator(".unit.current").wait_for(state="attached")

    def state(self, page: str, annotator: str) -> dict[str, Any]:
        """Response of the server for a page."""
        path = f"{self.address}/pages/{self.pages[page]}?annotator={annotator}"
        found: dict[str, Any] = answer(self.tab.request.get(path))
        return found

    def labels(self, page: str, annotator: str) -> list[int | None]:
        """Saved labels by block; None if the parts differ."""
        state = self.state(page, annotator)
        found = []
        for block in visible(state):
            labels = {state["labels"][part["run"]] for part in block["parts"]}
            found.append(labels.pop() if len(labels) == 1 else None)
        return found

    def finish(self, page: str, annotator: str, labels: list[int]) -> None:
        """Label every block of a page and mark it as done."""
        self.add(annotator)
        path = f"{self.address}/pages/{self.pages[page]}"
        blocks = visible(self.state(page, annotator))
        for block, label in zip(blocks, labels, strict=True):
            said = {"annotator": annotator, "runs": block["runs"], "label": label}
            answer(self.tab.request.post(f"{path}/labels", data=said))
        answer(self.tab.request.post(f"{path}/done", data={"annotator": annotator, "done": True}))


def visible(state: dict[str, Any]) -> list[dict[str, Any]]:
    return [block for block in state["blocks"] if block["visible"]]


def answer(response: Any) -> Any:
    assert response.ok, response.text()
    return response.json()


def press(tab: Any, *keys: str) -> None:
    for key in keys:
        tab.keyboard.press(key)


def saved(tab: Any) -> None:
    """Wait until all changes are saved."""
    tab.locator(".saving", has_text="✓ saved").wait_for()


def announced(tab: Any) -> str:
    return str(tab.locator("#news").text_content())


def chips(tab: Any) -> list[str]:
    """Accessible labels of the list, in order."""
    found = tab.locator(".unit").evaluate_all(
        "units => units.map(unit => [...unit.firstElementChild.childNodes]"
        ".filter(node => !node.ariaHidden).map(node => node.textContent).join(''))"
    )
    return list(found)


def tints(tab: Any) -> dict[str, list[str]]:
    """Highlighted texts of the page, by style."""
    # Paint comes with the next picture.
    tab.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    return {name: texts for name, texts in painted(tab).items() if texts}
