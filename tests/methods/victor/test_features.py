import time

import numpy as np
import pytest
from hypothesis import given

from tests.support.soup import anything
from webwinnow import Page
from webwinnow.methods.victor.features import encode, labelled_runs, raw_values
from webwinnow.methods.victor.setup import Setup

SETUP = Setup.default()
SIZES = np.array([feature.size for feature in SETUP.features])


def labelled(html: str) -> list[str]:
    page = Page(html)
    texts = page.run_texts()
    return [texts[run] for run in labelled_runs(page).tolist()]


def test_labelled_runs_are_visible_and_not_blank() -> None:
    html = "<title>t</title><p>a<b>b</b>&nbsp;<i>&nbsp;</i></p><p hidden>c</p><script>d</script>"
    assert labelled(html + "<!-- e --><style>f</style>") == ["a", "b"]


def test_what_a_page_hides_is_labelled_where_it_hides_everything() -> None:
    assert labelled("<p hidden>a</p>") == ["a"]


def test_a_page_without_text_has_no_rows() -> None:
    for html in ("", "<p></p>", "<script>a</script>"):
        assert encode(Page(html), SETUP).shape == (0, len(SIZES))
        assert raw_values(Page(html), SETUP).shape == (0, len(SIZES))


def test_values_are_whole_numbers_in_rows_of_runs() -> None:
    found = encode(Page("<p>a</p><p>b <b>c</b></p>"), SETUP)
    assert found.shape == (3, len(SIZES))
    assert found.dtype == np.int32
    assert found.flags.c_contiguous


@pytest.mark.parametrize(
    "html", ["a", "<p>1", "<p>1<p>2 – 3", "<p>日本語", "<p>\U0001f600", "<p>“"]
)
def test_pages_of_one_run_and_without_a_letter_are_fine(html: str) -> None:
    found = encode(Page(html), SETUP)
    assert len(found) == html.count("<p>") or len(found) == 1
    assert ((found >= 0) & (found < SIZES)).all()


def test_an_empty_setup_has_no_columns() -> None:
    assert encode(Page("<p>a"), Setup.read("")).shape == (1, 0)


def test_features_that_are_left_do_not_change() -> None:
    page = Page("<h1>A title</h1><p>One. <a href=x>two</a> 3</p>")
    some = SETUP.without("content", "further")
    kept = [feature.name in {f.name for f in some.features} for feature in SETUP.features]
    assert np.array_equal(encode(page, some), encode(page, SETUP)[:, kept])


def test_fifty_thousand_runs_take_a_moment() -> None:
    page = Page("<div><p>One two <a href=x>three</a></p><br>4.5.2007 12:30" * 16_667)
    start = time.perf_counter()
    assert len(encode(page, SETUP)) > 50_000
    # A fraction of a second where the machine is idle; a quadratic step would take minutes.
    assert time.perf_counter() - start < 5


@given(html=anything)
def test_any_page_has_values_in_range(html: bytes) -> None:
    page = Page(html)
    raw = raw_values(page, SETUP)
    assert raw.shape == (len(labelled_runs(page)), len(SIZES))
    assert np.isfinite(raw).all()
    found = encode(page, SETUP)
    assert ((found >= 0) & (found < SIZES)).all()
