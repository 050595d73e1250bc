"""The service conforms to its OpenAPI document: schemathesis sends valid and invalid requests."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.web.service.client import LOCAL, client
from webwinnow.web.catalogue import Catalogue
from webwinnow.web.service.app import make_app
from webwinnow.web.service.openapi import openapi_document
from webwinnow.web.service.requests import PARAMETERS
from webwinnow.web.service.settings import Settings

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")

TOKEN = "0123456789abcdef"
# Both have the same presets, so that every combination is valid.
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
def test_responses_match_the_document(case: Any) -> None:
    case.call_and_validate(base_url=LOCAL, headers={"Host": "localhost"})


@settings(few, max_examples=10)
@guarded_schema.parametrize()  # type: ignore[untyped-decorator]
def test_responses_match_the_document_with_a_token(case: Any) -> None:
    case.call_and_validate(base_url=LOCAL, headers=HEADERS)


def test_every_parameter_is_described_for_query_and_json() -> None:
    post = openapi_document(Settings(), catalogue)["paths"]["/v1/clean"]["post"]
    inside = post["requestBody"]["content"]["application/json"]["schema"]["properties"]
    names = [parameter.name for parameter in PARAMETERS]
    assert [each["name"] for each in post["parameters"]] == names
    assert list(inside) == ["html", *names]
    assert inside["method"]["enum"] == ["winnow", "bte"]


def test_an_added_model_is_described() -> None:
    models = Catalogue(["bte"])
    models.add("mine", models.find("bte"), "My own.")
    post = openapi_document(Settings(), models)["paths"]["/v1/clean"]["post"]
    assert post["parameters"][0]["schema"]["enum"] == ["bte", "mine"]


def test_security_is_described_only_with_a_token() -> None:
    assert "security" not in openapi_document(Settings(), catalogue)
    assert openapi_document(Settings(token=TOKEN), catalogue)["security"] == [{"token": []}]


def test_the_front_page_lists_every_path_without_scripts() -> None:
    response = client().get("/")
    for path in openapi_document(Settings(), catalogue)["paths"]:
        assert f" {path}</code>" in response.text
    assert "<script" not in response.text
    assert "default-src 'none'" in response.headers["content-security-policy"]


def test_the_front_page_escapes_the_host() -> None:
    http = client(host="0.0.0.0", token=TOKEN)
    headers = {"Host": "a<script>alert(1)</script>", "Authorization": f"Bearer {TOKEN}"}
    assert "<script" not in http.get("/", headers=headers).text


KINDS = ["text/html", "text/html; charset=utf-16", "application/json", "text/plain", "a/b", ""]
CODINGS = ["", "gzip", "deflate", "identity", "x"]
http = client()


@settings(max_examples=150)
@given(
    st.sampled_from(["/v1/clean", "/v1/batch"]),
    st.binary(max_size=300) | st.just(b'{"pages": [{"html": "a"}]}'),
    st.sampled_from(KINDS),
    st.sampled_from(CODINGS),
    st.text(max_size=20),
)
def test_any_bytes_get_a_result_or_an_error(
    path: str, body: bytes, kind: str, coding: str, query: str
) -> None:
    headers = {"Content-Type": kind, "Content-Encoding": coding}
    response = http.post(path, content=body, headers=headers, params={"url": query})
    assert response.status_code in {200, 400, 413, 415}
    assert ("error" in response.json()) == (response.status_code != 200)


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
def test_any_json_gets_a_result_or_an_error(path: str, value: object) -> None:
    headers = {"Content-Type": "application/json"}
    response = http.post(path, content=json.dumps(value), headers=headers)
    assert response.status_code in {200, 400, 403}
