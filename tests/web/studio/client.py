"""An application with the routes of projects and labels, for tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.testclient import TestClient

from tests.annotation.sample_project import HTML, FixedMethod
from tests.support.gold_sets import gold_set, page
from webwinnow.annotation import Store
from webwinnow.errors import UnknownMethod
from webwinnow.gold.datasets import GoldSet
from webwinnow.methods.base import Method
from webwinnow.web.responses import EXCEPTION_HANDLERS
from webwinnow.web.studio.page_sets import UnknownPage
from webwinnow.web.studio.routes import labels, projects

ROUTES = [*projects.routes, *labels.routes]
PAGE = "/api/projects/1/pages/1"


class Catalogue:
    def find(self, name: str, preset: str | None = None) -> Method:
        if name != "sure":
            raise UnknownMethod(f"no method {name!r}; choose from sure")
        return FixedMethod()


@dataclass(frozen=True)
class TinySet:
    gold_set: GoldSet

    def pages(self) -> GoldSet:
        return self.gold_set


class Sets:
    def find(self, set: str) -> TinySet:
        if set != "tiny":
            raise UnknownPage(f"no set {set!r}; name it when you start the studio")
        return TinySet(gold_set(page("a", html="<p>It rained all night.<p>Home"), page("b")))


@dataclass(frozen=True)
class Studio:
    store: Store
    catalogue: Catalogue = field(default_factory=Catalogue)
    sets: Sets = field(default_factory=Sets)
    allow_private: bool = False


class Client:
    """Returns responses as JSON and checks their status."""

    def __init__(self, http: TestClient) -> None:
        self.http = http

    def __call__(self, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        response = self.http.request(method, path, json=body)
        assert response.status_code == status, response.text
        return response.json()

    def post(self, path: str, status: int = 200, **body: Any) -> Any:
        return self("POST", path, body, status)

    def get(self, path: str, status: int = 200) -> Any:
        return self("GET", path, status=status)

    def upload(self, html: str = HTML, query: str = "?name=rain.html", status: int = 200) -> Any:
        response = self.http.post(f"/api/projects/1/pages{query}", content=html.encode())
        assert response.status_code == status, response.text
        return response.json()


@contextmanager
def open_client(path: Path) -> Iterator[Client]:
    """A client on a new store."""
    app = Starlette(routes=ROUTES, exception_handlers=EXCEPTION_HANDLERS)
    with Store(path) as store, TestClient(app) as client:
        app.state.studio = Studio(store)
        yield Client(client)


def label_by_both(client: Client) -> None:
    """Upload a page and label it so that Ann and Ben differ in one block."""
    client.upload()
    for name, runs in (("Ann", [1, 2, 3, 4]), ("Ben", [1])):
        client.post(f"{PAGE}/labels", annotator=name, runs=runs, label=2)
        client.post(f"{PAGE}/done", annotator=name, rest="boilerplate")
