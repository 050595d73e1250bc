from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.web.studio.browser.looks import NEWS, kept_text, look_at
from tests.web.studio.browser.serving import Served
from tests.web.studio.labelled_project import labelled_project
from webwinnow.annotation import Store
from webwinnow.methods.texrex.method import Texrex
from webwinnow.web.studio.start import STORE_FILE

PHONE = {"width": 390, "height": 844}
# Pages ask once a second how far a job has come.
HURRY = """const wait = window.setTimeout;
window.setTimeout = (act, time, ...given) => wait(act, time === 1000 ? 50 : time, ...given);"""


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A studio with an existing model."""
    data = tmp_path_factory.mktemp("studio") / "data"
    (data / "models").mkdir(parents=True)
    Texrex().save(data / "models" / "earlier.safetensors")
    with Served(data) as served:
        yield served


@pytest.fixture
def new_tab(new_tab: Callable[..., Any]) -> Callable[..., Any]:
    def make(**settings: Any) -> Any:
        tab = new_tab(**settings)
        tab.add_init_script(HURRY)
        return tab

    return make


@pytest.fixture(scope="module")
def project(studio: Served) -> int:
    with Store(studio.data / STORE_FILE) as store:
        return labelled_project(store, "Sea news")


@pytest.fixture(scope="module")
def large(studio: Served) -> int:
    """A project on which winnow trains for seconds."""
    with Store(studio.data / STORE_FILE) as store:
        return labelled_project(store, "Old news", pages=60, sites=12)


def begin(tab: Any, project: int, method: str) -> None:
    tab.goto(f"/#/training?project={project}")
    tab.locator("select[name=method]").select_option(method)
    tab.get_by_role("button", name="Start training").click()


def ended(tab: Any, name: str, state: str) -> Any:
    """The row of an ended job."""
    line = tab.locator("details.job", has=tab.get_by_role("heading", name=name, exact=True)).first
    line.get_by_text(state, exact=True).wait_for(timeout=60_000)
    return line


def replace_response(tab: Any, **changes: Any) -> dict[str, Any]:
    """Replace fields of the server's response by `changes`, which tests can modify."""

    def answer(route: Any) -> None:
        response = route.fetch().json()
        route.fulfill(json={**response, **changes})

    tab.route("**/api/training", answer)
    return changes


def job(state: str, **changes: Any) -> dict[str, Any]:
    origin = {"kind": "project", "id": 1, "name": "Sea news", "place": "x"}
    task = {"method": "winnow", "name": "mine", "origin": origin, "on_top": True, "seed": 0}
    times = {"created": 1e9, "started": 1e9, "ended": 1e9 + 75}
    rest: dict[str, Any] = {"error": None, "progress": {}, "scores": None}
    return {"id": "7", "task": task, "state": state, **times, **rest, **changes}


def test_a_model_is_trained_and_used_in_look(new_tab: Callable[..., Any], project: int) -> None:
    tab = new_tab()
    begin(tab, project, "texrex")
    done = ended(tab, "texrex-sea-news", "finished")
    # What has just ended is open: its scores are to be seen.
    row = done.get_by_role("row", name="bag F1")
    shipped, trained, difference = row.get_by_role("cell").all_inner_texts()
    assert shipped.startswith("0.98")
    assert " to " in trained
    assert difference[0] in "+−±"
    assert "On 8 pages of 4 sites, in 4 folds" in done.inner_text()
    card = tab.get_by_role("article", name="Model texrex-sea-news")
    assert "8 pages of 4 sites" in card.inner_text()
    card.get_by_text("On the command line").click()
    assert "webwinnow clean PAGE --method texrex:model=" in card.inner_text()
    with tab.expect_download() as downloading:
        card.get_by_role("link", name="Download texrex-sea-news").click()
    assert downloading.value.suggested_filename == "texrex-sea-news.safetensors"
    # The next one cannot have the same name.
    assert tab.get_by_label("Name of the model").input_value() == "texrex-sea-news-2"
    card.get_by_role("link", name="Look with texrex-sea-news").click()
    look_at(tab, NEWS, "?method=texrex-sea-news")
    assert tab.locator("#method").input_value() == "texrex-sea-news"
    assert "The ferry left the old quay" in kept_text(tab)


def test_a_job_can_be_stopped_and_tried_again(tab: Any, large: int) -> None:
    begin(tab, large, "winnow")
    tab.get_by_role("button", name="Stop training winnow-old-news").click()
    line = ended(tab, "winnow-old-news", "stopped")
    assert tab.get_by_role("progressbar").count() == 0
    line.get_by_role("button", name="Fill in the form again").click()
    assert tab.get_by_label("Name of the model").input_value() == "winnow-old-news"
    assert tab.locator("select[name=method]").input_value() == "winnow"


def test_removing_a_model_needs_confirmation(tab: Any) -> None:
    tab.goto("/#/training")
    remove = tab.get_by_role("button", name="Remove earlier")
    remove.click()
    tab.get_by_role("button", name="Keep it").click()
    remove.click()
    tab.get_by_role("button", name="Remove the model").click()
    tab.get_by_role("article", name="Model earlier").wait_for(state="detached")


def test_rejected_requests_are_reported_in_the_form(tab: Any, project: int) -> None:
    tab.goto(f"/#/training?project={project}")
    tab.get_by_label("Name of the model").fill("gold")
    tab.get_by_role("button", name="Start training").click()
    tab.get_by_role("alert").get_by_text("the name 'gold' is reserved").wait_for()
    assert tab.get_by_label("Name of the model").input_value() == "gold"


def test_phases_are_described_and_the_focus_stays(tab: Any) -> None:
    progress = {"phase": "learning folds", "done": 6, "total": 6, "share": 0.4}
    running = job("running", progress={**progress, "fold": 2, "folds": 4})
    changes = replace_response(tab, jobs=[running], is_idle=False)
    tab.goto("/#/training")
    tab.locator(".phase", has_text="Fold 2 of 4: training").wait_for()
    bar = tab.get_by_role("progressbar")
    assert bar.evaluate("(bar) => bar.value") == 0.4
    stop = tab.get_by_role("button", name="Stop training mine")
    stop.focus()
    progress = {"phase": "scoring", "done": 3, "total": 8, "share": 0.8}
    changes["jobs"] = [job("running", progress=progress)]
    tab.locator(".phase", has_text="Scoring 3 of 8 pages").wait_for()
    assert stop.evaluate("(button) => document.activeElement === button")
    assert "Scoring 3 of 8 pages" in tab.locator("#news").inner_text()


def test_failures_and_missing_scores_are_described(tab: Any) -> None:
    methods = [
        {"name": "winnow", "summary": "W.", "on_top": True, "is_ready": True, "problem": None},
        {"name": "fiasco", "summary": "F.", "on_top": False, "is_ready": False, "problem": "no X"},
    ]
    failed = job("failed", error="one page is too few to learn from")
    broken = {"half.safetensors": "it is no model"}
    replace_response(tab, jobs=[failed], methods=methods, broken=broken, models=[])
    tab.goto("/#/training")
    tab.get_by_text("fiasco cannot be trained here: no X").wait_for()
    assert tab.get_by_text("No models yet").is_visible()
    assert tab.get_by_text("half.safetensors is unusable: it is no model").is_visible()
    tab.locator("summary", has_text="mine").click()
    assert tab.get_by_text("one page is too few to learn from").is_visible()
    assert "1 min 15 s" in tab.locator("details.job").inner_text()


def test_without_training_pages_a_hint_is_shown(tab: Any) -> None:
    for address in ("projects", "sets"):
        tab.route(f"**/api/{address}", lambda route: route.fulfill(json=[]))
    tab.goto("/#/training")
    tab.get_by_role("heading", name="No training pages yet").wait_for()
    assert tab.get_by_role("link", name="Go to the projects").is_visible()


def test_form_fields_have_labels(tab: Any) -> None:
    tab.goto("/#/training")
    field = tab.locator(".begin .field").first
    name, control = (field.locator(part).bounding_box() for part in ("span", "select"))
    assert name["y"] + name["height"] <= control["y"]
    assert tab.locator(".begin p.error").is_hidden()


def test_a_missing_clipboard_is_reported(tab: Any) -> None:
    # As over plain HTTP.
    tab.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    card: dict[str, Any] = {"made": None, "scores": None}
    model = {"name": "mine", "summary": "M.", "size": 1, "command": "webwinnow clean", "card": card}
    replace_response(tab, models=[model])
    tab.goto("/#/training")
    tab.get_by_text("On the command line").click()
    tab.get_by_role("button", name="Copy the command for mine").click()
    tab.locator(".toast.error", has_text="select the command").wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_needs_no_sideways_scrolling(new_tab: Callable[..., Any], scheme: str) -> None:
    figure = {"value": 0.975, "low": 0.969, "high": 0.982}
    measure = {"key": "bag_f1", "title": "bag F1", "shipped": figure, "trained": figure}
    scores = {
        "pages": 8, "sites": 4, "folds": 4, "why_not": None, "notes": ["a note"],
        "measures": [{**measure, "difference": -0.01}],
        "chance": [{"measure": "bag F1", "difference": -0.01, "p": 0.02, "unit": "page"}],
    }  # fmt: skip
    tab = new_tab(viewport=PHONE, color_scheme=scheme)
    replace_response(tab, jobs=[job("finished", scores=scores)])
    tab.goto("/#/training")
    tab.locator("details.job summary").click()
    assert tab.get_by_text("−0.010", exact=True).is_visible()
    widths = "() => [document.scrollingElement.scrollWidth, innerWidth]"
    wide, window = tab.evaluate(widths)
    assert wide <= window
    inner = "(box) => box.scrollWidth - box.clientWidth"
    assert tab.locator("main").evaluate(inner) <= 0
    assert tab.locator(".job .scroll").evaluate(inner) <= 0
    unnamed = tab.evaluate(
        """() => [...document.querySelectorAll("main button, main select, main input, main a")]
        .filter((each) => !(each.labels?.length || each.textContent.trim() || each.ariaLabel))
        .map((each) => each.outerHTML)"""
    )
    assert unnamed == []


def test_a_killed_studio_is_reported_and_recovers(tab: Any, studio: Served, large: int) -> None:
    begin(tab, large, "winnow")
    tab.get_by_role("progressbar", name="Training of winnow-old-news").wait_for()
    studio.kill()
    tab.get_by_text("server does not respond").first.wait_for()
    studio.start()
    ended(tab, "winnow-old-news", "interrupted")
    assert tab.get_by_text("The studio was stopped.").count() == 1
