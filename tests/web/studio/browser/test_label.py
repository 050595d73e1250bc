"""Label pages in a browser by keys, clicks and drags."""

from collections.abc import Callable
from typing import Any

from tests.web.studio.browser.labelling import RAIN, Project, announced, chips, press, saved, tints
from tests.web.studio.browser.serving import Served
from webwinnow.annotation import Store, annotator_labels

NONE, BOILERPLATE, CONTENT, HEADING, PARAGRAPH, ITEM = range(6)


def in_frame(tab: Any, text: str) -> Any:
    return tab.frame_locator("iframe").get_by_text(text, exact=True).first


def focused(tab: Any) -> Any:
    return tab.locator(":focus")


def drag(tab: Any, first: Any, *stops: Any) -> None:
    """Drag through the stops and release at the last.

    By the browser's own protocol: Playwright waits for scripts in every frame before it moves a
    mouse whose button is down, and the page's frame runs none.
    """
    mouse = tab.context.new_cdp_session(tab)
    boxes = [each.bounding_box() for each in (first, *stops)]
    (x, y), *places = [(box["x"] + 8, box["y"] + box["height"] / 2) for box in boxes]

    def send(kind: str, x: float, y: float, buttons: int) -> None:
        event = {"type": kind, "x": x, "y": y, "buttons": buttons, "button": "left"}
        mouse.send("Input.dispatchMouseEvent", {**event, "clickCount": 1})

    send("mousePressed", x, y, 1)
    for to_x, to_y in places:
        for step in range(1, 4):
            send("mouseMoved", x + (to_x - x) * step / 3, y + (to_y - y) * step / 3, 1)
        x, y = to_x, to_y
    send("mouseReleased", x, y, 0)


def test_keys_label_blocks_and_advance(tab: Any) -> None:
    project = Project.make(tab, "keys")
    project.open("rain", "Ann")
    assert tab.locator(".unit .text").all_text_contents() == RAIN
    assert chips(tab) == ["no label"] * 6
    press(tab, "b", "h")
    assert announced(tab) == "heading: Rain in Marlow"
    press(tab, "3", "1", "l", "5")
    saved(tab)
    said = ["boilerplate", "heading", "paragraph", "content", "list item", "boilerplate"]
    assert chips(tab) == said
    numbers = [BOILERPLATE, HEADING, PARAGRAPH, CONTENT, ITEM, BOILERPLATE]
    assert project.labels("rain", "Ann") == numbers
    assert tints(tab) == {
        "boilerplate": ["Home", "© The Tide"],
        "heading": ["Rain in Marlow"],
        "paragraph": ["It", "rained", "all night."],
        "content": ["Nobody was surprised."],
        "item": ["Bring a coat"],
    }
    assert "6 of 6 blocks labelled" in tab.inner_text(".how-far")


def test_a_selection_is_labelled_and_undone_at_once(tab: Any) -> None:
    project = Project.make(tab, "selection")
    project.open("rain", "Ann")
    press(tab, "j", "ArrowDown", "Shift+J", "Shift+ArrowDown", "p")
    saved(tab)
    done = [NONE, NONE, PARAGRAPH, PARAGRAPH, PARAGRAPH, NONE]
    assert project.labels("rain", "Ann") == done
    # On to the block behind the selection; the next without a label is the first of the page.
    assert tab.locator(".unit.current .text").text_content() == RAIN[5]
    press(tab, "f")
    assert tab.locator(".unit.current .text").text_content() == RAIN[0]
    press(tab, "b", "u")
    saved(tab)
    assert project.labels("rain", "Ann") == done
    press(tab, "Control+z")
    saved(tab)
    assert chips(tab) == ["no label"] * 6
    press(tab, "Control+y", "Control+Shift+Z")
    saved(tab)
    assert project.labels("rain", "Ann") == [BOILERPLATE, *done[1:]]
    press(tab, "Home", "x")
    saved(tab)
    assert project.labels("rain", "Ann") == done


def test_a_click_and_a_drag_set_the_chosen_label(tab: Any) -> None:
    project = Project.make(tab, "brush")
    project.open("rain", "Ann")
    # To begin with, a click selects only.
    in_frame(tab, "Bring a coat").click()
    assert tab.locator(".unit.current .text").text_content() == "Bring a coat"
    assert chips(tab) == ["no label"] * 6
    tab.get_by_role("radio", name="heading").check()
    in_frame(tab, "Rain in Marlow").click()
    saved(tab)
    assert project.labels("rain", "Ann") == [NONE, HEADING, NONE, NONE, NONE, NONE]
    tab.get_by_role("radio", name="paragraph").check()
    drag(tab, in_frame(tab, "rained"), in_frame(tab, "Bring a coat"))
    saved(tab)
    three = [PARAGRAPH] * 3
    assert project.labels("rain", "Ann") == [NONE, HEADING, *three, NONE]
    tab.get_by_role("radio", name="boilerplate").check()
    drag(tab, tab.locator(".unit").nth(5), tab.locator(".unit").nth(4))
    saved(tab)
    last = [PARAGRAPH, PARAGRAPH, BOILERPLATE, BOILERPLATE]
    assert project.labels("rain", "Ann") == [NONE, HEADING, *last]
    tab.locator(".unit").nth(0).click()
    tab.locator(".unit").nth(1).click(modifiers=["Shift"])
    saved(tab)
    assert project.labels("rain", "Ann") == [BOILERPLATE, BOILERPLATE, *last]
    # Keys go on working after a click into the page.
    tab.get_by_role("radio", name="select").check()
    in_frame(tab, "Nobody was surprised.").click()
    press(tab, "c")
    saved(tab)
    assert project.labels("rain", "Ann")[3] == CONTENT


def test_a_drag_ends_at_the_last_text(tab: Any) -> None:
    project = Project.make(tab, "drag")
    project.open("rain", "Ann")
    stops = in_frame(tab, "rained"), in_frame(tab, "Nobody was surprised."), tab.locator("h1")
    drag(tab, *stops)  # with nothing to label as
    assert tab.locator(".unit[aria-selected=true]").count() > 1
    assert tints(tab) == {}
    tab.get_by_role("radio", name="paragraph").check()
    drag(tab, in_frame(tab, "Bring a coat"), in_frame(tab, "© The Tide"), tab.locator("iframe"))
    saved(tab)
    labelled = project.labels("rain", "Ann")
    assert labelled[4] == PARAGRAPH
    assert "selected" not in tints(tab)


def test_parts_of_a_block_can_have_different_labels(tab: Any) -> None:
    project = Project.make(tab, "parts")
    project.open("rain", "Ann")
    press(tab, "j", "j", "s")
    assert tab.locator(".unit .text").all_text_contents()[2:5] == ["It", "rained", "all night."]
    assert tab.locator(".unit.current .text").text_content() == "It"
    press(tab, "p", "b", "p", "s")
    saved(tab)
    assert chips(tab)[2] == "mixed"
    assert project.labels("rain", "Ann")[2] is None
    assert tints(tab) == {"paragraph": ["It", "all night."], "boilerplate": ["rained"]}


def test_done_asks_about_unlabelled_blocks(tab: Any) -> None:
    project = Project.make(tab, "done")
    project.open("rain", "Ann")
    press(tab, "j", "h", "p", "Enter")
    dialog = tab.get_by_role("dialog")
    assert "4 blocks have no label" in dialog.inner_text()
    press(tab, "Escape")
    tab.locator(".unit.current .text", has_text=RAIN[0]).wait_for()
    press(tab, "Enter", "b")
    project.ready("sun")
    rest = [BOILERPLATE] * 3
    assert project.labels("rain", "Ann") == [BOILERPLATE, HEADING, PARAGRAPH, *rest]
    assert project.state("rain", "Ann")["state"] == "done"
    press(tab, "b", "h", "p", "Enter")
    tab.get_by_text("You have done all 2 pages").wait_for()
    tab.locator(".meter", has_text="2 of 2 done").wait_for()


def test_done_can_be_revoked(tab: Any) -> None:
    project = Project.make(tab, "reopened")
    project.finish("sun", "Ann", [BOILERPLATE, HEADING, PARAGRAPH])
    project.open("sun", "Ann")
    tab.get_by_role("button", name="✓ done").click()
    saved(tab)
    assert not tab.get_by_text("✓ done").is_visible()
    assert focused(tab).get_attribute("role") == "listbox"
    assert project.state("sun", "Ann")["state"] == "begun"


def test_keys_change_the_page(tab: Any) -> None:
    project = Project.make(tab, "pages")
    project.open("rain", "Ann")
    assert "page 1 of 2" in tab.inner_text(".titles")
    press(tab, "n")
    project.ready("sun")
    press(tab, "Shift+N")
    project.ready("rain")


def test_page_styles_can_be_switched_off(tab: Any) -> None:
    covered = "<style>p {display: none}</style><h1>Seen</h1><p>Covered by the page.</p>"
    project = Project.make(tab, "styles", {"covered": covered})
    project.open("covered", "Ann")
    assert not in_frame(tab, "Covered by the page.").is_visible()
    press(tab, "o")
    assert in_frame(tab, "Covered by the page.").is_visible()


def test_labels_survive_a_reload(tab: Any) -> None:
    project = Project.make(tab, "reload")
    project.open("rain", "Ann")
    press(tab, "b", "h")
    saved(tab)
    tab.reload()
    project.ready("rain")
    assert chips(tab)[:3] == ["boilerplate", "heading", "no label"]
    assert tab.locator(".unit.current .text").text_content() == RAIN[2]
    press(tab, "u")
    saved(tab)
    assert chips(tab)[:3] == ["boilerplate", "no label", "no label"]


def test_prelabels_are_marked_as_suggestions(tab: Any) -> None:
    project = Project.make(tab, "suggested", prelabel="all")
    project.open("rain", "Ann")
    assert chips(tab)[:2] == ["paragraph, suggested", "heading, suggested"]
    assert len(tints(tab)["suggested"]) == 8
    press(tab, "b", "h")  # another label, and the same
    saved(tab)
    assert chips(tab)[:3] == ["boilerplate", "heading", "paragraph, suggested"]
    tab.reload()
    project.ready("rain")
    assert chips(tab)[:3] == ["boilerplate", "heading", "paragraph, suggested"]
    press(tab, "u")
    saved(tab)
    assert chips(tab)[:3] == ["boilerplate", "heading, suggested", "paragraph, suggested"]
    press(tab, "Enter")
    project.ready("sun")
    assert project.state("rain", "Ann")["state"] == "done"


def test_unchecked_suggestions_need_confirmation(tab: Any) -> None:
    project = Project.make(tab, "guesses", prelabel="all")
    project.open("rain", "Ann")
    assert tab.inner_text(".how-far") == "0 checked, 6 suggested"
    press(tab, "Enter")
    assert "Accept the labels of all for 6 blocks?" in tab.get_by_role("dialog").inner_text()
    press(tab, "Enter")  # the harmless choice has the focus
    tab.get_by_role("dialog").wait_for(state="detached")
    assert project.state("rain", "Ann")["state"] != "done"
    press(tab, "b", "Home", "f")
    assert tab.inner_text(".how-far") == "1 checked, 5 suggested"
    assert tab.locator(".unit.current .text").text_content() == RAIN[1]
    press(tab, "Enter")
    project.ready("sun")
    tab.locator(".toast", has_text="rain is done").get_by_role("link", name="Back to it").click()
    project.ready("rain")
    press(tab, "n")
    project.ready("sun")
    press(tab, "Enter", "t")
    tab.get_by_text("You have done all 2 pages").wait_for()


def test_a_very_long_page_is_highlighted_near_the_screen(tab: Any) -> None:
    html = "".join(f"<p>{number}</p>" for number in range(3100))
    project = Project.make(tab, "long", {"long": html}, prelabel="all")
    project.open("long", "Ann")
    assert tab.inner_text(".how-far") == "0 checked, 3,100 suggested"
    first = tints(tab)["paragraph"]
    assert ("0" in first, "3099" in first) == (True, False)
    press(tab, "End")
    tints(tab)  # a picture later it has been scrolled
    last = tints(tab)["paragraph"]
    assert ("0" in last, "3099" in last) == (False, True)


def test_keys_scroll_the_page(tab: Any) -> None:
    project = Project.make(
        tab, "scrolling", {"long": "".join(f"<p>Line {n}</p>" for n in range(99))}
    )
    project.open("long", "Ann")
    scrolled = "() => document.querySelector('iframe').contentWindow.scrollY"
    press(tab, "PageDown")
    one = tab.evaluate(scrolled)
    press(tab, "Space")
    assert 0 < one < tab.evaluate(scrolled)
    press(tab, "PageUp", "Shift+Space")
    assert tab.evaluate(scrolled) == 0


def test_labels_survive_a_killed_server(tab: Any, studio: Served) -> None:
    project = Project.make(tab, "killed")
    project.open("rain", "Ann")
    press(tab, "b", "h")
    saved(tab)
    press(tab, "p")
    studio.kill()
    press(tab, "c", "l")
    tab.locator(".saving", has_text="not saved").wait_for()
    assert chips(tab)[:5] == ["boilerplate", "heading", "paragraph", "content", "list item"]
    # Whoever closes the window now is warned.
    stays = "() => !dispatchEvent(new Event('beforeunload', {cancelable: true}))"
    assert tab.evaluate(stays)
    studio.start()
    saved(tab)
    assert not tab.evaluate(stays)
    said = [BOILERPLATE, HEADING, PARAGRAPH, CONTENT, ITEM, NONE]
    assert project.labels("rain", "Ann") == said
    assert tab.locator(".toast.error").count() == 0
    tab.reload()
    project.ready("rain")
    assert chips(tab)[4:] == ["list item", "no label"]


def test_unsaved_labels_are_saved_after_leaving_the_page(tab: Any, studio: Served) -> None:
    project = Project.make(tab, "left")
    project.open("rain", "Ann")
    studio.kill()
    press(tab, "b", "h")
    tab.locator(".saving", has_text="2 changes not saved").wait_for()
    tab.get_by_role("link", name="left").click()
    tab.locator(".toast.error", has_text="2 changes of rain not saved yet").wait_for()
    studio.start()
    project.open("rain", "Ann")
    saved(tab)
    assert chips(tab)[:3] == ["boilerplate", "heading", "no label"]
    assert project.labels("rain", "Ann")[:3] == [BOILERPLATE, HEADING, NONE]


def test_a_kill_loses_no_acknowledged_label(tab: Any, studio: Served) -> None:
    project = Project.make(
        tab, "middle", {"long": "".join(f"<p>Paragraph {number}</p>" for number in range(60))}
    )
    project.open("long", "Ann")
    acknowledged: list[Any] = []
    tab.on("requestfinished", lambda one: acknowledged.append(one) if is_act(one) else None)
    tab.evaluate(
        """() => [..."cp".repeat(20)].forEach((key) => document.activeElement.dispatchEvent(
            new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true})))"""
    )
    while len(acknowledged) < 5:
        tab.wait_for_timeout(2)
    studio.kill()
    tab.locator(".saving", has_text="not saved").wait_for()
    with Store(studio.data / "studio.db") as store:
        kept = annotator_labels(store, project.pages["long"], "Ann").labels
    assert len(acknowledged) <= sum(kept > 0) < 40
    studio.start()
    saved(tab)
    assert project.labels("long", "Ann") == [CONTENT, PARAGRAPH] * 20 + [NONE] * 20
    assert tab.locator(".toast.error").count() == 0


def is_act(request: Any) -> bool:
    return bool(request.url.endswith("/labels"))


def test_two_windows_of_one_annotator_do_not_overwrite_each_other(
    new_tab: Callable[..., Any],
) -> None:
    first, second = new_tab(), new_tab()
    project = Project.make(first, "windows")
    project.open("rain", "Ann")
    project.open("rain", "Ann", tab=second)
    press(first, "b")
    saved(first)
    press(second, "j", "h")
    second.locator(".toast.error", has_text="another window").wait_for()
    assert chips(second)[:2] == ["boilerplate", "no label"]
    press(second, "Home", "j", "h")
    saved(second)
    assert project.labels("rain", "Ann")[:2] == [BOILERPLATE, HEADING]


def test_help_lists_the_keys(tab: Any) -> None:
    project = Project.make(tab, "help")
    project.open("rain", "Ann")
    press(tab, "?")
    shown = tab.get_by_role("dialog").inner_text()
    for words in ("next block", "remove the label", "undo", "redo", "their parts", "next page"):
        assert words in shown
    # Keys are for the dialog as long as it is there.
    press(tab, "h", "Escape", "b")
    saved(tab)
    assert project.labels("rain", "Ann")[:2] == [BOILERPLATE, NONE]


def test_letters_can_be_switched_off(tab: Any) -> None:
    project = Project.make(tab, "letters")
    project.open("rain", "Ann")
    press(tab, "?")
    tab.get_by_role("checkbox", name="Letters, digits and signs").uncheck()
    press(tab, "Escape", "b", "2", "?", "ArrowDown", "Alt+h")
    saved(tab)
    assert project.labels("rain", "Ann") == [NONE, HEADING, NONE, NONE, NONE, NONE]
    tab.reload()
    project.ready("rain")
    press(tab, "b")
    assert chips(tab)[0] == "no label"


def test_blocks_are_announced_without_focus_on_the_list(tab: Any) -> None:
    project = Project.make(tab, "hearing")
    project.open("rain", "Ann")
    tab.get_by_role("button", name="Styles").focus()
    press(tab, "j")
    assert announced(tab) == "no label: Rain in Marlow"
    press(tab, "h")
    assert announced(tab) == "heading: Rain in Marlow; next: no label: It rained all night."


def test_the_list_is_an_accessible_listbox(tab: Any) -> None:
    project = Project.make(tab, "listening", instructions="Captions are content.")
    project.open("rain", "Ann")
    box = tab.get_by_role("listbox", name="Blocks of the page")
    assert box.get_attribute("aria-multiselectable") == "true"
    assert focused(tab).get_attribute("role") == "listbox"
    press(tab, "h", "Shift+J")
    heading = box.get_by_role("option", name="heading Home")
    assert heading.get_attribute("aria-selected") == "false"
    assert box.get_by_role("option", selected=True).count() == 2
    current = tab.locator(f"#{box.get_attribute('aria-activedescendant')}")
    assert "It rained all night." in current.inner_text()
    tab.get_by_text("Instructions").click()
    assert tab.get_by_text("Captions are content.").is_visible()
    nameless = tab.locator("button, input, select, textarea").evaluate_all(
        "all => all.filter(one => !(one.ariaLabel || one.textContent.trim()"
        " || one.labels?.[0]?.textContent.trim())).map(one => one.outerHTML)"
    )
    assert nameless == []


def test_a_small_screen_shows_page_or_blocks_and_label_buttons(
    new_tab: Callable[..., Any],
) -> None:
    tab = new_tab(viewport={"width": 390, "height": 844}, color_scheme="dark", has_touch=True)
    project = Project.make(tab, "small screen", prelabel="all")
    project.open("rain", "Ann")
    assert in_frame(tab, "Rain in Marlow").is_visible()
    assert not tab.get_by_role("listbox").is_visible()
    brush = tab.locator(".brush-bar").bounding_box()
    assert brush["y"] + brush["height"] >= 843
    tab.get_by_text("boilerplate", exact=True).tap()
    in_frame(tab, "Nobody was surprised.").tap()
    tab.get_by_role("button", name="Blocks").tap()
    tab.get_by_role("option", name="Home").tap()
    saved(tab)
    labels = project.labels("rain", "Ann")
    assert (labels[0], labels[3]) == (BOILERPLATE, BOILERPLATE)
    assert tab.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    # Dark around a page that keeps its own colours.
    assert tab.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(21, 24, 26)"
