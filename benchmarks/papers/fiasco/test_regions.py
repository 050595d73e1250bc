import shutil

import pytest

from benchmarks.papers.fiasco.published import TABLE_1
from benchmarks.papers.fiasco.regions import measure_regions

pytest.importorskip("cv2")
pytest.importorskip("playwright")
SOLIDITY, VERTICES, DISTANCE, WIDTH = range(4)


@pytest.mark.skipif(not shutil.which("chromium"), reason="needs Chromium")
def test_lists_and_running_text_differ_as_in_the_paper() -> None:
    found = measure_regions()
    assert found.keys() == TABLE_1.keys()
    for whose in (found, TABLE_1):
        for links, text in (("I", "III"), ("II", "IV")):
            assert whose[links][SOLIDITY] < whose[text][SOLIDITY] - 0.1
            assert whose[links][VERTICES] > whose[text][VERTICES] + 0.5
            assert whose[links][DISTANCE] < whose[text][DISTANCE] - 0.2
            assert whose[links][WIDTH] < whose[text][WIDTH] - 0.3
