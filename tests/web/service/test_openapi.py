"""The OpenAPI document is true: schemathesis asks what it says may be asked, and what it says may
not, and looks at the answers.
"""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.web.service.client import LOCAL, client
from webwinnow.web.catalogue import Catalogue
from webwinnow.web.service.app import make_app
from webwinnow.web.service.openapi import document
from webwinnow.web.service.parameters import PARAMETERS
from webwinnow.web.service.settings import Settings

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")

TOKEN = "0123456789abcdef"
# Both have the same presets, so that any method goes with any.
catalogue = Catalogue(["winnow", "bte"])
open_app = make_app(Settings(max_body=2**20, max_pages=5), catalogue)
guarded_app = make_app(Settings(token=TOKEN, max_body=2**20, max_pages=5), catalogue)
HEADERS = {"Host": "localhost", "Authorization": f"Bearer {TOKEN}"}

open_schema = schemathesis.openapi.from_asgi("/openapi.json", open_app, headers=HEADERS)
guarded_schema = schemathesis.openapi.from_asgi("/openapi.json", guarded_app, headers=HEADERS)
few = settings(
    max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


@few
@open_schema.parametrize()  # type: ignore[untyped-decorator]
def test_what_the_document_says_is_so(case: Any) -> None:
    case.call_and_validate(base_url=LOCAL, headers={"Host": "localhost"})


@settings(few, max_examples=10)
@guarded_schema.parametrize()  # type: ignore[untyped-decorator]
def test_what_the_document_says_is_so_with_a_token(case: Any) -> None:
    case.call_and_validate(base_url=LOCAL, headers=HEADERS)


def test_every_parameter_is_described_in_both_forms() -> None:
    post = document(Settings(), catalogue)["paths"]["/v1/clean"]["post"]
    inside = post["requestBody"]["content"]["application/json"]["schema"]["properties"]
    names = [parameter.name for parameter in PARAMETERS]
    assert [each["name"] for each in post["parameters"]] == names
    assert list(inside) == ["html", *names]
    assert inside["method"]["enum"] == ["winnow", "bte"]


def test_a_model_that_is_added_is_described() -> None:
    models = Catalogue(["bte"])
    models.add("mine", models.find("bte"), "My own.")
    post = document(Settings(), models)["paths"]["/v1/clean"]["post"]
    assert post["parameters"][0]["schema"]["enum"] == ["bte", "mine"]


def test_the_token_is_asked_for_only_where_there_is_one() -> None:
    assert "security" not in document(Settings(), catalogue)
    assert document(Settings(token=TOKEN), catalogue)["security"] == [{"token": []}]


def test_the_front_page_shows_every_address_and_runs_nothing() -> None:
    answer = client().get("/")
    for path in document(Settings(), catalogue)["paths"]:
        assert f" {path}</code>" in answer.text
    assert "<script" not in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_the_front_page_escapes_what_it_is_asked_as() -> None:
    asked = client(host="0.0.0.0", token=TOKEN)
    headers = {"Host": "a<script>alert(1)</script>", "Authorization": f"Bearer {TOKEN}"}
    assert "<script" not in asked.get("/", headers=headers).text


KINDS = ["text/html", "text/html; charset=utf-16", "application/json", "text/plain", "a/b", ""]
CODINGS = ["", "gzip", "deflate", "identity", "x"]
asked = client()


@settings(max_examples=150)
@given(
    st.sampled_from(["/v1/clean", "/v1/batch"]),
    st.binary(max_size=300) | st.just(b'{"pages": [{"html": "a"}]}'),
    st.sampled_from(KINDS),
    st.sampled_from(CODINGS),
    st.text(max_size=20),
)
def test_any_bytes_are_answered_or_refused_but_never_fail(
    path: str, body: bytes, kind: str, coding: str, query: str
) -> None:
    headers = {"Content-Type": kind, "Content-Encoding": coding}
    answer = asked.post(path, content=body, headers=headers, params={"url": query})
    assert answer.status_code in {200, 400, 413, 415}
    assert ("error" in answer.json()) == (answer.status_code != 200)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=150)
@given(
    st.sampled_from(["/v1/clean", "/v1/batch"]),
    st.dictionaries(st.sampled_from(["html", "pages", *(p.name for p in PARAMETERS)]), values),
)
def test_any_json_is_answered_or_refused_but_never_fails(path: str, value: object) -> None:
    headers = {"Content-Type": "application/json"}
    answer = asked.post(path, content=json.dumps(value), headers=headers)
    assert answer.status_code in {200, 400, 403}
