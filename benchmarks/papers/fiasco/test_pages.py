from collections.abc import Sequence

import pytest

from benchmarks.papers.fiasco.pages import (
    LabelledPage,
    alignment,
    ceilings,
    count_alignment,
    draw_pages,
    well_aligned,
)
from webwinnow.gold.datasets.base import GoldPage
from webwinnow.methods.fiasco.fit import target_labels

MENU = "<ul><li>Home<li>News<li>About<li>Help</ul>"
CLEAN = ("It rained all night in the valley.", "The river rose above the old bridge.")


def labelled_page(
    name: str, paragraphs: Sequence[str] = CLEAN, *, html: str = "", site: str = ""
) -> LabelledPage:
    """A page with a menu; each line of its gold is a paragraph."""
    body = html or MENU + "".join(f"<p>{text}</p>" for text in paragraphs)
    return LabelledPage(GoldPage(name, body.encode(), "\n".join(paragraphs), site or name))


def test_all_development_pages_and_some_final_ones_are_drawn() -> None:
    names = [f"cleaneval-dev/{number}" for number in range(5)]
    names += [f"cleaneval-final/{number}" for number in range(50)]
    found = draw_pages(names, 0, 20)
    assert len(set(found)) == 20
    assert found[:5] == names[:5]
    assert draw_pages(names, 0, 20) == found != draw_pages(names, 1, 20)


@pytest.mark.parametrize("labels", ["ours", "dice"])
def test_targets_in_the_gold_are_clean(labels: str) -> None:
    # Enough paragraphs that the whole page is not similar to one of them.
    one = labelled_page("a", [f"{text} {number}" for number in range(3) for text in CLEAN])
    found = target_labels(one.page, one.targets, one.keep(labels))
    assert found.tolist() == [False] * 4 + [True] * 6


def test_a_target_is_clean_if_half_of_it_is() -> None:
    one = labelled_page("a", ["abcd"], html="<p>abcd<b>wxyz</b></p><p>abcd<b>vwxyz</b></p>")
    keep = one.keep("ours").copy()
    keep[:] = [True, False, True, False]
    assert target_labels(one.page, one.targets, keep).tolist() == [True, False]


def test_segments_align_with_subtrees_that_have_their_words() -> None:
    html = f"<p>{CLEAN[0]}"
    assert alignment(labelled_page("a")) == 1
    assert alignment(labelled_page("a", [CLEAN[0], "…"], html=html)) == 1  # no words, no segment
    assert alignment(labelled_page("a", [CLEAN[0], "Nobody wrote this."], html=html)) == 0.5
    assert alignment(labelled_page("a", [], html="<p>Home")) == 0


def test_well_aligned_pages_are_in_page_order() -> None:
    rates = {"c": 1.0, "b": 0.3, "a": 1.0, "d": 1.0}
    pages = [labelled_page(name) for name in rates]
    assert [each.gold.name for each in well_aligned(pages, rates, 2)] == ["c", "a"]
    assert [each.gold.name for each in well_aligned(pages, rates, 3)] == ["c", "a", "d"]


def test_pages_are_counted_by_alignment() -> None:
    few = labelled_page("few", html="<p>Just this.")
    nine = [f"Paragraph number {number} of many" for number in "abcdefghi"]
    menu_and_nine = MENU + "".join(f"<p>{text}" for text in nine)
    fair = labelled_page("fair", [*nine, "Nobody wrote this line."], html=menu_and_nine)
    poor = labelled_page("poor", [nine[0], "Nobody wrote this line."], html=menu_and_nine)
    pages = [few, labelled_page("all"), fair, poor]
    found = count_alignment(pages, {each.gold.name: alignment(each) for each in pages})
    counts = {name: found[name] for name in ("few targets", "all aligned", "over 80 %", "poor")}
    assert set(counts.values()) == {1}
    assert found["pages"] == 4
    assert found["targets"] == sum(len(each.targets) for each in pages)


# A body with text of its own, which is a single target unless it is split_parts.
SWALLOWED = f"<body>{CLEAN[0]}<br>{CLEAN[1]}<div>Home News About</div>"


def test_a_target_that_covers_the_page_is_counted() -> None:
    found = ceilings([labelled_page("a", html=SWALLOWED)])
    assert found["never"]["few targets"] == 1
    assert found["never"]["over half"] == found["never"]["swallowed"] == 1
    assert found["never"]["targets"] == 1
    assert found["breaks"]["swallowed"] == found["lines"]["swallowed"] == 0
    assert found["lines"]["targets"] == 3


def test_a_large_clean_target_is_not_mixed() -> None:
    one = labelled_page("a", [CLEAN[0]], html=f"<p>{CLEAN[0]}</p><p>Home</p>")
    found = ceilings([one])["breaks"]
    assert (found["over half"], found["swallowed"]) == (1, 0)


def test_perfect_labels_of_divided_targets_make_no_error() -> None:
    found = ceilings([labelled_page("a", html=SWALLOWED)])
    assert found["lines"]["text"] == 100
    assert found["never"]["text"] < 95  # the menu is kept with the text


def test_text_in_no_target_cannot_be_dropped() -> None:
    # The body has too little text of its own to be a target.
    html = f"<body>©{MENU}<p>{CLEAN[0]}</p><p>{CLEAN[1]}</p>"
    found = ceilings([labelled_page("a", html=html)])
    assert found["lines"]["text"] == 100
    assert found["never"]["text"] < 100
