import numpy as np
from hypothesis import given, settings

from tests.support.tag_soup import any_html
from webwinnow import Page
from webwinnow.gold.datasets.base import GoldSegment
from webwinnow.gold.labels.fiasco import align_fiasco

# So long that the whole page is not similar to any paragraph.
MENU = "<ul>" + "<li>Some other page of ours" * 9 + "</ul>"
STORY = "It rained all night, and nobody slept before the morning came."


def kept(html: str, gold: list[str], min_dice: float = 0.7) -> list[str]:
    page = Page(html)
    keep = align_fiasco(page, gold, min_dice).keep
    return [text for text, is_kept in zip(page.run_texts(), keep, strict=True) if is_kept]


def test_a_subtree_similar_to_a_gold_paragraph_is_clean() -> None:
    assert kept(f"{MENU}<p>{STORY}", [STORY]) == [STORY]


def test_similarity_is_the_dice_coefficient() -> None:
    gold = [STORY + " Then the sun rose over the harbour and the boats went out."]
    # 11 of 11 and of 23 words: 2 · 11 / 34.
    assert kept(f"<p>{STORY}", gold, min_dice=0.64) == [STORY]
    assert kept(f"<p>{STORY}", gold, min_dice=0.65) == []


def test_a_dice_coefficient_of_seven_tenths_is_similar() -> None:
    page = Page(f"<p>{STORY}")
    # 2 · 11 of 11 + 20 words, and of 11 + 21.
    assert align_fiasco(page, [STORY + " else" * 9]).keep.tolist() == [True]
    assert align_fiasco(page, [STORY + " else" * 10]).keep.tolist() == [False]


def test_repeated_words_count_repeatedly() -> None:
    assert kept("<p>so so so so", ["so"], min_dice=0.5) == []


def test_targets_inside_a_clean_subtree_are_clean() -> None:
    html = MENU + "<div><p>It rained all night,</p><p>and nobody slept.</p></div>"
    gold = ["It rained all night, and nobody slept."]
    assert kept(html, gold) == ["It rained all night,", "and nobody slept."]


def test_a_target_with_mostly_clean_subtrees_is_clean() -> None:
    body = "Intro text here <p>It rained.</p><p>Nobody slept.</p><p>Ads</p>"
    assert kept(f"<div>{body}</div>", ["It rained.", "Nobody slept."], 0.9) == []
    more = "Intro text here <p>It rained.</p><p>Nobody slept.</p><p>Morning came.</p><p>Ads</p>"
    gold = ["It rained.", "Nobody slept.", "Morning came."]
    assert len(kept(f"<div>{more}</div>", gold, 0.9)) == 5


def test_double_breaks_separate_paragraphs() -> None:
    other = "So much else here " * 9
    assert kept(f"<div>{STORY}<br><br>{other}<br><br>Menu</div>", [STORY]) == [STORY]


def test_lines_between_breaks_are_paragraphs() -> None:
    assert kept(f"<div>{STORY}<br>{'So much else here ' * 9}<br>Menu</div>", [STORY]) == [STORY]


def test_a_menu_entry_equal_to_a_heading_is_clean() -> None:
    html = f"{MENU}<ul><li>Sea levels<li>Home<li>Contact us</ul><h1>Sea levels</h1>"
    assert kept(html, ["Sea levels"]) == ["Sea levels", "Sea levels"]


def test_hidden_words_are_not_compared() -> None:
    hidden = f"<span hidden>{'An advertisement that nobody sees. ' * 9}</span>"
    assert kept(f"{MENU}<p>{hidden}{STORY}", [STORY]) == [STORY]
    assert kept(f"{MENU}<p>{hidden}<b>{STORY}</b>{hidden}", [STORY]) == [STORY]


def test_a_word_continues_after_hidden_text_but_not_after_a_space() -> None:
    assert kept("<p>yester<i hidden>x</i>day", ["yesterday"], 1) == ["yester", "day"]
    assert kept("<p>yester<i hidden> x</i>day", ["yesterday"], 1) == []


def test_gold_segments_are_paragraphs() -> None:
    page = Page(f"{MENU}<p>{STORY}")
    keep = align_fiasco(page, [GoldSegment("paragraph", STORY)]).keep
    assert np.flatnonzero(keep).tolist() == [9]


@settings(max_examples=100, deadline=None)
@given(html=any_html)
def test_any_page_gives_labels(html: bytes) -> None:
    page = Page(html)
    keep = align_fiasco(page, ["rain", "", "it rained"]).keep
    assert keep.dtype == np.bool_
    assert len(keep) == len(page.runs)
