import re
from pathlib import Path

import pytest

from tests.annotation.sample_project import Small
from tests.support import ROOT
from webwinnow.annotation import EXPORTS, LABELS

TEXT = (ROOT / "docs" / "annotating.md").read_text("utf-8")


def test_python_example_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small = Small(tmp_path)
    small.done(small.add(), "Ann")
    small.store.close()
    (tmp_path / "annotations.db").rename(tmp_path / "studio.db")
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    names: dict[str, object] = {}
    exec(code, names)
    assert capsys.readouterr().out == "1 []\n"
    assert names["found"]


def test_every_label_and_export_is_explained() -> None:
    rows = re.findall(r"^\| `?([\w ]+?)`? \|", TEXT, re.MULTILINE)
    assert set(LABELS[1:]) | set(EXPORTS) <= set(rows)
