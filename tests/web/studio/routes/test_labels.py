"""The routes of labels; what they call has its own tests."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.web.studio.client import PAGE, ROUTES, Client, both_done


def test_an_uploaded_page_is_opened_with_the_labels_of_the_method(ask: Client) -> None:
    assert ask.upload() == {"id": 1}
    ask.upload("<p>Sun", "")
    found = ask.get(f"{PAGE}?annotator=Ann")
    assert found["page"] == {
        "id": 1,
        "name": "rain",
        "url": None,
        "title": "Rain",
        "position": 1,
        "count": 2,
        "previous": None,
        "next": 2,
    }
    block = found["blocks"][2]
    assert (block["block"], block["runs"], block["visible"]) == (2, [2, 3, 4], True)
    assert block["text"] == "It rained all night."
    assert found["labels"] == [3, 3, 1, 1, 1, 1, 1, 1]
    assert (found["act"], found["can_undo"], found["can_redo"]) == (0, False, False)
    assert (found["state"], found["prelabelled"], found["carried"]) == ("untouched", "sure", None)
    assert (found["left"], found["problem"]) == (0, None)


def test_blocks_that_cannot_be_seen_say_so(ask: Client) -> None:
    ask.upload("<title>T</title><p>Sun<p hidden>Rain")
    blocks = ask.get(f"{PAGE}?annotator=Ann")["blocks"]
    assert [block["visible"] for block in blocks] == [False, True, False]


def test_labels_are_given_undone_and_done_again(ask: Client) -> None:
    ask.upload()
    ask.get(f"{PAGE}?annotator=Ann")
    done = ask.post(f"{PAGE}/labels", annotator="Ann", act=0, runs=[1, 2], label=4)
    assert done["changes"] == [[1, 4], [2, 4]]
    assert (done["act"], done["can_undo"], done["state"]) == (1, True, "begun")
    undone = ask.post(f"{PAGE}/undo", annotator="Ann", act=1)
    assert (undone["changes"], undone["can_redo"]) == ([[1, 3], [2, 1]], True)
    again = ask.post(f"{PAGE}/redo", annotator="Ann", act=2)
    assert (again["changes"], again["act"]) == ([[1, 4], [2, 4]], 3)


def test_a_window_that_is_behind_gets_the_labels_as_they_are(ask: Client) -> None:
    ask.upload()
    ask.post(f"{PAGE}/labels", annotator="Ann", act=0, runs=[0], label=1)
    for path, more in (("labels", {"runs": [0], "label": 2}), ("undo", {}), ("done", {})):
        late = ask.post(f"{PAGE}/{path}", 409, annotator="Ann", act=0, **more)
        assert (late["labels"][0], late["act"], late["can_undo"]) == (1, 1, True)
        assert "changed elsewhere" in late["error"]


def test_done_tells_how_many_blocks_are_left_or_fills_them(ask: Client) -> None:
    ask.upload()
    ask.post(f"{PAGE}/labels", annotator="Ann", runs=[0], label=1)
    refused = ask.post(f"{PAGE}/done", 409, annotator="Ann", done=True)
    assert (refused["left"], refused["error"][:21]) == (5, "5 blocks without a la")
    done = ask.post(f"{PAGE}/done", annotator="Ann", done=True, rest="boilerplate")
    assert (done["state"], len(done["changes"])) == ("done", 7)
    assert ask.post(f"{PAGE}/done", annotator="Ann", done=False)["state"] == "begun"
    assert "cannot be" in ask.post(f"{PAGE}/done", 400, annotator="Ann", rest="content")["error"]


def test_differences_are_shown_and_settled(ask: Client) -> None:
    both_done(ask)
    found = ask.get(f"{PAGE}/differences")
    assert (found["annotators"], found["settled"], found["open"]) == (["Ann", "Ben"], False, 1)
    (difference,) = found["differences"]
    assert difference["text"] == "It rained all night."
    assert difference["labels"] == {"Ann": 2, "Ben": 1}
    assert (found["act"], found["can_undo"], set(found["labels"])) == (0, False, {0})
    settled = ask.post(f"{PAGE}/final", act=0, runs=difference["runs"], label=4)
    assert (settled["settled"], settled["open"], settled["problem"]) == (True, 0, None)
    assert "changed elsewhere" in ask.post(f"{PAGE}/final", 409, act=0, runs=[2], label=1)["error"]
    # Whoever else is named there, what was decided is what is told.
    late = ask.post(f"{PAGE}/final/undo", 409, act=0, annotator=1)
    assert (late["labels"][1:5], late["act"]) == ([0, 4, 4, 4], 1)
    assert not ask.post(f"{PAGE}/final/undo", act=1)["settled"]
    assert ask.post(f"{PAGE}/final/redo", act=2)["settled"]
    assert ask.get("/api/projects")[0]["settled"] == 1


def test_a_page_is_found_only_in_its_project(ask: Client) -> None:
    ask.upload()
    ask.post("/api/projects", name="Other")
    wrong = "/api/projects/2/pages/1"
    assert "has no page" in ask.get(f"{wrong}?annotator=Ann", 404)["error"]
    for path in ("labels", "undo", "done", "final", "final/undo"):
        ask.post(f"{wrong}/{path}", 404, annotator="Ann", runs=[0], label=1)
    ask("DELETE", wrong, status=404)


def test_strangers_are_told_to_come_in_first(ask: Client) -> None:
    ask.upload()
    assert "add the annotator first" in ask.get(f"{PAGE}?annotator=Cyd", 404)["error"]
    assert "whose labels?" in ask.get(PAGE, 400)["error"]


def test_the_frame_shows_the_page(ask: Client) -> None:
    ask.upload("<p onclick=x()>Sun<script>x()</script>")
    answer = ask.client.get("/frame/project/1/1")
    assert "<!--r0-->Sun" in answer.text
    assert "x()" not in answer.text
    assert "sandbox" in answer.headers["content-security-policy"]
    assert ask.client.get("/frame/project/1/2").status_code == 404


CALLS = [
    (method, route.path.replace("{id:number}", "1").replace("{page:number}", "1"))
    for route in ROUTES
    if "frame" not in route.path and "address" not in route.path
    for method in sorted(route.methods or ())
    if method in ("POST", "PATCH")
]
values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from(["Ann", "", "tiny", "sure", "boilerplate", 2**63, -1, 0, 7, 1.5]),
    st.text(max_size=4),
    st.lists(st.one_of(st.integers(-2, 9), st.text(max_size=2), st.none()), max_size=3),
)
NAMES = ["name", "annotator", "act", "runs", "label", "done", "rest", "set", "names", "all", "gold"]
NAMES += ["prelabel", "instructions", "site"]


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(CALLS), st.dictionaries(st.sampled_from(NAMES), values))
def test_whatever_is_sent_the_answer_is_no_fault_of_the_server(
    ask: Client, route: tuple[str, str], body: dict[str, object]
) -> None:
    if not ask.get("/api/projects/1")["pages"]:
        ask.upload()
    # A fault would be raised here: the client lets exceptions of the application through.
    answer = ask.client.request(*route, content=json.dumps(body))
    assert answer.status_code in (200, 400, 404, 409)
    if answer.status_code != 200:
        assert answer.json()["error"]


@pytest.mark.parametrize("name", ["", " ", "\u00a0", None])
@pytest.mark.parametrize("path", ["labels", "undo", "redo", "done"])
def test_nobody_labels_in_the_name_of_who_decides(ask: Client, path: str, name: str | None) -> None:
    both_done(ask)
    ask.post(f"{PAGE}/final", runs=[2, 3, 4], label=4)
    body = {"runs": [2], "label": 1, "done": True}
    assert "whose labels?" in ask.post(f"{PAGE}/{path}", 400, annotator=name, **body)["error"]
    assert ask.get(f"{PAGE}/differences")["labels"][2] == 4


def test_a_decision_against_all_is_told_with_the_page(ask: Client) -> None:
    both_done(ask)
    assert ask.post(f"{PAGE}/final", runs=[2, 3, 4], label=2)["overruled"] == 0
    ask.post(f"{PAGE}/labels", annotator="Ann", runs=[2, 3, 4], label=1)
    found = ask.get(f"{PAGE}/differences")
    assert (found["settled"], found["overruled"]) == (True, 1)
    assert [each["is_overruled"] for each in found["differences"]] == [True]
    assert ask.get("/api/projects/1")["pages"][0]["overruled"] == 1


@pytest.mark.parametrize("id", ["9" * 5000, "9" * 19, "0"])
def test_numbers_beyond_all_bounds_are_not_there(ask: Client, id: str) -> None:
    assert ask.get(f"/api/projects/{id}", 404)["error"]
    assert ask.get(f"/api/projects/1/pages/{id}?annotator=Ann", 404)["error"]
