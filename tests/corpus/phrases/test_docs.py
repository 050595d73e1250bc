"""The examples and tables of docs/phrases.md are correct."""

import contextlib
import inspect
import io
import re
import shlex
from pathlib import Path

import pytest

from tests.cli.command import invoke
from tests.support import ROOT
from webwinnow.cli.phrases import phrases
from webwinnow.corpus.phrases import PhraseSettings

GUIDE = (ROOT / "docs" / "phrases.md").read_text("utf-8")
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_commands_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    commands = [
        shlex.split(line.replace("build/", f"{tmp_path}/"))
        for language, code in FENCED.findall(GUIDE)
        if language == "sh"
        for line in code.splitlines()
    ]
    assert len(commands) == 3
    for _, *arguments in commands:
        result = invoke(*arguments)
        assert result.exit_code == 0
        if arguments[0] == "phrases":
            assert "of the words are in sequences of 2 documents or more" in result.stdout
    assert (tmp_path / "corpus" / "report.html").exists()


def test_the_python_example_prints_the_shown_output() -> None:
    found = FENCED.findall(GUIDE)
    (place,) = (place for place, (language, _) in enumerate(found) if language == "python")
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(found[place][1], {})
    assert printed.getvalue() == found[place + 1][1]


def test_every_option_of_the_table_has_its_default() -> None:
    rows = dict(re.findall(r"^\| `--([a-z-]+)(?: N)?` \| (.*) \|$", GUIDE, re.MULTILINE))
    assert rows.keys() == {"min-documents", "length", "most", "per-host"}
    assert f"({PhraseSettings.length})" in rows["length"]
    assert f"({PhraseSettings.most})" in rows["most"]
    defaults = inspect.signature(phrases).parameters
    assert (defaults["length"].default, defaults["most"].default) == (6, 50)
