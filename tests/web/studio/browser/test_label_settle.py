"""Two annotators: agreement, differences, settling, export."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.web.studio.browser.labelling import PAGES, Project, press, saved, tints
from webwinnow.gold.datasets import open_set

BOILERPLATE, CONTENT, HEADING, PARAGRAPH, ITEM = range(1, 6)
ANN = [BOILERPLATE, HEADING, PARAGRAPH, PARAGRAPH, ITEM, BOILERPLATE]
BEN = [BOILERPLATE, HEADING, PARAGRAPH, BOILERPLATE, PARAGRAPH, BOILERPLATE]


@pytest.fixture
def differing(tab: Any, request: pytest.FixtureRequest) -> Project:
    project = Project.make(tab, request.node.name)
    for annotator, labels in (("Ann", ANN), ("Ben", BEN)):
        project.finish("rain", annotator, labels)
    return project


def standing(project: Project, page: str) -> dict[str, Any]:
    pages: list[dict[str, Any]] = project.tab.request.get(project.address).json()["pages"]
    return next(each for each in pages if each["name"] == page)


def settle(project: Project, page: str) -> Any:
    tab = project.tab
    tab.goto(f"/#/projects/{project.id}/pages/{project.pages[page]}/differences")
    tab.locator(".unit.current").wait_for(state="attached")
    return tab


def test_agreement_is_shown_with_that_of_the_paper(differing: Project) -> None:
    tab = differing.tab
    tab.goto(f"/#/projects/{differing.id}")
    row = tab.locator("table.agreement tbody tr").first
    row.wait_for()
    # Four of six blocks alike, by chance 11 of 36; Ben lacks 3 words of 13.
    cells = row.locator("td, th").all_inner_texts()
    assert cells == ["Ann and Ben", "1 page", "6", "0.52", "0.67", "66.7%", "87.0%"]
    assert "91.75 %" in tab.locator("section", has=tab.locator("#agreement")).inner_text()
    row.get_by_role("button", name="1 page").click()
    assert tab.locator("tr.of-page").inner_text().startswith("rain")


def test_an_undefined_kappa_has_a_reason(tab: Any) -> None:
    project = Project.make(tab, "one class", {"sun": PAGES["sun"]})
    for annotator in ("Ann", "Ben"):
        project.finish("sun", annotator, [BOILERPLATE] * 3)
    tab.goto(f"/#/projects/{project.id}")
    undefined = tab.locator("table.agreement abbr").first
    undefined.wait_for()
    assert undefined.inner_text() == "undefined"
    assert "the same label" in undefined.get_attribute("title")


def test_differences_are_settled_by_keys(differing: Project) -> None:
    tab = settle(differing, "rain")
    texts = tab.locator(".unit .text").all_text_contents()
    assert texts == ["Nobody was surprised.", "Bring a coat"]
    assert tab.locator(".unit.current .votes").inner_text().split() == [
        *("Ann", "¶", "paragraph", "Ben", "×", "boilerplate")
    ]
    assert "2 of 2 differences open" in tab.inner_text(".open-count")
    assert tints(tab) == {"mixed": texts}
    press(tab, "2")
    assert tab.locator(".unit.current .text").text_content() == "Bring a coat"
    press(tab, "c")
    saved(tab)
    assert "✓ settled" in tab.inner_text(".open-count")
    assert tints(tab) == {"boilerplate": texts[:1], "content": texts[1:]}
    assert standing(differing, "rain")["settled"]
    press(tab, "u")
    saved(tab)
    assert "1 of 2 differences open" in tab.inner_text(".open-count")
    assert standing(differing, "rain")["open"] == 1
    tab.reload()
    tab.locator(".unit.current", has_text="Bring a coat").wait_for()
    assert tab.locator(".unit .chip").first.text_content() == "×boilerplate"
    tab.get_by_role("button", name="Ann").click()
    saved(tab)
    press(tab, "n")
    tab.get_by_text("No other page has open differences").wait_for()
    tab.get_by_text("✓ settled").wait_for()


def test_labels_of_parts_are_taken_over(tab: Any) -> None:
    project = Project.make(tab, "mixed", {"rain": PAGES["rain"]})
    project.finish("rain", "Ann", [PARAGRAPH] * 6)
    project.open("rain", "Ben")
    press(tab, "p", "p", "s", "p", "b", "p", "s", "Shift+J", "Shift+J", "p", "Enter")
    tab.get_by_text("You have done the page").wait_for()
    settle(project, "rain")
    assert "± mixed" in tab.get_by_role("button", name="Ben").inner_text()
    press(tab, "2")
    saved(tab)
    assert standing(project, "rain")["settled"]


def test_a_choice_keeps_the_focus(differing: Project) -> None:
    tab = settle(differing, "rain")
    tab.get_by_role("button", name="Ann").focus()
    press(tab, "Enter")
    assert tab.locator(".unit.current .text").text_content() == "Bring a coat"
    assert "Ann" in tab.locator("button:focus").inner_text()
    assert (
        tab.locator("#news")
        .text_content()
        .startswith("paragraph; next: Bring a coat; Ann: list item")
    )
    press(tab, "Enter")
    saved(tab)
    assert "✓ settled" in tab.inner_text(".open-count")


def test_equal_labels_need_no_settling(tab: Any) -> None:
    project = Project.make(tab, "all agree")
    for annotator in ("Ann", "Ben"):
        project.finish("rain", annotator, ANN)
    tab.goto(f"/#/projects/{project.id}")
    gold = tab.locator("tr", has_text="rain").locator("td[data-name=Gold]")
    assert gold.inner_text() == "✓ all agree"


def test_a_page_without_differences_is_reported(tab: Any) -> None:
    project = Project.make(tab, "agreed")
    tab.goto(f"/#/projects/{project.id}/pages/{project.pages['sun']}/differences")
    tab.get_by_text("when two annotators have done this page").wait_for()


def test_a_settled_page_is_exported(differing: Project, tmp_path: Path) -> None:
    tab = settle(differing, "rain")
    press(tab, "1", "1")
    saved(tab)
    tab.goto(f"/#/projects/{differing.id}")
    found = {form: download(tab, form, tmp_path) for form in ("set", "cleaneval", "runs")}
    text = "Rain in Marlow\nIt rained all night.\nNobody was surprised.\nBring a coat"
    for form in ("set", "cleaneval"):
        (page,) = open_set(found[form])
        assert (page.name, page.text.split()) == ("rain", text.split()), form
        kinds = [segment.kind for segment in page.segments or []]
        assert kinds == ["heading", "paragraph", "paragraph", "list item"], form
    with zipfile.ZipFile(found["runs"]) as archive:
        (name,) = [each for each in archive.namelist() if each.endswith(".jsonl")]
        (line,) = archive.read(name).decode().splitlines()
    said = {run["text"]: run["label"] for run in json.loads(line)["runs"]}
    assert (said["Bring a coat"], said["Home"]) == ("list item", "boilerplate")
    # Of one annotator, whatever was settled.
    tab.get_by_label("Whose labels").select_option("Ben")
    (page,) = open_set(download(tab, "set", tmp_path / "ben"))
    assert "Nobody was surprised." not in page.text
    assert (
        tab.get_by_role("link", name="Train a method")
        .get_attribute("href")
        .endswith(f"/training?project={differing.id}")
    )


def test_an_empty_export_is_reported(tab: Any) -> None:
    project = Project.make(tab, "nothing done")
    tab.goto(f"/#/projects/{project.id}")
    tab.get_by_role("button", name="Download").click()
    tab.get_by_text("no page has final labels").wait_for()


def download(tab: Any, form: str, folder: Path) -> Path:
    tab.get_by_label("Format").select_option(form)
    with tab.expect_download() as waiting:
        tab.get_by_role("button", name="Download").click()
    path = folder / str(waiting.value.suggested_filename)
    waiting.value.save_as(path)
    return path
