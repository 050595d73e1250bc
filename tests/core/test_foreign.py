"""FIASCO without word features on Chinese and Arabic pages, languages without training examples.

The pages in `foreign/` were written for webwinnow, with style sheets, so that a browser
renders them as real pages; people, places and sites are invented. The golds are their content.
"""

from functools import cache
from pathlib import Path
from statistics import fmean

import pytest

from tests.core.test_languages import one_line, spaced
from tests.visual.sample_layouts import needs_chromium
from webwinnow import Page, clean, load
from webwinnow.evaluation.scores import score_bag
from webwinnow.methods.fiasco.targets import Targets
from webwinnow.visual import MEASURES
from webwinnow.visual.shared_browser import measure_targets

FOLDER = Path(__file__).parent / "foreign"
PAGES = sorted(path.stem for path in FOLDER.glob("*.html"))

needs_browser = needs_chromium()
every_page = pytest.mark.parametrize("name", PAGES)


@cache
def f1(name: str, method: str, words: bool) -> float:
    page, gold = FOLDER / f"{name}.html", (FOLDER / f"{name}.txt").read_text("utf-8")
    text = clean(page, method=load(method, words=words))
    return score_bag(spaced(text), spaced(gold)).f1


def test_there_are_five_pages_in_each_language() -> None:
    assert [name.partition("-")[0] for name in PAGES] == ["arabic"] * 5 + ["chinese"] * 5


@every_page
def test_gold_lines_occur_in_the_page_in_order(name: str) -> None:
    text = one_line(clean(FOLDER / f"{name}.html", method="all"))
    end = 0
    for line in map(one_line, (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()):
        start = text.find(line, end)
        assert start >= 0, line
        end = start + len(line)
    assert end < 0.9 * len(text)  # else keeping all would do


@every_page
def test_structural_features_find_the_content(name: str) -> None:
    assert f1(name, "fiasco", words=False) > 0.87


def test_structural_features_are_good_on_average() -> None:
    assert fmean(f1(name, "fiasco", words=False) for name in PAGES) > 0.93


@needs_browser
def test_structural_and_visual_features_find_the_content() -> None:
    found = {name: f1(name, "fiasco-visual", words=False) for name in PAGES}
    assert min(found.values()) > 0.87, found
    assert fmean(found.values()) > 0.93, found


@needs_browser
@every_page
def test_the_browser_renders_most_of_a_page(name: str) -> None:
    page = Page((FOLDER / f"{name}.html").read_bytes())
    look = measure_targets(page.source, page, Targets.of(page))
    assert look is not None
    assert look[:, list(MEASURES).index("shown")].mean() > 0.8  # all but options of a form
