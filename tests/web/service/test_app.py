import sys

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from tests.web.service.client import HTML, LOCAL, PAGE, TEXT, catalogue, client
from webwinnow.cli.serve import serve
from webwinnow.errors import InputError
from webwinnow.web.service.app import HANDLERS, Service
from webwinnow.web.service.settings import BROWSED, Settings, shared_out


def test_another_application_may_take_the_routes_over() -> None:
    service = Service(Settings(), catalogue())
    own = Route("/", lambda _: PlainTextResponse("mine"))
    asked = TestClient(
        Starlette(
            routes=[own, *service.routes()],
            middleware=service.middleware(),
            exception_handlers=HANDLERS,
        ),
        LOCAL,
    )
    assert asked.get("/").text == "mine"
    assert asked.post("/v1/clean", content=PAGE, headers=HTML).json()["text"] == TEXT
    assert asked.post("/v1/clean?to=x", content=PAGE, headers=HTML).status_code == 400
    assert asked.get("/", headers={"Host": "evil.example"}).status_code == 403


def test_a_model_that_is_added_serves_at_once() -> None:
    service = Service(Settings(), catalogue())
    asked = TestClient(Starlette(routes=service.routes(), exception_handlers=HANDLERS), LOCAL)
    question = {"html": PAGE, "method": "mine"}
    assert asked.post("/v1/clean", json=question).status_code == 400
    service.catalogue.add("mine", service.catalogue.find("bte"), "My own.")
    assert asked.post("/v1/clean", json=question).json()["method"] == "mine"
    assert asked.get("/v1/methods").json()["methods"][-1]["name"] == "mine"


def test_what_is_not_there_is_told_in_words_that_help() -> None:
    asked = client()
    assert "see /openapi.json" in asked.get("/nowhere").json()["error"]
    wrong = asked.get("/v1/clean")
    assert (wrong.status_code, wrong.headers["allow"]) == (405, "POST")


def test_methods_that_need_a_browser_are_offered_only_if_named() -> None:
    assert not BROWSED & set(Settings().catalogue().names())
    named = Settings(methods=("bte", "fiasco-visual"))
    assert named.catalogue().names() == ["bte", "fiasco-visual"]


@pytest.mark.parametrize("workers", [None, 1, 2, 100])
def test_processors_are_shared_out_and_no_page_holds_a_process_up(workers: int | None) -> None:
    processes, at_once = shared_out(workers, None)
    assert processes == (workers or processes)
    assert at_once >= 2
    assert shared_out(workers, 7) == (processes, 7)


def test_a_package_that_is_missing_is_named_with_its_remedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "webwinnow.web.service.server", None)
    with pytest.raises(InputError, match=r"pip install 'webwinnow\[studio\]'"):
        serve()
