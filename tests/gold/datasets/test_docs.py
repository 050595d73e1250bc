"""Checks the example of user data in docs/datasets.md."""

import re
from pathlib import Path

import pytest

from tests.gold.datasets.files import PAGE, write
from tests.support import ROOT
from webwinnow.gold.datasets import LAYOUTS
from webwinnow.gold.datasets.check import check, format_report

GUIDE = (ROOT / "docs" / "datasets.md").read_text("utf-8")
FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_documented_example_gives_the_documented_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    record = next(code for language, code in FENCED.findall(GUIDE) if language == "json")
    (shown,) = (code for _, code in FENCED.findall(GUIDE) if code.startswith("$ webwinnow data"))
    pages = {"a.example/rain.html": PAGE, "b.example/sun.html": b"<h1>Sun</h1><p>It shone."}
    write(Path("mine"), {**pages, "a.example/rain.txt": "It rained.", "b.example/sun.json": record})
    assert format_report(check("mine/")) == shown.partition("\n")[2].rstrip()


def test_every_layout_is_documented() -> None:
    for name in LAYOUTS:
        assert f"| `{name}` |" in GUIDE
