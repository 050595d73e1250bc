import sys

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from tests.web.service.client import HTML, LOCAL, PAGE, TEXT, catalogue, client
from webwinnow.cli.serve import serve
from webwinnow.errors import InputError
from webwinnow.web.responses import EXCEPTION_HANDLERS
from webwinnow.web.service.app import Service
from webwinnow.web.service.settings import BROWSER_METHODS, Settings, split_capacity


def test_another_application_can_serve_the_routes() -> None:
    service = Service(Settings(), catalogue())
    own = Route("/", lambda _: PlainTextResponse("mine"))
    http = TestClient(
        Starlette(
            routes=[own, *service.routes()],
            middleware=service.middleware(),
            exception_handlers=EXCEPTION_HANDLERS,
        ),
        LOCAL,
    )
    assert http.get("/").text == "mine"
    assert http.post("/v1/clean", content=PAGE, headers=HTML).json()["text"] == TEXT
    assert http.post("/v1/clean?to=x", content=PAGE, headers=HTML).status_code == 400
    assert http.get("/", headers={"Host": "evil.example"}).status_code == 403


def test_an_added_model_is_available_at_once() -> None:
    service = Service(Settings(), catalogue())
    http = TestClient(
        Starlette(routes=service.routes(), exception_handlers=EXCEPTION_HANDLERS), LOCAL
    )
    request = {"html": PAGE, "method": "mine"}
    assert http.post("/v1/clean", json=request).status_code == 400
    service.catalogue.add("mine", service.catalogue.find("bte"), "My own.")
    assert http.post("/v1/clean", json=request).json()["method"] == "mine"
    assert http.get("/v1/methods").json()["methods"][-1]["name"] == "mine"


def test_unknown_paths_and_methods_get_helpful_errors() -> None:
    http = client()
    assert "see /openapi.json" in http.get("/nowhere").json()["error"]
    wrong = http.get("/v1/clean")
    assert (wrong.status_code, wrong.headers["allow"]) == (405, "POST")


def test_browser_methods_are_offered_only_if_named() -> None:
    assert not BROWSER_METHODS & set(Settings().catalogue().names())
    named = Settings(methods=("bte", "fiasco-visual"))
    assert named.catalogue().names() == ["bte", "fiasco-visual"]


@pytest.mark.parametrize("workers", [None, 1, 2, 100])
def test_capacity_is_split_with_at_least_two_pages_per_process(workers: int | None) -> None:
    processes, at_once = split_capacity(workers, None)
    assert processes == (workers or processes)
    assert at_once >= 2
    assert split_capacity(workers, 7) == (processes, 7)


def test_a_missing_package_is_reported_with_a_remedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "webwinnow.web.service.server", None)
    with pytest.raises(InputError, match=r"pip install 'webwinnow\[studio\]'"):
        serve()
