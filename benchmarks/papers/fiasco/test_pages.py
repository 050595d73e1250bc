from collections.abc import Sequence

import pytest

from benchmarks.papers.fiasco.pages import Known, alignment, drawn, thirds, well_aligned
from webwinnow.gold.datasets.base import GoldPage
from webwinnow.methods.fiasco.fit import target_labels

MENU = "<ul><li>Home<li>News<li>About<li>Help</ul>"
CLEAN = ("It rained all night in the valley.", "The river rose above the old bridge.")


def known(name: str, paragraphs: Sequence[str] = CLEAN, *, html: str = "", site: str = "") -> Known:
    """A page with a menu; the gold has one paragraph a line."""
    body = html or MENU + "".join(f"<p>{text}</p>" for text in paragraphs)
    return Known(GoldPage(name, body.encode(), "\n".join(paragraphs), site or name))


def test_all_development_pages_and_some_final_ones_are_drawn() -> None:
    names = [f"cleaneval-dev/{number}" for number in range(5)]
    names += [f"cleaneval-final/{number}" for number in range(50)]
    found = drawn(names, 0, 20)
    assert len(set(found)) == 20
    assert found[:5] == names[:5]
    assert drawn(names, 0, 20) == found != drawn(names, 1, 20)


@pytest.mark.parametrize("labels", ["ours", "dice"])
def test_targets_are_clean_where_the_gold_has_them(labels: str) -> None:
    # So many that the page as a whole is not similar to one of them.
    one = known("a", [f"{text} {number}" for number in range(3) for text in CLEAN])
    found = target_labels(one.page, one.targets, one.keep(labels))
    assert found.tolist() == [False] * 4 + [True] * 6


def test_a_target_is_clean_if_half_of_it_is() -> None:
    one = known("a", ["abcd"], html="<p>abcd<b>wxyz</b></p><p>abcd<b>vwxyz</b></p>")
    keep = one.keep("ours").copy()
    keep[:] = [True, False, True, False]
    assert target_labels(one.page, one.targets, keep).tolist() == [True, False]


def test_segments_align_with_subtrees_that_have_their_words() -> None:
    html = f"<p>{CLEAN[0]}"
    assert alignment(known("a")) == 1
    assert alignment(known("a", [CLEAN[0], "…"], html=html)) == 1  # no words, no segment
    assert alignment(known("a", [CLEAN[0], "Nobody wrote this."], html=html)) == 0.5
    assert alignment(known("a", [], html="<p>Home")) == 0


def test_well_aligned_pages_come_in_the_order_of_the_pages() -> None:
    rates = {"c": 1.0, "b": 0.3, "a": 1.0, "d": 1.0}
    pages = [known(name) for name in rates]
    assert [each.gold.name for each in well_aligned(pages, rates, 2)] == ["c", "a"]
    assert [each.gold.name for each in well_aligned(pages, rates, 3)] == ["c", "a", "d"]


def test_pages_are_counted_by_how_well_they_align() -> None:
    few = known("few", html="<p>Just this.")
    nine = [f"Paragraph number {number} of many" for number in "abcdefghi"]
    menu_and_nine = MENU + "".join(f"<p>{text}" for text in nine)
    fair = known("fair", [*nine, "Nobody wrote this line."], html=menu_and_nine)
    poor = known("poor", [nine[0], "Nobody wrote this line."], html=menu_and_nine)
    pages = [few, known("all"), fair, poor]
    found = thirds(pages, {each.gold.name: alignment(each) for each in pages})
    counts = {name: found[name] for name in ("few targets", "all aligned", "over 80 %", "poor")}
    assert set(counts.values()) == {1}
    assert found["pages"] == 4
    assert found["targets"] == sum(len(each.targets) for each in pages)
