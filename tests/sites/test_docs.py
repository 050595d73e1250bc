"""The examples of docs/sites.md are correct, for a site like the paper's example."""

import contextlib
import io
import json
import re
import shlex
from dataclasses import fields
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.support import ROOT
from tests.support.msnbc_site import PAGES
from webwinnow.cli import app
from webwinnow.sites import Site, Template

GUIDE = (ROOT / "docs" / "sites.md").read_text("utf-8")
FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DAY = re.compile(r"\b20\d\d-\d\d-\d\d\b")


@pytest.fixture(autouse=True)
def _site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pages").mkdir()
    for number, html in enumerate(PAGES):
        link = f'<head><link rel="canonical" href="http://www.tv.example/{number}">'
        Path("pages", f"{number:02}.html").write_text(html.replace("<head>", link), "utf-8")


def blocks(language: str) -> list[str]:
    return [code for found, code in FENCED.findall(GUIDE) if found == language]


def run(command: str) -> str:
    program, *words = shlex.split(command)
    assert program == "webwinnow"
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout


def test_commands_print_and_write_what_is_shown() -> None:
    for session in blocks("console"):
        command, _, expected = session.partition("\n")
        assert DAY.sub("", run(command.removeprefix("$ "))) == DAY.sub("", expected)
    (shown,) = blocks("json")
    written = Path("templates", "tv.example.json").read_text("utf-8")
    assert DAY.sub("", written) == DAY.sub("", shown)
    (commands,) = blocks("sh")
    for command in commands.splitlines():
        run(command)
    assert len(list(Path("texts").iterdir())) == len(PAGES)


def test_python_examples_print_the_shown_output() -> None:
    names: dict[str, object] = {}
    shown = 0
    for (language, code), (_, output) in pairwise(FENCED.findall(GUIDE)):
        if language == "python":
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                exec(code, names)
            assert printed.getvalue() == output
            shown += 1
    assert shown == 2


def test_every_field_is_described() -> None:
    (example,) = blocks("json")
    known = {each.name for each in (*fields(Site), *fields(Template))} - {"host", "templates"}
    assert {*re.findall(r"^\| `(\w+)` \|", GUIDE, re.MULTILINE)} == known
    assert known <= {*json.loads(example), *json.loads(example)["templates"][0]}
