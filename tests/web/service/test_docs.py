"""The examples and tables of docs/service.md are correct."""

import json
import re
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support import ROOT
from tests.web.service.client import Server, served
from webwinnow.web.bodies import MEGABYTE
from webwinnow.web.catalogue import Catalogue
from webwinnow.web.service.openapi import ERRORS, openapi_document
from webwinnow.web.service.requests import NAMES
from webwinnow.web.service.settings import Settings

GUIDE = (ROOT / "docs" / "service.md").read_text("utf-8")
FENCED = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served("--workers=1") as server:
        yield server


def test_example_requests_succeed(server: Server) -> None:
    section = GUIDE.split("\n## Send a page\n")[1].split("\n## ")[0]
    responses = [run_command(command, server) for command in FENCED.findall(section)]
    assert len(responses) == 4
    news, forum, bte, batch = responses
    assert json.loads(news)["metadata"]["title"].startswith("Harbour ferry")
    assert forum
    assert forum[0] != "{"
    assert json.loads(bte)["method"] == "bte"
    assert [each["text"] for each in json.loads(batch)["results"]] == ["One.\n", "Two.\n"]


def run_command(command: str, server: Server) -> str:
    here = command.replace("http://127.0.0.1:8080", server.url)
    done = subprocess.run(["bash", "-c", here], cwd=ROOT, capture_output=True, check=True)
    return done.stdout.decode()


def test_every_setting_route_and_status_is_described() -> None:
    described = openapi_document(Settings(), Catalogue(["bte"]))
    for name in NAMES:
        assert f"`{name}`" in GUIDE, name
    for path, verbs in described["paths"].items():
        for verb in verbs:
            assert f"| `{verb.upper()} {path}` |" in GUIDE, path
    statuses = GUIDE.split("| status | meaning |")[1].split("\n\n")[0]
    assert all(str(status) in statuses for status in ERRORS)


def test_response_fields_are_described() -> None:
    schema: Any = openapi_document(Settings(), Catalogue(["bte"]))
    fields = schema["paths"]["/v1/clean"]["post"]["responses"]["200"]["content"]
    for name in fields["application/json"]["schema"]["properties"]:
        assert f"`{name}`" in GUIDE, name


def test_limits_equal_the_default_settings() -> None:
    settings = Settings()
    assert f"| {settings.max_body // MEGABYTE} MB |" in GUIDE
    assert f"| {settings.time_limit:g} s |" in GUIDE
    assert f"| {settings.queue} |" in GUIDE
    assert f"up to {settings.max_pages:,} pages" in GUIDE
