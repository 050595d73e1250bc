"""Create, fill and delete projects in a browser."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.studio.browser.labelling import PAGES, Project, chips, press, saved
from tests.web.studio.browser.looks import LONG, until
from tests.web.studio.browser.serving import Spy
from tests.web.studio.browser.test_hostile import HOSTILE, LINKS, MARKS, PRESS


def names(tab: Any) -> list[str]:
    found: list[str] = tab.locator("table.pages tbody th").all_text_contents()
    return found


def confirm(tab: Any, words: str) -> None:
    tab.get_by_role("dialog").get_by_role("button", name=words).click()
    tab.get_by_role("dialog").wait_for(state="detached")


def test_a_project_is_created_and_filled(tab: Any, tmp_path: Path) -> None:
    for name, html in PAGES.items():
        (tmp_path / f"{name}.html").write_text(html, "utf-8")
    (tmp_path / "nothing.html").write_text("<script>1</script>", "utf-8")
    tab.goto("/#/projects")
    tab.get_by_text("No projects yet").wait_for()
    tab.get_by_label("Name", exact=True).fill("Marlow")
    tab.get_by_label("Prelabel pages with").select_option("winnow")
    tab.get_by_role("button", name="Create project").click()
    tab.get_by_text("No pages yet").wait_for()
    files = sorted(tmp_path.iterdir())
    tab.get_by_label("HTML files").set_input_files(files)
    tab.get_by_text("2 pages added, 1 rejected").wait_for()
    assert "no visible text" in tab.locator(".drop-zone .error").inner_text()
    tab.locator("table.pages tbody th", has_text="sun").wait_for()
    assert names(tab) == ["rain", "sun"]
    tab.get_by_label("Search its pages").fill("forum")
    until(tab, "() => document.querySelectorAll('.names option').length === 1")
    tab.locator("select.names").select_option("forum")
    tab.get_by_role("button", name="Add selected").click()
    tab.locator("table.pages tbody th", has_text="forum").wait_for()
    tab.get_by_label("HTML files").set_input_files(files[1])
    tab.get_by_text("already has this page").wait_for()
    tab.get_by_role("button", name="Remove forum").click()
    confirm(tab, "Remove the page")
    tab.locator("table.pages tbody th", has_text="forum").wait_for(state="detached")
    # The name is remembered, and leads to the first page that is not done.
    tab.get_by_label("Annotate as").fill("Ann")
    tab.get_by_role("button", name="Begin").click()
    tab.locator(".unit.current").wait_for()
    assert all(chip.endswith("suggested") for chip in chips(tab))
    assert tab.evaluate("localStorage.getItem('webwinnow.annotator')") == "Ann"


def test_pages_are_added_from_urls(tab: Any, spy: Spy) -> None:
    project = Project.make(tab, "addresses", {"sun": PAGES["sun"]})
    tab.goto(f"/#/projects/{project.id}")
    tab.get_by_text("Add pages").click()
    empty = f"http://127.0.0.1:{spy.server_port}/empty"
    tab.get_by_label("URLs, one per line").fill(f"{tab.url.split('#')[0]}\n{empty}")
    tab.get_by_role("button", name="Fetch and add").click()
    tab.get_by_text("1 page added, 1 rejected").wait_for()
    assert "/empty" in tab.locator("form .error").filter(has_text="http").inner_text()


def test_deleting_a_project_needs_confirmation(tab: Any) -> None:
    Project.make(tab, "short-lived")
    Project.make(tab, "lasting")
    tab.goto("/#/projects")
    tab.get_by_role("button", name="Delete short-lived").click()
    assert "2 pages" in tab.get_by_role("dialog").inner_text()
    press(tab, "Enter")  # the harmless choice has the focus
    tab.get_by_role("dialog").wait_for(state="detached")
    tab.get_by_role("button", name="Delete short-lived").click()
    confirm(tab, "Delete the project")
    tab.get_by_role("heading", name="short-lived").wait_for(state="detached")
    assert tab.get_by_role("heading", name="lasting").is_visible()


def test_a_failure_after_a_deletion_is_reported(tab: Any) -> None:
    project = Project.make(tab, "half gone")
    tab.goto("/#/projects")
    tab.get_by_role("button", name="Delete half gone").click()
    tab.route("**/api/projects", lambda route: route.abort())
    confirm(tab, "Delete the project")
    tab.locator(".toast.error", has_text="does not respond").wait_for()
    assert tab.request.get(project.address).status == 404


def test_names_of_one_set_are_not_shown_for_another(tab: Any) -> None:
    sets = [{"id": each, "name": each} for each in ("slow", "fast")]
    held: list[Any] = []

    def names_of(route: Any, name: str) -> None:
        route.fulfill(json={"names": [f"page of {name}"], "found": 1})

    project = Project.make(tab, "two sets", {"sun": PAGES["sun"]})
    tab.route("**/api/sets", lambda route: route.fulfill(json=sets))
    tab.route("**/api/sets/slow?*", lambda route: held.append(route))
    tab.route("**/api/sets/fast?*", lambda route: names_of(route, "fast"))
    tab.goto(f"/#/projects/{project.id}")
    tab.get_by_text("Add pages").click()
    tab.get_by_label("From a set").select_option("fast")
    until(tab, "() => document.querySelectorAll('.names option').length === 1")
    with tab.expect_response("**/api/sets/slow?*"):
        names_of(held.pop(), "slow")
    assert tab.locator(".names option").all_text_contents() == ["page of fast"]


def test_taken_names_and_deleted_pages_are_reported(tab: Any) -> None:
    project = Project.make(tab, "taken")
    tab.goto("/#/projects")
    tab.get_by_label("Name", exact=True).fill("Taken")
    tab.get_by_role("button", name="Create project").click()
    tab.get_by_text("a project 'Taken' already exists").wait_for()
    tab.goto(f"/#/projects/{project.id}/pages/999999?as=Ann")
    tab.get_by_text("no page has the id 999999").wait_for()


@pytest.fixture
def attacked(tab: Any, spy: Spy) -> Iterator[Project]:
    html = HOSTILE.format(spy=f"http://127.0.0.1:{spy.server_port}", long=LONG)
    spy.heard.clear()
    project = Project.make(tab, "<img src=x onerror=top.hit=1>", {"hostile": html}, prelabel="all")
    project.open("hostile", "Ann")
    yield project
    assert spy.heard == []


def test_a_hostile_page_can_be_labelled_and_does_nothing(attacked: Project) -> None:
    tab = attacked.tab
    before = tab.evaluate(MARKS)
    assert before[0] is None
    for name in LINKS:
        tab.evaluate(PRESS, name)
    box = tab.locator("iframe").bounding_box()
    tab.mouse.click(box["x"] + 100, box["y"] + 100)
    press(tab, "o")
    tab.mouse.click(box["x"] + 40, box["y"] + 40)
    tab.locator(".unit", has_text="ferry left").first.click()
    press(tab, "h")
    saved(tab)
    assert tab.evaluate(MARKS) == before
    state = attacked.state("hostile", "Ann")
    (block,) = [
        block for block in state["blocks"] if block["text"].strip().startswith("The ferry left")
    ]
    assert {state["labels"][part["run"]] for part in block["parts"]} == {3}


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_views_fit_any_screen(new_tab: Callable[..., Any], width: int, scheme: str) -> None:
    tab = new_tab(viewport={"width": width, "height": 844}, color_scheme=scheme)
    long = "A name that is long enough to be wider than any screen of a telephone"
    project = Project.make(tab, f"{long} {scheme} {width}")
    project.finish("rain", "Ann", [1, 3, 4, 4, 5, 1])
    project.finish("rain", "Ben", [1, 3, 4, 1, 5, 1])
    rain = f"/#/projects/{project.id}/pages/{project.pages['rain']}"
    views = {
        "/#/projects": ".card.project",
        f"/#/projects/{project.id}": "table.agreement",
        f"{rain}?as=Ann": ".unit.current",
        f"{rain}/differences": ".unit.current",
    }
    for address, ready in views.items():
        tab.goto(address)
        tab.locator(ready).first.wait_for(state="attached")
        assert tab.evaluate("document.scrollingElement.scrollWidth <= innerWidth"), address
        if ready == "table.agreement":
            gold = tab.get_by_role("link", name="settle 1 difference").bounding_box()
            assert gold["x"] + gold["width"] <= width
