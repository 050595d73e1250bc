"""The example of one's own data in docs/datasets.md is true."""

import re
from pathlib import Path

import pytest

from tests.gold.datasets.sets import PAGE, write
from tests.support import ROOT
from webwinnow.gold.datasets import LAYOUTS
from webwinnow.gold.datasets.check import check
from webwinnow.gold.datasets.check_report import as_text

GUIDE = (ROOT / "docs" / "datasets.md").read_text("utf-8")
FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_own_data_as_described_is_checked_as_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    record = next(code for language, code in FENCED.findall(GUIDE) if language == "json")
    (shown,) = (code for _, code in FENCED.findall(GUIDE) if code.startswith("$ webwinnow data"))
    pages = {"a.example/rain.html": PAGE, "b.example/sun.html": b"<h1>Sun</h1><p>It shone."}
    write(Path("mine"), {**pages, "a.example/rain.txt": "It rained.", "b.example/sun.json": record})
    assert as_text(check("mine/")) == shown.partition("\n")[2].rstrip()


def test_every_layout_is_described() -> None:
    for name in LAYOUTS:
        assert f"| `{name}` |" in GUIDE
