import re
from pathlib import Path

import pytest

from tests.annotation.sample_project import SampleProject
from tests.support import ROOT
from webwinnow.annotation import EXPORT_FORMATS, LABELS

TEXT = (ROOT / "docs" / "annotating.md").read_text("utf-8")


def test_python_code_in_the_guide_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sample = SampleProject(tmp_path)
    sample.done(sample.add(), "Ann")
    sample.store.close()
    (tmp_path / "annotations.db").rename(tmp_path / "studio.db")
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    names: dict[str, object] = {}
    exec(code, names)
    assert capsys.readouterr().out == "1 []\n"
    assert names["found"]


def test_every_label_and_export_format_is_documented() -> None:
    rows = re.findall(r"^\| `?([\w ]+?)`? \|", TEXT, re.MULTILINE)
    assert set(LABELS[1:]) | set(EXPORT_FORMATS) <= set(rows)
