import numpy as np
import pytest

from benchmarks.data import find_archive
from benchmarks.papers.texrex.data import ARCHIVE, read_languages
from benchmarks.papers.texrex.text_mass import MAX_BLOCKS, MIN_BLOCKS, content_share, typical_page


@pytest.mark.skipif(find_archive(ARCHIVE) is None, reason="needs texrex.tar.xz")
def test_the_content_of_the_shown_page_is_in_the_middle_of_its_text() -> None:
    page = typical_page(read_languages(["de"])["de"])
    assert MIN_BLOCKS <= len(page["text"]) <= MAX_BLOCKS
    assert content_share(page) == pytest.approx(0.7, abs=0.1)
    for name in ("html", "text"):
        assert page[name] == sorted(page[name])
        assert page[name][-1] == 1
    text, is_content = np.array(page["text"]), ~np.array(page["is boilerplate"])
    assert text[is_content].min() < 0.5 < text[is_content].max()
