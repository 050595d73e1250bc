"""A text that a page has twice, as for wide and narrow screens, is kept once."""

import pytest

from tests.support.small_models import CUT, asks_for, reasons, winnow
from webwinnow import Page

WIDE_AND_NARROW = "<p class=wide>a b <b>c d</b></p><p>e f g h</p><p class=narrow>a b <b>c d</b>"


def test_a_text_that_stands_in_two_places_is_kept_once() -> None:
    decision = winnow().decide(Page(WIDE_AND_NARROW), **CUT)
    assert decision.keep.tolist() == [True, True, True, False, False]
    assert reasons(decision)[3:] == ["repeated elsewhere on the page"] * 2
    assert decision.score[3:].tolist() == pytest.approx([0.5, 0.5])
    assert (decision.score[3:] < 0.5).all()


def test_of_a_repeated_text_the_likeliest_stays() -> None:
    later = winnow(asks_for("index", 1, values=(1, 2)))
    assert later.decide(Page(WIDE_AND_NARROW), **CUT).keep.tolist() == [False] * 2 + [True] * 3


@pytest.mark.parametrize(
    "html",
    [
        "<p>a b c d<p>e f g h<p>a b c d",  # a refrain: the same place, again
        "<p class=wide>a b c<p class=narrow>a b c",  # too short to be told from chance
        "<p class=wide>a b c d<p class=narrow>a b c e",
    ],
)
def test_what_is_no_copy_for_other_screens_stays(html: str) -> None:
    assert winnow(asks_for("words", 0)).decide(Page(html), **CUT).keep.all()


def test_a_copy_of_boilerplate_stays() -> None:
    first_is_not = winnow(asks_for("index", 0))
    html = "<p class=wide>a b c d<p class=narrow>a b c d"
    decision = first_is_not.decide(Page(html), **CUT)
    assert decision.keep.tolist() == [False, True]
    assert reasons(decision)[0] == "boilerplate: index"
