"""Routes of labels; the functions that they call have their own tests."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.web.studio.client import PAGE, ROUTES, Client, label_by_both


def test_an_uploaded_page_is_prelabelled(client: Client) -> None:
    assert client.upload() == {"id": 1}
    client.upload("<p>Sun", "")
    found = client.get(f"{PAGE}?annotator=Ann")
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


def test_invisible_blocks_are_marked(client: Client) -> None:
    client.upload("<title>T</title><p>Sun<p hidden>Rain")
    blocks = client.get(f"{PAGE}?annotator=Ann")["blocks"]
    assert [block["visible"] for block in blocks] == [False, True, False]


def test_labels_are_undone_and_redone(client: Client) -> None:
    client.upload()
    client.get(f"{PAGE}?annotator=Ann")
    done = client.post(f"{PAGE}/labels", annotator="Ann", act=0, runs=[1, 2], label=4)
    assert done["changes"] == [[1, 4], [2, 4]]
    assert (done["act"], done["can_undo"], done["state"]) == (1, True, "begun")
    undone = client.post(f"{PAGE}/undo", annotator="Ann", act=1)
    assert (undone["changes"], undone["can_redo"]) == ([[1, 3], [2, 1]], True)
    again = client.post(f"{PAGE}/redo", annotator="Ann", act=2)
    assert (again["changes"], again["act"]) == ([[1, 4], [2, 4]], 3)


def test_an_outdated_window_gets_the_current_labels(client: Client) -> None:
    client.upload()
    client.post(f"{PAGE}/labels", annotator="Ann", act=0, runs=[0], label=1)
    for path, more in (("labels", {"runs": [0], "label": 2}), ("undo", {}), ("done", {})):
        late = client.post(f"{PAGE}/{path}", 409, annotator="Ann", act=0, **more)
        assert (late["labels"][0], late["act"], late["can_undo"]) == (1, 1, True)
        assert "changed elsewhere" in late["error"]


def test_done_reports_unlabelled_blocks_or_fills_them(client: Client) -> None:
    client.upload()
    client.post(f"{PAGE}/labels", annotator="Ann", runs=[0], label=1)
    rejected = client.post(f"{PAGE}/done", 409, annotator="Ann", done=True)
    assert (rejected["left"], rejected["error"][:21]) == (5, "5 blocks without a la")
    done = client.post(f"{PAGE}/done", annotator="Ann", done=True, rest="boilerplate")
    assert (done["state"], len(done["changes"])) == ("done", 7)
    assert client.post(f"{PAGE}/done", annotator="Ann", done=False)["state"] == "begun"
    assert "cannot be" in client.post(f"{PAGE}/done", 400, annotator="Ann", rest="content")["error"]


def test_differences_are_listed_and_settled(client: Client) -> None:
    label_by_both(client)
    found = client.get(f"{PAGE}/differences")
    assert (found["annotators"], found["settled"], found["open"]) == (["Ann", "Ben"], False, 1)
    (difference,) = found["differences"]
    assert difference["text"] == "It rained all night."
    assert difference["labels"] == {"Ann": 2, "Ben": 1}
    assert (found["act"], found["can_undo"], set(found["labels"])) == (0, False, {0})
    settled = client.post(f"{PAGE}/final", act=0, runs=difference["runs"], label=4)
    assert (settled["settled"], settled["open"], settled["problem"]) == (True, 0, None)
    assert (
        "changed elsewhere" in client.post(f"{PAGE}/final", 409, act=0, runs=[2], label=1)["error"]
    )
    # The annotator in the body is ignored: the response has the adjudicator's labels.
    late = client.post(f"{PAGE}/final/undo", 409, act=0, annotator=1)
    assert (late["labels"][1:5], late["act"]) == ([0, 4, 4, 4], 1)
    assert not client.post(f"{PAGE}/final/undo", act=1)["settled"]
    assert client.post(f"{PAGE}/final/redo", act=2)["settled"]
    assert client.get("/api/projects")[0]["settled"] == 1


def test_a_page_is_found_only_in_its_project(client: Client) -> None:
    client.upload()
    client.post("/api/projects", name="Other")
    wrong = "/api/projects/2/pages/1"
    assert "has no page" in client.get(f"{wrong}?annotator=Ann", 404)["error"]
    for path in ("labels", "undo", "done", "final", "final/undo"):
        client.post(f"{wrong}/{path}", 404, annotator="Ann", runs=[0], label=1)
    client("DELETE", wrong, status=404)


def test_unknown_and_missing_annotators_are_rejected(client: Client) -> None:
    client.upload()
    assert "add the annotator first" in client.get(f"{PAGE}?annotator=Cyd", 404)["error"]
    assert "the annotator is missing" in client.get(PAGE, 400)["error"]


def test_the_frame_shows_the_sanitized_page(client: Client) -> None:
    client.upload("<p onclick=x()>Sun<script>x()</script>")
    response = client.http.get("/frame/project/1/1")
    assert "<!--r0-->Sun" in response.text
    assert "x()" not in response.text
    assert "sandbox" in response.headers["content-security-policy"]
    assert client.http.get("/frame/project/1/2").status_code == 404


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
def test_any_body_gets_a_result_or_an_error(
    client: Client, route: tuple[str, str], body: dict[str, object]
) -> None:
    if not client.get("/api/projects/1")["pages"]:
        client.upload()
    # The client raises exceptions of the application.
    response = client.http.request(*route, content=json.dumps(body))
    assert response.status_code in (200, 400, 404, 409)
    if response.status_code != 200:
        assert response.json()["error"]


@pytest.mark.parametrize("name", ["", " ", "\u00a0", None])
@pytest.mark.parametrize("path", ["labels", "undo", "redo", "done"])
def test_a_blank_annotator_is_rejected(client: Client, path: str, name: str | None) -> None:
    label_by_both(client)
    client.post(f"{PAGE}/final", runs=[2, 3, 4], label=4)
    body = {"runs": [2], "label": 1, "done": True}
    assert (
        "the annotator is missing"
        in client.post(f"{PAGE}/{path}", 400, annotator=name, **body)["error"]
    )
    assert client.get(f"{PAGE}/differences")["labels"][2] == 4


def test_overruled_blocks_are_reported(client: Client) -> None:
    label_by_both(client)
    assert client.post(f"{PAGE}/final", runs=[2, 3, 4], label=2)["overruled"] == 0
    client.post(f"{PAGE}/labels", annotator="Ann", runs=[2, 3, 4], label=1)
    found = client.get(f"{PAGE}/differences")
    assert (found["settled"], found["overruled"]) == (True, 1)
    assert [each["is_overruled"] for each in found["differences"]] == [True]
    assert client.get("/api/projects/1")["pages"][0]["overruled"] == 1


@pytest.mark.parametrize("id", ["9" * 5000, "9" * 19, "0"])
def test_huge_ids_are_not_found(client: Client, id: str) -> None:
    assert client.get(f"/api/projects/{id}", 404)["error"]
    assert client.get(f"/api/projects/1/pages/{id}?annotator=Ann", 404)["error"]
