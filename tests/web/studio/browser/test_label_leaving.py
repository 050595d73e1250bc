"""Leaving a page during a request loses nothing and has no late effects."""

from typing import Any

from tests.web.studio.browser.labelling import Project, chips, press, saved

BOILERPLATE = 1


def leave(tab: Any) -> None:
    tab.evaluate("() => { location.hash = '#/projects'; }")
    tab.get_by_role("heading", name="Annotation projects").wait_for(timeout=30_000)


def lose(tab: Any, pattern: str) -> None:
    """Lose one response of the server after it has handled the request."""
    asked: list[str] = []

    def pass_on(route: Any) -> None:
        asked.append(route.request.url)
        if len(asked) > 1:
            route.continue_()
        else:
            route.fetch()
            route.abort()

    tab.route(pattern, pass_on)


def test_a_page_that_is_left_while_it_loads_takes_no_keys(tab: Any) -> None:
    project = Project.make(tab, "loading")
    project.add("Ann")
    tab.route("**/frame/project/**", lambda route: None)
    tab.goto(f"/#/projects/{project.id}/pages/{project.pages['rain']}?as=Ann")
    tab.locator("h1", has_text="rain").wait_for()
    leave(tab)
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.method))
    press(tab, "b", "h")
    tab.wait_for_timeout(100)
    assert "POST" not in asked


def test_a_page_that_cannot_be_shown_takes_no_keys(tab: Any) -> None:
    project = Project.make(tab, "broken")
    project.add("Ann")
    tab.route("**/frame/project/**", lambda route: route.abort())
    tab.goto(f"/#/projects/{project.id}/pages/{project.pages['rain']}?as=Ann")
    tab.get_by_text("This failed").wait_for()
    press(tab, "b")
    tab.unroute("**/frame/project/**")
    tab.get_by_role("button", name="Try again").click()
    project.ready("rain")
    assert chips(tab) == ["no label"] * 6
    press(tab, "b")
    saved(tab)


def test_a_late_response_does_not_change_the_view(tab: Any) -> None:
    project = Project.make(tab, "pulled")
    project.open("sun", "Ann")
    press(tab, "b", "h", "p")
    saved(tab)
    held: list[Any] = []
    tab.route("**/done", lambda route: held.append(route))
    press(tab, "Enter")
    leave(tab)
    with tab.expect_response("**/done"):
        held.pop().continue_()
    tab.wait_for_timeout(200)
    assert tab.url.endswith("#/projects")
    assert project.state("sun", "Ann")["state"] == "done"


def test_a_silent_server_does_not_block_leaving(tab: Any) -> None:
    project = Project.make(tab, "silent")
    project.open("rain", "Ann")
    tab.route("**/labels", lambda route: None)
    press(tab, "b")
    leave(tab)
    tab.locator(".toast.error", has_text="1 change of rain not saved yet").wait_for()
    # The change is still there after coming back.
    project.open("rain", "Ann")
    assert chips(tab)[:2] == ["boilerplate", "no label"]


def test_actions_with_lost_responses_are_recognized(tab: Any) -> None:
    project = Project.make(tab, "lost")
    project.open("sun", "Ann")
    press(tab, "b", "h")
    saved(tab)
    lose(tab, "**/undo")
    press(tab, "u")
    tab.locator(".saving", has_text="not saved").wait_for()
    saved(tab)
    assert chips(tab) == ["boilerplate", "no label", "no label"]
    lose(tab, "**/done")
    press(tab, "Enter", "b")
    project.ready("rain")
    assert project.labels("sun", "Ann") == [BOILERPLATE] * 3
    assert project.state("sun", "Ann")["state"] == "done"
    assert tab.locator(".toast.error").count() == 0
