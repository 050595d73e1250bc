import zlib
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from benchmarks.papers.fiasco import layouts
from benchmarks.papers.fiasco.layouts import measures, path_of
from tests.benchmarks.fiasco.test_pages import known
from webwinnow.visual import MEASURES

pytest.importorskip("cv2")
LAYOUT = (
    '{"width": 800, "height": 600, "texts": ["Home"], "names": ["li"],'
    ' "lines": [[0, 10, 10, 90, 30]]}'
)


class Seer:
    """In the browser's place; counts what it is asked, and cannot show what says "broken"."""

    def __init__(self) -> None:
        self.asked = 0

    def __enter__(self) -> "Seer":
        return self

    def __exit__(self, *_: object) -> None: ...

    def render(self, html: bytes, *, wants_picture: bool) -> SimpleNamespace | None:
        self.asked += 1
        return None if b"broken" in html else SimpleNamespace(layout=LAYOUT)


@pytest.fixture
def seer(monkeypatch: pytest.MonkeyPatch) -> Seer:
    one = Seer()
    monkeypatch.setattr(layouts, "Browser", lambda: one)
    return one


def test_a_page_is_shown_once(seer: Seer, tmp_path: Path) -> None:
    pages = [known("a"), known("b", ["Another text."])]
    first = measures(pages, tmp_path)
    assert seer.asked == 2
    again = measures(pages, tmp_path)
    assert seer.asked == 2
    assert [each.shape for each in first] == [(6, len(MEASURES)), (5, len(MEASURES))]
    for one, other in zip(first, again, strict=True):
        np.testing.assert_array_equal(one, other)
    assert not np.isnan(first[0][0]).any()
    assert np.isnan(first[0][1:]).sum(axis=1).tolist() == [len(MEASURES) - 1] * 5  # all but shown


def test_what_cannot_be_shown_is_unknown(seer: Seer, tmp_path: Path) -> None:
    one = known("a", ["broken"])
    unknown = np.isnan(measures([one], tmp_path)[0])
    assert unknown[:, [name != "shown" for name in MEASURES]].all()
    assert zlib.decompress(path_of(one, tmp_path).read_bytes()) == b""


def test_another_script_asks_anew(
    seer: Seer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measures([known("a")], tmp_path)
    script = tmp_path / "other.js"
    script.write_text("() => 1")
    monkeypatch.setattr(layouts, "SCRIPT", script)
    measures([known("a")], tmp_path)
    assert seer.asked == 2
